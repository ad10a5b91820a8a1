"""Many environments of one title, stepped together."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import quartier
from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice
from quartier.core.game.base_state import EVERYTHING
from quartier.core.game.game import AnyBoard, Game
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.integers import check_integer, is_integer
from quartier.core.text.languages import N_
from quartier.envs import stepping
from quartier.envs.batch import Batch
from quartier.envs.errors import IllegalAction

_LINE = 64
"""The size of a cache line in bytes."""
REWARDS = {"win": stepping.BY_WIN, "points": stepping.BY_POINTS}


class VectorEnv:
    """Many games of one title, stepped together in compiled code, chance included.

    In a step one seat of each environment acts (`actors`). Of several seats that may act at the same time the lowest
    acts first. When a game ends, a new one begins in the same step.

    Environment i plays the game of `game.new(seats, seed=env.seeds[i])`, whatever the number of threads.

    Args:
        title: The name of a title, which is compiled first; or a `Game`, which is played as it is, interpreted or
            compiled.
        envs: The number of environments, at least 1.
        seats: The number of seats, by default the fewest.
        seed: The seed of all games and of `sample`, an integer; None for the operating system's entropy.
        threads: The number of threads that share the environments, at least 1.
        legal_list: Whether the mask is created only on demand. With thousands of actions this is faster for programs
            that choose from `legal` and `legal_counts`.
        rewards: "win" or "points"; None for "points" with one seat, else for "win". "win": only when a game ends,
            (seats * share - 1) / (seats - 1) for each seat's share of the win, so 1 for a sole winner, and 0 in sum.
            "points": the change of each seat's score in the step.
        board: The board, as for `Game.new`.
        rules: The version of the rules, by default the newest.
        max_steps: The number of steps after which a game is broken off without a result (`truncated`); None for no limit.
        **options: Options of the title. Games that might never end get the options of `game.ending` unless others are
            given.

    Attributes:
        game: The game that is played.
        envs: The number of environments.
        seats: The number of seats.
        actions: The number of actions of the title.
        threads: The number of threads.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option or argument is invalid.
        BadBoard: There is no such board.

    Examples:
        >>> env = VectorEnv("gridlock", envs=8, seed=1, legal_list=True)
        >>> batch = env.reset()
        >>> first = batch.legal[:, 0]
        >>> env.step(first).done.any()
        np.False_
    """

    def __init__(  # noqa: PLR0913 (most go by keyword alone)
        self,
        title: str | Game,
        envs: int,
        seats: int | None = None,
        seed: int | None = None,
        *,
        threads: int = 1,
        legal_list: bool = False,
        rewards: str | None = None,
        board: AnyBoard = None,
        rules: int | None = None,
        max_steps: int | None = None,
        **options: Any,
    ) -> None:
        self.game = title if isinstance(title, Game) else quartier.load(title)
        self.envs, self.threads = check_integer("envs", envs, 1), check_integer("threads", threads, 1)
        if isinstance(title, str):
            self.game.compile()
        chosen = self.game.ending | options
        self._start = self.game.new(seats, chance="manual", board=board, rules=rules, **chosen)
        self.seats = self._start.seats
        self.actions = self.game.actions
        self._how = kind_of_rewards(rewards, self.seats)
        self._lists_only = legal_list
        self._mask_is_of_now = True
        self._at = self._new_arrays()
        if max_steps is not None:
            self._at.limit[0] = check_integer("max_steps", max_steps, 1)
        self._has_begun = False
        self._expose_arrays()
        self._seed(seed)

    def _expose_arrays(self) -> None:
        """Set the public arrays, and what isn't part of a pickle."""
        at = self._at
        self._scratch = self.game.spec.record_class.new(self.threads)
        self._weights = np.empty((self.threads, self.actions), np.int64)
        self.observation: NDArray[np.int16] = at.observation
        """What the seats to act know, in the parts of `game.observation`: shape (envs, observation size)."""
        self.actors: NDArray[np.int64] = _read_only(at.actors)
        """The seats to act: shape (envs,)."""
        self.rewards: NDArray[np.float32] = at.rewards
        """The rewards of the last step: shape (envs, seats)."""
        self.done: NDArray[np.bool_] = at.done.view(np.bool_)
        """Whether the last step ended a game: shape (envs,)."""
        self.truncated: NDArray[np.bool_] = at.truncated.view(np.bool_)
        """Whether the last step broke off a game at `max_steps`; it is then `done`, too: shape (envs,)."""
        self.final: NDArray[np.int16] = at.final
        """Where `done`, what the seat that acted knows of the final position: shape (envs, observation size)."""
        self.legal: NDArray[np.int64] = _read_only(at.moves)
        """The legal actions: shape (envs, actions). In each row only the first `legal_counts` are valid."""
        self.legal_counts: NDArray[np.int64] = _read_only(at.counts)
        """The number of legal actions: shape (envs,)."""
        self.seeds: NDArray[np.int64] = at.seeds
        """The seeds of the present games: shape (envs,). `game.new(seats, seed=seeds[i], ...)` begins the same one."""
        self._kernels = self.game.bound(stepping)
        self._pool: ThreadPoolExecutor | None = None
        self._pool_process = 0

    def __getstate__(self) -> dict[str, Any]:
        """Return all that a pickle or a deep copy needs to continue with the same bits."""
        names = ("_at", "_start", "_how", "_lists_only", "_mask_is_of_now", "_has_begun")
        state = {
            name: getattr(self, name) for name in ("game", "envs", "seats", "actions", "threads", *names)
        }
        return {**state, "is_compiled": self.game.is_compiled}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the environments where they were, compiled if they were."""
        if state.pop("is_compiled"):
            state["game"].compile()
        arrays = state.pop("_at")
        self.__dict__.update(state)
        # New arrays: a pickle keeps neither their alignment nor what views what.
        self._at = self._new_arrays()
        for array, value in zip(self._at, arrays, strict=True):
            array[:] = value
        self._expose_arrays()

    def _new_arrays(self) -> stepping.Arrays:
        rows, flat = (self.envs, 1), (self.envs,)
        return stepping.Arrays(
            positions=self.game.spec.record_class.new(self.envs),
            start=self._start.array,
            streams=np.zeros(rows, np.uint64),
            dice=np.zeros(rows, np.uint64),
            choices=np.zeros(rows, np.uint64),
            seeds=np.zeros(flat, np.int64),
            scores=np.zeros((self.envs, self.seats), np.int64),
            actors=_aligned_zeros(flat, np.int64),
            moves=_aligned_zeros((self.envs, self.actions), np.int64),
            counts=_aligned_zeros(flat, np.int64),
            mask=_aligned_zeros((self.envs, self.actions), np.uint8),
            observation=_aligned_zeros((self.envs, self.game.observation.size), np.int16),
            rewards=_aligned_zeros((self.envs, self.seats), np.float32),
            done=_aligned_zeros(flat, np.uint8),
            final=_aligned_zeros((self.envs, self.game.observation.size), np.int16),
            truncated=_aligned_zeros(flat, np.uint8),
            ages=np.zeros(flat, np.int64),
            limit=np.zeros(1, np.int64),
            seats=np.full(flat, stepping.NO_SEAT, np.int64),
        )

    def __repr__(self) -> str:
        return f"VectorEnv({self.game.name!r}, envs={self.envs}, seats={self.seats})"

    # ----- steps -----

    def reset(self, seed: int | None = None, positions: State | Sequence[State] | None = None) -> Batch:
        """Begin a new game in each environment.

        Args:
            seed: A new seed of all games, an integer; None to continue with the present one.
            positions: Where the games begin: a position for each environment, or one for all; None for new games. Chance
                after it is drawn from `seeds`. The games that follow are new ones.

        Returns:
            The first positions; rewards are 0 and `done` is False.

        Raises:
            BadOption: The seed isn't an integer, or a position is over, is concealed, or is of another game, board or
                options, or another number of seats.
        """
        given = None if positions is None else self._check_positions(positions)
        if seed is not None:
            self._seed(seed)
        if given is not None:
            for env, position in enumerate(given):
                self._at.positions[env] = position.array[0]
        self._has_begun = True
        kind = stepping.NEW_GAME if given is None else stepping.GIVEN_POSITION
        return self._advance(np.full(self.envs, kind, np.int64))

    def step(self, actions: ArrayLike) -> Batch:
        """Play an action in each environment. Where that ends a game, a new one begins.

        Args:
            actions: The action of the seat `actors[i]` for each environment i: integers of shape (envs,).

        Returns:
            The positions after the step, with its rewards.

        Raises:
            IllegalAction: The rules forbid an action. No environment has moved.
            BadOption: The actions aren't integers of shape (envs,).
            QuartierError: No game has begun: call `reset` first.
        """
        played = self._check_actions(actions)
        at, ends = self._at, (0, self.envs)
        env = int(self._kernels.first_illegal(at, played, self.actions, *ends))
        if env >= 0:
            raise IllegalAction(env, self.state(env), int(at.actors[env]), int(played[env]))
        return self._advance(played)

    def sample(self) -> NDArray[np.int64]:
        """Draw a random legal action for each environment, uniformly; the seed determines these, too.

        Returns:
            Actions for `step`: int64 of shape (envs,).

        Raises:
            QuartierError: No game has begun: call `reset` first.
        """
        self._check_begun()
        out = np.empty(self.envs, np.int64)
        self._kernels.samples(self._at, out, 0, self.envs)
        return out

    def _check_positions(self, positions: State | Sequence[State]) -> list[State]:
        given = [positions] * self.envs if isinstance(positions, State) else list(positions)
        if len(given) != self.envs:
            raise BadOption(_POSITIONS, envs=self.envs, count=len(given))
        for env, position in enumerate(given):
            fits = isinstance(position, State) and position.game.name == self.game.name
            if not fits or position.setup != self._start.setup:
                raise BadOption(_OTHER_SETUP, env=env, start=repr(self._start))
            if position.over or position.viewer != EVERYTHING:
                raise BadOption(_NO_START, env=env)
        return given

    def _seed(self, seed: int | None) -> None:
        source = Dice(seed).state
        for env in range(self.envs):
            self._at.streams[env], self._at.choices[env] = next64(source), next64(source)

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise QuartierError(_NOT_BEGUN)

    def _check_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        self._check_begun()
        given = np.asarray(actions)
        if given.shape != (self.envs,) or given.dtype.kind not in "iu":
            raise BadOption(_ACTIONS, envs=self.envs, kind=given.dtype, shape=given.shape)
        return np.ascontiguousarray(given, np.int64)

    def _advance(self, actions: NDArray[np.int64]) -> Batch:
        def work(thread: int, begin: int, end: int) -> None:
            scratch, weights = self._scratch[thread : thread + 1], self._weights[thread]
            masked = not self._lists_only
            self._kernels.advance(self._at, scratch, weights, actions, self._how, masked, begin, end)

        self._shared_out(work)
        self._mask_is_of_now = not self._lists_only
        return Batch(
            self.observation,
            lambda: self.action_mask,
            self.actors,
            self.rewards,
            self.done,
            self.legal,
            self.legal_counts,
            self.truncated,
        )

    def _shared_out(self, work: Callable[[int, int, int], None]) -> None:
        """Call `work(thread, begin, end)` for all environments, a slice in each thread; this one does the first."""
        ends = [self.envs * thread // self.threads for thread in range(self.threads + 1)]
        parts = [*zip(range(self.threads), ends, ends[1:], strict=False)]
        others = [self._thread_pool().submit(work, *part) for part in parts[1:]]
        work(*parts[0])
        for other in others:
            other.result()

    def _thread_pool(self) -> ThreadPoolExecutor:
        """Return the pool of this process: a fork copies the pool object without its threads."""
        if self._pool is None or self._pool_process != os.getpid():
            self._pool, self._pool_process = ThreadPoolExecutor(self.threads - 1), os.getpid()
        return self._pool

    # ----- what there is -----

    @property
    def action_mask(self) -> NDArray[np.uint8]:
        """1 for each action that is legal for the seat to act, else 0: uint8 of shape (envs, actions)."""
        if not self._mask_is_of_now:
            self._at.mask.fill(0)
            self._kernels.marks(self._at, 0, self.envs)
            self._mask_is_of_now = True
        mask: NDArray[np.uint8] = self._at.mask
        return mask

    def observe(self, seats: ArrayLike) -> NDArray[np.int16]:
        """Return the observations of given seats, whether or not they are to act.

        Args:
            seats: A seat for each environment, integers of shape (envs,), or one seat for all.

        Returns:
            What these seats know, in the parts of `game.observation`: int16 of shape (envs, observation size).

        Raises:
            BadOption: A seat doesn't exist, or the shape is another one.
            QuartierError: No game has begun: call `reset` first.
        """
        self._check_begun()
        of_each = self._check_seats(seats)
        out = np.zeros((self.envs, self.game.observation.size), np.int16)
        self._kernels.observations(self._at.positions, self._scratch[:1], of_each, out, 0, self.envs)
        return out

    def _check_seats(self, seats: ArrayLike) -> NDArray[np.int64]:
        """Return a seat for each environment. Raises BadOption."""
        requested = np.asarray(seats)
        fits = requested.dtype.kind in "iu" and requested.shape in ((), (self.envs,))
        if not fits or requested.min() < 0 or requested.max() >= self.seats:
            raise BadOption(_SEATS, last=self.seats - 1, envs=self.envs)
        return np.ascontiguousarray(np.broadcast_to(requested, self.envs), np.int64)

    def state(self, env: int) -> State:
        """Return the position of one environment, to look at or to play on.

        Args:
            env: The index of the environment, from 0.

        Returns:
            A copy of the position, without its past. Chance is manual.

        Raises:
            BadOption: There is no such environment.
            QuartierError: No game has begun: call `reset` first.
        """
        self._check_begun()
        if not is_integer(env) or not 0 <= env < self.envs:
            raise BadOption(_NO_ENV, env=env, last=self.envs - 1)
        position = self.game.spec.record_class.copy_of(self._at.positions[env : env + 1])
        return State(self.game, position, self._start.setup)


def _aligned_zeros(shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
    """Return zeros that begin at a multiple of 64 bytes: JAX copies arrays that don't."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    memory = np.zeros(size + _LINE, np.uint8)
    begin = -memory.ctypes.data % _LINE
    return memory[begin : begin + size].view(kind).reshape(shape)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view of an array that the next step reads: compiled code checks no index."""
    view = array.view()
    view.flags.writeable = False
    return view


def kind_of_rewards(name: str | None, seats: int) -> int:
    """Return the number of a kind of rewards.

    Args:
        name: "win" or "points"; None for "points" with one seat, else for "win".
        seats: The number of seats.

    Returns:
        A value of REWARDS.

    Raises:
        BadOption: There is no such kind, or one seat alone is to play for wins.
    """
    if name is not None and name not in REWARDS:
        raise BadOption(_NO_REWARDS, name=name, known=", ".join(REWARDS))
    if name == "win" and seats == 1:
        raise BadOption(_ALONE)
    return REWARDS[name or ("win" if seats > 1 else "points")]


_NO_REWARDS = N_("There are no rewards “{name}”. Available: {known}.")
_ALONE = N_("A single seat has no opponent to beat, so rewards must be “points”.")
_NOT_BEGUN = N_("No game in progress. Call reset() first.")
_ACTIONS = N_(
    "Actions must be whole numbers, one for each of the {envs} environments, not {kind} of shape {shape}."
)
_SEATS = N_(
    "Seats must be whole numbers from 0 to {last}: one for all, or one for each of the {envs} environments."
)
_POSITIONS = N_("Give one position, or one for each of the {envs} environments, not {count}.")
_OTHER_SETUP = N_("Position {env} isn’t one of the same game, seats, board, options and rules as {start}.")
_NO_START = N_("Position {env} is over or concealed, so no game can continue from it.")
_NO_ENV = N_("There’s no environment {env}. Environments are numbered 0 to {last}.")
