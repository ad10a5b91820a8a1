"""Command names at the prompt, which each language may spell in its own way."""

from __future__ import annotations

from typing import Final, NamedTuple

from quartier.cli.console import say
from quartier.core.text.languages import N_, current, languages, translator

_METHODS: Final = ("list_moves", "hint", "undo", "board", "score", "log", "rule", "save", "leave", "help")
_NAMES: Final = N_("moves hint undo board score log rule save quit help")
"""What a player types for each of `_METHODS`: one message, whose translations have as many words in the same order."""


class Command(NamedTuple):
    """A command. `method`: of the session; `argument`: as the help shows it; `aliases`: names in all languages."""

    method: str
    meaning: str
    argument: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the name in the current language."""
        return _name(self.method, current())

    @property
    def usage(self) -> str:
        """Return the name with its argument."""
        return f"{self.name} {say(self.argument)}" if self.argument else self.name

    @property
    def spellings(self) -> tuple[str, ...]:
        """Return the names in all languages, and the aliases."""
        return *(_name(self.method, lang) for lang in languages()), *self.aliases


def _name(method: str, lang: str) -> str:
    return dict(zip(_METHODS, translator(lang)(_NAMES).split(), strict=True))[method]


COMMANDS: Final = (
    Command(
        "list_moves",
        N_("List your legal moves, or only those that start with TEXT. ? does the same."),
        N_("[TEXT]"),
        aliases=("?",),
    ),
    Command("hint", N_("Suggest a good move.")),
    Command("undo", N_("Undo your last move and everything after it.")),
    Command("board", N_("Show the table again.")),
    Command("score", N_("Show the score.")),
    Command("log", N_("List everything that has happened.")),
    Command("rule", N_("Read a rule. Without an ID, the one last mentioned."), N_("[ID]")),
    Command("save", N_("Save the game. Resume it with `quartier play --resume FILE`."), N_("[FILE]")),
    Command("leave", N_("Leave the table and save the game, like Ctrl+C."), aliases=("q", "exit")),
    Command("help", N_("Show this help. To move, type a move from the list; Tab completes it.")),
)
"""The commands in the order of the help."""
