"""What worker processes work out: bots' moves, hints, reviews. A job is plain data; its `work` runs in the process, after
the rules are loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

if TYPE_CHECKING:
    from quartier.bots import Bot
    from quartier.bots.explanations import Parts
    from quartier.bots.principal_variation import Step
    from quartier.core.game.game import Game
    from quartier.core.game.state import State

HINT_BUDGET = "learned:1s"
HINT_CANDIDATES = 24
"""Moves among which a hint chooses those that it shows."""
REVIEW_BUDGET = "learned:3000"
"""For each decision: some seconds for a game."""


@dataclass
class JobContext:
    """What a job may say and ask while it works."""

    progress: Callable[[float], None]
    """How much is done, from 0 to 1."""
    stop: Callable[[], bool]
    """Whether nobody wants the result any more: a job that takes long asks often, or its process is killed soon after."""


class Job(Protocol):
    """One thing to work out."""

    @property
    def title(self) -> str:
        """Whose rules it needs."""
        ...

    @property
    def compiled(self) -> bool:
        """Whether to load compiled rules first.

        Interpreted a search sees next to nothing in its time, so it waits for them even if the server has none yet;
        whatever looks one move ahead takes them only where they lie in the cache on disk.
        """
        ...

    def work(self, game: Game, context: JobContext) -> Any:
        """The result, plain data; never None."""
        ...


def known_to(state: State, seat: int) -> bytes:
    """What a seat knows of a position, and the version of the rules that holds there.

    Nothing else of a running game ever leaves for a worker process.
    """
    return bytes(state.concealed(seat))


@dataclass(frozen=True)
class MoveJob:
    """The move of a bot."""

    title: str
    seat: int
    position: bytes
    """As `known_to` gives it."""
    level: str
    cached: bool
    """The server plays compiled rules, so they lie in the cache."""
    table: str = ""
    """Where: a bot that comes back to its table in the same process goes on with what it has found there."""

    @property
    def compiled(self) -> bool:
        return self.cached or _looks_far(self.title, self.level)

    def work(self, game: Game, context: JobContext) -> str:
        """The move in notation."""
        from quartier import Dice, from_bytes
        from quartier.bots.registry import Searcher

        bot = _seated(game, self.level, self.table, self.seat)
        if isinstance(bot, Searcher):
            bot.stop = context.stop
        return bot.choose(from_bytes(self.position), self.seat, Dice())


def _looks_far(title: str, level: str) -> bool:
    """Whether the bot of a name looks further than one move ahead; one of somebody's own may."""
    import quartier
    from quartier.bots.registry import is_ours, made_of
    from quartier.bots.settings import budget
    from quartier.bots.styles import parted
    from quartier.core.text.errors import BadOption

    try:
        plain, _ = parted(made_of(quartier.load(title), level))
    except BadOption:  # there is no such level any more, as the process finds out that is to think
        return True
    return budget(plain) is not None or not is_ours(plain)


@lru_cache(maxsize=16)
def _seated(game: Game, level: str, table: str, seat: int) -> Bot:
    """The bot in a seat; what it remembers is what this seat knows."""
    from quartier import bots

    return bots.make(level, game)


@dataclass(frozen=True)
class RulesJob:
    """Nothing but compiled rules to load, which takes a second or more: the next job of the title finds them there."""

    title: str
    compiled: ClassVar[bool] = True

    def work(self, game: Game, context: JobContext) -> bool:
        """That they are loaded."""
        return True


class GoodMove(NamedTuple):
    """A move that a search recommends."""

    move: str
    value: float
    """What it promises its seat: the share of the win, alone the points."""
    reasons: Parts = ()
    """What speaks for it against the average of all moves; nothing in titles without a network."""
    line: tuple[Step, ...] = ()
    """The move, and what the search expects after it."""


@dataclass(frozen=True)
class HintJob:
    """The best moves of a seat, and what they promise."""

    title: str
    seat: int
    position: bytes
    """As `known_to` gives it."""
    compiled: ClassVar[bool] = True

    def work(self, game: Game, context: JobContext) -> list[GoodMove]:
        """A few moves that differ, in the order in which to show them."""
        from quartier import Dice, from_bytes
        from quartier.bots import principal_variation
        from quartier.bots.explanations import against_all
        from quartier.bots.mcts.search import Search
        from quartier.server.workers.diversity import chosen
        from quartier.server.workers.explanations import thoughts

        known = from_bytes(self.position)
        search, dice = Search(game, HINT_BUDGET), Dice()
        found = search.run(known, self.seat, dice, stop=context.stop).candidates[:HINT_CANDIDATES]
        moves = [each.move for each in found]
        why = dict(zip(moves, against_all(known, self.seat, moves), strict=True))
        shown = chosen(thoughts(known, self.seat, found, why), known.seats)

        def line(move: str) -> tuple[Step, ...]:
            after = principal_variation.expected(search.trees(), known.read(move))
            return tuple(principal_variation.imagined(known, self.seat, move, after, dice))

        return [GoodMove(each.move, each.value, why[each.move], line(each.move)) for each in shown]


@dataclass(frozen=True)
class ReviewJob:
    """The review of a finished game: nothing in its record is secret any more."""

    title: str
    record: str
    compiled: ClassVar[bool] = True

    def work(self, game: Game, context: JobContext) -> dict[str, Any]:
        """`quartier.lab.review` as plain data."""
        from quartier import lab

        def told(done: int, total: int) -> None:
            context.progress(done / max(1, total))

        found = lab.review(game.replay(self.record), REVIEW_BUDGET, progress=told, stop=context.stop)
        return found.as_dict()
