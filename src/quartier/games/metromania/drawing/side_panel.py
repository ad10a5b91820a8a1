"""The side panel: the test trips, the stations left, and what the others still have."""

from functools import cache, lru_cache
from typing import NamedTuple

from quartier.core.drawing.key import explaining
from quartier.core.drawing.memo import memoize
from quartier.core.drawing.name_slots import name_slot, name_slots
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    el,
    group,
    group_fragments,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.dealing import hidden_count, type_of
from ..rules.lines import is_finished
from ..rules.state import LAKE, LAST_TRIP, NONE, PARK, Record
from ..text.labels import SEAT_NAMES, line_name, marker_name, type_name
from ..text.notation import letter_name, markers_of
from ..text.trips import Trip, Trips, trip_label, trip_time
from .layout import COLUMN, WIDTH
from .legend import signs_of_lines, signs_of_triangles
from .symbols import chip, hidden_chip, kind_icon, rail

FARE_WIDTH, FARES_HEIGHT, GAP = 48, 39, 4


@memoize("slot", "place")
def draw_fares(s: Record, trips: Trips, t: Translator) -> list[Svg]:
    """Draw all test trips in one row, COLUMN units wide: they decide the game, so a phone has to have room for them."""
    return [_fare(trip, _end_kinds(s, trip), t) for trip in trips]


Ends = tuple[tuple[int, bool], ...]
"""What lies at both ends of a trip, and whether it is there."""


@lru_cache(4096)
def _fare(trip: Trip, ends: Ends, t: Translator) -> Svg:
    """A test trip on the network as it is: its name, minutes, and the seats that share its points."""
    x = trip.number * (FARE_WIDTH + GAP)
    return at(
        x,
        0,
        rect(0, 0, FARE_WIDTH, FARES_HEIGHT, 9, class_=f"tint{_owner(trip)}"),
        _fare_name(trip),
        *((_time(trip, t), _signs(tuple(trip.seats))) if trip.possible else (_ends(ends),)),
        id=f"trip-{trip.number}",
        data_about=f"trip-{trip.number}",
        role="img",
        aria_label=spoken_trip(trip, ends, t),
        **name_slots((seat, t(SEAT_NAMES[seat])) for seat in trip.seats),
    )


def _owner(trip: Trip) -> str:
    """The class of a seat that has a trip for itself."""
    return f" wash seat-{trip.seats[0]}" if len(trip.seats) == 1 else ""


def _fare_name(trip: Trip) -> Svg:
    """The letter of a trip, or the icons of lake and park: as large as there is room."""
    if trip.number != LAST_TRIP:
        return text(6, 18, trip.name, 16, "heavy")
    x, y, size = (9, 11, 14) if trip.possible else (FARE_WIDTH / 2 - 10, FARES_HEIGHT / 2, 19)
    return join(*(kind_icon(kind, x + (size + 1) * i, y, size) for i, kind in enumerate((LAKE, PARK))))


@lru_cache(512)
def _time(trip: Trip, t: Translator) -> Svg:
    """The minutes of a trip: the number is what is compared. Two digits are set narrower, no smaller."""
    number, unit = trip_time(trip, t).split(maxsplit=1)
    is_long = len(number) > 1
    narrow = {"textLength": f"{FARE_WIDTH - 4}", "lengthAdjust": "spacingAndGlyphs"} if is_long else {}
    words = el("tspan", number, class_="heavy"), el("tspan", f" {unit}", font_size="88%")
    return el("text", *words, x=FARE_WIDTH / 2, y=34, font_size=16, class_="middle", **narrow)


@cache
def _signs(seats: tuple[int, ...]) -> Svg:
    """The signs of the seats that take part: up to two beside each other, more in two rows."""
    size = 11 if len(seats) < 3 else 8
    return join(
        *(
            sign(
                seat,
                FARE_WIDTH - 9 - (size + 1) * (i % 2),
                (12 if len(seats) < 3 else 8) + 9 * (i // 2),
                size,
            )
            for i, seat in enumerate(reversed(seats))
        )
    )


def _ends(ends: Ends) -> Svg:
    """Where a trip that no one can run would go: the two places, those without a marker pale. Lake and park are its name."""
    return join(
        *(
            group(kind_icon(kind, FARE_WIDTH / 2 - 10 + 20 * i, 28, 17), class_=None if there else "missing")
            for i, (kind, there) in enumerate(ends)
            if kind not in (LAKE, PARK)
        )
    )


def _end_kinds(s: Record, trip: Trip) -> Ends:
    if trip.number == LAST_TRIP:
        return (LAKE, True), (PARK, True)
    first = 2 * s.slot[trip.number]
    return tuple((type_of(marker), s.place[marker] != NONE) for marker in (first, first + 1))


def spoken_trip(trip: Trip, ends: Ends, t: Translator) -> str:
    """Return a trip in words: its minutes and the seats that share it, or what it still needs."""
    return f"{trip_label(trip, t)}: {_state(trip, ends, t)}"


def _state(trip: Trip, ends: Ends, t: Translator) -> str:
    if trip.possible:
        return ", ".join([trip_time(trip, t), *(t(SEAT_NAMES[seat]) for seat in trip.seats)])
    missing = [type_name(kind, t) for kind, there in ends if not there]
    if not missing:
        return t("no line connects both ends yet")
    if len(missing) == 1:
        return t("still needs its {type} marker").format(type=missing[0])
    return t("still needs its {type} and {other} markers").format(type=missing[0], other=missing[1])


def fare_plaque(trip: Trip, t: Translator) -> Svg:
    """Draw a test trip in the corner of the map, while its scene shows how it runs."""
    signs = [sign(seat, 180 - 23 * i, 44, 19) for i, seat in enumerate(reversed(trip.seats))]
    return at(
        WIDTH - 208,
        8,
        rect(0, 0, 200, 64, 8, class_="plaque"),
        text(14, 28, trip_label(trip, t), 18, "heavy"),
        text(14, 50, trip_time(trip, t), 15, "quiet"),
        *signs,
        class_="fine",
    )


HEAD, ROW = 24, 32


def draw_side_panel(s: Record, seat: int | None, trips: Trips, t: Translator) -> Fragments:
    """Trips and stocks for one viewer; the viewer's own lines and markers lie in the hand."""
    others = [other for other in range(s.players) if other != seat]
    top = HEAD + FARES_HEIGHT + 8
    foot = top + ROW * len(others)
    return drawing(
        COLUMN,
        foot,
        t("Test trips and supplies"),
        _head(s.supply, s.trip_points, t),
        *group_fragments(*draw_fares(s, trips, t), transform=f"translate(0 {HEAD})"),
        *(part for i, other in enumerate(others) for part in _stock(stock_of(s, other), top + ROW * i, t)),
        _key(foot, t),
        class_="quartier aside metro",
        id="aside",
    )


@lru_cache(1024)
def _head(supply: int, points: int, t: Translator) -> Svg:
    """What the trips bring, and the stations that nobody has built."""
    stations = t.ngettext("{count} station left", "{count} stations left", supply).format(count=supply)
    worth = t("fastest: {points} points").format(points=points)
    left = group(
        text(COLUMN, 16, stations, 14, "end"),
        rect(COLUMN - 150, 0, 150, HEAD, class_="hit"),
        data_about="stations",
        role="img",
        aria_label=stations,
    )
    title = t("Test trips")
    words = el(  # one text, so that in no lettering the second part covers the first
        "text",
        el("tspan", title.upper(), class_="bold caps"),
        el("tspan", f" {worth}"),
        x=0,
        y=16,
        font_size=14,
        class_="quiet",
    )
    return join(explaining("trip", title, (0, 0, COLUMN - 150, HEAD), words), left)


@lru_cache(64)
def _key(top: int, t: Translator) -> Svg:
    """What the signs on the map mean, below the drawing's end: seen where that is opened over the map (theme.css)."""
    entries = (*signs_of_lines(t), *signs_of_triangles(t))
    rows = (
        at(
            120 * (i % 3),
            30 * (i // 3),
            explaining(kind, words, (0, 0, 120, 30), at(14, 15, icon), text(32, 20, words, 14)),
        )
        for i, (icon, words, kind) in enumerate(entries)
    )
    return at(0, top, *rows, class_="key")


class Stock(NamedTuple):
    """What a seat still has: of each line the counters left and whether it is finished, and the markers in hand."""

    seat: int
    lines: tuple[tuple[int, bool], ...]
    markers: tuple[tuple[int, str], ...]
    """With their letters."""
    hidden: int
    """How many more markers are concealed."""


def stock_of(s: Record, seat: int) -> Stock:
    """Return what a seat still has."""
    lines = tuple((s.tunnels - s.length[line], is_finished(s, line)) for line in (2 * seat, 2 * seat + 1))
    return Stock(
        seat,
        lines,
        tuple((marker, letter_name(s, marker)) for marker in markers_of(s, s.hand[seat])),
        hidden_count(s, seat),
    )


@lru_cache(4096)
def _stock(stock: Stock, y: int, t: Translator) -> Fragments:
    """Both lines of a seat with the counters left, and the markers in hand."""
    chips = [chip(*marker, 11) for marker in reversed(stock.markers)] + [hidden_chip(11)] * stock.hidden
    return group_fragments(
        join(rect(0, 0, COLUMN, ROW - 4, 8, class_="tint"), sign(stock.seat, 17, 14, 18)),
        *(_line_key(2 * stock.seat + number, *stock.lines[number], 36 + 72 * number) for number in range(2)),
        join(*(at(COLUMN - 17 - 27 * i, 14, symbol) for i, symbol in enumerate(chips))),
        transform=f"translate(0 {y})",
        data_about=f"stock-{stock.seat}",
        class_=f"seat-{stock.seat}",
        role="img",
        aria_label=_spoken_stock(stock, t),
        **name_slot(stock.seat, t(SEAT_NAMES[stock.seat])),
    )


def _line_key(line: int, left: int, done: bool, x: int) -> Svg:
    check = path(f"M{x + 43} 14l4 5l8 -10", class_="ink-line", stroke_width=2.4)
    return join(swatch(line, x, 14, 34), check if done else text(x + 41, 19, left, 14, "bold"))


@cache
def swatch(line: int, x: int, y: int, length: int) -> Svg:
    """Draw a short stretch of a line."""
    return rail(f"M{x + 5} {y}H{x + length - 5}", line)


def _spoken_stock(stock: Stock, t: Translator) -> str:
    """A seat's counters and markers in words."""
    lines = ", ".join(
        t.ngettext("{line}: {count} tunnel left", "{line}: {count} tunnels left", left).format(
            line=line_name(number, t), count=left
        )
        for number, (left, _) in enumerate(stock.lines)
    )
    names = [marker_name(*marker, t) for marker in stock.markers]
    if stock.hidden:
        hidden = t.ngettext("{count} hidden marker", "{count} hidden markers", stock.hidden)
        names.append(hidden.format(count=stock.hidden))
    markers = ", ".join(names) or t("no markers")
    return f"{t(SEAT_NAMES[stock.seat])}: {lines}; {markers}"
