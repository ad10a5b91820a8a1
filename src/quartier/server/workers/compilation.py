"""Background compilation: a process fills the cache on disk, then a thread loads the compiled rules.

Until then titles run interpreted in this process: slower, with the same results.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

import structlog

import quartier
from quartier.bots import policies
from quartier.server import gc_tuning
from quartier.server.workers.worker_pool import (
    BEHIND_ANSWERS,
    SPAWN,
    load_compiled,
    stand_back,
)

log = structlog.get_logger("quartier.compile")


class BackgroundCompiler:
    """Compiles every title once, in the background."""

    def __init__(self, on_compiled: Callable[[str], None]) -> None:
        """`on_compiled(title)` is called when a title's compiled rules are in the cache."""
        self._on_compiled = on_compiled
        self._pipe, self._end = SPAWN.Pipe(duplex=False)
        self._process = SPAWN.Process(
            target=_compile_all, args=(self._end,), daemon=True, name="quartier-compile"
        )
        self._thread = threading.Thread(target=self._run, name="compile", daemon=True)
        self._stopping = False

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop now; what is already compiled stays in the cache."""
        self._stopping = True
        if self._process.pid is not None and self._process.is_alive():
            self._process.kill()

    def _run(self) -> None:
        self._process.start()
        self._end.close()
        with suppress(EOFError):
            while True:
                self._load(self._pipe.recv())
        self._process.join()
        if not self._stopping and self._process.exitcode not in (0, 1):  # it has logged that itself
            log.warning("compile_failed", exit_code=self._process.exitcode)

    def _load(self, title: str) -> None:
        """Load a title's compiled rules from the cache, and use them from now on."""
        if not self._stopping:
            quartier.load(title).compile(loops=(policies,))  # for the bot that stands in for a slow one
            gc_tuning.spare()
            self._on_compiled(title)
            log.info("compiled", title=title)


def _compile_all(done: Connection) -> None:
    stand_back(BEHIND_ANSWERS)
    try:
        for title in quartier.titles():
            load_compiled(quartier.load(title))
            done.send(title)
    except ConnectionError:  # the server has ended
        return
    except Exception:
        log.exception("compile_failed")
        sys.exit(1)
