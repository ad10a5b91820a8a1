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
"""Names of pairs on the command line: top against greedy level, suffix of a second bot, level against greedy bot."""
_STEP, _TOP = 0.6, 0.75
"""The two-seat win shares to reach: a level against the one below, and the top level against the greedy bot."""
_SECOND = 0.4
"""The share of the wins that a second bot should reach against the first of its level."""

Pair = tuple[int, int]
"""Two levels by number, the higher one first; OUTSIDE for the greedy bot if it is no level.

The same level twice means its second bot against its first.
"""


@dataclass(frozen=True)
class Bout:
    """The games of a pair. Shares and counts are those of the higher level, or of the second bot."""

    level: int
    """The number of the higher level, from 1."""
    against: int
    """The number of the lower level; OUTSIDE for the greedy bot if it is no level."""
    bots: list[str]
    """The two bots, as `quartier.bots.make` takes them."""
    games: int
    """The number of games."""
    seed: int
    """The seed of the arena."""
    wins: int
    """Games won alone."""
    shared: int
    """Games with a shared win."""
    losses: int
    """Games not won."""
    share: float
    """The share of the wins, 0 to 1."""
    share_low: float
    """The lower bound of its 95% confidence interval."""
    share_high: float
    """The upper bound of its 95% confidence interval."""
    seconds: float
    """The wall-clock time of the games."""

    @property
    def pair(self) -> Pair:
        """The two levels."""
        return self.level, self.against


@dataclass(frozen=True)
class Ladder:
    """The levels of a title, and the games between them. It is immutable: `measure` returns a new one."""

    title: str
    """The name of the title."""
    bots: list[str]
    """By level, weakest first, the bot as `quartier.bots.make` takes it."""
    seats: int
    """The number of seats; one for the higher level, all others for the lower one."""
    options: dict[str, Any]
    """Options of the title."""
    board: str
    """The name of the board; "" for the standard one."""
    bouts: list[Bout]
    """The games of each measured pair, in the order of `pairs`."""
    seconds: list[str] = field(default_factory=list)
    """By level, the name of its second bot; "" if it has none."""

    @classmethod
    def begin(
        cls,
        title: str,
        levels: Sequence[str] = (),
        seats: int = 2,
        seconds: Sequence[str] = (),
        **options: Any,
    ) -> Ladder:
        """Create a ladder without games, for the given bots or for the title's present levels.

        Args:
            title: The name of the title.
            levels: The bots, weakest first, at least two; empty for the title's levels.
            seats: The number of seats; one for the higher level, all others for the lower one.
            seconds: The bot of each level's second bot, "" for none; if `levels` is empty, too, those of the
                title.
            **options: Options of the title, and `board`. Games that might never end get the options of `game.ending`
                unless others are given.

        Raises:
            UnknownTitle: There is no such title.
            BadOption: A bot or an option is invalid.
            BadBoard: There is no such board.
        """
        game = load(title)
        named = [name for name in (*levels, *seconds) if name in bots.LEVELS]
        if named:
            raise BadOption(
                N_("A level needs a bot (greedy, mcts:400), not another level ({name})."), name=named[0]
            )
        defaults = bots.levels(game)
        level_bots = list(levels) or [level.bot for level in defaults]
        if len(level_bots) < 2:
            raise BadOption(N_("A ladder needs at least two levels."))
        if not levels and not seconds:
            seconds = [level.second.bot if level.second else "" for level in defaults]
        if len(seconds) > len(level_bots):
            raise BadOption(N_("There are more second bots than levels."))
        plain = [name for name in seconds if name and not manner(name)]
        if plain:
            raise BadOption(_PLAIN, name=plain[0])
        others = [*seconds, *[""] * (len(level_bots) - len(seconds))]
        board = options.pop("board", "")
        ladder = cls(game.name, level_bots, seats, {**game.ending, **options}, board, [], others)
        start = check(title, ladder.line_up((2, 1)), **ladder.setup)
        for name in (*level_bots, *filter(None, others)):
            bots.make(name, game, start)
        return ladder

    @classmethod
    def read(cls, file: Path) -> Ladder:
        """Read a ladder from a file.

        Args:
            file: A file that `write` has written.

        Raises:
            QuartierError: The file can't be read, or isn't such a file.
        """
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            levels = [row["bot"] for row in data["levels"]]
            seconds = [row["second"]["bot"] if row.get("second") else "" for row in data["levels"]]
            bouts = [Bout(**bout) for bout in data["matches"]]
            return cls(data["title"], levels, data["seats"], data["options"], data["board"], bouts, seconds)
        except OSError as error:
            raise QuartierError(
                N_("Can’t read {file}: {reason}."), file=str(file), reason=error.strerror
            ) from error
        except (ValueError, KeyError, TypeError) as error:
            raise QuartierError(N_("{file} wasn’t written by `quartier rate`."), file=str(file)) from error

    # ----- which games -----

    @property
    def greedy(self) -> int:
        """The number of the greedy bot's level, whose rating is fixed at 1000; OUTSIDE if it is no level."""
        return self.bots.index(GREEDY) + 1 if GREEDY in self.bots else OUTSIDE

    @property
    def top(self) -> Pair:
        """The top level against the greedy one; not a pair where both are the same level (`has_top`)."""
        return len(self.bots), self.greedy

    @property
    def has_top(self) -> bool:
        """Return whether the top level differs from the greedy level."""
        return self.top[0] != self.top[1]

    @property
    def pairs(self) -> list[Pair]:
        """All pairs to measure: neighbours from below, the top level (all levels, if the greedy bot is none) against
        the greedy bot, second bots.
        """
        neighbours = [(level, level - 1) for level in range(2, len(self.bots) + 1)]
        others = [(level, level) for level, bot in enumerate(self.seconds, 1) if bot]
        if self.greedy == OUTSIDE:
            return [*neighbours, *((level, OUTSIDE) for level in range(1, len(self.bots) + 1)), *others]
        return [*neighbours, *others] if self.top[0] - self.top[1] < 2 else [*neighbours, self.top, *others]

    def bout(self, pair: Pair) -> Bout | None:
        """Return the games of a pair.

        Args:
            pair: Two levels, one of `pairs`.

        Returns:
            The games between the pair's present bots; None if it hasn't been measured.
        """
        return next(
            (bout for bout in self.bouts if bout.pair == pair and bout.bots == self._bots(pair)), None
        )

    def _bots(self, pair: Pair) -> list[str]:
        level, against = pair
        if level == against:
            return [self.seconds[level - 1], self.bots[level - 1]]
        return [self.bots[level - 1], self.bots[against - 1] if against != OUTSIDE else GREEDY]

    def keeping(self, earlier: Ladder) -> Ladder:
        """Return this ladder with an earlier ladder's games between the same bots.

        Args:
            earlier: A ladder of the same title, seats, options and board.

        Raises:
            BadOption: Title, seats, options or board differ.
        """
        terms = [(one.title, one.seats, one.options, one.board) for one in (self, earlier)]
        if terms[0] != terms[1]:
            raise BadOption(N_("The saved games used different seats or options. Measure all pairs again."))
        merged = replace(self, bouts=earlier.bouts)
        return replace(self, bouts=[bout for pair in self.pairs if (bout := merged.bout(pair))])

    # ----- playing -----

    @property
    def setup(self) -> dict[str, Any]:
        """Options and board, as `arena` takes them."""
        return {**self.options, "board": self.board} if self.board else dict(self.options)

    def line_up(self, pair: Pair) -> list[str]:
        """Return the bots of a pair by seat: that of the higher level, then that of the lower one in all other seats.

        Args:
            pair: Two levels, one of `pairs`.
        """
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
        """Play the games of a pair, each deal in all seatings, and return this ladder with them.

        Args:
            pair: Two levels, one of `pairs`.
            games: The number of games, at least 1.
            seed: The seed of all random numbers, an integer.
            workers: The number of processes, as for `arena`.
            progress: Called as `progress(done, total)` with numbers of games.

        Returns:
            A new ladder, in which the new games replace earlier ones of the pair.

        Raises:
            QuartierError: A bot failed or played an illegal move.
            Stopped: Ctrl+C was pressed; it has the result so far.
        """
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
            raise QuartierError(_FORFEITED, forfeit=str(result.forfeits[0]))
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

    # ----- results -----

    def ratings(self) -> list[Rating | None]:
        """Return the maximum-likelihood ratings in Elo points, the greedy bot at 1000.

        Returns:
            The ratings by level, then those of the second bots by level; None where games are missing.
        """
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
        """Return the pairs whose higher level won less than it should, or whose second bot is too weak."""
        compared = [bout for bout in self.bouts if bout.against != OUTSIDE or bout.pair == self.top]
        return [bout for bout in compared if bout.share < self._target_share(bout.pair)]

    def _target_share(self, pair: Pair) -> float:
        """Return the share of the wins to reach, converted from two seats to this number of seats."""
        share = _TOP if pair == self.top and pair[0] - pair[1] > 1 else _STEP
        if pair[0] == pair[1]:
            share = _SECOND
        odds = share / (1 - share)
        return odds / (odds + self.seats - 1)

    # ----- the file -----

    def as_dict(self) -> dict[str, Any]:
        """Return the ladder for JSON, in the format that `quartier.bots.levels` reads."""
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
        """Write the ladder atomically to a file that `read` and `quartier.bots.levels` read.

        Args:
            file: The path of the file.

        Raises:
            QuartierError: The file can't be written.
        """
        write_atomically(file, json.dumps(self.as_dict(), indent=2) + "\n")

    def command(self) -> str:
        """Return the command line that measures it again: all pairs with the most common settings, then the exceptions."""
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
        """Return the command line's name of a pair.

        Args:
            pair: Two levels, one of `pairs`.
        """
        against_greedy = f"{pair[0]}{AGAINST_GREEDY}" if pair[1] == OUTSIDE else ""
        return TOP if self.has_top and pair == self.top else against_greedy or level_name(pair)

    def pair(self, text: str) -> Pair:
        """Return the pair with a name.

        Args:
            text: A level for it against the one below, "top", "3+" for a second bot, or "3/greedy".

        Raises:
            BadOption: There is no such pair.
        """
        pairs = {str(level): (level, level - 1) for level in range(2, len(self.bots) + 1)}
        pairs |= {level_name(pair): pair for pair in self.pairs if pair[0] == pair[1]}
        pairs |= {self.pair_name(pair): pair for pair in self.pairs if pair[1] == OUTSIDE}
        pairs |= {TOP: self.top} if self.has_top else {}
        if text not in pairs:
            raise BadOption(_NO_PAIR, name=text, known=", ".join(pairs))
        return pairs[text]


def level_name(pair: Pair) -> str:
    """Return the level of a pair, or its second bot."""
    return f"{pair[0]}{SECOND}" if pair[0] == pair[1] else str(pair[0])


def _row(
    level: int, bot: str, rating: Rating | None, bout: Bout | None, counted: Bout | None
) -> dict[str, Any]:
    """Return the JSON of a level or its second bot, with its games."""
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


_PLAIN = N_("A level’s second bot needs a style (2+parks) or thinking time (mcts:1s); {name} has neither.")
_NO_PAIR = N_("There’s no pair “{name}”. Available: {known}.")
_FORFEITED = N_("Can’t rate a bot that forfeits games. {forfeit}")
