"""BlockCity as a picture.

Distances are drawing units; the board is 800 wide and as high as its sheet and the number of players ask.
"""

from collections.abc import Iterable

from quartier.core.text.languages import Translator

from ..rules.state import State
from .board import draw_board
from .hand import draw_hand
from .previews import ghost

__all__ = ["ghost", "parts"]


def parts(s: State, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, str]:
    """The table for one viewer (None: a spectator): the cities, and the dice with the table of parks or "".

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    return {"board": draw_board(s, seat, t, frozenset(last)), "hand": "" if seat is None else draw_hand(s, t)}
