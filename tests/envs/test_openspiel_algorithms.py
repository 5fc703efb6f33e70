"""OpenSpiel's own searches, matches and rankings play tolsim's games."""

import sys
import types

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts
from open_spiel.python.bots import uniform_random

from tolsim.envs import openspiel

SEED = 5


@pytest.fixture(scope="module")
def game():
    return openspiel.load_game("abyss", seed=SEED)


class FairBot(ismcts.ISMCTSBot):
    """OpenSpiel's information-set search, which cannot take part in a match without this."""

    def restart_at(self, state):
        self.reset()


def fair_bot(game, simulations, seed):
    rng = np.random.RandomState(seed)
    bot = FairBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, simulations, random_state=rng)
    # By itself it resamples by the clock.
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.uniform))
    return bot


def random_bots(seed):
    rng = np.random.RandomState(seed)
    return [uniform_random.UniformRandomBot(seat, rng) for seat in range(2)]


def test_information_set_search_plays_a_game(game):
    """Its nodes are our information states: it finds the actions that it tried there before."""
    rng = np.random.RandomState(1)
    bots = [fair_bot(game, 8, 2), random_bots(3)[1]]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)
    assert sorted(returns) in ([-1, 1], [0, 0])


def test_information_set_search_cannot_read_what_is_hidden(game):
    """It does the same in states that its player cannot tell apart, whatever the others hold."""
    state = game.new_deal(3)
    for _ in range(30):
        state.apply_action(state.legal_actions()[-1])
    player = state.current_player()
    twins = [
        state.resample_from_infostate(player, np.random.RandomState(seed).uniform)
        for seed in range(4)
    ]
    policies = [fair_bot(game, 30, 9).get_policy(twin) for twin in [state, *twins]]
    assert len(policies[0]) > 1
    assert all(policy == policies[0] for policy in policies)


@pytest.mark.parametrize("worlds", [1, 3])
def test_information_set_search_over_few_worlds(game, worlds):
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), 1.4, 10, max_world_samples=worlds)
    state = game.new_deal(4)
    assert bot.step(state) in state.legal_actions()


def test_search_of_the_state_itself(game):
    """It sees what is hidden; so it is a measure of how much the hidden cards are worth, no player."""
    rng = np.random.RandomState(4)
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_deal(4)
    before = str(state)
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before


def test_search_from_cpp(game):
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 5), 1.4, 20, 100, False, 5, False)
    state = game.new_deal(4)
    root = bot.mcts_search(state)
    assert root.explore_count == 20
    assert root.best_child().action in state.legal_actions()


def test_cpps_information_set_search_cannot_resample_games_in_python(game):
    """pyspiel hands that question on to no game in Python; should it learn to, this fails."""
    bot = pyspiel.ISMCTSBot(5, pyspiel.RandomRolloutEvaluator(1, 5), 1.4, 20)
    with pytest.raises(pyspiel.SpielError, match=r"ResampleFromInfostate\(\) not implemented"):
        bot.get_policy(game.new_deal(4))


def test_matches_from_cpp(game):
    """The same seeds play the same game, others other ones."""

    def match(seed):
        bots = [pyspiel.make_uniform_random_bot(seat, seed) for seat in range(2)]
        state = game.new_initial_state()
        returns = pyspiel.evaluate_bots(state, bots, seed)
        assert state.is_terminal()
        assert returns == state.returns()
        return state.history()

    histories = [tuple(match(seed)) for seed in range(10)]
    assert len({history[:8] for history in histories}) == 10, "each plays a deal of its own"
    assert histories == [tuple(match(seed)) for seed in range(10)]


class Last(pyspiel.Bot):
    """Takes the last legal action."""

    def restart_at(self, state):
        pass

    def inform_action(self, state, player, action):
        pass

    def step(self, state):
        return state.legal_actions()[-1]


def test_a_tournament_is_ranked(game, monkeypatch):
    """Payoffs of every pair of strategies, ranked by alpha-rank, which wants more than it needs."""
    monkeypatch.setitem(
        sys.modules,
        "open_spiel.python.egt.alpharank_visualizer",
        types.ModuleType("alpharank_visualizer"),
    )
    from open_spiel.python.egt import alpharank

    rng = np.random.RandomState(6)
    strategies = [random_bots(7), [Last(), Last()]]
    games = 40
    payoffs = np.zeros((2, 2, 2))
    for king, first in enumerate(strategies):
        for necrocampe, second in enumerate(strategies):
            for _ in range(games):
                returns = evaluate_bots.evaluate_bots(
                    game.new_initial_state(), [first[0], second[1]], rng
                )
                payoffs[:, king, necrocampe] += np.array(returns) / games
    assert (payoffs[0] == -payoffs[1]).all()
    _, _, ranks, profiles, each = alpharank.compute([payoffs[0], payoffs[1]], alpha=10)
    assert (profiles, each.tolist()) == (4, [2, 2])
    assert ranks.sum() == pytest.approx(1)
    king, necrocampe = alpharank.utils.get_strat_profile_from_id(each, int(ranks.argmax()))
    # Nobody gains by leaving the profile that is ranked first, or the ranks go round in a circle.
    stays = (
        payoffs[0][:, necrocampe].max() <= payoffs[0][king, necrocampe]
        and payoffs[1][king, :].max() <= payoffs[1][king, necrocampe]
    )
    assert stays or ranks.max() < 0.99


def test_the_learning_environment(game):
    """Deals by its own seed, and shows learners observations and legal actions."""
    environment = rl_environment.Environment(game)

    def episode(seed):
        environment.seed(seed)
        step = environment.reset()
        shown = []
        while not step.last():
            player = step.observations["current_player"]
            legal = step.observations["legal_actions"][player]
            assert legal
            assert step.observations["legal_actions"][1 - player] == []
            shown.append(step.observations["info_state"][player])
            assert len(shown[-1]) == game.rules.game.observation_size
            step = environment.step([legal[len(shown) % len(legal)]])
        assert sorted(step.rewards) in ([-1, 1], [0, 0])
        return shown

    assert episode(1) == episode(1)
    assert episode(1) != episode(2)
