"""Declared records: layout, opening, bytes."""

import hashlib
from typing import Annotated

import numpy as np
import pytest

from quartier.core.engine.records import DERIVED, Cells, RecordBase
from quartier.games.city_blocks.rules.state import Record


class Sample(RecordBase):
    """A record whose layout would have gaps: one byte before eight, and three at the end."""

    small: Annotated[int, np.int8, (), "a number"]
    large: Annotated[Cells, np.int64, 2, "numbers"]
    grid: Annotated[Cells, np.int8, (2, 3), "rows and columns"]


def test_no_layout_has_gaps() -> None:
    for declared in (Sample, Record):
        fields = declared.dtype.fields or {}
        sizes = sum(scalar.itemsize for scalar, _ in (field[:2] for field in fields.values()))
        assert sizes == declared.dtype.itemsize
        assert declared.dtype.itemsize % 8 == 0


def test_equal_records_have_equal_bytes_after_a_copy() -> None:
    for _ in range(200):
        # Memory that others have used, as copies get it.
        np.full(Sample.dtype.itemsize, 0xAB, np.uint8)
        one = Sample.new()
        assert one.copy().tobytes() == one.tobytes()


def test_an_opened_record_reads_and_writes_the_array() -> None:
    array = Sample.new(2)
    opened = Sample.open(array, 1)
    opened.small, opened.large[1] = -3, 1 << 40
    opened.grid[1, 2] = 5
    assert array[1]["small"] == -3
    assert array[1]["large"].tolist() == [0, 1 << 40]
    assert array[1]["grid"][1, 2] == 5
    assert array[0].tobytes() == Sample.new()[0].tobytes()
    assert type(opened.small) is int
    assert type(opened.large[1]) is int


def test_what_does_not_fit_is_refused() -> None:
    opened = Sample.open(Sample.new())
    with pytest.raises((ValueError, OverflowError)):
        opened.small = 200
    with pytest.raises(IndexError):
        opened.large[2] = 1


def test_bytes_of_another_length_are_refused() -> None:
    data = Sample.new().tobytes()
    assert Sample.from_bytes(data).tobytes() == data
    with pytest.raises(ValueError, match="bytes"):
        Sample.from_bytes(data + b"\0")


def test_booleans_and_undeclared_fields_are_refused() -> None:
    forms: list[object] = [
        Annotated[int, np.bool_, (), "no"],
        np.int8,
        Annotated[np.int8, (), "as in release 0.1.0"],
        Annotated[Cells, np.int8, (), "a number is an int"],
        Annotated[int, np.int8, 3, "several numbers are Cells"],
    ]
    for form in forms:
        with pytest.raises(TypeError, match="flag"):
            type("Wrong", (RecordBase,), {"__annotations__": {"flag": form}})


def test_names_that_records_have_already_are_refused() -> None:
    with pytest.raises(TypeError, match="digest"):
        type("Wrong", (RecordBase,), {"__annotations__": {"digest": Annotated[int, np.int8, (), "no"]}})


def test_a_misspelt_field_is_an_error_when_it_is_played_too() -> None:
    opened = Sample.open(Sample.new())
    with pytest.raises(AttributeError):
        opened.smal = 1  # type: ignore[attr-defined]


def test_a_digest_is_of_numbers_not_of_how_they_are_stored() -> None:
    class Wider(RecordBase):
        small: Annotated[int, np.int32, (), "the same number in another type"]
        large: Annotated[Cells, np.int64, 2, "numbers"]
        grid: Annotated[Cells, np.int16, (2, 3), "rows and columns"]
        cache: Annotated[int, np.int64, (), "a sum", DERIVED]

    one, two = Sample.new(), Wider.new()
    one["small"], one["large"], one["grid"] = two["small"], two["large"], two["grid"] = -3, [1, 1 << 40], 5
    two["cache"] = 8
    assert Sample.digest(one) == Wider.digest(two)
    content = b"".join(number.to_bytes(8, "little", signed=True) for number in (-3, 1, 1 << 40, *(6 * [5])))
    assert Sample.digest(one) == "2:" + hashlib.sha256(content).hexdigest()
    one["grid"][0, 1, 2] = 6
    assert Sample.digest(one) != Wider.digest(two)


def test_only_derived_may_stand_behind_a_meaning() -> None:
    with pytest.raises(TypeError, match="small"):
        type(
            "Odd",
            (RecordBase,),
            {"__annotations__": {"small": Annotated[int, np.int8, (), "a number", "odd"]}},
        )
