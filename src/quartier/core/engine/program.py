"""A title's functions bound to the generic kernels: interpreted at once, compiled on demand.

Interpreted rules serve a debugger, a coverage run and the first seconds of a server. Numba takes half a second to import,
so `quartier.core.compiled` is imported only when something is to be compiled.
"""

from collections.abc import Callable, Iterable
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from quartier.core.engine import contract, entries, kernels
from quartier.core.engine.records import Record
from quartier.core.engine.twins import Function, Twins

ENTRIES = tuple(entries.SIGNATURES)
"""The functions of `quartier.core.engine.entries` that a search is given."""


class Kernels:
    """The kernels of one title, as attributes, for records in arrays."""

    def __init__(self, functions: dict[str, Any]) -> None:
        self.__dict__.update(functions)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no kernel {name!r}")


def _bindings(modules: Iterable[ModuleType]) -> dict[Function, Function]:
    """Contract function -> the title's function of the same name."""
    found: dict[Function, Function] = {}
    for name, declared in vars(contract).items():
        for module in modules:
            own = vars(module).get(name)
            if isinstance(declared, FunctionType) and isinstance(own, FunctionType) and own is not declared:
                found[declared] = own
    return found


def _own_names(module: ModuleType) -> list[str]:
    """The functions that a module itself defines."""
    named = vars(module).items()
    return [name for name, value in named if getattr(value, "__module__", None) == module.__name__]


class Program:
    """One title's functions bound to the kernels, interpreted at once and compiled on demand."""

    def __init__(self, record: Record, modules: tuple[ModuleType, ...]) -> None:
        self.record = record
        self._modules = modules
        self._contract = _bindings(modules)
        self.interpreted = self._interpret()
        self._compiled: Kernels | None = None

    @property
    def compiled(self) -> Kernels | None:
        """The compiled kernels, or None before `compile`."""
        return self._compiled

    def _interpret(self) -> Kernels:
        """Kernels that open the record of their arrays before they run."""
        bindings = {**self._contract, kernels.assign: self._assign_opened}
        twins = Twins(bindings, lambda function: function)
        bound: dict[str, Any] = {
            name: self._opening(twins.of(vars(kernels)[name])) for name in _own_names(kernels)
        }
        return Kernels(bound | self._interpreted_entries())

    def _interpreted_entries(self) -> dict[str, Any]:
        """`quartier.core.engine.entries` over bytes (memoryviews) that are opened where a rule needs the record."""
        bindings: dict[Function, Function] = {
            **self._contract,
            entries.opened: self._open_bytes,
            entries.copied: _copy_bytes,
        }
        twins = Twins(bindings, lambda function: function)
        return {name: twins.of(vars(entries)[name]) for name in ENTRIES}

    def _open_bytes(self, raw: Any) -> Any:
        return self.record.open(np.frombuffer(raw, self.record.dtype))

    def _opening(self, kernel: Function) -> Function:
        def run(*arguments: Any) -> Any:
            return kernel(*(self._opened(argument) for argument in arguments))

        return run

    def _opened(self, argument: Any) -> Any:
        is_record = isinstance(argument, np.ndarray) and argument.dtype == self.record.dtype
        return _Opened(argument, self.record) if is_record else argument

    @staticmethod
    def _assign_opened(to: Any, source: Any) -> None:
        to.array[0] = source.array[0]

    def compile(self, progress: Callable[[int, int], None] | None = None) -> Kernels:
        """Compile every kernel, or load it from the cache; `progress(done, total)` is called before each."""
        if self._compiled is None:
            from quartier.core.compiled import build

            built = build(
                self.record.dtype, self._contract, self._modules, progress or (lambda done, total: None)
            )
            self._compiled = Kernels(built) if built else self.interpreted
        return self._compiled


def _copy_bytes(to: Any, source: Any) -> None:
    to[:] = source


class _Opened:
    """An array of records whose elements are opened for interpreted rules, the first one only once."""

    def __init__(self, array: Any, record: Record) -> None:
        self.array = array
        self._record = record
        self._first = record.open(array)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return _Opened(self.array[index], self._record)
        return self._record.open(self.array, index) if index else self._first
