"""Counters shared between the processes of a database, so that two processes don't allow twice as much.

They are broadcast and stored nowhere: a process that has just started knows nothing of before.
"""

from __future__ import annotations

import json
from collections.abc import Callable

Listener = Callable[..., None]


class SharedCounters:
    """Subjects, each with one listener. Thread-safe once all listen."""

    def __init__(self, send: Callable[[str], None] | None = None) -> None:
        """Create it. `send` brings a text to all other processes; None: there are none."""
        self._send = send
        self._listeners: dict[str, Listener] = {}

    def listen(self, subject: str, listener: Listener) -> None:
        """Call `listener(*values)` for what another process broadcasts on this subject."""
        self._listeners[subject] = listener

    def broadcast(self, subject: str, *values: str) -> None:
        """Send values to all other processes; returns at once."""
        if self._send is not None:
            self._send(json.dumps([subject, *values]))

    def receive(self, text: str) -> None:
        """Handle a message of another process. A later release may send unknown subjects."""
        subject, *values = json.loads(text)
        if subject in self._listeners:
            self._listeners[subject](*values)
