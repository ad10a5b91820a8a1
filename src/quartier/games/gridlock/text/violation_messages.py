"""Violations in Gridlock: a sentence for each reason why a move is illegal."""

from quartier.core.text.languages import N_

from ..rules import board as city
from ..rules import moves, state, violations
from ..rules.board import NONE, SPACES
from ..rules.state import Record
from .labels import spaces_of

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


def reason(s: Record, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """A space means what is done there: its tile is turned, a tile of the hand goes on an empty one, a car to others."""
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
    return 10, N_("First choose an intersection from your hand, then an empty space.")
