"""Ray executor: worker processes of a Ray cluster, which schedules the tasks and retries those of killed processes.

Quartier adds a check that all workers run the same version, and prepares each of them.
"""

from __future__ import annotations

import logging
import os
import pickle
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import ray
from ray import cloudpickle
from ray.exceptions import RaySystemError, WorkerCrashedError

from quartier import __version__
from quartier.core.game.plugins import PluginWarning
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_
from quartier.lab.executors import NO_CLUSTER, WorkerPool

REPEATS = 5
"""Maximum number of retries of a task whose process was killed."""


@contextmanager
def connected_pool(
    address: str, ready: Callable[..., None], args: tuple[Any, ...], cores: int
) -> Iterator[WorkerPool]:
    """Open a pool on a cluster. An existing connection (in a notebook) is used and left open.

    Raises QuartierError.
    """
    mine = not ray.is_initialized()
    if mine:
        _connect(address)
    executor = _ClusterExecutor(cloudpickle.dumps((ready, args)), cores)
    try:
        yield WorkerPool(max(1, int(ray.cluster_resources().get("CPU", 1)) // cores), executor)
    except (WorkerCrashedError, RaySystemError) as error:
        raise QuartierError(_LOST) from error
    finally:
        executor.shutdown(cancel_futures=True)
        if mine:
            ray.shutdown()


def _connect(address: str) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no process was asked
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except ConnectionError as error:
        raise QuartierError(NO_CLUSTER, address=address) from error


class _ClusterExecutor(Executor):
    """`concurrent.futures.Executor` on a Ray cluster."""

    def __init__(self, ready: bytes, cores: int) -> None:
        self._ready = ready
        self._task = ray.remote(_run_task).options(num_cpus=cores, max_retries=REPEATS)
        self._open: set[ray.ObjectRef[Any]] = set()

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        # Pickled here: what Ray pickles arrives with read-only arrays.
        reference = self._task.remote(__version__, self._ready, cloudpickle.dumps((work, args, more)))
        self._open.add(reference)
        future: Future[Any] = reference.future()
        future.add_done_callback(lambda _: self._open.discard(reference))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for reference in list(self._open) if cancel_futures else []:
            ray.cancel(reference, force=True)


def _run_task(version: str, ready: bytes, payload: bytes) -> Any:
    """Run one task in a process of the cluster."""
    if version != __version__:
        raise QuartierError(_OTHER, there=__version__, here=version)
    _make_ready(ready)
    work, args, more = pickle.loads(payload)
    return work(*args, **more)


@lru_cache(8)
def _make_ready(ready: bytes) -> None:
    """Prepare a process once."""
    warnings.simplefilter("ignore", PluginWarning)  # the process that was called reports it
    call, args = pickle.loads(ready)
    call(*args)


_LOST = N_("The Ray cluster keeps losing processes, or has shut down.")
_OTHER = N_(
    "The Ray cluster runs Quartier {there}, but this machine has {here}, so results could differ. "
    "Install the same version."
)
