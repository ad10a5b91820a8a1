"""`quartier rules`: print a rulebook in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

import quartier
from quartier.cli import shell_completion
from quartier.cli.console import output
from quartier.cli.help import PLAY, add_command
from quartier.cli.rulebooks import readable, rule_id
from quartier.cli.titles import TitleName
from quartier.core.text.languages import N_


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "rules",
        rules,
        N_("Print a game’s rulebook, or a single rule."),
        PLAY,
        "quartier rules city_blocks --rule CB-9",
    )


def rules(
    title: TitleName,
    rule: Annotated[
        str,
        typer.Option(
            metavar=N_("ID"),
            help=N_("Print only this rule, such as CB-9."),
            autocompletion=shell_completion.rule,
        ),
    ] = "",
) -> None:
    """Print the rulebook, or one rule of it."""
    game = quartier.load(title)
    text = game.rule(rule_id(game, rule)) if rule else game.rulebook()
    output().print(readable(text), soft_wrap=False)
