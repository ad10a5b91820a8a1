"""`quartier games`: list the titles."""

from __future__ import annotations

import json
from typing import Any

import typer
from rich import box
from rich.table import Table

import quartier
from quartier.cli.arguments import AsJson
from quartier.cli.console import output, say, write
from quartier.cli.help import PLAY, add_command
from quartier.core.game.game import Game
from quartier.core.text.languages import N_


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app, "games", games, N_("List all games with player counts and options."), PLAY, "quartier games"
    )


def games(
    as_json: AsJson = False,
) -> None:
    """Print all titles."""
    loaded = [quartier.load(name) for name in quartier.titles()]
    if as_json:
        write(json.dumps([title_as_dict(game) for game in loaded], indent=2, ensure_ascii=False) + "\n")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for heading in (N_("Name"), N_("Game"), N_("Players"), N_("Options")):
        table.add_column(say(heading))
    for game in loaded:
        table.add_row(game.name, game.title(), players(game), "\n".join(_option_lines(game)) or "–")
    output().print(table)


def title_as_dict(game: Game) -> dict[str, Any]:
    """Describe a title for JSON."""
    options = {
        name: {"values": list(option.values), "default": option.default, "help": option.help}
        for name, option in game.options.items()
    }
    return {"name": game.name, "title": game.title(), "seats": list(game.seats), "options": options}


def players(game: Game) -> str:
    """Return "2" or "2–4"."""
    fewest, most = game.seats
    return str(fewest) if fewest == most else f"{fewest}–{most}"


def _option_lines(game: Game) -> list[str]:
    return [f"{name}={'|'.join(option.texts())}" for name, option in game.options.items()]
