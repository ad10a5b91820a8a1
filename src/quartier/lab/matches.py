"""Playing the games of a plan: whole games in compiled code where both bots are kernels, else move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from quartier import bots
from quartier.bots import Bot
from quartier.bots.policies import GREEDY_POLICY, RANDOM_POLICY
from quartier.core.engine.bits import any_of
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.play.game import Game
from quartier.core.play.state import State
from quartier.games.registry import load
from quartier.lab import loops
from quartier.lab.plan import Plan

Contestant = str | type[Bot]
"""A level of the ladder, or a bot class of your own."""

_KERNEL_CHUNK, _BOT_CHUNK = 200, 10
_POLICIES = {"random": RANDOM_POLICY, "greedy": GREEDY_POLICY}


@dataclass(frozen=True)
class Match:
    """A plan with the game and the contestants that play it. It can be sent to another process."""

    title: str
    options: dict[str, Any]
    contestants: tuple[Contestant, ...]
    plan: Plan

    def start(self, game: Game) -> State:
        """The position before the first event. Raises BadOption, BadBoard."""
        return game.new(len(self.contestants), chance="manual", **self.options)

    def play(self, first: int, last: int) -> Any:
        """Play the games first..last-1; the rows of `quartier.lab.loops.contests`."""
        game = load(self.title)
        return (self.play_kernels if self._kernels_only else self.play_bots)(game, first, last)

    @property
    def first_chunk(self) -> int:
        """Games to play before anything is known about their length."""
        return _KERNEL_CHUNK if self._kernels_only else 1

    def chunk(self, seconds_each: float) -> int:
        """Games to play at once, between two reports of progress."""
        if self._kernels_only:
            return _KERNEL_CHUNK
        return max(1, min(_BOT_CHUNK, int(1 / max(seconds_each, 1e-9))))

    @property
    def uses_all_cores(self) -> bool:
        """Whether one of the bots thinks on all cores by itself, so that a second process would only disturb it."""
        game = load(self.title)
        return any(_seated(contestant, game).cores > 1 for contestant in self.contestants)

    @property
    def _kernels_only(self) -> bool:
        return all(contestant in _POLICIES for contestant in self.contestants)

    def play_kernels(self, game: Game, first: int, last: int) -> Any:
        """`play` for levels that are kernels: whole games in one call."""
        record = game.declared.state
        start = self.start(game)
        policies = np.array([_POLICIES[str(contestant)] for contestant in self.contestants], np.int64)
        results = np.zeros((last - first, self.plan.seats + 2), np.int64)
        game.bound(loops).contests(
            *(record.new() for _ in range(3)),
            start.position,
            policies[self.plan.seating(first, last)],
            self.plan.streams(first, last),
            results,
            *(Dice(0).state for _ in range(2)),
            *start.buffers(),
        )
        return results

    def play_bots(self, game: Game, first: int, last: int) -> Any:
        """`play` for any bots: move by move through `Bot.choose`."""
        rows = zip(self.plan.seating(first, last), self.plan.streams(first, last), strict=True)
        start = self.start(game)
        played = [
            _row(start.copy(), self._players(game, order), Dice(int(chance)), Dice(int(choice)))
            for order, (chance, choice) in rows
        ]
        return np.array(played, np.int64)

    def _players(self, game: Game, order: Any) -> list[Bot]:
        """Bots by seat. They are new in every game: what one remembered from another game would change its moves."""
        return [_seated(self.contestants[contestant], game) for contestant in order]


def _seated(contestant: Contestant, game: Game) -> Bot:
    return bots.make(contestant, game) if isinstance(contestant, str) else contestant(game)


def _row(state: State, players: list[Bot], chance: Dice, choice: Dice) -> list[int]:
    """One game by `Bot.choose`, move by move, with the random numbers of the loop `contest`."""
    moves = 0
    kernels = state.game.kernels
    while actors := kernels.to_act_at(state.position):
        if actors == CHANCE:
            state.draw(chance)
            continue
        seat = any_of(choice.state, actors)
        state.play(seat, players[seat].choose(state.concealed(seat), seat, choice))
        moves += 1
    return [*state.scores(), int(kernels.winners_at(state.position)), moves]
