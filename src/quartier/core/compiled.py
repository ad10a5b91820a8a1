"""The compiled layer: the only module that imports Numba.

A `Compiler` compiles modules of loops for one title, `compile_shared` a module that works for every title.
Their SIGNATURES define which functions to compile, and for which types.

Functions of `quartier.core.engine.bits` become machine instructions; the results are cached on disk.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable
from functools import cache as cache_in_process
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import _dynfunc  # type: ignore[attr-defined,unused-ignore]
from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler as Pipeline
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from quartier.core import engine, rule_errors
from quartier.core.engine import bits, cache, dice, kernels, raw, signatures
from quartier.core.engine.interrupts import defer_interrupts
from quartier.core.engine.rebind import Function, Rebinder
from quartier.core.engine.signatures import Fields

_config: Any = numba.config
_njit: Any = numba.njit  # its stubs know neither the wrapper options nor `_nrt`

Progress = Callable[[], object]


def is_disabled() -> bool:
    """Return whether NUMBA_DISABLE_JIT is set: then everything is interpreted."""
    return bool(_config.DISABLE_JIT)


class Compiler:
    """Compiles loops for one title, or for none: loops that call the same rules share their machine code.

    `name`: of the title; `sources`: its modules, whose folder is hashed into the names of caches; `bindings`: contract
    function -> the title's.
    """

    def __init__(
        self,
        name: str,
        sources: tuple[ModuleType, ...],
        bindings: dict[Function, Function],
        record: Any = None,
    ) -> None:
        self._name = name
        self._sources = sources
        self._record = record
        self._folders: dict[str, Path] = {}
        self._rebinder = Rebinder({**bindings, **instructions()}, self._finish)

    @classmethod
    def of_title(
        cls,
        name: str,
        dtype: np.dtype[Any],
        bindings: dict[Function, Function],
        modules: tuple[ModuleType, ...],
    ) -> "Compiler":
        """Create the compiler of a title with this record type."""
        record = types.Array(numba.from_dtype(dtype), 1, "C")
        return cls(name, modules, {**bindings, **_over_bytes(dtype)}, record)

    def compile(self, loops: ModuleType, progress: Progress) -> dict[str, Any]:
        """Return the functions in a module's SIGNATURES, compiled or cached; `progress` is called after each."""
        words = self._type_names(loops)
        built: dict[str, Any] = {}
        for name, signature in signatures.signatures(loops).items():
            built[name] = self._rebinder.of(vars(loops)[name])
            try:
                with defer_interrupts():
                    built[name].compile(_signature(signature, words))
            except (NumbaError, KeyError) as error:  # KeyError: a field that the record doesn't have
                self._explain(error)
                raise
            # Otherwise functions as arguments would each have their own type, and one search could not serve
            # all titles.
            built[name].disable_compile()
            _cache_address(built[name])
            progress()
        return built

    def _explain(self, error: Exception) -> None:
        """Raise BrokenRule if the error is in the title's rules or bots."""
        if self._record:
            rule_errors.check_fields(self._sources, self._record.dtype.fields)
        explained = rule_errors.explain(error, self._sources)
        if explained:
            raise explained from error

    def _type_names(self, loops: ModuleType) -> dict[str, Any]:
        """Return the Numba types of the words in a module's signatures."""
        types_by_name = {
            **_WORDS,
            "record": self._record,
            "records_apart": self._record and self._record.copy(layout="A"),
        }
        for word, meaning in signatures.types(loops).items():
            if isinstance(meaning, Fields):
                fields = [types_by_name[name] for name in signatures.split(meaning.words)]
                types_by_name[word] = types.NamedTuple(fields, meaning.tuple_class)
            else:
                types_by_name[word] = types.FunctionType(_signature(meaning, types_by_name))
        return types_by_name

    def _finish(self, function: FunctionType) -> Any:
        """Return the compiled function of a twin: cached if it is an entry point, else only inlined into its callers."""
        home = sys.modules.get(function.__module__)
        outside = home is not None and function.__name__ in signatures.signatures(home)
        # Numba names machine code by function, types and a counter that restarts in each process. Functions
        # over bytes have the same types in all titles, so without the prefix two of them from the cache could
        # share a name and one's code.
        function.__qualname__ = f"{self._name}.{function.__qualname__}"
        # nogil: a searching server thread must not block the others. The engine's own kernels take about a
        # microsecond, and releasing the GIL would cost a wait of up to 5 ms to get it back. numpy errors: no
        # checks for division. No nrt: reference counting of arrays took half of the time, and without it a
        # rule that allocates does not compile.
        searches = function.__module__ != kernels.__name__
        options: dict[str, Any] = {"nogil": searches, "error_model": "numpy", "_nrt": False}
        if home is None or not outside:
            # Rules are compiled into the loops that call them: they need no cache and no Python entry point.
            return _for_all_integers(
                _njit(
                    no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_RulePipeline, **options
                )(function)
            )
        folder = self._folder(home)
        before, _config.CACHE_DIR = _config.CACHE_DIR, str(folder)
        try:
            return _njit(cache=cache.writable(folder), **options)(function)
        finally:
            _config.CACHE_DIR = before

    def _folder(self, loops: ModuleType) -> Path:
        """Return the cache folder of a module of loops, named by the hash of everything that affects its machine code."""
        if loops.__name__ not in self._folders:
            short = loops.__name__.rsplit(".", 1)[-1]
            sources = fingerprint((*self._sources, *reachable_modules(loops)))
            self._folders[loops.__name__] = cache.folder_of(f"{self._name}.{short}", sources)
        return self._folders[loops.__name__]


class _RulePipeline(Pipeline):  # type: ignore[misc,unused-ignore]
    """Compiles a rule only as far as it can be linked into the loops that call it.

    Numba would also make machine code of each rule alone, which nothing calls.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        context = self.state.targetctx
        self.state.library = _RuleLibrary(context.codegen(), "rule")
        context.get_executable = _not_executable


class _RuleLibrary(JITCodeLibrary):  # type: ignore[misc,unused-ignore]
    """The code of a rule, for linking only."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


def _not_executable(library: Any, description: Any, environment: Any) -> Any:
    """Return what Numba finds a rule by when it compiles its callers: a function without an address."""
    library.finalize()
    name = description.qualname.rsplit(".", 1)[-1]
    return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (library,))


def _for_all_integers(rule: Any) -> Any:
    """Have a rule compiled once for all integers: Numba would do so for each of their types, and for each constant."""
    template = rule.get_call_template

    def find(arguments: Any, keywords: Any) -> Any:
        return template(
            tuple(_widen(kind) for kind in arguments),
            {name: _widen(kind) for name, kind in keywords.items()},
        )

    rule.get_call_template = find
    return rule


def _widen(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind


def _cache_address(function: Any) -> None:
    """Look up a function's address once: Numba would do so in each call that has it as an argument, in 30 microseconds."""
    if len(function.overloads) > 1:
        return
    (result,) = function.overloads.values()
    address = cache_in_process(result.library.get_pointer_to_function)
    fixed = result._replace(library=SimpleNamespace(get_pointer_to_function=address))
    function.get_compile_result = lambda signature: fixed


def entries(built: dict[str, Any]) -> dict[str, Any]:
    """Return the machine-code entry points of compiled functions, which skip Numba's type dispatch."""
    return {name: next(iter(function.overloads.values())).entry_point for name, function in built.items()}


@cache_in_process
def compile_shared(loops: ModuleType) -> dict[str, Any]:
    """Compile the functions that a module names in SIGNATURES once for all titles (interpreted with NUMBA_DISABLE_JIT)."""
    if is_disabled():
        return {name: vars(loops)[name] for name in signatures.signatures(loops)}
    return Compiler("shared", (), {}).compile(loops, lambda: None)


def _over_bytes(dtype: np.dtype[Any]) -> dict[Function, Function]:
    """Return how loops over bytes access the record: its type must be a function global to be compiled in."""

    def bound(function: Any) -> Any:
        return FunctionType(function.__code__, {"DTYPE": dtype}, function.__name__)

    return {raw.open_record: bound(_open_raw), raw.copy_record: bound(_copy_raw)}


def _open_raw(bytes_: Any) -> Any:
    return bytes_.view(DTYPE)[0]  # type: ignore[name-defined]  # noqa: F821


def _copy_raw(to: Any, source: Any) -> None:
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
    """Deposit the bits of `value`, from the lowest on, into the set bits of `mask` (x86: PDEP)."""

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
        # One allocation per function, even in a loop; it is zeroed on every call.
        memory = cgutils.alloca_once(builder, ir.ArrayType(word, size))
        cgutils.memset(builder, memory, context.get_constant(types.intp, 8 * size), 0)
        result = context.make_array(array)(context, builder)
        data = builder.bitcast(memory, word.as_pointer())
        one, eight = (context.get_constant(types.intp, number) for number in (size, 8))
        populate_array(result, data=data, shape=[one], strides=[eight], itemsize=eight, meminfo=None)
        return result._getvalue()

    return array(count), generate


def _deposits_fast() -> bool:
    """Return whether the target CPU has a fast PDEP: AMD's Zen and Zen 2 do not."""
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
    """Return the compiled replacements of the functions of `bits`."""
    return {
        bits.popcount: _fast_popcount,
        bits.lowest: _fast_lowest,
        bits.highest: _fast_highest,
        bits.next64: _fast_next64,
        bits.scratch: _scratch,
        # Clearing n bits one by one almost always ends in a mispredicted branch.
        **({bits.nth: _fast_nth} if _deposits_fast() else {}),
    }


# ----- the cache -----


def _sources(modules: Iterable[ModuleType]) -> list[Path]:
    """Return the source files that affect the compiled code of these modules.

    A package counts with all its files, a module by itself, both with their title's boards; and the engine,
    except for modules that no compiled code contains.
    """
    files = {Path(__file__)}
    for module in (*modules, engine):
        own = Path(module.__file__ or "")
        packaged = own.name == "__init__.py"
        files.update(own.parent.rglob("*.py") if packaged else [own])
        files.update((own.parents[packaged] / "data").glob("board*.json"))
    return sorted(files - {Path(module.__file__ or "") for module in _NEVER_COMPILED})


_NEVER_COMPILED = (cache, dice)
"""Modules of the engine that are neither compiled nor used by compiled code."""


def reachable_modules(module: ModuleType) -> list[ModuleType]:
    """Return a module of loops and, transitively, the modules outside the engine that it imports or takes functions from."""
    modules: dict[str, ModuleType] = {}
    waiting = [module.__name__]
    ours = {"quartier", module.__name__.split(".")[0]}
    while waiting:
        name = waiting.pop()
        if name in modules or name.split(".")[0] not in ours or name.startswith(engine.__name__):
            continue
        modules[name] = sys.modules[name]
        for value in vars(modules[name]).values():
            if isinstance(value, FunctionType):
                waiting.append(value.__module__)
            elif isinstance(value, ModuleType):
                waiting.append(value.__name__)
    return [modules[name] for name in sorted(modules)]


def fingerprint(modules: Iterable[ModuleType]) -> str:
    """Return a hash of the sources that affect compiled code, and of the compiler versions."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    digest.update(str(_config.BOUNDSCHECK).encode())
    for file in _sources(modules):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:20]


# ----- signatures -----

_WORDS: dict[str, Any] = {
    "int64": types.int64,
    "float64": types.float64,
    "void": types.void,
    "raw": types.Array(types.uint8, 1, "C"),
    "rng": types.Array(types.uint64, 1, "C"),
    "ints": types.Array(types.int64, 1, "C"),
    "floats": types.Array(types.float64, 1, "C"),
    "int_rows": types.Array(types.int64, 2, "C"),
    "float_rows": types.Array(types.float64, 2, "C"),
    "int32_rows": types.Array(types.int32, 2, "C"),
    "int16_rows": types.Array(types.int16, 2, "C"),
    "int32s": types.Array(types.int32, 1, "C"),
    "int16s": types.Array(types.int16, 1, "C"),
    "float32_rows": types.Array(types.float32, 2, "C"),
    "byte_rows": types.Array(types.uint8, 2, "C"),
    "rng_rows": types.Array(types.uint64, 2, "C"),
    "rows_apart": types.Array(types.int64, 2, "A"),
    "rng_apart": types.Array(types.uint64, 1, "A"),
}


def _signature(text: str, words: dict[str, Any]) -> Any:
    """Return the types that a text such as `int64(raw, rng)` stands for."""
    result, arguments = signatures.parse(text)
    return words[result](*(words[word] for word in arguments))
