"""Memoised fragments: parts of a drawing, keyed by the fields they depend on, and shared by all viewers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
MAX_RESULTS = 512
"""Maximum number of cached results per function; then its cache is cleared."""
NOTHING = slice(0)
_checking_reads = False


def memoize(
    *fields: str, derived: slice = NOTHING
) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Memoise a function of a concealed record and of hashable arguments.

    It may read only these fields and derived values of the record, and its board. Its results are shared:
    they must not be changed.
    """

    def around(draw: Callable[..., T]) -> Callable[..., T]:
        results: dict[tuple[Any, ...], T] = {}

        @wraps(draw)
        def wrapper(s: Any, *rest: Any) -> T:
            values = tuple([_freeze(getattr(s, field)) for field in fields])
            key = (s.board, values, tuple(s.derived[derived]) if derived is not NOTHING else (), *rest)
            result = results.get(key)
            if result is None:
                if len(results) >= MAX_RESULTS:
                    results.clear()
                result = results[key] = draw(s, *rest)
            if _checking_reads and draw(RestrictedRecord(s, fields, derived), *rest) != result:
                raise AssertionError(f"{draw.__module__}.{draw.__name__} reads more than it is kept by")
            return result

        return wrapper

    return around


def _freeze(field: Any) -> Any:
    return bytes(field) if isinstance(field, memoryview) else field


class RestrictedRecord:
    """A record that exposes only some of its fields and derived values, and its board."""

    def __init__(self, s: Any, fields: tuple[str, ...], derived: slice) -> None:
        self.board = s.board
        visible = range(len(s.derived))[derived]
        self.derived = [fact if number in visible else None for number, fact in enumerate(s.derived)]
        for field in fields:
            setattr(self, field, getattr(s, field))


@contextmanager
def checking_reads() -> Iterator[None]:
    """Check each result against a restricted record: AssertionError if they differ, AttributeError if more is read."""
    global _checking_reads
    _checking_reads = True
    try:
        yield
    finally:
        _checking_reads = False
