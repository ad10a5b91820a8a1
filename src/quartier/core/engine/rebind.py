"""Twins of plain functions: the same code with other globals.

A kernel calls contract functions; its twin calls those of a title. A rule calls helpers; its compiled twin
calls their compiled twins. So one kernel serves every title, and importing a title compiles nothing.
"""

import dis
from collections.abc import Callable
from types import FunctionType
from typing import Any

Function = Callable[..., Any]


def _rebind(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """Return the same code with some globals replaced."""
    copy = FunctionType(
        function.__code__, {**function.__globals__, **names}, function.__name__, function.__defaults__
    )
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _global_names(function: FunctionType) -> set[str]:
    """Return the globals that a function reads; `co_names` would add attributes: `s.award` as well as `award(s)`."""
    return {step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}


class Rebinder:
    """Creates twins of plain functions: each called function is replaced by its twin, or its entry in `bindings`."""

    def __init__(self, bindings: dict[Function, Function], finish: Callable[[FunctionType], Any]) -> None:
        self.bindings = bindings
        self.finish = finish
        self._cache: dict[Function, Any] = {}

    def of(self, function: Function) -> Any:
        """Return the twin of a function."""
        function = self.bindings.get(function, function)
        if function not in self._cache:
            self._cache[function] = self._make(function)
        return self._cache[function]

    def _make(self, function: Function) -> Any:
        if not isinstance(function, FunctionType):
            return function
        called = {name: function.__globals__.get(name) for name in _global_names(function)}
        names = {name: self.of(value) for name, value in called.items() if isinstance(value, FunctionType)}
        return self.finish(_rebind(function, names))
