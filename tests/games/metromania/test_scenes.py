"""The scenes of the test trips (MM-28 to MM-31): each shows a route that costs what the trip was scored with."""

import re
from itertools import pairwise
from typing import Any

from quartier.core.text.languages import translator
from quartier.games.metromania.drawing.scenes import Ride
from quartier.games.metromania.drawing.scenes import route as route_of
from quartier.games.metromania.rules.geometry import CORNERS
from quartier.games.metromania.rules.trips import MINUTE, trip_end
from quartier.games.metromania.text.trips import trip_label, trips_now
from tests.games.metromania.test_trips import final_positions

SCENE = re.compile(r'data-scene="(\d)"[^>]* aria-label="([^"]*)"')


def cost_of(s: Any, route: list[Ride]) -> int:
    """What a route costs: a hop each, and a change wherever two rides are in different lines."""
    changes = sum(one.line != other.line for one, other in pairwise(route))
    return int(len(route) * s.hop * MINUTE + changes * (s.change * MINUTE + 1))


def test_every_route_is_a_best_one_and_hangs_together() -> None:
    shown_routes = 0
    for state in final_positions(60, 11):
        s = state.open_record()
        for trip in trips_now(s):
            route = route_of(s, trip.number)
            if not route:
                continue
            shown_routes += 1
            assert cost_of(s, route) == trip.minutes * MINUTE + trip.changes
            assert route[0].vertices[0] in CORNERS[trip_end(s, trip.number, 0)]
            assert route[-1].vertices[-1] in CORNERS[trip_end(s, trip.number, 1)]
            assert all(one.vertices[-1] == other.vertices[0] for one, other in pairwise(route))
            assert {ride.line for ride in route} <= {line for line in range(8) if trip.lines >> line & 1}
    assert shown_routes > 20


def test_a_trip_without_a_ride_is_impossible_or_takes_no_time() -> None:
    for state in final_positions(60, 12):
        s = state.open_record()
        for trip in trips_now(s):
            if not route_of(s, trip.number):
                assert not trip.possible or trip.minutes == 0


def test_only_a_finished_game_has_scenes_and_they_are_numbered_and_named() -> None:
    state = next(final_positions(1, 13))
    matches = SCENE.findall(state.parts(None, "en")["board"])
    assert [int(number) for number, _ in matches] == list(range(1, 8))
    trips = trips_now(state.open_record())
    assert [name.split(":")[0] for _, name in matches] == [
        trip_label(trip, translator("en")) for trip in trips
    ]
    assert "data-scene" not in state.game.new(2, seed=1).parts(None, "en")["board"]
