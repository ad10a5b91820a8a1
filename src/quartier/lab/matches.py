"""Matches: play the games of a plan, whole games in compiled code where both bots are kernels, else move by move."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from quartier import bots
from quartier.bots import plugins
from quartier.bots.plugins import BotSpec
from quartier.bots.policies import GREEDY_POLICY, RANDOM_POLICY
from quartier.core.engine.bits import any_of
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import untrained_net
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_, translator
from quartier.games.registry import load
from quartier.lab import loops
from quartier.lab.bot_errors import Forfeited, play_bot
from quartier.lab.executors import Workers
from quartier.lab.game_buffers import new_buffers
from quartier.lab.plan import Plan

Contestant = BotSpec
"""A name, or your own bot, as `bots.make` takes them."""

_KERNEL_CHUNK, _BOT_CHUNK = 200, 10
_POLICIES = {"random": RANDOM_POLICY, "greedy": GREEDY_POLICY}


@dataclass(frozen=True)
class Forfeit:
    """A game that a bot lost because it failed or played an illegal move."""

    bot: str
    """The name of the bot."""
    contestant: int
    """Its index among the contestants."""
    seat: int
    """The seat that it played."""
    game: int
    """The number of the game in the arena, from 0."""
    seed: int
    """The seed of the arena; an arena with the same arguments plays the same game again."""
    reason: str
    """The error, in words."""
    record: str
    """The record of the game up to that move."""

    def __str__(self) -> str:
        fields = {"bot": self.bot, "seat": self.seat + 1, "game": self.game, "seed": self.seed}
        return translator()(_FORFEIT).format(**fields, reason=self.reason)


class Played(NamedTuple):
    """Finished games."""

    table: Any
    """The rows of `quartier.lab.loops.contests`."""
    forfeits: tuple[Forfeit, ...] = ()
    records: tuple[str, ...] = ()
    """The records of the games, if they are kept."""


class Ended(NamedTuple):
    """One finished game, including forfeited ones."""

    state: State
    row: list[int]
    """As in `Played.table`."""
    forfeit: Forfeit | None


@dataclass(frozen=True)
class Match:
    """A plan with its title and contestants; picklable."""

    title: str
    options: dict[str, Any]
    contestants: tuple[Contestant, ...]
    plan: Plan
    keeps_records: bool = False

    def start(self, game: Game) -> State:
        """Return the initial position. Raises BadOption, BadBoard."""
        return game.new(len(self.contestants), chance="manual", **self.options)

    def play(self, first: int, last: int) -> Played:
        """Play the games first..last-1."""
        game = load(self.title)
        if self._kernels_only:
            return Played(self.play_kernels(game, first, last))
        return self.play_bots(game, first, last)

    @property
    def first_chunk(self) -> int:
        """Games to play before their length is known."""
        return _KERNEL_CHUNK if self._kernels_only else 1

    def chunk(self, seconds_each: float) -> int:
        """Games to play between two reports of progress."""
        if self._kernels_only:
            return _KERNEL_CHUNK
        return max(1, min(_BOT_CHUNK, int(1 / max(seconds_each, 1e-9))))

    @property
    def cores(self) -> int:
        """Cores that the bots use by themselves; with more than one, a second process would slow them down."""
        game = load(self.title)
        return max(int(getattr(bots.make(contestant, game), "cores", 1)) for contestant in self.contestants)

    @property
    def is_picklable(self) -> bool:
        """Whether worker processes can get the bots: by an importable name, or by pickle."""
        at_a_prompt = not hasattr(sys.modules["__main__"], "__file__")
        if at_a_prompt and any(_module(contestant) == "__main__" for contestant in self.contestants):
            return False
        try:
            pickle.dumps(self.contestants)
        except Exception:
            return False
        return True

    def check_picklable(self, workers: Workers) -> None:
        """Raise BadOption if worker processes are requested that cannot get the bots."""
        if workers not in (None, 1) and not self.is_picklable:
            raise BadOption(_STAYS)

    @property
    def _kernels_only(self) -> bool:
        """Whether whole games are played in compiled code, which keeps no records of them."""
        simple = all(
            isinstance(contestant, str) and contestant in _POLICIES for contestant in self.contestants
        )
        return simple and not self.keeps_records

    def play_kernels(self, game: Game, first: int, last: int) -> Any:
        """Play whole games in one call, for levels that are kernels."""
        start = self.start(game)
        policies = np.array([_POLICIES[str(contestant)] for contestant in self.contestants], np.int64)
        results = np.zeros((last - first, self.plan.seats + 2), np.int64)
        game.bound(loops).contests(
            game.spec.record_class.new(),
            start.array,
            policies[self.plan.seating(first, last)],
            self.plan.streams(first, last),
            results,
            *(Dice(0).state for _ in range(2)),
            new_buffers(start, untrained_net()),
        )
        return results

    def play_bots(self, game: Game, first: int, last: int) -> Played:
        """Play with any bots, move by move through `Bot.choose`."""
        games = list(self.games(game, first, last))
        forfeits = tuple(ended.forfeit for ended in games if ended.forfeit)
        records = tuple(ended.state.record() for ended in games) if self.keeps_records else ()
        return Played(np.array([ended.row for ended in games], np.int64), forfeits, records)

    def games(self, game: Game, first: int, last: int) -> Iterator[Ended]:
        """Yield the games first..last-1, each with its whole history."""
        numbers = range(first, last)
        rows = zip(numbers, self.plan.seating(first, last), self.plan.streams(first, last), strict=True)
        start = self.start(game)
        for number, order, (chance, choice) in rows:
            state, forfeit = start.copy(), None
            if self.keeps_records:
                state.headers.update(self._headers(number, order))
            try:
                moves = self._play_to_end(state, order, Dice(int(chance)), Dice(int(choice)))
            except _Lost as lost:
                moves = lost.moves
                forfeit = self._forfeit(state, lost, int(order[lost.seat]), number)
                winners = (1 << state.seats) - 1 & ~(1 << lost.seat)
            else:
                winners = int(game.kernels.winners_at(state.array))
            yield Ended(state, [*state.scores(), winners, moves], forfeit)

    def _headers(self, number: int, order: Any) -> dict[str, str]:
        """Return what a record says of the arena."""
        names = {
            f"Seat{seat}": plugins.name_of(self.contestants[contestant])
            for seat, contestant in enumerate(order)
        }
        return {"Event": f"arena, seed {self.plan.seed}, game {number}", **names}

    def _play_to_end(self, state: State, order: Any, chance: Dice, choice: Dice) -> int:
        """Play one game with the random numbers of the loop `contest`; return the number of moves. Raises _Lost.

        Bots are new in every game: what one remembered from another game would change its moves.
        """
        seated = [self.contestants[contestant] for contestant in order]
        players = [bots.make(contestant, state.game) for contestant in seated]
        moves = 0
        while actors := state.game.kernels.to_act_at(state.array):
            if actors == CHANCE:
                state.draw(chance)
                continue
            seat = any_of(choice.state, actors)
            try:
                play_bot(state, seat, players[seat], plugins.name_of(seated[seat]), choice)
            except Forfeited as error:
                raise _Lost(seat, moves, error.reason) from error
            moves += 1
        return moves

    def _forfeit(self, state: State, lost: _Lost, contestant: int, number: int) -> Forfeit:
        name = plugins.name_of(self.contestants[contestant])
        return Forfeit(name, contestant, lost.seat, number, self.plan.seed, lost.reason, state.record())


class _Lost(Exception):
    """Forfeit a seat's game after this many moves in total."""

    def __init__(self, seat: int, moves: int, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.moves, self.reason = seat, moves, reason


def _module(contestant: Contestant) -> str:
    """Return the module in which another process would look for it."""
    thing: Any = contestant if hasattr(contestant, "__module__") else type(contestant)
    return str(thing.__module__)


_STAYS = N_("Worker processes can’t load these bots. Name them as package.module:Bot, or use one process.")
_FORFEIT = N_("{bot} in seat {seat} forfeited game {game} of seed {seed}: {reason}")
