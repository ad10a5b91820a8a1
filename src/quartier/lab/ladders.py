"""Rating ladder: measure each level of a title in matches between neighbours; stored in `levels.json`."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from quartier import bots
from quartier.bots.registry import manner
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.games.registry import load
from quartier.lab.arena import Progress, arena, check
from quartier.lab.atomic_files import write_atomically
from quartier.lab.executors import Workers
from quartier.lab.option_args import option_args
from quartier.lab.ratings import Meeting, Rating, fit

GREEDY, GREEDY_RATING = "greedy", 1000.0
OUTSIDE = 0
TOP, SECOND, AGAINST_GREEDY = "top", "+", "/greedy"
"""What the command line calls the top level against the greedy one, and writes behind a level for its second character, or
for the level against the greedy bot that is none of them."""
_STEP, _TOP = 0.6, 0.75
"""Shares of two players by which a level should beat the one below, and the top one the greedy bot."""
_SECOND = 0.4
"""The share that a second character should take from the first of its level."""

Pair = tuple[int, int]
"""The numbers of two levels, the higher one first; OUTSIDE for the greedy bot where it is no level. Twice the same level:
its second character against the first.
"""


@dataclass(frozen=True)
class Bout:
    """The games between two levels; shares and counts are those of the higher one, or of the second character."""

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
        """Return the two levels."""
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
    seconds: list[str] = field(default_factory=list)
    """By level, the bot of its second character; "" where it has none."""

    @classmethod
    def begin(
        cls,
        title: str,
        levels: Sequence[str] = (),
        seats: int = 2,
        seconds: Sequence[str] = (),
        **options: Any,
    ) -> Ladder:
        """Create a ladder without games, of these bots or of the levels that the title has now.

        Args:
            title: Name of the title.
            levels: The bots, weakest first.
            seats: Number of seats; one for the higher level, all others for the lower one.
            seconds: The bot of each level's second character, "" for none; without any and without `levels` those of
                the title.
            **options: Options of the title, and `board`. A title whose games need not end gets those with which they
                do.

        Raises:
            UnknownTitle: There is no such title.
            BadOption: A bot or an option is invalid.
            BadBoard: There is no such board.
        """
        game = load(title)
        named = [name for name in (*levels, *seconds) if name in bots.LEVELS]
        if named:
            raise BadOption(
                N_("A level is made of a bot (greedy, mcts:400), not of a level ({name})."), name=named[0]
            )
        defaults = bots.levels(game)
        level_bots = list(levels) or [level.bot for level in defaults]
        if len(level_bots) < 2:
            raise BadOption(N_("A ladder has two levels or more."))
        if not levels and not seconds:
            seconds = [level.second.bot if level.second else "" for level in defaults]
        if len(seconds) > len(level_bots):
            raise BadOption(N_("There are more second characters than levels."))
        plain = [name for name in seconds if name and not manner(name)]
        if plain:
            raise BadOption(_PLAIN, name=plain[0])
        others = [*seconds, *[""] * (len(level_bots) - len(seconds))]
        board = options.pop("board", "")
        for name in (*level_bots, *filter(None, others)):
            bots.make(name, game)
        ladder = cls(game.name, level_bots, seats, {**game.ending, **options}, board, [], others)
        check(title, ladder.line_up((2, 1)), **ladder.setup)
        return ladder

    @classmethod
    def read(cls, file: Path) -> Ladder:
        """Read a ladder from a file written by `write`. Raises QuartierError."""
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            levels = [row["bot"] for row in data["levels"]]
            seconds = [row["second"]["bot"] if row.get("second") else "" for row in data["levels"]]
            bouts = [Bout(**bout) for bout in data["matches"]]
            return cls(data["title"], levels, data["seats"], data["options"], data["board"], bouts, seconds)
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
        """The top level against the greedy one; no pair where that is the top level (`has_top`)."""
        return len(self.bots), self.greedy

    @property
    def has_top(self) -> bool:
        """Whether the top level is another than the greedy one."""
        return self.top[0] != self.top[1]

    @property
    def pairs(self) -> list[Pair]:
        """All pairs to measure: neighbours from below, then the top level against the greedy one, or all if it is none, then
        second characters.
        """
        neighbours = [(level, level - 1) for level in range(2, len(self.bots) + 1)]
        others = [(level, level) for level, bot in enumerate(self.seconds, 1) if bot]
        if self.greedy == OUTSIDE:
            return [*neighbours, *((level, OUTSIDE) for level in range(1, len(self.bots) + 1)), *others]
        return [*neighbours, *others] if self.top[0] - self.top[1] < 2 else [*neighbours, self.top, *others]

    def bout(self, pair: Pair) -> Bout | None:
        """Return the games of a pair, if they have been played with its present bots."""
        return next(
            (bout for bout in self.bouts if bout.pair == pair and bout.bots == self._bots(pair)), None
        )

    def _bots(self, pair: Pair) -> list[str]:
        level, against = pair
        if level == against:
            return [self.seconds[level - 1], self.bots[level - 1]]
        return [self.bots[level - 1], self.bots[against - 1] if against != OUTSIDE else GREEDY]

    def keeping(self, earlier: Ladder) -> Ladder:
        """Return this ladder with an earlier one's games between the same bots. Raises BadOption if the options differ."""
        terms = [(one.title, one.seats, one.options, one.board) for one in (self, earlier)]
        if terms[0] != terms[1]:
            raise BadOption(
                N_("The saved games were played with other seats or options. Measure all pairs again.")
            )
        merged = replace(self, bouts=earlier.bouts)
        return replace(self, bouts=[bout for pair in self.pairs if (bout := merged.bout(pair))])

    # ----- playing -----

    @property
    def setup(self) -> dict[str, Any]:
        """Options and board, as `arena` takes them."""
        return {**self.options, "board": self.board} if self.board else dict(self.options)

    def line_up(self, pair: Pair) -> list[str]:
        """Return the bots by seat: one of the higher level, the lower one in all other seats."""
        higher, lower = self._bots(pair)
        return [higher, *[lower] * (self.seats - 1)]

    def measure(
        self,
        pair: Pair,
        games: int = 200,
        seed: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Ladder:
        """Return this ladder with `games` new games of a pair: every deal in all seatings."""
        result = arena(
            self.title,
            self.line_up(pair),
            games,
            seed,
            duplicate=True,
            workers=workers,
            progress=progress,
            **self.setup,
        )
        if result.forfeits:
            raise QuartierError(_FORFEITED, told=str(result.forfeits[0]))
        one = result.standings[0]
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
            round(result.seconds, 1),
        )
        others = [other for other in self.bouts if other.pair != pair]
        return replace(self, bouts=sorted([*others, bout], key=lambda played: self.pairs.index(played.pair)))

    # ----- what they say -----

    def ratings(self) -> list[Rating | None]:
        """Return the ratings by level, then those of the second characters; None where games are missing."""
        levels = len(self.bots)
        players = 2 * levels + 1

        def place(level: int) -> int:
            return (level - 1) % players  # OUTSIDE comes last

        meetings = [
            Meeting(
                place(bout.level + (levels if bout.level == bout.against else 0)),
                place(bout.against),
                bout.games,
                bout.share,
                self.seats - 1,
            )
            for bout in self.bouts
        ]
        return fit(players, meetings, place(self.greedy), GREEDY_RATING)[:-1]

    def narrow(self) -> list[Bout]:
        """Return pairs in which the higher level won less than it should, or a second character costs too much
        strength.
        """
        compared = [bout for bout in self.bouts if bout.against != OUTSIDE or bout.pair == self.top]
        return [bout for bout in compared if bout.share < self._target_share(bout.pair)]

    def _target_share(self, pair: Pair) -> float:
        """Return the share of wins to reach, converted from two players to this number of seats."""
        share = _TOP if pair == self.top and pair[0] - pair[1] > 1 else _STEP
        if pair[0] == pair[1]:
            share = _SECOND
        odds = share / (1 - share)
        return odds / (odds + self.seats - 1)

    # ----- the file -----

    def as_dict(self) -> dict[str, Any]:
        """Return the ladder for JSON, as `quartier.bots.levels` reads it."""
        return {
            "title": self.title,
            "command": self.command(),
            "seats": self.seats,
            "options": self.options,
            "board": self.board,
            "levels": self._rows(),
            "matches": [asdict(bout) for bout in self.bouts],
        }

    def _rows(self) -> list[dict[str, Any]]:
        ratings, result = self.ratings(), []
        for level, bot in enumerate(self.bots, 1):
            below = self.bout((level, level - 1)) if level > 1 else None
            above = self.bout((level + 1, level))
            row = _row(level, bot, ratings[level - 1], below, (below or above))
            if (level, level) in self.pairs:
                bout = self.bout((level, level))
                rating = ratings[len(self.bots) + level - 1]
                row["second"] = _row(level, self.seconds[level - 1], rating, bout, bout)
            result.append(row)
        return result

    def write(self, file: Path) -> None:
        """Write the ladder atomically. Raises QuartierError."""
        write_atomically(file, json.dumps(self.as_dict(), indent=2) + "\n")

    def command(self) -> str:
        """Return the command that measures it again: all pairs with the most common settings, then the exceptions."""
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
        args = ["quartier", "rate", self.title, "--levels", ",".join(self.bots)]
        args += ["--seconds", ",".join(self.seconds)] if any(self.seconds) else []
        args += ["--games", str(games), "--seed", str(seed)]
        args += ["--seats", str(self.seats)] if self.seats != 2 else []
        args += ["--board", self.board] if self.board else []
        ending = load(self.title).ending
        args += option_args(
            {name: value for name, value in self.options.items() if ending.get(name) != value}
        )
        if bout:
            args += ["--pair", self.pair_name(bout.pair)]
        return shlex.join(args)

    def pair_name(self, pair: Pair) -> str:
        """Return the command line's name of a pair."""
        against_greedy = f"{pair[0]}{AGAINST_GREEDY}" if pair[1] == OUTSIDE else ""
        return TOP if self.has_top and pair == self.top else against_greedy or level_name(pair)

    def pair(self, text: str) -> Pair:
        """Return the pair with that name: TOP, or a level followed by SECOND, AGAINST_GREEDY or nothing. Raises
        BadOption.
        """
        pairs = {str(level): (level, level - 1) for level in range(2, len(self.bots) + 1)}
        pairs |= {level_name(pair): pair for pair in self.pairs if pair[0] == pair[1]}
        pairs |= {self.pair_name(pair): pair for pair in self.pairs if pair[1] == OUTSIDE}
        pairs |= {TOP: self.top} if self.has_top else {}
        if text not in pairs:
            raise BadOption(_NO_PAIR, name=text, known=", ".join(pairs))
        return pairs[text]


def level_name(pair: Pair) -> str:
    """Return the level of a pair, or its second character."""
    return f"{pair[0]}{SECOND}" if pair[0] == pair[1] else str(pair[0])


def _row(
    level: int, bot: str, rating: Rating | None, bout: Bout | None, counted: Bout | None
) -> dict[str, Any]:
    """Return the JSON of a level or its second character, with its games."""
    return {
        "level": level,
        "bot": bot,
        "rating": rating and round(rating.value),
        "low": rating and round(rating.low),
        "high": rating and round(rating.high),
        "share": bout and bout.share,
        "share_low": bout and bout.share_low,
        "share_high": bout and bout.share_high,
        "games": counted.games if counted else 0,
    }


_PLAIN = N_("A second character has a style (2+parks) or seconds to think (mcts:1s); {name} has neither.")
_NO_PAIR = N_("There is no pair “{name}”. There are: {known}.")
_FORFEITED = N_("A rating cannot come from games that a bot forfeits. {told}")
