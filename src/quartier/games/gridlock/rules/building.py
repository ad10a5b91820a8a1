"""Building: tiles are laid and removed (GL-10, GL-12)."""

from .board import NONE
from .hand import take_from_hand
from .spaces import add, drop
from .state import State
from .tiles import FACE_KIND, FACE_MASK, TURNS


def lay(s: State, seat: int, face: int, space: int) -> None:
    """GL-10: a tile from the hand on an empty space."""
    kind = FACE_KIND[face]
    take_from_hand(s, seat, kind)
    s.tile[space], s.exits[space] = kind, FACE_MASK[face]
    drop(s.empty, space)
    if TURNS[kind] == 6:
        add(s.six, space)
    elif TURNS[kind] == 3:
        add(s.three, space)
    elif TURNS[kind] == 2:
        add(s.two, space)
    else:
        add(s.one, space)


def remove(s: State, space: int) -> None:
    """GL-12: a tile goes to the discard pile."""
    s.discard[s.tile[space]] += 1
    s.tile[space], s.exits[space] = NONE, 0
    add(s.empty, space)
    drop(s.six, space)
    drop(s.three, space)
    drop(s.two, space)
    drop(s.one, space)
