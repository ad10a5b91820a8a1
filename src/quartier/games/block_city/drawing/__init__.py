"""BlockCity as a picture.

The board is the viewer's own city, in drawing units that are about a pixel on a desk; a single building is drawn in units of
its own, of which a cell always has as many. Beside the board stand the points and the others' cities.
"""

from collections.abc import Iterable

from quartier.core.drawing.svg import Fragments
from quartier.core.text.languages import Translator

from ..rules.state import State
from .board import draw_board, render_seat_board
from .hand import draw_hand
from .previews import preview, preview_keys
from .side_panel import draw_aside

__all__ = ["preview", "preview_keys", "render", "render_seat_board"]


def render(s: State, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, Fragments]:
    """The table for one viewer (None: a spectator): the city, points and the others' cities, and the dice or ().

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    return {
        "board": draw_board(s, seat, t, frozenset(last)),
        "aside": draw_aside(s, seat, t),
        "hand": () if seat is None else draw_hand(s, t),
    }
