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

LONGEST = 65_536
"""Characters of a line of an engine; what is longer is no answer."""
PARTING = 1.0
"""Seconds that an engine has to end after `quit`."""
LAST_WORDS = 5.0
"""Seconds in which it is found out why an engine has ended."""
_WAITING = 1000
"""Lines that are kept until somebody asks; an engine that says more has to wait."""
_KEPT = 5
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
        self._said: Queue[str | None] = Queue(_WAITING)
        self._complaints: deque[str] = deque(maxlen=_KEPT)
        process = self._process
        assert process.stdout is not None
        assert process.stderr is not None
        _in_background(_hear, process.stdout, self._said)
        self._noting = _in_background(_note, process.stderr, self._complaints)
        self.end = weakref.finalize(self, _end, process)

    def tell(self, *lines: str) -> None:
        """Say something. EngineError if nobody is there to hear it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except OSError as error:
            raise self.ended() from error

    def answers(self, seconds: float) -> Iterator[str]:
        """Its lines within that time. EngineError when it is over, and the engine is ended then: also one that talks on."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._said.get(timeout=max(0.0, until - time.monotonic()))
            except Empty as error:
                self.end()
                raise EngineError(_SILENT, engine=self.name, seconds=round(seconds, 1)) from error
            if line is None:
                raise self.ended()
            yield line

    def forget(self) -> None:
        """What it has said unasked answers nothing that is asked now."""
        with suppress(Empty):
            while True:
                if self._said.get_nowait() is None:
                    raise self.ended()

    def ended(self) -> EngineError:
        """What is to be said of an engine that is gone."""
        try:
            code = str(self._process.wait(LAST_WORDS))
        except subprocess.TimeoutExpired:
            code = "–"
        self._noting.join(LAST_WORDS)
        self.end()
        told = " | ".join(self._complaints)
        sentence = _ENDED_SAYING if told else _ENDED
        return EngineError(sentence, engine=self.name, code=code, told=told[-300:])


def _in_background(work: Callable[..., None], *given: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=given, daemon=True)
    thread.start()
    return thread


def _hear(stream: IO[str], said: Queue[str | None]) -> None:
    """Line after line; None at the end."""
    try:
        while line := stream.readline(LONGEST):
            said.put(line.strip())
    except ValueError:  # closed meanwhile
        pass
    said.put(None)


def _note(stream: IO[str], complaints: deque[str]) -> None:
    try:
        while line := stream.readline(LONGEST):
            complaints.append(line.strip()[:200])
    except ValueError:
        pass


def _end(process: subprocess.Popen[str]) -> None:
    """Ask it to go, and make it."""
    assert process.stdin is not None
    with suppress(OSError, ValueError):  # it is gone already
        process.stdin.write("quit\n")
        process.stdin.close()
    try:
        process.wait(PARTING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


_NOT_STARTED = N_("The engine “{engine}” cannot be started: {reason}.")
_SILENT = N_("The engine “{engine}” has not answered in {seconds} s.")
_ENDED = N_("The engine “{engine}” has ended by itself (exit code {code}).")
_ENDED_SAYING = N_("The engine “{engine}” has ended by itself (exit code {code}), saying: {told}")
