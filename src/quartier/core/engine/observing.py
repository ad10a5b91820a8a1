"""A title's `observe` as Python calls it: for a record in an array of shape (1,)."""

from typing import Any

from quartier.core.engine.contract import observe


def observe_at(a: Any, seat: int, out: Any) -> None:
    """Call `observe` for a record that is concealed for `seat`; `out`: zeros, int16, shape (observation size,)."""
    observe(a[0], seat, out)


SIGNATURES = {"observe_at": "void(record, int64, int16s)"}
