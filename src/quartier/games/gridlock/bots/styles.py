"""The style of bots that look one move ahead: what it likes to do beside driving."""

from ..rules.moves import CONE, UNCONE
from ..rules.state import State

STYLES = ("cones",)
"""By number, from 1."""
_POINTS = 2


def style_bonus(s: State, seat: int, action: int, style: int) -> int:
    """A cone that is put down."""
    return _POINTS if CONE <= action < UNCONE else 0
