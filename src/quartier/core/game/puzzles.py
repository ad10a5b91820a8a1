"""A title's daily puzzles: positions of recorded games with one clearly best move, which a greedy player misses.

They are data of the title: `data/puzzles.jsonl`, one puzzle a line, found by `quartier puzzles`. A date has the same one
everywhere and every year. A title without the file has no puzzles.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

FILE = "puzzles.jsonl"
YEAR = 366
"""As many puzzles as there are dates, the leap day among them."""
_LEAP_YEAR = 2000


@dataclass(frozen=True)
class Worth:
    """What a move promises whoever solves the puzzle."""

    move: str
    share: int
    """The expected share of the win, in per cent."""


@dataclass(frozen=True)
class Puzzle:
    """One position and its solution."""

    game: int
    """The number of the game in which it was found."""
    record: str
    """The game up to the position, with what stays hidden there: it is for replay alone, never for a page."""
    seat: int
    """Who solves it."""
    best: tuple[str, ...]
    """The moves that solve it, which are all worth the same; one is enough."""
    greedy: str
    """What a greedy player does."""
    gain: int
    """By how many tenths of a point the first solution leads further than the greedy move, in games played to the end; 0 in
    titles without a network, or whose games may go on for ever: of these none are.
    """
    moves: tuple[Worth, ...]
    """The moves that were compared, best first: those that solve it, the greedy one, some others."""
    why: tuple[tuple[str, int], ...]
    """What speaks for the first solution against the greedy move, as in `quartier.bots.explanations`."""

    @classmethod
    def read(cls, line: str) -> Puzzle:
        """From a line of the file."""
        entry: dict[str, Any] = json.loads(line)
        return cls(
            game=entry["game"],
            record=entry["record"],
            seat=entry["seat"],
            best=tuple(entry["best"]),
            greedy=entry["greedy"],
            gain=entry["gain"],
            moves=tuple(Worth(*move) for move in entry["moves"]),
            why=tuple((group, part) for group, part in entry["why"]),
        )

    def write(self) -> str:
        """As a line of the file."""
        entry = {**asdict(self), "moves": [[move.move, move.share] for move in self.moves]}
        return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"

    def position(self, game: Game) -> State:
        """The position, with its past. Raises BadRecord."""
        return game.replay(self.record)


def read(text: str) -> tuple[Puzzle, ...]:
    """All puzzles of a file. QuartierError names the first line that is none."""
    return tuple(_on_line(number, line) for number, line in enumerate(text.splitlines(), 1))


def _on_line(number: int, line: str) -> Puzzle:
    try:
        return Puzzle.read(line)
    except (ValueError, TypeError, KeyError) as error:
        raise QuartierError(_NO_PUZZLE, line=number) from error


def has_puzzles(game: Game) -> bool:
    """Whether a title has puzzles, without reading them."""
    return (game.spec.data / FILE).is_file()


@lru_cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """All puzzles of a title; none if it has no file of them."""
    if not has_puzzles(game):
        return ()
    return read((game.spec.data / FILE).read_text("utf-8"))


def number_on(day: date, count: int) -> int:
    """Which of so many puzzles a date has, counted from 0: each date another one, if there are enough."""
    return (day.replace(year=_LEAP_YEAR).timetuple().tm_yday - 1) % count


_NO_PUZZLE = N_("Line {line} isn’t a puzzle. Use a file written by `quartier puzzles`.")
