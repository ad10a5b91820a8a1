"""City Blocks as a picture.

Everything is drawn from a concealed record, so nothing here can leak.
"""

from collections.abc import Iterable

from quartier.core.drawing.svg import Fragments
from quartier.core.text.languages import Translator

from ..rules.state import State
from .board import draw_board
from .hand import draw_hand
from .previews import draw_fragment, preview, preview_keys, shared_fragments
from .side_panel import draw_aside

__all__ = ["draw_fragment", "preview", "preview_keys", "render", "shared_fragments"]


def render(s: State, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, Fragments]:
    """The table for one viewer (None: a spectator): the board, the table beside it, and their hand or ().

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    return {
        "board": draw_board(s, seat, t, frozenset(last)),
        "aside": draw_aside(s, seat, t),
        "hand": () if seat is None else draw_hand(s, seat, t),
    }
