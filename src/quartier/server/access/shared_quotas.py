"""What processes at one database tell each other of what visitors did, so that two processes are not twice as much.

It is told in passing and kept nowhere: who has just been started knows nothing of before.
"""

from __future__ import annotations

import json
from collections.abc import Callable

Listener = Callable[..., None]


class SharedCounters:
    """Subjects, each with one listener. Thread-safe once all listen."""

    def __init__(self, say: Callable[[str], None] | None = None) -> None:
        """`say` brings a text to all other processes; None: there are none."""
        self._say = say
        self._listeners: dict[str, Listener] = {}

    def listen(self, subject: str, listener: Listener) -> None:
        """Call `listener(*words)` for what another process tells of this."""
        self._listeners[subject] = listener

    def tell(self, subject: str, *words: str) -> None:
        """Tell all others; returns at once."""
        if self._say is not None:
            self._say(json.dumps([subject, *words]))

    def hear(self, text: str) -> None:
        """What another process has told. A newer one may speak of what is unknown here."""
        subject, *words = json.loads(text)
        if subject in self._listeners:
            self._listeners[subject](*words)
