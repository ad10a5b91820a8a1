"""The viewer's two lines and the markers still to be placed."""

from quartier.core.show.svg import Svg, at, group, picture, rect, text
from quartier.core.text.languages import Translator

from ..rules.dealing import type_of
from ..rules.lines import begun, finished, growing
from ..rules.state import State
from ..words import letter_name, line_name, marker_name, markers_of
from .layout import HAND_HEIGHT, WIDTH
from .symbols import KIND_CLASSES, chip, kind_icon, rail, seat_of


def draw_hand(s: State, seat: int, t: Translator) -> Svg:
    """The viewer's two lines and the markers still to be placed."""
    markers = markers_of(s, s.hand[seat])
    return picture(
        WIDTH,
        HAND_HEIGHT,
        t("Your lines and markers"),
        *(_own_line(s, 2 * seat + number, number, t) for number in range(2)),
        *(_own_marker(s, seat, marker, i, t) for i, marker in enumerate(markers)),
        class_="quartier hand metro",
        id="hand",
    )


def _own_line(s: State, line: int, number: int, t: Translator) -> Svg:
    left = s.tunnels - s.length[line]
    words = t("{left} left").format(left=left)
    state = t("finished") if finished(s, line) else t("begun") if begun(s, line) else t("not begun")
    name = line_name(line, t)
    return at(
        8 + 172 * number,
        10,
        rect(0, 0, 160, 98, 12, class_="fare"),
        rail("M22 28H138", line),
        text(80, 62, name, 20, "middle bold"),
        text(80, 86, words if growing(s, line) else state, 17, "middle quiet"),
        rect(-3, -3, 166, 104, 14, class_="ring"),
        rect(0, 0, 160, 98, class_="hit"),
        id=f"own-line-{number + 1}",
        data_touch=f"line-{number + 1}",
        class_=f"seat-{seat_of(line)}",
        role="img",
        aria_label=f"{name}, {state}, {words}",
    )


def _own_marker(s: State, seat: int, marker: int, i: int, t: Translator) -> Svg:
    kind = type_of(marker)
    return at(
        364 + 98 * i,
        10,
        rect(0, 0, 88, 98, 12, class_=KIND_CLASSES[kind]),
        group(at(30, 36, chip(s, marker, 22)), id=f"hand-marker-{marker}", data_piece=f"marker-{marker}"),
        kind_icon(kind, 64, 68, 36),
        rect(-3, -3, 94, 104, 14, class_="ring"),
        rect(-5, -5, 98, 108, class_="hit"),
        id=f"own-marker-{marker}",
        data_touch=f"marker-{letter_name(s, marker)}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=marker_name(s, marker, t),
    )
