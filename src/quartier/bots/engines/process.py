"""A subprocess with line-based I/O. Every failure is an `EngineError` that names it."""

from __future__ import annotations

import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Queue
from typing import IO

from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

MAX_LINE_LENGTH = 65_536
"""Maximum length of an engine's line; the rest of a longer line is skipped."""
QUIT_SECONDS = 1.0
"""Seconds that an engine has to exit after `quit`."""
EXIT_SECONDS = 5.0
"""Seconds to wait for the reason why an engine has ended."""
_MAX_QUEUED_LINES = 1000
"""Maximum number of unread lines; an engine that writes more is blocked."""
_MAX_ERROR_LINES = 5
"""Number of lines of its standard error quoted when it fails."""


class EngineError(QuartierError):
    """An engine does not answer, has ended, or violates the protocol."""


class EngineProcess:
    """A running engine. It ends with this object, or with this program."""

    def __init__(self, command: list[str]) -> None:
        self.name = " ".join(command)[:80]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise EngineError(_NOT_STARTED, engine=self.name, reason=error.strerror or str(error)) from error
        self._lines: Queue[str | None] = Queue(_MAX_QUEUED_LINES)
        self._complaints: deque[str] = deque(maxlen=_MAX_ERROR_LINES)
        process = self._process
        assert process.stdout is not None
        assert process.stderr is not None
        _in_background(_read_lines, process.stdout, self._lines)
        self._noting = _in_background(_read_errors, process.stderr, self._complaints)
        self.end = weakref.finalize(self, _end, process)

    def send(self, *lines: str) -> None:
        """Send a line. EngineError if the process has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except OSError as error:
            raise self.exit_error() from error

    def answers(self, seconds: float) -> Iterator[str]:
        """Yield its lines within that time. EngineError on timeout, also if it keeps writing; the engine is then killed."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except Empty as error:
                self.end()
                raise EngineError(_SILENT, engine=self.name, seconds=round(seconds, 1)) from error
            if line is None:
                raise self.exit_error()
            yield line

    def forget(self) -> None:
        """Discard unread lines: they answer earlier requests."""
        with suppress(Empty):
            while True:
                if self._lines.get_nowait() is None:
                    raise self.exit_error()

    def exit_error(self) -> EngineError:
        """Return the error for an engine that has ended."""
        try:
            code = str(self._process.wait(EXIT_SECONDS))
        except subprocess.TimeoutExpired:
            code = "–"
        self._noting.join(EXIT_SECONDS)
        self.end()
        errors = " | ".join(self._complaints)
        sentence = _ENDED_SAYING if errors else _ENDED
        return EngineError(sentence, engine=self.name, code=code, output=errors[-300:])


def _in_background(work: Callable[..., None], *given: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=given, daemon=True)
    thread.start()
    return thread


def _read_lines(stream: IO[str], lines: Queue[str | None]) -> None:
    """Put line after line into the queue; None at the end."""
    for line in _cut_lines(stream):
        lines.put(line)
    lines.put(None)


def _read_errors(stream: IO[str], complaints: deque[str]) -> None:
    for line in _cut_lines(stream):
        complaints.append(line[:200])


def _cut_lines(stream: IO[str]) -> Iterator[str]:
    """Yield the lines of a stream without surrounding space, each truncated to MAX_LINE_LENGTH."""
    with suppress(ValueError):  # closed in the meantime
        while part := stream.readline(MAX_LINE_LENGTH):
            yield part.strip()
            while part and not part.endswith("\n"):
                part = stream.readline(MAX_LINE_LENGTH)


def _end(process: subprocess.Popen[str]) -> None:
    """Ask it to quit, then kill it."""
    assert process.stdin is not None
    with suppress(OSError, ValueError):  # it has already ended
        process.stdin.write("quit\n")
        process.stdin.close()
    try:
        process.wait(QUIT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


_NOT_STARTED = N_("Can’t start the engine “{engine}”: {reason}.")
_SILENT = N_("The engine “{engine}” didn’t answer within {seconds} s.")
_ENDED = N_("The engine “{engine}” quit (exit code {code}).")
_ENDED_SAYING = N_("The engine “{engine}” quit (exit code {code}): {output}")
