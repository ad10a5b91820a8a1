"""Many environments of one title, stepped together."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import quartier
from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice
from quartier.core.game.game import AnyBoard, Game
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.envs import stepping
from quartier.envs.batch import Batch
from quartier.envs.errors import IllegalAction

_LINE = 64
"""Bytes."""
REWARDS = {"win": stepping.BY_WIN, "points": stepping.BY_POINTS}


class VectorEnv:
    """`envs` games of one title at once: compiled, chance included; a game that ends is followed by a new one.

    `seats`, `board` and `options` are those of `Game.new`, but games that could go on for ever end by the title's own
    option (`game.ending`) unless that is given. `seed` (None: the operating system's entropy) decides all games, whatever
    the number of threads: environment i plays the game of `game.new(seats, seed=env.seeds[i])`.

    In a step one seat of each environment acts (`actors`). Seats that may act at the same time do so one after the other,
    the lowest first.

    `rewards`: "win" (for two seats and more, and their default): when the game ends a win is 1, what the others lose adds up
    to 1, who shares a win shares its worth; "points": how a seat's score has changed with the step.

    `legal_list`: the mask is made only when it is asked for. Where there are thousands of actions, whoever chooses from the
    lists of legal ones (`legal`, `legal_counts`) is faster so.

    `title` may be a `Game`, which is played as it is, interpreted or compiled. Raises UnknownTitle, BadOption, BadBoard.

    Examples:
        >>> env = VectorEnv("gridlock", envs=8, seed=1, legal_list=True)
        >>> batch = env.reset()
        >>> first = batch.legal[:, 0]
        >>> env.step(first).done.any()
        np.False_
    """

    def __init__(
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
        **options: Any,
    ) -> None:
        self.game = title if isinstance(title, Game) else quartier.load(title)
        self.envs, self.threads = _count("envs", envs), _count("threads", threads)
        if isinstance(title, str):
            self.game.compile()
        chosen = self.game.ending | options
        self._start = self.game.new(seats, chance="manual", board=board, rules=rules, **chosen)
        self.seats = self._start.seats
        self.actions = self.game.actions
        self._how = kind_of_rewards(rewards, self.seats)
        self._lists_only = legal_list
        self._mask_is_of_now = True
        self._positions = self.game.declared.state.new(self.envs)
        self._known = self.game.declared.state.new(self.threads)
        self._weights = np.empty((self.threads, self.actions), np.int64)
        self._at = at = self._made()
        self.observation: NDArray[np.int16] = at.observation
        """What the seats that act know: (envs, observation size), in the parts of `game.observation`."""
        self.actors: NDArray[np.int64] = _read_only(at.actors)
        """The seats that act: (envs,)."""
        self.rewards: NDArray[np.float32] = at.rewards
        """What the last step has brought: (envs, seats)."""
        self.done: NDArray[np.bool_] = at.done.view(np.bool_)
        """Whether the last step has ended a game: (envs,)."""
        self.final: NDArray[np.int16] = at.final
        """Where `done`, what the seat that acted knows of the position that ended the game: (envs, observation size)."""
        self.legal: NDArray[np.int64] = _read_only(at.moves)
        """The legal actions, in each row the first `legal_counts`: (envs, actions); what follows means nothing."""
        self.legal_counts: NDArray[np.int64] = _read_only(at.counts)
        """How many actions are legal: (envs,)."""
        self.seeds: NDArray[np.int64] = at.seeds
        """The seeds of the present games, (envs,): `game.new(seats, seed=seeds[i], ...)` begins the same one."""
        self._kernels = self.game.bound(stepping)
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self._begun = False
        self._seed(seed)

    def _made(self) -> stepping.Arrays:
        rows, flat = (self.envs, 1), (self.envs,)
        return stepping.Arrays(
            streams=np.zeros(rows, np.uint64),
            dice=np.zeros(rows, np.uint64),
            choices=np.zeros(rows, np.uint64),
            seeds=np.zeros(flat, np.int64),
            scores=np.zeros((self.envs, self.seats), np.int64),
            actors=_aligned(flat, np.int64),
            moves=_aligned((self.envs, self.actions), np.int64),
            counts=_aligned(flat, np.int64),
            mask=_aligned((self.envs, self.actions), np.uint8),
            observation=_aligned((self.envs, self.game.observation.size), np.int16),
            rewards=_aligned((self.envs, self.seats), np.float32),
            done=_aligned(flat, np.uint8),
            final=_aligned((self.envs, self.game.observation.size), np.int16),
        )

    def __repr__(self) -> str:
        return f"VectorEnv({self.game.name!r}, envs={self.envs}, seats={self.seats})"

    # ----- steps -----

    def reset(self, seed: int | None = None) -> Batch:
        """Begin a new game in each environment; with a seed, the games that this seed decides."""
        if seed is not None:
            self._seed(seed)
        self._begun = True
        return self._advanced(np.full(self.envs, stepping.ANEW, np.int64))

    def step(self, actions: ArrayLike) -> Batch:
        """Play an action in each environment, of the seat that `actors` names; whole numbers, shape (envs,).

        Where a game has ended, a new one has begun already. Raises IllegalAction, with all environments as they were.
        """
        played = self._checked(actions)
        at, ends = self._at, (0, self.envs)
        env = int(self._kernels.refused(self._positions, at, played, self.actions, *ends))
        if env >= 0:
            raise IllegalAction(env, self.state(env), int(at.actors[env]), int(played[env]))
        return self._advanced(played)

    def sample(self) -> NDArray[np.int64]:
        """A uniformly random legal action for each environment; the seed decides these, too."""
        self._check_begun()
        out = np.empty(self.envs, np.int64)
        self._kernels.samples(self._at, out, 0, self.envs)
        return out

    def _seed(self, seed: int | None) -> None:
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, np.integer))):
            raise BadOption(_SEED, seed=seed)
        source = Dice(seed).state
        for env in range(self.envs):
            self._at.streams[env], self._at.choices[env] = next64(source), next64(source)

    def _check_begun(self) -> None:
        if not self._begun:
            raise QuartierError(_NOT_BEGUN)

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        self._check_begun()
        given = np.asarray(actions)
        if given.shape != (self.envs,) or given.dtype.kind not in "iu":
            raise BadOption(_ACTIONS, envs=self.envs, kind=given.dtype, shape=given.shape)
        return np.ascontiguousarray(given, np.int64)

    def _advanced(self, actions: NDArray[np.int64]) -> Batch:
        def work(thread: int, begin: int, end: int) -> None:
            known, weights = self._known[thread : thread + 1], self._weights[thread]
            place = self._positions, self._start.position, known, weights, self._at
            self._kernels.advance(*place, actions, self._how, not self._lists_only, begin, end)

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
        )

    def _shared_out(self, work: Callable[[int, int, int], None]) -> None:
        """Do `work(thread, begin, end)` for all environments, a part of them in each thread; this one does the first."""
        ends = [self.envs * thread // self.threads for thread in range(self.threads + 1)]
        parts = [*zip(range(self.threads), ends, ends[1:], strict=False)]
        others = [self._pool.submit(work, *part) for part in parts[1:]] if self._pool else []
        work(*parts[0])
        for other in others:
            other.result()

    # ----- what there is -----

    @property
    def action_mask(self) -> NDArray[np.uint8]:
        """1 for each action that is legal for the seat that acts: uint8, shape (envs, actions)."""
        if not self._mask_is_of_now:
            self._at.mask.fill(0)
            self._kernels.marks(self._at, 0, self.envs)
            self._mask_is_of_now = True
        mask: NDArray[np.uint8] = self._at.mask
        return mask

    def observe(self, seats: ArrayLike) -> NDArray[np.int16]:
        """What other seats know: one seat of each environment, or the same one of all; shape (envs, observation size)."""
        self._check_begun()
        asked = np.asarray(seats)
        fits = asked.dtype.kind in "iu" and asked.shape in ((), (self.envs,))
        if not fits or asked.min() < 0 or asked.max() >= self.seats:
            raise BadOption(_SEATS, last=self.seats - 1, envs=self.envs)
        of_each = np.ascontiguousarray(np.broadcast_to(asked, self.envs), np.int64)
        out = np.zeros((self.envs, self.game.observation.size), np.int16)
        self._kernels.observations(self._positions, self._known[:1], of_each, out, 0, self.envs)
        return out

    def state(self, env: int) -> State:
        """The position of an environment by itself, without its past: to look at, to play on; chance is manual."""
        self._check_begun()
        if not 0 <= env < self.envs:
            raise BadOption(_NO_ENV, env=env, last=self.envs - 1)
        position = self.game.declared.state.copy_of(self._positions[env : env + 1])
        return State(self.game, position, self._start.setup)


def _aligned(shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
    """Zeros that begin at a multiple of 64 bytes: JAX copies arrays that do not."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    memory = np.zeros(size + _LINE, np.uint8)
    begin = -memory.ctypes.data % _LINE
    return memory[begin : begin + size].view(kind).reshape(shape)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """For arrays that the next step reads: compiled code checks no index, so nobody else may write them."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


def _count(name: str, number: int) -> int:
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1:
        raise BadOption(_NO_COUNT, name=name, number=number)
    return int(number)


def kind_of_rewards(name: str | None, seats: int) -> int:
    """The number of "win" or "points"; None: what is usual for so many seats. Raises BadOption."""
    if name is not None and name not in REWARDS:
        raise BadOption(_NO_REWARDS, name=name, known=", ".join(REWARDS))
    if name == "win" and seats == 1:
        raise BadOption(_ALONE)
    return REWARDS[name or ("win" if seats > 1 else "points")]


_NO_COUNT = N_("“{name}” is a whole number from 1, not “{number}”.")
_NO_REWARDS = N_("There are no rewards “{name}”. There are: {known}.")
_ALONE = N_("One seat alone has nobody to win against; its rewards are “points”.")
_SEED = N_("A seed is a whole number, not “{seed}”.")
_NOT_BEGUN = N_("No game has begun: call reset() first.")
_ACTIONS = N_(
    "Actions are whole numbers, one for each of the {envs} environments; these are {kind} of shape {shape}."
)
_SEATS = N_("Seats are whole numbers from 0 to {last}: one, or one for each of the {envs} environments.")
_NO_ENV = N_("There is no environment {env}; they are numbered from 0 to {last}.")
