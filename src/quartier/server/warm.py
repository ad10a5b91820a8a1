"""Compiling without letting anybody wait: a process of its own fills the cache on disk, then a thread loads from it.

Until then the titles play interpreted in this process: slower, and exactly the same.
"""

from __future__ import annotations

import os
import signal
import threading

import structlog

import quartier
from quartier.server.worker import KINDNESS, SPAWN, compiled

log = structlog.get_logger("quartier.warm")


class Warmer:
    """Compiles every title once, in the background."""

    def __init__(self) -> None:
        self._process = SPAWN.Process(target=_compile_all, daemon=True, name="quartier-compile")
        self._thread = threading.Thread(target=self._run, name="compile", daemon=True)
        self._stopping = False

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End now; what is already compiled stays in the cache."""
        self._stopping = True
        if self._process.pid is not None and self._process.is_alive():
            self._process.kill()

    def _run(self) -> None:
        self._process.start()
        self._process.join()
        if self._stopping:
            return
        if self._process.exitcode != 0:
            log.warning("compile_failed", exit_code=self._process.exitcode)
            return
        for title in quartier.titles():
            quartier.load(title).compile()
        log.info("compiled")


def _compile_all() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(KINDNESS)
    for title in quartier.titles():
        compiled(quartier.load(title))
