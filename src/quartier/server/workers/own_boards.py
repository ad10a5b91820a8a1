"""Boards that people bring: each is tried in a worker process first, because compiled rules trust a board's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as TookTooLong
from contextlib import suppress
from dataclasses import dataclass
from threading import BoundedSemaphore, Event
from typing import TYPE_CHECKING, Any, ClassVar

import quartier
from quartier.core.game.boards import BadBoard, Board, as_line
from quartier.core.text.errors import UnknownTitle
from quartier.core.text.languages import N_
from quartier.server.domain.board_text import is_board_text, parse_board
from quartier.server.errors import DomainError, LibraryError
from quartier.server.lru_cache import LruCache
from quartier.server.settings import Settings
from quartier.server.workers.jobs import JobContext
from quartier.server.workers.queue import JobQueue
from quartier.server.workers.worker_pool import BEHIND_ANSWERS

if TYPE_CHECKING:
    from quartier import Dice
    from quartier.core.game.game import Game
    from quartier.core.game.state import State

TRIAL_SECONDS = 20.0
"""A trial takes a tenth of a second; after this the board is refused."""
RANDOM_EVENTS = 400
"""Events that are played at random with each number of players."""
MAX_MOVE_LENGTH = 60
MAX_DRAWING = 400_000
"""Characters of a drawing: three times that of our largest board."""
FINE, LONG_NAMES, LARGE, ENDLESS = "fine", "long names", "large", "endless"


@dataclass(frozen=True)
class BoardTrial:
    """Play on a board and draw it; what goes wrong ends the job, or its process, and not the server."""

    title: str
    data: dict[str, Any]
    needs_compiled: ClassVar[bool] = True

    def work(self, game: Game, context: JobContext) -> str:
        """Return FINE, or what is wrong."""
        from quartier import Dice, bots

        board, dice = game.spec.boards.get(self.data), Dice(1)
        if any(len(game.spec.text.write(action, board)) > MAX_MOVE_LENGTH for action in range(game.actions)):
            return LONG_NAMES
        for state in _starts(game, board):
            for seat in (None, *range(state.seats)):
                if _drawing_size(state, seat) > MAX_DRAWING:
                    return LARGE
            _play_at_random(state, dice)
            _drawing_size(state, 0)
            state.seen_by(0, "en").description([""] * state.seats)
        ends = game.new(game.seats[0], seed=1, board=board)
        greedy = bots.make("greedy", game)
        while not ends.over:
            if len(ends.past) > game.spec.rules.MAX_EVENTS or context.stop():
                return ENDLESS
            seat = min(ends.seats_to_act())
            ends.play(seat, greedy.choose(ends.concealed(seat), seat, dice))
        return FINE


def _starts(game: Game, board: Board) -> Iterator[State]:
    """Yield the first position with each number of players that the board has room for."""
    for seats in range(game.seats[0], game.seats[1] + 1):
        with suppress(BadBoard):
            yield game.new(seats, chance="manual", board=board)


def _drawing_size(state: State, seat: int | None) -> int:
    """Return the size of a drawing."""
    return sum(len(str(part)) for part in state.parts(seat, "en").values())


def _play_at_random(state: State, dice: Dice) -> None:
    sample, buffer = state.game.kernels.sample_at, state.buffers()[0]
    for _ in range(RANDOM_EVENTS):
        if state.over:
            return
        seats = sorted(state.seats_to_act())
        if seats:
            state.play_action(seats[0], int(sample(state.array, seats[0], dice.state, buffer)))
        else:
            state.draw(dice)


class OwnBoards:
    """Reads the boards of new tables and of records."""

    MAX_KNOWN = 256
    """Number of boards whose trial is remembered."""
    MAX_WAITING = 4
    """Requests that wait for a trial: each holds one of the server's threads."""

    def __init__(self, settings: Settings) -> None:
        # A queue of its own: a board that is slow must not keep hints from others.
        self._queue = JobQueue("boards", TRIAL_SECONDS, settings.worker_memory, BEHIND_ANSWERS)
        self._patience = settings.board_patience
        self._free = BoundedSemaphore(self.MAX_WAITING)
        self._results: LruCache[tuple[str, str], str] = LruCache(self.MAX_KNOWN)

    def read(self, title: str, board: str | None, visitor: str) -> str | dict[str, Any] | None:
        """Return what `TableSetup.board` has for a name, or for the text of a file. Raises DomainError."""
        if board is None or not is_board_text(board):
            return board
        try:
            return self._read(title, board, visitor)
        except UnknownTitle as unknown:
            raise LibraryError(422, "unknown_title", unknown) from unknown
        except BadBoard as bad:
            raise LibraryError(422, "bad_board", bad) from bad

    def _read(self, title: str, text: str, visitor: str) -> str | dict[str, Any]:
        spec, data = quartier.load(title).spec, parse_board(text)
        if not hasattr(spec.rules, "read_board"):
            raise BadBoard(N_("This game has no boards to choose from."))
        boards = spec.boards
        existing = boards.find(data)
        if existing is not None:
            return existing.name
        if data["name"] in boards.names():
            raise BadBoard(N_("There’s already a board “{name}”. Choose another name."), name=data["name"])
        game = quartier.load(title)
        spec.check_setup(boards.get(data), game.seats[0], spec.checked_options({}))
        self._try(title, data, visitor)
        return data

    def _try(self, title: str, data: dict[str, Any], visitor: str) -> None:
        """Raise BadBoard for a board on which no one can play."""
        key = title, as_line(data)
        result = self._results.get(key) or self._run(BoardTrial(title, data), visitor)
        if result is None:
            raise BadBoard(_UNPLAYABLE)
        self._results.put(key, result)
        if result != FINE:
            raise BadBoard(_PROBLEMS[result])

    def _run(self, trial: BoardTrial, visitor: str) -> str | None:
        """Return the result of a trial; None if it broke. Raises DomainError 503 if there was no time for it."""
        given_up, busy = Event(), DomainError(503, "busy", _BUSY)
        if not self._free.acquire(blocking=False):
            raise busy
        try:
            coming = self._queue.submit(trial, TRIAL_SECONDS, given_up.is_set, owner=visitor)
            if coming is None:
                raise busy
            result: str | None = coming.result(self._patience)
            return result
        except (TookTooLong, CancelledError) as error:
            given_up.set()
            raise busy from error
        finally:
            self._free.release()

    def close(self) -> None:
        """Cancel all work."""
        self._queue.close()


_BUSY = N_("Boards can’t be tested right now. Try again later.")
_UNPLAYABLE = N_("No game can be played on this board: it breaks, or takes too long.")
_PROBLEMS = {
    LONG_NAMES: N_("Some names on this board are too long for a move. Shorten them."),
    LARGE: N_("This board is too large to draw."),
    ENDLESS: N_("Games on this board don’t come to an end. Check that everything can be reached."),
}
