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
        N_("The moves you can make, all or those that begin so; ? is the same."),
        N_("[BEGINNING]"),
        ("?",),
    ),
    Command("hint", "hint", "tipp", N_("A good move, and what it brings.")),
    Command("undo", "undo", "rückgängig", N_("Take your last move back, and what came after it.")),
    Command("board", "board", "tisch", N_("Show the table again.")),
    Command("score", "score", "stand", N_("How everybody stands.")),
    Command("log", "log", "verlauf", N_("All that has happened so far.")),
    Command("rule", "rule", "regel", N_("Read a rule; alone, the one that was named last."), N_("[ID]")),
    Command(
        *("save", "save", "speichern"),
        N_("Keep the game in a file; `quartier play --resume FILE` goes on with it."),
        N_("[FILE]"),
    ),
    Command(
        *("leave", "quit", "ende"),
        N_("Leave; a game that you have begun is saved. Ctrl+C does the same."),
        also=("q", "exit"),
    ),
    Command(
        *("help", "help", "hilfe"),
        N_("This list. A move is typed as it is written in the list of moves; Tab completes it."),
    ),
)
"""In the order of the help."""
