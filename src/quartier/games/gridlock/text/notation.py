"""Notation of Gridlock: moves as text and as touches, positions as plain data."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_

from ..rules import board as city
from ..rules import moves, state, tiles
from ..rules.board import DESTINATIONS, NONE, SPACES
from ..rules.spaces import size, within
from ..rules.state import Record
from .labels import SEAT_NAMES, destination_name, destinations_of, kinds_of, spaces_of

PHASES = ("start", "goals", "tiles", "first", "opening", "turn", "refill", "over")
MODES = ("free", "build", "drive")
SYNTAX = N_(
    "“{move}” isn’t a move. Moves look like this: lay 13@4,7=26, turn 4,7=26, remove 4,7, cone 4,7, "
    "uncone 4,7, stop 5,4, end."
)
ENDS = (moves.END,)


def _destination_names(board: Board) -> list[str]:
    names = city.destination_names(board.data)
    return names + [f"-{destination}" for destination in range(len(names), DESTINATIONS)]


@lru_cache
def _texts(board: Board) -> tuple[str, ...]:
    """Return the notation of every action, in order."""
    spaces, destinations = spaces_of(board), _destination_names(board)
    lays = (
        f"lay {tiles.NAMES[tiles.FACE_KIND[face]]}@{space}={tiles.FACE_MASK[face]}"
        for face in range(tiles.FACES)
        for space in spaces
    )
    turns = (f"turn {space}={mask}" for mask in range(1, 64) for space in spaces)
    verbs = (f"{verb} {space}" for verb in ("remove", "cone", "uncone", "stop") for space in spaces)
    starts = (f"{verb} {destination}" for verb in ("start", "goal") for destination in destinations)
    draws = (f"tile {name}" for name in tiles.NAMES)
    firsts = (f"first {seat}" for seat in range(state.MOST_SEATS))
    return (*lays, *turns, *verbs, "end", *starts, *draws, *firsts)


@lru_cache
def _actions(board: Board) -> dict[str, int]:
    return {text: action for action, text in enumerate(_texts(board))}


def write(action: int, board: Board) -> str:
    """Return the notation of an action."""
    return _texts(board)[action]


def read(text: str, board: Board) -> int:
    """Return the action of a notation, or -1."""
    return _actions(board).get(text, -1)


def paths(action: int, board: Board) -> list[list[str]]:
    """Return what to touch. Moves that differ only in rotation share a path; a touch on a space can also drive there."""
    if action >= moves.END:
        return [["button-end"]] if action == moves.END else []
    space = f"space-{spaces_of(board)[action % SPACES]}"
    if action < moves.TURN:
        return [[f"hand-{tiles.NAMES[tiles.FACE_KIND[action // SPACES]]}", space]]
    if action < moves.REMOVE:
        return [[space]]
    if action < moves.CONE:
        return [["tool-remove", space]]
    return [["tool-cone", space]] if action < moves.STOP else [[space], ["car", space]]


def rank(s: Record, seat: int, actions: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rank the moves of a touch: driving to a reachable crossing first, then rotations that join the most roads."""
    joined = _BITS[_masks(actions) & _roads_to(s)[actions % SPACES]]
    built = np.where(actions < moves.REMOVE, tiles.SIDES - joined, 0)
    return np.where((actions >= moves.STOP) & (actions < moves.END), 1, 2 + built)


_BITS = np.array([mask.bit_count() for mask in range(1 << tiles.SIDES)])


def _masks(actions: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the exits of tiles that are placed or turned, 0 for other moves."""
    laid = np.array(tiles.FACE_MASK)[np.minimum(actions // SPACES, tiles.FACES - 1)]
    turned = (actions - moves.TURN) // SPACES + 1
    return np.where(actions < moves.TURN, laid, np.where(actions < moves.REMOVE, turned, 0))


def _roads_to(s: Record) -> NDArray[np.int64]:
    """Return by space the sides at which the neighbour has a road, as a mask."""
    near, exits, sides = np.array(s.near), np.array(s.exits, np.int64), np.arange(tiles.SIDES)
    back = exits[near] >> (sides + tiles.SIDES // 2) % tiles.SIDES & 1
    result: NDArray[np.int64] = (np.where(near == NONE, 0, back) << sides).sum(axis=1)
    return result


def places(s: Record, actor: int, action: int, seat: int | None) -> list[str]:
    """Return the space, once however many paths lead to it: "car" is the viewer's own, even if another seat drives."""
    touched = (touch for path in paths(action, s.board) for touch in path if touch.startswith("space-"))
    return list(dict.fromkeys(touched))


def view(s: Record, seat: int) -> dict[str, Any]:
    """Describe a (concealed) position in the terms of the rulebook; `goals` and `hand` are the seat's own."""
    names = spaces_of(s.board)
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "mode": MODES[s.mode],
        "actions_done": s.done,
        "turns": s.turns,
        "colours": [SEAT_NAMES[s.colour[other]].lower() for other in range(s.players)],
        "first": None if s.first == NONE else s.first,
        "cars": [None if s.car[other] == NONE else names[s.car[other]] for other in range(s.players)],
        "starts": [
            None if s.start[other] == NONE else destination_name(s, s.start[other])
            for other in range(s.players)
        ],
        "visited": [
            [destination_name(s, destination) for destination in destinations_of(s.opened[other])]
            for other in range(s.players)
        ],
        "goals": [destination_name(s, destination) for destination in destinations_of(s.goals[seat])]
        if seat >= 0
        else [],
        "goals_left": [s.secret[other] for other in range(s.players)],
        "hand": [tiles.NAMES[kind] for kind in kinds_of(s, seat)] if seat >= 0 else [],
        "hand_sizes": [s.held[other] for other in range(s.players)],
        "pile_size": s.stock,
        "discard": {tiles.NAMES[kind]: s.discard[kind] for kind in range(tiles.KINDS) if s.discard[kind]},
        "tiles": {names[space]: s.exits[space] for space in range(s.spaces) if s.tile[space] != NONE},
        "rotaries": [names[space] for space in range(s.spaces) if s.tile[space] >= tiles.ROTARY],
        "cones": [names[space] for space in range(s.spaces) if within(s.cone[0], s.cone[1], space)],
        "cones_left": s.cones - size(s.cone[0], s.cone[1]) if s.with_cones else 0,
        "winner": None if s.winner == NONE else s.winner,
    }
