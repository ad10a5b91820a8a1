"""Gridlock as a picture: a road map of hexes, with asphalt, centre lines, landmarks, river and parks.

Everything is drawn from a concealed record, so nothing here can leak.
"""

from collections.abc import Iterable

from quartier.core.text.languages import Translator

from ..rules.state import State
from .board import draw_board
from .hand import draw_hand
from .previews import ghost
from .routes import ways

__all__ = ["ghost", "parts", "ways"]


def parts(s: State, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, str]:
    """The table for one viewer (None: a spectator): the map, and their tiles and tools or "".

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    return {
        "board": draw_board(s, -1 if seat is None else seat, t, frozenset(last)),
        "hand": "" if seat is None else draw_hand(s, seat, t),
    }
