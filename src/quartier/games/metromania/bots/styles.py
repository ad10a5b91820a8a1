"""Bot styles for one-step bots: what each of them likes to do with a line."""

from ..rules.moves import (
    DIG,
    FINISH,
    STATION,
    dig_letter,
)
from ..rules.state import NONE, Record

SEARCH = {"explore": 1.0, "prior_scale": 10.0, "width": 8.0, "horizon": 0.0, "lead": 150.0}
"""Tree search settings for this title (`quartier.bots.settings`): it trusts the evaluation more than playouts."""
LEARNED = {"explore": 0.6, "prior_scale": 5.0, "width": 8.0, "horizon": 0.0, "lead": 25.0}
"""Settings with the network."""
COMPATIBLE_OPTIONS = {"lines_to_end": None, "strict_dig": (True,), "hidden_markers": (True,)}
"""Option values (None: any) that a network may play without training on them: a feature counts the lines to the end."""


STYLES = ("stations", "markers")
"""Style numbers, from 1."""
_STATIONS = 1
_STATION, _MARKER = 2, 3


def style_bonus(s: Record, seat: int, action: int, style: int) -> int:
    """Return the bonus for a station, or for a counter with a marker."""
    if style == _STATIONS:
        return _STATION if STATION <= action < FINISH else 0
    return _MARKER if DIG <= action < STATION and dig_letter(action - DIG) != NONE else 0
