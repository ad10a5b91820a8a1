"""`quartier verify`: whether the chance of a game is that of its day."""

from __future__ import annotations

from typing import Annotated

import typer

import quartier
from quartier.cli.files import read_text
from quartier.cli.speech import say, write
from quartier.core.play.deals import first_departure
from quartier.core.text.languages import N_


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify", help=N_("Check that the deal of a day was dealt as its key says."))(verified)


def verified(
    file: Annotated[str, typer.Argument(metavar="FILE", help=N_("A record; - reads standard input."))],
    key: Annotated[str, typer.Option(metavar="KEY", help=N_("The key of the day, as the archive shows it."))],
) -> int:
    """Every chance event is drawn again."""
    wrong = first_departure(quartier.replay(read_text(file)), key.strip().lower())
    write(say(_RIGHT if wrong is None else _WRONG, number=(wrong or 0) + 1) + "\n")
    return 0 if wrong is None else 1


_RIGHT = N_("All chance of this game is what the key of the day says.")
_WRONG = N_("Event {number} is not what the key of the day says.")
