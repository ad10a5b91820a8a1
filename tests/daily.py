"""Which cases of a parametrized test `make test` runs; the others are part of `make soak`."""

from collections.abc import Container, Iterable

import pytest
from _pytest.mark import ParameterSet


def daily(cases: Iterable[object], chosen: Container[object]) -> list[ParameterSet]:
    """Mark all cases but the chosen ones `soak`. A case of several arguments is a tuple."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=() if case in chosen else pytest.mark.soak
        )
        for case in cases
    ]
