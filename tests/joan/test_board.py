"""Boards: who touches whom, rings, compass and distances, derived again from drawn hexes."""

import itertools
import math

import numpy as np
import pytest

from tolsim.core.errors import TolsimError
from tolsim.joan.board import COMPASSES, LINKS_A_WORD, NORTH_EAST, NORTH_WEST, Board
from tolsim.joan.terrain import TERRAINS

from .map_files import RIVER, WALL, scenario_map, small_map

SCENARIOS = ("four_horsemen", "jumieges")

# Typed again from the rulings: area, spaces left after scenery, moves to the church's inside.
FOUR_HORSEMEN = """
A1B#1a 8 6, A1B#2a 8 5, A1B#3a 8 5, A1B#4a 8 5, 8Aa 6 1, 5Aa 6 3, 5Ab 6 2, 6Aa 4 2, 6Ab 6 3,
2B.1a 8 4, 2B.2a 6 4, 2B.2b 4 3, 2B.3a 4 3, 2B.3b 6 2, 4A.1a 6 3, 4A.1b 5 2, 4A.2a 4 5, 4A.2b 4 5,
4A.2c 4 4, 4A.3a 6 4, 4A.3b 6 4, 13A.1a 6 4, 13A.1b 4 5, 13A.2a 6 5, 13A.2b 6 4, 14B.1a 4 5,
14B.1b 6 4, 14B.2a 6 4, 14B.2b 6 4, 17A.1a 5 3, 17A.1b 6 2, 17A.2a 5 5, 17A.2b 6 4, 17A.3a 6 3,
17A.3b 6 4, 18A.1a 4 5, 18A.1b 4 4, 18A.1c 4 5, 18A.2a 4 4, 18A.2b 4 4, 18A.2c 3 5, 18A.3a 4 2,
18A.3b 3 3, 18A.3c 4 3, church 6 0, house NE 2 4, house SW 2 3, house E 1 3, house W 1 4
"""
JUMIEGES = """
12Ba 6 1, 1Aa 8 4, 5Aa 6 3, 5Ab 6 2, 6Aa 6 4, 6Ab 6 3, 9Ba 8 6, 13A.1a 6 2, 13A.1b 6 3, 13A.2a 6 2,
13A.2b 6 3, 14B.1a 6 3, 14B.1b 6 2, 14B.2a 6 3, 14B.2b 6 2, 15B.1a 6 5, 15B.1b 5 5, 15B.2a 8 4,
16B.1a 4 4, 16B.1b 6 3, 16B.2a 8 4, 17A.1a 6 5, 17A.1b 4 5, 17A.2a 6 3, 17A.2b 6 4, 17A.3a 6 5,
17A.3b 5 6, 2B.1a 6 5, 2B.2a 6 6, 2B.2b 5 5, 2B.3a 4 7, 2B.3b 6 6, A3Aa 8 6, A3Ba 8 6, church 6 0
"""
TABLES = {"four_horsemen": FOUR_HORSEMEN, "jumieges": JUMIEGES}


@pytest.fixture(scope="module", params=SCENARIOS)
def board(request):
    return Board(scenario_map(request.param))


@pytest.fixture(scope="module")
def four_horsemen():
    return Board(scenario_map("four_horsemen"))


@pytest.fixture(scope="module")
def jumieges():
    return Board(scenario_map("jumieges"))


def names(board, areas):
    return [board.areas[area] for area in areas if area >= 0]


def steps(board, one, other):
    return board.distance()[board.number(one), board.number(other)]


class Drawn:
    """A board drawn with hexes of side 1: all follows from lengths and angles, y to the north."""

    OUTWARD = tuple(math.radians(degrees) for degrees in (90, 30, -30, -90, -150, 150))

    def __init__(self, map_file):
        self.map_file = map_file
        self.middle, self.sides, self.centre = {}, {}, {}
        for one in map_file.hexes:
            x, y = 1.5 * one.q, -math.sqrt(3) * (one.r + one.q / 2)
            for area in one.areas:
                owned = [
                    angle
                    for angle, letter in zip(self.OUTWARD, one.edges, strict=True)
                    if area == one.id + letter
                ]
                self.middle[area] = (x, y)
                self.sides[area] = {self.side(x, y, angle) for angle in owned}
                # A step to each neighbouring hex it faces, an eighth as long.
                far = math.sqrt(3) / 8
                self.centre[area] = (
                    x + far * sum(math.cos(angle) for angle in owned),
                    y + far * sum(math.sin(angle) for angle in owned),
                )

    @staticmethod
    def side(x, y, outward):
        """Ends of a hex's side, rounded, in no order: the same for the hexes on both sides of it."""
        sixth = math.pi / 6
        return frozenset(
            (round(x + math.cos(angle), 6) + 0.0, round(y + math.sin(angle), 6) + 0.0)
            for angle in (outward - sixth, outward + sixth)
        )

    def touching(self):
        pairs = {
            frozenset((a, b))
            for a, b in itertools.combinations(self.middle, 2)
            if self.middle[a] == self.middle[b] or self.sides[a] & self.sides[b]
        }
        return pairs | {frozenset((room.id, room.area)) for room in self.map_file.interiors}

    def score(self, area, east):
        """2 Px - Py or -2 Px - Py of the map file's grid, which is 8 wide and 16 high a hex."""
        x, y = self.centre[area]
        return round(2 * east * 8 * x / 1.5 + 16 * y / math.sqrt(3))

    def clockwise(self, area, others):
        """Others by bearing, from the one farthest to the north-east on."""
        x, y = self.centre[area]

        def bearing(other):
            to_x, to_y = self.centre[other]
            return (math.pi / 2 - math.atan2(to_y - y, to_x - x)) % (2 * math.pi)

        ring = sorted(others, key=bearing)
        assert len({round(bearing(other), 6) for other in ring}) == len(ring)
        best = max(ring, key=lambda other: (self.score(other, 1), self.centre[other][1]))
        return ring[ring.index(best) :] + ring[: ring.index(best)]


def test_sizes_of_the_boards(four_horsemen, jumieges):
    for board, hexes, ground, interiors, pairs in [
        (four_horsemen, 23, 44, 5, 80),
        (jumieges, 21, 34, 1, 60),
    ]:
        assert (len(board.hexes), board.ground) == (hexes, ground)
        assert len(board.areas) == ground + interiors
        assert sum(map(len, board.near)) == 2 * pairs


def test_areas_stand_in_the_files_order(board):
    in_file = [one.id + letter for one in board.hexes for letter in sorted(one.terrain)]
    assert [*board.areas] == in_file + [room.id for room in board.map_file.interiors]
    assert [board.number(name) for name in board.areas] == [*range(len(board.areas))]
    with pytest.raises(TolsimError, match="unknown area 'chruch'; did you mean 'church'"):
        board.number("chruch")


def test_touching_is_a_common_side(board):
    found = {
        frozenset((board.areas[area], board.areas[other]))
        for area, others in enumerate(board.near)
        for other in others
    }
    assert found == Drawn(board.map_file).touching()


def test_rings_of_areas(board):
    drawn = Drawn(board.map_file)
    arrays = board.arrays()
    for area in range(board.ground):
        ring = names(board, arrays["near"][area][: arrays["ring_count"][area]])
        assert ring == drawn.clockwise(board.areas[area], ring)
        inside = names(board, arrays["near"][area][arrays["ring_count"][area] :])
        assert inside == [r.id for r in board.map_file.interiors if r.area == board.areas[area]]


def test_rings_of_hexes(board):
    drawn = Drawn(board.map_file)
    arrays = board.arrays()
    for number, one in enumerate(board.hexes):
        here = drawn.middle[one.areas[0]]
        sides = {drawn.side(*here, outward): outward for outward in drawn.OUTWARD}
        across = {
            sides[side]: area
            for area, owned in drawn.sides.items()
            for side in owned & sides.keys()
            if drawn.middle[area] != here
        }
        ring = [across[outward] for outward in sorted(across, reverse=True)]
        best = max(ring, key=lambda area: (drawn.score(area, 1), drawn.centre[area][1]))
        ring = ring[ring.index(best) :] + ring[: ring.index(best)]
        assert names(board, arrays["hex_ring"][number]) == ring
        assert arrays["hex_ring_count"][number] == len(ring)


@pytest.mark.parametrize(
    ("one", "ring"),
    [
        ("5A", ["14B.2b", "16B.1b", "16B.2a", "17A.2a", "13A.2a", "12Ba"]),
        ("15B.2", ["14B.2a", "15B.1a", "16B.1b"]),
        ("12B", ["14B.1b", "14B.2b", "5Ab", "13A.2a", "13A.1a"]),
        ("1A", ["13A.2b", "17A.2b", "17A.1b", "6Aa"]),
    ],
)
def test_rings_of_the_rulings(jumieges, one, ring):
    number = next(n for n, found in enumerate(jumieges.hexes) if found.id == one)
    assert names(jumieges, jumieges.hex_ring(number)) == ring


def test_compass_scores(board):
    drawn = Drawn(board.map_file)
    for area in range(board.ground):
        assert board.score(area, NORTH_EAST)[0] == drawn.score(board.areas[area], 1)
        assert board.score(area, NORTH_WEST)[0] == drawn.score(board.areas[area], -1)


def test_compass_scores_of_the_sites(jumieges):
    sites = [jumieges.map_file.places[f"number site {name}"][0] for name in ("NE", "central", "NW")]
    numbers = [jumieges.number(site) for site in sites]
    assert [jumieges.score(n, NORTH_EAST)[0] for n in numbers] == [16, -32, -48]
    assert [jumieges.score(n, NORTH_WEST)[0] for n in numbers] == [-112, -96, -48]
    arrays = jumieges.arrays()
    assert max(numbers, key=lambda n: arrays["north_east"][n]) == numbers[0]
    assert max(numbers, key=lambda n: arrays["north_west"][n]) == numbers[2]


@pytest.mark.parametrize("compass", COMPASSES)
def test_ranks_follow_the_compass(compass):
    board = Board(scenario_map("four_horsemen"), compass)
    arrays = board.arrays()

    def key(area, east):
        x, y = board.centres[area]
        return {
            "diagonal": (2 * east * x - y, -y),
            "north_first": (-y, east * x),
            "edge": (3 * east * x - y, -y),
        }[compass]

    for ranks, east in ((arrays["north_east"], 1), (arrays["north_west"], -1)):
        assert sorted(ranks) == [*range(len(board.areas))]
        order = np.argsort(ranks)
        assert [key(a, east) for a in order] == sorted(key(a, east) for a in order)
    for area in range(board.ground):
        ring = names(board, arrays["near"][area][: arrays["ring_count"][area]])
        best = max(ring, key=lambda name: arrays["north_east"][board.number(name)])
        assert ring[0] == best


def test_readings_of_the_compass_differ():
    far_east, north = "A1B#3a", "14B.1a"
    for compass, farther in [("diagonal", far_east), ("edge", far_east), ("north_first", north)]:
        board = Board(scenario_map("four_horsemen"), compass)
        ranks = board.ranks(NORTH_EAST)
        assert max((far_east, north), key=lambda name: ranks[board.number(name)]) == farther
    with pytest.raises(TolsimError, match="unknown compass 'edges'; did you mean 'edge'"):
        Board(scenario_map("four_horsemen"), "edges")


def test_an_area_goes_before_its_interior(board):
    arrays = board.arrays()
    for room in board.map_file.interiors:
        inside, outside = board.number(room.id), board.number(room.area)
        assert board.centres[inside] == board.centres[outside]
        assert arrays["north_east"][outside] == arrays["north_east"][inside] + 1
        assert arrays["north_west"][outside] == arrays["north_west"][inside] + 1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_room_and_way_to_the_church(scenario):
    board = Board(scenario_map(scenario))
    capacity = board.arrays()["capacity"]
    listed = [entry.strip().rsplit(" ", 2) for entry in TABLES[scenario].split(",")]
    assert {name for name, _, _ in listed} == set(board.areas)
    for name, spaces, moves in listed:
        assert capacity[board.number(name)] == int(spaces), name
        assert steps(board, name, "church") == int(moves), name


def test_distances_of_the_four_horsemen(four_horsemen):
    places = four_horsemen.map_file.places
    pentacle = {letter: places[f"pentacle {letter}"][0] for letter in "ABCD"}
    for letter, moves in {"A": 5, "B": 4, "C": 4, "D": 4}.items():
        assert steps(four_horsemen, pentacle[letter], "8Aa") == moves
        nearest = min(
            steps(four_horsemen, pentacle[letter], area)
            for area in four_horsemen.map_file.civilians.values()
        )
        assert nearest == 2
    assert steps(four_horsemen, pentacle["A"], pentacle["C"]) == 9
    assert steps(four_horsemen, pentacle["B"], pentacle["D"]) == 8
    assert {
        steps(four_horsemen, pentacle[a], pentacle[b]) for a, b in ("AB", "BC", "CD", "DA")
    } == {
        6,
        7,
    }
    assert steps(four_horsemen, "17A.1a", "8Aa") == 2


def test_distances_of_jumieges(jumieges):
    sites = ("1Aa", "15B.2a", "16B.2a")
    assert [steps(jumieges, "12Ba", site) for site in sites] == [3, 3, 3]
    assert [steps(jumieges, "13A.1a", site) for site in sites] == [2, 4, 4]
    holy = jumieges.map_file.deployment["holy"]
    for area, moves in {"17A.1a": 3, "A3Ba": 4, "9Ba": 4, "A3Aa": 3}.items():
        assert min(steps(jumieges, area, other) for other in holy) == moves


def shortest(board, passable):
    """Floyd and Warshall's way: allow one area after another to be passed."""
    size = len(board.areas)
    distance = np.full((size, size), 99)
    for pair in Drawn(board.map_file).touching():
        a, b = (board.number(name) for name in pair)
        distance[a, b] = distance[b, a] = 1
    np.fill_diagonal(distance, 0)
    for area in passable:
        distance = np.minimum(distance, distance[:, [area]] + distance[[area], :])
    return np.minimum(distance, 99)


def test_distances(board):
    arrays = board.arrays()
    assert (arrays["distance"] == shortest(board, range(len(board.areas)))).all()


def test_direct_shots_do_not_pass_forest(board):
    forest = {
        one.id + letter
        for one in board.hexes
        for letter, terrain in one.terrain.items()
        if terrain == "forest"
    }
    passable = [n for n in range(board.ground) if board.areas[n] not in forest]
    direct = board.arrays()["direct_distance"]
    assert (direct == shortest(board, passable)).all()
    assert (direct != board.distance()).any()
    assert (board.arrays(blocking=())["direct_distance"] == board.distance()).all()
    with pytest.raises(TolsimError, match="unknown terrain 'woods'"):
        board.arrays(blocking=("woods",))


def test_a_forest_between_and_a_forest_at_the_end(tmp_path):
    row = [("3", "A", None, 0, 0, "one", 0, {"a": "plain"}),
           ("8", "A", None, 0, 1, "one", 0, {"a": "forest"}),
           ("9", "B", None, 0, 2, "one", 0, {"a": "plain"})]  # fmt: skip
    direct = Board(small_map(tmp_path, row)).arrays()["direct_distance"]
    assert direct.tolist() == [[0, 1, 99], [1, 0, 1], [99, 1, 0]]


# Arrays.


def test_arrays_are_padded_whole_numbers(board):
    arrays = board.arrays()
    size, hexes = len(board.areas), len(board.hexes)
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.int64)}
    for name in ("near_count", "ring_count", "capacity", "terrain", "is_interior", "outside_of",
                 "hex_of", "north_east", "north_west"):  # fmt: skip
        assert arrays[name].shape == (size,), name
    for name, width in (("hex_areas", 3), ("hex_near", 6), ("hex_edge_area", 6), ("hex_ring", 6)):
        assert arrays[name].shape == (hexes, width), name
    most = arrays["near_count"].max()
    assert arrays["near"].shape == arrays["near_link"].shape == (size, most)
    for area in range(size):
        number = arrays["near_count"][area]
        assert (arrays["near"][area][:number] >= 0).all()
        assert (arrays["near"][area][number:] == -1).all()
        assert (arrays["near_link"][area][number:] == -1).all()


def test_what_an_area_is(four_horsemen):
    arrays = four_horsemen.arrays()
    for name, terrain, interior, outside, one in [
        ("18A.2b", "swamp", 0, "18A.2b", "18A.2"),
        ("2B.3a", "village", 0, "2B.3a", "2B.3"),
        ("house NE", "interior", 1, "2B.3a", "2B.3"),
        ("church", "interior", 1, "8Aa", "8A"),
    ]:
        area = four_horsemen.number(name)
        assert TERRAINS[arrays["terrain"][area]] == terrain == four_horsemen.terrain(area)
        assert arrays["is_interior"][area] == interior
        assert four_horsemen.areas[arrays["outside_of"][area]] == outside
        assert four_horsemen.hexes[arrays["hex_of"][area]].id == one


def test_a_link_has_one_number_from_both_ends(board):
    arrays = board.arrays()
    ends = {}
    for area, count in enumerate(arrays["near_count"]):
        for place in range(count):
            pair = frozenset((area, int(arrays["near"][area, place])))
            ends.setdefault(int(arrays["near_link"][area, place]), []).append(pair)
    assert sorted(ends) == [*range(len(ends))]
    assert all(len(pairs) == 2 and len(set(pairs)) == 1 for pairs in ends.values())


def open_links(words):
    return {
        63 * word + bit
        for word, bits in enumerate(words.tolist())
        for bit in range(63)
        if bits >> bit & 1
    }


def test_links_are_open_but_for_those_shut(four_horsemen):
    arrays = four_horsemen.arrays()
    assert LINKS_A_WORD == 63
    assert arrays["link_open"].shape == (2,)
    assert (arrays["link_open"] > 0).all()
    assert open_links(arrays["link_open"]) == set(range(80))
    shut = four_horsemen.arrays(shut=[("church", "8Aa"), ("5Aa", "5Ab")])
    closed = set(range(80)) - open_links(shut["link_open"])
    for one, other in [("8Aa", "church"), ("5Ab", "5Aa")]:
        area = four_horsemen.number(one)
        place = arrays["near"][area].tolist().index(four_horsemen.number(other))
        closed.remove(int(arrays["near_link"][area, place]))
    assert closed == set()
    with pytest.raises(TolsimError, match="unknown neighbour of church '5Aa'"):
        four_horsemen.arrays(shut=[("church", "5Aa")])


def test_hexes_and_their_edges(four_horsemen):
    arrays = four_horsemen.arrays()
    ids = [one.id for one in four_horsemen.hexes]
    church = ids.index("8A")
    near = [ids[n] for n in arrays["hex_near"][church]]
    assert near == ["5A", "2B.3", "4A.1", "17A.1", "6A", "18A.3"]
    assert (arrays["hex_near"][ids.index("A1B#2")] >= 0).sum() == 2
    assert names(four_horsemen, arrays["hex_edge_area"][ids.index("5A")]) == [
        "5Aa", "5Aa", "5Ab", "5Ab", "5Ab", "5Aa",
    ]  # fmt: skip
    assert names(four_horsemen, arrays["hex_areas"][ids.index("18A.1")]) == [
        "18A.1a", "18A.1b", "18A.1c",
    ]  # fmt: skip
    assert arrays["hex_areas"][church].tolist() == [four_horsemen.number("8Aa"), -1, -1]
    for number, beyond in enumerate(arrays["hex_near"]):
        for edge, other in enumerate(beyond):
            if other >= 0:
                assert arrays["hex_near"][other][(edge + 3) % 6] == number


# Rivers and castle walls: strips through a hex.


def touching_of(board):
    return {
        tuple(sorted((board.areas[area], board.areas[other])))
        for area, others in enumerate(board.near)
        for other in others
    }


def test_banks_meet_along_the_river_and_never_across(tmp_path):
    """A river from south to north through two hexes, and land where it leaves the second."""
    hexes = [
        ("V1", "A", 1, 0, 1, "river", 1, RIVER),
        ("V1", "A", 2, 0, 0, "river", 1, RIVER),
        ("3", "A", None, 0, -1, "one", 0, {"a": "plain"}),
    ]
    inside = {(f"V1A#{n}a", f"V1A#{n}{bank}") for n in (1, 2) for bank in "bc"}
    river = {("V1A#1a", "V1A#2a"), ("3Aa", "V1A#2a")}
    banks = {("V1A#1b", "V1A#2b"), ("V1A#1c", "V1A#2c"), ("3Aa", "V1A#2b"), ("3Aa", "V1A#2c")}
    shared = Board(small_map(tmp_path, hexes, strip_contact=True))
    assert touching_of(shared) == inside | river | banks
    assert touching_of(Board(small_map(tmp_path, hexes))) == inside | river


def test_land_on_both_sides_of_a_wall_is_apart(tmp_path):
    """A wall through two hexes, bent in the second, and land where it ends."""
    hexes = [
        ("S1", "A", None, 0, 0, "band", 0, WALL),
        ("S2", "A", None, 1, 0, "bend_out", 5, WALL),
        ("3", "A", None, -1, 0, "one", 0, {"a": "plain"}),
    ]
    inside = {(f"{s}f", f"{s}{land}") for s in ("S1A", "S2A") for land in "oi"}
    inside = {tuple(sorted(pair)) for pair in inside}
    assert Board(small_map(tmp_path, hexes)).hexes[1].edges == ("i", "f", "o", "o", "o", "f")
    wall = {("S1Af", "S2Af"), ("3Aa", "S1Af")}
    flanks = {("S1Ao", "S2Ao"), ("S1Ai", "S2Ai")}
    shared = Board(small_map(tmp_path, hexes, strip_contact=True))
    assert touching_of(shared) == inside | wall | flanks
    assert touching_of(Board(small_map(tmp_path, hexes))) == inside | wall


def test_areas_of_a_hex_may_be_kept_apart(tmp_path):
    hexes = [("1", "B", None, 0, 0, "third", 0, {"a": "plain", "b": "river", "c": "river"})]
    board = Board(small_map(tmp_path, hexes, no_contact=[["1Bc", "1Bb"]]))
    assert touching_of(board) == {("1Ba", "1Bb"), ("1Ba", "1Bc")}
