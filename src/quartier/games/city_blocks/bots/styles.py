"""The styles of bots that look one move ahead: which tiles each of them likes to lay, and where."""

from ..rules.moves import REBUILD, SWAP
from ..rules.state import BLOCKS, OPEN, State
from ..rules.streets import column_of, row_of
from ..rules.tiles import SCHOOL, VALUES

STYLES = ("bonuses", "tall", "special")
"""By number, from 1."""
_BONUSES, _TALL = 1, 2
_SHARE, _SPECIAL = 3, 3
"""The part of a bonus that is liked (one in so many), and the points for a special tile."""


def style_bonus(s: State, seat: int, action: int, style: int) -> int:
    """A tile in streets with a high bonus, one with a high number, or a special one."""
    if action >= SWAP:
        return 0
    kind = action % REBUILD // BLOCKS
    if style == _BONUSES:
        return bonuses(s, action % BLOCKS) // _SHARE
    if style == _TALL:
        return int(VALUES[kind])
    return _SPECIAL if kind >= SCHOOL else 0


def bonuses(s: State, block: int) -> int:
    """The bonuses of the open streets at a block."""
    found = 0
    for street in (row_of(block), column_of(block)):
        if s.award[street] == OPEN:
            found += s.token[street]
    return int(found)
