"""Saved games: records with headers for the bot of each seat."""

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
from quartier.lab.atomic_files import wrap_os_errors, write_atomically

_BOT = "Bot"
"""The headers Bot0, Bot1, ...: the bot of each seat."""


class SavedGame(NamedTuple):
    """A loaded game, with the bots by seat."""

    state: State
    bots: dict[int, str]


def folder() -> Path:
    """Return the default folder of saved games."""
    return user_data_path("quartier", appauthor=False) / "games"


def fresh_file(title: str, now: datetime) -> Path:
    """Return the path of a new file."""
    name = f"{title}-{now:%Y-%m-%d-%H%M%S}"
    files = (folder() / f"{name}{suffix}.txt" for suffix in ("", *(f"-{number}" for number in range(2, 100))))
    return next(file for file in files if not file.exists())


def mark_bots(state: State, bots: dict[int, str]) -> None:
    """Write the bots by seat into the headers."""
    state.headers.update({f"{_BOT}{seat}": name for seat, name in bots.items()})


def save(state: State, file: Path) -> None:
    """Save the game atomically."""
    if file.parent == folder():
        with wrap_os_errors(file):
            folder().mkdir(parents=True, exist_ok=True)
    write_atomically(file, state.record())


def load(name: str) -> SavedGame:
    """Load a saved game. Raises QuartierError if it is over."""
    state = quartier.replay(read_text(name))
    if state.over or "Termination" in state.headers:
        raise QuartierError(N_("The game in {file} is over. View it with `quartier replay`."), file=name)
    bots = {
        seat: state.headers[f"{_BOT}{seat}"]
        for seat in range(state.seats)
        if f"{_BOT}{seat}" in state.headers
    }
    return SavedGame(state, bots)
