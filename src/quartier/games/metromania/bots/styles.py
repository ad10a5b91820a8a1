"""The styles of bots that look one move ahead: what each of them likes to do with a line."""

from ..rules.moves import (
    DIG,
    FINISH,
    STATION,
    dig_letter,
)
from ..rules.state import NONE, State

STYLES = ("stations", "markers")
"""By number, from 1."""
_STATIONS = 1
_STATION, _MARKER = 2, 3


def style_bonus(s: State, seat: int, action: int, style: int) -> int:
    """A station, or a marker with the counter."""
    if style == _STATIONS:
        return _STATION if STATION <= action < FINISH else 0
    return _MARKER if DIG <= action < STATION and dig_letter(action - DIG) != NONE else 0
