"""Metromania as a picture."""

from collections.abc import Iterable

from quartier.core.drawing.svg import Fragments
from quartier.core.text.languages import Translator

from ..rules.state import Record
from ..text.trips import trips_now
from .board import draw_board
from .hand import draw_hand
from .previews import preview
from .side_panel import draw_side_panel

__all__ = ["preview", "render"]


def render(s: Record, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, Fragments]:
    """The table for one viewer (None: a spectator): the map, trips and stocks, and their lines and markers or ()."""
    trips = trips_now(s)
    return {
        "board": draw_board(s, seat, trips, t, tuple(last)),
        "aside": draw_side_panel(s, seat, trips, t),
        "hand": () if seat is None else draw_hand(s, seat, trips, t),
    }
