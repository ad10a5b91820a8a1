"""Places by what is near them: each is found in one way, and in the words of both languages."""

from quartier.core.text.landmarks import Bearing, bearings, describe_bearing, way_from
from quartier.core.text.languages import translator

HALL, MILL = 100, 101


def test_directions_go_clockwise_from_the_north() -> None:
    around = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
    assert [way_from((0, 0), end) for end in around] == list(range(8))


def test_a_place_is_named_by_the_nearest_landmark() -> None:
    names = bearings({0: (1, 0), 1: (9, 0)}, {HALL: (0, 0), MILL: (10, 0)})
    assert names == {0: Bearing(HALL, 2), 1: Bearing(MILL, 6)}


def test_the_second_one_in_a_direction_is_further_there() -> None:
    names = bearings({0: (0, 1), 1: (0, 2), 2: (0, 3)}, {HALL: (0, 0)})
    assert [names[space].rank for space in range(3)] == [0, 1, 2]
    spoken = [describe_bearing(names[space], lambda _: "vom Rathaus", translator("de")) for space in range(3)]
    assert spoken == ["südlich vom Rathaus", "weiter südlich vom Rathaus", "südlich vom Rathaus, Nummer 3"]


def test_the_middle_between_two_is_between_them_if_that_is_wished() -> None:
    spaces, landmarks = {0: (1, 0)}, {HALL: (0, 0), MILL: (2, 0)}
    assert bearings(spaces, landmarks)[0] == Bearing(HALL, other=MILL)
    assert bearings(spaces, landmarks, between=False)[0] == Bearing(HALL, 2)


def test_no_two_places_have_the_same_bearing() -> None:
    spaces = {10 * x + y: (x, y * 0.9) for x in range(10) for y in range(10)}
    landmarks = {HALL: spaces.pop(23), MILL: spaces.pop(77)}
    names = bearings(spaces, landmarks)
    assert set(names) == set(spaces)
    assert len(set(names.values())) == len(spaces)
