"""OpenSpiel's face tells no seat a secret, and remembers for each what it was shown."""

import random

import numpy as np
import pyspiel
import pytest

from tests.envs.openspiel_walks import NAMES, SEED, played, sampler, to_kings_choice, walk
from tolsim.core.errors import TolsimError
from tolsim.core.search import NOTHING_SEEN
from tolsim.envs import openspiel
from tolsim.envs.openspiel_memory import extended


@pytest.fixture(scope="module", params=NAMES)
def game(request):
    return openspiel.load_game(request.param, seed=SEED)


@pytest.fixture(scope="module")
def abyss_game():
    return openspiel.load_game("abyss", seed=SEED)


def shown(state, seat):
    """All that the face tells one seat."""
    told = [
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
    ]
    if state.current_player() == seat:
        legal = state.legal_actions()
        told += [legal, [state.action_to_string(action) for action in legal]]
    return told


def test_twins_that_a_seat_cannot_tell_apart_look_the_same(game):
    """Through every method of the face, for the seat to move, the others and at the end."""
    for number, state in enumerate(walk(game, 9)):
        if number % 4 and not state.is_terminal():
            continue
        for seat in range(game.num_players()):
            expected = shown(state, seat)
            for twin in range(3):
                resampled = state.resample_from_infostate(seat, sampler(twin))
                assert shown(resampled, seat) == expected
                assert resampled.current_player() == state.current_player()


def test_resampling_reads_nothing_hidden(game):
    """What is resampled from twins is the same to the last byte, with all that it remembers."""
    for number, state in enumerate(walk(game, 10)):
        if number % 6:
            continue
        for seat in range(game.num_players()):
            twins = [state.resample_from_infostate(seat, sampler(each)) for each in range(3)]
            again = [twin.resample_from_infostate(seat, sampler(77)).serialize() for twin in twins]
            direct = state.resample_from_infostate(seat, sampler(77))
            assert {*again, direct.serialize()} == {again[0]}
            assert direct.history() == []
            kept, before = direct._play._memory.last, state._play._remembered().last
            assert not any(kept[other] for other in range(len(kept)) if other != seat)
            assert bool(kept[seat]) == bool(before[seat])
            assert kept[seat] != before[seat] or not kept[seat], "it holds what was hidden"


def test_resampling_from_two_pasts_that_a_seat_cannot_tell_apart(abyss_game):
    """The King's choice is hidden from Necrocampe: it leaves no trace in what is resampled."""
    king_chooses = to_kings_choice(abyss_game)
    pasts = [king_chooses.child(action) for action in king_chooses.legal_actions()]
    assert len(pasts) == 3
    assert {past.current_player() for past in pasts} == {1}
    resampled = {past.resample_from_infostate(1, sampler(3)).serialize() for past in pasts}
    assert len(resampled) == 1


def test_the_others_remember_in_a_resampled_state_what_its_seat_does(abyss_game):
    """What they remember themselves would tell what they hold."""
    for number, state in enumerate(walk(abyss_game, 11)):
        if number % 5 or state.is_terminal():
            continue
        seat = 1 - state.current_player()
        resampled = state.resample_from_infostate(seat, sampler(1))
        _, observed, seen = memory(state, seat)
        _, others, others_seen = memory(resampled, 1 - seat)
        assert others == extended(observed, np.float32(resampled.observation_tensor(1 - seat)))
        assert others_seen == [*seen, "redealt", "for", abyss_game.rules.game.seats[seat]]


def memory(state, seat):
    """What an information state says: who decides, the digest, the labels."""
    now, observed, seen = state.information_state_string(seat).split("; ")
    digest = observed.removeprefix("observed ").replace("nothing", "")
    return now.split(": ")[1], bytes.fromhex(digest), seen.split()[1:]


def test_resampling_draws_anew_and_by_the_sampler_alone(abyss_game):
    state = played(abyss_game, 12, 20)
    mover = state.current_player()
    drawn = [str(state.resample_from_infostate(mover, sampler(seed))) for seed in range(20)]
    assert len(set(drawn)) > 10
    assert drawn == [str(state.resample_from_infostate(mover, sampler(seed))) for seed in range(20)]
    futures = {
        tuple(state.resample_from_infostate(mover, sampler(seed)).tolsim_states()["rng"][0])
        for seed in range(20)
    }
    assert len(futures) == 20
    assert abs(random_end(state, 1)[0]) == 1


def random_end(state, seed):
    rng = random.Random(seed)
    twin = state.resample_from_infostate(state.current_player(), rng.random)
    while not twin.is_terminal():
        twin.apply_action(rng.choice(twin.legal_actions()))
    return twin.returns()


def test_hidden_choices_do_not_show_and_own_ones_do(abyss_game):
    king_chooses = to_kings_choice(abyss_game)
    pasts = [king_chooses.child(action) for action in king_chooses.legal_actions()]
    for ask in ("information_state_string", "observation_string", "observation_tensor"):
        assert len({str(getattr(past, ask)(1)) for past in pasts}) == 1, ask
    assert len({past.information_state_string(0) for past in pasts}) == 3
    after = [past.child(past.legal_actions()[0]) for past in pasts]
    assert len({state.information_state_string(1) for state in after}) == 3, "now it is revealed"


def test_who_waits_does_not_notice_what_it_does_not_see(abyss_game):
    """Such as a secret power that stays unused: it is told the same before and after."""
    asked = set()
    for deal in range(20):
        for state in walk(abyss_game, deal, seed=deal):
            mover, waiting = state.current_player(), 1 - state.current_player()
            for action in state.legal_actions():
                after = state.child(action)
                seen = label(state, action, waiting)
                if seen != NOTHING_SEEN:
                    assert memory(after, waiting)[2] == [*memory(state, waiting)[2], str(seen)]
                elif after.current_player() == mover:
                    asked.add(abyss_game.rules.game.asked(state.tolsim_states()[0]))
                    assert shown(after, waiting) == shown(state, waiting)
    assert len(asked) > 2, asked


def label(state, action, player):
    """What a player sees of an action, by the game's own word."""
    own = state.get_game().rules.game
    entry = own.definition.entries.sight
    return int(entry(state.tolsim_states(), own.parameters, action, player))


def test_who_waits_is_shown_what_it_decided_on(game):
    """Its own last decision's observation and drawing; nothing before the first."""
    last = {}
    for state in walk(game, 3):
        for seat in range(game.num_players()):
            if state.is_terminal():
                continue
            if state.current_player() == seat:
                drawn = game.rules.game.render(state.tolsim_states()[0], seat)
                last[seat] = (state.observation_tensor(seat), drawn)
            elif seat in last:
                assert (state.observation_tensor(seat), state.observation_string(seat)) == last[
                    seat
                ]
            else:
                assert not any(state.observation_tensor(seat))
                assert state.observation_string(seat) == "nothing shown yet"


def test_information_states_are_one_for_each_past_that_a_seat_can_tell(abyss_game):
    """All it observed when it decided, what it chose, what it saw of the others; nothing else."""
    own = abyss_game.rules.game
    pasts, states = {}, {}
    for number in range(60):
        rng, state, known = random.Random(number), abyss_game.new_deal(number % 3), [(), ()]
        observed = [b"", b""]
        while not state.is_terminal():
            mover = state.current_player()
            shown_now = own.observe(state.tolsim_states(), [mover])[0]
            known[mover] += (shown_now.tobytes(),)
            assert memory(state, mover)[:2] == ("decides", extended(observed[mover], shown_now))
            assert memory(state, 1 - mover)[:2] == ("waits", observed[1 - mover])
            observed[mover] = extended(observed[mover], shown_now)
            told, past = state.information_state_string(), (mover, known[mover])
            assert pasts.setdefault(told, past) == past
            assert states.setdefault(past, told) == told
            action = rng.choice(state.legal_actions())
            for seat in range(2):
                seen = label(state, action, seat)
                if seen != NOTHING_SEEN:
                    known[seat] += ((seat == mover, seen),)
            state.apply_action(action)
        for seat in range(2):
            shown_now = own.observe(state.tolsim_states(), [seat])[0]
            assert memory(state, seat)[:2] == ("over", extended(observed[seat], shown_now))
    assert 1000 < len(pasts) < 60 * 85


def test_memories_tell_own_actions_from_others(abyss_game):
    state = to_kings_choice(abyss_game)
    action = state.legal_actions()[1]
    after = state.child(action)
    assert after.information_state_string(0).endswith(f"seen {action}!")
    assert after.information_state_string(0).startswith("abyss king: waits; observed ")
    assert after.information_state_string(1).endswith("seen ")


def test_observers_show_what_the_states_do(game):
    from open_spiel.python.observation import make_observation

    state = played(game, 5, 30)
    seat = 0
    observer = make_observation(game)
    observer.set_from(state, seat)
    assert observer.tensor.tolist() == state.observation_tensor(seat)
    assert observer.dict["observation"] is observer.tensor
    assert observer.string_from(state, seat) == state.observation_string(seat)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.string_from(state, seat) == state.information_state_string(seat)
    for wrong in (
        pyspiel.IIGObservationType(
            perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
        ),
        pyspiel.IIGObservationType(perfect_recall=False, public_info=False),
    ):
        with pytest.raises(
            TolsimError, match="observers show public_info with private_info SINGLE"
        ):
            make_observation(game, wrong)
