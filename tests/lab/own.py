"""Bots of somebody's own, where worker processes can import them."""

import multiprocessing
import os

from quartier.bots.ladder import Greedy
from quartier.core.engine.dice import Dice
from quartier.core.play.state import State


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
