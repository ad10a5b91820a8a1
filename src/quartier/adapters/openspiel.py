"""Any title as a game of OpenSpiel, for its algorithms; needs `quartier[openspiel]`.

Examples:
    >>> from quartier.adapters import openspiel
    >>> game = openspiel.load("city_blocks")
    >>> state = game.new_initial_state()
    >>> state.is_terminal()
    False

`pyspiel.load_game("quartier_city_blocks(players=2)")` gives the same game once `load` or `register` was called for its
title. Seats that act at the same time do so one after the other, the lowest first. A win is 1; what the
others lose adds up to 1; who shares a win shares its worth.

The observation tensor has the parts of `game.observation`, by name in `Observer.dict`; the information state's has the
player's past behind it, two numbers for each event: who acted (1: chance, 2: player 0, ...), and the action's number + 2, or
1 for a draw that was not seen.

The `step` of OpenSpiel's search in C++ lets go of the interpreter's lock first, and so crashes on every game that is written
in Python. On ours it searches by `mcts_search`, which keeps the lock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

import numpy as np
import pyspiel

import quartier
from quartier.core.engine import observing
from quartier.core.engine.bits import lowest
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_, translator
from quartier.lab import loops

PREFIX = "quartier_"
_CHANCE, _NOBODY = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_PROBES = 20
"""Random games that show whether a game has chance and secrets."""
_UNSEEN = -2
"""Stands in a seat's past for an outcome that it did not see; no action has this number."""


def load(title: str, seats: int | None = None, board: str | None = None, **options: Any) -> TitleGame:
    """A title with its rules compiled, as OpenSpiel's game. UnknownTitle, BadOption, BadBoard."""
    given = {"board": board or "", **options} | ({} if seats is None else {"players": seats})
    return register(title)(given)


@lru_cache
def register(title: str) -> type[TitleGame]:
    """Make a title known to `pyspiel.load_game`, under its name after "quartier_"; the class of its games."""
    # A class: OpenSpiel lets go of what is registered only after Python has ended, and something else keeps classes alive.
    games = type(title, (TitleGame,), {"title": title})
    pyspiel.register_game(_game_type(quartier.load(title), chance=True, secrets=True), games)
    return games


def _defaults(game: Game) -> dict[str, Any]:
    """The parameters with their defaults; OpenSpiel's games have to end."""
    options = {name: option.default for name, option in game.options.items()}
    return {"players": max(2, game.seats[0]), "board": ""} | options | game.ending


def _game_type(game: Game, chance: bool, secrets: bool) -> Any:
    modes, kinds = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title("en"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=kinds.IMPERFECT_INFORMATION if secrets else kinds.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=max(2, game.seats[0]),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


class Past:
    """What a seat saw happen, the last event first; positions share what came before. Copies are the same past."""

    __slots__ = ("_action", "_before", "_player", "digest")

    def __init__(self, before: Past | None = None, player: int = 0, action: int = 0) -> None:
        self._before, self._player, self._action = before, player, action
        self.digest: int = hash((before.digest, player, action)) if before else 0

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _past_of, (self.events(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Past) and self.events() == other.events()

    def __hash__(self) -> int:
        return self.digest

    def events(self) -> list[tuple[int, int]]:
        """Players and actions, the first event first."""
        pairs, past = [], self
        while past._before:
            pairs.append((past._player, past._action))
            past = past._before
        return pairs[::-1]


def _past_of(events: list[tuple[int, int]]) -> Past:
    past = Past()
    for player, action in events:
        past = Past(past, player, action)
    return past


class Table:
    """What all positions of one game share: rules, seats, board, options. Copies and pickles are the same table."""

    def __init__(self, title: str, parameters: tuple[tuple[str, Any], ...]) -> None:
        options = dict(parameters)
        seats, board = options.pop("players"), options.pop("board")
        game = quartier.load(title)
        if seats == 1:  # no win to share
            raise BadOption(_SEAT_RANGE, game=game.title(), seats=seats, fewest=2, most=game.seats[1])
        self.game = game
        game.compile()
        self.kernels = game.kernels
        self.start = game.new(seats, chance="manual", board=board or None, **options)
        self.seats = self.start.seats
        self.all_see = [True] * self.seats
        self._arguments = title, parameters

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return table, self._arguments

    def observes_draw(self, position: Any) -> list[bool]:
        """By seat, whether it may see the outcome of the chance event now due."""
        return [bool(self.kernels.observes_draw_at(position, seat)) for seat in range(self.seats)]

    def player(self, position: Any) -> int:
        """Who acts in a position, the lowest of several, as OpenSpiel numbers them."""
        actors = int(self.kernels.to_act_at(position))
        if actors > 0:
            return lowest(actors)
        return _CHANCE if actors == CHANCE else _NOBODY

    def concealed(self, position: Any, seat: int) -> Any:
        """A position as far as a seat knows it."""
        concealed = position.copy()
        self.kernels.conceal_at(concealed, seat)
        return concealed


@lru_cache
def table(title: str, parameters: tuple[tuple[str, Any], ...]) -> Table:
    """The table of a game."""
    return Table(title, parameters)


class TitleGame(pyspiel.Game):  # type: ignore[misc]
    """A title with a number of players, a board and options; `register` makes a class of it for each title."""

    title: str

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        parameters = _defaults(quartier.load(self.title)) | (parameters or {})
        self.table = table(self.title, tuple(sorted(parameters.items())))
        kind = _game_type(self.table.game, *_nature(self.table))
        super().__init__(kind, _game_info(self.table, kind), parameters)

    def new_initial_state(self) -> TitleState:
        """The position before the first event."""
        return TitleState(self)

    def at(self, position: State) -> TitleState:
        """A position of this game as OpenSpiel's state, without its past. QuartierError if it is of another game."""
        start = self.table.start
        if (position.game.name, position.setup) != (start.game.name, start.setup):
            raise QuartierError(_OTHER_GAME)
        return TitleState(self).at_position(position.array.copy(), (Past(),) * self.table.seats)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What gives the strings of a state."""
        return Observer(self.table, bool(kind and kind.perfect_recall))


@lru_cache
def _nature(played: Table) -> tuple[bool, bool]:
    """Whether there is chance, and whether anything is hidden, in a few random games."""
    chance = secrets = False
    kernels, rng, position = played.kernels, Dice(1).state, played.start.array.copy()
    walk = played.game.bound(loops).walk
    buffers = played.start.buffers()
    for _ in range(_PROBES):
        position[:] = played.start.array
        while (actors := kernels.to_act_at(position)) != 0:
            chance |= actors == CHANCE
            secrets |= any(
                played.concealed(position, seat).tobytes() != position.tobytes()
                for seat in range(played.seats)
            )
            walk(position, 1, rng, *buffers)
    return bool(chance), bool(secrets)


def _game_info(played: Table, kind: Any) -> Any:
    deterministic = kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    return pyspiel.GameInfo(
        num_distinct_actions=played.game.actions,
        max_chance_outcomes=0 if deterministic else played.game.actions,
        num_players=played.seats,
        min_utility=-1.0 / (played.seats - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=played.game.max_events,
    )


class TitleState(pyspiel.State):  # type: ignore[misc]
    """A position. OpenSpiel copies the attributes for a clone and pickles them to save it."""

    def __init__(self, game: TitleGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.at_position(game.table.start.array.copy(), (Past(),) * game.table.seats)

    def at_position(self, position: Any, pasts: tuple[Past, ...]) -> TitleState:
        """This state with another position; `pasts`: by seat, all that it saw happen."""
        self.position, self.pasts = position, pasts
        self.player = self.table.player(position)
        return self

    # ----- what OpenSpiel asks -----

    def current_player(self) -> int:
        """The seat that acts, the lowest of several; or chance, or nobody."""
        return self.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.player == _NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        actions, _ = self.table.start.buffers()
        count = self.table.kernels.legal_at(self.position, player, actions)
        return sorted(actions[:count].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities."""
        actions, weights = self.table.start.buffers()
        count = self.table.kernels.outcomes_at(self.position, actions, weights)
        shares = weights[:count] / weights[:count].sum()
        return sorted(zip(actions[:count].tolist(), shares.tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        chance = self.player == _CHANCE
        pasts = self._pasts_seeing(
            action, self.table.observes_draw(self.position) if chance else self.table.all_see
        )
        self.table.kernels.play_at(self.position, CHANCE if chance else self.player, action)
        self.at_position(self.position, pasts)

    def _pasts_seeing(self, action: int, observers: list[bool]) -> tuple[Past, ...]:
        """The seats' pasts after an event that some of them see."""
        return tuple(
            Past(past, self.player, action if observes_draw else _UNSEEN)
            for past, observes_draw in zip(self.pasts, observers, strict=True)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.start.write(action)

    def returns(self) -> list[float]:
        """What the game is worth to each seat; nothing before it is over."""
        seats = self.table.seats
        if not self.is_terminal():
            return [0.0] * seats
        winners = int(self.table.kernels.winners_at(self.position))
        shares = [(winners >> seat & 1) / winners.bit_count() for seat in range(seats)]
        return [(seats * share - 1) / (seats - 1) for share in shares]

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> TitleState:
        """A random world that agrees with all that a player knows; `uniform` gives numbers from 0 to 1.

        Its history is empty, because nobody knows how it came about. So the others' pasts are what the player knows of them.
        """
        world = self.table.concealed(self.position, player)
        self.table.kernels.determinize_at(world, player, Dice(int(uniform() * 2**53)).state)
        return TitleState(self.get_game()).at_position(world, (self.pasts[player],) * self.table.seats)

    def __str__(self) -> str:
        spec = self.table.game.spec
        opened = spec.record_class.open(self.position, board=self.table.start.board)
        return str(spec.text.ascii_art(opened, translator("en")))


class Observer:
    """What a seat may know of a state, as a string and as a tensor; with perfect recall also all that it saw before.

    `tensor`: float32, flat, filled by `set_from`; `dict`: its parts by name, views of it.
    """

    def __init__(self, played: Table, perfect_recall: bool) -> None:
        observation = played.game.observation
        self._perfect_recall = perfect_recall
        past = 2 * played.game.max_events if perfect_recall else 0
        self.tensor = np.zeros(observation.size + past, np.float32)
        self.dict: dict[str, Any] = observation.split(self.tensor[: observation.size])
        self._observation = self.tensor[: observation.size]
        self._numbers = np.zeros(observation.size, np.int16)
        self._past = self.tensor[observation.size :].reshape(-1, 2)
        if perfect_recall:
            self.dict["past"] = self._past

    def set_from(self, state: TitleState, player: int) -> None:
        """Fill the tensor with what a player knows of a state."""
        self._numbers[:] = 0
        concealed = state.table.concealed(state.position, player)
        state.table.game.bound(observing).observe_at(concealed, player, self._numbers)
        self._observation[:] = self._numbers
        if self._perfect_recall:
            self._past[:] = 0
            events = state.pasts[player].events()
            if events:
                self._past[: len(events)] = [
                    (who + 2, done + 2 if done != _UNSEEN else 1) for who, done in events
                ]

    def string_from(self, state: TitleState, player: int) -> str:
        """The string of a state for a player, who acts in it or not."""
        concealed = state.table.concealed(state.position, player)
        digest = hashlib.blake2b(concealed.tobytes(), digest_size=16).hexdigest()
        past = state.pasts[player].digest & 0xFFFFFFFFFFFFFFFF
        return f"{digest}-{past:x}" if self._perfect_recall else digest


def _with_the_lock(step: Callable[[Any, Any], int]) -> Callable[[Any, Any], int]:
    """OpenSpiel's `MCTSBot.step` for our states too, on which it would crash."""

    @wraps(step)
    def step_with_lock(bot: Any, state: Any) -> int:
        return (
            int(bot.mcts_search(state).best_child().action)
            if isinstance(state, TitleState)
            else step(bot, state)
        )

    return step_with_lock


pyspiel.MCTSBot.step = _with_the_lock(pyspiel.MCTSBot.step)

_OTHER_GAME = N_(
    "The position belongs to another game, or to one with other seats, options or another board."
)
_SEAT_RANGE = N_("{game} is played by {fewest} to {most} players, not by {seats}.")
