"""A title's rulebook as HTML, every rule with its id as an anchor."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt

import quartier
from quartier.core.errors import UnknownTitle
from quartier.server.errors import Passed

_PICTURE = re.compile(r'<p><img src="picture:(\w+)" alt="([^"]*)" ?/?></p>')


def html(title: str, lang: str) -> str:
    """Safe HTML of the rulebook. Raises Refused 404 with the nearest title."""
    try:
        return _rendered(quartier.load(title), lang)
    except UnknownTitle as unknown:
        raise Passed(404, "unknown_title", unknown) from unknown


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{caption}</figcaption></figure>"


@lru_cache(maxsize=32)
def _rendered(game: Any, lang: str) -> str:
    """Markdown of our own packages; the first mention of each rule id becomes its anchor."""
    body = MarkdownIt("commonmark", {"html": True}).enable("table").render(game.rulebook(lang))
    body = _PICTURE.sub(lambda found: _figure(game.picture(found[1], lang), found[2]), body)
    for rule in game.rule_ids():
        anchor = f'<span class="rule" id="{rule}">{rule}</span>'
        body = re.sub(rf"(?<![\w#-]){re.escape(rule)}(?![\w-])", anchor, body, count=1)
    return body
