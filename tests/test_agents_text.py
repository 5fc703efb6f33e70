"""How agents are written, and which mistakes are refused."""

import pickle

import numpy as np
import pytest

from tolsim.agents import agent_names, as_agent, parse
from tolsim.core.agent_settings import EXTERNAL, GREEDY, SEARCH, UNIFORM
from tolsim.core.errors import TolsimError


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("uniform", "uniform"),
        ("mcts", "mcts"),
        ("mcts:", "mcts"),
        ("mcts:iterations=200", "mcts"),
        ("mcts:playout=greedy,iterations=50", "mcts:iterations=50,playout=greedy"),
        ("mcts: exploration=1.0 , reuse=true", "mcts:exploration=1,reuse=true"),
        ("mcts:cutoff=0", "mcts:cutoff=0"),
        ("mcts:seconds=0.50", "mcts:seconds=0.5"),
    ],
)
def test_one_spelling_for_each_agent(text, spec):
    agent = parse(text)
    assert agent.spec == spec
    assert parse(spec) == agent
    assert pickle.loads(pickle.dumps(agent)) == agent


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mct", "unknown agent 'mct'; did you mean 'mcts'"),
        ("mcts:iteration=5", "agent 'mcts' has no option 'iteration'; did you mean 'iterations'"),
        ("mcts:iterations", "needs a value"),
        ("mcts:iterations=5,iterations=6", "given twice"),
        ("mcts:iterations=five", "whole number of 1 to 1,000,000, not 'five'"),
        ("mcts:iterations=0", "whole number of 1 to 1,000,000, not 0"),
        ("mcts:exploration=nan", "number of 0 to 100, not nan"),
        ("mcts:playout=greed", "did you mean 'greedy'"),
        ("mcts:reuse=yes", "true or false, not 'yes'"),
        ("mcts:seconds=1,iterations=5", "not both"),
        ("mcts:seconds=1,reuse=true", "with iterations only"),
        ("uniform:x=1", "has no options"),
        ("python", "needs its class"),
        ("python:mine.Own", "did you mean python:class=mine.Own?"),
        ("mine.Own", "a class of your own is python:class=mine.Own"),
        ("python:class=Own", "lacks its module"),
        ("python:class=no.such.module.Agent", "cannot be imported"),
        ("python:class=fractions.Fractio", "did you mean 'Fraction'"),
        ("python:class=fractions.Fraction", "no class with a method act"),
    ],
)
def test_mistakes_are_named(text, message):
    with pytest.raises(TolsimError) as error:
        parse(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [3, None, object(), object])
def test_only_agents_are_agents(value):
    with pytest.raises(TolsimError, match=r"object with act\(view\)"):
        as_agent(value)


def test_records_for_compiled_loops(kuhn):
    kinds = {text: parse(text).record(kuhn).kind for text in ("uniform", "greedy", "mcts")}
    assert kinds == {"uniform": UNIFORM, "greedy": GREEDY, "mcts": SEARCH}
    assert parse("mcts:seconds=1").record(kuhn).kind == EXTERNAL
    record = parse("mcts:iterations=7,exploration=0.5,playout=greedy,cutoff=3,reuse=true").record(
        kuhn
    )
    assert record.iterations == 7
    assert np.isclose(record.exploration, 0.5)
    assert (record.playout, record.cutoff, record.reuse) == (GREEDY, 3, 1)
    assert (record.low, record.high) == (-2.0, 2.0)


def test_every_name_is_known():
    assert agent_names() == ["uniform", "greedy", "mcts", "policy", "python"]
