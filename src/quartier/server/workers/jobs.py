"""Jobs of worker processes: bot moves, hints, reviews. A job is plain data; its `work` runs in the process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from quartier.core.engine.contract import CHANCE

if TYPE_CHECKING:
    from quartier.bots import Bot
    from quartier.bots.explanations import Parts
    from quartier.bots.principal_variation import Step
    from quartier.core.game.base_state import Past
    from quartier.core.game.game import Game
    from quartier.core.game.state import State
    from quartier.server.workers.drawbacks import Drawback, Reply
    from quartier.server.workers.outlook import Outlook

HINT_BUDGET = "learned:0.8s"
HINT_CANDIDATES = 24
"""Number of search candidates from which a hint selects."""
RECENT_TURNS = 2
"""Number of a seat's turns that count as recent."""
EVALUATION_BUDGET, EVALUATION_WORLDS = "learned:200", 4
"""Search budget for spectators, in each of several worlds consistent with public knowledge."""
ADJUDICATION_BUDGET = "learned:1000"
"""The same for a tournament's unfinished game."""
REVIEW_BUDGET = "learned:3000"
"""Search budget for each decision of a review: some seconds for a game."""


@dataclass
class JobContext:
    """The callbacks with which a job reports progress and checks for cancellation."""

    progress: Callable[[float], None]
    """Report the completed fraction, from 0 to 1."""
    stop: Callable[[], bool]
    """Return whether the job was cancelled: a long job checks often, or its process is killed soon after."""


class Job(Protocol):
    """A job of a worker process."""

    @property
    def title(self) -> str:
        """The title whose rules it needs."""
        ...

    @property
    def needs_compiled(self) -> bool:
        """Whether to load compiled rules first.

        Interpreted, a search achieves next to nothing in its time, so it waits for compilation; one-step bots
        use compiled rules only if they are in the cache on disk.
        """
        ...

    def work(self, game: Game, context: JobContext) -> Any:
        """Return the result, plain data; never None."""
        ...


def concealed_view(state: State, seat: int | None) -> bytes:
    """Return what a seat, or a spectator (None), knows of a position, with the version of its rules.

    Worker processes never receive anything else of a running game.
    """
    return bytes(state.concealed(seat))


@dataclass(frozen=True)
class MoveJob:
    """Choose a bot's move."""

    title: str
    seat: int
    position: bytes
    """The result of `concealed_view`."""
    level: str
    cached: bool
    """Whether the server uses compiled rules, so that they are in the cache."""
    table: str = ""
    """The table's id: a bot that returns to its table in the same process reuses its search tree."""

    @property
    def needs_compiled(self) -> bool:
        return self.cached or _looks_far(self.title, self.level)

    def work(self, game: Game, context: JobContext) -> str:
        """The move in notation."""
        from quartier import Dice, from_bytes
        from quartier.bots.registry import Searcher

        bot = _bot_for(game, self.level, self.table, self.seat)
        if isinstance(bot, Searcher):
            bot.stop = context.stop
        return bot.choose(from_bytes(self.position), self.seat, Dice())


def _looks_far(title: str, level: str) -> bool:
    """Return whether a bot looks further than one step ahead; a plugin may."""
    import quartier
    from quartier.bots.registry import is_ours, resolve_level
    from quartier.bots.settings import budget
    from quartier.bots.styles import split_style
    from quartier.core.text.errors import BadOption

    try:
        plain, _ = split_style(resolve_level(quartier.load(title), level))
    except BadOption:  # the level no longer exists, as the worker process will report
        return True
    return budget(plain) is not None or not is_ours(plain)


@lru_cache(maxsize=16)
def _bot_for(game: Game, level: str, table: str, seat: int) -> Bot:
    """Return the bot of a seat; its memory contains only what this seat knows."""
    from quartier import bots

    return bots.make(level, game)


@dataclass(frozen=True)
class RulesJob:
    """Load compiled rules, which takes a second or more, so that the title's next job finds them loaded."""

    title: str
    needs_compiled: ClassVar[bool] = True

    def work(self, game: Game, context: JobContext) -> bool:
        """Return that they are loaded."""
        return True


class GoodMove(NamedTuple):
    """A move that a search recommends."""

    move: str
    value: float
    """Its value to the seat: the share of the win, for a single seat the points."""
    reasons: Parts = ()
    """The arguments for it against the average of all moves; none in titles without a network."""
    line: tuple[Step, ...] = ()
    """The move, and the search's principal variation after it."""
    drawback: Drawback | None = None
    """Why a move with a higher immediate gain is ranked below the best one."""
    reliable: bool = True
    """Whether the search has visited it so often that its value can be compared with others."""
    is_proven: bool = False
    """Whether the value is certain, because the search has followed every answer to the end of the game."""
    parries: Reply | None = None
    """What an opponent could gain next after each of the other moves, but not after this one."""


class HintResult(NamedTuple):
    """The content of a hint."""

    moves: list[GoodMove]
    """The moves in the order in which to show them."""
    outlook: Outlook
    """What is certain about the winners."""


@dataclass(frozen=True)
class HintJob:
    """Find the best moves of a seat, and their values."""

    title: str
    seat: int
    position: bytes
    """The result of `concealed_view`."""
    recent: tuple[int, ...] = ()
    """The actions of the seat itself since its previous turn began."""
    needs_compiled: ClassVar[bool] = True

    def work(self, game: Game, context: JobContext) -> HintResult:
        """Return a few different moves, in the order in which to show them."""
        from quartier import Dice, from_bytes
        from quartier.bots import principal_variation
        from quartier.bots.explanations import against_all
        from quartier.bots.mcts.search import Search
        from quartier.server.workers.diversity import reliable_moves, select_diverse
        from quartier.server.workers.drawbacks import drawbacks_of, most_at_once, parried_by_best
        from quartier.server.workers.explanations import move_ideas, sound_line
        from quartier.server.workers.outlook import outlook_of

        view = from_bytes(self.position)
        search, dice = Search(game, HINT_BUDGET), Dice()
        most = most_at_once(view, self.seat)
        analysis = search.run(view, self.seat, dice, include=most, stop=context.stop)
        candidates = [
            candidate
            for rank, candidate in enumerate(analysis.candidates)
            if rank < HINT_CANDIDATES or candidate.move in most
        ]
        moves = [candidate.move for candidate in candidates]
        why = dict(zip(moves, against_all(view, self.seat, moves), strict=True))
        ideas = move_ideas(view, self.seat, candidates, why, self.recent)
        share = max((candidate.values[self.seat] for candidate in candidates[:1]), default=0.5)
        outlook = outlook_of(view, self.seat, share, dice)
        selection = select_diverse(ideas, outlook.kind != "")
        drawbacks = drawbacks_of(view, self.seat, selection, dice)

        def line(move: str) -> tuple[Step, ...]:
            after = principal_variation.expected_line(search.trees(), view.read(move))
            steps = principal_variation.play_line(view, self.seat, move, after, dice)
            return sound_line(view, self.seat, steps, self.recent)

        reliable = reliable_moves(ideas)
        certain = {candidate.move for candidate in candidates if candidate.is_proven}
        good_moves = [
            GoodMove(
                move, value, why[move], line(move), drawbacks.get(move), move in reliable, move in certain
            )
            for move, value, *_ in selection
        ]
        parries = parried_by_best(view, self.seat, selection, dice)
        good_moves[:1] = [good._replace(parries=parries) for good in good_moves[:1]]
        return HintResult(good_moves, outlook)


def own_recent(past: Iterable[Past], seat: int) -> tuple[int, ...]:
    """Return the actions of a seat since its previous turn began: its last two runs, between moves of other seats."""
    by_seats = [(event.actor, event.action) for event in past if event.actor != CHANCE]
    runs = [list(run) for actor, run in groupby(by_seats, itemgetter(0)) if actor == seat]
    return tuple(action for run in runs[-RECENT_TURNS:] for _, action in run)


@dataclass(frozen=True)
class EvaluationJob:
    """Estimate each seat's share of the win from public knowledge of a position."""

    title: str
    seat: int
    """The seat to move."""
    position: bytes
    """The result of `concealed_view` for a spectator."""
    budget: str = EVALUATION_BUDGET
    seed: int | None = None
    """With it, the same position always gets the same values."""
    needs_compiled: ClassVar[bool] = True

    def work(self, game: Game, context: JobContext) -> list[float]:
        """Return the shares of the win by seat, averaged over a few possible worlds."""
        from quartier import Dice, bots, from_bytes

        view, dice = from_bytes(self.position), Dice(self.seed)
        worlds = [view.determinize(None, dice).concealed(self.seat) for _ in range(EVALUATION_WORLDS)]
        values = [
            bots.analyse(world, self.seat, self.budget, dice, stop=context.stop).values for world in worlds
        ]
        return [sum(shares) / len(worlds) for shares in zip(*values, strict=True)]


class _CancelledError(Exception):
    """A job was cancelled between two of its steps."""


@dataclass(frozen=True)
class BalanceJob:
    """Estimate the cost of a balance report, or make it."""

    title: str
    bots: tuple[str, ...]
    games: int
    seats: tuple[int, ...]
    vary: tuple[str, ...]
    only_cost: bool
    needs_compiled: ClassVar[bool] = False
    """It compiles as a part of its work: it may take a minute, in which the server still looks after it."""

    def work(self, game: Game, context: JobContext) -> dict[str, Any]:
        """Return the number of games and the seconds; or the report as a page by language."""
        from quartier import bots, language
        from quartier.core.text.languages import languages
        from quartier.lab.balance import page
        from quartier.lab.balance.runner import Experiment

        def report(done: int, total: int) -> None:
            context.progress(done / total)
            if context.stop():
                raise _CancelledError

        bots.compile_for(game)
        # One process: the server has cores for bots of tables, and this one stands back for them.
        experiment = Experiment(
            self.title, self.bots, self.games, seats=self.seats, vary=self.vary, workers=1
        )
        if self.only_cost:
            return {"games": experiment.total, "seconds": experiment.seconds()}
        result, pages = experiment.run(report), {}
        for lang in languages():
            with language(lang):
                pages[lang] = page.html(result)
        return pages


@dataclass(frozen=True)
class ReviewJob:
    """Review a finished game: nothing in its record is secret any more."""

    title: str
    record: str
    needs_compiled: ClassVar[bool] = True

    def work(self, game: Game, context: JobContext) -> dict[str, Any]:
        """Return the result of `quartier.lab.review` as plain data."""
        from quartier import lab

        def report(done: int, total: int) -> None:
            context.progress(done / max(1, total))

        review = lab.review(game.replay(self.record), REVIEW_BUDGET, progress=report, stop=context.stop)
        return review.as_dict()
