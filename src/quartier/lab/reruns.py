"""Repeat an experiment from its result: a JSON result, a model card, or the description of a data set."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from quartier.bots.weights import Weights
from quartier.core.provenance import provenance
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_
from quartier.lab.dataset import DATA_FOLDER, read_shard

WITH_JSON = ("arena", "balance", "exact", "review", "simulate")
TRAIN, DATASET = "train", "dataset"
_OUTPUTS = ("--html", "--plot", "--records")
"""Options that would write files again."""
_SPREAD = ("--ray", "--workers")
"""Options on which no result depends."""
_UNSTEADY = {"games_per_second", "moves_per_second", "provenance", "seconds", "workers"}
"""Fields that differ each time."""
_VERSIONS = ("quartier", "commit", "python", "numpy", "numba", "processor")


class Difference(NamedTuple):
    """A value that isn't the same."""

    name: str
    """Where it is, such as "standings[0].wins"."""
    before: Any
    after: Any


@dataclass(frozen=True)
class Experiment:
    """An earlier experiment."""

    file: Path
    result: dict[str, Any]
    """The content of the file."""

    @classmethod
    def read(cls, file: Path, text: str) -> Experiment:
        """Read an experiment from the text of its file.

        Raises:
            QuartierError: The file has no provenance, or says that the experiment can't be repeated, and why.
        """
        try:
            result = json.loads(text)
        except ValueError as error:
            raise QuartierError(_NO_RESULT, file=file) from error
        if not isinstance(result, dict) or not isinstance(cls(file, result)._provenance.get("command"), str):
            raise QuartierError(_NO_RESULT, file=file)
        experiment = cls(file, result)
        if experiment.name not in (*WITH_JSON, TRAIN, DATASET):
            raise QuartierError(_OTHER_COMMAND, command=experiment.name)
        if timed := experiment._provenance.get("timed"):
            raise QuartierError(_TIMED, bots=", ".join(timed))
        if result.get("games", 0) < result.get("planned", 0):
            raise QuartierError(_STOPPED, file=file)
        return experiment

    @property
    def _provenance(self) -> dict[str, Any]:
        """The provenance; of a data set that was resumed the last one, whose command made it complete."""
        origin = self.result.get("provenance")
        if isinstance(origin, list) and origin:
            origin = origin[-1]
        return origin if isinstance(origin, dict) else {}

    @property
    def tokens(self) -> list[str]:
        """The tokens of its command, after "quartier"."""
        return shlex.split(self._provenance["command"])[1:]

    @property
    def name(self) -> str:
        """The name of its command."""
        return next(iter(self.tokens), "")

    def arguments(self, folder: Path) -> list[str]:
        """Return the arguments that repeat it; what it writes goes to this folder."""
        tokens = _without(self.tokens, (*_OUTPUTS, *_SPREAD))
        if self.name == TRAIN:
            return [*tokens, "--folder", str(folder), "--output", str(folder / "passed"), "--trials", "1"]
        return [*tokens, "--out", str(folder)] if self.name == DATASET else tokens

    def changed_versions(self) -> list[Difference]:
        """Return the versions that were others then."""
        now = provenance(command="-")
        before = self._provenance
        return [
            Difference(name, before.get(name), now[name])
            for name in _VERSIONS
            if before.get(name) != now[name]
        ]

    def compare(self, output: str, folder: Path) -> tuple[int, list[Difference]]:
        """Return how many values there are, and those that the repetition hasn't reproduced."""
        before, after = self._values(output, folder)
        differences = [
            Difference(name, before.get(name), after.get(name))
            for name in {**before, **after}
            if before.get(name) != after.get(name)
        ]
        return len(before), differences

    def _values(self, output: str, folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
        if self.name == TRAIN:
            return _weights(self.file), _weights(next(iter(sorted(folder.glob("*.json")))))
        if self.name == DATASET:
            return dict(_decisions(self.file.parent)), dict(_decisions(folder))
        return dict(_leaves(self.result)), dict(_leaves(json.loads(output)))


def _without(tokens: list[str], options: tuple[str, ...]) -> list[str]:
    """Return a command without some options and their values."""
    result, waiting = [], iter(tokens)
    for token in waiting:
        if token in options:
            next(waiting, None)
        elif token.partition("=")[0] not in options:
            result.append(token)
    return result


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield all values of a JSON result by name, but for those that differ each time."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in _UNSTEADY:
                yield from _leaves(inner, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        yield f"{name}[]", len(value)
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{name}[{index}]")
    else:
        yield name, value


def _weights(card: Path) -> dict[str, Any]:
    """Return the rows of a network by name, as bytes."""
    weights = Weights.read(card)
    rows = {f"rows[{index}]": row.tobytes() for index, row in enumerate(weights.rows)}
    return {**rows, "head": weights.head.tobytes()}


def _decisions(folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield the rows of a data set by game and event."""
    for file in sorted((folder / DATA_FOLDER).glob("games-*.parquet")):
        for row in read_shard(file):
            yield f"game {row['game']}, event {row['event']}", row


_NO_RESULT = N_(
    "{file} isn’t a result with provenance. Such results come from --json, `quartier train` and `quartier dataset`."
)
_OTHER_COMMAND = N_(
    "`quartier {command}` can’t be repeated to the bit: its result depends on time, or it changes files."
)
_TIMED = N_("Games of bots that think by the clock can’t be repeated to the bit: {bots}.")
_STOPPED = N_("{file} was stopped early, so it can’t be repeated.")
