"""Everything that may be touched on the map has a part of its own: no other touch area covers it whole."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot

import pytest

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import random_game
from quartier.games.metromania.rules.lines import growing, tip
from tests.games.metromania.network import Network

Point = tuple[float, float]
TOUCHABLE = re.compile(r'<g id="touch-[^"]*" data-touch="([^"]+)".*?(?=<g id="touch-|<g id="ghost")', re.S)
AREA = re.compile(
    r'<circle cx="([-\d.]+)" cy="([-\d.]+)" r="([\d.]+)" class="hit"|<path d="([^"]+)" class="hit"'
)
NUMBERS = re.compile(r"-?[\d.]+")
STEP = 6
"""Of a square grid of so many units: each of its points counts as one that a finger may hit."""


class Area:
    """A touch area: a disc, a polygon, or a disc that is drawn with two arcs."""

    def __init__(self, match: re.Match[str]) -> None:
        self.disc = tuple(map(float, match.groups()[:3])) if match[1] else None
        self.path = match[4] or ""
        numbers = [float(number) for number in NUMBERS.findall(self.path)]
        if "A" in self.path:
            self.points = [(numbers[0], numbers[1]), (numbers[7], numbers[8])]
        else:
            self.points = list(zip(numbers[::2], numbers[1::2], strict=True))

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        x, y, reach = self.disc or (*_middle(self.points), 80)
        return x - reach, y - reach, x + reach, y + reach

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        if self.disc:
            return hypot(point[0] - self.disc[0], point[1] - self.disc[1]) <= self.disc[2]
        return self._on_arc(point) if "A" in self.path else self._within(point)

    def _on_arc(self, point: Point) -> bool:
        (px, py), (qx, qy) = self.points
        (x, y), radius = _middle(self.points), hypot(qx - px, qy - py) / 2
        return hypot(point[0] - x, point[1] - y) <= radius

    def _within(self, point: Point) -> bool:
        turns = [_turn(a, b, point) for a, b in pairwise([*self.points, self.points[0]])]
        return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _turn(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def areas(board: str) -> dict[str, list[Area]]:
    """The touch areas of a board in the order in which they are drawn."""
    return {match[1]: [Area(area) for area in AREA.finditer(match[0])] for match in TOUCHABLE.finditer(board)}


def grid(shape: Area) -> Iterator[Point]:
    left, top, right, bottom = map(round, shape.box())
    return ((x, y) for x in range(left, right, STEP) for y in range(top, bottom, STEP))


def own_part(name: str, areas_drawn: dict[str, list[Area]]) -> int:
    """How many square units of what a touch covers are hit as this touch: nothing that is drawn later lies above."""
    later = [
        shape
        for other in list(areas_drawn)[list(areas_drawn).index(name) + 1 :]
        for shape in areas_drawn[other]
    ]
    points = {point for shape in areas_drawn[name] for point in grid(shape) if shape.holds(point)}
    return STEP * STEP * sum(not any(shape.holds(point) for shape in later) for point in points)


def legal(state: State, seat: int) -> set[str]:
    """The ids on the board with which a move of a seat may begin."""
    starts = {path[0] for choice in state.seen_by(seat).choices() for path in choice.paths}
    return {name for name in starts if name.startswith(("step-", "vertex-", "end-", "frame-"))}


def ends_together(state: State, seat: int) -> bool:
    """Whether both lines of a seat go on from one vertex."""
    s = state.open_record()
    lines = [line for line in (2 * seat, 2 * seat + 1) if growing(s, line)]
    return len(lines) == 2 and tip(s, lines[0]) == tip(s, lines[1])


MIN_AREA = 40 * 24
"""Square units that are left of every touch area: at the board's full size a finger hits that."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_touch_on_the_map_has_a_part_of_its_own(seats: int) -> None:
    state = random_game(load_compiled("metromania"), 540 + seats, seats=seats)
    kinds = set()
    for index in range(14, len(state.past), 11):
        earlier = state.at(index)
        for seat in earlier.seats_to_act():
            areas_drawn, touches = areas(earlier.parts(seat, "en")["board"]), legal(earlier, seat)
            assert {name for name in touches if own_part(name, areas_drawn) < MIN_AREA} == set(), index
            kinds |= {name.split("-")[0] for name in touches}
    assert kinds >= {"step", "vertex", "frame"}


# Games in which both lines of a seat come to end on one vertex: seed, players, and after how many events.
TOGETHER = [(515, 2, 52), (507, 3, 70), (519, 3, 64)]


@pytest.mark.parametrize(("seed", "seats", "index"), TOGETHER)
def test_where_both_lines_end_together_each_way_on_can_be_touched(seed: int, seats: int, index: int) -> None:
    state = random_game(load_compiled("metromania"), seed, seats=seats).at(index)
    (seat,) = state.seats_to_act()
    assert ends_together(state, seat)
    areas_drawn, touches = areas(state.parts(seat, "en")["board"]), legal(state, seat)
    ways = {name for name in touches if name.startswith("step-")}
    assert {name[:6] for name in ways} == {"step-1", "step-2"}
    assert {name for name in ways if own_part(name, areas_drawn) < MIN_AREA} == set()


def test_ways_along_one_edge_have_a_part_each_wherever_a_random_game_takes_them() -> None:
    """The second line is moved to where the first one ends."""
    shared = 0
    for seats in (2, 4):
        game = random_game(load_compiled("metromania"), 560 + seats, seats=seats)
        for index in range(30, len(game.past), 7):
            net = Network.of(game.at(index))
            seat = net.s.turn
            if not (growing(net.s, 2 * seat) and growing(net.s, 2 * seat + 1)):
                continue
            net.s.vertex[2 * seat + 1, net.s.length[2 * seat + 1] - 1] = tip(net.s, 2 * seat)
            areas_drawn = areas(net.state.parts(seat, "en")["board"])
            ways = [
                name for name, shapes in areas_drawn.items() if name.startswith("step-") and len(shapes) == 2
            ]
            shared += len(ways) - len({name[6:] for name in ways})
            assert [name for name in ways if own_part(name, areas_drawn) < MIN_AREA] == []
    assert shared > 10


MIN_DISTANCE = 140
"""Units between the pluses of two arrows: 35 pixels on a phone 360 pixels wide."""


def test_arrows_where_a_line_may_begin_have_one_plus_each_far_from_the_next() -> None:
    """Two ways lead in from an arrow: on a small phone their pluses would lie on each other."""
    state = random_game(load_compiled("metromania"), 540, seats=2).at(14)
    (seat,) = state.seats_to_act()
    discs = [areas(state.parts(seat, "en")["board"])[name][0].disc for name in legal(state, seat)]
    spots = [disc[:2] for disc in discs if disc]
    assert len(spots) == len(discs) == 12
    assert min(hypot(x - u, y - v) for (x, y), (u, v) in combinations(spots, 2)) >= MIN_DISTANCE
    begins = [choice for choice in state.seen_by(seat).choices() if choice.move.startswith("begin 1 0.0")]
    assert [choice.move[-1] for choice in begins] == ["a", "b"]
    assert len({str(choice.paths) for choice in begins}) == 1, "Rotate takes the other way"
