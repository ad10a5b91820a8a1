"""Bot styles for one-step bots: which tiles each of them prefers to place, and where."""

from ..rules.moves import REBUILD, SWAP
from ..rules.state import BLOCKS, OPEN, Record
from ..rules.streets import column_of, row_of
from ..rules.tiles import SCHOOL, VALUES

SEARCH = {"explore": 0.4, "prior_scale": 3.0, "width": 12.0, "horizon": 0.0, "lead": 20.0, "doubt": 0.25}
"""Tree search settings for this title (`quartier.bots.settings`): it trusts the evaluation more than playouts."""
LEARNED = {"explore": 0.8, "prior_scale": 6.0, "width": 12.0, "horizon": 0.0, "lead": 20.0, "doubt": 0.25}
"""Settings with the network."""


STYLES = ("bonuses", "tall", "special")
"""Style numbers, from 1."""
_BONUSES, _TALL = 1, 2
_SHARE, _SPECIAL = 3, 3
"""The bonus is divided by this for the style's points; and the points for a special tile."""


def style_bonus(s: Record, seat: int, action: int, style: int) -> int:
    """Return the style's bonus for a tile: in streets with a high token, with a high number, or a special one."""
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
