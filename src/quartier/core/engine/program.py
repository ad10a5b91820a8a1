"""A title's functions bound to loops: interpreted at once, compiled on demand.

Loops are functions written against `quartier.core.engine.contract`, in a module whose SIGNATURES name the
entry points: the engine's own kernels, those of bots and lab, or a user's. Interpreted rules serve a
debugger, a coverage run and the first seconds of a server. Importing Numba takes half a second, so
`quartier.core.compiled` is imported only when something is to be compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from threading import RLock
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from quartier.core.engine import contract, kernels, raw
from quartier.core.engine.observations import observe_fields
from quartier.core.engine.rebind import Function, Rebinder
from quartier.core.engine.records import RecordBase
from quartier.core.engine.signatures import RECORDS, Fields, Types, parse, signatures, split, types

if TYPE_CHECKING:
    from quartier.core.compiled import Compiler

Progress = Callable[[int, int], None]


class Bound:
    """The functions of one module of loops for one title, as attributes."""

    def __init__(
        self, functions: dict[str, Any], is_interpreted: bool, entries: dict[str, Any] | None = None
    ) -> None:
        self.__dict__.update(functions)
        self.unchecked: Any = SimpleNamespace(**(entries or functions))
        """The same without argument type checks, which take longer than many a kernel, for arguments as in SIGNATURES."""
        self.is_interpreted = is_interpreted
        """Whether they are interpreted: then arrays of bytes are passed as memoryviews, which hold Python integers."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no compiled function {name!r}: its module names it in SIGNATURES")


def _bindings(modules: Iterable[ModuleType]) -> dict[Function, Function]:
    """Return the title's function for each contract function."""
    result: dict[Function, Function] = {}
    for name, declared in vars(contract).items():
        for module in modules:
            own = vars(module).get(name)
            if isinstance(declared, FunctionType) and isinstance(own, FunctionType) and own is not declared:
                result[declared] = own
    return result


class Program:
    """One title's functions, bound to any loops. `name` is its name for `quartier.load`, also used to name machine code."""

    def __init__(self, record: type[RecordBase], modules: tuple[ModuleType, ...], name: str) -> None:
        self.record = record
        self._name = name
        self._modules = modules
        self._contract = {contract.observe: observe_fields(record), **_bindings(modules)}
        self._rebinder = Rebinder({**self._contract, **self._plain_bindings()}, lambda function: function)
        self._interpreted: dict[ModuleType, Bound] = {}
        self._compiled: dict[ModuleType, Bound] = {}
        self._compiler: Compiler | None = None
        self._lock = RLock()
        self.kernels = self.bound(kernels)
        """Return the engine's own kernels: compiled once `compile` was called, else interpreted."""

    @property
    def is_compiled(self) -> bool:
        """Whether `compile` was called."""
        return kernels in self._compiled

    def bound(self, loops: ModuleType) -> Bound:
        """Return the functions that a module names in its SIGNATURES; compiled if `compile` was called, else interpreted."""
        result = (self._compiled if self.is_compiled else self._interpreted).get(loops)
        if result is not None:
            return result
        return self._compile(loops, lambda: None) if self.is_compiled else self._interpret(loops)

    def compile(self, progress: Progress | None = None, loops: Iterable[ModuleType] = ()) -> None:
        """Compile the kernels and these loops, or load them from the cache; other loops are compiled on first use.

        `progress(done, total)` is called before each function, and at the end.
        """
        missing = [module for module in (*loops, kernels) if module not in self._compiled]
        total = sum(len(signatures(module)) for module in missing)
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            if progress:
                progress(done, total)

        if progress:
            progress(0, total)
        for module in missing:
            self._compile(module, step)
        self.kernels = self._compiled[kernels]

    def on_card(self, loops: ModuleType) -> dict[str, Any]:
        """Return the functions that a module names in its SIGNATURES, as device functions for kernels of `numba.cuda`."""
        from quartier.core import cuda

        if cuda.is_simulated():
            functions = self._interpret(loops)
            return {name: cuda.in_simulator(getattr(functions, name)) for name in signatures(loops)}
        return cuda.device_functions(self._contract, loops)

    def _compile(self, loops: ModuleType, step: Callable[[], None]) -> Bound:
        from quartier.core import compiled

        with self._lock:
            if loops not in self._compiled:
                self._compiled[loops] = (
                    self._interpret(loops) if compiled.is_disabled() else self._build(loops, step)
                )
            return self._compiled[loops]

    def _build(self, loops: ModuleType, step: Callable[[], None]) -> Bound:
        from quartier.core.compiled import Compiler, entries

        if self._compiler is None:
            self._compiler = Compiler.of_title(self._name, self.record.dtype, self._contract, self._modules)
        built = self._compiler.compile(loops, step)
        return Bound(built, is_interpreted=False, entries=entries(built))

    # ----- interpreted -----

    def _interpret(self, loops: ModuleType) -> Bound:
        """Return the same functions, wrapped to open the records that they are given."""
        if loops not in self._interpreted:
            functions = {
                name: self._opening(vars(loops)[name], text, types(loops))
                for name, text in signatures(loops).items()
            }
            self._interpreted[loops] = Bound(functions, is_interpreted=True)
        return self._interpreted[loops]

    def _plain_bindings(self) -> dict[Function, Function]:
        """Return the plain Python versions of copying records, and of accessing them in bytes (memoryviews)."""
        return {
            kernels.assign: _assign_opened,
            kernels.keep: _assign_opened,
            raw.open_record: self._open_bytes,
            raw.copy_record: _copy_bytes,
        }

    def _open_bytes(self, data: Any) -> Any:
        return self.record.open(np.frombuffer(data, self.record.dtype))

    def _opening(self, function: Function, signature: str, named: Types) -> Function:
        twin: Function = self._rebinder.of(function)
        words = parse(signature)[1]
        if not any(_has_records(word, named) for word in words):
            return twin

        def run(*arguments: Any) -> Any:
            return twin(
                *(self._open(argument, word, named) for argument, word in zip(arguments, words, strict=True))
            )

        return run

    def _open(self, argument: Any, word: str, named: Types) -> Any:
        """Return an argument with its arrays of records opened."""
        if word in RECORDS:
            return _Opened(argument, self.record)
        meaning = named.get(word)
        if isinstance(meaning, Fields) and _has_records(word, named):
            fields = zip(argument, split(meaning.words), strict=True)
            return meaning.tuple_class(*(self._open(value, field, named) for value, field in fields))
        return argument


def _has_records(word: str, named: Types) -> bool:
    """Return whether an argument of this type is an array of records, or a named tuple with one."""
    meaning = named.get(word)
    if isinstance(meaning, Fields):
        return any(_has_records(field, named) for field in split(meaning.words))
    return word in RECORDS


def _assign_opened(to: Any, source: Any) -> None:
    to.array[0] = source.array[0]


def _copy_bytes(to: Any, source: Any) -> None:
    to[:] = source


class _Opened:
    """An array of records whose elements are opened lazily for interpreted rules, the first one only once."""

    def __init__(self, array: Any, record: type[RecordBase]) -> None:
        self.array = array
        self._record = record

    @cached_property
    def _first(self) -> Any:
        return self._record.open(self.array)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return _Opened(self.array[index], self._record)
        return self._record.open(self.array, index) if index else self._first
