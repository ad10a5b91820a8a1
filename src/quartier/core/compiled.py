"""The compiled layer: the only module that imports Numba.

Rules are plain functions. A `Program` holds them twice: as they stand (interpreted, for a debugger and for the first
seconds of a server), and as compiled twins. A twin is the same code with other globals: contract functions are those of the
title, helpers are twins themselves. So one kernel serves every title, and importing a title compiles nothing.
"""

import dis
import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from quartier.core import bits, contract, kernels
from quartier.core.records import Record

Function = Callable[..., Any]
_config: Any = numba.config


# ----- machine instructions for the reference functions of quartier.core.bits -----


@intrinsic
def _popcount(_typing: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _lowest(_typing: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


@intrinsic
def _leading_zeros(_typing: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


@intrinsic
def _deposit(_typing: Any, _value: Any, _mask: Any) -> Any:
    """The bits of `value`, from the lowest on, laid on the set bits of `mask` (x86: PDEP)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = arguments[0].type
        function_type = ir.FunctionType(word, [word, word])  # type: ignore[no-untyped-call]
        instruction = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=function_type)
        return builder.call(instruction, arguments)

    return types.int64(types.int64, types.int64), generate


def _deposits_fast() -> bool:
    """Whether the machine that Numba compiles for has PDEP, and a fast one: AMD's first two Zens have not."""
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features and processor not in ("znver1", "znver2")


def _fast_popcount(value: int) -> int:
    return _popcount(np.int64(value))  # type: ignore[call-arg,no-any-return,unused-ignore]


def _fast_lowest(value: int) -> int:
    return _lowest(np.int64(value))  # type: ignore[call-arg,no-any-return,unused-ignore]


def _fast_highest(value: int) -> int:
    return 63 - _leading_zeros(np.int64(value))  # type: ignore[call-arg,no-any-return,unused-ignore]


def _fast_nth(bits: int, n: int) -> int:
    return _lowest(_deposit(np.int64(1) << np.int64(n), np.int64(bits)))  # type: ignore[call-arg,no-any-return,unused-ignore]


def _fast_next64(rng: Any) -> int:
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(1))  # type: ignore[return-value]


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


# ----- the cache -----


_NEVER_COMPILED = {"words.py", "drawing.py"}


def _sources(modules: Iterable[ModuleType]) -> list[Path]:
    """Rules and board data beside these modules: a change in any of them makes the compiled code stale."""
    folders = {Path(module.__file__ or "").parent for module in modules}
    files = (file for folder in folders for pattern in ("*.py", "*.json") for file in folder.glob(pattern))
    return sorted(file for file in files if file.name not in _NEVER_COMPILED)


def fingerprint(modules: Iterable[ModuleType]) -> str:
    """Hash of the sources that go into compiled code, and of what compiles them."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    digest.update(str(_config.BOUNDSCHECK).encode())
    for file in _sources(modules):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:20]


def cache_folder() -> Path:
    """Where compiled code is kept between runs; QUARTIER_CACHE overrides it."""
    if "QUARTIER_CACHE" in os.environ:
        return Path(os.environ["QUARTIER_CACHE"])
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "quartier"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _jit(folder: Path) -> Callable[[FunctionType], Any]:
    """A compiler for twins, with its cache in `folder` (no cache if it cannot be written)."""
    cache = _writable(folder)

    def finish(function: FunctionType) -> Any:
        before, _config.CACHE_DIR = _config.CACHE_DIR, str(folder)
        try:
            # nogil: a server thread that searches must not stop the others; numpy errors: no checks for division;
            # no nrt: counting references to arrays took half of the time, and without it a rule that allocates
            # does not compile.
            options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
            return numba.njit(cache=cache, **options)(function)
        finally:
            _config.CACHE_DIR = before

    return finish


# ----- signatures -----

_INT = types.int64
_INTS = types.Array(types.int64, 1, "C")
_INT_ROWS = types.Array(types.int64, 2, "C")
_RNG = types.Array(types.uint64, 1, "C")


def _signatures(record: Any) -> dict[str, tuple[Any, ...]]:
    """Argument types of each kernel, for compiling ahead of the first call."""
    return {
        "assign": (record, record),
        "begin_at": (record, _INT, _INTS, _INTS),
        "to_act_at": (record,),
        "legal_at": (record, _INT, _INTS),
        "outcomes_at": (record, _INTS, _INTS),
        "forbid_at": (record, _INT, _INT),
        "play_at": (record, _INT, _INT),
        "score_at": (record, _INT),
        "winners_at": (record,),
        "sees_at": (record, _INT),
        "conceal_at": (record, _INT),
        "imagine_at": (record, _INT, _RNG),
        "draw_at": (record, _RNG, _INTS, _INTS),
        "sample_at": (record, _INT, _RNG, _INTS),
        "evaluate_at": (record, _INT),
        "random_event": (record, _RNG, _INTS, _INTS),
        "playouts": (record, record, _INT, _RNG, _INTS, _INTS, _INTS),
        "walk": (record, _INT, _RNG, _INTS, _INTS),
        "copies": (record, record, _INT),
        "listings": (record, _INT, _INT, _INTS),
        "greedy": (record, record, _INT, _RNG, _INTS),
        "contests": (
            *(record,) * 4,
            _INT_ROWS,
            types.Array(types.uint64, 2, "C"),
            _INT_ROWS,
            *(_RNG, _RNG, _INTS, _INTS),
        ),
    }


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
        return Kernels({name: self._opening(twins.of(vars(kernels)[name])) for name in _signatures(None)})

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
            self._compiled = self._build(progress or (lambda done, total: None))
        return self._compiled

    def _build(self, progress: Callable[[int, int], None]) -> Kernels:
        title = self._modules[0].__name__.split(".")[-2]
        finish = _jit(cache_folder() / f"{title}-{fingerprint((*self._modules, contract))}")
        twins = Twins({**self._contract, **_instructions()}, finish)
        array = types.Array(numba.from_dtype(self.record.dtype), 1, "C")
        signatures = _signatures(array)
        built = {}
        for done, (name, signature) in enumerate(signatures.items()):
            progress(done, len(signatures))
            built[name] = twins.of(vars(kernels)[name])
            if not _config.DISABLE_JIT:
                built[name].compile(signature)
        progress(len(signatures), len(signatures))
        return self.interpreted if _config.DISABLE_JIT else Kernels(built)


def _instructions() -> dict[Function, Function]:
    return {
        bits.popcount: _fast_popcount,
        bits.lowest: _fast_lowest,
        bits.highest: _fast_highest,
        bits.next64: _fast_next64,
        # Clearing n bits one by one ends in a mispredicted branch nearly every time.
        **({bits.nth: _fast_nth} if _deposits_fast() else {}),
    }


class _Opened:
    """An array of records whose element 0 is opened once for interpreted rules."""

    def __init__(self, array: Any, record: Record) -> None:
        self.array = array
        self._first = record.open(array)

    def __getitem__(self, index: int) -> Any:
        assert index == 0
        return self._first
