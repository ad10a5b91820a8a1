"""A title's rulebook as HTML, every rule with its id as an anchor."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt

import quartier
from quartier.core.game.rule_sources import MEANINGS, SYMBOLS
from quartier.core.text.errors import UnknownTitle
from quartier.core.text.languages import translator
from quartier.server.errors import LibraryError
from quartier.server.views import title_pictures

_KINDS = {symbol: kind for kind, symbol in SYMBOLS.items()}
_AT_A_RULE = re.compile(rf"(<strong>[^<]+</strong> )([{''.join(_KINDS)}]+)")
_BELOW_A_RULE = re.compile(rf"<p>([{SYMBOLS['elsewhere']}{SYMBOLS['reading']}]) ")
_LEGEND = re.compile(rf"<p>({SYMBOLS['source']} )")
_PICTURE = re.compile(r'<p><img src="picture:(\w+)" alt="([^"]*)" ?/?></p>')


def html(title: str, lang: str, theme: str) -> str:
    """Safe HTML of the rulebook; its pictures come in a theme ("": as the reader's system). Raises DomainError 404."""
    try:
        return _rendered(quartier.load(title), lang, theme if theme in title_pictures.THEMES else "")
    except UnknownTitle as unknown:
        raise LibraryError(404, "unknown_title", unknown) from unknown


def _figure(address: str, caption: str) -> str:
    """A picture as a document of its own: ids and styles of several drawings would get into each other's way."""
    return f'<figure><img src="{address}" alt="" loading="lazy"><figcaption>{caption}</figcaption></figure>'


def _address(title: str, name: str, lang: str, theme: str) -> str:
    return f"/picture/{title}/{name}?lang={lang}&amp;theme={theme}"


@lru_cache(maxsize=64)
def _rendered(game: Any, lang: str, theme: str) -> str:
    """Markdown of our own packages; the first mention of each rule id becomes its anchor."""
    body = MarkdownIt("commonmark", {"html": True}).enable("table").render(game.rulebook(lang))
    body = _PICTURE.sub(lambda found: _figure(_address(game.name, found[1], lang, theme), found[2]), body)
    if game.marks(lang):
        body = _with_marks(body, lang)
    for rule in game.rule_ids():
        anchor = f'<span class="rule" id="{rule}">{rule}</span>'
        body = re.sub(rf"(?<![\w#-]){re.escape(rule)}(?![\w-])", anchor, body, count=1)
    return body


def _with_marks(body: str, lang: str) -> str:
    """The symbols behind ids explain themselves, to a pointer and to a screen reader; what stands below a rule is small."""
    body = _AT_A_RULE.sub(lambda found: found[1] + "".join(_symbol(each, lang) for each in found[2]), body)
    body = _BELOW_A_RULE.sub(r'<p class="mark-line"><span class="mark" aria-hidden="true">\1</span> ', body)
    return _LEGEND.sub(r'<p class="mark-legend">\1', body)


def _symbol(symbol: str, lang: str) -> str:
    meaning = escape(translator(lang)(MEANINGS[_KINDS[symbol]]))
    return f'<span class="mark" role="img" aria-label="{meaning}" title="{meaning}">{symbol}</span>'
