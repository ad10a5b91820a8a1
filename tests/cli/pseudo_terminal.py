"""A pseudo-terminal: what a person types, and what stands on the screen."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import time
from pathlib import Path

from tests.cli.terminal import command, environment

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")
TIMEOUT = 120
"""Seconds until an answer must be there, however busy the machine is."""


class PseudoTerminal:
    """A command of quartier with a keyboard and a screen of `columns`; close it when done."""

    def __init__(self, *arguments: str, columns: int, home: Path, **variables: str) -> None:
        import fcntl
        import pty
        import termios

        given = environment(TERM="xterm-256color", XDG_DATA_HOME=str(home), **variables)
        given.pop("COLUMNS", None)
        self._pid, self._screen = pty.fork()
        if self._pid == 0:
            # A shell starts what runs in the background deaf to Ctrl+C, and children inherit that.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            os.execvpe(command()[0], command(*arguments), given)
        self.raw = ""
        self.code: int | None = None

    def press(self, keys: str) -> None:
        """Press keys; Enter is \\r, Tab \\t, Ctrl+C \\x03."""
        os.write(self._screen, keys.encode())

    def until(self, pattern: str, nudge: str = "") -> str:
        """What appears on the screen, without colours, up to where the pattern matches, or to the end of the program.

        `nudge`: keys that are pressed whenever nothing comes for a moment.
        """
        output, end = b"", time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            if select.select([self._screen], [], [], 0.2)[0]:
                piece = self._piece()
                output += piece
                text = _plain(output.decode("utf-8", "replace"))
                if not piece or re.search(pattern, text):
                    self.raw += output.decode("utf-8", "replace")
                    return text
            elif nudge:
                self.press(nudge)
        raise AssertionError(f"no {pattern!r} in {TIMEOUT} s: {output!r}")

    def ask(self, line: str) -> str:
        """Type a line; what is answered up to the next prompt, or to the end."""
        self.press(f"{line}\r")
        return self.until(r"\n> \Z")

    def interrupt(self) -> str:
        """Press Ctrl+C; what is said up to the end of the program."""
        self.press("\x03")
        # While Python's readline is busy with a key, it hears Ctrl+C only once more is typed, and the line is done.
        return self.until(r"\Z(?!)", nudge="\r")

    def _piece(self) -> bytes:
        """What there is to read; nothing at the end of the program."""
        try:
            result = os.read(self._screen, 65536)
        except OSError:  # Linux says so when the other side is gone
            result = b""
        if not result and self.code is None:
            self.code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return result

    def close(self) -> None:
        """End the program if it has not ended."""
        if self.code is None:
            os.kill(self._pid, 9)
            os.waitpid(self._pid, 0)
        os.close(self._screen)


def _plain(text: str) -> str:
    return _ESCAPES.sub("", text).replace("\r\n", "\n")
