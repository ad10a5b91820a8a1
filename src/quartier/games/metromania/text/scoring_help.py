"""Scoring of Metromania in words: categories, sources of points, the final count, and labels of statistics."""

from collections.abc import Sequence

from quartier.core.game.boards import Board
from quartier.core.text.effects import with_sign
from quartier.core.text.final_count import Counted, one_by_one, shares
from quartier.core.text.languages import N_, Translator
from quartier.core.text.scoring_help import Category
from quartier.core.text.stat_labels import Tally

from ..rules.board import LETTER_NAMES
from ..rules.dealing import missing
from ..rules.derived import MOST_WORTH
from ..rules.geometry import CITY_EDGES, SIDE, VERTICES
from ..rules.lines import finished_lines
from ..rules.scoring import share, stranded_markers
from ..rules.state import (
    BOTH_LINES,
    ENOUGH_LINES,
    LAST_STATION,
    OVER,
    Record,
)
from .labels import line_name, side_name
from .trips import (
    Trip,
    trip_label,
    trip_time,
    trips_now,
)

PRAISE = N_("{name} runs the finest network")


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    """Stations; at the end also the test trips and the penalties."""
    result = [(t("Stations"), int(s.points[seat]))]
    if s.phase != OVER:
        return result
    for trip in trips_now(s):
        points = int(share(s, trip.number, seat))
        if points:
            result.append((f"{trip_label(trip, t)}, {trip_time(trip, t)}", points))
    losses = (
        (t("Unfinished lines"), s.unfinished_points * (2 - finished_lines(s, seat))),
        (t("Unplaced markers"), s.unplaced_points * missing(s, seat)),
        (t("Markers without a trip"), s.impossible_points * stranded_markers(s, seat)),
    )
    return result + [(name, int(points)) for name, points in losses if points]


TIE_BREAK = N_("Tied on points: more finished lines win.")
"""MM-32."""
COUNTED_LAST = True
"""MM-28 to MM-31: trips and penalties come with the last event, no matter which seat caused it."""
_REASONS = {
    BOTH_LINES: N_("Someone finished both lines."),
    LAST_STATION: N_("The last station was built."),
    ENOUGH_LINES: N_("Enough lines are finished or stuck."),
}


def ending(s: Record, t: Translator) -> str:
    """MM-27: say why the building ended."""
    return t(_REASONS[s.reason])


def count(s: Record, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """MM-24, MM-30, MM-31."""
    trips = [_trip(s, trip, names, t) for trip in trips_now(s) if trip.possible]
    return [_stations(s, names, t), *trips, *_losses(s, names, t)]


def _stations(s: Record, names: Sequence[str], t: Translator) -> Counted:
    points = tuple(int(s.points[seat]) for seat in range(s.players))
    stops = [f"stop-{vertex}" for vertex in range(VERTICES) if s.station[vertex]]
    return Counted(t("Stations"), shares(points, names), one_by_one(stops), points)


def _trip(s: Record, trip: Trip, names: Sequence[str], t: Translator) -> Counted:
    """Show a trip along its route, using the scene that the board has prepared."""
    points = tuple(int(share(s, trip.number, seat)) for seat in range(s.players))
    text = f"{trip_time(trip, t)}: {shares(points, names)}"
    return Counted(trip_label(trip, t), text, ((f"scene-{trip.number + 1}",),), points)


def _losses(s: Record, names: Sequence[str], t: Translator) -> list[Counted]:
    """MM-31: list what is not finished, not placed, or placed for nothing."""
    seats = range(s.players)
    kinds = (
        (t("Unfinished lines"), [int(s.unfinished_points * (2 - finished_lines(s, seat))) for seat in seats]),
        (t("Unplaced markers"), [int(s.unplaced_points * missing(s, seat)) for seat in seats]),
        (
            t("Markers without a trip"),
            [int(s.impossible_points * stranded_markers(s, seat)) for seat in seats],
        ),
    )
    return [Counted(name, shares(points, names), (), tuple(points)) for name, points in kinds if any(points)]


def categories(s: Record, t: Translator) -> list[Category]:
    """MM-24, MM-30, MM-31: list the sources of points, with the figures of this city (MM-33)."""
    stations = t.ngettext(
        "Each new station brings the player who causes it {points} point for every destination it touches.",
        "Each new station brings the player who causes it {points} points for every destination it touches.",
        s.station_points,
    ).format(points=int(s.station_points))
    trips = t("The players on a trip’s fastest route share its {points} points, rounded down.").format(
        points=int(s.trip_points)
    )
    unfinished = t("{points} at the end for each of your two lines that isn’t finished, begun or not.")
    unplaced = t("{points} at the end for each marker you haven’t placed.")
    stranded = t("{points} at the end for each marker you’ve placed whose trip has no route.")
    return [
        _category(t("Stations"), stations, 24),
        Category(t("Test trips"), trips, (28, 29, 30), _trips(t)),
        _category(t("Unfinished lines"), unfinished.format(points=with_sign(int(s.unfinished_points))), 31),
        _category(t("Unplaced markers"), unplaced.format(points=with_sign(int(s.unplaced_points))), 31),
        _category(
            t("Markers without a trip"),
            stranded.format(points=with_sign(int(s.impossible_points))),
            31,
        ),
    ]


def _trips(t: Translator) -> tuple[str, ...]:
    letters = (t("Trip {letter}").format(letter=letter) for letter in LETTER_NAMES)
    return (*letters, t("Trip lake–park"))


def _category(name: str, sentence: str, rule: int) -> Category:
    return Category(name, sentence, (rule,), (name,))


_MOVES = (
    N_("begin a line"),
    N_("dig a tunnel"),
    N_("cover a destination"),
    N_("build a station"),
    N_("finish a line"),
    N_("add no station after finishing"),
    N_("pass"),
)


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Label kinds of moves, lines, trips, stations, the sides where lines begin and end."""
    sides = tuple(side_name(SIDE * edge, t) for edge in range(CITY_EDGES))
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Lines"), (line_name(0, t), line_name(1, t))),
        Tally(
            t("Trips by marker placed"),
            tuple(t("trip {letter}").format(letter=letter) for letter in LETTER_NAMES),
        ),
        Tally(t("Stations built"), tuple(_by_destinations(count, t) for count in range(MOST_WORTH + 1))),
        Tally(t("Where lines begin"), sides),
        Tally(t("Where lines end"), sides),
    ]


def _by_destinations(count: int, t: Translator) -> str:
    return t.ngettext("next to {count} destination", "next to {count} destinations", count).format(
        count=count
    )
