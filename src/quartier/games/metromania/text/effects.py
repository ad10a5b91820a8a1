"""Effects of Metromania moves: what each scores, and why a bot chooses it."""

from functools import lru_cache

import numpy as np

from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.languages import Translator, capital

from ..bots.evaluation import TO_TRIANGLE
from ..rules.counters import laid_line, leads_to
from ..rules.dealing import OF_TYPE, missing
from ..rules.geometry import DIRECTIONS, EDGE_TRIANGLES, TRIANGLES, VERTICES
from ..rules.lines import finished_lines, growing, tip
from ..rules.moves import DECLINE, DIG, FINISH, PASS, STATION, dig_direction, dig_letter, dig_side
from ..rules.state import LAKE, NONE, OVER, TRIPS, TYPES, Record
from .labels import line_name, special_name, vertex_name
from .notation import is_blank, letter_name, markers_of
from .trips import Trip, trip_label, trips_now

NEARBY_STEPS = 3
"""Within this number of tunnels from a line's end a destination counts as near."""
MOST_TRIPS = 2
"""Maximum number of changed test trips in a preview; a third would be hard to read at a glance."""


def describe_effect(
    before: Record, after: Record, seat: int, action: int, points: int, t: Translator
) -> Gain:
    """Describe the effect of a move."""
    notes = [*_stations(before, after, t), *_later(before, after, action, t), *_trips(before, after, seat, t)]
    if after.phase == OVER:
        notes = [t("The game ends. Test trips and penalties are scored.")]
    elif not points and not notes and action < FINISH:
        note = t("The station touches no destination.")
        notes += [_way_note(before, after, seat, action, t) if action < STATION else note]
    if DIG <= action < STATION:
        notes.append(_other_side(before, seat, action - DIG, t))
    return Gain(_verb(action, t), with_sign(points), tuple(notes))


def _other_side(before: Record, seat: int, code: int, t: Translator) -> str:
    """MM-12, MM-15, MM-16: say how a tunnel comes to lie on the other side of its way, or why it can't."""
    sides = EDGE_TRIANGLES[tip(before, laid_line(seat, DIG + code)), dig_direction(code)]
    other = int(sides[1 - dig_side(code)])
    if is_blank(before, other):
        marked = dig_letter(code) != NONE
        return (
            t("Without a marker, the tunnel lies on the other side.")
            if marked
            else t("Rotate puts it on the other side.")
        )
    if other < 0:
        return t("The other side is outside the city.")
    if before.counter[other] != NONE:
        return t("The other side has a tunnel already.")
    if before.kind[other] < TYPES:
        return t("The other side needs a marker.")
    return (
        t("The other side is the lake.") if before.kind[other] == LAKE else t("The other side is the park.")
    )


def _verb(action: int, t: Translator) -> str:
    if action < STATION:
        return t("Begin") if action < DIG else t("Dig")
    if action < DECLINE:
        return t("Build") if action < FINISH else t("Finish")
    return t("Skip") if action < PASS else t("Pass")


def _way_note(before: Record, after: Record, seat: int, action: int, t: Translator) -> str:
    """Say how far a line then is from the nearest destination for the owner's markers; without any, where it ends."""
    line = laid_line(seat, action)
    if note := _nearest(after, line, _distances(after, line), t):
        return note
    return _ends(line, vertex_name(before, int(leads_to(before, seat, action)), t), t)


@lru_cache(1024)
def _ends(line: int, where: str, t: Translator) -> str:
    return t("{line} then ends {where}.").format(line=capital(line_name(line, t)), where=where)


def _stations(before: Record, after: Record, t: Translator) -> list[str]:
    """Describe new stations with a destination beside them."""
    if before.supply == after.supply:
        return []
    old, new = bytes(before.station), bytes(after.station)
    worths = [after.worth[vertex] for vertex in range(VERTICES) if new[vertex] and not old[vertex]]
    return [_station(worth, t) for worth in worths if worth]


@lru_cache(64)
def _station(worth: int, t: Translator) -> str:
    return t.ngettext(
        "New station next to {count} destination: +{count}.",
        "New station next to {count} destinations: +{count}.",
        worth,
    ).format(count=worth)


def _later(before: Record, after: Record, action: int, t: Translator) -> list[str]:
    """MM-31: describe the penalty that the move avoids."""
    if FINISH <= action < DECLINE:
        saved = -before.unfinished_points
        return [_saved_by_line(saved, t)]
    letter = dig_letter(action - DIG) if DIG <= action < STATION else NONE
    if letter == NONE:
        return []
    saved = -before.unplaced_points
    if after.derived[letter] != NONE:
        return [_saved_by_marker(saved, t)]
    form = t("The placed marker saves {now} penalty points, and {all} once its trip has a route.")
    return [form.format(now=saved + before.impossible_points, all=saved)]


def _saved_by_line(points: int, t: Translator) -> str:
    return t.ngettext(
        "The finished line saves {count} penalty point.",
        "The finished line saves {count} penalty points.",
        points,
    ).format(count=points)


def _saved_by_marker(points: int, t: Translator) -> str:
    return t.ngettext(
        "The placed marker saves {count} penalty point.",
        "The placed marker saves {count} penalty points.",
        points,
    ).format(count=points)


def _trips(before: Record, after: Record, seat: int, t: Translator) -> list[str]:
    """MM-28 to MM-30: describe the test trips that change for the seat."""
    if before.derived == after.derived:
        return []
    pairs = zip(trips_now(before), trips_now(after), strict=True)
    sentences = (_trip(old, new, seat, before.trip_points, t) for old, new in pairs if old != new)
    return [sentence for sentence in sentences if sentence][:MOST_TRIPS]


@lru_cache(4096)
def _trip(old: Trip, new: Trip, seat: int, points: int, t: Translator) -> str:
    """Describe the change of a trip for a seat; empty if it doesn't affect it."""
    name = trip_label(new, t)
    if new.possible and seat in new.seats:
        share = points // len(new.seats)
        form = t.ngettext(
            "{trip} would use your lines ({minutes} min): {count} point at the end.",
            "{trip} would use your lines ({minutes} min): {count} points at the end.",
            share,
        )
        return form.format(trip=name, minutes=new.minutes, count=share)
    if old.possible and seat in old.seats:
        return t("{trip} would no longer use your lines.").format(trip=name)
    return ""


def explain(before: Record, after: Record, seat: int, action: int, group: str, t: Translator) -> str:
    """Explain a move with a group of features; "" if there is nothing to say."""
    if group == "markers" and missing(after, seat) < missing(before, seat):
        left = missing(after, seat)
        return t.ngettext("Leaves {count} marker to place.", "Leaves {count} markers to place.", left).format(
            count=left
        )
    if group == "lines" and finished_lines(after, seat) > finished_lines(before, seat):
        return t("Finishes a line.")
    if group in ("lines", "distances") and action < STATION:
        line = laid_line(seat, action)
        return _approach(before, after, line, t) or _heads_for(before, after, line, t)
    if group in ("trips", "lead") and _trips_of(after, seat) > _trips_of(before, seat):
        return t("Wins or shares {count} of {all} test trips for now.").format(
            count=_trips_of(after, seat), all=TRIPS
        )
    return ""


def _approach(before: Record, after: Record, line: int, t: Translator) -> str:
    """Say how many destinations a line comes near; "" if no more than before."""
    count = _count_near(after, line)
    if count <= _count_near(before, line):
        return ""
    form = t.ngettext(
        "Within {steps} tunnels: {count} destination.",
        "Within {steps} tunnels: {count} destinations.",
        count,
    )
    return form.format(steps=NEARBY_STEPS, count=count)


def _heads_for(before: Record, after: Record, line: int, t: Translator) -> str:
    """Say how far the nearest destination is that takes a marker of the owner; "" if the line doesn't come nearer to it."""
    old, new = _distances(before, line), _distances(after, line)
    nearest = min(new, key=new.__getitem__, default=NONE)
    if nearest == NONE or new[nearest] >= old.get(nearest, TRIANGLES):
        return ""
    return _nearest(after, line, new, t)


def _nearest(s: Record, line: int, distances: dict[int, int], t: Translator) -> str:
    """Say how far the nearest of these destinations is, and for which markers of the line's owner; "" if there is none."""
    if not distances:
        return ""
    nearest = min(distances, key=distances.__getitem__)
    kind, hand = int(s.kind[nearest]), s.hand[line // 2]
    letters = "/".join(letter_name(s, marker) for marker in markers_of(s, hand & OF_TYPE[kind]))
    return _away(kind, nearest, distances[nearest], letters, t)


@lru_cache(4096)
def _away(kind: int, triangle: int, count: int, letters: str, t: Translator) -> str:
    form = t("Your line reaches the {place}, for {letters}.")
    if count:
        form = t.ngettext(
            "{count} tunnel to the {place}, for {letters}.",
            "{count} tunnels to the {place}, for {letters}.",
            count,
        )
    return form.format(place=special_name(kind, triangle, t), count=count, letters=letters)


def _count_near(s: Record, line: int) -> int:
    """Return how many free destinations that match the owner's markers are near the end of a line."""
    return sum(distance <= NEARBY_STEPS for distance in _distances(s, line).values())


def _distances(s: Record, line: int) -> dict[int, int]:
    """Return the tunnels from the end of a line to each free destination that matches one of the owner's markers."""
    if not growing(s, line):
        return {}
    row = TO_TRIANGLE[tip(s, line) * DIRECTIONS + s.heading[line]]
    goals = _goals(bytes(s.kind), bytes(s.counter), int(s.hand[line // 2]))
    return {triangle: int(row[triangle]) for triangle in goals}


@lru_cache(1024)
def _goals(kinds: bytes, counters: bytes, hand: int) -> tuple[int, ...]:
    """Return the free destinations that match one of the markers in a hand."""
    kind, counter = np.frombuffer(kinds, np.int8), np.frombuffer(counters, np.int8)
    return tuple(
        triangle
        for triangle in range(TRIANGLES)
        if 0 <= kind[triangle] < TYPES and counter[triangle] == NONE and hand & OF_TYPE[kind[triangle]]
    )


def _trips_of(s: Record, seat: int) -> int:
    """MM-30: return how many test trips a seat would run on the present network, alone or with others."""
    return sum(seat in trip.seats for trip in trips_now(s))
