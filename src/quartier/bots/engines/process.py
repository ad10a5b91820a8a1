"""A program that runs beside us and is spoken to line by line. Whatever it does wrong is an `EngineError` that names it."""

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
"""Characters of a line of an engine that are read; the rest of a longer line is skipped."""
QUIT_SECONDS = 1.0
"""Seconds that an engine has to end after `quit`."""
EXIT_SECONDS = 5.0
"""Seconds in which it is found out why an engine has ended."""
_MAX_QUEUED_LINES = 1000
"""Lines that are kept until somebody asks; an engine that says more has to wait."""
_MAX_ERROR_LINES = 5
"""Lines of its standard error that are told when it fails."""


class EngineError(QuartierError):
    """An engine does not answer, has ended, or says what the protocol does not know."""


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
        """Say something. EngineError if nobody is there to hear it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except OSError as error:
            raise self.exit_error() from error

    def answers(self, seconds: float) -> Iterator[str]:
        """Its lines within that time. EngineError when it is over, and the engine is ended then: also one that talks on."""
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
        """What it has said unasked answers nothing that is asked now."""
        with suppress(Empty):
            while True:
                if self._lines.get_nowait() is None:
                    raise self.exit_error()

    def exit_error(self) -> EngineError:
        """What is to be said of an engine that is gone."""
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
    """Line after line; None at the end."""
    for line in _cut_lines(stream):
        lines.put(line)
    lines.put(None)


def _read_errors(stream: IO[str], complaints: deque[str]) -> None:
    for line in _cut_lines(stream):
        complaints.append(line[:200])


def _cut_lines(stream: IO[str]) -> Iterator[str]:
    """Yield the lines of a stream without surrounding space, each up to MAX_LINE_LENGTH; what is beyond is skipped."""
    with suppress(ValueError):  # closed meanwhile
        while part := stream.readline(MAX_LINE_LENGTH):
            yield part.strip()
            while part and not part.endswith("\n"):
                part = stream.readline(MAX_LINE_LENGTH)


def _end(process: subprocess.Popen[str]) -> None:
    """Ask it to go, and make it."""
    assert process.stdin is not None
    with suppress(OSError, ValueError):  # it is gone already
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
