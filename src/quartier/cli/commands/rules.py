"""`quartier rules`: a rulebook in the terminal."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Annotated

import typer
from rich.markdown import Markdown

import quartier
from quartier.cli.speech import output
from quartier.cli.titles import TitleName
from quartier.core.play.game import Game
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

_PICTURE = re.compile(r"!\[([^\]]*)\]\(picture:\w+\)")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rules", help=N_("Read the rules of a title, or one of them."))(rules)


def rules(
    title: TitleName,
    rule: Annotated[str, typer.Option(metavar="ID", help=N_("Only this rule, for example CB-9."))] = "",
) -> None:
    """Print the rulebook, or one rule of it."""
    game = quartier.load(title)
    text = one_rule(game, rule) if rule else game.rulebook()
    output().print(Markdown(without_pictures(text)), soft_wrap=False)


def without_pictures(text: str) -> str:
    """A terminal shows what a picture says instead of the picture."""
    return _PICTURE.sub(r"> *\1*", text)


def one_rule(game: Game, wanted: str) -> str:
    """One rule, from its id to the next id, heading or picture. Raises BadOption."""
    rule, text = _rule_id(game, wanted), game.rulebook()
    ids = [re.escape(f"**{known}**") for known in game.rule_ids()]
    border = re.compile(rf"^(?:(?:[-*] )?(?:{'|'.join(ids)})|#|!\[)", re.MULTILINE)
    starts = [found.start() for found in border.finditer(text)] + [len(text)]
    blocks = (text[start:end] for start, end in pairwise(starts))
    return next(block for block in blocks if f"**{rule}**" in block)


def _rule_id(game: Game, wanted: str) -> str:
    """`cb-9`, `CB9` and `9` all mean CB-9."""
    ids = game.rule_ids()
    spellings = {rule.replace("-", ""): rule for rule in ids} | {rule.rsplit("-", 1)[1]: rule for rule in ids}
    found = spellings.get(wanted.strip().upper().replace("-", ""))
    if found is None:
        raise BadOption(_NO_RULE, name=wanted, first=ids[0], last=ids[-1])
    return found


_NO_RULE = N_("There is no rule “{name}”. The rules are {first} to {last}.")
