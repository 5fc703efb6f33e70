"""Learned policies: the file, the compiled network, and search guided by it."""

import csv
import json

import numpy as np
import pytest

import tolsim
from tolsim.agents import parse
from tolsim.agents.in_loops import in_loops
from tolsim.agents.mcts import analyse
from tolsim.agents.policy import FILE, SHIPPED_FOLDER, load_policy, save_policy
from tolsim.core.compile_cache import entry
from tolsim.core.errors import TolsimError
from tolsim.core.network import forward, layer_shapes
from tolsim.experiments.match import play_match

HIDDEN = 12


def random_arrays(game, hidden=HIDDEN, seed=0, scale=0.3):
    random = np.random.default_rng(seed)
    shapes = layer_shapes(game.observation_size, hidden, game.num_actions, game.num_players)
    return {
        name: (scale * random.standard_normal(shape)).astype(np.float32)
        for name, shape in shapes.items()
    }


def by_numpy(arrays, observations):
    first = np.maximum(observations @ arrays["first_weights"] + arrays["first_biases"], 0)
    second = np.maximum(first @ arrays["second_weights"] + arrays["second_biases"], 0)
    return (
        second @ arrays["policy_weights"] + arrays["policy_biases"],
        second @ arrays["value_weights"] + arrays["value_biases"],
    )


@pytest.fixture
def folder(tmp_path, kuhn):
    save_policy(tmp_path, kuhn, random_arrays(kuhn), {"seed": 0})
    return tmp_path


def test_the_compiled_network_computes_what_its_arrays_say(abyss, tmp_path):
    arrays = random_arrays(abyss, 32, scale=0.1)
    save_policy(tmp_path, abyss, arrays, {})
    records, networks = in_loops(abyss, [parse("greedy"), parse(f"policy:path={tmp_path}")])
    states = abyss.reset(1, 20)
    observed = abyss.observe(states)
    logits, values = by_numpy(arrays, observed.astype(np.float64))
    for row in range(len(states)):
        run_forward(networks, records[1], observed[row])
        assert np.abs(networks.logits - logits[row]).max() < 1e-5
        assert np.abs(networks.values - values[row]).max() < 1e-5


@entry
def run_forward(networks, record, observed):
    """Python's way to the kernel."""
    forward(networks, record, observed)


def likes(game, action, values=(0.0, 0.0), strength=50.0):
    """A network that always prefers one action and expects the same returns."""
    arrays = {name: np.zeros_like(array) for name, array in random_arrays(game).items()}
    arrays["policy_biases"][action] = strength
    arrays["value_biases"][:] = values
    return arrays


def test_a_policy_plays_what_it_likes_best_among_the_legal(kuhn, tmp_path):
    for action in (0, 1):
        save_policy(tmp_path / str(action), kuhn, likes(kuhn, action), {})
    bets, passes = (f"policy:path={tmp_path / str(action)}" for action in (1, 0))
    played = play_match("kuhn", [bets, bets], games=60, seed=1, workers=1).table
    assert set(played["reason"].to_pylist()) == {"showdown"}
    assert set(played["bets"].to_pylist()) == {2}
    played = play_match("kuhn", [passes, bets], games=60, seed=1, workers=1).table
    assert set(played["reason"].to_pylist()) == {"fold"}


def test_temperature_draws_by_the_softmax(kuhn, tmp_path):
    """Bets with a logit of log 3 above passing: 3 in 4 at temperature 1, 9 in 10 at 0.5."""
    save_policy(tmp_path, kuhn, likes(kuhn, 1, strength=np.log(3)), {})
    for temperature, share in ((1.0, 0.75), (0.5, 0.9)):
        agent = f"policy:path={tmp_path},temperature={temperature}"
        played = play_match("kuhn", [agent, agent], games=4000, seed=2, workers=1).table
        first = [log[0] for log in played["actions"].to_pylist()]
        assert abs(np.mean(first) - share) < 4 * np.sqrt(share * (1 - share) / len(first))


def test_a_match_with_policies_is_the_same_on_any_number_of_workers(kuhn, folder):
    agents = [f"policy:path={folder},temperature=1", f"mcts:iterations=20,policy={folder}"]
    one = play_match("kuhn", agents, games=40, seed=3, workers=1).table
    again = play_match("kuhn", agents, games=40, seed=3, workers=1).table
    assert one.drop(["seconds"]).equals(again.drop(["seconds"]))


def test_guided_search_tries_what_its_policy_likes(kuhn, tmp_path):
    states = kuhn.reset(4, 1)
    visits = {}
    for action in (0, 1):
        save_policy(tmp_path / str(action), kuhn, likes(kuhn, action, strength=2.0), {})
        found = analyse(kuhn, states, f"mcts:iterations=200,policy={tmp_path / str(action)}")
        assert found[0].action == action
        visits[action] = {each.action: each.visits for each in found}
        assert sum(visits[action].values()) == 199  # the first simulation rates the root itself
    assert visits[0][0] > 2 * visits[1][0] > 0


def test_guided_search_takes_its_network_at_its_word(kuhn, tmp_path):
    """Whoever moves next is expected to lose 1: after the last choice returns count, before it this.

    So an action that leads to the other's decision looks like a win of 1.
    """
    save_policy(tmp_path, kuhn, likes(kuhn, 0, values=(-1.0, 1.0), strength=0.0), {})
    states = kuhn.reset(5, 1)
    root = analyse(kuhn, states, f"mcts:iterations=3,policy={tmp_path}")
    tried = [each for each in root if each.visits]
    assert [each.value for each in tried] == [pytest.approx((1 + 2) / 4)] * 2


def test_values_are_in_the_order_of_the_seats_from_the_one_who_moves(kuhn, tmp_path):
    """Passing and betting lead to seat 1, which expects 2 for itself and -2 for seat 0."""
    save_policy(tmp_path, kuhn, likes(kuhn, 0, values=(2.0, -2.0), strength=0.0), {})
    root = analyse(kuhn, kuhn.reset(5, 1), f"mcts:iterations=3,policy={tmp_path}")
    assert [each.value for each in root] == [pytest.approx(0.0)] * 2


def test_a_policy_file_says_what_made_it(folder, kuhn):
    about = load_policy(folder, kuhn).about
    assert about["game"] == "kuhn"
    assert about["made"] == {"seed": 0}
    assert about["observation_size"] == kuhn.observation_size
    json.dumps(about)


def test_what_a_match_is_depends_on_the_weights_not_on_their_place(kuhn, folder, tmp_path):
    (tmp_path / "twin").mkdir()
    (tmp_path / "twin" / FILE).write_bytes((folder / FILE).read_bytes())
    here, twin = (parse(f"policy:path={place}") for place in (folder, tmp_path / "twin"))
    assert here.decisive(kuhn)["weights"] == twin.decisive(kuhn)["weights"]
    save_policy(tmp_path / "twin", kuhn, random_arrays(kuhn, seed=1), {})
    assert here.decisive(kuhn)["weights"] != twin.decisive(kuhn)["weights"]


def test_policies_that_do_not_fit_are_refused(kuhn, folder, tmp_path, abyss):
    with pytest.raises(TolsimError, match="a policy of kuhn, not of abyss"):
        load_policy(folder, abyss)
    with pytest.raises(TolsimError, match="there is no policy at"):
        load_policy(tmp_path / "nowhere", kuhn)
    with pytest.raises(TolsimError, match="no policy of kuhn is shipped"):
        load_policy("shipped", kuhn)
    other = tolsim.make("kuhn", overrides={"table.seating": "random"})
    with pytest.raises(TolsimError, match=r"trained on other rules .*any_rules=true"):
        load_policy(folder, other)
    assert load_policy(folder, other, any_rules=True).hidden == HIDDEN


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda about, arrays: about.update(observation_size=7), "first_weights is"),
        (lambda about, arrays: about.update(actions=3), "policy_weights is"),
        (lambda about, arrays: arrays["value_biases"].__setitem__(0, np.nan), "no numbers"),
        (lambda about, arrays: arrays.pop("second_biases"), "no policy file"),
    ],
)
def test_policy_files_that_are_not_whole_are_refused(kuhn, folder, change, words):
    with np.load(folder / FILE) as stored:
        arrays = dict(stored)
    about = json.loads(str(arrays.pop("about")))
    change(about, arrays)
    np.savez(folder / FILE, about=np.array(json.dumps(about)), **arrays)
    with pytest.raises(TolsimError, match=words):
        load_policy(folder, kuhn)


def test_a_policy_of_another_observation_size_is_refused(kuhn, folder):
    """Whole in itself, but made for another version of the game."""
    with np.load(folder / FILE) as stored:
        arrays = dict(stored)
    about = json.loads(str(arrays.pop("about")))
    about["observation_size"] = 5
    arrays["first_weights"] = arrays["first_weights"][:5]
    np.savez(folder / FILE, about=np.array(json.dumps(about)), **arrays)
    with pytest.raises(TolsimError, match="observation_size 5, but kuhn has 6"):
        load_policy(folder, kuhn)


def test_a_file_cut_short_is_refused(kuhn, folder):
    whole = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(TolsimError, match="is no policy file"):
        load_policy(folder, kuhn)


def test_a_folder_that_cannot_be_written_is_told(kuhn, tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(TolsimError, match="cannot write"):
        save_policy(tmp_path / "file" / "run", kuhn, random_arrays(kuhn), {})


def test_options_that_a_policy_stands_in_for_are_refused():
    for option in ("prior=0.5", "playout=greedy", "cutoff=3"):
        with pytest.raises(TolsimError, match="or policy, whose network stands in"):
            parse(f"mcts:policy=somewhere,{option}")


@pytest.mark.parametrize("name", sorted(path.name for path in SHIPPED_FOLDER.iterdir()))
def test_shipped_policies_fit_their_games_and_say_how_they_were_made(name):
    game = tolsim.make(name)
    policy = load_policy("shipped", game)
    made = policy.about["made"]
    assert made["game"] == name
    assert made["overrides"] == {}
    folder = SHIPPED_FOLDER / name
    assert (folder / "policy.npz").stat().st_size < 500_000
    curve = list(csv.DictReader((folder / "curve.csv").read_text().splitlines()))
    assert int(curve[-1]["update"]) == made["updates"]
    assert int(curve[-1]["decisions"]) == made["decisions"]
    evaluations = list(csv.DictReader((folder / "evaluations.csv").read_text().splitlines()))
    assert {each["against"] for each in evaluations} == set(made["against"])


def test_the_shipped_policy_of_abyss_is_far_stronger_than_the_heuristic():
    result = play_match("abyss", ["policy", "greedy"], games=200, seed=7, workers=1)
    assert result.summary()["agents"][0]["low"] > 0.8
