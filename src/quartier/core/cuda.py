"""The same functions for a GPU: rules, and loops over them, as device functions of `numba.cuda`.

It needs the extra `cuda`, and is imported only when a GPU is requested. Without one, Numba's simulator runs
kernels in Python (NUMBA_ENABLE_CUDASIM=1), with the interpreted rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import Any

import numba
import numpy as np
from llvmlite import ir as _ir
from numba import cuda as _cuda
from numba import types

from quartier.core import compiled
from quartier.core.engine import bits, signatures
from quartier.core.engine.rebind import Function, Rebinder

_config: Any = numba.config
cuda: Any = _cuda  # its stubs cover neither kernel intrinsics nor the simulator
ir: Any = _ir


def is_simulated() -> bool:
    """Return whether Numba's simulator is used instead of a GPU."""
    return bool(_config.ENABLE_CUDASIM)


def device_functions(bindings: dict[Function, Function], loops: ModuleType) -> dict[str, Any]:
    """Return the functions that a module names in SIGNATURES, for kernels; they are compiled with the kernel
    that calls them.

    `bindings`: contract function -> the title's.
    """
    rebinder = Rebinder({**bindings, **_instructions()}, cuda.jit(device=True))
    return {name: rebinder.of(vars(loops)[name]) for name in signatures.signatures(loops)}


def in_simulator(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap an interpreted function for simulator kernels, whose arrays are wrapped: it gets NumPy's own."""

    @wraps(function)
    def run(*arguments: Any) -> Any:
        return function(
            *(argument.view() if hasattr(argument, "view") else argument for argument in arguments)
        )

    return run


def kernel(roll_out: Any) -> Any:
    """Create a kernel that divides the work of `quartier.envs.rollouts.roll_out` among threads: each is a worker."""

    def run(boards: Any, starts: Any, seeds: Any, rngs: Any, outs: Any, weights: Any, results: Any) -> None:
        roll_out(boards, starts, seeds, rngs, outs, weights, results, cuda.grid(1))

    return cuda.jit(run)


# ----- GPU versions of the reference functions of quartier.core.engine.bits -----


def _popcount(value: int) -> int:
    return np.int64(cuda.popc(np.int64(value)))  # type: ignore[return-value]


def _lowest(value: int) -> int:
    return np.int64(cuda.ffs(np.int64(value))) - 1  # type: ignore[return-value]


def _highest(value: int) -> int:
    return 63 - np.int64(cuda.clz(np.int64(value)))  # type: ignore[return-value]


def _instructions() -> dict[Function, Function]:
    """Return the GPU replacements of the functions of `bits`."""
    return {
        bits.popcount: _popcount,
        bits.lowest: _lowest,
        bits.highest: _highest,
        bits.next64: compiled.instructions()[bits.next64],
        bits.scratch: _scratch(),
    }


def _scratch() -> Any:
    """Implement `bits.scratch` in the thread's local memory."""
    from numba.cuda.extending import intrinsic
    from numba.cuda.np.arrayobj import populate_array

    @intrinsic
    def zeros(_typing: Any, count: Any) -> Any:
        if not isinstance(count, types.IntegerLiteral):
            return None
        array, size = types.Array(types.int64, 1, "C"), count.literal_value

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            with builder.goto_entry_block():  # one allocation per function, even in a loop
                memory = builder.alloca(ir.ArrayType(word, size))
            builder.store(ir.Constant(ir.ArrayType(word, size), None), memory)
            result = context.make_array(array)(context, builder)
            data = builder.bitcast(memory, word.as_pointer())
            one, eight = (context.get_constant(types.intp, number) for number in (size, 8))
            populate_array(result, data=data, shape=[one], strides=[eight], itemsize=eight, meminfo=None)
            return result._getvalue()

        return array(count), generate

    return zeros
