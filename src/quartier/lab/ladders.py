"""Measuring a title's ladder: how strong each level is, from matches between neighbours; kept in `levels.json`."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from quartier import bots
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.games.registry import load
from quartier.lab.arena import Progress, arena, check
from quartier.lab.crews import Workers
from quartier.lab.ratings import Meeting, Rating, fit

GREEDY, GREEDY_RATING = "greedy", 1000.0
OUTSIDE = 0
_STEP, _TOP = 0.6, 0.75
"""Shares of two players by which a level should beat the one below, and the top one the greedy bot."""

Pair = tuple[int, int]
"""The numbers of two levels, the higher one first; OUTSIDE for the greedy bot where it is no level."""


@dataclass(frozen=True)
class Bout:
    """The games between two levels; shares and counts are those of the higher one."""

    level: int
    against: int
    bots: list[str]
    games: int
    seed: int
    wins: int
    shared: int
    losses: int
    share: float
    share_low: float
    share_high: float
    seconds: float

    @property
    def pair(self) -> Pair:
        """Its two levels."""
        return self.level, self.against


@dataclass(frozen=True)
class Ladder:
    """The levels of a title, and the games between them."""

    title: str
    bots: list[str]
    """By level, weakest first, as `quartier.bots.make` names them."""
    seats: int
    """With more than two, the higher level plays against several of the lower one."""
    options: dict[str, Any]
    board: str
    bouts: list[Bout]

    @classmethod
    def begin(cls, title: str, levels: Sequence[str] = (), seats: int = 2, **options: Any) -> Ladder:
        """A ladder without games: of these bots, else of those that the title has now.

        A title whose games need not end gets the options with which they do. Raises UnknownTitle, BadOption, BadBoard.
        """
        game = load(title)
        named = [name for name in levels if name in bots.LEVELS]
        if named:
            raise BadOption(
                N_("A level is made of a bot (greedy, mcts:400), not of a level ({name})."), name=named[0]
            )
        found = list(levels) or [level.bot for level in bots.levels(game)]
        if len(found) < 2:
            raise BadOption(N_("A ladder has two levels or more."))
        board = options.pop("board", "")
        for name in found:
            bots.make(name, game)
        ladder = cls(game.name, found, seats, {**game.ending, **options}, board, [])
        check(title, ladder.line_up((2, 1)), **ladder.setup)
        return ladder

    @classmethod
    def read(cls, file: Path) -> Ladder:
        """The ladder that a file of `write` has. QuartierError if it has none."""
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            levels = [row["bot"] for row in kept["levels"]]
            bouts = [Bout(**bout) for bout in kept["matches"]]
            return cls(kept["title"], levels, kept["seats"], kept["options"], kept["board"], bouts)
        except OSError as error:
            raise QuartierError(
                N_("{file} cannot be read: {reason}."), file=str(file), reason=error.strerror
            ) from error
        except (ValueError, KeyError, TypeError) as error:
            raise QuartierError(
                N_("{file} is not a file written by `quartier rate`."), file=str(file)
            ) from error

    # ----- which games -----

    @property
    def greedy(self) -> int:
        """The number of the greedy bot, whose rating is fixed."""
        return self.bots.index(GREEDY) + 1 if GREEDY in self.bots else OUTSIDE

    @property
    def top(self) -> Pair:
        """The top level against the greedy one."""
        return len(self.bots), self.greedy

    @property
    def pairs(self) -> list[Pair]:
        """All pairs to measure: neighbours from below, then the top level against the greedy one, or all if it is none."""
        neighbours = [(level, level - 1) for level in range(2, len(self.bots) + 1)]
        if self.greedy == OUTSIDE:
            return [*neighbours, *((level, OUTSIDE) for level in range(1, len(self.bots) + 1))]
        return neighbours if self.top[0] - self.top[1] < 2 else [*neighbours, self.top]

    def bout(self, pair: Pair) -> Bout | None:
        """The games of a pair, if they have been played with the bots that it has now."""
        return next(
            (bout for bout in self.bouts if bout.pair == pair and bout.bots == self._bots(pair)), None
        )

    def _bots(self, pair: Pair) -> list[str]:
        return [self.bots[level - 1] if level != OUTSIDE else GREEDY for level in pair]

    def keeping(self, earlier: Ladder) -> Ladder:
        """This ladder with the games of an earlier one between the same bots. BadOption if those were other games."""
        terms = [(one.title, one.seats, one.options, one.board) for one in (self, earlier)]
        if terms[0] != terms[1]:
            raise BadOption(
                N_("The saved games were played with other seats or options. Measure all pairs again.")
            )
        kept = replace(self, bouts=earlier.bouts)
        return replace(self, bouts=[bout for pair in self.pairs if (bout := kept.bout(pair))])

    # ----- playing -----

    @property
    def setup(self) -> dict[str, Any]:
        """Options and board, as `arena` takes them."""
        return {**self.options, "board": self.board} if self.board else dict(self.options)

    def line_up(self, pair: Pair) -> list[str]:
        """Who sits at the table: one bot of the higher level, and as many of the lower one as seats are left."""
        higher, lower = self._bots(pair)
        return [higher, *[lower] * (self.seats - 1)]

    def measured(
        self,
        pair: Pair,
        games: int = 200,
        seed: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Ladder:
        """This ladder with `games` new games between two levels: every deal in all seatings."""
        found = arena(
            self.title,
            self.line_up(pair),
            games,
            seed,
            duplicate=True,
            workers=workers,
            progress=progress,
            **self.setup,
        )
        if found.forfeits:
            raise QuartierError(_FORFEITED, told=str(found.forfeits[0]))
        one = found.standings[0]
        bout = Bout(
            *pair,
            self._bots(pair),
            games,
            seed,
            one.wins,
            one.shared,
            one.losses,
            one.share,
            one.share_low,
            one.share_high,
            round(found.seconds, 1),
        )
        others = [other for other in self.bouts if other.pair != pair]
        return replace(self, bouts=sorted([*others, bout], key=lambda each: self.pairs.index(each.pair)))

    # ----- what they say -----

    def ratings(self) -> list[Rating | None]:
        """By level; None where games are missing."""
        players = len(self.bots) + 1

        def place(level: int) -> int:
            return (level - 1) % players  # OUTSIDE comes last

        meetings = [
            Meeting(place(bout.level), place(bout.against), bout.games, bout.share, self.seats - 1)
            for bout in self.bouts
        ]
        return fit(players, meetings, place(self.greedy), GREEDY_RATING)[:-1]

    def narrow(self) -> list[Bout]:
        """Pairs in which the higher level took less than it should."""
        asked = [bout for bout in self.bouts if bout.against != OUTSIDE or bout.pair == self.top]
        return [bout for bout in asked if bout.share < self._wanted(bout.pair)]

    def _wanted(self, pair: Pair) -> float:
        """What corresponds to the wanted share of two players when there are more seats."""
        share = _TOP if pair == self.top and pair[0] - pair[1] > 1 else _STEP
        odds = share / (1 - share)
        return odds / (odds + self.seats - 1)

    # ----- the file -----

    def as_dict(self) -> dict[str, Any]:
        """For JSON, as `quartier.bots.levels` reads it."""
        return {
            "title": self.title,
            "command": self.command(),
            "seats": self.seats,
            "options": self.options,
            "board": self.board,
            "levels": [self._row(level, rating) for level, rating in enumerate(self.ratings(), 1)],
            "matches": [asdict(bout) for bout in self.bouts],
        }

    def _row(self, level: int, rating: Rating | None) -> dict[str, Any]:
        below = self.bout((level, level - 1)) if level > 1 else None
        above = self.bout((level + 1, level))
        counted = below or above
        return {
            "level": level,
            "bot": self.bots[level - 1],
            "rating": rating and round(rating.value),
            "low": rating and round(rating.low),
            "high": rating and round(rating.high),
            "share": below and below.share,
            "share_low": below and below.share_low,
            "share_high": below and below.share_high,
            "games": counted.games if counted else 0,
        }

    def write(self, file: Path) -> None:
        """Keep it. QuartierError if that cannot be."""
        try:
            file.write_text(json.dumps(self.as_dict(), indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise QuartierError(
                N_("{file} cannot be written: {reason}."), file=str(file), reason=error.strerror
            ) from error

    def command(self) -> str:
        """What to type to measure it again: all pairs as most were, then those that were played otherwise."""
        if not self.bouts:
            return self._command(200, 1)
        played = [(bout.games, bout.seed) for bout in self.bouts]
        usual = Counter(played).most_common(1)[0][0]
        extra = [
            self._command(*terms, bout)
            for bout, terms in zip(self.bouts, played, strict=True)
            if terms != usual
        ]
        return " && ".join([self._command(*usual), *extra])

    def _command(self, games: int, seed: int, bout: Bout | None = None) -> str:
        words = ["quartier", "rate", self.title, "--levels", ",".join(self.bots)]
        words += ["--games", str(games), "--seed", str(seed)]
        words += ["--seats", str(self.seats)] if self.seats != 2 else []
        words += ["--board", self.board] if self.board else []
        ending = load(self.title).ending
        for name, value in self.options.items():
            if ending.get(name) != value:
                words += ["--option", f"{name}={str(value).lower()}"]
        if bout:
            words += ["--pair", "top" if bout.pair == self.top else str(bout.level)]
        return shlex.join(words)


_FORFEITED = N_("A rating cannot come from games that a bot forfeits. {told}")
