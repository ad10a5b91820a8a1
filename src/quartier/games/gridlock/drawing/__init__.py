"""Gridlock as a picture: a printed map of the city, on which asphalt, cones and cars come to lie.

Everything is drawn from a concealed record, so nothing here can leak.
"""

from collections.abc import Iterable

from quartier.core.drawing.svg import Fragments
from quartier.core.text.languages import Translator

from ..rules.state import State
from .board import draw_board
from .hand import draw_hand
from .previews import preview, preview_keys
from .routes import motion_paths
from .side_panel import draw_aside

__all__ = ["motion_paths", "preview", "preview_keys", "render"]


def render(s: State, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, Fragments]:
    """The table for one viewer (None: a spectator): the map, what is visited and to be visited, their tiles or ().

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    viewer = -1 if seat is None else seat
    return {
        "board": draw_board(s, viewer, t, frozenset(last)),
        "aside": draw_aside(s, viewer, t),
        "hand": () if seat is None else draw_hand(s, seat, t),
    }
