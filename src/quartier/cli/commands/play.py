"""`quartier play`: a game against bots in the terminal, by notation."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import quartier
from quartier import Dice, QuartierError, State, bots
from quartier.bots.names import names as names_of_bots
from quartier.bots.registry import Searcher
from quartier.cli import shell_completion
from quartier.cli.console import output, say
from quartier.cli.files import STANDARD_INPUT, write_text
from quartier.cli.messages import names, standing
from quartier.cli.progress import compile_search_visibly
from quartier.cli.table import record_file
from quartier.cli.table.session import Session
from quartier.cli.titles import BoardName, OptionWords, chosen
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.lab.atomic_files import must_be_writable
from quartier.lab.bot_errors import Forfeited

USUAL = "greedy"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play", help=N_("Play against bots in the terminal."))(play)


def play(
    title: Annotated[
        str,
        typer.Argument(
            metavar="TITLE",
            help=N_("A title, as listed by `quartier games`."),
            autocompletion=shell_completion.title,
        ),
    ] = "",
    bot: Annotated[
        str,
        typer.Option(
            help=N_("The other seats: a level, a bot's name, or package.module:Bot."),
            autocompletion=shell_completion.bot,
            show_default=USUAL,
        ),
    ] = "",
    seat: Annotated[int, typer.Option(min=0, help=N_("Your seat."))] = 0,
    players: Annotated[
        int | None,
        typer.Option(
            help=N_("Number of seats; by default the fewest, and two where a bot is named."),
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help=N_("The same seed deals the same game."), show_default=False)
    ] = None,
    record: Annotated[
        str, typer.Option(metavar="FILE", help=N_("Write the record of the game at the end."))
    ] = "",
    resume: Annotated[
        str, typer.Option(metavar="FILE", help=N_("Go on with a game that was saved, instead of a new one."))
    ] = "",
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> None:
    """Play until the game is over or the player leaves."""
    if bool(title) == bool(resume):
        raise BadOption(_NOTHING_TO_PLAY if not title else _TITLE_AND_FILE)
    if record and record != STANDARD_INPUT:
        must_be_writable(Path(record))
    if resume:
        session = _resumed(resume, bot or USUAL, seat, Dice(seed))
    else:
        game = quartier.load(title)
        bots.make(bot or USUAL, game)
        count = _fewest(game, bot) if players is None else players
        state = game.new(count, seed, **chosen(game, option, board))
        session = _seated(state, seat, bot or USUAL, Dice(seed))
    _compile(session)
    _tell_who_plays(session)
    try:
        session.play()
    except Forfeited as lost:
        output().print(str(lost), style="red", markup=False)
    output().print(standing(session.state), markup=False)
    if record:
        _write_record(session.state, record)


def _write_record(state: State, file: str) -> None:
    """QuartierError if the file cannot be written any more; then the game is where games are kept that were left."""
    try:
        write_text(file, state.record())
    except QuartierError:
        spare = record_file.fresh_file(state.game.name, datetime.now())
        record_file.save(state, spare)
        output().print(Text(say(_SPARE, file=spare), "green"), soft_wrap=True)
        raise


def _fewest(game: quartier.Game, bot: str) -> int:
    """As many seats as a game needs; also one for a bot that was named, where BlockCity could be played alone."""
    fewest, most = game.seats
    return min(most, max(fewest, 2)) if bot else fewest


def _seated(state: State, seat: int, level: str, dice: Dice) -> Session:
    """A new game; the bots are called by their names from here on, in the record too."""
    state.actor_number(seat)
    rivals = {other: level for other in range(state.seats) if other != seat}
    for other, name in names_of_bots(state.game, rivals).items():
        state.headers[f"Seat{other}"] = name
    record_file.mark_bots(state, rivals)
    return Session(state, seat, rivals, dice)


def _resumed(file: str, bot: str, seat: int, dice: Dice) -> Session:
    """A saved game; in a record that does not name its bots, all seats but the given one are for the given bot."""
    kept = record_file.resumed(file)
    if not kept.bots:
        session = _seated(kept.state, seat, bot, dice)
    else:
        free = [other for other in range(kept.state.seats) if other not in kept.bots]
        if not free:
            raise QuartierError(N_("In the game in {file} every seat is a bot's."), file=file)
        session = Session(kept.state, free[0], kept.bots, dice)
    session.file = Path(file) if file != "-" else None
    session.told = len(kept.state.past)
    return session


def _compile(session: Session) -> None:
    """A search needs compiled rules; other bots have moved before those are compiled."""
    made = [bots.make(name, session.state.game) for name in set(session.bots.values())]
    if any(isinstance(bot, Searcher) for bot in made):
        compile_search_visibly(session.state.game)


def _tell_who_plays(session: Session) -> None:
    """Say who plays what."""
    colours = session.state.seen_by(None).seat_names()
    for other in session.bots:
        said = say(N_("{name} plays {colour}."), name=names(session.state)[other], colour=colours[other])
        output().print(said, markup=False)


_NOTHING_TO_PLAY = N_(
    "Say which title to play, one of those that `quartier games` lists, or --resume FILE to go on with a game."
)
_SPARE = N_("The record lies in {file} instead.")
_TITLE_AND_FILE = N_("Either a new game of a title or --resume FILE, not both.")
