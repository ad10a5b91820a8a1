"""Effects of Metromania moves: what each scores, and why a bot chooses it."""

from functools import lru_cache

import numpy as np

from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.languages import Translator, capital

from ..bots.evaluation import TO_TRIANGLE, look_ahead
from ..rules.counters import laid_line, leads_to
from ..rules.dealing import OF_TYPE
from ..rules.geometry import AROUND, CORNERS, DIRECTIONS, EDGE_TRIANGLES, TRIANGLES, VERTICES
from ..rules.lines import finished_lines, growing, tip
from ..rules.moves import DECLINE, DIG, FINISH, PASS, STATION, dig_direction, dig_letter, dig_side
from ..rules.state import LAKE, NONE, OVER, TYPES, Record
from ..rules.trips import trip_end
from .labels import line_name, special_name, vertex_name
from .notation import is_blank, letter_name, markers_of
from .trips import Trip, share_of, trip_label, trips_now

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
        note = t("No points: the station touches no house, shop or theatre.")
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
        "{count} point now: a new station touching {count} destination.",
        "{count} points now: a new station touching {count} destinations.",
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
    """Explain a move with a group of features, and what it's good for; "" if there is nothing to say."""
    if group == "gained":
        return " ".join(_stations(before, after, t))
    if group == "markers":
        return _marker_use(before, after, seat, t)
    if group == "lines" and finished_lines(after, seat) > finished_lines(before, seat):
        return _saved_by_line(-before.unfinished_points, t)
    if group in ("lines", "distances") and action < STATION:
        line = laid_line(seat, action)
        reasons = (_reaches_trip, _approach, _heads_for, _to_arrow)
        return next(filter(None, (reason(before, after, line, t) for reason in reasons)), "")
    if group in ("trips", "lead"):
        return _faster_trip(before, after, seat, t)
    return ""


def _marker_use(before: Record, after: Record, seat: int, t: Translator) -> str:
    """MM-28, MM-31: say what a placed marker is for; "" if none is placed."""
    markers = markers_of(before, before.hand[seat] & ~after.hand[seat])
    if not markers:
        return ""
    form = t("Places your {letter}, an end of trip {letter}: left over, it costs {points} points.")
    return form.format(letter=letter_name(before, markers[0]), points=-int(before.unplaced_points))


def _faster_trip(before: Record, after: Record, seat: int, t: Translator) -> str:
    """MM-30: name a trip of which a seat gets more points; "" if there is none."""
    for old, new in zip(trips_now(before), trips_now(after), strict=True):
        if seat in new.seats and _share_of(before, new, seat) > _share_of(before, old, seat):
            return _trip(old, new, seat, before.trip_points, t)
    return ""


def _share_of(s: Record, trip: Trip, seat: int) -> int:
    return share_of(s, trip) if seat in trip.seats else 0


def _reaches_trip(before: Record, after: Record, line: int, t: Translator) -> str:
    """MM-29: name a trip that the new end of a line touches and the line did not touch before; "" if there is none."""
    if not growing(after, line):
        return ""
    here = set(AROUND[tip(after, line)].tolist()) - {NONE}
    for trip in trips_now(after):
        ends = (int(trip_end(after, trip.number, end)) for end in (0, 1))
        if any(triangle in here and not _touches(before, line, triangle) for triangle in ends):
            name = t("trip {letter}").format(letter=trip.name) if trip.name else t("trip lake–park")
            form = t("Reaches an end of {trip}, worth {points} points.")
            return form.format(trip=name, points=int(before.trip_points))
    return ""


def _touches(s: Record, line: int, triangle: int) -> bool:
    return any(s.lines[corner] >> line & 1 for corner in CORNERS[triangle])


def _approach(before: Record, after: Record, line: int, t: Translator) -> str:
    """Say how many destinations a line comes near; "" if no more than before."""
    count = _count_near(after, line)
    if count <= _count_near(before, line):
        return ""
    form = t.ngettext(
        "Within {steps} tunnels: {count} destination for your markers.",
        "Within {steps} tunnels: {count} destinations for your markers.",
        count,
    )
    return form.format(steps=NEARBY_STEPS, count=count)


def _heads_for(before: Record, after: Record, line: int, t: Translator) -> str:
    """Say how far the nearest destination is that takes a marker of the owner; "" if the line doesn't come nearer to it."""
    old, new = _distances(before, line), _distances(after, line)
    nearest = min(new, key=new.__getitem__, default=NONE)
    if nearest == NONE or new[nearest] >= old.get(nearest, TRIANGLES):
        return ""
    letters = _letters_for(after, line, nearest)
    if not new[nearest]:
        return t("Reaches a destination for your marker {letters}.").format(letters=letters)
    form = t.ngettext(
        "{count} tunnel to a destination for your marker {letters}.",
        "{count} tunnels to a destination for your marker {letters}.",
        new[nearest],
    )
    return form.format(count=new[nearest], letters=letters)


def _letters_for(s: Record, line: int, triangle: int) -> str:
    """Return the letters of the owner's markers that fit a destination: "A/D"."""
    hand = s.hand[line // 2] & OF_TYPE[s.kind[triangle]]
    return "/".join(letter_name(s, marker) for marker in markers_of(s, hand))


def _to_arrow(before: Record, after: Record, line: int, t: Translator) -> str:
    """MM-20, MM-31: say how far the nearest black arrow is where a line may end; "" if none is in reach."""
    steps = look_ahead(after, line // 2, line)[0] if growing(after, line) else 0
    if not steps:
        return ""
    form = t.ngettext(
        "{count} tunnel to a black arrow: a finished line saves {points} points.",
        "{count} tunnels to a black arrow: a finished line saves {points} points.",
        steps,
    )
    return form.format(count=steps, points=-int(before.unfinished_points))


def _nearest(s: Record, line: int, distances: dict[int, int], t: Translator) -> str:
    """Say how far the nearest of these destinations is, and for which markers of the line's owner; "" if there is none."""
    if not distances:
        return ""
    nearest = min(distances, key=distances.__getitem__)
    return _away(int(s.kind[nearest]), nearest, distances[nearest], _letters_for(s, line, nearest), t)


@lru_cache(4096)
def _away(kind: int, triangle: int, count: int, letters: str, t: Translator) -> str:
    form = t("Your line reaches the {place}, for your marker {letters}.")
    if count:
        form = t.ngettext(
            "{count} tunnel to the {place}, for your marker {letters}.",
            "{count} tunnels to the {place}, for your marker {letters}.",
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
