"""Networks that a host adds with QUARTIER_NETWORKS: bots at tables that aren't public or rated.

What can't be used is left out, and named. A visitor names a bot of the list, never a file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import structlog

import quartier
from quartier.bots.network_files import read_networks
from quartier.bots.settings import FILE_SIGN
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

log = structlog.get_logger("quartier")
OWN_NETWORKS = "QUARTIER_NETWORKS"
"""Environment variable: the folder in which a host adds networks."""
SIMULATIONS = 1000
"""For each move: it takes about as long as the moves of the strongest level."""
MAX_NAME_LENGTH = 24
UNKNOWN = "greedy"
"""What plays for a network that is no longer there."""


@dataclass(frozen=True)
class BrokenNetwork:
    """A host's network that is skipped."""

    file: Path
    error: BadOption


def levels(title: str) -> list[str]:
    """Return the bots of a host's networks, as tables name them: "learned@mine:1000"."""
    return [level for level, file in _files(title).items() if _problem(title, file) is None]


def is_network(level: str) -> bool:
    """Return whether a bot is one of a host's networks."""
    return FILE_SIGN in level


def bot_of(title: str, level: str) -> str:
    """Return which bot plays a level: for a host's network with its path, any other unchanged."""
    if not is_network(level):
        return level
    file = _files(title).get(level)
    return UNKNOWN if file is None else f"learned{FILE_SIGN}{file}:{SIMULATIONS}"


def must_fit(level: str, start: State) -> None:
    """Raise BadOption if a bot is a network that wasn't trained for games that begin so."""
    if is_network(level):
        read_networks(str(_files(start.game.name)[level]), start.game).find(start)


def broken_networks() -> Iterator[BrokenNetwork]:
    """Yield the networks of all titles that are left out."""
    if os.environ.get(OWN_NETWORKS):  # otherwise no title must be loaded
        for title in quartier.titles():
            for file in _files(title).values():
                error = _problem(title, file)
                if error is not None:
                    yield BrokenNetwork(file, error)


def log_broken_networks(lang: str) -> None:
    """Log each network that is left out, with the reason."""
    for broken in broken_networks():
        log.warning("network_left_out", file=str(broken.file), reason=broken.error.text(lang))


def _files(title: str) -> dict[str, Path]:
    """Return the files by bot: `$QUARTIER_NETWORKS/<title>/*.npz`, or cards without one."""
    folder = os.environ.get(OWN_NETWORKS)
    return _files_in(Path(folder) / title) if folder else {}


@cache
def _files_in(folder: Path) -> dict[str, Path]:
    """Look once: the list of bots doesn't change while the server runs."""
    stems = {file.with_suffix("") for file in folder.glob("*") if file.suffix in (".npz", ".json")}
    return {
        f"learned{FILE_SIGN}{stem.name}:{SIMULATIONS}": stem.with_name(f"{stem.name}.npz")
        for stem in sorted(stems)
    }


@cache
def _problem(title: str, file: Path) -> BadOption | None:
    """Return why a network can't be used."""
    if not re.fullmatch(rf"[A-Za-z0-9_-]{{1,{MAX_NAME_LENGTH}}}", file.stem):
        return BadOption(_BAD_NAME, most=MAX_NAME_LENGTH)
    try:
        read_networks(str(file), quartier.load(title))
    except BadOption as error:
        return error
    return None


_BAD_NAME = N_("Its name may have only letters, digits, - and _, at most {most}.")
