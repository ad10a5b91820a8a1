"""Rulebooks on a terminal: what a picture says stands for the picture, and a link names the rule to which it leads."""

from __future__ import annotations

import re

from rich.markdown import Markdown

from quartier.core.game.rule_sources import SYMBOLS
from quartier.core.game.ruleset import Ruleset
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

_PICTURE = re.compile(r"!\[([^\]]*)\]\(picture:\w+\)")
_LINK = re.compile(r"\[([^\]]+)\]\(#([\w-]+)\)")
_MARK = re.compile(rf"^(?=[{SYMBOLS['elsewhere']}{SYMBOLS['reading']}] )", re.MULTILINE)


def readable(text: str) -> Markdown:
    """A rulebook, or a part of one, to print; where a rule comes from is set off."""
    return Markdown(_MARK.sub("> ", _LINK.sub(_named, _PICTURE.sub(r"> *\1*", text))))


def _named(link: re.Match[str]) -> str:
    text, rule = link.groups()
    return str(text) if rule in text else f"{text} ({rule})"


def rule_id(game: Ruleset, wanted: str) -> str:
    """`cb-9`, `CB9` and `9` all mean CB-9. BadOption if there is no such rule."""
    ids = game.rule_ids()
    spellings = {rule.replace("-", ""): rule for rule in ids} | {rule.rsplit("-", 1)[1]: rule for rule in ids}
    result = spellings.get(wanted.strip().upper().replace("-", ""))
    if result is None:
        raise BadOption(_NO_RULE, name=wanted, first=ids[0], last=ids[-1])
    return result


_NO_RULE = N_("There is no rule “{name}”. The rules are {first} to {last}.")
