"""The lattice: counts, pictures, and every table against coordinates."""

import pytest

from quartier.games.metromania.drawing.layout import corners, vertex_point
from quartier.games.metromania.rules import geometry as g
from tests.games.metromania import slow

NAMES = slow.NAMES


def point(vertex: int) -> slow.Point:
    """The coordinates of a vertex."""
    return g.VERTEX_COORDINATES[vertex]


def triangle(number: int) -> slow.Triangle:
    """The corners of a triangle as coordinates."""
    return frozenset(point(int(v)) for v in g.CORNERS[number])


@pytest.mark.rules("MM-1")
def test_counts() -> None:
    assert (g.VERTICES, g.EDGES, g.TRIANGLES, g.FRAMES) == (91, 240, 150, 30)
    assert len({triangle(number) for number in range(150)}) == 150
    assert len({frozenset(map(int, ends)) for ends in g.EDGE_ENDS}) == 240


@pytest.mark.rules("MM-1", "MM-2")
def test_steps_and_edges() -> None:
    for v in range(91):
        for d, name in enumerate(NAMES):
            end = slow.plus(point(v), slow.STEPS[name])
            if not slow.inside(end):
                assert g.STEP[v, d] == g.EDGE[v, d] == -1
                continue
            assert point(int(g.STEP[v, d])) == end
            assert set(map(int, g.EDGE_ENDS[g.EDGE[v, d]])) == {v, int(g.STEP[v, d])}
            assert g.EDGE[v, d] == g.EDGE[g.STEP[v, d], (d + 3) % 6]


@pytest.mark.rules("MM-2")
def test_the_two_sides_of_a_way() -> None:
    r"""Going east, `+` is the triangle below, `-` the one above::

         ___*___
        \  / \ - /          u ---> v
          *---*
        /  \ / + \
    """
    inner = rim = 0
    for v in range(91):
        for d, name in enumerate(NAMES):
            if g.STEP[v, d] < 0:
                assert list(g.EDGE_TRIANGLES[v, d]) == [-1, -1]
                continue
            for side, sign in enumerate("+-"):
                expected = slow.triangle_beside(point(v), name, sign)
                neighbour = int(g.EDGE_TRIANGLES[v, d, side])
                assert (
                    (triangle(neighbour) == expected)
                    if neighbour >= 0
                    else not all(map(slow.inside, expected))
                )
            sides = int((g.EDGE_TRIANGLES[v, d] >= 0).sum())
            inner, rim = inner + (sides == 2), rim + (sides == 1)
    assert (inner, rim) == (2 * 210, 2 * 30)


@pytest.mark.rules("MM-1")
def test_a_turned_piece_covers_its_sector() -> None:
    r"""Sector 0 lies between east and south-east of the centre; a third of a turn moves its apex cell to a corner::

    0 turns: * . . . .       1 turn: . . . . *
              . . . .                 . . . .
               . . .                   . . .
    """
    for sector in range(6):
        for turn in range(3):
            for (i, j), expected in slow.piece_cells(sector, turn):
                assert triangle(int(g.LANDED[sector, turn, g.cell_number(i, j)])) == expected
            assert sorted(map(int, g.LANDED[sector, turn])) == list(range(25 * sector, 25 * sector + 25))
    assert [g.cell_place(cell) for cell in range(5)] == [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0)]
    assert int(g.LANDED[0, 0, 0]) == 0
    assert g.cell_place(int(g.LANDED[0, 1, 0])) in ((4, 0), (4, 8))
    assert {g.cell_place(int(g.LANDED[0, turn, 0])) for turn in range(3)} == {(0, 0), (4, 0), (4, 8)}


@pytest.mark.rules("MM-4", "MM-10", "MM-20")
def test_the_frame() -> None:
    r"""Frame triangle i of an edge lies outside the rim, with sides a and b::

        w_i
       a/ \b
    v_i --- v_(i+1)
    """
    for number in range(30):
        apex, ends = slow.frame(*divmod(number, 5))
        assert g.apex(number) == apex
        assert not slow.inside(apex)
        for side, name in enumerate("ab"):
            assert point(int(g.FRAME_END[number, side])) == ends[name]
            assert slow.plus(apex, slow.step(int(g.INWARD[number, side]))) == ends[name]
            assert g.EXIT[g.FRAME_END[number, side], side] == number
    assert int((g.EXIT >= 0).sum()) == 60
    corner = g.vertex_at((5, 0))
    assert sorted(int(f) // 5 for f in g.EXIT[corner]) == [0, 5]


@pytest.mark.rules("MM-13")
def test_bends() -> None:
    """Coming from the west one goes straight on or turns by 60 degrees (an angle of 120); sharper is 60 degrees."""
    kinds = {NAMES[d]: int(g.BEND[NAMES.index("E"), d]) for d in range(6)}
    assert kinds == {"E": 0, "SE": 0, "NE": 0, "SW": 1, "NW": 1, "W": 2}
    assert all(g.BEND[d, e] == g.BEND[0, (e - d) % 6] for d in range(6) for e in range(6))


@pytest.mark.rules("MM-18")
def test_neighbours_share_a_vertex() -> None:
    for one in range(0, 150, 7):
        for other in range(150):
            assert g.neighbours(one, other) == bool(triangle(one) & triangle(other))


@pytest.mark.rules("MM-11", "MM-21")
def test_edges_apart() -> None:
    assert [int(span) for span in g.APART[0]] == [0, 1, 2, 3, 2, 1]


def test_around_a_vertex() -> None:
    centre = g.vertex_at((0, 0))
    assert sorted(int(t) // 25 for t in g.AROUND[centre]) == [0, 1, 2, 3, 4, 5]
    for v in range(91):
        touching = {number for number in range(150) if point(v) in triangle(number)}
        assert {int(t) for t in g.AROUND[v] if t >= 0} == touching


def test_drawn_triangles_have_equal_sides() -> None:
    for number in range(180):
        a, b, c = corners(number)
        sides = [((x[0] - y[0]) ** 2 + (x[1] - y[1]) ** 2) ** 0.5 for x, y in ((a, b), (b, c), (c, a))]
        assert max(sides) - min(sides) < 0.1
    east, south_east = vertex_point(g.vertex_at((1, 0))), vertex_point(g.vertex_at((0, 1)))
    assert east[0] > south_east[0]
    assert east[1] < south_east[1]
