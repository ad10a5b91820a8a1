"""Gridlock in words: notation, ids to touch, labels, log lines and refusals."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.engine.contract import CHANCE
from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator

from ..rules import board as city
from ..rules import (
    moves,
    state,
    tiles,
    violations,
)
from ..rules.board import DESTINATIONS, NONE, SPACES
from ..rules.scoring import score
from ..rules.spaces import size, within
from ..rules.state import State
from . import (
    effects,
    explanations,
    final_count,
    scoring_help,
    sounds,
)
from .ascii_art import ascii_art as ascii_art
from .names import LOOKS as LOOKS
from .names import SEAT_NAMES as SEAT_NAMES
from .names import (
    a_tile,
    exits_name,
    kinds_of,
    numbers,
    sight_name,
    sights_of,
    space_name,
    spaces_of,
    tile_name,
    towards,
    where,
)
from .names import seat_looks as seat_looks
from .names import seat_names as seat_names

describe_effect = effects.describe_effect
afterwards = effects.afterwards
categories = scoring_help.categories
sound = sounds.sound
count = final_count.count
GROUPS, explain = explanations.GROUPS, explanations.explain

PHASES = ("start", "goals", "tiles", "first", "opening", "turn", "refill", "over")
MODES = ("free", "build", "drive")

SYNTAX = N_(
    "“{move}” is not a move. Moves are lay 13@4,7=26, turn 4,7=26, remove 4,7, cone 4,7, uncone 4,7, stop 5,4 and end."
)

REFUSALS = {
    violations.NO_SUCH_SPACE: N_("This city has no such space."),
    violations.NOT_STARTING: N_("No start is drawn now, or this city has no such destination."),
    violations.GOAL_TAKEN: N_(
        "This player has drawn that destination already, or the city does not have it."
    ),
    violations.NOT_DEALING_GOALS: N_("No destination cards are dealt now."),
    violations.ONLY_LAY_FIRST: N_("In the first round you lay exactly one intersection."),
    violations.NOT_A_SEAT: N_("There is no such seat."),
    violations.NOT_CHOOSING_FIRST: N_("The first player is not drawn now."),
    violations.NOT_IN_TURN: N_("It is not your turn."),
    violations.DRIVES_ALREADY: N_("You have begun to drive: no building in this turn."),
    violations.BUILDS_ALREADY: N_("You have begun to build: no driving in this turn."),
    violations.NOT_EMPTY: N_("There is an intersection on that space already. Remove it first."),
    violations.NOT_BUILDABLE: N_(
        "Intersections lie on empty spaces only, not on destinations, tunnels, river or park."
    ),
    violations.NO_TILE_TO_TURN: N_("There is no intersection to rotate on that space."),
    violations.SAME_ROTATION: N_(
        "The intersection already lies that way. Rotating it must change something."
    ),
    violations.NO_ROTATION: N_(
        "The intersection on that space cannot lie that way: intersections are rotated, never flipped."
    ),
    violations.NO_TILE_TO_REMOVE: N_("There is no intersection to remove on that space."),
    violations.CAR_ON_TILE: N_("A car stands on that intersection, so it cannot be removed."),
    violations.NO_CONE_LEFT: N_("Both cones are on the board. Take one off first."),
    violations.CONE_THERE: N_("There is a cone on that space already."),
    violations.NO_CONE_THERE: N_("There is no cone on that space."),
    violations.TURN_IN_ZONE: N_("That intersection lies in a construction zone: it cannot be rotated."),
    violations.REMOVE_IN_ZONE: N_("That intersection lies in a construction zone: it cannot be removed."),
    violations.NOT_IN_HAND: N_("That intersection is not in your hand."),
    violations.TILE_NOT_IN_PILE: N_("That intersection cannot be drawn now: it is not in the pile."),
    violations.NOT_CHANCE: N_("That cannot be drawn now."),
    violations.TILES_FIRST: N_("The cards or intersections that are due must be drawn first."),
    violations.NOT_CONNECTED: N_("No road leads there from your car."),
    violations.NO_ROAD: N_("Your car cannot drive there: empty spaces, river and park are not roads."),
    violations.BEHIND_STOP: N_("You have to stop on the way there first."),
    violations.SAME_SPACE: N_("Your car is already there; a leg must end on another space."),
    violations.GAME_OVER: N_("The game is over."),
    violations.NO_CONES_AT_ALL: N_("A short trip is played without cones."),
}


ENDS = (moves.END,)


# ----- notation -----


def _sights(board: Board) -> list[str]:
    names = city.destination_names(board.data)
    return names + [f"-{sight}" for sight in range(len(names), DESTINATIONS)]


@lru_cache
def _texts(board: Board) -> tuple[str, ...]:
    """The notation of every action, in order."""
    spaces, sights = spaces_of(board), _sights(board)
    lays = (
        f"lay {tiles.NAMES[tiles.FACE_KIND[face]]}@{space}={tiles.FACE_MASK[face]}"
        for face in range(tiles.FACES)
        for space in spaces
    )
    turns = (f"turn {space}={mask}" for mask in range(1, 64) for space in spaces)
    verbs = (f"{verb} {space}" for verb in ("remove", "cone", "uncone", "stop") for space in spaces)
    starts = (f"{verb} {sight}" for verb in ("start", "goal") for sight in sights)
    drawn = (f"tile {name}" for name in tiles.NAMES)
    firsts = (f"first {seat}" for seat in range(state.MOST_SEATS))
    return (*lays, *turns, *verbs, "end", *starts, *drawn, *firsts)


@lru_cache
def _actions(board: Board) -> dict[str, int]:
    return {text: action for action, text in enumerate(_texts(board))}


def write(action: int, board: Board) -> str:
    """The notation of an action."""
    return _texts(board)[action]


def read(text: str, board: Board) -> int:
    """The action of a notation, or -1."""
    return _actions(board).get(text, -1)


def paths(action: int, board: Board) -> list[list[str]]:
    """What to touch. Moves that differ in the rotation only have the same path; a touch on a space also drives there."""
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


def rank(s: State, seat: int, actions: NDArray[np.int64]) -> NDArray[np.int64]:
    """A touch on a crossing in reach means to drive there; else tiles lie first where they join most roads."""
    joined = _BITS[_masks(actions) & _roads_to(s)[actions % SPACES]]
    built = np.where(actions < moves.REMOVE, tiles.SIDES - joined, 0)
    return np.where((actions >= moves.STOP) & (actions < moves.END), 1, 2 + built)


_BITS = np.array([mask.bit_count() for mask in range(1 << tiles.SIDES)])


def _masks(actions: NDArray[np.int64]) -> NDArray[np.int64]:
    """The exits of the tiles that are laid or turned, 0 for other moves."""
    laid = np.array(tiles.FACE_MASK)[np.minimum(actions // SPACES, tiles.FACES - 1)]
    turned = (actions - moves.TURN) // SPACES + 1
    return np.where(actions < moves.TURN, laid, np.where(actions < moves.REMOVE, turned, 0))


def _roads_to(s: State) -> NDArray[np.int64]:
    """By space, the sides at which the next space has a road, as a mask."""
    near, exits, sides = np.array(s.near), np.array(s.exits, np.int64), np.arange(tiles.SIDES)
    back = exits[near] >> (sides + tiles.SIDES // 2) % tiles.SIDES & 1
    result: NDArray[np.int64] = (np.where(near == NONE, 0, back) << sides).sum(axis=1)
    return result


def reason(s: State, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """A space means what is done there: its tile is turned, a tile of the hand goes on an empty one, a car to others."""
    kind, _, name = path[0].partition("-")
    if len(path) > 1 or kind != "space" or name not in spaces_of(s.board):
        return None
    return _first_tile() if s.phase == state.OPENING else _reason_of_space(s, spaces_of(s.board).index(name))


def _reason_of_space(s: State, space: int) -> int | tuple[int, str]:
    if s.mode == state.DRIVING:
        return moves.STOP + space
    if s.tile[space] != NONE:
        return moves.TURN + (int(s.exits[space]) - 1) * SPACES + space
    if s.terrain[space] == city.EMPTY:
        return _first_tile()
    if s.terrain[space] in (city.DESTINATION, city.TUNNEL):
        return moves.STOP + space
    return 10, REFUSALS[violations.NOT_BUILDABLE]


def _first_tile() -> tuple[int, str]:
    return 10, N_("First choose an intersection from your hand, then an empty space.")


def places(s: State, actor: int, action: int, seat: int | None) -> list[str]:
    """The space, once however many ways lead to it: "car" is the viewer's own, whoever drives."""
    touched = (touch for path in paths(action, s.board) for touch in path if touch.startswith("space-"))
    return list(dict.fromkeys(touched))


# ----- things -----


def place_name(s: State, place: str, t: Translator) -> str:
    """What can be touched on the map by name: a space, "" for anything else."""
    space = numbers(s.board).get(place.removeprefix("space-"))
    return "" if space is None else space_name(s.board, space, t)


# ----- labels and prompts -----


def label(s: State, action: int, t: Translator) -> str:
    """A move in spoken words."""
    if action == moves.END:
        return t("End the turn") if s.done else t("Pass")
    turned = s.tile[action % SPACES] if moves.TURN <= action < moves.REMOVE else NONE
    return _label(s.board, action, turned, t)


@lru_cache(16384)
def _label(board: Board, action: int, turned: int, t: Translator) -> str:
    """The same for all but the end of a turn; `turned`: the kind of a tile that is turned."""
    if action < moves.TURN:
        face = action // SPACES
        tile, exits = a_tile(tiles.FACE_KIND[face], t), exits_name(int(tiles.FACE_MASK[face]), t)
        return _placed(board, action, t("Lay {tile} {where}: {exits}"), t, tile=tile, exits=exits)
    if action < moves.REMOVE:
        exits = exits_name((action - moves.TURN) // SPACES + 1, t)
        tile = tile_name(turned, t)
        return _placed(board, action, t("Rotate the {tile} {where}: {exits}"), t, tile=tile, exits=exits)
    return _placed(board, action, _simple_label(action, t), t)


def _placed(board: Board, action: int, form: str, t: Translator, **fields: str) -> str:
    """A form with the place of an action filled in."""
    space = action % SPACES
    return form.format(where=where(board, space, t), to=towards(board, space, t), **fields)


def _simple_label(action: int, t: Translator) -> str:
    if action < moves.CONE:
        return t("Remove the intersection {where}")
    if action < moves.UNCONE:
        return t("Put a cone {where}")
    return t("Take the cone {where} away") if action < moves.STOP else t("Drive {to}")


ASKS = {
    "hand": N_("Where do you lay it?"),
    "car": N_("Where do you drive?"),
    "tool-cone": N_("Where do you put or take a cone?"),
    "tool-remove": N_("Which intersection do you remove?"),
}
"""What is asked after a touch, by its id or the part of it before the first hyphen."""

STEPS = {"hand": N_("intersection"), "space": N_("space"), "car": N_("car"), "tool": N_("tool")}
"""In a word, what is touched in each step of a move, by the same keys."""


def prompt(s: State, seat: int, t: Translator) -> str:
    """What the seat in turn is asked to do."""
    if s.phase == state.OPENING:
        return t("Lay your first intersection on an empty space.")
    if s.short_trip:
        return t("Actions left: {left}. Build or drive?").format(left=state.SHORT_ACTIONS - s.done)
    if s.mode == state.BUILDING:
        return t("Go on building? Actions left: {left}.").format(left=s.builds - s.done)
    if s.mode == state.DRIVING:
        return t("One more stop: touch a place in reach.")
    return t("Build or drive: touch an intersection, a tool, or a place in reach.")


# ----- the log -----


def line(before: State, after: State, actor: int, action: int | None, t: Translator, names: list[str]) -> str:
    """The log line of an event."""
    if actor == CHANCE:
        return _chance_line(before, after, action, t, names)
    assert action is not None
    deed = _deed(before, action, t, names[actor])
    return " ".join([deed, *_arrival(before, after, actor, t, names), *_end_lines(after, t)])


def _chance_line(before: State, after: State, action: int | None, t: Translator, names: list[str]) -> str:
    if action is None:
        form = (
            t("{name} draws a destination card.")
            if before.phase == state.DEALING_GOALS
            else t("{name} draws an intersection.")
        )
        return form.format(name=names[before.turn])
    if action < moves.GOAL:
        return _start_line(before, after, action - moves.START, t, names)
    if action < moves.TILE:
        form, what = t("{name} draws the destination {what}."), sight_name(before, action - moves.GOAL)
        return form.format(name=names[before.turn], what=what)
    if action < moves.FIRST:
        form, what = t("{name} draws an intersection: {what}."), tile_name(action - moves.TILE, t)
        return form.format(name=names[before.turn], what=what)
    return t("{name} begins.").format(name=names[action - moves.FIRST])


def _start_line(before: State, after: State, sight: int, t: Translator, names: list[str]) -> str:
    seat = next(seat for seat in range(before.players) if before.waiting >> seat & 1)
    drawn = t("{name} draws {what} as the start.").format(name=names[seat], what=sight_name(before, sight))
    again = before.waiting == 1 << seat and after.waiting
    return drawn + " " + t("Equal starts are drawn again.") if again else drawn


def _deed(before: State, action: int, t: Translator, name: str) -> str:
    if action == moves.END:
        return (t("{name} ends the turn.") if before.done else t("{name} passes.")).format(name=name)
    space = action % SPACES
    fields = {"where": where(before.board, space, t), "to": towards(before.board, space, t)}
    if action < moves.TURN:
        fields["tile"] = a_tile(tiles.FACE_KIND[action // SPACES], t)
        return t("{name} lays {tile} {where}.").format(name=name, **fields)
    return _simple_deed(action, t).format(name=name, **fields)


def _simple_deed(action: int, t: Translator) -> str:
    if action < moves.REMOVE:
        return t("{name} rotates the intersection {where}.")
    if action < moves.CONE:
        return t("{name} removes the intersection {where}.")
    if action < moves.UNCONE:
        return t("{name} puts a cone {where}.")
    return t("{name} takes the cone {where} away.") if action < moves.STOP else t("{name} drives {to}.")


def _arrival(before: State, after: State, seat: int, t: Translator, names: list[str]) -> list[str]:
    """GL-21, GL-22: the card that a stop opens, and the victory."""
    if before.opened[seat] == after.opened[seat]:
        return []
    opened = t("That is number {count} of {cards}.").format(count=score(after, seat), cards=after.cards)
    if before.winner == NONE and after.winner == seat:
        return [opened, t("{name} has visited every destination and wins.").format(name=names[seat])]
    return [opened]


def _end_lines(after: State, t: Translator) -> list[str]:
    """The end by the turn limit."""
    return [t("The turn limit is reached.")] if after.phase == state.OVER and after.winner == NONE else []


# ----- scores, view, picture -----

PRAISE = N_("{name} got through the traffic best")


def ending(s: State, t: Translator) -> str:
    """GL-22: somebody has visited everything, or the turns are over."""
    if s.winner == NONE:
        return t("The last turn is over: most destinations visited.")
    return t("First at all {count} destinations.").format(count=int(s.cards))


def sources(s: State, seat: int, t: Translator) -> list[tuple[str, int]]:
    """The destinations that a seat has visited."""
    return [(sight_name(s, sight), 1) for sight in sights_of(s.opened[seat])]


def view(s: State, seat: int) -> dict[str, Any]:
    """A (concealed) position in the terms of the rulebook; `goals` and `hand` are the seat's own."""
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
            None if s.start[other] == NONE else sight_name(s, s.start[other]) for other in range(s.players)
        ],
        "visited": [
            [sight_name(s, sight) for sight in sights_of(s.opened[other])] for other in range(s.players)
        ],
        "goals": [sight_name(s, sight) for sight in sights_of(s.goals[seat])] if seat >= 0 else [],
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
