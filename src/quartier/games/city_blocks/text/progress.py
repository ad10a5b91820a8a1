"""The goal of City Blocks, how far the game has come, and when it ends (CB-14, CB-22)."""

from quartier.core.engine.bits import popcount
from quartier.core.text.languages import Translator

from ..rules.state import OVER, Record

ROUND = 2
"""The number of empty blocks that both seats can fill within a round."""


def aim(s: Record, t: Translator) -> str:
    """Return the goal (CB-22)."""
    return t("Most money wins")


def progress(s: Record, t: Translator) -> str:
    """Return the progress: the empty blocks."""
    left = popcount(s.empty)
    return t.ngettext("{count} block left", "{count} blocks left", left).format(count=left)


def end_warning(s: Record, names: list[str], t: Translator) -> str:
    """CB-14: say that the game ends with the turn that fills the last block."""
    left = popcount(s.empty)
    if left > ROUND or s.phase == OVER:
        return ""
    if left == 0:
        return t("All blocks are built: this is the last turn.")
    return t.ngettext(
        "{count} empty block is left: filling it ends the game.",
        "{count} empty blocks are left: filling them ends the game.",
        left,
    ).format(count=left)
