"""The test trips of Metromania as they are told and shown (MM-28 to MM-30)."""

from quartier.core.text.languages import Translator

from .rules.board import LETTER_NAMES
from .rules.state import LAST_TRIP, MOST_SEATS, NONE, TRIPS, State
from .rules.trips import LIST, MINUTE, best_route, cost_of, lines_of, list_stops


class Trip:
    """How a test trip goes on the network as it is: minutes, changes, and the seats that share it."""

    def __init__(self, number: int, cost: int, runners: int) -> None:
        self.number = number
        self.possible = cost != NONE
        self.minutes, self.changes = divmod(cost, MINUTE) if self.possible else (0, 0)
        self.lines = runners
        self.seats = [seat for seat in range(MOST_SEATS) if runners >> 2 * seat & 0b11]

    @property
    def name(self) -> str:
        """Its letter, "" for the trip from the lake to the park."""
        return "" if self.number == LAST_TRIP else LETTER_NAMES[self.number]


def trips_now(s: State) -> list[Trip]:
    """MM-28: the test trips run on the present network, at the end as they were scored."""
    stops = [0] * LIST
    list_stops(s, stops)
    routes = [int(best_route(s, trip, stops)) for trip in range(TRIPS)]
    return [Trip(trip, cost_of(route), lines_of(route)) for trip, route in enumerate(routes)]


def trip_label(trip: Trip, t: Translator) -> str:
    """A trip's name in words."""
    return t("Trip {letter}").format(letter=trip.name) if trip.name else t("Trip lake–park")


def trip_time(trip: Trip, t: Translator) -> str:
    """How long a trip takes, in words."""
    if not trip.possible:
        return t("no route")
    return t("{minutes} min").format(minutes=trip.minutes)
