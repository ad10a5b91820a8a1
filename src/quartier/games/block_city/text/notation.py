"""Notation of BlockCity: moves as text and as touches, positions as plain data."""

from functools import lru_cache
from typing import Any

from quartier.core.engine.bits import popcount
from quartier.core.game.boards import Board
from quartier.core.text.languages import N_

from ..rules.board import building_ids
from ..rules.moves import ACTIONS, FIRST, MISS, PASS, ROLL, ROLLS
from ..rules.state import BUILDINGS, SIDES, Record

CROSS = "mark-X"
"""The id to touch for a miss."""
PHASES = ("start", "first", "roll", "active", "passive", "over")
SYNTAX = N_("“{move}” isn’t a move. Write 3@H05 (a number), X3@P01 (a miss) or pass.")


@lru_cache
def _texts(board: Board) -> tuple[str, ...]:
    return tuple(_text(action, ids(board)) for action in range(ACTIONS))


@lru_cache
def _actions(board: Board) -> dict[str, int]:
    return {text: action for action, text in enumerate(_texts(board))}


def _text(action: int, names: tuple[str, ...]) -> str:
    if action < PASS:
        building = action % BUILDINGS
        mark = "X" if action >= MISS else ""
        # Buildings beyond the sheet get a text that matches no building; the rules refuse them (BC-1).
        return f"{mark}{number_of(action)}@{names[building] if building < len(names) else f'?{building}'}"
    if action < ROLL:
        return "pass" if action == PASS else f"first {action - FIRST}"
    return "roll {} {}".format(*ROLLS[action - ROLL])


def number_of(action: int) -> int:
    """Return the number of a written action, or the die of a miss."""
    return action % MISS // BUILDINGS + 1


def write(action: int, board: Board) -> str:
    """Return the notation of an action."""
    return _texts(board)[action]


def read(text: str, board: Board) -> int:
    """Return the action of a notation, or -1."""
    return _actions(board).get(text, -1)


def paths(action: int, board: Board) -> list[list[str]]:
    """Return the touches: a die and a building in any order; for a miss die and cross first; or the pass button."""
    if action >= PASS:
        return [["button-pass"]] if action == PASS else []
    if action % BUILDINGS >= len(ids(board)):
        return []
    die, building = f"die-{number_of(action)}", f"building-{ids(board)[action % BUILDINGS]}"
    if action >= MISS:
        return [[die, CROSS, building], [CROSS, die, building]]
    return [[die, building], [building, die]]


def places(s: Record, actor: int, action: int, seat: int | None) -> list[str]:
    """Return the building to touch: in the city that `seat` (None: a spectator) sees large, its own or else the first."""
    touched = paths(action, s.board)
    touches = [touch for path in touched[:1] for touch in path if touch.startswith("building-")]
    return touches if actor == (seat or 0) else [elsewhere(actor, touch) for touch in touches]


def elsewhere(actor: int, touch: str) -> str:
    """Return the building's place in another seat's city, which is drawn small beside the board."""
    return f"beside-{actor}-{touch}"


def view(s: Record, seat: int) -> dict[str, Any]:
    """Describe a position in the terms of the rulebook. `sheets[i]` are the marks of seat i by building id."""
    return {
        "phase": PHASES[s.phase],
        "active": s.active,
        "dice": list(s.dice),
        "other_die": s.other,
        "sheets": [_sheet_view(s, other) for other in range(s.players)],
        "misses": [popcount(s.missed[other]) for other in range(s.players)],
    }


def _sheet_view(s: Record, seat: int) -> dict[str, int | str]:
    marks = {name: mark_on(s, seat, building) for building, name in enumerate(ids(s.board))}
    return {name: mark for name, mark in marks.items() if mark is not None}


@lru_cache
def ids(board: Board) -> tuple[str, ...]:
    """Return the ids of the buildings by their numbers."""
    return tuple(building_ids(board.data))


def mark_on(s: Record, seat: int, building: int) -> int | str | None:
    """Return a seat's mark on a building: a number, "X", or None."""
    if s.missed[seat] >> building & 1:
        return "X"
    for number in range(1, SIDES + 1):
        if s.wrote[seat, number] >> building & 1:
            return number
    return None
