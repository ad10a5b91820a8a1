"""The compiled layer: the only module that imports Numba.

`build` compiles the engine's kernels and entries for one title, `shared` a module that works for every title. Functions of
`quartier.core.engine.bits` become machine instructions; the results are kept in a cache on disk.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable
from functools import cache as cache_in_process
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from quartier.core import engine
from quartier.core.engine import bits, cache, entries, kernels
from quartier.core.engine.twins import Function, Twins

_config: Any = numba.config
_njit: Any = numba.njit  # its types know neither the wrapper options nor `_nrt`


def build(
    dtype: np.dtype[Any],
    bindings: dict[Function, Function],
    modules: tuple[ModuleType, ...],
    progress: Callable[[int, int], None],
) -> dict[str, Any] | None:
    """The kernels of a title by name, compiled or loaded from the cache; None if NUMBA_DISABLE_JIT is set.

    `bindings`: contract function -> the title's; `modules`: the title's, whose folder is hashed into the cache's name;
    `progress(done, total)` is called before each kernel and at the end.
    """
    if _config.DISABLE_JIT:
        return None
    title = modules[0].__name__.split(".")[-2]
    finish = _jit(title, cache.folder_of(title, fingerprint(modules)), (kernels, entries))
    twins = Twins({**bindings, **instructions(), **_over_bytes(dtype)}, finish)
    record = types.Array(numba.from_dtype(dtype), 1, "C")
    wanted = {vars(kernels)[name]: argument_types for name, argument_types in _signatures(record).items()}
    wanted |= {vars(entries)[name]: signature(text) for name, text in entries.SIGNATURES.items()}
    return _compiled(twins, wanted, progress)


@cache_in_process
def shared(module: ModuleType) -> dict[str, Any]:
    """The functions that a module names in SIGNATURES, compiled once for all titles (as they are with NUMBA_DISABLE_JIT).

    TYPES names the types of the fields of its named tuples, as in a `signature`; entries of a title may be among them.
    """
    if _config.DISABLE_JIT:
        return {name: vars(module)[name] for name in module.SIGNATURES}
    name = module.__name__.rsplit(".", 1)[-1]
    finish = _jit(name, cache.folder_of(name, fingerprint((module,))), (module,))
    tuples = {made.__name__: _tuple_of(made, fields) for made, fields in module.TYPES.items()}
    wanted = {vars(module)[name]: signature(text, tuples) for name, text in module.SIGNATURES.items()}
    return _compiled(Twins(instructions(), finish), wanted, lambda done, total: None)


def _compiled(
    twins: Twins, wanted: dict[Function, Any], progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Twins of functions by name, each compiled for its types."""
    built = {}
    for done, (function, argument_types) in enumerate(wanted.items()):
        progress(done, len(wanted))
        built[function.__name__] = twins.of(function)
        built[function.__name__].compile(argument_types)
        # Or functions in an argument would have a type of their own, and one search could not serve all titles.
        built[function.__name__].disable_compile()
    progress(len(wanted), len(wanted))
    return built


def _over_bytes(dtype: np.dtype[Any]) -> dict[Function, Function]:
    """How entries find the record in bytes: the type must stand among a function's globals to be compiled in."""

    def bound(function: Any) -> Any:
        return FunctionType(function.__code__, {"DTYPE": dtype}, function.__name__)

    return {entries.opened: bound(_opened), entries.copied: bound(_copied)}


def _opened(raw: Any) -> Any:
    return raw.view(DTYPE)[0]  # type: ignore[name-defined]  # noqa: F821


def _copied(to: Any, source: Any) -> None:
    to.view(DTYPE)[0] = source.view(DTYPE)[0]  # type: ignore[name-defined]  # noqa: F821


# ----- machine instructions for the reference functions of quartier.core.engine.bits -----


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
        function_type = ir.FunctionType(word, [word, word])
        instruction = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=function_type)
        return builder.call(instruction, arguments)

    return types.int64(types.int64, types.int64), generate


@intrinsic(prefer_literal=True)
def _scratch(_typing: Any, count: Any) -> Any:
    array = types.Array(types.int64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, size = ir.IntType(64), count.literal_value
        # One place for each function, even in a loop; the zeros are written every time.
        memory = cgutils.alloca_once(builder, ir.ArrayType(word, size))
        cgutils.memset(builder, memory, context.get_constant(types.intp, 8 * size), 0)
        found = context.make_array(array)(context, builder)
        data = builder.bitcast(memory, word.as_pointer())
        one, eight = (context.get_constant(types.intp, number) for number in (size, 8))
        populate_array(found, data=data, shape=[one], strides=[eight], itemsize=eight, meminfo=None)
        return found._getvalue()

    return array(count), generate


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


def instructions() -> dict[Function, Function]:
    """Function of `bits` -> what compiled code does instead."""
    return {
        bits.popcount: _fast_popcount,
        bits.lowest: _fast_lowest,
        bits.highest: _fast_highest,
        bits.next64: _fast_next64,
        bits.scratch: _scratch,
        # Clearing n bits one by one ends in a mispredicted branch nearly every time.
        **({bits.nth: _fast_nth} if _deposits_fast() else {}),
    }


# ----- the cache -----


def _sources(modules: Iterable[ModuleType]) -> list[Path]:
    """What goes into the compiled code of these modules: a package with all its files and its title's boards, a module
    by itself; and the engine.
    """
    files = {Path(__file__)}
    for module in (*modules, engine):
        own = Path(module.__file__ or "")
        packaged = own.name == "__init__.py"
        files.update(own.parent.rglob("*.py") if packaged else [own])
        files.update((own.parents[1] / "data").glob("board*.json") if packaged else [])
    return sorted(files)


def fingerprint(modules: Iterable[ModuleType]) -> str:
    """Hash of the sources that go into compiled code, and of what compiles them."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    digest.update(str(_config.BOUNDSCHECK).encode())
    for file in _sources(modules):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:20]


def _jit(owner: str, folder: Path, called: tuple[ModuleType, ...]) -> Callable[[FunctionType], Any]:
    """A compiler for twins of a title (or module), with its cache in `folder` (no cache if it cannot be written).

    Functions of the modules `called` are called from outside; all others are only part of those.
    """
    cached = cache.writable(folder)
    names = {module.__name__ for module in called}

    def finish(function: FunctionType) -> Any:
        # Numba names machine code by function, types and a number that starts anew in each process. Entries have the same
        # types in all titles: two of them from the cache could get one name, and the code of only one of them.
        function.__qualname__ = f"{owner}.{function.__qualname__}"
        before, _config.CACHE_DIR = _config.CACHE_DIR, str(folder)
        try:
            # nogil: a server thread that searches must not stop the others; numpy errors: no checks for division;
            # no nrt: counting references to arrays took half of the time, and without it a rule that allocates
            # does not compile.
            options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
            if function.__module__ in names:
                return _njit(cache=cached, **options)(function)
            # Rules are part of the kernels that call them: they need no cache, and no entry for callers in Python.
            return _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)
        finally:
            _config.CACHE_DIR = before

    return finish


# ----- signatures -----

_INT = types.int64
_INTS = types.Array(types.int64, 1, "C")
_INT_ROWS = types.Array(types.int64, 2, "C")
_RNG = types.Array(types.uint64, 1, "C")
_TYPES: dict[str, Any] = {
    "int64": _INT,
    "float64": types.float64,
    "void": types.void,
    "raw": types.Array(types.uint8, 1, "C"),
    "rng": _RNG,
    "ints": _INTS,
    "floats": types.Array(types.float64, 1, "C"),
    "rows": types.Array(types.int32, 2, "C"),
    "table": types.Array(types.float64, 2, "C"),
}


def signature(text: str, tuples: dict[str, Any] | None = None) -> Any:
    """The types that a text such as `int64(raw, rng)` stands for; the name of an entry stands for a function like it."""
    result, _, arguments = text.rstrip(")").partition("(")
    known = {**_TYPES, **(tuples or {})}
    return known[result](*(known[word] if word in known else _entry(word) for word in arguments.split(", ")))


def _entry(name: str) -> Any:
    return types.FunctionType(signature(entries.SIGNATURES[name]))


def _tuple_of(made: type, fields: tuple[str, ...]) -> Any:
    """The type of a named tuple."""
    return types.NamedTuple([_TYPES[word] if word in _TYPES else _entry(word) for word in fields], made)


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
        "copies": (record, _INT),
        "listings": (record, _INT, _INTS),
        "scorings": (record, _INT),
        "greedy": (record, record, _INT, _RNG, _INTS),
        "contests": (
            *(record,) * 4,
            _INT_ROWS,
            types.Array(types.uint64, 2, "C"),
            _INT_ROWS,
            *(_RNG, _RNG, _INTS, _INTS),
        ),
    }
