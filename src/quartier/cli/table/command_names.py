"""Command names at the prompt, in both languages."""

from __future__ import annotations

from typing import Final, NamedTuple

from quartier.cli.console import say
from quartier.core.text.languages import N_, current


class Command(NamedTuple):
    """A command. `name`: of the session's method; `argument`: its argument in the help."""

    name: str
    english: str
    german: str
    meaning: str
    argument: str = ""
    also: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The name in the current language."""
        return self.german if current() == "de" else self.english

    @property
    def usage(self) -> str:
        """The name with its argument."""
        return f"{self.word} {say(self.argument)}" if self.argument else self.word

    @property
    def spellings(self) -> tuple[str, ...]:
        """All names and aliases."""
        return self.english, self.german, *self.also


COMMANDS: Final = (
    Command(
        *("list_moves", "moves", "züge"),
        N_("List your legal moves, or those that start with the text. Also: ?"),
        N_("[TEXT]"),
        ("?",),
    ),
    Command("hint", "hint", "tipp", N_("Suggest a good move.")),
    Command("undo", "undo", "rückgängig", N_("Undo your last move and everything after it.")),
    Command("board", "board", "tisch", N_("Show the table again.")),
    Command("score", "score", "stand", N_("Show the score.")),
    Command("log", "log", "verlauf", N_("List everything that has happened.")),
    Command("rule", "rule", "regel", N_("Read a rule. Without an ID, the one last mentioned."), N_("[ID]")),
    Command(
        *("save", "save", "speichern"),
        N_("Save the game. Resume it with `quartier play --resume FILE`."),
        N_("[FILE]"),
    ),
    Command(
        *("leave", "quit", "ende"),
        N_("Leave the table and save the game, like Ctrl+C."),
        also=("q", "exit"),
    ),
    Command(
        *("help", "help", "hilfe"),
        N_("Show this help. To move, type a move from the list; Tab completes it."),
    ),
)
"""In the order of the help."""
