"""Thread pool for deliveries, so that nothing else waits for a slow remote server."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Final

import structlog

log = structlog.get_logger("quartier.couriers")
MAX_DELIVERIES: Final = 8


class DeliveryPool:
    """At most MAX_DELIVERIES deliveries at the same time."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MAX_DELIVERIES, thread_name_prefix="courier")
        self._running: set[Future[None]] = set()

    @property
    def free_slots(self) -> int:
        """How many more deliveries can start now."""
        self._running = {delivery for delivery in self._running if not delivery.done()}
        return MAX_DELIVERIES - len(self._running)

    def run(self, deliver: Callable[[], None]) -> None:
        """Start a delivery."""
        self._running.add(self._threads.submit(_run_logged, deliver))

    def wait(self) -> None:
        """Wait until all deliveries have ended."""
        wait(self._running)

    def close(self) -> None:
        """Start no more deliveries. Those in flight are retried by the next process if they don't end in time."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _run_logged(deliver: Callable[[], None]) -> None:
    try:
        deliver()
    except Exception:  # our own mistake; it is due again in a while, and given up in the end
        log.exception("errand_failed")
