"""The viewer's two lines and the markers still to be placed."""

from functools import lru_cache

from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    group,
    rect,
    text,
)
from quartier.core.text.effects import with_sign
from quartier.core.text.languages import N_, Translator

from ..rules.dealing import type_of
from ..rules.lines import has_begun, is_finished
from ..rules.state import Record
from ..text.labels import line_name, marker_name
from ..text.notation import letter_name, markers_of
from ..text.trips import Trips, Worths, spoken_worths, worths_of
from .layout import COLUMN
from .side_panel import swatch
from .symbols import chip, kind_icon, seat_of

LINE_WIDTH, LINE_HEIGHT, GAP = 176, 48, 8
MARKER_WIDTH, MARKER_HEIGHT = 54, 48


def draw_hand(s: Record, seat: int, trips: Trips, t: Translator) -> Fragments:
    """Draw the viewer's two lines and the markers still to be placed."""
    markers = [(marker, letter_name(s, marker)) for marker in markers_of(s, s.hand[seat])]
    return drawing(
        COLUMN,
        LINE_HEIGHT + 8 + (MARKER_HEIGHT + 8 if markers else 0),
        t("Your lines and markers"),
        *(
            _own_line(line, s.tunnels - s.length[line], _state(s, line), worths_of(s, trips, line, t), t)
            for line in (2 * seat, 2 * seat + 1)
        ),
        *(_own_marker(seat, *marker, i, t) for i, marker in enumerate(markers)),
        class_="quartier hand metro",
        id="hand",
    )


def _state(s: Record, line: int) -> str:
    """What has become of a line."""
    return FINISHED if is_finished(s, line) else STARTED if has_begun(s, line) else NOT_STARTED


FINISHED, STARTED, NOT_STARTED = N_("finished"), N_("begun"), N_("not begun")


@lru_cache(1024)
def _own_line(line: int, left: int, state: str, worths: Worths, t: Translator) -> Svg:
    """A line with what is left of it, and what it would bring at the end."""
    number, words, state_name = line % 2, t("{left} left").format(left=left), t(state)
    name, worth = line_name(line, t), sum(points for _, points in worths)
    return at(
        (LINE_WIDTH + GAP) * number,
        3,
        rect(0, 0, LINE_WIDTH, LINE_HEIGHT, 11, class_="tint"),
        swatch(line, 9, 24, 44),
        text(62, 21, name[0].upper() + name[1:], 16, "bold"),
        text(LINE_WIDTH - 10, 21, with_sign(worth), 15, "end heavy" if worth > 0 else "end quiet"),
        text(62, 39, words if left and state == STARTED else state_name, 13.5, "quiet"),
        rect(0, 0, LINE_WIDTH, LINE_HEIGHT, 11, class_="ring"),
        rect(0, -3, LINE_WIDTH, LINE_HEIGHT + 6, class_="hit"),
        id=f"own-line-{number + 1}",
        data_touch=f"line-{number + 1}",
        class_=f"seat-{seat_of(line)}",
        role="img",
        aria_label=f"{name}, {state_name}, {words}. {spoken_worths(worths, t)}",
    )


@lru_cache(1024)
def _own_marker(seat: int, marker: int, letter: str, i: int, t: Translator) -> Svg:
    return at(
        i * (MARKER_WIDTH + 7.2),
        LINE_HEIGHT + 12,
        rect(0, 0, MARKER_WIDTH, MARKER_HEIGHT, 10, class_="tint"),
        group(
            at(18, 24, chip(marker, letter, 13)), id=f"hand-marker-{marker}", data_piece=f"marker-{marker}"
        ),
        kind_icon(type_of(marker), 42, 24, 18),
        rect(0, 0, MARKER_WIDTH, MARKER_HEIGHT, 10, class_="ring"),
        rect(-3.5, -3.5, MARKER_WIDTH + 7, MARKER_HEIGHT + 7, class_="hit"),
        id=f"own-marker-{marker}",
        data_touch=f"marker-{letter}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=marker_name(marker, letter, t),
    )
