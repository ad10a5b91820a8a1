"""Rulebooks in the terminal: alternative texts for pictures, rule ids for links."""

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
    """Return a rulebook, or a part of one, to print."""
    return Markdown(without_pictures(text))


def without_pictures(text: str) -> str:
    """Return Markdown with descriptions instead of pictures, and ids instead of links; sources of rules are set off."""
    return _MARK.sub("> ", _LINK.sub(_link_text, _PICTURE.sub(r"> *\1*", text)))


def _link_text(link: re.Match[str]) -> str:
    text, rule = link.groups()
    return str(text) if rule in text else f"{text} ({rule})"


def rule_id(game: Ruleset, spelling: str) -> str:
    """Return the rule id for `cb-9`, `CB9` or `9`. Raises BadOption if there is no such rule."""
    ids = game.rule_ids()
    spellings = {rule.replace("-", ""): rule for rule in ids} | {rule.rsplit("-", 1)[1]: rule for rule in ids}
    result = spellings.get(spelling.strip().upper().replace("-", ""))
    if result is None:
        raise BadOption(_NO_RULE, name=spelling, first=ids[0], last=ids[-1])
    return result


_NO_RULE = N_("There’s no rule “{name}”. Rules run from {first} to {last}.")
