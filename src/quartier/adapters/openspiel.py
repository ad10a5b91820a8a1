"""Any title as an OpenSpiel game, for its algorithms; needs `quartier[openspiel]`.

Examples:
    >>> from quartier.adapters import openspiel
    >>> game = openspiel.load("city_blocks")
    >>> state = game.new_initial_state()
    >>> state.is_terminal()
    False

`pyspiel.load_game("quartier_city_blocks(players=2)")` returns the same game after `load` or `register` has been called
for
its title. Seats that act at the same time act one after the other, the lowest first. With n seats a seat whose share of
the
win is s gets (n s - 1) / (n - 1): 1 for a sole winner, and 0 in sum.

The observation tensor has the parts of `game.observation`, by name in `Observer.dict`; in the information state tensor
the
player's past follows, two numbers for each event: the actor (1: chance, 2: player 0, ...), and the number of the action
+ 2,
or 1 for a hidden draw.

`MCTSBot.step` of OpenSpiel, written in C++, releases the interpreter lock first, and so crashes on games that are
written in
Python. For states of this module it is replaced by `mcts_search`, which holds the lock.
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
"""The number of random games that show whether a game has chance and hidden information."""
_UNSEEN = -2
"""Replaces a hidden outcome in a seat's past; no action has this number."""


def load(title: str, seats: int | None = None, board: str | None = None, **options: Any) -> TitleGame:
    """Load a title as an OpenSpiel game, with its rules compiled.

    Args:
        title: The name of the title.
        seats: The number of players, at least 2; None for the fewest.
        board: The name of a board; None for the standard board.
        **options: Options of the title. Games that might never end get the options of `game.ending` unless others are
            given.

    Returns:
        The game.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or the number of players is invalid.
        BadBoard: There is no such board.
    """
    given = {"board": board or "", **options} | ({} if seats is None else {"players": seats})
    return register(title)(given)


@lru_cache
def register(title: str) -> type[TitleGame]:
    """Register a title with `pyspiel.load_game`, as "quartier_" and its name.

    Args:
        title: The name of the title.

    Returns:
        The class of its games.

    Raises:
        UnknownTitle: There is no such title.
    """
    # A class: OpenSpiel lets go of what is registered only after Python has ended, and something else keeps classes alive.
    games = type(title, (TitleGame,), {"title": title})
    pyspiel.register_game(_game_type(quartier.load(title), chance=True, secrets=True), games)
    return games


def _defaults(game: Game) -> dict[str, Any]:
    """Return the parameters with their defaults, in games that end, as OpenSpiel requires."""
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
    """What a seat has observed, as a linked list with the last event first; positions share their common past.

    Args:
        before: The past before the event; None for an empty past.
        player: Who acted, as OpenSpiel numbers players.
        action: The number of the action.
    """

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
        """Return the events in order, each as (player, action)."""
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
    """What all positions of one game share: rules, seats, board, options. Copies and pickles are the same table.

    Args:
        title: The name of the title, whose rules are compiled.
        parameters: "players", "board" and the options, as pairs of name and value.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or the number of players is invalid.
        BadBoard: There is no such board.
    """

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
        """Return by seat whether it may see the outcome of the chance event now due.

        Args:
            position: A record: an array of the title's structured dtype, shape (1,).
        """
        return [bool(self.kernels.observes_draw_at(position, seat)) for seat in range(self.seats)]

    def player(self, position: Any) -> int:
        """Return who acts in a position, the lowest of several seats, as OpenSpiel numbers players.

        Args:
            position: A record: an array of the title's structured dtype, shape (1,).
        """
        actors = int(self.kernels.to_act_at(position))
        if actors > 0:
            return lowest(actors)
        return _CHANCE if actors == CHANCE else _NOBODY

    def concealed(self, position: Any, seat: int) -> Any:
        """Return a copy of a position with everything blank that is hidden from a seat.

        Args:
            position: A record: an array of the title's structured dtype, shape (1,).
            seat: The seat.
        """
        concealed = position.copy()
        self.kernels.conceal_at(concealed, seat)
        return concealed


@lru_cache
def table(title: str, parameters: tuple[tuple[str, Any], ...]) -> Table:
    """Return the table of a game; the same object for the same parameters.

    Args:
        title: The name of the title.
        parameters: As for `Table`.
    """
    return Table(title, parameters)


class TitleGame(pyspiel.Game):  # type: ignore[misc]
    """A title with a number of players, a board and options. `register` creates a subclass for each title.

    Args:
        parameters: "players", "board" (a name, "" for the standard one) and options by name; the others have their
            defaults.
    """

    title: str

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        parameters = _defaults(quartier.load(self.title)) | (parameters or {})
        self.table = table(self.title, tuple(sorted(parameters.items())))
        kind = _game_type(self.table.game, *_nature(self.table))
        super().__init__(kind, _game_info(self.table, kind), parameters)

    def new_initial_state(self) -> TitleState:
        """Return the position before the first event."""
        return TitleState(self)

    def at(self, position: State) -> TitleState:
        """Convert a position of this game, without its past.

        Args:
            position: A `quartier.State`.

        Returns:
            An OpenSpiel state.

        Raises:
            QuartierError: The position belongs to another game, or to one with other seats, options or another board.
        """
        start = self.table.start
        if (position.game.name, position.setup) != (start.game.name, start.setup):
            raise QuartierError(_OTHER_GAME)
        return TitleState(self).at_position(position.array.copy(), (Past(),) * self.table.seats)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Create the observer that writes strings and tensors of states.

        Args:
            kind: An `IIGObservationType`; with perfect recall the observer includes the player's past.
            params: Ignored.
        """
        return Observer(self.table, bool(kind and kind.perfect_recall))


@lru_cache
def _nature(played: Table) -> tuple[bool, bool]:
    """Return whether there is chance and whether anything is hidden, judged by a few random games."""
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
    """A position. OpenSpiel copies its attributes to clone it and pickles them to save it.

    Args:
        game: The game, whose first position it is.
    """

    def __init__(self, game: TitleGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.at_position(game.table.start.array.copy(), (Past(),) * game.table.seats)

    def at_position(self, position: Any, pasts: tuple[Past, ...]) -> TitleState:
        """Set the position of this state.

        Args:
            position: A record: an array of the title's structured dtype, shape (1,). It isn't copied.
            pasts: By seat, what it has observed.

        Returns:
            This state.
        """
        self.position, self.pasts = position, pasts
        self.player = self.table.player(position)
        return self

    # ----- what OpenSpiel asks -----

    def current_player(self) -> int:
        """Return the seat to act, the lowest of several, or OpenSpiel's number of chance or of the end."""
        return self.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.player == _NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        actions, _ = self.table.start.buffers()
        count = self.table.kernels.legal_at(self.position, player, actions)
        return sorted(actions[:count].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the chance event now due as (action, probability), sorted by action."""
        actions, weights = self.table.start.buffers()
        count = self.table.kernels.outcomes_at(self.position, actions, weights)
        shares = weights[:count] / weights[:count].sum()
        return sorted(zip(actions[:count].tolist(), shares.tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        chance = self.player == _CHANCE
        actor, action = CHANCE if chance else self.player, self.table.game.check_action(action)
        if self.is_terminal() or self.table.kernels.explain_illegal_at(self.position, actor, action):
            raise BadOption(_ILLEGAL, action=action)
        pasts = self._pasts_seeing(
            action, self.table.observes_draw(self.position) if chance else self.table.all_see
        )
        self.table.kernels.play_at(self.position, actor, action)
        self.at_position(self.position, pasts)

    def _pasts_seeing(self, action: int, observers: list[bool]) -> tuple[Past, ...]:
        """Return the seats' pasts after an event that some of them observe."""
        return tuple(
            Past(past, self.player, action if observes_draw else _UNSEEN)
            for past, observes_draw in zip(self.pasts, observers, strict=True)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.start.write(action)

    def returns(self) -> list[float]:
        """Return the final reward of each seat, -1 / (seats - 1) to 1; zeros before the end."""
        seats = self.table.seats
        if not self.is_terminal():
            return [0.0] * seats
        winners = int(self.table.kernels.winners_at(self.position))
        shares = [(winners >> seat & 1) / winners.bit_count() for seat in range(seats)]
        return [(seats * share - 1) / (seats - 1) for share in shares]

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> TitleState:
        """Draw a random position that is consistent with what a player knows.

        How it came about is unknown, so its history is empty, and the others' pasts are what the player knows of them.

        Args:
            player: The seat whose knowledge counts.
            uniform: Returns random numbers from 0 to 1.

        Returns:
            A new state in which nothing is hidden.
        """
        world = self.table.concealed(self.position, player)
        self.table.kernels.determinize_at(world, player, Dice(int(uniform() * 2**53)).state)
        return TitleState(self.get_game()).at_position(world, (self.pasts[player],) * self.table.seats)

    def __str__(self) -> str:
        spec = self.table.game.spec
        opened = spec.record_class.open(self.position, board=self.table.start.board)
        return str(spec.text.ascii_art(opened, translator("en")))


class Observer:
    """What a player may know of a state, as a string and a tensor; with perfect recall also all that it observed before.

    Args:
        played: The table of the game.
        perfect_recall: Whether the past is included.

    Attributes:
        tensor: float32 of shape (game.observation.size,), with perfect recall longer by 2 * game.max_events; `set_from`
            fills it.
        dict: Views of the tensor's parts by name, with perfect recall also "past" of shape (game.max_events, 2).
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
        """Fill the tensor with what a player knows of a state.

        Args:
            state: The state.
            player: A seat, to act or not.
        """
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
        """Return a string that identifies what a player knows of a state.

        Args:
            state: The state.
            player: A seat, to act or not.

        Returns:
            A hash in hexadecimal; with perfect recall a second one of the past follows.
        """
        concealed = state.table.concealed(state.position, player)
        digest = hashlib.blake2b(concealed.tobytes(), digest_size=16).hexdigest()
        past = state.pasts[player].digest & 0xFFFFFFFFFFFFFFFF
        return f"{digest}-{past:x}" if self._perfect_recall else digest


def _with_the_lock(step: Callable[[Any, Any], int]) -> Callable[[Any, Any], int]:
    """Return OpenSpiel's `MCTSBot.step` with support for our states, on which it would crash."""

    @wraps(step)
    def step_with_lock(bot: Any, state: Any) -> int:
        return (
            int(bot.mcts_search(state).best_child().action)
            if isinstance(state, TitleState)
            else step(bot, state)
        )

    return step_with_lock


pyspiel.MCTSBot.step = _with_the_lock(pyspiel.MCTSBot.step)

_ILLEGAL = N_("Action {action} is illegal here. The legal ones are in legal_actions().")
_OTHER_GAME = N_("This position is from another game, or from one with different seats, options or board.")
_SEAT_RANGE = N_("{game} is for {fewest} to {most} players, not {seats}.")
