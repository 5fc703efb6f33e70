"""Agents that are Python objects: what they are shown, and how their mistakes are reported."""

import numpy as np
import pytest

from tolsim.agents import View
from tolsim.core.errors import TolsimError
from tolsim.experiments.match import play_match


class Recorder:
    """Notes what it is shown, and passes."""

    def __init__(self):
        self.seen = []

    def act(self, view):
        self.seen.append(
            (
                view.seat,
                view.legal.tolist(),
                view.observation.tolist(),
                view.text(),
                view.redeal(5)["cards"][0, view.seat].item(),
                view.rng.integers(2**60).item(),
            )
        )
        return view.legal[0]


class Chooses:
    def __init__(self, action):
        self.action = action

    def act(self, view):
        if isinstance(self.action, Exception):
            raise self.action
        return self.action


class Drawn:
    """Chooses at random, with the numbers it is given."""

    def act(self, view):
        return view.rng.choice(view.legal)


def test_a_view_shows_what_its_seat_may_know(kuhn):
    recorder = Recorder()
    play_match("kuhn", [recorder, "greedy"], games=20, seed=1)
    assert len(recorder.seen) > 20
    for seat, legal, observation, text, card, _ in recorder.seen:
        assert legal == [0, 1]
        assert observation[card] == 1
        cards = text.removeprefix("cards ").split(",")[0].split()
        assert cards[seat] == "JQK"[card]
        assert cards[1 - seat] == "?"
    assert len({drawn for *_, drawn in recorder.seen}) == len(recorder.seen)


def test_hidden_cards_change_nothing_in_a_view(kuhn):
    states = kuhn.reset(1, 1)
    other = states.copy()
    other["cards"][0, 1] = 3 - states["cards"][0].sum()
    stream = kuhn.agent_streams(1, [0])[0, 0]
    mine, twin = View(kuhn, states, stream), View(kuhn, other, stream)
    assert np.array_equal(mine.observation, twin.observation)
    assert mine.text() == twin.text()
    assert kuhn.state_text(mine.redeal(9)[0]) == kuhn.state_text(twin.redeal(9)[0])
    assert mine.rng.integers(2**60) == twin.rng.integers(2**60)
    public = {name: value for name, value in vars(mine).items() if not name.startswith("_")}
    assert not any(value is states for value in public.values())


def test_choices_by_the_view_are_reproducible(kuhn):
    whole = play_match("kuhn", [Drawn(), "uniform"], games=40, seed=8).table
    again = play_match("kuhn", [Drawn(), "uniform"], games=20, seed=8).table
    assert whole["actions"].slice(0, 20).equals(again["actions"])
    assert len(set(map(tuple, whole["actions"].to_pylist()))) > 2


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (
            5,
            r"in game 0 of seed 1, decision 1, chose 5, which .* legal: 0 \(pass\), 1 \(bet\)$",
        ),
        (-1, "chose -1, which is not legal"),
        ("bet", "chose 'bet', which is not legal"),
        (None, "chose None, which is not legal"),
        (True, "chose True, which is not legal"),
        (1.0, "chose 1.0, which is not legal"),
        (np.zeros((9, 9)), r"chose array\(.*, which is not legal"),
        (
            KeyError("oops"),
            r"game 0 of seed 1, decision 1, failed: KeyError: 'oops' \(test_agents_python.py, line",
        ),
        (ValueError("two\nlines"), "ValueError: two lines"),
    ],
)
def test_an_agent_that_fails_stops_the_match(kuhn, action, message):
    with pytest.raises(TolsimError, match=message) as error:
        play_match("kuhn", [Chooses(action), "uniform"], games=2, seed=1)
    assert "Chooses" in str(error.value)
    assert "\n" not in str(error.value)


def test_the_clock_can_limit_a_search(kuhn):
    table = play_match("kuhn", ["mcts:seconds=0.002", "uniform"], games=4, seed=1, workers=1).table
    assert table["decisions"].to_numpy().min() >= 2


def test_a_lambda_inside_an_agent_plays_alone(kuhn):
    agent = Chooses(0)
    agent.unpicklable = lambda: None
    assert play_match("kuhn", [agent, "uniform"], games=2, seed=1).tally.games == 2
    with pytest.raises(TolsimError, match="play with 1 worker"):
        play_match("kuhn", [agent, "uniform"], games=2, seed=1, workers=2)
