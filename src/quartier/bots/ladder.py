"""The levels, weakest first."""

from __future__ import annotations

from quartier.bots.player import Bot
from quartier.core.dice import Dice
from quartier.core.errors import BadOption, nearest
from quartier.core.game import Game
from quartier.core.languages import N_
from quartier.core.state import State


class Random(Bot):
    """Any legal move, each with the same probability."""

    level = "random"

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        actions, _ = position.buffers()
        return int(self.game.kernels.sample_at(position.position, seat, dice.state, actions))


class Greedy(Bot):
    """The move after which the title's hints like the position best; it looks one move ahead."""

    level = "greedy"

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        actions, _ = position.buffers()
        scratch = position.position.copy()
        return int(self.game.kernels.greedy(position.position, scratch, seat, dice.state, actions))


_LADDER: tuple[type[Bot], ...] = (Random, Greedy)

LEVELS = tuple(bot.level for bot in _LADDER)


def levels() -> tuple[str, ...]:
    """The names of the levels, weakest first."""
    return LEVELS


def make(name: str, game: Game) -> Bot:
    """A bot of that level for a game; BadOption suggests the nearest level."""
    for bot in _LADDER:
        if bot.level == name:
            return bot(game)
    near = nearest(str(name), list(LEVELS))
    raise BadOption(_NEAR if near else _UNKNOWN, name=name, near=near, known=", ".join(LEVELS))


_NEAR = N_("There is no bot “{name}”. Did you mean {near}?")
_UNKNOWN = N_("There is no bot “{name}”. There are: {known}.")
