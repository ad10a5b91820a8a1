"""`quartier play`: a game against bots in the terminal, by notation."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import quartier
from quartier import Dice, QuartierError, State, bots
from quartier.bots import Bot
from quartier.bots.names import names as names_of_bots
from quartier.cli.files import write_text
from quartier.cli.speech import output, say
from quartier.cli.titles import BoardName, OptionWords, TitleName, chosen
from quartier.cli.words import names, standing
from quartier.core.text.languages import N_
from quartier.lab.forfeits import Forfeited, play_bot


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play", help=N_("Play against bots in the terminal."))(play)


def play(
    title: TitleName,
    bot: Annotated[
        str, typer.Option(help=N_("The other seats: a level, a bot's name, or package.module:Bot."))
    ] = "greedy",
    seat: Annotated[int, typer.Option(min=0, help=N_("Your seat."))] = 0,
    players: Annotated[
        int | None, typer.Option(help=N_("Number of seats; by default the fewest."), show_default=False)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help=N_("The same seed deals the same game."), show_default=False)
    ] = None,
    record: Annotated[
        str, typer.Option(metavar="FILE", help=N_("Write the record of the game at the end."))
    ] = "",
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> None:
    """Play until the game is over or the player leaves."""
    game = quartier.load(title)
    rival = bots.make(bot, game)
    state = game.new(players, seed, **chosen(game, option, board))
    state.actor_number(seat)
    _seat_bots(state, seat, bot)
    try:
        _play(state, seat, rival, bot, Dice(seed))
    except Forfeited as lost:
        output().print(str(lost), style="red", markup=False)
    output().print(standing(state), markup=False)
    if record:
        write_text(record, state.record())


def _seat_bots(state: State, seat: int, level: str) -> None:
    """Say who plays what; from here on they are called by their names, in the record too."""
    colours, rivals = names(state), {other: level for other in range(state.seats) if other != seat}
    for other, name in names_of_bots(state.game, rivals).items():
        output().print(say(N_("{name} plays {colour}."), name=name, colour=colours[other]), markup=False)
        state.headers[f"Seat{other}"] = name


def _play(state: State, seat: int, rival: Bot, name: str, dice: Dice) -> None:
    told = 0
    while not state.over:
        told = _tell(state, told, seat)
        acting = state.to_act()
        if seat not in acting:
            other = min(int(actor) for actor in acting)
            play_bot(state, other, rival, name, dice)
        elif not _ask(state, seat):
            return
    _tell(state, told, seat)


def _tell(state: State, told: int, seat: int) -> int:
    """Print the events since the last time; how many have been told now."""
    for index in range(told, len(state.past)):
        line = state.seen_by(seat).log_line(index, names(state))
        output().print(line.text, markup=False, style="dim")
    return len(state.past)


def _ask(state: State, seat: int) -> bool:
    """Let the player move; False if the player leaves."""
    console = output()
    console.print(f"\n{state.concealed(seat)}\n", markup=False)
    while True:
        console.print(f"{state.seen_by(seat).prompt()} {say(_HINT)}", markup=False)
        move = _read()
        if move in ("", "q", "quit"):
            return False
        if move == "?":
            console.print("  ".join(state.moves(seat)), markup=False)
            continue
        try:
            state.play(seat, move)
        except QuartierError as refusal:
            console.print(_refused(state, seat, move, refusal), style="red", markup=False)
        else:
            return True


def _read() -> str:
    """A line of standard input that is not blank; empty at its end."""
    for line in iter(sys.stdin.readline, ""):
        if line.strip():
            return str(line.strip())
    return ""


def _refused(state: State, seat: int, move: str, refusal: QuartierError) -> str:
    near = state.suggestion(seat, move)
    return f"{refusal} {say(_NEAR, near=near)}" if near else str(refusal)


_HINT = N_("(? lists all moves, q quits)")
_NEAR = N_("Did you mean {near}?")
