"""`quartier bot`: a bot plays a seat at a table of a server until the game ends."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from quartier import bots
from quartier.adapters import remote
from quartier.bots.player import Bot
from quartier.bots.registry import Searcher, is_ours
from quartier.bots.settings import FILE_SIGN
from quartier.cli import shell_completion
from quartier.cli.console import notices, output, say
from quartier.cli.help import PLAY, add_command
from quartier.cli.progress import compile_search_visibly, compile_visibly
from quartier.core.text.languages import N_
from quartier.games.registry import load


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "bot",
        play,
        N_("Let a bot play a seat on a server."),
        PLAY,
        "quartier bot --url https://games.example.org/table/k7mwp3tq9x#join=7h2kd9 --bot 4",
    )


def play(
    url: Annotated[
        str,
        typer.Option(
            metavar="URL", help=N_("Invitation link from the table, or the link of a seat to resume.")
        ),
    ],
    bot: Annotated[
        str,
        typer.Option(
            metavar=N_("BOT"),
            help=N_(
                "The bot that plays: a level from 1 to 6, greedy, mcts:300, learned, learned@PATH, "
                "package.module:Bot or engine:./path."
            ),
            autocompletion=shell_completion.bot,
        ),
    ] = "4",
    name: Annotated[
        str,
        typer.Option(
            metavar=N_("NAME"), help=N_("Name at the table. By default, the token’s name or the bot’s.")
        ),
    ] = "",
    token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN", help=N_("API token of your bot."), envvar="QUARTIER_TOKEN", show_default=False
        ),
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(help=N_("Random seed. The same seed makes the same choices in the same positions.")),
    ] = None,
) -> int:
    """Join the table, play, and print the result; return the exit code."""
    seat = remote.RemoteSeat(remote.Link.read(url), token, _notify)
    # Before taking a seat: no one should wait for an invalid bot.
    player = _ready(bot, seat.position())
    again = seat.sit_down(name or ("" if token else _default_name(bot)))
    _notify(_seat_message(seat.position()))
    _notify(say(_GO_ON if token else _GO_ON_BY_LINK, url=again))
    last = remote.play(seat, player, seed)
    output().print(_ending(last), markup=False)
    return 0


def _notify(message: str) -> None:
    notices().print(message, markup=False, soft_wrap=True)


def _seat_message(position: dict[str, Any]) -> str:
    """Return a sentence about the seat, and whether other players are missing."""
    own = position["seats"][position["seat"]]
    message = say(_SEATED, name=own["name"], title=load(position["title"]).title(), seat=position["seat"] + 1)
    return f"{message} {say(_WAITING)}" if position["waiting"] else message


def _default_name(bot: str) -> str:
    """Return a name for a bot without one; it shows no path of this computer."""
    if FILE_SIGN in bot and is_ours(bot):
        bot = bot.partition(FILE_SIGN)[0]
    return (bot if ":" in bot or "." in bot else f"Bot {bot}")[-MAX_NAME_LENGTH:]


def _ready(bot: str, position: dict[str, Any]) -> Bot:
    """Return the bot, checked for the table's games. Raises BadOption."""
    game = load(position["title"])
    player = bots.make(bot, game, game.from_view(position["view"]))
    (compile_search_visibly if isinstance(player, Searcher) else compile_visibly)(game)
    return player


def _ending(last: dict[str, Any]) -> str:
    if last["cancelled"]:
        return say(_CANCELLED)
    seats = [f"{seat['name']} {seat['score']}" for seat in last["seats"]]
    won = [last["seats"][seat]["name"] for seat in last["winners"]]
    return say(_OVER, winners=", ".join(won) or "–", scores=", ".join(seats))


MAX_NAME_LENGTH = 24
"""Maximum length of a name at a table."""
_SEATED = N_("{name} has taken seat {seat} at a {title} table.")
_WAITING = N_("The game starts when all seats are taken.")
_GO_ON = N_("To resume after an interruption, run the same command again.")
_GO_ON_BY_LINK = N_("To resume after an interruption: --url {url}")
_CANCELLED = N_("The table was cancelled before the game began.")
_OVER = N_("Game over. Winner: {winners}. Score: {scores}.")
