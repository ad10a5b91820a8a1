"""`quartier replay`: check a record and show the table at any event."""

from __future__ import annotations

from typing import Annotated

import typer

import quartier
from quartier.cli import counts
from quartier.cli.arguments import seat_index
from quartier.cli.console import output, say
from quartier.cli.files import read_text, write_text
from quartier.cli.help import PLAY, add_command
from quartier.cli.messages import event_line, standing
from quartier.core.game.state import State
from quartier.core.text.languages import N_


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "replay",
        replay,
        N_("Check a game record and show the table after any event."),
        PLAY,
        "quartier replay game.txt --at 20 --log",
    )


def replay(
    file: Annotated[
        str, typer.Argument(metavar=N_("FILE"), help=N_("Game record to read. Use - for standard input."))
    ],
    at: Annotated[
        int | None,
        typer.Option(
            metavar=N_("N"),
            help=N_("Show the table after N events. By default, after the last one."),
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            metavar=N_("SEAT"),
            help=N_("Show only what this seat knows, such as 1 for the first. Everything by default."),
            show_default=False,
        ),
    ] = None,
    log: Annotated[bool, typer.Option("--log", help=N_("List every event in words."))] = False,
    svg: Annotated[
        str,
        typer.Option(metavar=N_("FILE"), help=N_("Save a drawing of the table. Use - for standard output.")),
    ] = "",
) -> None:
    """Print the table, or write its drawing."""
    game_over = quartier.replay(read_text(file))
    state = game_over if at is None else game_over.at(at)
    viewer = None if seat is None else seat_index(seat, state.seats)
    if svg:
        write_text(svg, state.svg(viewer))
    if svg != "-":
        _print(game_over, state, viewer, log)


def _print(whole: State, state: State, seat: int | None, log: bool) -> None:
    console = output()
    console.print(_headline(whole, state), markup=False)
    if log:
        for index in range(len(state.past)):
            console.print(f"{index + 1:4} {event_line(state, index, seat)}", markup=False)
    console.print(str(state if seat is None else state.concealed(seat)), markup=False)
    console.print(standing(state), markup=False)


def _headline(whole: State, state: State) -> str:
    return say(
        N_("{game}, {players}: event {index} of {count}. The record is correct."),
        game=whole.game.title(),
        players=counts.players(whole.seats),
        index=len(state.past),
        count=len(whole.past),
    )
