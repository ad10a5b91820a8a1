"""Bots of somebody's own, where worker processes can import them."""

import multiprocessing
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from quartier.bots.registry import Greedy
from quartier.core.engine.dice import Dice
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State


class OwnGreedy(Greedy):
    """The same choices as greedy, but no kernel: the arena plays it move by move."""

    level = "greedy"


class Crashing(Greedy):
    """Ends every process but the first."""

    level = "crashing"

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        if multiprocessing.parent_process() is not None:
            os._exit(3)
        return super()._pick(position, seat, dice)


@dataclass(frozen=True)
class KilledOnce:
    """Makes bots that play like greedy. The first time that another process than this one is to play, it is killed."""

    marker: Path
    asking: int = field(default_factory=os.getpid)

    def __call__(self, game: Ruleset) -> OwnGreedy:
        if os.getpid() != self.asking:
            with suppress(FileExistsError):
                self.marker.touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)
        return OwnGreedy(game)


class KilledByName(OwnGreedy):
    """The same by its name, as commands know bots: a process of Ray's is killed while there is no file that MARKER names."""

    MARKER = "QUARTIER_TEST_KILLED"

    def __init__(self, game: Ruleset, level: str | None = None) -> None:
        super().__init__(game, level)
        if sys.argv[0].endswith("default_worker.py"):
            KilledOnce(Path(os.environ[self.MARKER]), asking=0)(game)
