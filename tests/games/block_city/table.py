"""Tables for tests: the standard sheet or a small one, dice chosen by the test."""

from typing import Any

from quartier import State
from quartier.conformance.games import load_compiled

KINDS = {
    "P": "park",
    "K": "department_store",
    "H": "house",
    "S": "school",
    "F": "fire_station",
    "T": "town_hall",
}
STREET = ["P1 H1 H2 H3 H4"]
"""Five buildings in a row."""
STANDARD = [
    "H01 S1 S1 P01 F2 K3 K3 H08",
    "K1 K1 H02 P02 F2 K3 K3 T2",
    "K1 K1 H02 P03 P04 H09 H09 T2",
    "F1 H03 H04 H05 P05 P06 H10 H11",
    "F1 K2 K2 P08 P07 H12 K4 K4",
    "H06 K2 K2 P09 H13 H14 K4 K4",
    "H07 T1 T1 P10 H15 S2 S2 H16",
]


def sheet(*rows: str) -> dict[str, Any]:
    """A made-up sheet as data."""
    return {"name": "test", "rows": list(rows), "kinds": KINDS}


def start_game(*firsts: str, rows: list[str] | None = None, starter: int = 0, **options: Any) -> State:
    """A game whose seats have written their first numbers; the first roll is due."""
    board = sheet(*rows) if rows else None
    state = load_compiled("block_city").new(len(firsts), chance="manual", board=board, **options)
    for seat, first in enumerate(firsts):
        state.play(seat, first)
    state.play("*", f"first {starter}")
    return state


def turn(state: State, roll: str, *moves: str) -> State:
    """One turn: the roll, the active player's move, then those of the passive players in order of seats."""
    state.play("*", f"roll {roll}")
    (active,) = state.to_act()
    state.play(active, moves[0])
    for seat, move in zip(sorted(state.to_act()), moves[1:], strict=False):
        state.play(seat, move)
    return state


def city(marks: str, *rows: str, seat: int = 0, **options: Any) -> State:
    """A sheet with marks such as `P1=3 H2=X` on it, as a position without a past."""
    state = load_compiled("block_city").new(1, chance="manual", board=sheet(*rows), **options)
    names = list(dict.fromkeys(name for row in rows for name in row.split()))
    record = state.open_record()
    for mark in marks.split():
        name, _, value = mark.partition("=")
        bit = 1 << names.index(name)
        record.empty[seat] &= ~bit
        if value == "X":
            record.missed[seat] |= bit
        else:
            record.wrote[seat, int(value)] |= bit
            record.near[seat, int(value)] |= record.around[names.index(name)]
    return state


def source(state: State, name: str, seat: int = 0) -> int:
    """The points of a category, 0 if it brings none."""
    return dict(state.seen_by(None, "en").sources(seat)).get(name, 0)
