"""Observations: what a seat knows of a position as one row of integers, for machine learning.

A title declares the row in its bots package, in named parts::

    OBSERVATION = (Part("mine", (5, 6), 0, 1, "blocks that the seat has built on"), ...)
    MINE, ... = starts(OBSERVATION)

and writes it in `observe` (`quartier.core.engine.contract`). For other titles the parts are the fields of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier.core.engine.records import Field, RecordBase

DTYPE = np.int16
"""The dtype of observations; nothing is scaled."""


@dataclass(frozen=True)
class Part:
    """One part of an observation."""

    name: str
    shape: tuple[int, ...]
    low: int
    """The smallest value of its numbers."""
    high: int
    """The largest value of its numbers."""
    meaning: str

    @property
    def size(self) -> int:
        """The number of elements: the product of its shape."""
        return prod(self.shape)


def starts(parts: tuple[Part, ...]) -> tuple[int, ...]:
    """Return the index at which each part begins, for the constants of a title's `observe`."""
    return tuple(accumulate((part.size for part in parts[:-1]), initial=0))


class Observation:
    """The layout of a title's observations: named parts, in order.

    An observation is int16 of shape (size,); each number is as the rules count it.

    Attributes:
        parts: The parts, in order.
        size: The number of numbers.

    Examples:
        >>> import quartier
        >>> seen = quartier.load("city_blocks").observation
        >>> seen.dtype, seen.size == sum(part.size for part in seen.parts)
        (dtype('int16'), True)
    """

    dtype = np.dtype(DTYPE)

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts
        self.size = sum(part.size for part in parts)

    def __repr__(self) -> str:
        return f"Observation({', '.join(f'{part.name} {part.shape}' for part in self.parts)})"

    @property
    def shape(self) -> tuple[int]:
        """The shape of one observation: (size,)."""
        return (self.size,)

    @property
    def low(self) -> NDArray[np.int16]:
        """The smallest value of each number: shape (size,)."""
        return self._fill(lambda part: part.low)

    @property
    def high(self) -> NDArray[np.int16]:
        """The largest value of each number: shape (size,)."""
        return self._fill(lambda part: part.high)

    def _fill(self, number: Callable[[Part], int]) -> NDArray[np.int16]:
        return np.concatenate([np.full(part.size, number(part), DTYPE) for part in self.parts])

    def split(self, rows: Any) -> dict[str, Any]:
        """Split observations into their parts, without copying.

        Args:
            rows: An array of shape (..., size).

        Returns:
            For each part, by name, a view of shape (..., *part.shape).
        """
        return {
            part.name: rows[..., begin : begin + part.size].reshape(*rows.shape[:-1], *part.shape)
            for part, begin in zip(self.parts, starts(self.parts), strict=True)
        }


# ----- the fields of a record -----

_WHOLE = (np.int8, np.uint8, np.int16)
"""Integer types that fit into an observation directly; wider ones are split into bits."""


def parts_of_fields(record: type[RecordBase]) -> tuple[Part, ...]:
    """Return a part for each field that is not derived; integers of more than 16 bits bit by bit, the lowest first."""
    return tuple(_part_of(field) for field in _observed_fields(record))


def observe_fields(record: type[RecordBase]) -> Callable[[Any, int, Any], None]:
    """Create `observe` for a record: its fields, one after the other.

    Compiled code cannot iterate over a record's fields, so the function is generated, with a loop for each of
    them.
    """
    parts = parts_of_fields(record)
    lines = ["def observe(s, seat, out):", "    pass"]
    for field, part, begin in zip(_observed_fields(record), parts, starts(parts), strict=True):
        lines += _loops(field, part, begin)
    namespace: dict[str, Any] = {"__name__": __name__}
    exec("\n".join(lines), namespace)
    observe: Callable[[Any, int, Any], None] = namespace["observe"]
    return observe


def _observed_fields(record: type[RecordBase]) -> list[Field]:
    return [field for field in record.fields if not field.derived and np.issubdtype(field.scalar, np.integer)]


def _part_of(field: Field) -> Part:
    if field.scalar in _WHOLE:
        kind = np.iinfo(field.scalar)
        return Part(field.name, field.shape or (1,), int(kind.min), int(kind.max), field.meaning)
    return Part(field.name, (*field.shape, _bits(field)), 0, 1, f"{field.meaning}; bit by bit")


def _bits(field: Field) -> int:
    return 8 * int(np.dtype(field.scalar).itemsize)


def _loops(field: Field, part: Part, begin: int) -> Iterator[str]:
    """Return the lines that write a field into its part."""
    names = [f"i{dimension}" for dimension in range(len(field.shape))]
    index, number = str(begin), f"s.{field.name}"
    for depth, (name, count) in enumerate(zip(names, field.shape, strict=True), 1):
        yield f"{'    ' * depth}for {name} in range({count}):"
        index += f" + {name} * {prod(part.shape[depth:])}"
    depth = len(names) + 1
    if names:
        number += f"[{', '.join(names)}]"
    if field.scalar in _WHOLE:
        yield f"{'    ' * depth}out[{index}] = {number}"
    else:
        yield f"{'    ' * depth}for bit in range({_bits(field)}):"
        yield f"{'    ' * depth}    out[{index} + bit] = {number} >> bit & 1"
