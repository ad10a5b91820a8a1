"""`quartier bot`: lets a bot play a seat at a table of a server until the game ends."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from quartier import bots
from quartier.adapters import remote
from quartier.bots.player import Bot
from quartier.bots.registry import Searcher
from quartier.cli import shell_completion
from quartier.cli.console import notices, output, say
from quartier.cli.progress import compile_search_visibly, compile_visibly
from quartier.core.text.languages import N_
from quartier.games.registry import load


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bot", help=N_("Let a bot play a seat at a table of a server."))(play)


def play(
    url: Annotated[
        str,
        typer.Option(
            help=N_("The invitation, as the table shows it; or the link of a seat, to go on with it.")
        ),
    ],
    bot: Annotated[
        str,
        typer.Option(
            help=N_("Who plays: 1 to 6, greedy, mcts:300, learned, package.module:Bot, engine:./path."),
            autocompletion=shell_completion.bot,
        ),
    ] = "4",
    name: Annotated[
        str,
        typer.Option(
            help=N_("What it is called at the table; by default as its token says, or by its kind.")
        ),
    ] = "",
    token: Annotated[
        str,
        typer.Option(
            help=N_("The token of a program of yours."), envvar="QUARTIER_TOKEN", show_default=False
        ),
    ] = "",
    seed: Annotated[
        int | None, typer.Option(help=N_("The same seed makes the same choices in the same positions."))
    ] = None,
) -> int:
    """Sit down, play, and say how it ended."""
    seat = remote.RemoteSeat(remote.Link.read(url), token, _tell)
    player = _ready(
        bot, load(seat.position()["title"])
    )  # before a seat is taken: nobody waits for a bot that is none
    again = seat.sit_down(name or ("" if token else _called(bot)))
    _tell(_seated(seat.position()))
    _tell(say(_GO_ON if token else _GO_ON_BY_LINK, url=again))
    last = remote.play(seat, player, seed)
    output().print(_ending(last), markup=False)
    return 0


def _tell(said: str) -> None:
    notices().print(said, markup=False, soft_wrap=True)


def _seated(told: dict[str, Any]) -> str:
    """Who plays what now, and whether others are waited for."""
    own = told["seats"][told["seat"]]
    said = say(_SEATED, name=own["name"], title=load(told["title"]).title(), seat=told["seat"] + 1)
    return f"{said} {say(_WAITING)}" if told["waiting"] else said


def _called(bot: str) -> str:
    """A name for a bot without one."""
    return (bot if ":" in bot or "." in bot else f"Bot {bot}")[-LONGEST:]


def _ready(bot: str, game: Any) -> Bot:
    made = bots.make(bot, game)
    (compile_search_visibly if isinstance(made, Searcher) else compile_visibly)(game)
    return made


def _ending(last: dict[str, Any]) -> str:
    if last["cancelled"]:
        return say(_CANCELLED)
    seats = [f"{each['name']} {each['score']}" for each in last["seats"]]
    won = [last["seats"][seat]["name"] for seat in last["winners"]]
    return say(_OVER, winners=", ".join(won) or "–", scores=", ".join(seats))


LONGEST = 24
"""Characters of a name at a table."""
_SEATED = N_("“{name}” sits at {title}, seat {seat}.")
_WAITING = N_("The game begins when all seats are taken.")
_GO_ON = N_("After a break the same command goes on.")
_GO_ON_BY_LINK = N_("To go on after a break: --url {url}")
_CANCELLED = N_("The table was cancelled: there is no game.")
_OVER = N_("The game is over. Won: {winners}. Points: {scores}.")
