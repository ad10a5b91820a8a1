"""`engine:./path`: a bot that is an external program, in any language.

The protocol (version 1) is text, one message per line, UTF-8::

    > quartier 1                       start, with the protocol version
    < id name First of All             what the engine is called,
    < id version 1.0                   its version, and any other facts about itself
    < ready
    > game {"title": ..., "seats": ..., "options": ..., "actions": ...}
    > position {"seat": 0, "view": ...}     what the seat knows, as `State.view` says it
    > legal 0-29 180 195-209           the numbers of all legal actions, runs with both ends
    > go time 1000 seed 42             milliseconds to think; a seed for random numbers
    < info ...                         any number of them; they are ignored
    < bestmove 187                     the number of an action, or its notation
    > quit

An engine ignores lines that it does not know. It needs no rules: it gets the legal actions.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil

from quartier.bots.engines.process import EngineError, EngineProcess
from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

KIND = "engine:"
"""The prefix of the names of such bots."""
VERSION = 1
DEFAULT_SECONDS = 1.0
"""Seconds per move, unless a name sets another time, as `engine:./path@3s` does."""
STARTUP_SECONDS = 20.0
"""Seconds until an engine must be ready."""
GRACE_SECONDS = 5.0
"""Grace period in seconds after its time: the machine may be busy."""


class Engine:
    """A bot that queries a process, started for the first move and ended with the bot."""

    def __init__(self, game: Ruleset, command: list[str], seconds: float, level: str) -> None:
        self.game = game
        self.level = level
        self.about: dict[str, str] = {}
        """What the engine has reported about itself: "name", "version" ..."""
        self._command, self._seconds = command, seconds
        self._process: EngineProcess | None = None

    def __repr__(self) -> str:
        return f"quartier.bots.make({self.level!r}, {self.game!r})"

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """Return the engine's move in notation. EngineError if it does not answer, ends, or sends an unknown reply."""
        process = self._process = self._process or self._start(position)
        legal = sorted(position.legal(seat))
        process.forget()
        process.send(
            f"position {_line({'seat': seat, 'view': position.view(seat)})}",
            f"legal {' '.join(_run(*run) for run in runs(legal))}",
            f"go time {round(1000 * self._seconds)} seed {next64(dice.state) >> 1}",
        )
        answer = self._bestmove(process)
        if not (answer.isascii() and answer.isdigit()):
            return answer
        action = int(answer[:18])
        if action not in legal:
            raise EngineError(_NOT_LEGAL, engine=process.name, action=answer[:18])
        return position.write(action)

    def _start(self, position: State) -> EngineProcess:
        process = EngineProcess(self._command)
        process.send(f"quartier {VERSION}")
        for line in process.answers(STARTUP_SECONDS):
            if line == "ready":
                break
            word, _, rest = line.partition(" ")
            key, _, value = rest.partition(" ")
            if word == "id":
                self.about[key] = value
        if not {"name", "version"} <= self.about.keys():
            raise EngineError(_NO_NAME, engine=process.name)
        game = {
            "title": self.game.name,
            "seats": position.seats,
            "options": position.options,
            "rules": position.rules,
            "actions": self.game.actions,
        }
        process.send(f"game {_line(game)}")
        return process

    def _bestmove(self, process: EngineProcess) -> str:
        for line in process.answers(self._seconds + GRACE_SECONDS):
            word, _, rest = line.partition(" ")
            if word == "bestmove":
                return rest.strip()[:100]
            if word == "error":
                raise EngineError(_SAYS, engine=process.name, text=rest[:200])
            if word not in ("info", ""):
                raise EngineError(_UNKNOWN, engine=process.name, word=word[:40])
        raise AssertionError  # it ends with an error


def runs(numbers: list[int]) -> list[list[int]]:
    """Return ascending numbers as runs, first and last of each."""
    result: list[list[int]] = []
    for number in numbers:
        if result and result[-1][1] == number - 1:
            result[-1][1] = number
        else:
            result.append([number, number])
    return result


def _run(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _line(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def make_engine(name: str, game: Ruleset) -> Engine:
    """Create the bot of a name such as `engine:python mine.py@3s`. BadOption if there is no such program."""
    text = name.removeprefix(KIND)
    timed = re.fullmatch(r"(.*)@(\d{1,4}(?:\.\d{1,3})?)s", text)
    command, seconds = _words(timed[1] if timed else text), float(timed[2]) if timed else DEFAULT_SECONDS
    if not command or shutil.which(command[0]) is None:
        raise BadOption(_NO_PROGRAM, command=command[0][:80] if command else "")
    return Engine(game, command, seconds, name)


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise BadOption(_NO_PROGRAM, command=text[:80]) from error


_NO_PROGRAM = N_("Can’t run “{command}”. Give the path of an executable engine, like engine:./path.")
_NO_NAME = N_("The engine “{engine}” must send “id name …” and “id version …” before “ready”.")
_NOT_LEGAL = N_("The engine “{engine}” chose action {action}, which isn’t legal.")
_SAYS = N_("The engine “{engine}” reports: {text}")
_UNKNOWN = N_("The engine “{engine}” sent “{word}” instead of a bestmove.")
