"""The players' places in the corners of the map, and the supply of stations."""

from quartier.core.show.pieces import sign
from quartier.core.show.svg import Svg, at, el, join, text
from quartier.core.text.languages import Translator

from ..rules.lines import finished
from ..rules.state import State
from ..words import SEAT_NAMES, line_name, marker_name, markers_of
from .layout import PLACE_WIDTH, WIDTH
from .symbols import chip, rail

_PLACES: tuple[tuple[float, float, int], ...] = (
    (8, 8, 1),
    (WIDTH - 8, 8, -1),
    (WIDTH - 8, 762, -1),
    (8, 762, 1),
)


def draw_player(s: State, seat: int, t: Translator) -> Svg:
    """Station points, both lines with the counters left, and the markers in hand."""
    x, y, towards_map = _PLACES[seat]
    left = x if towards_map > 0 else x - PLACE_WIDTH
    rows = [_line_key(s, 2 * seat + number, 46 + 24 * number) for number in range(2)]
    return at(
        left,
        y,
        sign(seat, 14, 18, 26),
        text(34, 27, s.points[seat], 28, "bold"),
        *rows,
        *_hand_chips(s, seat),
        class_=f"seat-{seat}",
        role="img",
        aria_label=_spoken_player(s, seat, t),
    )


def _line_key(s: State, line: int, y: int) -> Svg:
    left = s.tunnels - s.length[line]
    mark = " ✓" if finished(s, line) else ""
    return join(rail(f"M6 {y}H58", line), text(74, y + 6, f"{left}{mark}", 19, "quiet"))


def _hand_chips(s: State, seat: int) -> list[Svg]:
    return [
        at(16 + 31 * (i % 4), 102 + 31 * (i // 4), chip(s, marker, 13))
        for i, marker in enumerate(markers_of(s, s.hand[seat]))
    ]


def _spoken_player(s: State, seat: int, t: Translator) -> str:
    lines = ", ".join(
        t("{line}: {left} counters left").format(line=line_name(line, t), left=s.tunnels - s.length[line])
        for line in (2 * seat, 2 * seat + 1)
    )
    markers = ", ".join(marker_name(s, marker, t) for marker in markers_of(s, s.hand[seat])) or t(
        "no markers"
    )
    return f"{t(SEAT_NAMES[seat])}: {s.points[seat]} ({t('Stations')}); {lines}; {markers}"


def draw_supply(s: State, t: Translator) -> Svg:
    """The stations that nobody has built."""
    words = t("{count} stations left").format(count=s.supply)
    dot = el("circle", cx=14, cy=0, r=10, class_="stop")
    return at(
        8, 208, el("title", words), dot, text(34, 8, s.supply, 22, "quiet"), role="img", aria_label=words
    )
