"""The heuristic value of a position of the Four Horsemen."""

import numpy as np
import pytest

from .four_horsemen.games import CIVILIANS, four_horsemen, from_start, laid
from .positions import Table

ARMY = {
    "8Aa": ["Hero", "Standard Bearer"],
    "5Ab": ["Foot Knights 1", "Crossbowmen 1"],
    "6Aa": ["Sergeants-at-Arms 1", "Peasants 1"],
    "4A.1b": ["Provincial Militia 1", "Peasants 2"],
    "2B.3b": ["Mounted Knights 1", "Mounted Knights 2"],
    "18A.2c": ["Pikemen 1", "Apothecary"],
    "4A.2b": ["Peasants 3", "Blacksmith"],
    "14B.1b": ["Provincial Militia 2", "Merchant Girl"],
    "17A.2a": ["Provincial Militia 3", "Guide"],
    "13A.2a": ["Sergeants-at-Arms 2", "Soothsayer"],
    "13A.1a": ["Pikemen 2", "Citizen"],
}


def army(**places: str) -> dict[str, list[str]]:
    """The army above, some of its units, named with ``_`` for a space, elsewhere."""
    moved = {name.replace("_", " "): place for name, place in places.items()}
    units = {area: [name for name in names if name not in moved] for area, names in ARMY.items()}
    for name, place in moved.items():
        units.setdefault(place, []).append(name)
    return units


def table(in_round: int = 3, points: int = 8, **places: str) -> Table:
    """A Holy turn with the army, and so many points of Civilians lost before."""
    return laid(army(**places), turn_of="holy", in_round=in_round, fields={"vp_civilians": points})


def holy_value(table: Table) -> float:
    """Value for the Holy side; the Unholy side's is its opposite."""
    holy, unholy = table.game.evaluate(table.states)[0]
    assert unholy == -holy
    assert -1 <= holy <= 1
    return float(holy)


def test_losses_lower_the_value_step_by_step():
    values = [holy_value(table(Peasants_1=place)) for place in ("6Aa", "infirmary", "destroyed")]
    assert values[0] > values[1] > values[2]
    assert holy_value(table(Peasants_1="waiting")) > values[1]


def test_points_lower_the_value():
    values = [holy_value(table(points=points)) for points in range(4, 20, 3)]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1] + 0.5


def test_time_is_on_the_holy_side():
    values = [holy_value(table(in_round=number)) for number in range(1, 8)]
    assert values == sorted(values)
    assert values[-1] > values[0] + 0.3


def test_an_infirmary_is_worse_in_the_last_camp_than_a_rally_to_come():
    def loss(in_round: int) -> float:
        whole, hurt = table(in_round, points=18), table(in_round, 18, Peasants_1="infirmary")
        return holy_value(whole) - holy_value(hurt)

    assert loss(7) > loss(3) > 0


def test_the_end_is_foreseen():
    assert holy_value(table(in_round=7, points=4)) > 0.9
    assert holy_value(table(in_round=7, points=19, Peasants_1="destroyed")) < -0.3


def test_angels_and_saint_patrick_score_for_nobody():
    plain = holy_value(table())
    for place in ("5Aa", "infirmary", "destroyed"):
        fallen = {f"Angel {number}": place for number in (1, 2)}
        units = {**army(), place: [*army().get(place, []), *fallen]}
        summoned = laid(units, turn_of="holy", fields={"vp_civilians": 8})
        assert holy_value(summoned) == plain


def test_civilians_nearer_to_the_church_raise_the_value():
    far = table(points=12)
    near = table(points=12, Apothecary="5Ab", Citizen="6Aa", Soothsayer="8Aa", Guide="church")
    inside = table(points=12, **{name.replace(" ", "_"): "church" for name in CIVILIANS[2:]})
    assert "Blacksmith" in CIVILIANS[2:]
    assert holy_value(far) < holy_value(near) < holy_value(inside)
    assert holy_value(inside) > 0.5


def test_no_miracle_is_expected_of_four_civilians():
    inside = dict.fromkeys(("Apothecary", "Citizen", "Soothsayer", "Guide"), "church")
    lost = {"Blacksmith": "destroyed", "Merchant_Girl": "destroyed"}
    four = table(points=17, **inside, **lost)
    five = table(points=17, **inside, Blacksmith="church", Merchant_Girl="destroyed")
    assert holy_value(four) < 0 < holy_value(five)


def test_an_enemy_before_the_church_bars_the_miracle():
    near = {"Apothecary": "5Ab", "Citizen": "church", "Soothsayer": "church", "Guide": "church"}
    near |= {"Blacksmith": "church", "Hero": "5Aa", "Standard_Bearer": "5Aa"}
    free = table(points=16, **near)
    barred = table(points=16, **near, War="8Aa")
    assert holy_value(barred) < holy_value(free)


def test_the_value_follows_the_rules_in_force():
    easy = from_start({"victory.points": 27})
    hard = from_start({"victory.points": 12})
    assert holy_value(hard) < holy_value(from_start()) < holy_value(easy)
    few = from_start({"prayer.for_a_miracle": 2})
    assert holy_value(few) > holy_value(from_start())


RULES = [{}, {"setup.civilian_spots": "near"}, {"setup.horseman_level": 2}]


@pytest.mark.parametrize("rules", RULES)
def test_values_stay_within_bounds_in_whole_games(rules):
    game = four_horsemen(overrides=rules)
    players = np.random.default_rng(3)
    states = game.reset(6, 2)
    while not states["over"].all():
        values = game.evaluate(states)
        assert np.isfinite(values).all()
        assert (np.abs(values) <= 1).all()
        assert (values.sum(axis=1) == 0).all()
        for row in np.flatnonzero(states["over"] == 0):
            actions = game.legal_actions(states[row : row + 1])[0]
            game.step(states[row : row + 1], [players.choice(actions)])
