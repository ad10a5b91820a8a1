"""Who does the work of the lab: processes of this computer, or of a Ray cluster. The results are the same."""

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
"""So many processes of this computer (None: as many as pay), or the address of a Ray cluster: "auto" for the one that this
computer belongs to, "HOST:PORT", "ray://HOST:PORT".
"""
PATIENCE = 5.0
"""Seconds for a connection."""


class Crew:
    """Processes that are ready; each does one piece of work at a time."""

    def __init__(self, count: int, pool: Executor) -> None:
        self.count = count
        self._pool = pool

    def submit(self, work: Callable[..., Any], *told: Any) -> Future[Any]:
        """Let one of them do it. The work and what it is told travel by pickle; Ctrl+C ends it."""
        with _deaf_children():
            return self._pool.submit(work, *told)

    def each(self, work: Callable[..., Any], told: list[tuple[Any, ...]]) -> list[Any]:
        """What comes of work on each of these, in their order."""
        return [future.result() for future in [self.submit(work, *each) for each in told]]


def checked(workers: Workers) -> None:
    """Whether anybody works. Raises BadOption, QuartierError."""
    if isinstance(workers, int) and workers < 1:
        raise BadOption(N_("At least one process must work, not {workers}."), workers=workers)
    if isinstance(workers, str) and workers != "auto":
        _reach(workers)


def _reach(address: str) -> None:
    """Whether anybody listens there: Ray itself waits for minutes for a cluster that is not, and then ends the process."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not (port.isascii() and port.isdigit()):
        raise BadOption(_NO_ADDRESS, address=address)
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise QuartierError(NOBODY, address=address) from error


@contextmanager
def crew(workers: int | str, ready: Callable[..., None], *told: Any, cores: int = 1) -> Iterator[Crew]:
    """Processes that have called `ready(*told)`; `cores`: how many each keeps busy, for a cluster that shares them out.

    Raises QuartierError where there is no such cluster, or a process of this computer was killed; a cluster repeats what a
    killed one had begun.
    """
    made = _here(workers, ready, told) if isinstance(workers, int) else _cluster(workers, ready, told, cores)
    with made as hands:
        try:
            yield hands
        except BrokenProcessPool as error:
            raise QuartierError(_BROKEN) from error


@contextmanager
def _here(count: int, ready: Callable[..., None], told: tuple[Any, ...]) -> Iterator[Crew]:
    # Spawned, not forked: a fork would copy the threads of whoever calls in an unknown state.
    pool = ProcessPoolExecutor(count, get_context("spawn"), _begin, (ready, told))
    try:
        yield Crew(count, pool)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(ready: Callable[..., None], told: tuple[Any, ...]) -> None:
    # Ctrl+C reaches every process of a terminal and ends these at once: a game of strong bots takes a minute.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    warnings.simplefilter("ignore", PluginWarning)  # the process that was asked has said it
    ready(*told)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started here hear Ctrl+C only once they can end quietly, and this one when it has started them whole; where
    signals cannot be held back, at once.
    """
    if not hasattr(signal, "pthread_sigmask") or current_thread() is not main_thread():
        yield
        return
    heard: list[int] = []
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    # Another thread may be sent what this one holds back, and Python tells it here all the same.
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    for number in heard:
        signal.raise_signal(number)


def _cluster(
    address: str, ready: Callable[..., None], told: tuple[Any, ...], cores: int
) -> AbstractContextManager[Crew]:
    try:
        clusters: Any = import_module("quartier.lab.ray_executor")
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise QuartierError(_NO_RAY) from error
    made: AbstractContextManager[Crew] = clusters.joined(address, ready, told, cores)
    return made


_BROKEN = N_(
    "A worker process could not start or was killed. In a script, call the arena below "
    '`if __name__ == "__main__":`, or pass workers=1.'
)
_NO_ADDRESS = N_("“{address}” is no address of a Ray cluster. Say “auto”, HOST:PORT or ray://HOST:PORT.")
NOBODY = N_("There is no Ray cluster at {address}.")
_NO_RAY = N_('For a Ray cluster install the package ray: pip install "quartier[ray]"')
