"""A title's daily puzzles: positions of recorded games with one clearly best move, which a greedy player misses.

They are data of the title: `data/puzzles.jsonl`, one puzzle per line, found by `quartier puzzles`. A date has
the same puzzle everywhere and every year. A title without the file has no puzzles.
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
"""The number of dates in a year, including the leap day."""
_LEAP_YEAR = 2000


@dataclass(frozen=True)
class Worth:
    """The evaluation of a move for the solver."""

    move: str
    share: int
    """The expected share of the win, in percent."""


@dataclass(frozen=True)
class Puzzle:
    """One position and its solution."""

    game: int
    """The number of the game in which it was found."""
    record: str
    """The game up to the position, including hidden information: it is for replay alone, never for a page."""
    seat: int
    """The seat that solves it."""
    best: tuple[str, ...]
    """The moves that solve it, all of equal value; one is enough."""
    greedy: str
    """The greedy move."""
    gain: int
    """By how many tenths of a point the first solution beats the greedy move, in games played to the end.

    0 in titles without a network, or whose games may continue forever: none are played to the end.
    """
    moves: tuple[Worth, ...]
    """The moves that were compared, best first: the solutions, the greedy move, some others."""
    why: tuple[tuple[str, int], ...]
    """The arguments for the first solution against the greedy move, as in `quartier.bots.explanations`."""

    @classmethod
    def read(cls, line: str) -> Puzzle:
        """Parse a line of the file."""
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
        """Return the puzzle as a line of the file."""
        entry = {**asdict(self), "moves": [[move.move, move.share] for move in self.moves]}
        return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"

    def position(self, game: Game) -> State:
        """Return the position, with its history. Raises BadRecord."""
        return game.replay(self.record)


def read(text: str) -> tuple[Puzzle, ...]:
    """Return all puzzles of a file. QuartierError names the first invalid line."""
    return tuple(_on_line(number, line) for number, line in enumerate(text.splitlines(), 1))


def _on_line(number: int, line: str) -> Puzzle:
    try:
        return Puzzle.read(line)
    except (ValueError, TypeError, KeyError) as error:
        raise QuartierError(_NO_PUZZLE, line=number) from error


def has_puzzles(game: Game) -> bool:
    """Return whether a title has puzzles, without reading them."""
    return (game.spec.data / FILE).is_file()


@lru_cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return all puzzles of a title; none if it has no file of them."""
    if not has_puzzles(game):
        return ()
    return read((game.spec.data / FILE).read_text("utf-8"))


def number_on(day: date, count: int) -> int:
    """Return the index of a date's puzzle among `count`: a different one for each date, if there are enough."""
    return (day.replace(year=_LEAP_YEAR).timetuple().tm_yday - 1) % count


_NO_PUZZLE = N_("Line {line} isn’t a puzzle. Use a file written by `quartier puzzles`.")
