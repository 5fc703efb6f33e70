"""What tuning found, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tolsim.experiments import tables
from tolsim.experiments.questions.tuning import WITHIN, Played

if TYPE_CHECKING:
    from tolsim.experiments.questions.tune import Tuned


def one_rule(answer: Tuned, *, all_played: bool) -> str:
    """Tell the value nearest to the target, where it is crossed, and what change is enough."""
    ((name, values),) = answer.rules.items()
    target = answer.measure.text(answer.aim.target)
    near = answer.nearest
    nearest = (
        f"{answer.measure.about} is nearest to {target} at {name}="
        f"{tables.value_text(near.changes[name])}: {figures(answer, near)}"
    )
    words = [nearest]
    if answer.crossing is not None:
        at, low, high = answer.crossing
        open_ended = "no interval, the rule changes too little" if low is None else ""
        between = open_ended or f"{low:.2f} to {high:.2f}"
        words.append(f"it crosses {target} at {at:.2f} ({between})")
    words.append(_enough(answer, name, values[0]))
    if answer.enough is None and answer.crossing is None and not all_played:
        words.append("values between those played are taken to lie between them")
    return "; ".join(words + _refused(answer))


def several_rules(answer: Tuned, trials: int) -> str:
    """Tell the best set of values as it was measured anew."""
    near = answer.nearest
    changed = {k: v for k, v in near.changes.items() if v != answer.rules[k][0]}
    named = values_text(changed) or "the rules in force"
    target = answer.measure.text(answer.aim.target)
    margin = margin_text(answer)
    if near.standing == WITHIN:
        verdict = f"within {margin} of {target}"
    else:
        verdict = f"not known to be within {margin} of {target}"
    found = (
        f"best of {trials} sets of values is {named}, measured anew on other deals: "
        f"{answer.measure.about} {figures(answer, near)}, {verdict}"
    )
    return "; ".join([found, *_refused(answer)])


def _enough(answer: Tuned, name: str, in_force: Any) -> str:
    margin = f"within {margin_text(answer)} of {answer.measure.text(answer.aim.target)}"
    usual = tables.value_text(in_force)
    if answer.enough is None:
        undecided = [each for each in answer.played if each.standing == "undecided"]
        if undecided:
            told = ", ".join(tables.value_text(each.changes[name]) for each in undecided)
            return f"no value is known to bring it {margin}; not decided with these games: {told}"
        return f"no value asked about brings it {margin}"
    if not answer.enough:
        return f"the value in force, {usual}, is {margin} already"
    value = tables.value_text(answer.enough[name])
    return f"the smallest change known to bring it {margin} is from {usual} to {value}"


def _refused(answer: Tuned) -> list[str]:
    count = len(answer.refused)
    return [f"{count} {'is' if count == 1 else 'are'} not playable"] if count else []


def figures(answer: Tuned, each: Played) -> str:
    """Mean, interval and games."""
    mean, low, high = each.rate
    between = answer.measure.interval_text(low, high)
    return f"{answer.measure.text(mean)} ({between}) of {each.games:,} games"


def margin_text(answer: Tuned) -> str:
    """Write delta."""
    delta = answer.aim.delta
    return f"±{100 * delta:g} points" if answer.measure.share else f"±{delta:g}"


def values_text(changes: Any) -> str:
    """Write values of rules.

    >>> values_text({"hand.size": 3, "hand.open": True})
    'hand.size=3, hand.open=true'
    """
    return ", ".join(f"{name}={tables.value_text(value)}" for name, value in changes.items())
