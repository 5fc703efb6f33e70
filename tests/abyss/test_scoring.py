"""Victory points when the Legions have run out."""

import pytest

import tolsim

from .positions import Table

EMPTY = {"row_heroes": [], "hero_deck": []}


def last_turn(game, king=None, necrocampe=None, **layout):
    """The game's twelfth turn: the Necrocampe leads to red, the King follows to blue.

    The King attacks yellow. Majorities are what the positions say: the red one goes to the
    Necrocampe and the blue one to the King unless more Legions lie there.
    """
    table = Table(
        game,
        {"hand": [29, 25, 31], **(king or {})},
        {"hand": [3, 7, 13], **(necrocampe or {})},
        row=[2, 27],
        face_down=17,
        deck=[],
        turn=12,
        **{**EMPTY, **layout},
    ).do("play 29", "play 3")
    table.decline()
    assert table.state.over
    return table


def base(game):
    """Scores with no Hero: the Majorities of red and blue."""
    return last_turn(game).scores()


@pytest.mark.rule("locations.points", "score.majorities")
def test_majorities_score_their_tokens(abyss):
    assert base(abyss) == [3, 2]
    table = last_turn(
        abyss,
        {"up": {"purple": [5], "yellow": [12]}},
        {"up": {"green": [6], "blue": [4, 9]}},
    )
    assert [table.holder(n) for n in ("yellow", "red", "blue", "purple", "green")] == [
        "king",
        "necrocampe",
        "necrocampe",
        "king",
        "necrocampe",
    ]
    assert table.scores() == [1 + 4, 2 + 3 + 5]


@pytest.mark.rule("locations.points")
@pytest.mark.parametrize("points", [0, 7])
def test_the_points_of_a_token_are_a_value(points):
    game = tolsim.make("abyss", overrides={"locations.blue.points": points})
    assert base(game) == [points, 2]


@pytest.mark.rule("score.legions_at_locations_do_not_count")
def test_legions_at_locations_score_nothing(abyss):
    rich = last_turn(abyss, {"up": {"blue": [9, 14]}}, {"up": {"red": [18, 23]}})
    assert rich.scores() == base(abyss)


@pytest.mark.rule("stratagem.unused_points", "score.unused_stratagem")
@pytest.mark.parametrize("points", [2, 5])
def test_an_unused_stratagem_scores(points):
    game = tolsim.make("abyss", overrides={"stratagem.unused_points": points})
    kept = last_turn(game, {"stratagem": "any hero"})
    assert kept.scores() == [3 + points, 2]
    assert last_turn(game).scores() == [3, 2]


@pytest.mark.rule("score.heroes", "heroes.points")
@pytest.mark.parametrize(
    ("name", "points"),
    [("R2", 1), ("R3", 2), ("P2", 2), ("P3", 2), ("G2", 2), ("G3", 1), ("B1", 0), ("B2", 1)],
)
def test_heroes_score_their_points(abyss, name, points):
    assert last_turn(abyss, {"heroes": {name: []}}).scores() == [3 + points, 2]


@pytest.mark.rule("heroes.points")
def test_the_points_of_a_hero_are_a_value():
    game = tolsim.make("abyss", overrides={"heroes.R2.points": 9})
    assert last_turn(game, {"heroes": {"R2": []}}).scores() == [3 + 9, 2]


@pytest.mark.rule("score.legions_under_heroes", "legions.points")
def test_legions_under_heroes_score(abyss):
    table = last_turn(abyss, {"heroes": {"P2": [5, 10], "P3": [18, 6, 1]}})
    assert table.scores() == [3 + 2 + 3 + 1 + 2 + 3 + 1 + 0, 2]


@pytest.mark.rule("legions.points")
def test_the_points_of_a_legion_are_a_value():
    game = tolsim.make("abyss", overrides={"legions.1.points": 5})
    assert last_turn(game, {"heroes": {"P2": [1]}}).scores() == [3 + 2 + 5, 2]


# Heroes with a scoring of their own.


@pytest.mark.rule("heroes.scoring", "score.locations_without_majority")
def test_a_point_for_each_location_without_the_majority(abyss):
    # Blue is the King's; yellow, purple and green are nobody's and red the opponent's.
    assert last_turn(abyss, {"heroes": {"P1": []}}).scores() == [3 + 1 + 4, 2]
    table = last_turn(abyss, {"heroes": {"P1": []}, "up": {"purple": [5], "green": [6]}})
    assert table.scores() == [3 + 4 + 5 + 1 + 2, 2]


@pytest.mark.rule("heroes.scoring", "score.hero_colours")
@pytest.mark.parametrize(
    ("others", "colours"),
    [([], 1), (["G2"], 1), (["Y3"], 2), (["Y3", "R2", "B1", "P2"], 5), (["P2", "P3"], 2)],
)
def test_a_point_for_each_different_colour_of_hero(abyss, others, colours):
    points = {"G2": 2, "Y3": 0, "R2": 1, "B1": 0, "P2": 2, "P3": 2}
    table = last_turn(abyss, {"heroes": {"G1": [], **{name: [] for name in others}}})
    assert table.scores()[0] == 3 + 2 + colours + sum(points[name] for name in others)


@pytest.mark.rule("heroes.scoring", "score.banners")
def test_a_point_for_each_banner_controlled(abyss):
    # The blue token, B1 and two face-up Legions; the routed one and the one underneath do not count.
    table = last_turn(
        abyss,
        {
            "heroes": {"R1": [], "B1": [4]},
            "up": {"red": [8], "green": [21]},
            "routed": {"purple": [30]},
        },
    )
    assert table.state.banners.tolist()[0] == 4
    assert table.scores()[0] == 3 + 5 + 2 + 4


@pytest.mark.rule("heroes.scoring", "score.doubled_legions")
def test_the_doubler_doubles_the_legions_under_itself_only(abyss):
    table = last_turn(abyss, {"heroes": {"Y3": [18, 10], "P2": [5]}})
    assert table.scores() == [3 + 2 * (3 + 1) + 2 + 3, 2]


@pytest.mark.rule("heroes.scoring", "score.doubled_legions")
def test_the_doubler_doubles_a_third_legion_that_came_by_exchange(abyss):
    assert last_turn(abyss, {"heroes": {"Y3": [18, 10, 26]}}).scores() == [3 + 2 * 7, 2]


@pytest.mark.rule("heroes.pair", "pairs.points", "score.pair")
def test_a_complete_pair_scores_eight_and_half_a_pair_three(abyss):
    assert last_turn(abyss, {"heroes": {"Y1": []}}).scores() == [3 + 3, 2]
    assert last_turn(abyss, {"heroes": {"Y1": [], "Y2": []}}).scores() == [3 + 8, 2]
    apart = last_turn(abyss, {"heroes": {"Y1": []}}, {"heroes": {"Y2": []}})
    assert apart.scores() == [3 + 3, 2 + 3]


@pytest.mark.rule("pairs.points")
def test_the_points_of_a_pair_are_a_value():
    game = tolsim.make("abyss", overrides={"pairs.A.points": 7})
    assert last_turn(game, {"heroes": {"Y1": [], "Y2": []}}).scores() == [3 + 6 + 7, 2]


@pytest.mark.rule("score.both_sides_alike")
def test_the_necrocampe_scores_by_the_same_rules(abyss):
    table = last_turn(abyss, None, {"heroes": {"G1": [18, 6], "P2": [5]}, "stratagem": "divert"})
    assert table.scores() == [3, 2 + (2 + 2) + 4 + 2 + 3 + 2]


@pytest.mark.rule("score.example")
def test_the_example_of_the_rulebook_scores_twenty(abyss):
    """A green Hero of 2 + 2, Legions of 4, a purple Hero of 2, Legions of 1, Majorities of 9."""
    table = last_turn(
        abyss,
        {"heroes": {"G1": [18, 23], "P3": [10, 15]}, "up": {"purple": [5], "green": [6]}},
        {"up": {"blue": [4]}},
    )
    assert table.holder("blue") is None
    assert table.scores()[0] == 4 + 4 + 2 + 1 + 9 == 20
