"""A few threads that deliver what others have decided on, so that nobody waits for a slow machine elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Final

import structlog

log = structlog.get_logger("quartier.couriers")
MOST: Final = 8


class Couriers:
    """At most MOST errands at the same time."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST, thread_name_prefix="courier")
        self._under_way: set[Future[None]] = set()

    @property
    def free(self) -> int:
        """How many more errands can begin now."""
        self._under_way = {each for each in self._under_way if not each.done()}
        return MOST - len(self._under_way)

    def run(self, errand: Callable[[], None]) -> None:
        """Begin an errand."""
        self._under_way.add(self._threads.submit(_carefully, errand))

    def wait(self) -> None:
        """Until all that have begun are back."""
        wait(self._under_way)

    def close(self) -> None:
        """Begin nothing more. What is under way is tried again by whoever comes next, if it does not end in time."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _carefully(errand: Callable[[], None]) -> None:
    try:
        errand()
    except Exception:  # our own mistake; it is due again in a while, and given up in the end
        log.exception("errand_failed")
