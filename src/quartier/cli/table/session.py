"""A person at a terminal plays a seat against bots: what can be typed, and what is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rich.padding import Padding
from rich.text import Text

from quartier import Dice, QuartierError, State, bots
from quartier.bots import Bot
from quartier.cli.console import output, say
from quartier.cli.messages import counted, names, standing
from quartier.cli.rulebooks import readable, rule_id
from quartier.cli.table import (
    keyboard,
    listing,
    record_file,
    rendering,
)
from quartier.cli.table.command_names import COMMANDS
from quartier.core.engine.contract import CHANCE
from quartier.core.text.errors import IllegalMove, nearest
from quartier.core.text.languages import N_
from quartier.lab.bot_errors import play_bot

ADVISER = "learned"
"""The bot whose move a hint is: the title's network, one move ahead, which needs no time."""


@dataclass
class Session:
    """A game with the seat of the person, and who plays the others."""

    state: State
    seat: int
    bots: dict[int, str]
    dice: Dice
    file: Path | None = None
    """Where the game is saved, if somebody has said it."""
    told: int = 0
    """So many of its events are told and saved already."""

    def __post_init__(self) -> None:
        self._saved = self.told
        self._minds: dict[str, Bot] = {}
        self._left = False
        self._named = ""
        """The rule by which a move was refused last."""

    # ----- the game -----

    def play(self) -> None:
        """Until the game is over or the person leaves; a game left with moves that nobody has saved is saved."""
        with keyboard.completing(self._completions):
            try:
                while not self.state.over and not self._left:
                    self._go_on()
            except KeyboardInterrupt:
                output().print()
                self._keep()
                raise
        self._tell()
        if self._left:
            self._keep()
        elif self.state.over:
            output().print()
            self._board()
            output().print()
            self._count()

    def _go_on(self) -> None:
        self.state.settle(self.dice)
        self._tell()
        acting = self.state.seats_to_act()
        if self.seat in acting:
            self._ask()
        elif acting:
            other = min(acting)
            play_bot(self.state, other, self._mind(self.bots[other]), self.bots[other], self.dice)

    def _mind(self, bot: str) -> Bot:
        """One bot for all its seats, so that it thinks on."""
        return self._minds.setdefault(bot, bots.make(bot, self.state.game))

    def _tell(self) -> None:
        """Print the events since the last time."""
        called = names(self.state)
        for index in range(self.told, len(self.state.past)):
            self._print(self.state.seen_by(self.seat).log_line(index, called).text, "dim")
        self.told = len(self.state.past)

    # ----- a turn -----

    def _ask(self) -> None:
        """Let the person move, or do something else."""
        before = len(self.state.past)
        output().print()
        self._board()
        output().print()
        while not self._left and len(self.state.past) == before:
            self._print(f"{self.state.seen_by(self.seat).prompt()} {say(_WAYS)}")
            line = keyboard.read("> ")
            if line is None:
                self._left = True
            else:
                self._heed(line)

    def _heed(self, line: str) -> None:
        """A move, a command, or the beginning of moves; a mistake is explained."""
        moves = self.state.moves(self.seat)
        move = _meant(line, moves)
        word, _, rest = line.partition(" ")
        if move in moves:
            self._move(move)
        elif word.casefold() in _COMMANDS:
            self._command(_COMMANDS[word.casefold()], rest)
        elif fitting := [each for each in moves if each.casefold().startswith(line.casefold())]:
            self._moves(fitting)
        else:
            self._move(line)

    def _move(self, move: str) -> None:
        try:
            self.state.play(self.seat, move)
        except QuartierError as refusal:
            self._print(self._refused(move, refusal), "red")

    def _refused(self, move: str, refusal: QuartierError) -> str:
        words = [*_COMMANDS, *self.state.moves(self.seat)]
        if isinstance(refusal, IllegalMove) and refusal.rule in self.state.game.rule_ids():
            self._named = refusal.rule
        near = self.state.suggestion(self.seat, move) or nearest(move, words)
        return f"{refusal} {say(_NEAR, near=near)}" if near else str(refusal)

    def _command(self, command: Callable[[Session, str], None], rest: str) -> None:
        try:
            command(self, rest.strip())
        except QuartierError as refusal:
            self._print(str(refusal), "red")

    def _completions(self, typed: str) -> list[str]:
        acting = self.seat in self.state.seats_to_act()
        return listing.completions(typed, self.state.moves(self.seat) if acting else [], _spoken())

    # ----- what can be typed beside moves -----

    def help(self, _: str) -> None:
        """All that can be typed."""
        for command in COMMANDS:
            self._print(command.written, "bold")
            output().print(Padding(say(command.meaning), (0, 0, 0, 4)), markup=False)

    def list_moves(self, begun: str) -> None:
        """The legal moves, all or those that begin so."""
        moves = self.state.moves(self.seat)
        fitting = [move for move in moves if move.casefold().startswith(begun.casefold())]
        if not fitting:
            raise QuartierError(N_("No move begins with “{begun}”."), begun=begun)
        self._moves(fitting)

    def _moves(self, moves: list[str]) -> None:
        listing.show(self.state, self.seat, moves, output())

    def board(self, _: str = "") -> None:
        """The table once more."""
        self._board()

    def _board(self) -> None:
        rendering.show(self.state.concealed(self.seat), output())

    def hint(self, _: str) -> None:
        """A good move, and what it brings."""
        known = self.state.concealed(self.seat)
        strongest = self._mind(min(self.bots.values(), key=_strength, default=ADVISER))
        adviser = strongest if getattr(strongest, "cores", 0) else self._mind(ADVISER)
        move = adviser.choose(known, self.seat, self.dice.copy())
        choice = next(each for each in self.state.seen_by(self.seat).choices() if each.move == move)
        brings = f" {choice.gain.sentence}" if choice.gain.sentence else ""
        self._print(say(N_("Perhaps {move}: {label}."), move=move, label=choice.label) + brings, "yellow")

    def undo(self, _: str) -> None:
        """Back to before the person's last move; against bots that is free."""
        actors = [past.actor for past in self.state.past]
        if self.seat not in actors:
            raise QuartierError(N_("There is no move of yours to take back."))
        count = sum(actor != CHANCE for actor in actors[len(actors) - actors[::-1].index(self.seat) - 1 :])
        for _move in range(count):
            self.state.undo()
        self.told = min(self.told, len(self.state.past))
        self._saved = _NEVER
        self._print(say(N_("Taken back.")), "dim")

    def log(self, _: str) -> None:
        """All that has happened."""
        for line in self.state.seen_by(self.seat).log(names(self.state)):
            self._print(f"{line.index + 1:4} {line.text}")

    def score(self, _: str) -> None:
        """How the seats stand, and where their points come from."""
        self._print(standing(self.state))
        self._count()

    def _count(self) -> None:
        for line in counted(self.state):
            self._print(line, "dim")

    def rule(self, rule: str) -> None:
        """A rule of the rulebook by its id; without one that by which a move was refused last."""
        game, wanted = self.state.game, rule or self._named
        if not wanted:
            ids = game.rule_ids()
            raise QuartierError(_WHICH_RULE, title=game.name, first=ids[0], last=ids[-1])
        output().print(readable(game.rule(rule_id(game, wanted))), soft_wrap=False)

    def save(self, name: str) -> None:
        """Keep the game in a file."""
        file = Path(name).expanduser() if name else self._file()
        if file != self.file and file.exists():
            raise QuartierError(N_("There is a file {file} already. Choose another name."), file=file)
        record_file.save(self.state, file)
        self.file = file
        self._saved = len(self.state.past)
        self._tell_file(_SAVED)

    def leave(self, _: str) -> None:
        """Leave the table; the game is saved."""
        self._left = True

    def _keep(self) -> None:
        """Save a game that is not over, unless it is saved as it is, or the person has not moved; say what was done."""
        if self.state.over:
            return
        if self.file is not None and self._saved == len(self.state.past):
            self._tell_file(_SAVED_ALREADY)
        elif any(past.actor == self.seat for past in self.state.past):
            self.save("")
        else:
            self._print(say(_NOTHING_TO_SAVE), "dim")

    def _tell_file(self, sentence: str) -> None:
        """A path is never broken: somebody may want to copy it."""
        output().print(Text(say(sentence, file=self.file), "green"), soft_wrap=True)

    def _file(self) -> Path:
        return self.file or record_file.fresh_file(self.state.game.name, datetime.now())

    def _print(self, text: str, style: str = "") -> None:
        output().print(Text(text, style))


def _meant(line: str, moves: list[str]) -> str:
    """The move that was typed, whatever letters were capitals; the line itself if it is none."""
    fitting = [move for move in moves if move.casefold() == line.casefold()]
    return line if line in moves or len(fitting) != 1 else fitting[0]


def _strength(bot: str) -> tuple[bool, str]:
    """Levels last to first, then others: what `min` finds is the strongest level of a table."""
    return not bot.isdigit(), str(-int(bot)) if bot.isdigit() else bot


def _spoken() -> list[str]:
    """The commands in the language that is spoken, for completion."""
    return [command.word for command in COMMANDS]


_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    spelling: getattr(Session, command.name) for command in COMMANDS for spelling in command.spellings
}
"""In both languages. A move that is called the same is the move."""
_NEVER = -1
_WAYS = N_("(? lists all moves, help tells what else)")
_NEAR = N_("Did you mean {near}?")
_SAVED = N_("Saved. Go on with: quartier play --resume {file}")
_SAVED_ALREADY = N_("It is saved. Go on with: quartier play --resume {file}")
_NOTHING_TO_SAVE = N_("Nothing is saved: you have not moved yet.")
_WHICH_RULE = N_("Say which rule, from {first} to {last}; all of them are told by: quartier rules {title}")
