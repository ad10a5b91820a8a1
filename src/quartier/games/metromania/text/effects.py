"""What a move of Metromania brings, in words: stations now, and what test trips and penalties make of it at the end."""

from functools import lru_cache

from quartier.core.text.effects import Gain, signed
from quartier.core.text.languages import Translator

from ..rules.counters import laid_line, leads_to
from ..rules.geometry import VERTICES
from ..rules.moves import (
    DECLINE,
    DIG,
    FINISH,
    PASS,
    STATION,
    dig_letter,
)
from ..rules.state import NONE, OVER, State
from .names import line_name, vertex_name
from .trips import Trip, trip_label, trips_now

MOST_TRIPS = 2
"""So many test trips are told of; a third would be too much for one look."""


def describe_effect(before: State, after: State, seat: int, action: int, points: int, t: Translator) -> Gain:
    """What a move brings."""
    said = [*_stations(before, after, t), *_later(before, after, action, t), *_trips(before, after, seat, t)]
    if not points:
        said.insert(0, t("Brings nothing now."))
    if after.phase == OVER:
        said = [t("The game ends: test trips and penalties are counted.")]
    elif said == [t("Brings nothing now.")] and action < FINISH:
        beside = t("No destination lies beside it.")
        said += [_reached(before, seat, action, t) if action < STATION else beside]
    return Gain(_verb(action, t), signed(points), tuple(said))


def _verb(action: int, t: Translator) -> str:
    if action < STATION:
        return t("Begin") if action < DIG else t("Dig")
    if action < DECLINE:
        return t("Build") if action < FINISH else t("Finish")
    return t("Leave out") if action < PASS else t("Pass")


def _reached(before: State, seat: int, action: int, t: Translator) -> str:
    """Where a line ends after a counter."""
    where = vertex_name(before, int(leads_to(before, seat, action)), t)
    return _ends(laid_line(seat, action), where, t)


@lru_cache(1024)
def _ends(line: int, where: str, t: Translator) -> str:
    return t("After it {line} ends {where}.").format(line=line_name(line, t), where=where)


def _stations(before: State, after: State, t: Translator) -> list[str]:
    """New stations with a destination beside them."""
    if before.supply == after.supply:
        return []
    old, new = bytes(before.station), bytes(after.station)
    worths = [after.worth[vertex] for vertex in range(VERTICES) if new[vertex] and not old[vertex]]
    return [_station(worth, t) for worth in worths if worth]


@lru_cache(64)
def _station(worth: int, t: Translator) -> str:
    if worth == 1:
        return t("A new station beside one destination: +1.")
    return t("A new station beside {count} destinations: +{count}.").format(count=worth)


def _later(before: State, after: State, action: int, t: Translator) -> list[str]:
    """MM-31: what the move saves at the end."""
    if FINISH <= action < DECLINE:
        saved = -before.unfinished_points
        return [t("Finishing the line saves {points} points at the end.").format(points=saved)]
    letter = dig_letter(action - DIG) if DIG <= action < STATION else NONE
    if letter == NONE:
        return []
    saved = -before.unplaced_points + (before.impossible_points if after.derived[letter] == NONE else 0)
    return [t("Placing the marker saves {points} points at the end.").format(points=saved)]


def _trips(before: State, after: State, seat: int, t: Translator) -> list[str]:
    """MM-28 to MM-30: the test trips that go otherwise for the seat."""
    if before.derived == after.derived:
        return []
    pairs = zip(trips_now(before), trips_now(after), strict=True)
    found = (_trip(old, new, seat, before.trip_points, t) for old, new in pairs if old != new)
    return [said for said in found if said][:MOST_TRIPS]


@lru_cache(4096)
def _trip(old: Trip, new: Trip, seat: int, points: int, t: Translator) -> str:
    """What becomes of a trip for a seat; empty where that is nothing to it."""
    name = trip_label(new, t)
    if new.possible and seat in new.seats:
        share = points // len(new.seats)
        form = t("{trip} would go your way in {minutes} min: {points} points at the end.")
        return form.format(trip=name, minutes=new.minutes, points=share)
    if old.possible and seat in old.seats:
        return t("{trip} would no longer go your way.").format(trip=name)
    return ""
