"""Priority charts: printed lines, checked against the units of the scenario, with the line named."""

import pytest

from tolsim.core.errors import TolsimError
from tolsim.joan.scenarios.jumieges import charts
from tolsim.joan.scenarios.jumieges.roster import CHARTS, FOLDER, HOLY_UNITS, UNHOLY_UNITS

from .games import attacked, from_start, jumieges, leviathan_acts

SIDES = {"leviathan": HOLY_UNITS, "unholy": HOLY_UNITS, "unholy_turns": UNHOLY_UNITS,
         "unholy_losses": UNHOLY_UNITS}  # fmt: skip
FILE = FOLDER / "charts.toml"


def test_the_charts_are_the_printed_ones():
    common = ["Foot Knights", "Sergeants-at-Arms", "Pikemen"]
    heroes = ["Ambroise de Loré", "Hero"]
    last = ["Standard Bearer", "Crossbowmen"]
    assert CHARTS["leviathan"] == [
        "carrier of a Relic", "in the church", *heroes, *common, "Penitents", "Flagellants", *last,
    ]  # fmt: skip
    assert CHARTS["unholy"] == [*heroes, "Penitents", "Flagellants", *common, *last]
    assert CHARTS["unholy_turns"] == [
        "Mounted Skeletons", "Mounted Spectres", "Voracious Demons", "Ghosts", "Skeletons",
    ]  # fmt: skip
    assert CHARTS["unholy_losses"] == [
        "Skeletons", "Ghosts", "Voracious Demons", "Mounted Skeletons", "Mounted Spectres",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Penitents, Flagellants, Foot", "Penitents, Peasants, Flagellants, Foot", "'Peasants'"),
        ("Pikemen, Standard Bearer, Crossbowmen\"\nalt", "Pikemen, Standard Bearer\"\nalt",
         "leaves out Crossbowmen"),
        ("Penitents, Flagellants, Foot", "Penitents, Penitents, Flagellants, Foot", "Penitents twice"),
        ("Penitents, Flagellants, Foot", "in the church, Penitents, Flagellants, Foot", "in the church"),
    ],
)  # fmt: skip
def test_a_chart_that_does_not_fit_the_scenario_is_refused_with_its_line(tmp_path, old, new, said):
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "charts.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    line = text[: text.index("Ambroise de Loré, Hero, Penitents")].count("\n") + 1
    with pytest.raises(TolsimError, match=f"charts.toml, line {line}: .*{said}"):
        charts.load_charts(path, SIDES)


def test_a_missing_chart_is_refused(tmp_path):
    text = FILE.read_text(encoding="utf-8")
    path = tmp_path / "charts.toml"
    path.write_text(text[: text.index("[charts.unholy_losses]")], encoding="utf-8")
    with pytest.raises(TolsimError, match=r"charts\.unholy_losses is missing"):
        charts.load_charts(path, SIDES)


@pytest.mark.rule("charts.leviathan")
def test_a_chart_set_by_a_user_is_checked():
    with pytest.raises(TolsimError, match=r"charts\.leviathan leaves out"):
        jumieges({"charts.leviathan": "Hero"})


@pytest.mark.rule("charts.leviathan")
@pytest.mark.parametrize(
    ("chart", "area"),
    [
        (
            "carrier of a Relic, in the church, Ambroise de Loré, Hero, Foot Knights, Sergeants-at-Arms, Pikemen, Penitents, Flagellants, Standard Bearer, Crossbowmen",
            "14B.2b",
        ),
        (
            "in the church, carrier of a Relic, Ambroise de Loré, Hero, Foot Knights, Sergeants-at-Arms, Pikemen, Penitents, Flagellants, Standard Bearer, Crossbowmen",
            "12Ba",
        ),
    ],
)
def test_the_chart_in_force_is_played(chart, area):
    units = {"The Leviathan": "5Aa", "12Ba": ["Pikemen 1"], "14B.2b": ["Hero"]}
    dice = {"gigantic": "blank", "white": "shield", "black": "blank"}
    hero = from_start().number("Hero")
    table = leviathan_acts(
        units, {"charts.leviathan": chart}, dice, fields={"relic_holder": [hero, -1, -1]}
    )
    assert attacked(table) == [area]


@pytest.mark.rule("charts.leviathan")
def test_carriers_and_the_church_come_first():
    units = {"The Leviathan": "5Aa", "church": ["Crossbowmen 1"], "14B.2b": ["Hero"],
             "12Ba": ["Pikemen 1"]}  # fmt: skip
    # Both in the church: as many HP, so the number decides; the Hero beside counts less.
    table = leviathan_acts(units, {"combat.gigantic_dice": 1}, {"gigantic": "kill"})
    assert table.units_in("destroyed") == ["Pikemen 1"]
    units = {"The Leviathan": "16B.2a", "2B.1a": ["Hero", "Ambroise de Loré"]}
    for carrier, hp in (("Hero", 2), ("Ambroise de Loré", 1)):
        holder = [table.number(carrier), -1, -1]
        struck = leviathan_acts(units, {"combat.gigantic_dice": 1}, {"gigantic": "disrupted"},
                                fields={"relic_holder": holder})  # fmt: skip
        assert struck.hp("Ambroise de Loré") == hp
