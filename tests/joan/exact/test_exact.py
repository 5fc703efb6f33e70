"""Combat as tolsim plays it against exact chances worked out from the facts.

At 200,000 fights a match-up, an error is found almost surely that shifts a chance of a half by 1.25
percentage points, of a tenth by 0.8, of a hundredth by 0.28. What no rule allows is found the first
time. A false alarm anywhere is rarer than one in a million.
"""

from fractions import Fraction
from functools import cache
from math import sqrt

import numba
import pytest

from .comparing import FALSE_ALARM, MOST_EVENTS, alarms, events, smallest_shift, strays_by
from .facts import SIDES
from .fights import fought
from .match_up import MatchUp
from .match_ups import MATCH_UPS
from .resolution import Attack, outcome_chances
from .table import FIGHTS, lines

COMPILED = not numba.config.DISABLE_JIT
SEED = 20_241
FEWER_FIGHTS = 20_000
every_match_up = pytest.mark.parametrize("match_up", MATCH_UPS, ids=lambda match_up: match_up.shows)

NAMED = {match_up.shows: match_up for match_up in MATCH_UPS}


@cache
def exact(name):
    return outcome_chances(NAMED[name])


@every_match_up
def test_frequencies_agree_with_exact_chances(match_up):
    counts = fought(match_up, FIGHTS if COMPILED else 30, SEED)
    assert not alarms(exact(match_up.shows), counts, match_up.units)


@pytest.mark.skipif(not COMPILED, reason="a wrong rule shows in many fights only")
@every_match_up
def test_it_is_missed_when_tolsim_plays_without_the_rule(match_up):
    assert match_up.without
    counts = fought(match_up, FEWER_FIGHTS, SEED, match_up.without)
    assert alarms(exact(match_up.shows), counts, match_up.units)


# The enumeration itself, by hand.


def chances_of(attackers, defenders, **more):
    match_up = MatchUp("by hand", (attackers,), (defenders,), **more)
    return {outcome.fates: chance for outcome, chance in outcome_chances(match_up).items()}


@every_match_up
def test_chances_add_up_to_one(match_up):
    chances = exact(match_up.shows)
    assert sum(chances.values()) == 1
    assert all(chance > 0 for chance in chances.values())


def test_every_die_has_six_sides():
    assert all(len(sides) == 6 for sides in SIDES.values())


def test_a_red_die_against_nothing():
    assert chances_of("Damned", "Peasants", changes={"Damned.melee": "R"}) == {
        ("here", "destroyed"): Fraction(2, 6),
        ("here", "infirmary"): Fraction(2, 6),
        ("here", "pushed"): Fraction(1, 6),
        ("here", "here"): Fraction(1, 6),
    }


def test_a_black_die_behind_a_shield():
    """Three of six Shields stop it; a unit on one hit point suffers the rest."""
    found = chances_of("Damned", "Hero", changes={"Damned.melee": "B"})
    assert found["here", "destroyed"] == Fraction(1, 6) * Fraction(1, 2)
    assert found["here", "infirmary"] == Fraction(2, 6) * Fraction(1, 2)


def test_retaliation_on_a_red_die():
    found = chances_of("Pikemen", "Damned", changes={"Damned.defence": "R"})
    falls = sum(chance for fates, chance in found.items() if fates[0] != "here")
    assert falls == Fraction(4, 6)
    destroyed = sum(chance for fates, chance in found.items() if fates[0] == "destroyed")
    assert destroyed == Fraction(2, 6)


def test_a_forest_throws_a_white_die_again():
    found = chances_of("Damned", "Crossbowmen", terrain="forest", changes={"Damned.melee": "R"})
    hit = found["here", "destroyed"] + found["here", "infirmary"]
    assert hit == Fraction(4, 6) * Fraction(4, 6) ** 2


def test_terror_takes_all_dice_but_the_best():
    """One black Shield in two; the Knights' second red die is all that Terror takes."""
    wounds = chances_of("Foot Knights", "Death", changes={"Death.defence": ""})
    one, both = Fraction(4, 6), Fraction(4, 6) ** 2
    assert wounds["here", "here, 2 HP"] == both / 2
    unhurt = sum(chance for fates, chance in wounds.items() if fates[1].endswith(" 4 HP"))
    assert unhurt == (1 - one) / 2 + (1 - one) ** 2 / 2


def test_shields_stop_kills_before_disrupteds_before_pushes():
    attack = Attack(MatchUp("by hand", ("Damned",), ("Peasants",)))
    assert attack.after_shields((2, 1, 1), 1) == (1, 1, 1)
    assert attack.after_shields((1, 2, 1), 2) == (0, 1, 1)
    assert attack.after_shields((0, 1, 2), 2) == (0, 0, 1)


# The comparison.


def test_alarms_are_as_rare_as_they_say():
    """The level is shared out over every event; more of them than counted would break it."""
    assert sum(len(events(exact(each.shows), each.units)) for each in MATCH_UPS) < MOST_EVENTS
    assert FALSE_ALARM <= 1e-6


@pytest.mark.parametrize(("chance", "surely"), [(0.5, 0.0125), (0.1, 0.008), (0.01, 0.0028)])
def test_the_smallest_error_that_is_found(chance, surely):
    """Less four standard deviations of chance, the shift still raises the alarm."""
    shifted = chance + surely
    spread = sqrt(shifted * (1 - shifted) / FIGHTS)
    assert surely - 4 * spread > smallest_shift(FIGHTS, chance)


def test_what_cannot_be_raises_an_alarm_the_first_time():
    assert strays_by(1, FIGHTS, 0.0) == float("inf")
    assert strays_by(FIGHTS - 1, FIGHTS, 1.0) == float("inf")
    assert strays_by(FIGHTS // 2, FIGHTS, 0.5) == 0


def test_twenty_four_match_ups_and_more():
    names = [match_up.shows for match_up in MATCH_UPS]
    assert len(names) == len(set(names)) >= 24


def test_the_table_shows_exact_and_simulated_chances():
    text = lines(MATCH_UPS[0], 600 if COMPILED else 6, SEED)
    assert text[0].startswith(MATCH_UPS[0].shows)
    assert text[1] == "  Damned attack Peasants"
    assert len(text) == 3 + len(exact(MATCH_UPS[0].shows))


def test_units_out_of_order_are_refused():
    wrong = MatchUp("backwards", ("Skeletons", "Damned"), ("Peasants",))
    with pytest.raises(ValueError, match="backwards: the units are not listed"):
        fought(wrong, 1, SEED)
