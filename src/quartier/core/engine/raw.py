"""Positions as raw bytes (uint8, shape (record size,)).

Functions that take these have the same types for every title, so one compiled search works for all titles.
"""

from typing import Any

from quartier.core.engine.contract import Unbound


def open_record(raw: Any) -> Any:
    """Return the record in these bytes; bound to a title's record type."""
    raise Unbound


def copy_record(to: Any, source: Any) -> None:
    """Copy the bytes of one record over another's; bound to a title's record type."""
    raise Unbound
