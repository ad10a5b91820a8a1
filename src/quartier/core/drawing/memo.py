"""Parts of a drawing that are drawn once for all who see the same: kept by the fields that they are drawn from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
MOST = 512
"""Results that are kept of each function; then it begins anew."""
NOTHING = slice(0)
_compared = False


def kept(
    *fields: str, derived: slice = NOTHING
) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """A function of a concealed record and of hashable things, that reads these fields and facts of the record, its board,
    and nothing else. Its results are shared: they must not be changed.
    """

    def around(draw: Callable[..., T]) -> Callable[..., T]:
        results: dict[tuple[Any, ...], T] = {}

        @wraps(draw)
        def drawn(s: Any, *rest: Any) -> T:
            seen = tuple([_frozen(getattr(s, field)) for field in fields])
            key = (s.board, seen, tuple(s.derived[derived]) if derived is not NOTHING else (), *rest)
            result = results.get(key)
            if result is None:
                if len(results) >= MOST:
                    results.clear()
                result = results[key] = draw(s, *rest)
            if _compared and draw(Narrow(s, fields, derived), *rest) != result:
                raise AssertionError(f"{draw.__module__}.{draw.__name__} reads more than it is kept by")
            return result

        return drawn

    return around


def _frozen(field: Any) -> Any:
    return bytes(field) if isinstance(field, memoryview) else field


class Narrow:
    """A record that shows some of its fields and facts, and else nothing but its board."""

    def __init__(self, s: Any, fields: tuple[str, ...], derived: slice) -> None:
        self.board = s.board
        shown = range(len(s.derived))[derived]
        self.derived = [fact if number in shown else None for number, fact in enumerate(s.derived)]
        for field in fields:
            setattr(self, field, getattr(s, field))


@contextmanager
def compared() -> Iterator[None]:
    """Here each result is compared with one that is made of no more than it is kept by: an AssertionError if they differ,
    an AttributeError where more is read.
    """
    global _compared
    _compared = True
    try:
        yield
    finally:
        _compared = False
