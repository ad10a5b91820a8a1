"""The types of compiled functions as words.

A module of loops declares what can be called from Python, and with which types::

    SIGNATURES = {"walk": "int64(record, int64, rng, ints, ints)"}

These are the words; `quartier.core.compiled` maps them to Numba types.

=============== ====================================================================
`int64`          a whole number
`float64`        a real number
`void`           nothing, as a result
`record`         an array of the title's records
`raw`            one record as bytes (uint8)
`rng`            the state of a stream of random numbers (uint64, shape (1,))
`ints`           an array of int64
`floats`         an array of float64
`int32s`         an array of int32, as is `int16s` of int16
`int_rows`       a table of int64, as are `float_rows`, `float32_rows`, `int32_rows`, `int16_rows`, `byte_rows` (uint8) and
                 `rng_rows` (uint64)
`records_apart`  an array of records between which other things lie, as are `rows_apart` (`int_rows`) and `rng_apart` (`rng`)
=============== ====================================================================

A module may add words in TYPES: the signature of a function for a function that is an argument, or a `Fields`.
"""

from dataclasses import dataclass
from types import ModuleType

NUMBERS = ("int64", "float64", "void")
ROWS = ("int_rows", "float_rows", "float32_rows", "int32_rows", "int16_rows", "byte_rows", "rng_rows")
STRIDED = ("records_apart", "rows_apart", "rng_apart")
RECORDS = ("record", "records_apart")
ARRAYS = ("record", "raw", "rng", "ints", "int32s", "int16s", "floats", *ROWS, *STRIDED)
WORDS = NUMBERS + ARRAYS


@dataclass(frozen=True)
class Fields:
    """A named tuple as an argument: its class, and the words of its fields."""

    tuple_class: type
    words: str


Types = dict[str, str | Fields]
"""Words of a module, each the signature of a function or a named tuple."""


def parse(signature: str) -> tuple[str, list[str]]:
    """Return the words of a signature: that of the result, and those of the arguments."""
    result, _, arguments = signature.rstrip(")").partition("(")
    return result, split(arguments)


def split(words: str) -> list[str]:
    """Split a list of words: "raw, int64"."""
    return [word.strip() for word in words.split(",")] if words else []


def signatures(module: ModuleType) -> dict[str, str]:
    """Return the signatures that a module of loops declares; empty for any other module."""
    result: dict[str, str] = getattr(module, "SIGNATURES", {})
    return result


def types(module: ModuleType) -> Types:
    """Return the words that a module adds."""
    result: Types = getattr(module, "TYPES", {})
    return result
