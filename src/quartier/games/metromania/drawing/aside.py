"""The table beside the map: the test trips, the stations left, and what the others still have."""

from functools import cache

from quartier.core.show.pieces import sign
from quartier.core.show.svg import Fragments, Svg, at, drawing, join, path, rect, text
from quartier.core.text.languages import Translator

from ..names import line_name
from ..rules.lines import finished
from ..rules.state import State
from ..trips import Trip
from ..words import SEAT_NAMES, marker_name, markers_of
from .fares import FARES_HEIGHT, draw_fares
from .layout import COLUMN
from .symbols import chip, rail, stop

HEAD, ROW = 24, 32


def draw_aside(s: State, seat: int | None, trips: list[Trip], t: Translator) -> Fragments:
    """Trips and stocks for one viewer; the viewer's own lines and markers lie in the hand."""
    others = [other for other in range(s.players) if other != seat]
    top = HEAD + FARES_HEIGHT + 8
    return drawing(
        COLUMN,
        top + ROW * len(others),
        t("Test trips and stocks"),
        _head(s, t),
        at(0, HEAD, draw_fares(s, trips, t)),
        *(_stock(s, other, top + ROW * i, t) for i, other in enumerate(others)),
        class_="quartier aside metro",
        id="aside",
    )


def _head(s: State, t: Translator) -> Svg:
    """What the trips bring, and the stations that nobody has built."""
    words = t("{count} stations left").format(count=s.supply)
    worth = t("{points} points each").format(points=s.trip_points)
    left = at(COLUMN - 34, 11, _small_stop(), text(14, 5, s.supply, 15, "bold"), role="img", aria_label=words)
    return join(
        text(0, 16, t("Test trips").upper(), 12.5, "bold caps quiet"),
        text(COLUMN - 54, 16, worth, 13, "end quiet"),
        left,
    )


@cache
def _small_stop() -> Svg:
    return at(0, 0, Svg(stop(1).replace('r="11.5"', 'r="7"')), class_="small-stop")


def _stock(s: State, seat: int, y: int, t: Translator) -> Svg:
    """Both lines of a seat with the counters left, and the markers in hand."""
    return at(
        0,
        y,
        rect(0, 0, COLUMN, ROW - 4, 8, class_="tint"),
        sign(seat, 17, 14, 18),
        *(_line_key(s, 2 * seat + number, 36 + 72 * number) for number in range(2)),
        *_hand_chips(s, seat),
        class_=f"seat-{seat}",
        role="img",
        aria_label=spoken_stock(s, seat, t),
    )


def _line_key(s: State, line: int, x: int) -> Svg:
    done = path(f"M{x + 43} 14l4 5l8 -10", class_="ink-line", stroke_width=2.4)
    left = done if finished(s, line) else text(x + 41, 19, s.tunnels - s.length[line], 14, "bold")
    return join(swatch(line, x, 14, 34), left)


@cache
def swatch(line: int, x: int, y: int, length: int) -> Svg:
    """A short stretch of a line."""
    return rail(f"M{x + 5} {y}H{x + length - 5}", line)


def _hand_chips(s: State, seat: int) -> list[Svg]:
    markers = markers_of(s, s.hand[seat])
    return [at(COLUMN - 17 - 27 * i, 14, chip(s, marker, 11)) for i, marker in enumerate(reversed(markers))]


def spoken_stock(s: State, seat: int, t: Translator) -> str:
    """A seat's counters and markers in words."""
    lines = ", ".join(
        t("{line}: {left} counters left").format(line=line_name(line, t), left=s.tunnels - s.length[line])
        for line in (2 * seat, 2 * seat + 1)
    )
    markers = ", ".join(marker_name(s, marker, t) for marker in markers_of(s, s.hand[seat])) or t(
        "no markers"
    )
    return f"{t(SEAT_NAMES[seat])}: {lines}; {markers}"
