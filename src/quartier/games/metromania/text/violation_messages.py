"""Violations in Metromania: a sentence for each reason why a move is illegal."""

from quartier.core.text.languages import N_

from ..rules import moves, violations
from ..rules.board import LETTER_NAMES
from ..rules.dealing import letter_of, type_of
from ..rules.geometry import EDGE_TRIANGLES, RIGHT, TRIANGLES
from ..rules.lines import growing, has_begun, tip
from ..rules.moves import first_turn
from ..rules.state import (
    FINISHED,
    LAKE,
    MARKERS,
    NONE,
    PARK,
    PLAIN,
    TYPES,
    Record,
)
from .notation import DIRECTION_NAMES, SIDE_SIGNS, read

REFUSALS = {
    violations.PIECE_LAID: N_("That piece of the city cannot be laid now."),
    violations.NO_TURNING_NOW: N_("No piece is turned now."),
    violations.NO_COUNTERS_LEFT: N_("All counters of that line are used up."),
    violations.NOT_DEALT_NOW: N_("That marker cannot be dealt now."),
    violations.NOT_DEALABLE: N_(
        "That marker does not fit this hand, or leaves no legal deal for the others."
    ),
    violations.NO_SIDES_NOW: N_("The sides of the trip list are dealt only with two players."),
    violations.NOT_IN_TURN: N_("It is not your turn."),
    violations.NOT_A_SEAT: N_("That player cannot be drawn to go first now."),
    violations.NOT_CHANCE: N_("Nothing is drawn now."),
    violations.BEGIN_FIRST: N_("Your first turn begins a line: choose a white arrow."),
    violations.ONE_LINE_FIRST: N_("In your first turn all counters go on the line that you have begun."),
    violations.ALREADY_BEGUN: N_("That line has begun already."),
    violations.NO_WHITE_ARROW: N_("A line begins on a white arrow."),
    violations.WHITE_TAKEN: N_("Another line begins on that white arrow."),
    violations.TOO_NEAR_OTHER: N_(
        "Your second line may not begin on the same side of the city as the first one, nor next to it."
    ),
    violations.NOT_WITHIN_DIG: N_("You are digging: lay all your counters before anything else."),
    violations.NOT_BEGUN: N_("That line has not begun."),
    violations.IS_FINISHED: N_("That line is finished."),
    violations.LEAVES_FEWER: N_(
        "Another counter leaves more of this turn's three to be laid: choose such a one."
    ),
    violations.SHARP_ANGLE: N_("A line may bend that sharply only at a station."),
    violations.RUNS_BACK: N_("A line never turns back on itself."),
    violations.TOUCHES_ITSELF: N_("A line never crosses or touches itself."),
    violations.LEAVES_CITY: N_("That way leads out of the city."),
    violations.TRIANGLE_TAKEN: N_("There is a tunnel counter on that triangle already."),
    violations.LAKE_OR_PARK: N_("No tunnel is dug under the lake or the park."),
    violations.NO_MARKER: N_("You have no such marker for that destination."),
    violations.NAME_A_MARKER: N_(
        "On a destination you must place one of your markers: add its letter, as in =A."
    ),
    violations.NO_DESTINATION: N_("That triangle is not a destination, so no marker goes on it."),
    violations.SECOND_DESTINATION: N_(
        "You have already covered a destination in this turn; only one is allowed."
    ),
    violations.LETTER_NEARBY: N_("The other marker of that letter lies on a neighbouring destination."),
    violations.HAS_STATION: N_("There is already a station there."),
    violations.NOT_BETWEEN: N_("A station is built between two stations of an unfinished line of yours."),
    violations.NO_BLACK_ARROW: N_("A line ends on a black arrow."),
    violations.BLACK_TAKEN: N_("Another line ends on that black arrow."),
    violations.NOT_AT_ARROW: N_("Your line does not end at that black arrow."),
    violations.NOT_ON_LINE: N_("The line that you have just finished does not pass there."),
    violations.DECIDE_STATION: N_("First decide about a station on the line that you have just finished."),
    violations.NOTHING_FINISHED: N_("You have not just finished a line."),
    violations.TOO_NEAR_START: N_(
        "A line may not end on the side of the city where it began, nor next to it, if another is in reach."
    ),
    violations.CAN_ACT: N_("You can do something, so you may not pass."),
    violations.NO_STATIONS_LEFT: N_("All stations are built."),
    violations.GAME_OVER: N_("The game is over."),
}
TRIANGLE_NAMES = {str(triangle): triangle for triangle in range(TRIANGLES)}
STEP_NAMES = tuple(f"{line}{way}" for line in "12" for way in DIRECTION_NAMES)
GO_ON = N_("A line goes on from its end: touch the next vertex there.")


def reason(s: Record, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """Triangles, lines and markers are no touches of their own; a way is meant along the destination beside it."""
    kind, _, name = path[0].partition("-")
    if len(path) > 1:
        return None
    if kind == "ground" or (kind == "triangle" and name in TRIANGLE_NAMES):
        return _reason_of_ground(s, seat, TRIANGLE_NAMES.get(name))
    if s.phase == FINISHED or (first_turn(s, seat) and s.laid == 0):
        return None
    if kind == "step" and name in STEP_NAMES:
        return _intended_action(s, seat, name)
    if kind == "frame" and has_begun(s, 2 * seat) and has_begun(s, 2 * seat + 1):
        return 9, N_("Both your lines have begun. A line goes on from its end: touch the next vertex there.")
    if kind == "line" and name in ("1", "2") and growing(s, 2 * seat + int(name) - 1):
        return 12, GO_ON
    if kind == "marker" and name in LETTER_NAMES:
        return 16, N_("No way on passes a destination where that marker could be placed now.")
    return None


def _reason_of_ground(s: Record, seat: int, triangle: int | None) -> int | tuple[int, str]:
    if s.phase == FINISHED or (first_turn(s, seat) and s.laid == 0):
        return moves.DIG  # what forbids every dig now
    if triangle is None or s.kind[triangle] == PLAIN:
        return 12, GO_ON
    if s.kind[triangle] in (LAKE, PARK):
        return 15, N_("No tunnel is dug under the lake or the park.")
    if s.counter[triangle] != NONE:
        return 15, N_("There is a tunnel counter on that triangle already.")
    if s.covered:
        return 17, N_("You have already covered a destination in this turn; only one is allowed.")
    if not own_markers(s, seat, int(s.kind[triangle])):
        return 16, N_("You have no such marker for that destination.")
    return 16, N_("Touch the way beside a destination, and again until your marker lies on it.")


def _intended_action(s: Record, seat: int, step: str) -> int:
    """The dig along a way that is forbidden most to the point: past a destination with a marker of its type, or any."""
    line = 2 * seat + int(step[0]) - 1
    triangles = EDGE_TRIANGLES[tip(s, line), DIRECTION_NAMES.index(step[1:])]
    kinds = [int(s.kind[triangle]) if triangle >= 0 else PLAIN for triangle in triangles]
    side = next((side for side, kind in enumerate(kinds) if 0 <= kind < TYPES), None)
    if side is None:
        return read(f"dig {step[0]} {step[1:]}{SIDE_SIGNS[RIGHT]}", s.board)
    letter = next((letter_of(s, marker) for marker in own_markers(s, seat, kinds[side])), 0)
    return read(f"dig {step[0]} {step[1:]}{SIDE_SIGNS[side]} ={LETTER_NAMES[letter]}", s.board)


def own_markers(s: Record, seat: int, kind: int) -> list[int]:
    """The markers of a type that a seat still has to place."""
    return [marker for marker in range(MARKERS) if s.hand[seat] >> marker & 1 and type_of(marker) == kind]
