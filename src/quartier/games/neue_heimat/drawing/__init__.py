"""Neue Heimat as a picture: three streets at evening, what can still be sold, and the auction.

Everything is drawn from a concealed record, so nothing here can leak.
"""

from collections.abc import Iterable

from quartier.core.drawing.svg import Fragments
from quartier.core.text.languages import Translator

from ..rules.state import Record
from .auction import draw_auction
from .board import draw_board
from .previews import preview
from .side_panel import draw_side_panel

__all__ = ["preview", "render"]


def render(s: Record, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, Fragments]:
    """The table for one viewer (None: a spectator): the rows, what can be sold, and the auction or ().

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    touched = frozenset(last)
    return {
        "board": draw_board(s, t, touched),
        "aside": draw_side_panel(s, t, touched),
        "hand": draw_auction(s, t),
    }
