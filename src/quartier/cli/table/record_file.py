"""Games that wait in a file to be gone on with: the record, and by its headers who plays which seat."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

import quartier
from quartier.cli.files import read_text
from quartier.core.game.state import State
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_
from quartier.lab.atomic_files import swap, words_for

_BOT = "Bot"
"""The headers Bot0, Bot1, ...: by which bot a seat is played."""


class Kept(NamedTuple):
    """A game from a file, with the bots by seat."""

    state: State
    bots: dict[int, str]


def folder() -> Path:
    """Where games are kept that nobody has named a file for."""
    return user_data_path("quartier", appauthor=False) / "games"


def fresh_file(title: str, now: datetime) -> Path:
    """A file that does not exist yet."""
    name = f"{title}-{now:%Y-%m-%d-%H%M%S}"
    files = (folder() / f"{name}{suffix}.txt" for suffix in ("", *(f"-{number}" for number in range(2, 100))))
    return next(file for file in files if not file.exists())


def mark_bots(state: State, bots: dict[int, str]) -> None:
    """Write into the headers who plays what."""
    state.headers.update({f"{_BOT}{seat}": name for seat, name in bots.items()})


def save(state: State, file: Path) -> None:
    """Write the game to go on with, and whatever was in that file is gone only when all is written."""
    if file.parent == folder():
        with words_for(file):
            folder().mkdir(parents=True, exist_ok=True)
    swap(file, state.record())


def resumed(name: str) -> Kept:
    """A game that was saved. QuartierError if it is over, or all seats are played by bots."""
    state = quartier.replay(read_text(name))
    if state.over or "Termination" in state.headers:
        raise QuartierError(N_("The game in {file} is over; `quartier replay` shows it."), file=name)
    bots = {
        seat: state.headers[f"{_BOT}{seat}"]
        for seat in range(state.seats)
        if f"{_BOT}{seat}" in state.headers
    }
    return Kept(state, bots)
