"""State records declared as classes.

A title declares its state once::

    @record
    class State:
        tile: Annotated[np.int8, 30, "kind of the tile on each block, -1 if empty"]
        turn: Annotated[np.int8, (), "seat whose turn it is"]
        empty: Annotated[np.int64, (), "set of empty blocks", DERIVED]

and the rules work on one element of an array of that record: ``s.tile[3] = 5``.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

DERIVED = "derived"
"""Marks a field that follows from the others, or from seats, options and board: a cache. It is in no digest, so that caches
may come and go."""

DIGEST_VERSION = 2
"""1 were the digests of release 0.1.0, bare numbers without a version: of the raw bytes, caches and gaps included."""


@dataclass(frozen=True)
class Field:
    """One declared field: its name, NumPy scalar type, shape and meaning (with units), and whether it is derived."""

    name: str
    scalar: Any
    shape: tuple[int, ...]
    meaning: str
    derived: bool = False


@dataclass(frozen=True)
class Record:
    """A declared record: its fields and the aligned NumPy dtype that stores them."""

    name: str
    fields: tuple[Field, ...]
    dtype: np.dtype[Any]

    def new(self, count: int = 1) -> NDArray[Any]:
        """An array of `count` zeroed records, shape (count,)."""
        return np.zeros(count, self.dtype)

    def open(self, array: NDArray[Any], index: int = 0, board: Any = None) -> Any:
        """The record at `index` for interpreted rules: `s.tile[3]` and `s.turn` read and write the array itself.

        Fields are memoryviews, so that values are Python integers as in compiled code (a NumPy int8 would overflow
        in `1 << s.tile[3]`), and a value or an index out of range raises instead of damaging the neighbour.
        `board` is kept as `s.board` for words and drawings; rules find all they need in the record.
        """
        return self._views(array[index : index + 1], board)

    def canonical(self, position: NDArray[Any]) -> bytes:
        """What says which position this is (shape (1,)): the fields that are not derived, in declared order, each number
        as 8 bytes, little-endian.

        So neither gaps, nor the machine, nor another type for the same numbers changes anything.
        """
        return b"".join(
            position[field.name].astype(_kind(field)).tobytes() for field in self.fields if not field.derived
        )

    def digest(self, position: NDArray[Any]) -> str:
        """The version of the digest, a colon, and the SHA-256 of `canonical` in hexadecimal."""
        return f"{DIGEST_VERSION}:{hashlib.sha256(self.canonical(position)).hexdigest()}"

    @cached_property
    def _views(self) -> Any:
        return _view_class(self)

    def from_bytes(self, data: bytes) -> NDArray[Any]:
        """One record (shape (1,)) from `tobytes`; ValueError if the length is not that of the record."""
        if len(data) != self.dtype.itemsize:
            raise ValueError(f"{self.name}: {len(data)} bytes, expected {self.dtype.itemsize}")
        return np.frombuffer(bytearray(data), self.dtype)


def _view_class(declared: Record) -> type:
    """A class whose objects show one record: arrays as attributes, scalars as properties."""
    arrays = [field for field in declared.fields if field.shape]
    scalars = [field for field in declared.fields if not field.shape]

    def open_fields(self: Any, array: NDArray[Any], board: Any) -> None:
        self.board = board
        for field in arrays:
            setattr(self, field.name, memoryview(array[field.name][0].data))
        for field in scalars:
            setattr(self, "_" + field.name, memoryview(array[field.name].data))

    names = [field.name for field in arrays] + ["_" + field.name for field in scalars]
    members: dict[str, Any] = {
        "__init__": open_fields,
        "__slots__": (*names, "board"),
        "__doc__": declared.name,
    }
    for field in scalars:
        members[field.name] = _scalar_property("_" + field.name)
    return type(declared.name, (), members)


def _scalar_property(slot: str) -> property:
    def read(self: Any) -> Any:
        return getattr(self, slot)[0]

    def write(self: Any, value: int) -> None:
        getattr(self, slot)[0] = value

    return property(read, write)


def _shape(declared: int | tuple[int, ...]) -> tuple[int, ...]:
    return (declared,) if isinstance(declared, int) else declared


def _field(name: str, hint: Any) -> Field:
    metadata: tuple[Any, ...] = getattr(hint, "__metadata__", ())
    if len(metadata) not in (2, 3) or metadata[2:] not in ((), (DERIVED,)):
        raise TypeError(
            f"field {name}: declare it as Annotated[scalar type, shape, meaning] or with DERIVED behind"
        )
    return Field(name, hint.__origin__, _shape(metadata[0]), metadata[1], derived=len(metadata) == 3)


def record(declaration: type) -> Record:
    """Class decorator: the declared fields as a `Record`.

    Booleans are refused: compiled code cannot nest them, `uint8` can carry them.
    """
    hints = get_type_hints(declaration, include_extras=True)
    fields = tuple(_field(name, hint) for name, hint in hints.items())
    for field in fields:
        if field.scalar is np.bool_ or field.scalar is bool:
            raise TypeError(f"field {field.name}: use numpy.uint8 instead of a boolean")
    return Record(declaration.__name__, fields, _layout(fields))


def _kind(field: Field) -> str:
    """The type that a field's numbers have in a digest."""
    return "<f8" if np.issubdtype(field.scalar, np.floating) else "<i8"


def _layout(fields: tuple[Field, ...]) -> np.dtype[Any]:
    """The aligned layout (unaligned reads are slow in compiled code), each gap filled by a field of its own.

    NumPy copies fields and leaves gaps as they are: with gaps, equal positions could differ in their bytes.
    """
    aligned = np.dtype([(field.name, field.scalar, field.shape) for field in fields], align=True)
    layout: list[Any] = []
    places: Any = aligned.fields
    for field, end in zip(fields, [*_offsets(aligned)[1:], aligned.itemsize], strict=True):
        scalar, offset = places[field.name][:2]
        layout.append((field.name, field.scalar, field.shape))
        if end > offset + scalar.itemsize:
            layout.append((f"gap{offset}", np.uint8, (end - offset - scalar.itemsize,)))
    return np.dtype(layout, align=True)


def _offsets(dtype: np.dtype[Any]) -> list[int]:
    """Where each field begins, in bytes."""
    return [found[1] for found in (dtype.fields or {}).values()]
