"""Data sets: every decision of many games between bots, in Parquet files of so many games each.

A game follows from the seed and its number alone, so it is the same whoever plays it, and whenever. A file appears under its
name only when it is complete: whoever is killed loses what was not yet written, and never writes a game twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import quartier
from quartier import bots
from quartier.bots import Bot
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.games.registry import load
from quartier.lab.atomic_files import swap
from quartier.lab.bot_errors import play_bot
from quartier.lab.executors import crew
from quartier.lab.plan import Plan

Row = dict[str, Any]
DATA, ORDER = "data", "dataset.json"
"""The folder of the Parquet files, and what was ordered: by it a data set is gone on with."""


@dataclass(frozen=True)
class Order:
    """A data set: whose games, and how many of them lie in a file."""

    title: str
    bots: tuple[str, ...]
    """By contestant; they change seats from game to game."""
    seed: int
    shard: int
    options: Mapping[str, Any]
    """Those of the title, and `board`."""
    folder: str

    @property
    def header(self) -> dict[str, Any]:
        """What must be the same to go on with a data set; all that a row depends on."""
        told = asdict(self) | {"bots": list(self.bots), "options": dict(self.options)}
        del told["folder"]
        return {**told, "rules": load(self.title).version, "quartier": quartier.__version__}

    @property
    def played(self) -> dict[str, Any]:
        """The options with which each game is played: those that end it, too, in a title whose games need not end."""
        return {**load(self.title).ending, **self.options}

    def file(self, first: int, last: int) -> Path:
        """Where the games first..last-1 lie."""
        return Path(self.folder) / DATA / f"games-{first:07}-{last:07}.parquet"

    def shards(self, games: int) -> list[tuple[int, int]]:
        """First and last of the games of each file, the last one not included."""
        return [(first, min(first + self.shard, games)) for first in range(0, games, self.shard)]

    def play(self, first: int, last: int) -> int:
        """Play the games first..last-1 and write their file; how many decisions they had."""
        parquet, file = _parquet(), self.file(first, last)
        rows = [row for number in range(first, last) for row in self.rows(number)]
        unfinished = file.with_suffix(".part")
        parquet.write_table(_table(self, rows), unfinished, compression="zstd")
        unfinished.replace(file)
        return len(rows)

    def rows(self, number: int) -> Iterator[Row]:
        """The decisions of a game, in the order in which they were made."""
        plan = Plan(len(self.bots), number + 1, self.seed)
        chance, choice = (int(stream) for stream in plan.streams(number, number + 1)[0])
        names = [self.bots[each] for each in plan.seating(number, number + 1)[0]]
        game = load(self.title)
        state = game.new(len(names), chance, **self.played)
        # Bots of their own for each game: what one remembers of the game before would depend on who played that.
        minds, dice, found = [bots.make(name, game) for name in names], Dice(choice), []
        while not state.over:
            found.append(_decision(state, min(state.seats_to_act()), minds, names, dice))
        return (row | _ended(state, row["seat"]) | {"game": number} for row in found)


def _decision(state: State, seat: int, minds: list[Bot], names: list[str], dice: Dice) -> Row:
    """What a seat knew, what it could do, and what it did, which is played."""
    known = state.concealed(seat)
    legal = sorted(known.legal(seat))
    row = {
        "event": len(state.past),
        "seat": seat,
        "bot": names[seat],
        "observation": known.observation(seat).tolist(),
        "position": known.to_bytes(),
        "legal": legal,
    }
    play_bot(state, seat, minds[seat], names[seat], dice)
    action = next(past.action for past in state.past[row["event"] :])
    policy = _policy(minds[seat], legal, known)
    return {**row, "action": action, "move": state.write(action), "policy": policy}


def _policy(bot: Bot, legal: list[int], known: State) -> list[float] | None:
    """By legal action, how often a search has looked at it, as a share; None for a bot that does not search."""
    found = getattr(bot, "found", None)
    if found is None:
        return None
    visits = {known.read(candidate.move): candidate.visits for candidate in found.candidates}
    total = sum(visits.values())
    return [visits.get(action, 0) / total for action in legal] if total else None


def _ended(state: State, seat: int) -> Row:
    """How the game ended for a seat."""
    winners, scores = state.winners(), state.scores()
    return {
        "outcome": 1 / len(winners) if seat in winners else 0.0,
        "score": scores[seat],
        "scores": scores,
        "rules": state.rules,
        "quartier": quartier.__version__,
    }


# ----- files -----


def write(
    order: Order, games: int, workers: int = 1, progress: Callable[[int, int], None] | None = None
) -> tuple[int, int]:
    """Play what is missing and write it; games and decisions that the folder has then.

    `progress(done, total)` counts games. QuartierError without pyarrow; BadOption if the folder has another data set.
    """
    game = load(order.title)
    _parquet()
    for name in order.bots:
        bots.make(name, game)
    game.new(len(order.bots), chance="manual", **order.played)
    _prepare(order, games)
    game.compile()
    missing = [shard for shard in order.shards(games) if not order.file(*shard).exists()]
    done = games - sum(last - first for first, last in missing)
    if progress:
        progress(done, games)
    for (first, last), _ in _played(order, missing, workers):
        done += last - first
        if progress:
            progress(done, games)
    return games, _decisions(order, games)


def _decisions(order: Order, games: int) -> int:
    """In the files that are there. QuartierError names one that none of ours is."""
    files = [order.file(*shard) for shard in order.shards(games)]
    return sum(_rows_in(file) for file in files if file.exists())


def _rows_in(file: Path) -> int:
    try:
        return int(_parquet().read_metadata(file).num_rows)
    except (OSError, ValueError) as error:  # pyarrow's errors are these
        raise QuartierError(_NOT_OURS, file=file) from error


def _played(
    order: Order, missing: list[tuple[int, int]], workers: int
) -> Iterator[tuple[tuple[int, int], int]]:
    if min(workers, len(missing)) < 2:
        yield from ((shard, order.play(*shard)) for shard in missing)
        return
    with crew(min(workers, len(missing)), _warm_up, order.title) as hands:
        waiting = {hands.submit(order.play, *shard): shard for shard in missing}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def _warm_up(title: str) -> None:
    load(title).compile()


def _prepare(order: Order, games: int) -> None:
    """Make the folder, or see that it has this data set; what is only a part of a file to come gives way."""
    folder, header = Path(order.folder), order.header
    there = folder / ORDER
    if there.exists():
        known = _header(there)
        for name, wanted in header.items():
            if known.get(name) != wanted:
                raise BadOption(_OTHER, place=folder, name=name, there=known.get(name), wanted=wanted)
    elif folder.is_dir() and any(folder.iterdir()):
        raise BadOption(_NOT_EMPTY, place=folder)
    (folder / DATA).mkdir(parents=True, exist_ok=True)
    if not there.exists():
        swap(there, json.dumps(header, indent=1) + "\n")
    for file in (folder / DATA).glob("*.part"):
        file.unlink()
    wanted_files = {order.file(*shard) for shard in order.shards(games)}
    there_are = {file: _last(file) for file in sorted((folder / DATA).glob("games-*.parquet"))}
    _decisions(order, games)  # sees that the files there can be gone on with, before any is deleted
    for file, last in there_are.items():
        if last > games:
            raise BadOption(_MORE, place=folder, games=last)
        if file not in wanted_files:
            file.unlink()


def _header(file: Path) -> dict[str, Any]:
    """What was ordered, by the file of a data set. QuartierError if it is another file."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise QuartierError(_NOT_OURS, file=file) from error
    if not isinstance(told, dict) or not told.keys() >= {"title", "bots", "seed", "shard"}:
        raise QuartierError(_NOT_OURS, file=file)
    return told


def _last(file: Path) -> int:
    """The number behind the last game of a file, by its name. QuartierError if it has another name."""
    found = _NAME.fullmatch(file.name)
    if found is None:
        raise QuartierError(_NOT_OURS, file=file)
    return int(found[1])


def _table(order: Order, rows: list[Row]) -> Any:
    pyarrow: Any = import_module("pyarrow")
    size, most = load(order.title).observation.size, pyarrow.int32()
    columns = {
        "game": pyarrow.int64(),
        "event": most,
        "seat": pyarrow.int8(),
        "bot": pyarrow.string(),
        "observation": pyarrow.list_(pyarrow.int16(), size),
        "position": pyarrow.binary(),
        "legal": pyarrow.list_(most),
        "policy": pyarrow.list_(pyarrow.float32()),
        "action": most,
        "move": pyarrow.string(),
        "outcome": pyarrow.float32(),
        "score": most,
        "scores": pyarrow.list_(most),
        "rules": pyarrow.int16(),
        "quartier": pyarrow.string(),
    }
    return pyarrow.Table.from_pylist(rows, schema=pyarrow.schema(columns))


def _parquet() -> Any:
    try:
        return import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise QuartierError(_NO_ARROW) from error


_NO_ARROW = N_('Data sets need the package pyarrow. Install it with: pip install "quartier[data]"')
_NAME = re.compile(r"games-[0-9]+-([0-9]+)\.parquet")
_NOT_OURS = N_(
    "{file} is no file of a data set that `quartier dataset` has written. Move it away, or choose another folder."
)
_NOT_EMPTY = N_("The folder {place} is not empty, and holds no data set to go on with. Choose another one.")
_MORE = N_("The data set in {place} has {games} games already. Ask for at least as many.")
_OTHER = N_(
    "The data set in {place} has another “{name}”: {there}, not {wanted}. Go on with the same, or choose another folder."
)
