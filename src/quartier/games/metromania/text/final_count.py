"""The final count of Metromania: stations, the test trips that somebody can run, and what is taken off."""

from collections.abc import Sequence

from quartier.core.text.final_count import Counted, each_alone, shares
from quartier.core.text.languages import Translator

from ..rules.dealing import missing
from ..rules.geometry import VERTICES
from ..rules.lines import finished_lines
from ..rules.scoring import share, stranded
from ..rules.state import State
from .trips import (
    Trip,
    trip_label,
    trip_time,
    trips_now,
)


def count(s: State, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """MM-24, MM-30, MM-31."""
    trips = [_trip(s, trip, names, t) for trip in trips_now(s) if trip.possible]
    return [_stations(s, names, t), *trips, *_losses(s, names, t)]


def _stations(s: State, names: Sequence[str], t: Translator) -> Counted:
    points = tuple(int(s.points[each]) for each in range(s.players))
    stops = [f"stop-{vertex}" for vertex in range(VERTICES) if s.station[vertex]]
    return Counted(t("Stations"), shares(points, names), each_alone(stops), points)


def _trip(s: State, trip: Trip, names: Sequence[str], t: Translator) -> Counted:
    """A trip runs along its route, the scene that the board holds ready."""
    points = tuple(int(share(s, trip.number, each)) for each in range(s.players))
    text = f"{trip_time(trip, t)}: {shares(points, names)}"
    return Counted(trip_label(trip, t), text, ((f"scene-{trip.number + 1}",),), points)


def _losses(s: State, names: Sequence[str], t: Translator) -> list[Counted]:
    """MM-31: what is not finished, not placed, or placed for nothing."""
    seats = range(s.players)
    kinds = (
        (t("Unfinished lines"), [int(s.unfinished_points * (2 - finished_lines(s, seat))) for seat in seats]),
        (t("Markers not placed"), [int(s.unplaced_points * missing(s, seat)) for seat in seats]),
        (
            t("Markers of trips without a route"),
            [int(s.impossible_points * stranded(s, seat)) for seat in seats],
        ),
    )
    return [Counted(name, shares(points, names), (), tuple(points)) for name, points in kinds if any(points)]
