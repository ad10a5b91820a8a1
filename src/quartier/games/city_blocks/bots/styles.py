"""Bot styles for bots that look one move ahead: which tiles each of them likes to lay, and where."""

from ..rules.moves import REBUILD, SWAP
from ..rules.state import BLOCKS, OPEN, Record
from ..rules.streets import column_of, row_of
from ..rules.tiles import SCHOOL, VALUES

SEARCH = {"explore": 0.4, "prior_scale": 3.0, "width": 12.0, "horizon": 0.0, "lead": 20.0, "doubt": 0.25}
"""How the tree search goes about this title (`quartier.bots.settings`): it trusts the evaluation more than playouts."""
LEARNED = {"explore": 0.8, "prior_scale": 6.0, "width": 12.0, "horizon": 0.0, "lead": 20.0, "doubt": 0.25}
"""How it does with the network."""


STYLES = ("bonuses", "tall", "special")
"""By number, from 1."""
_BONUSES, _TALL = 1, 2
_SHARE, _SPECIAL = 3, 3
"""The part of a bonus that is liked (one in so many), and the points for a special tile."""


def style_bonus(s: Record, seat: int, action: int, style: int) -> int:
    """Return the bonus for a tile in streets with a high bonus, one with a high number, or a special one."""
    if action >= SWAP:
        return 0
    kind = action % REBUILD // BLOCKS
    if style == _BONUSES:
        return bonuses(s, action % BLOCKS) // _SHARE
    if style == _TALL:
        return int(VALUES[kind])
    return _SPECIAL if kind >= SCHOOL else 0


def bonuses(s: Record, block: int) -> int:
    """Return the bonuses of the open streets at a block."""
    total = 0
    for street in (row_of(block), column_of(block)):
        if s.award[street] == OPEN:
            total += s.token[street]
    return int(total)
