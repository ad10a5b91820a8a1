"""Why a move of City Blocks, in words: what the network's groups of features are called, and what a move does there."""

from quartier.core.engine.bits import popcount
from quartier.core.text.languages import N_, Translator

from ..rules.moves import REBUILD, SWAP
from ..rules.state import BLOCKS, OPEN, State
from ..rules.streets import (
    STREET_BLOCKS,
    STREET_NAMES,
    column_of,
    row_of,
    sum_of,
)

GROUPS = {
    "gained": N_("the lead"),
    "result": N_("the result"),
    "races": N_("open streets"),
    "stakes": N_("open streets"),
    "threats": N_("who can still win them"),
    "specials": N_("special buildings"),
    "tiles": N_("tiles kept"),
    "pace": N_("tempo"),
    "moment": N_("tempo"),
    "funds": N_("tokens for rebuilding"),
}
_STREETS = ("gained", "result", "races", "stakes", "threats")


def explain(before: State, after: State, seat: int, action: int, group: str, t: Translator) -> str:
    """What a move does for a group of features; "" where there is nothing to say."""
    if action >= SWAP or group not in _STREETS:
        return ""
    block = action % REBUILD % BLOCKS
    streets = [street for street in (column_of(block), row_of(block)) if before.award[street] == OPEN]
    said = (_of_street(after, seat, street, t) for street in streets)
    return next(filter(None, said), "")


def _of_street(after: State, seat: int, street: int, t: Translator) -> str:
    """A street that is won with its last block, or led in with one block left."""
    left = popcount(after.empty & STREET_BLOCKS[street])
    lead = sum_of(after, street, seat) - sum_of(after, street, 1 - seat)
    if lead <= 0 or left > 1:
        return ""
    form = t("Leads by {lead} in {street}, with one block left.") if left else t(_LAST)
    return form.format(street=STREET_NAMES[street], lead=lead)


_LAST = N_("Takes the last block that {street} needed.")
