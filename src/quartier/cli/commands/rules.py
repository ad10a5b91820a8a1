"""`quartier rules`: a rulebook in the terminal."""

from __future__ import annotations

import re
from typing import Annotated

import typer
from rich.markdown import Markdown

import quartier
from quartier.cli.speech import output
from quartier.cli.titles import TitleName
from quartier.core.play.game import Game
from quartier.core.play.marks import SYMBOLS
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

_PICTURE = re.compile(r"!\[([^\]]*)\]\(picture:\w+\)")
_MARK = re.compile(rf"^(?=[{SYMBOLS['elsewhere']}{SYMBOLS['reading']}] )", re.MULTILINE)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rules", help=N_("Read the rules of a title, or one of them."))(rules)


def rules(
    title: TitleName,
    rule: Annotated[str, typer.Option(metavar="ID", help=N_("Only this rule, for example CB-9."))] = "",
) -> None:
    """Print the rulebook, or one rule of it."""
    game = quartier.load(title)
    text = game.rule(_rule_id(game, rule)) if rule else game.rulebook()
    output().print(Markdown(for_a_terminal(text)), soft_wrap=False)


def for_a_terminal(text: str) -> str:
    """A terminal shows what a picture says instead of the picture, and sets off where a rule comes from."""
    return _MARK.sub("> ", _PICTURE.sub(r"> *\1*", text))


def _rule_id(game: Game, wanted: str) -> str:
    """`cb-9`, `CB9` and `9` all mean CB-9."""
    ids = game.rule_ids()
    spellings = {rule.replace("-", ""): rule for rule in ids} | {rule.rsplit("-", 1)[1]: rule for rule in ids}
    found = spellings.get(wanted.strip().upper().replace("-", ""))
    if found is None:
        raise BadOption(_NO_RULE, name=wanted, first=ids[0], last=ids[-1])
    return found


_NO_RULE = N_("There is no rule “{name}”. The rules are {first} to {last}.")
