"""Whole numbers among arguments: Python's and NumPy's, but no booleans."""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np

from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_


def is_integer(value: Any) -> TypeGuard[int]:
    """Return whether a value is an integer, NumPy's included, and no boolean."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def check_integer(name: str, value: Any, least: int | None = None) -> int:
    """Return an argument as an int.

    Args:
        name: The name of the argument, for the error.
        value: Its value.
        least: The smallest value allowed; None for any.

    Raises:
        BadOption: It is no integer, or less than `least`.
    """
    if not is_integer(value):
        raise BadOption(_NO_INTEGER, name=name, value=value)
    if least is not None and value < least:
        raise BadOption(_TOO_SMALL, name=name, value=value, least=least)
    return int(value)


_NO_INTEGER = N_("“{name}” must be a whole number, not “{value}”.")
_TOO_SMALL = N_("“{name}” must be at least {least}, not {value}.")
