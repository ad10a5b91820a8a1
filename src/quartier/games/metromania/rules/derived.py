"""What the table shows beside the network: how the test trips go on it now (MM-28 to MM-30)."""

from typing import Any

from quartier.core.engine.bits import scratch

from .state import TRIPS, State
from .trips import (
    LIST,
    best_route,
    cost_of,
    lines_of,
    list_stops,
)

DERIVED_SIZE = 2 * TRIPS


def derive(s: State, seat: int, out: Any) -> None:
    """By trip, what it costs (NONE if nobody can run it); then by trip, the set of lines that take part."""
    stops = scratch(LIST)
    list_stops(s, stops)
    for trip in range(TRIPS):
        route = best_route(s, trip, stops)
        out[trip], out[TRIPS + trip] = cost_of(route), lines_of(route)
