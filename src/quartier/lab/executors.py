"""Process pool: local worker processes or a Ray cluster, with the same results."""

from __future__ import annotations

import signal
import socket
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from multiprocessing import get_context
from threading import current_thread, main_thread
from typing import Any

from quartier.core.game.plugins import PluginWarning
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_

Workers = int | str | None
"""The number of local processes (None: automatic), or the address of a Ray cluster.

"auto" is the cluster that this computer belongs to; others are "HOST:PORT", "ray://HOST:PORT".
"""
CONNECT_TIMEOUT = 5.0
"""Connection timeout in seconds."""


class WorkerPool:
    """Worker processes that are ready; each runs one task at a time."""

    def __init__(self, count: int, pool: Executor) -> None:
        self.count = count
        self._pool = pool

    def submit(self, work: Callable[..., Any], *args: Any) -> Future[Any]:
        """Submit a task. `work` and `args` are pickled; Ctrl+C ends the workers."""
        with _interrupts_deferred():
            return self._pool.submit(work, *args)

    def map(self, work: Callable[..., Any], args: list[tuple[Any, ...]]) -> list[Any]:
        """Call `work(*entry)` for each entry of `args` and return the results in order."""
        return [future.result() for future in [self.submit(work, *entry) for entry in args]]


def check_workers(workers: Workers) -> None:
    """Check the number of workers or the address of a cluster. Raises BadOption, QuartierError."""
    if isinstance(workers, int) and workers < 1:
        raise BadOption(N_("Use at least one process, not {workers}."), workers=workers)
    if isinstance(workers, str) and workers != "auto":
        _reach(workers)


def _reach(address: str) -> None:
    """Check that something listens at the address: Ray itself would wait for minutes, then kill the process."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not (port.isascii() and port.isdigit()):
        raise BadOption(_NO_ADDRESS, address=address)
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT).close()
    except (OSError, OverflowError) as error:
        raise QuartierError(NO_CLUSTER, address=address) from error


@contextmanager
def worker_pool(
    workers: int | str, ready: Callable[..., None], *args: Any, cores: int = 1
) -> Iterator[WorkerPool]:
    """Start workers that have called `ready(*args)`; `cores`: how many each keeps busy, for a cluster's scheduler.

    Raises QuartierError if there is no such cluster, or a local process was killed; a cluster repeats the
    work of a killed one.
    """
    context = (
        _here(workers, ready, args) if isinstance(workers, int) else _cluster(workers, ready, args, cores)
    )
    with context as pool:
        try:
            yield pool
        except BrokenProcessPool as error:
            raise QuartierError(_BROKEN) from error


@contextmanager
def _here(count: int, ready: Callable[..., None], args: tuple[Any, ...]) -> Iterator[WorkerPool]:
    # Spawned, not forked: a fork would copy the caller's threads in an unknown state.
    pool = ProcessPoolExecutor(count, get_context("spawn"), _begin, (ready, args))
    try:
        yield WorkerPool(count, pool)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(ready: Callable[..., None], args: tuple[Any, ...]) -> None:
    # Ctrl+C reaches every process of a terminal; these exit immediately, because a game of strong bots takes
    # a minute.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    warnings.simplefilter("ignore", PluginWarning)  # the process that was called reports it
    ready(*args)


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Defer SIGINT while worker processes start, so that they can exit quietly; do nothing if signals cannot be masked."""
    if not hasattr(signal, "pthread_sigmask") or current_thread() is not main_thread():
        yield
        return
    pending: list[int] = []
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    # Another thread may receive the signal blocked here, and Python reports it here nevertheless.
    handler = signal.signal(signal.SIGINT, lambda number, _: pending.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    for number in pending:
        signal.raise_signal(number)


def _cluster(
    address: str, ready: Callable[..., None], args: tuple[Any, ...], cores: int
) -> AbstractContextManager[WorkerPool]:
    try:
        clusters: Any = import_module("quartier.lab.ray_executor")
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise QuartierError(_NO_RAY) from error
    context: AbstractContextManager[WorkerPool] = clusters.connected_pool(address, ready, args, cores)
    return context


_BROKEN = N_(
    "A worker process couldn’t start or was killed. In a script, call the arena under `if __name__ == "
    '"__main__":`, or pass workers=1.'
)
_NO_ADDRESS = N_("Invalid Ray cluster address “{address}”. Write “auto”, HOST:PORT or ray://HOST:PORT.")
NO_CLUSTER = N_("Can’t find a Ray cluster at {address}.")
_NO_RAY = N_('A Ray cluster needs the package ray. Install it with: pip install "quartier[ray]"')
