"""Small networks for tests: a record after the setup, in whose city one lays lines, specials and stations by hand."""

from typing import Any

import quartier
from quartier.games.metromania.rules.dealing import marker_of
from quartier.games.metromania.rules.digging import begin_line, extend
from quartier.games.metromania.rules.geometry import (
    AROUND,
    CORNERS,
    SIDE,
    STEP,
    TRIANGLES,
    VERTICES,
    vertex_at,
)
from quartier.games.metromania.rules.setup import mark_triangle
from quartier.games.metromania.rules.state import PLAIN
from quartier.games.metromania.text import notation, words
from tests.games.metromania.derived import derive

SETUP = ["piece P1", "piece P2", "piece P3", "piece P4", "piece P5", "piece P6"]


def after_setup(seats: int = 2, rules: int | None = None, **options: Any) -> quartier.State:
    """Two players' sides, or the first possible markers, with all pieces as they come; seat 0 starts."""
    state = quartier.load("metromania").new(seats, chance="manual", rules=rules, **options)
    for piece in SETUP:
        state.play("*", piece)
        state.play("*", "rotate 0")
    while not state.moves("*")[0].startswith("first"):
        state.play("*", state.moves("*")[0])
    state.play("*", "first 0")
    return state


def vertex(text: str) -> int:
    """The number of the vertex `q,r`."""
    q, r = map(int, text.split(","))
    return vertex_at((q, r))


class Network:
    """A position whose city is empty ground until the test says otherwise. `s` is its opened record.

    Tests write into the record as they like: whatever follows from the rest is derived anew whenever it is asked for.
    """

    def __init__(self, seats: int = 2, rules: int | None = None, **options: Any) -> None:
        self._state = after_setup(seats, rules, **options)
        self._s: Any = self._state.opened()
        for triangle in range(TRIANGLES):
            self._s.kind[triangle] = PLAIN
        for number in range(VERTICES):
            self._s.worth[number] = 0
        self._s.sights[0] = self._s.sights[1] = -1

    @classmethod
    def of(cls, state: quartier.State) -> "Network":
        """A position of a real game."""
        net = cls.__new__(cls)
        net._state, net._s = state, state.opened()
        return net

    @property
    def s(self) -> Any:
        """The opened record."""
        derive(self._s)
        return self._s

    @property
    def state(self) -> quartier.State:
        """The position."""
        derive(self._s)
        return self._state

    # ----- laying, whatever the rules say -----

    def line(self, line: int, start: str, ways: str = "") -> "Network":
        """A line (0 and 1 of seat 0, 2 and 3 of seat 1, ...) from a white arrow: `line(0, "3.0a", "E+ E+")`."""
        begin_line(self.s, line // 2, line, SIDE * int(start[0]) + int(start[2]), "ab".index(start[3]))
        for way in ways.split():
            self.dig(line, way)
        return self

    def dig(self, line: int, way: str) -> "Network":
        """One more counter."""
        extend(
            self.s,
            line // 2,
            line,
            notation.DIRECTION_NAMES.index(way[:-1]),
            notation.SIDE_SIGNS.index(way[-1]),
        )
        return self

    def kind(self, triangle: int, kind: int) -> "Network":
        """Make a triangle special."""
        assert triangle >= 0
        mark_triangle(self.s, triangle, kind)
        return self

    def station(self, number: int) -> int:
        """A station on a vertex, from the supply."""
        if not self.s.station[number]:
            self.s.station[number] = 1
            self.s.supply -= 1
        return number

    def stop(self, line: int, i: int) -> int:
        """A station on the i-th vertex of a line."""
        return self.station(self.path(line)[i])

    def mark(self, letter: str, kind: int, triangle: int) -> "Network":
        """A marker of whoever owns it on a triangle of its type."""
        self.kind(triangle, kind)
        marker = marker_of(self.s, words.LETTER_NAMES.index(letter), kind)
        for seat in range(4):
            self.s.hand[seat] &= ~(1 << marker)
        self.s.place[marker] = triangle
        return self

    # ----- looking -----

    def path(self, line: int) -> list[int]:
        """The city vertices of a line."""
        return [self.s.vertex[line, i] for i in range(18) if self.s.vertex[line, i] >= 0]

    def texts(self, line: int) -> list[str]:
        """The city vertices of a line as `q,r`."""
        return [notation.vertex_text(number) for number in self.path(line)]

    def stations(self) -> set[str]:
        """All stations as `q,r`."""
        return {notation.vertex_text(number) for number in range(VERTICES) if self.s.station[number]}

    @staticmethod
    def around(number: int) -> list[int]:
        """The triangles around a vertex, each between a direction and the next."""
        return [int(triangle) for triangle in AROUND[number]]

    def corner_triangle(self, number: int, *avoid: int) -> int:
        """A triangle that touches a vertex and none of the others."""
        return next(t for t in self.around(number) if t >= 0 and not set(map(int, CORNERS[t])) & set(avoid))

    @staticmethod
    def step(number: int, way: str) -> int:
        """The next vertex in a direction."""
        return int(STEP[number, notation.DIRECTION_NAMES.index(way)])

    def trip(self, number: int) -> tuple[int, int, set[int]] | None:
        """Minutes, changes and lines of a test trip now."""
        trip = words.trips_now(self.state.opened())[number]
        lines = {line for line in range(8) if trip.lines >> line & 1}
        return (trip.minutes, trip.changes, lines) if trip.possible else None

    def moves(self, seat: int = 0) -> list[str]:
        """The legal moves of a seat."""
        return self.state.moves(seat)

    def digs(self, line: int) -> set[str]:
        """The ways, with their sides and letters, on which a line of seat 0 can be dug."""
        start = f"dig {line % 2 + 1} "
        return {move.removeprefix(start) for move in self.moves() if move.startswith(start)}

    def refused(self, move: str, seat: int = 0) -> str:
        """The rule that forbids a move, "" if it is legal."""
        refusal = self.state.refusal(seat, self.state.read(move))
        return refusal.rule if refusal else ""
