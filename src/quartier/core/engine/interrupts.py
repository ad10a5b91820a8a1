"""Ctrl+C while machine code is compiled or loaded."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer the first Ctrl+C to the end of the block, some seconds at most; a second one interrupts at once.

    LLVM calls back into Python: a KeyboardInterrupt raised there is lost, or crashes the process.
    """
    usual = signal.getsignal(signal.SIGINT)
    if not callable(usual) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, Any]] = []

    def hold(number: int, frame: Any) -> None:
        came.append((number, frame))
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if came:
            usual(*came[0])
