"""Interactive session: the prompt loop and commands of a game against bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rich.padding import Padding
from rich.text import Text

from quartier import QuartierError
from quartier.cli.console import output, say
from quartier.cli.messages import goal, names, score_breakdown, standing
from quartier.cli.rulebooks import readable, rule_id
from quartier.cli.table import (
    keyboard,
    listing,
    record_file,
    rendering,
)
from quartier.cli.table.bot_game import BotGame, typed_move
from quartier.cli.table.command_names import COMMANDS
from quartier.core.engine.contract import CHANCE
from quartier.core.text.errors import IllegalMove
from quartier.core.text.languages import N_

ADVISER = "learned"
"""The bot that gives hints: the title's network, one step ahead, which takes no time."""


@dataclass
class Session(BotGame):
    """A game with the seat of the person, and the bots of the others."""

    file: Path | None = None
    """Where the game is saved, if the player has said so."""
    printed: int = 0
    """Number of events already printed and saved."""

    def __post_init__(self) -> None:
        self._saved = self.printed
        self._left = False
        self._named = ""
        """The rule by which a move was last refused."""

    # ----- the game -----

    def play(self) -> None:
        """Run until the game is over or the person leaves; an unsaved game is saved then."""
        with keyboard.completing(self._completions):
            try:
                while not self.state.over and not self._left:
                    self._go_on()
            except KeyboardInterrupt:
                output().print()
                self._autosave()
                raise
        self._print_events()
        if self._left:
            self._autosave()
        elif self.state.over:
            output().print()
            self._board()
            output().print()
            self._print_scores()

    def _go_on(self) -> None:
        self.state.settle(self.dice)
        self._print_events()
        acting = self.state.seats_to_act()
        if self.seat in acting:
            self._ask()
        elif acting:
            self.play_other()

    def _print_events(self) -> None:
        """Print the events since the last call."""
        seat_names = names(self.state)
        for index in range(self.printed, len(self.state.past)):
            self._print(self.state.seen_by(self.seat).log_line(index, seat_names).text, "dim")
        self.printed = len(self.state.past)

    # ----- a turn -----

    def _ask(self) -> None:
        """Prompt until the person moves or leaves."""
        before = len(self.state.past)
        output().print()
        self._board()
        self._print(goal(self.state), "dim")
        output().print()
        while not self._left and len(self.state.past) == before:
            self._print(f"{self.state.seen_by(self.seat).prompt()} {say(_WAYS)}")
            line = keyboard.read("> ")
            if line is None:
                self._left = True
            else:
                self._handle(line)

    def _handle(self, line: str) -> None:
        """Execute a move or a command, or list the moves that begin so; explain mistakes."""
        moves = self.state.moves(self.seat)
        move = typed_move(line, moves)
        word, _, rest = line.partition(" ")
        if move in moves:
            self._move(move)
        elif word.casefold() in _COMMANDS:
            self._command(_COMMANDS[word.casefold()], rest)
        elif fitting := [legal for legal in moves if legal.casefold().startswith(line.casefold())]:
            self._moves(fitting)
        else:
            self._move(line)

    def _move(self, move: str) -> None:
        try:
            self.state.play(self.seat, move)
        except QuartierError as refusal:
            if isinstance(refusal, IllegalMove) and refusal.rule in self.state.game.rule_ids():
                self._named = refusal.rule
            self._print(self.explain(move, refusal, _COMMANDS), "red")

    def _command(self, command: Callable[[Session, str], None], rest: str) -> None:
        try:
            command(self, rest.strip())
        except QuartierError as refusal:
            self._print(str(refusal), "red")

    def _completions(self, typed: str) -> list[str]:
        acting = self.seat in self.state.seats_to_act()
        return listing.completions(typed, self.state.moves(self.seat) if acting else [], _command_words())

    # ----- commands -----

    def help(self, _: str) -> None:
        """Print all commands."""
        for command in COMMANDS:
            self._print(command.usage, "bold")
            output().print(Padding(say(command.meaning), (0, 0, 0, 4)), markup=False)

    def list_moves(self, prefix: str) -> None:
        """Print the legal moves, all or those that begin so."""
        moves = self.state.moves(self.seat)
        fitting = [move for move in moves if move.casefold().startswith(prefix.casefold())]
        if not fitting:
            raise QuartierError(N_("No move starts with “{beginning}”."), beginning=prefix)
        self._moves(fitting)

    def _moves(self, moves: Sequence[str]) -> None:
        listing.show(self.state, self.seat, moves, output())

    def board(self, _: str = "") -> None:
        """Print the table."""
        self._board()

    def _board(self) -> None:
        rendering.show(self.state.concealed(self.seat), output())

    def hint(self, _: str) -> None:
        """Print a good move, and its effect."""
        concealed = self.state.concealed(self.seat)
        strongest = self.bot_for(min(self.bots.values(), key=_strength, default=ADVISER))
        adviser = strongest if getattr(strongest, "cores", 0) else self.bot_for(ADVISER)
        move = adviser.choose(concealed, self.seat, self.dice.copy())
        choice = next(entry for entry in self.state.seen_by(self.seat).choices() if entry.move == move)
        effect = f" {choice.gain.sentence}" if choice.gain.sentence else ""
        self._print(say(N_("Try {move}: {label}."), move=move, label=choice.label) + effect, "yellow")

    def undo(self, _: str) -> None:
        """Undo the person's last move; against bots that is free."""
        actors = [past.actor for past in self.state.past]
        if self.seat not in actors:
            raise QuartierError(N_("You have no move to undo."))
        count = sum(actor != CHANCE for actor in actors[len(actors) - actors[::-1].index(self.seat) - 1 :])
        for _move in range(count):
            self.state.undo()
        self.printed = min(self.printed, len(self.state.past))
        self._saved = _NEVER
        self._print(say(N_("Move undone.")), "dim")

    def log(self, _: str) -> None:
        """Print all events."""
        for line in self.state.seen_by(self.seat).log(names(self.state)):
            self._print(f"{line.index + 1:4} {line.text}")

    def score(self, _: str) -> None:
        """Print the scores, and where the points come from."""
        self._print(standing(self.state))
        self._print_scores()

    def _print_scores(self) -> None:
        for line in score_breakdown(self.state):
            self._print(line, "dim")

    def rule(self, rule: str) -> None:
        """Print a rule by its id; by default the one by which a move was last refused."""
        game, requested = self.state.game, rule or self._named
        if not requested:
            ids = game.rule_ids()
            raise QuartierError(_WHICH_RULE, title=game.name, first=ids[0], last=ids[-1])
        output().print(readable(game.rule(rule_id(game, requested))), soft_wrap=False)

    def save(self, name: str) -> None:
        """Save the game to a file."""
        file = Path(name).expanduser() if name else self._file()
        if file != self.file and file.exists():
            raise QuartierError(N_("{file} already exists. Choose another name."), file=file)
        record_file.save(self.state, file)
        self.file = file
        self._saved = len(self.state.past)
        self._tell_file(_SAVED)

    def leave(self, _: str) -> None:
        """Leave the table; the game is saved."""
        self._left = True

    def _autosave(self) -> None:
        """Save an unfinished game if it has unsaved moves; print the file."""
        if self.state.over:
            return
        if self.file is not None and self._saved == len(self.state.past):
            self._tell_file(_SAVED_ALREADY)
        elif any(past.actor == self.seat for past in self.state.past):
            self.save("")
        else:
            self._print(say(_NOTHING_TO_SAVE), "dim")

    def _tell_file(self, sentence: str) -> None:
        """Print a path on one line, so that it can be copied."""
        output().print(Text(say(sentence, file=self.file), "green"), soft_wrap=True)

    def _file(self) -> Path:
        return self.file or record_file.fresh_file(self.state.game.name, datetime.now())

    def _print(self, text: str, style: str = "") -> None:
        output().print(Text(text, style))


def _strength(bot: str) -> tuple[bool, str]:
    """Sort key: `min` finds the strongest level, other bots come last."""
    return not bot.isdigit(), str(-int(bot)) if bot.isdigit() else bot


def _command_words() -> list[str]:
    """Return the commands in the current language, for completion."""
    return [command.name for command in COMMANDS]


_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    spelling: getattr(Session, command.method) for command in COMMANDS for spelling in command.spellings
}
"""Map names in all languages to commands, except for names that are also moves."""
_NEVER = -1
_WAYS = N_("(? lists all moves, help all commands)")
_SAVED = N_("Saved. Resume with: quartier play --resume {file}")
_SAVED_ALREADY = N_("The game is saved. Resume it with: quartier play --resume {file}")
_NOTHING_TO_SAVE = N_("Not saved: you haven’t moved yet.")
_WHICH_RULE = N_("Name a rule from {first} to {last}, or read them all with: quartier rules {title}")
