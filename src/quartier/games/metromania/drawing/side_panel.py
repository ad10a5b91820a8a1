"""The table beside the map: the test trips, the stations left, and what the others still have."""

from functools import cache, lru_cache
from typing import NamedTuple

from quartier.core.drawing.name_slots import called
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    el,
    group,
    grouped,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.lines import finished
from ..rules.state import State
from ..text.names import (
    SEAT_NAMES,
    letter_name,
    line_name,
    markers_of,
)
from ..text.trips import Trips
from ..text.words import marker_name
from .fares import FARES_HEIGHT, draw_fares
from .layout import COLUMN
from .symbols import chip, rail

HEAD, ROW = 24, 32


def draw_aside(s: State, seat: int | None, trips: Trips, t: Translator) -> Fragments:
    """Trips and stocks for one viewer; the viewer's own lines and markers lie in the hand."""
    others = [other for other in range(s.players) if other != seat]
    top = HEAD + FARES_HEIGHT + 8
    return drawing(
        COLUMN,
        top + ROW * len(others),
        t("Test trips and stocks"),
        _head(s.supply, s.trip_points, t),
        *grouped(*draw_fares(s, trips, t), transform=f"translate(0 {HEAD})"),
        *(part for i, other in enumerate(others) for part in _stock(stock_of(s, other), top + ROW * i, t)),
        class_="quartier aside metro",
        id="aside",
    )


@lru_cache(1024)
def _head(supply: int, points: int, t: Translator) -> Svg:
    """What the trips bring, and the stations that nobody has built."""
    words = t("{count} stations left").format(count=supply)
    worth = t("{points} points each").format(points=points)
    left = group(
        text(COLUMN, 16, words, 12, "end"),
        rect(COLUMN - 150, 0, 150, HEAD, class_="hit"),
        data_about="stations",
        role="img",
        aria_label=words,
    )
    title = t("Test trips").upper()
    return join(
        el(  # one text, so that in no lettering the second part lies on the first
            "text",
            el("tspan", title, class_="bold caps"),
            el("tspan", f" {worth}"),
            x=0,
            y=16,
            font_size=12,
            class_="quiet",
        ),
        left,
    )


class Stock(NamedTuple):
    """What a seat still has: of each line the counters left and whether it is finished, and the markers in hand."""

    seat: int
    lines: tuple[tuple[int, bool], ...]
    markers: tuple[tuple[int, str], ...]
    """With their letters."""


def stock_of(s: State, seat: int) -> Stock:
    """What a seat still has."""
    lines = tuple((s.tunnels - s.length[line], finished(s, line)) for line in (2 * seat, 2 * seat + 1))
    return Stock(
        seat, lines, tuple((marker, letter_name(s, marker)) for marker in markers_of(s, s.hand[seat]))
    )


@lru_cache(4096)
def _stock(stock: Stock, y: int, t: Translator) -> Fragments:
    """Both lines of a seat with the counters left, and the markers in hand."""
    chips = (
        at(COLUMN - 17 - 27 * i, 14, chip(*marker, 11)) for i, marker in enumerate(reversed(stock.markers))
    )
    return grouped(
        join(rect(0, 0, COLUMN, ROW - 4, 8, class_="tint"), sign(stock.seat, 17, 14, 18)),
        *(_line_key(2 * stock.seat + number, *stock.lines[number], 36 + 72 * number) for number in range(2)),
        join(*chips),
        transform=f"translate(0 {y})",
        data_about=f"stock-{stock.seat}",
        class_=f"seat-{stock.seat}",
        role="img",
        aria_label=_spoken(stock, t),
        **called(stock.seat, t(SEAT_NAMES[stock.seat])),
    )


def _line_key(line: int, left: int, done: bool, x: int) -> Svg:
    check = path(f"M{x + 43} 14l4 5l8 -10", class_="ink-line", stroke_width=2.4)
    return join(swatch(line, x, 14, 34), check if done else text(x + 41, 19, left, 14, "bold"))


@cache
def swatch(line: int, x: int, y: int, length: int) -> Svg:
    """A short stretch of a line."""
    return rail(f"M{x + 5} {y}H{x + length - 5}", line)


def _spoken(stock: Stock, t: Translator) -> str:
    """A seat's counters and markers in words."""
    lines = ", ".join(
        t("{line}: {left} counters left").format(line=line_name(number, t), left=left)
        for number, (left, _) in enumerate(stock.lines)
    )
    markers = ", ".join(marker_name(*marker, t) for marker in stock.markers) or t("no markers")
    return f"{t(SEAT_NAMES[stock.seat])}: {lines}; {markers}"
