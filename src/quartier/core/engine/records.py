"""State records declared as classes.

A title declares its state once::

    class State(Record):
        tile: Annotated[Cells, np.int8, 30, "kind of the tile on each block, -1 if empty"]
        turn: Annotated[int, np.int8, (), "seat whose turn it is"]
        empty: Annotated[int, np.int64, (), "set of empty blocks", DERIVED]

and the rules work on one element of an array of that record: ``s.tile[3] = 5``.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import get_annotations
from typing import Any, ClassVar, NamedTuple, Protocol, Self, cast, get_type_hints, overload

import numpy as np
from numpy.typing import NDArray

DERIVED = "derived"
"""Marks a field that follows from the others, or from seats, options and board: a cache. It is in no digest, so that caches
may come and go."""

DIGEST_VERSION = 2
"""Version 1 was that of release 0.1.0, bare numbers without a version: of the raw bytes, caches and gaps included."""


@dataclass(frozen=True)
class Field:
    """One declared field: its name, NumPy scalar type, shape and meaning (with units), and whether it is derived."""

    name: str
    scalar: Any
    shape: tuple[int, ...]
    meaning: str
    derived: bool = False


class Cells(Protocol):
    """A field of several numbers, as rules see it: `s.tile[3]`, or `s.hand[seat, kind]` if it has two dimensions."""

    @overload
    def __getitem__(self, index: int | tuple[int, ...], /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> "Cells": ...
    def __getitem__(self, index: int | tuple[int, ...] | slice, /) -> "int | Cells":
        """Return the number there; slices are for texts and drawings, compiled rules do not support them."""
        ...

    def __setitem__(self, index: int | tuple[int, ...], value: int, /) -> None:
        """Write a number."""
        ...

    def __len__(self) -> int:
        """Return the size of the first dimension."""
        ...

    def __iter__(self) -> Iterator[int]:
        """Iterate over the numbers of a one-dimensional field."""
        ...

    def tolist(self) -> Any:
        """Return all numbers, a list per row; for texts and drawings."""
        ...


class RecordBase:
    """The base of a declared state: its fields, the aligned NumPy dtype that stores them, and how they are read.

    Rules get an opened record: a view of an array element if interpreted, the element itself if compiled. So
    editors know the fields, and a misspelt one is an error.
    """

    fields: ClassVar[tuple[Field, ...]]
    dtype: ClassVar[np.dtype[Any]]
    _views: ClassVar[Any]
    _runs: ClassVar[list["_Run"]]
    board: Any
    """The board, for texts and drawings; rules find all they need in the record."""
    derived: list[int]
    """The values that the title's `derive` computes for the viewer, for texts and drawings."""

    def __init_subclass__(cls) -> None:
        """Read the declaration. Booleans are rejected: compiled code cannot nest them, `uint8` can replace them."""
        super().__init_subclass__()
        hints = get_type_hints(cls, include_extras=True)
        cls.fields = tuple(_field(name, hints[name]) for name in get_annotations(cls))
        for field in cls.fields:
            if field.scalar is np.bool_ or field.scalar is bool:
                raise TypeError(f"field {field.name}: use numpy.uint8 instead of a boolean")
            if hasattr(RecordBase, field.name) or field.name in get_annotations(RecordBase):
                raise TypeError(f"field {field.name}: records have that name already")
        cls.dtype = _layout(cls.fields)
        cls._views = _view_class(cls)
        cls._runs = _runs(cls)

    @classmethod
    def new(cls, count: int = 1) -> NDArray[Any]:
        """Return an array of `count` zeroed records, shape (count,)."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def open(
        cls,
        array: NDArray[Any],
        index: int = 0,
        board: Any = None,
        derived: Callable[[], list[int]] = list,
    ) -> Self:
        """Open the record at `index` for interpreted rules: `s.tile[3]` and `s.turn` read and write the array itself.

        Fields are memoryviews, so that values are Python integers as in compiled code (a NumPy int8 would
        overflow in `1 << s.tile[3]`), and a value or an index out of range raises instead of overwriting a
        neighbour. `board` becomes `s.board`; `derived` is called when `s.derived` is first needed.
        """
        return cls.opener(array, board)(index, derived)

    @classmethod
    def opener(cls, array: NDArray[Any], board: Any = None) -> Callable[[int, Callable[[], list[int]]], Self]:
        """Return an `open` for many records of one array, with the per-array work done once."""
        data, size, views = array.view(np.uint8).data, cls.dtype.itemsize, cls._views
        return lambda index, derived: cast(
            Self, views(data[index * size : (index + 1) * size], board, derived)
        )

    @classmethod
    def canonical(cls, position: NDArray[Any]) -> bytes:
        """Return the bytes that identify a position (shape (1,)).

        They are the fields that are not derived, in declared order, each number as 8 bytes, little-endian. So
        neither gaps, nor the machine, nor another type for the same numbers changes them.
        """
        data = position.view(np.uint8)
        return b"".join(
            [data[run.begin : run.end].view(run.scalar).astype(run.kind).tobytes() for run in cls._runs]
        )

    @classmethod
    def digest(cls, position: NDArray[Any]) -> str:
        """Return the version of the digest, a colon, and the SHA-256 of `canonical` in hexadecimal."""
        return f"{DIGEST_VERSION}:{hashlib.sha256(cls.canonical(position)).hexdigest()}"

    @classmethod
    def from_bytes(cls, data: bytes) -> NDArray[Any]:
        """Read one record (shape (1,)) from `tobytes`; ValueError if the length doesn't match."""
        if len(data) != cls.dtype.itemsize:
            raise ValueError(f"{cls.__name__}: {len(data)} bytes, expected {cls.dtype.itemsize}")
        return np.frombuffer(bytearray(data), cls.dtype)

    @classmethod
    def copy_of(cls, position: NDArray[Any]) -> NDArray[Any]:
        """Copy one record (shape (1,)) by its bytes: NumPy's own copy goes field by field and takes many times as long."""
        return np.frombuffer(bytearray(position.tobytes()), cls.dtype)


def _view_class(record_class: type[RecordBase]) -> type:
    """Create a class whose objects show one record: arrays as attributes, scalars as properties.

    Fields are opened lazily: most readers of a record need only a few.
    """
    scalars = {"_" + field.name: field.name for field in record_class.fields if not field.shape}
    arrays = [field.name for field in record_class.fields if field.shape]
    offsets = {
        slot: _byte_range(record_class, name)
        for slot, name in [*scalars.items(), *zip(arrays, arrays, strict=True)]
    }

    def keep(self: Any, data: memoryview, board: Any, derived: Callable[[], list[int]]) -> None:
        self._data, self.board, self._derived = data, board, derived

    def open_field(self: Any, name: str) -> memoryview | list[int]:
        result: memoryview | list[int]
        if name in offsets:
            begin, end, *kind = offsets[name]
            result = self._data[begin:end].cast(*kind)
        elif name == "derived":
            result = self._derived()
        else:
            raise AttributeError(f"{record_class.__name__} has no field {name!r}")
        setattr(self, name, result)
        return result

    members: dict[str, Any] = {
        "__init__": keep,
        "__getattr__": open_field,  # called only while the slot is empty
        "__slots__": (*arrays, *scalars, "_data", "board", "_derived", "derived"),
        "__doc__": record_class.__doc__,
    }
    for slot, name in scalars.items():
        members[name] = _scalar_property(slot)
    return type(record_class.__name__, (), members)


def _byte_range(record_class: type[RecordBase], name: str) -> tuple[Any, ...]:
    """The bytes of a field in the record, and the memoryview format of its numbers."""
    stored: Any = record_class.dtype.fields
    kind, begin = stored[name][:2]
    scalar, shape = kind.base, kind.shape
    return (begin, begin + kind.itemsize, scalar.char, *([shape] if len(shape) > 1 else []))


def _scalar_property(slot: str) -> property:
    def read(self: Any) -> Any:
        return getattr(self, slot)[0]

    def write(self: Any, value: int) -> None:
        getattr(self, slot)[0] = value

    return property(read, write)


def _shape(record_class: int | tuple[int, ...]) -> tuple[int, ...]:
    return (record_class,) if isinstance(record_class, int) else record_class


def _field(name: str, hint: Any) -> Field:
    origin = getattr(hint, "__origin__", None)
    metadata: tuple[Any, ...] = getattr(hint, "__metadata__", ())
    if len(metadata) not in (3, 4) or metadata[3:] not in ((), (DERIVED,)):
        raise TypeError(f"field {name}: {_FORM}")
    scalar, shape, meaning = metadata[:3]
    if origin is not (Cells if shape else int):
        raise TypeError(f"field {name}: {_FORM}")
    return Field(name, scalar, _shape(shape), meaning, derived=len(metadata) == 4)


_FORM = (
    "declare it as Annotated[int, scalar type, (), meaning] or Annotated[Cells, scalar type, shape, meaning]"
)


class _Run(NamedTuple):
    """A run of adjacent fields of one type that are also adjacent in a digest: its bytes, and its numbers' types."""

    begin: int
    end: int
    scalar: Any
    kind: str
    """The type of the numbers in a digest."""


def _runs(record_class: type[RecordBase]) -> list[_Run]:
    """Group the fields that are not derived, in declared order, into few runs: the overhead is per run."""
    runs: list[_Run] = []
    for field in record_class.fields:
        if not field.derived:
            begin, end = _byte_range(record_class, field.name)[:2]
            kind = "<f8" if np.issubdtype(field.scalar, np.floating) else "<i8"
            if runs and runs[-1].end == begin and runs[-1].scalar is field.scalar:
                begin = runs.pop().begin
            runs.append(_Run(begin, end, field.scalar, kind))
    return runs


def _layout(fields: tuple[Field, ...]) -> np.dtype[Any]:
    """Return the aligned layout (unaligned reads are slow in compiled code), with each gap filled by a field of its own.

    NumPy copies fields and leaves gaps unchanged: with gaps, equal positions could differ in their bytes.
    """
    aligned = np.dtype([(field.name, field.scalar, field.shape) for field in fields], align=True)
    layout: list[Any] = []
    stored: Any = aligned.fields
    for field, end in zip(fields, [*_offsets(aligned)[1:], aligned.itemsize], strict=True):
        scalar, offset = stored[field.name][:2]
        layout.append((field.name, field.scalar, field.shape))
        if end > offset + scalar.itemsize:
            layout.append((f"gap{offset}", np.uint8, (end - offset - scalar.itemsize,)))
    return np.dtype(layout, align=True)


def _offsets(dtype: np.dtype[Any]) -> list[int]:
    """Return the offset of each field in bytes."""
    return [field[1] for field in (dtype.fields or {}).values()]
