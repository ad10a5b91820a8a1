"""Violations in Gridlock: a message for each reason why a move is illegal."""

from quartier.core.text.languages import N_

from ..rules import board as city
from ..rules import moves, state, violations
from ..rules.board import NONE, SPACES
from ..rules.state import Record
from .labels import spaces_of

REFUSALS = {
    violations.NO_SUCH_SPACE: N_("There’s no such space in this city."),
    violations.NOT_STARTING: N_("No start can be drawn now, or there’s no such destination in this city."),
    violations.GOAL_TAKEN: N_(
        "This player already has that destination, or there’s no such destination in this city."
    ),
    violations.NOT_DEALING_GOALS: N_("No destination cards can be dealt now."),
    violations.ONLY_LAY_FIRST: N_("In the first round, lay exactly one tile."),
    violations.NOT_A_SEAT: N_("There’s no such seat."),
    violations.NOT_CHOOSING_FIRST: N_("The start player can’t be drawn now."),
    violations.NOT_IN_TURN: N_("It’s not your turn."),
    violations.DRIVES_ALREADY: N_("You’re driving this turn, so you can’t build."),
    violations.BUILDS_ALREADY: N_("You’re building this turn, so you can’t drive."),
    violations.NOT_EMPTY: N_("There’s already a tile on that space. Remove it first."),
    violations.NOT_BUILDABLE: N_(
        "Lay tiles on empty spaces only, not on destinations, tunnels, the river or parks."
    ),
    violations.NO_TILE_TO_TURN: N_("There’s no tile on that space to rotate."),
    violations.SAME_ROTATION: N_("The tile already points that way. Rotate it to a different position."),
    violations.NO_ROTATION: N_("That tile can’t point that way. Tiles can be rotated but never flipped."),
    violations.NO_TILE_TO_REMOVE: N_("There’s no tile on that space to remove."),
    violations.CAR_ON_TILE: N_("There’s a car on that tile, so it can’t be removed."),
    violations.NO_CONE_LEFT: N_("Both cones are on the board. Remove one first."),
    violations.CONE_THERE: N_("There’s already a cone on that space."),
    violations.NO_CONE_THERE: N_("There’s no cone on that space."),
    violations.TURN_IN_ZONE: N_("That tile is in a construction zone, so it can’t be rotated."),
    violations.REMOVE_IN_ZONE: N_("That tile is in a construction zone, so it can’t be removed."),
    violations.NOT_IN_HAND: N_("That tile isn’t in your hand."),
    violations.TILE_NOT_IN_PILE: N_("That tile can’t be drawn now. It isn’t in the draw pile."),
    violations.NOT_CHANCE: N_("That can’t be drawn now."),
    violations.TILES_FIRST: N_("Cards or tiles that are due must be drawn first."),
    violations.NOT_CONNECTED: N_("No road leads there from your car."),
    violations.NO_ROAD: N_("Your car can’t drive there. Empty spaces, river and park have no roads."),
    violations.BEHIND_STOP: N_("You have to stop on the way first."),
    violations.SAME_SPACE: N_(
        "Your car is already there. Choose a different space; where no road leads away, build one first."
    ),
    violations.GAME_OVER: N_("The game is over."),
    violations.NO_CONES_AT_ALL: N_("This short trip is played without cones."),
}


def reason(s: Record, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """Return the action that a touched space means: turn its tile, fill an empty one from the hand, drive to others."""
    kind, _, name = path[0].partition("-")
    if len(path) > 1 or kind != "space" or name not in spaces_of(s.board):
        return None
    return _first_tile() if s.phase == state.OPENING else _reason_of_space(s, spaces_of(s.board).index(name))


def _reason_of_space(s: Record, space: int) -> int | tuple[int, str]:
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
    return 10, N_("First choose a tile from your hand, then an empty space.")
