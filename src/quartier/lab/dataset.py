"""Data set export: every decision of many games between bots, in Parquet shards.

A game depends only on the seed and its number, so it is the same in any process at any time. A file gets its
final name only when it is complete: a killed run loses unwritten games, and never writes a game twice.
"""

from __future__ import annotations

import json
import re
import shlex
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
from quartier.core.provenance import provenance
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.games.registry import load
from quartier.lab.atomic_files import write_atomically
from quartier.lab.bot_errors import play_bot
from quartier.lab.executors import worker_pool
from quartier.lab.option_args import option_args
from quartier.lab.plan import Plan

Row = dict[str, Any]
DATA_FOLDER, SPEC_FILE = "data", "dataset.json"
"""The file beside the Parquet shards with the configuration, by which a data set is resumed."""


@dataclass(frozen=True)
class DatasetSpec:
    """Configuration of a data set: its games, and how many of them are in a file."""

    title: str
    bots: tuple[str, ...]
    """By contestant; they change seats from game to game."""
    seed: int
    shard: int
    options: Mapping[str, Any]
    """Options of the title, and `board`."""
    folder: str

    @property
    def header(self) -> dict[str, Any]:
        """Return what must be the same to resume a data set: everything that a row depends on."""
        fields = asdict(self) | {"bots": list(self.bots), "options": dict(self.options)}
        del fields["folder"]
        return {**fields, "rules": load(self.title).version, "quartier": quartier.__version__}

    @property
    def game_options(self) -> dict[str, Any]:
        """Return the options of each game, plus those that end it in a title whose games need not end."""
        return {**load(self.title).ending, **self.options}

    def file(self, first: int, last: int) -> Path:
        """Return the path of the shard with the games first..last-1."""
        return Path(self.folder) / DATA_FOLDER / f"games-{first:07}-{last:07}.parquet"

    def shards(self, games: int) -> list[tuple[int, int]]:
        """Return (first, last) of the games of each shard; `last` is exclusive."""
        return [(first, min(first + self.shard, games)) for first in range(0, games, self.shard)]

    def missing(self, games: int) -> list[tuple[int, int]]:
        """Return the shards that aren't written yet."""
        return [shard for shard in self.shards(games) if not self.file(*shard).exists()]

    def command(self, games: int) -> str:
        """Return the command that writes it."""
        args = ["quartier", "dataset", self.title, "--games", str(games), "--bot", ",".join(self.bots)]
        args += ["--seed", str(self.seed), "--shard", str(self.shard)]
        return shlex.join([*args, *option_args(self.options)])

    def play(self, first: int, last: int) -> int:
        """Play the games first..last-1 and write their shard; return the number of decisions."""
        parquet, file = _parquet(), self.file(first, last)
        rows = [row for number in range(first, last) for row in self.rows(number)]
        unfinished = file.with_suffix(".part")
        parquet.write_table(_table(self, rows), unfinished, compression="zstd")
        unfinished.replace(file)
        return len(rows)

    def rows(self, number: int) -> Iterator[Row]:
        """Yield the decisions of a game, in order."""
        plan = Plan(len(self.bots), number + 1, self.seed)
        chance, choice = (int(stream) for stream in plan.streams(number, number + 1)[0])
        names = [self.bots[contestant] for contestant in plan.seating(number, number + 1)[0]]
        game = load(self.title)
        state = game.new(len(names), chance, **self.game_options)
        # New bots for each game: what one remembers of the previous game would depend on which process played
        # it.
        players, dice, decisions = [bots.make(name, game) for name in names], Dice(choice), []
        while not state.over:
            decisions.append(_decision(state, min(state.seats_to_act()), players, names, dice))
        return (row | _outcome(state, row["seat"]) | {"game": number} for row in decisions)


def _decision(state: State, seat: int, players: list[Bot], names: list[str], dice: Dice) -> Row:
    """Record what a seat knows and may do, play its bot's move, and return the row."""
    concealed = state.concealed(seat)
    legal = sorted(concealed.legal(seat))
    row = {
        "event": len(state.past),
        "seat": seat,
        "bot": names[seat],
        "observation": concealed.observation(seat).tolist(),
        "position": concealed.to_bytes(),
        "legal": legal,
    }
    play_bot(state, seat, players[seat], names[seat], dice)
    action = next(past.action for past in state.past[row["event"] :])
    policy = _policy(players[seat], legal, concealed)
    return {**row, "action": action, "move": state.write(action), "policy": policy}


def _policy(bot: Bot, legal: list[int], concealed: State) -> list[float] | None:
    """Return the share of visits of each legal action in the bot's search; None for a bot that does not search."""
    analysis = getattr(bot, "analysis", None)
    if analysis is None:
        return None
    visits = {concealed.read(candidate.move): candidate.visits for candidate in analysis.candidates}
    total = sum(visits.values())
    return [visits.get(action, 0) / total for action in legal] if total else None


def _outcome(state: State, seat: int) -> Row:
    """Return the final result for a seat."""
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
    spec: DatasetSpec, games: int, workers: int = 1, progress: Callable[[int, int], None] | None = None
) -> tuple[int, int]:
    """Play the missing games and write them; return how many games and decisions the folder has then.

    `progress(done, total)` counts games. QuartierError without pyarrow; BadOption if the folder has another data set.
    """
    game = load(spec.title)
    _parquet()
    start = game.new(len(spec.bots), chance="manual", **spec.game_options)
    for name in spec.bots:
        bots.make(name, game, start)
    _prepare(spec, games)
    game.compile()
    missing = spec.missing(games)
    done = games - sum(last - first for first, last in missing)
    if progress:
        progress(done, games)
    for (first, last), _ in _write_shards(spec, missing, workers):
        done += last - first
        if progress:
            progress(done, games)
    return games, _decisions(spec, games)


def _decisions(spec: DatasetSpec, games: int) -> int:
    """Count the decisions in the existing shards. Raises QuartierError for an invalid file."""
    files = [spec.file(*shard) for shard in spec.shards(games)]
    return sum(_rows_in(file) for file in files if file.exists())


def _rows_in(file: Path) -> int:
    try:
        return int(_parquet().read_metadata(file).num_rows)
    except (OSError, ValueError) as error:  # the errors of pyarrow
        raise QuartierError(_NOT_OURS, file=file) from error


def read_shard(file: Path) -> list[Row]:
    """Return the decisions of a shard. Raises QuartierError for an invalid file."""
    try:
        rows: list[Row] = _parquet().read_table(file).to_pylist()
    except (OSError, ValueError) as error:  # the errors of pyarrow
        raise QuartierError(_NOT_OURS, file=file) from error
    return rows


def _write_shards(
    spec: DatasetSpec, missing: list[tuple[int, int]], workers: int
) -> Iterator[tuple[tuple[int, int], int]]:
    if min(workers, len(missing)) < 2:
        yield from ((shard, spec.play(*shard)) for shard in missing)
        return
    with worker_pool(min(workers, len(missing)), _warm_up, spec.title) as pool:
        waiting = {pool.submit(spec.play, *shard): shard for shard in missing}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def _warm_up(title: str) -> None:
    load(title).compile()


def _prepare(spec: DatasetSpec, games: int) -> None:
    """Create the folder, or check that it has this data set; delete unfinished files."""
    folder, header = Path(spec.folder), spec.header
    there = folder / SPEC_FILE
    if there.exists():
        existing = _header(there)
        for name, expected in header.items():
            if existing.get(name) != expected:
                raise BadOption(_OTHER, place=folder, name=name, there=existing.get(name), wanted=expected)
    elif folder.is_dir() and any(folder.iterdir()):
        raise BadOption(_NOT_EMPTY, place=folder)
    (folder / DATA_FOLDER).mkdir(parents=True, exist_ok=True)
    earlier = existing.get("provenance", []) if there.exists() else []
    if spec.missing(games):
        origin = provenance(spec.seed, spec.command(games))
        write_atomically(there, json.dumps({**header, "provenance": [*earlier, origin]}, indent=1) + "\n")
    for file in (folder / DATA_FOLDER).glob("*.part"):
        file.unlink()
    expected_files = {spec.file(*shard) for shard in spec.shards(games)}
    there_are = {file: _last(file) for file in sorted((folder / DATA_FOLDER).glob("games-*.parquet"))}
    _decisions(spec, games)  # checks that the files can be resumed, before any is deleted
    for file, last in there_are.items():
        if last > games:
            raise BadOption(_MORE, place=folder, games=last)
        if file not in expected_files:
            file.unlink()


def _header(file: Path) -> dict[str, Any]:
    """Read the configuration of a data set. Raises QuartierError for any other file."""
    try:
        header = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise QuartierError(_NOT_OURS, file=file) from error
    if not isinstance(header, dict) or not header.keys() >= {"title", "bots", "seed", "shard"}:
        raise QuartierError(_NOT_OURS, file=file)
    return header


def _last(file: Path) -> int:
    """Return the exclusive last game of a shard from its file name. Raises QuartierError for another name."""
    match = _NAME.fullmatch(file.name)
    if match is None:
        raise QuartierError(_NOT_OURS, file=file)
    return int(match[1])


def _table(spec: DatasetSpec, rows: list[Row]) -> Any:
    pyarrow: Any = import_module("pyarrow")
    size, most = load(spec.title).observation.size, pyarrow.int32()
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
    "{file} isn’t part of a data set from `quartier dataset`. Move it away or choose another folder."
)
_NOT_EMPTY = N_("The folder {place} isn’t empty and has no data set to resume. Choose another one.")
_MORE = N_("The data set in {place} already has {games} games. Ask for at least as many.")
_OTHER = N_(
    "The data set in {place} was made with a different “{name}”: {there}, not {wanted}. Use the same "
    "value or another folder."
)
