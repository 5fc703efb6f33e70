"""A match summed up in plain values, as ``tolsim match --json`` prints it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tolsim.core.game import Game
from tolsim.experiments.run import agents_text
from tolsim.experiments.schema import column_docs
from tolsim.experiments.statistics import Rate, Shares, Tally
from tolsim.experiments.verdict import Verdict, no_verdict


def summarise(
    game: Game, parameters: Mapping[str, Any], tally: Tally, verdict: Verdict | None
) -> dict[str, Any]:
    """Sum a match up.

    Shares and win rates are 0 to 1 with 95 % intervals ``low`` to ``high``, a draw counting half
    of a win; ``seconds`` is time spent playing, summed over cores. A single player has no win
    rates: there is nobody to win against, and the classes of its outcomes say all.

    Parameters
    ----------
    game
        Under the match's rules.
    parameters
        Of the run.
    tally
        Counts of its games.
    verdict
        On its balance, if there is one.
    """
    return {
        "game": game.name,
        "variant": game.variant,
        "overrides": dict(game.overrides),
        "ruleset": game.ruleset_id,
        "seed": parameters["seed"],
        "games": tally.games,
        "seconds": round(tally.seconds, 3),
        "seats": _seats(game, parameters["agents"], tally),
        "agents": _agents(game, parameters["agents"], tally),
        "classes": _classes(game, tally),
        "outcomes": dict(sorted(tally.outcomes.items())),
        "telemetry": _telemetry(game, tally),
        "verdict": verdict and verdict.verdict,
        "no_verdict": no_verdict(game),
        "more_games": verdict and verdict.more_games,
        "sentence": sentence(game, tally, verdict),
    }


def _rate_fields(shares: Shares) -> dict[str, float]:
    rate: Rate = shares.rate()
    return {"win_rate": rate.rate, "low": rate.low, "high": rate.high}


def _seats(game: Game, agents: list[str], tally: Tally) -> list[dict[str, Any]]:
    if game.num_players == 1:
        return [{"seat": game.seats[0], "agent": agents_text(agents)}]
    return [
        {
            "seat": name,
            "agent": agents_text(agents),
            "wins": int(wins),
            "draws": int(draws),
            "losses": int(losses),
            **_rate_fields(shares),
        }
        for name, (losses, draws, wins), shares in zip(
            game.seats, tally.results, tally.seats, strict=True
        )
    ]


def _agents(game: Game, agents: list[str], tally: Tally) -> list[dict[str, Any]]:
    if game.num_players == 1:
        return [{"agent": agents[0]}]
    return [
        {
            "agent": agent,
            **_rate_fields(shares),
            "by_seat": [
                {"seat": seat, "games": in_seat.deals, **_rate_fields(in_seat)}
                for seat, in_seat in zip(game.seats, by_seat, strict=True)
            ],
        }
        for agent, shares, by_seat in zip(agents, tally.agents, tally.agents_by_seat, strict=True)
    ]


def _classes(game: Game, tally: Tally) -> list[dict[str, Any]]:
    found = []
    for seat, classes in zip(game.seats, tally.classes, strict=True):
        for name, shares in classes.items():
            share, low, high = shares.rate()
            counts = {"games": shares.points, "share": share, "low": low, "high": high}
            found.append({"seat": seat, "class": name, **counts})
    return found


def _telemetry(game: Game, tally: Tally) -> list[dict[str, Any]]:
    """Mean and spread of every column that holds numbers, decisions and scores first."""
    docs = column_docs(game)
    order = ["decisions", *(f"score_{seat}" for seat in game.seats), *docs]
    return [
        {
            "column": column,
            "about": docs[column],
            "games": numbers.games,
            "mean": numbers.mean,
            "spread": numbers.spread,
            "lowest": numbers.low,
            "highest": numbers.high,
        }
        for column in dict.fromkeys(order)
        if (numbers := tally.numbers.get(column)) is not None and numbers.games
    ]


def sentence(game: Game, tally: Tally, verdict: Verdict | None) -> str | None:
    """Say what a match found: the verdict, or how a single player fared; None of other games."""
    if game.num_players > 1:
        return None if verdict is None else verdict.sentence
    fared = []
    for name, shares in tally.classes[0].items():
        share, low, high = (100 * value for value in shares.rate())
        fared.append(f"{name} {share:.1f} % ({low:.1f}–{high:.1f} %)")
    return f"{', '.join(fared)} of {tally.games:,} games"
