"""What a bot may know about Connect Four beyond its rules: lines that can still be completed."""

from quartier.core.engine.bits import popcount

from .rules import BOTTOM, CONNECTED, HEIGHT, ROWS, State, filled

BOARD = BOTTOM * ((1 << ROWS) - 1)
SEARCH = {"explore": 2.0, "prior_scale": 2.0, "margin": 0.0}
"""For `quartier.bots.settings`: threats say where to look first, and only the win counts."""


def evaluate(s: State, seat: int) -> float:
    """A won game is worth 100; else the seat's lines of three with an empty fourth cell, less the other's."""
    if s.phase == CONNECTED:
        return 100.0 if s.turn == seat else -100.0
    return float(popcount(threats(s, seat)) - popcount(threats(s, 1 - seat)))


def threats(s: State, seat: int) -> int:
    """The empty cells that would complete a line of four for a seat."""
    cells = s.discs[seat]
    found = upright_threats(cells)
    for step in range(HEIGHT - 1, HEIGHT + 2):
        found |= sloping_threats(cells, step)
    return found & BOARD & ~filled(s)


def upright_threats(cells: int) -> int:
    """The cells on top of three in a column."""
    return (cells & cells << 1 & cells << 2) << 1


def sloping_threats(cells: int, step: int) -> int:
    """The cells that complete three of four along a line; `step` is the distance of its cells in bits."""
    after, before = cells << step & cells << 2 * step, cells >> step & cells >> 2 * step
    ends = after & cells << 3 * step | before & cells >> 3 * step
    return ends | after & cells >> step | before & cells << step
