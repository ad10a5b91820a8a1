"""Twins of plain functions: the same code with other globals.

A kernel calls contract functions; its twin calls those of a title. A rule calls helpers; its compiled twin calls compiled
twins of them. So one kernel serves every title, and importing a title compiles nothing.
"""

import dis
from collections.abc import Callable
from types import FunctionType
from typing import Any

Function = Callable[..., Any]


def _rebind(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The same code with some globals replaced."""
    twin = FunctionType(
        function.__code__, {**function.__globals__, **names}, function.__name__, function.__defaults__
    )
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin


def _global_names(function: FunctionType) -> set[str]:
    """The globals that a function reads; `co_names` would add the attributes, `s.award` beside `award(s)`."""
    return {step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}


class Twins:
    """Twins of plain functions: every function that they call is a twin too, or what `bindings` says for it."""

    def __init__(self, bindings: dict[Function, Function], finish: Callable[[FunctionType], Any]) -> None:
        self.bindings = bindings
        self.finish = finish
        self._made: dict[Function, Any] = {}

    def of(self, function: Function) -> Any:
        """The twin of a function."""
        function = self.bindings.get(function, function)
        if function not in self._made:
            self._made[function] = self._make(function)
        return self._made[function]

    def _make(self, function: Function) -> Any:
        if not isinstance(function, FunctionType):
            return function
        called = {name: function.__globals__.get(name) for name in _global_names(function)}
        names = {name: self.of(value) for name, value in called.items() if isinstance(value, FunctionType)}
        return self.finish(_rebind(function, names))
