"""`quartier play`: play against bots in the terminal, by notation."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import quartier
from quartier import Dice, QuartierError, State
from quartier.cli import shell_completion
from quartier.cli.arguments import seat_index
from quartier.cli.console import output, say
from quartier.cli.files import STANDARD_INPUT, write_text
from quartier.cli.help import PLAY, add_command
from quartier.cli.messages import names, standing
from quartier.cli.table import record_file
from quartier.cli.table.bot_game import seat_bots
from quartier.cli.table.session import Session
from quartier.cli.titles import BoardName, OptionWords, parse_options
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.lab.atomic_files import must_be_writable
from quartier.lab.bot_errors import Forfeited

DEFAULT_BOT = "greedy"


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app, "play", play, N_("Play against bots in the terminal."), PLAY, "quartier play city_blocks --bot 3"
    )


def play(
    title: Annotated[
        str,
        typer.Argument(
            metavar=N_("GAME"),
            help=N_("Game, as listed by `quartier games`."),
            autocompletion=shell_completion.title,
        ),
    ] = "",
    bot: Annotated[
        str,
        typer.Option(
            metavar=N_("BOT"),
            help=N_(
                "Opponents: a level (1 to 6), a bot’s name, learned@PATH or package.module:Bot. By default, greedy."
            ),
            autocompletion=shell_completion.bot,
            show_default=False,
        ),
    ] = "",
    seat: Annotated[int, typer.Option(metavar=N_("SEAT"), help=N_("Your seat, counted from 1."))] = 1,
    players: Annotated[
        int | None,
        typer.Option(
            help=N_("Number of players. By default, as few as the game allows, but two if you name a bot."),
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help=N_("Random seed. The same seed gives the same dice and cards."), show_default=False
        ),
    ] = None,
    record: Annotated[
        str, typer.Option(metavar=N_("FILE"), help=N_("Save the game record at the end."))
    ] = "",
    resume: Annotated[str, typer.Option(metavar=N_("FILE"), help=N_("Resume a saved game."))] = "",
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> None:
    """Play until the game is over or the player leaves."""
    if bool(title) == bool(resume):
        raise BadOption(_NOTHING_TO_PLAY if not title else _TITLE_AND_FILE)
    if record and record != STANDARD_INPUT:
        must_be_writable(Path(record))
    if resume:
        session = _resume_session(resume, bot or DEFAULT_BOT, seat, Dice(seed))
    else:
        game = quartier.load(title)
        count = _fewest(game, bot) if players is None else players
        state = game.new(count, seed, **parse_options(game, option, board))
        session = _new_session(state, seat, bot or DEFAULT_BOT, Dice(seed))
    session.load_bots()
    _print_players(session)
    try:
        session.play()
    except Forfeited as lost:
        output().print(str(lost), style="red", markup=False)
    output().print(standing(session.state), markup=False)
    if record:
        _write_record(session.state, record)


def _write_record(state: State, file: str) -> None:
    """Write the record; if that fails, save it with the unfinished games and raise QuartierError."""
    try:
        write_text(file, state.record())
    except QuartierError:
        spare = record_file.fresh_file(state.game.name, datetime.now())
        record_file.save(state, spare)
        output().print(Text(say(_SPARE, file=spare), "green"), soft_wrap=True)
        raise


def _fewest(game: quartier.Game, bot: str) -> int:
    """Return the fewest seats; with a bot named, at least two if the title allows it."""
    fewest, most = game.seats
    return min(most, max(fewest, 2)) if bot else fewest


def _new_session(state: State, seat: int, level: str, dice: Dice) -> Session:
    """Start a session; from here on the bots have their names, also in the record."""
    own = seat_index(seat, state.seats)
    rivals = {other: level for other in range(state.seats) if other != own}
    seat_bots(state, rivals)
    return Session(state, own, rivals, dice)


def _resume_session(file: str, bot: str, seat: int, dice: Dice) -> Session:
    """Resume a saved game; without named bots in it, all other seats get the given bot."""
    saved = record_file.load(file)
    if not saved.bots:
        session = _new_session(saved.state, seat, bot, dice)
    else:
        free = [other for other in range(saved.state.seats) if other not in saved.bots]
        if not free:
            raise QuartierError(N_("Bots have every seat in {file}, so there’s none for you."), file=file)
        session = Session(saved.state, free[0], saved.bots, dice)
    session.file = Path(file) if file != "-" else None
    session.printed = len(saved.state.past)
    return session


def _print_players(session: Session) -> None:
    """Print which player has which colour."""
    colours = session.state.seen_by(None).seat_names()
    for other in session.bots:
        line = say(N_("{name} plays {colour}."), name=names(session.state)[other], colour=colours[other])
        output().print(line, markup=False)


_NOTHING_TO_PLAY = N_("Name a game from `quartier games`, or resume one with --resume FILE.")
_SPARE = N_("The record is saved in {file} instead.")
_TITLE_AND_FILE = N_("Name a game or use --resume FILE, not both.")
