"""Violations in Metromania: a message for each reason why a move is illegal."""

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
    violations.PIECE_LAID: N_("You can’t place that district now."),
    violations.NO_TURNING_NOW: N_("No district is rotated now."),
    violations.NO_COUNTERS_LEFT: N_("That line has no tunnels left."),
    violations.NOT_DEALT_NOW: N_("That marker can’t be dealt now."),
    violations.NOT_DEALABLE: N_(
        "That marker doesn’t fit this set, or leaves no valid set for another player."
    ),
    violations.NO_SIDES_NOW: N_("Marker sets by column are only for two players."),
    violations.NOT_IN_TURN: N_("It isn’t your turn."),
    violations.NOT_A_SEAT: N_("That player can’t be drawn as start player."),
    violations.NOT_CHANCE: N_("Nothing is drawn now."),
    violations.BEGIN_FIRST: N_("On your first turn you begin a line. Choose a white arrow."),
    violations.ONE_LINE_FIRST: N_("On your first turn, dig only the line you’ve just begun."),
    violations.ALREADY_BEGUN: N_("You’ve already begun that line."),
    violations.NO_WHITE_ARROW: N_("A line must begin on a white arrow."),
    violations.WHITE_TAKEN: N_("That white arrow is taken. Choose another."),
    violations.TOO_NEAR_OTHER: N_(
        "Your second line can’t begin on your first line’s side of the city or on a side next to it."
    ),
    violations.NOT_WITHIN_DIG: N_("You’re digging. Place all three tunnels first."),
    violations.NOT_BEGUN: N_("You haven’t begun that line yet."),
    violations.IS_FINISHED: N_("That line is finished."),
    violations.LEAVES_FEWER: N_(
        "Another tunnel would let you place more of your three. Choose one of those."
    ),
    violations.SHARP_ANGLE: N_("A line can turn that sharply only at a station."),
    violations.RUNS_BACK: N_("A line can’t turn straight back."),
    violations.TOUCHES_ITSELF: N_("A line can’t cross or touch itself."),
    violations.LEAVES_CITY: N_("That leads out of the city."),
    violations.TRIANGLE_TAKEN: N_("That triangle already has a tunnel."),
    violations.LAKE_OR_PARK: N_("You can’t dig under the lake or the park."),
    violations.NO_MARKER: N_("You have no marker that fits this destination."),
    violations.NAME_A_MARKER: N_(
        "A tunnel on a destination needs one of your markers. Add its letter, for example =A."
    ),
    violations.NO_DESTINATION: N_("That triangle isn’t a destination, so it can’t take a marker."),
    violations.SECOND_DESTINATION: N_("You’ve already covered a destination this turn. Only one is allowed."),
    violations.LETTER_NEARBY: N_(
        "That marker can’t go here: the other one with its letter is on a neighbouring destination."
    ),
    violations.HAS_STATION: N_("There’s already a station here."),
    violations.NOT_BETWEEN: N_("Build stations only between two stations of one of your unfinished lines."),
    violations.NO_BLACK_ARROW: N_("A line must end on a black arrow."),
    violations.BLACK_TAKEN: N_("That black arrow is taken. Choose another."),
    violations.NOT_AT_ARROW: N_("Your line hasn’t reached that black arrow."),
    violations.NOT_ON_LINE: N_("The line you’ve just finished doesn’t pass here."),
    violations.DECIDE_STATION: N_("First decide: a station on the line you’ve just finished, or none."),
    violations.NOTHING_FINISHED: N_("You haven’t just finished a line."),
    violations.TOO_NEAR_START: N_(
        "A line can’t end on its starting side or a side next to it while a black arrow on another side "
        "is in reach."
    ),
    violations.CAN_ACT: N_("You can’t pass while you have a move."),
    violations.NO_STATIONS_LEFT: N_("There are no stations left."),
    violations.GAME_OVER: N_("The game is over."),
}
TRIANGLE_NAMES = {str(triangle): triangle for triangle in range(TRIANGLES)}
STEP_NAMES = tuple(f"{line}{way}" for line in "12" for way in DIRECTION_NAMES)
GO_ON = N_("Lines grow at their ends only. Tap the next point there.")


def reason(s: Record, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """Return the action that a touch means: a way means the destination beside it; other things get a reason."""
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
        return 9, N_("You’ve begun both lines. They grow at their ends only: tap the next point there.")
    if kind == "line" and name in ("1", "2") and growing(s, 2 * seat + int(name) - 1):
        return 12, GO_ON
    if kind == "marker" and name in LETTER_NAMES:
        return 16, N_("None of your lines can reach a destination for that marker now.")
    return None


def _reason_of_ground(s: Record, seat: int, triangle: int | None) -> int | tuple[int, str]:
    if s.phase == FINISHED or (first_turn(s, seat) and s.laid == 0):
        return moves.DIG  # what forbids every dig now
    if triangle is None or s.kind[triangle] == PLAIN:
        return 12, GO_ON
    if s.kind[triangle] in (LAKE, PARK):
        return 15, N_("You can’t dig under the lake or the park.")
    if s.counter[triangle] != NONE:
        return 15, N_("That triangle already has a tunnel.")
    if s.covered:
        return 17, N_("You’ve already covered a destination this turn. Only one is allowed.")
    if not own_markers(s, seat, int(s.kind[triangle])):
        return 16, N_("You have no marker that fits this destination.")
    return 16, N_("Tap the route beside a destination until your marker appears on it.")


def _intended_action(s: Record, seat: int, step: str) -> int:
    """Return the forbidden dig along a way that explains best: past a destination with a marker of its type, or any."""
    line = 2 * seat + int(step[0]) - 1
    triangles = EDGE_TRIANGLES[tip(s, line), DIRECTION_NAMES.index(step[1:])]
    kinds = [int(s.kind[triangle]) if triangle >= 0 else PLAIN for triangle in triangles]
    side = next((side for side, kind in enumerate(kinds) if 0 <= kind < TYPES), None)
    if side is None:
        return read(f"dig {step[0]} {step[1:]}{SIDE_SIGNS[RIGHT]}", s.board)
    letter = next((letter_of(s, marker) for marker in own_markers(s, seat, kinds[side])), 0)
    return read(f"dig {step[0]} {step[1:]}{SIDE_SIGNS[side]} ={LETTER_NAMES[letter]}", s.board)


def own_markers(s: Record, seat: int, kind: int) -> list[int]:
    """Return the markers of a type that a seat still has to place."""
    return [marker for marker in range(MARKERS) if s.hand[seat] >> marker & 1 and type_of(marker) == kind]
