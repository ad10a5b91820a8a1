"""Rulebook as HTML: a table of contents, each rule's id as an anchor in the margin, sources on request."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from itertools import count
from typing import Any

from markdown_it import MarkdownIt

import quartier
from quartier.core.game.rule_sources import MEANINGS, SYMBOLS
from quartier.core.text.errors import UnknownTitle
from quartier.core.text.languages import N_, Translator, translator
from quartier.server.errors import DomainError, LibraryError
from quartier.server.root_path import root_path, site_path
from quartier.server.views import title_pictures

_KINDS = {symbol: kind for kind, symbol in SYMBOLS.items()}
_AT_A_RULE = re.compile(rf"(<strong>[^<]+</strong> )([{''.join(_KINDS)}]+)")
_BELOW_A_RULE = re.compile(rf"<p>([{SYMBOLS['elsewhere']}{SYMBOLS['reading']}]) ")
_LEGEND = re.compile(rf"<p>({SYMBOLS['source']} )")
_SECTION = re.compile(r"<h2>(.*?)</h2>")
_REFERENCE = N_("Quick reference")
_PICTURE = re.compile(r'<p><img src="picture:(\w+)" alt="([^"]*)" ?/?></p>')


def html(title: str, lang: str, theme: str) -> str:
    """Safe HTML of the rulebook; its pictures come in a theme ("": as the reader's system). Raises DomainError 404."""
    try:
        known_theme = theme if theme in title_pictures.THEMES else ""
        return _render(quartier.load(title), lang, known_theme, root_path())
    except UnknownTitle as unknown:
        raise LibraryError(404, "unknown_title", unknown) from unknown


def quick_reference(title: str, lang: str, theme: str) -> str:
    """Return the section "Quick reference" of the rulebook as safe HTML. Raises DomainError 404, also if there is none."""
    section_html = _quick_reference(title, lang, theme)
    if section_html is None:
        raise DomainError(404, "no_quick_reference", N_("This rulebook has no quick reference."))
    return section_html


def has_quick_reference(title: str, lang: str) -> bool:
    """Return whether the rulebook has a section "Quick reference"."""
    return _quick_reference(title, lang, "") is not None


def _quick_reference(title: str, lang: str, theme: str) -> str | None:
    heading = translator(lang)(_REFERENCE)
    _, *sections = re.split(r"(?=<h2 )", html(title, lang, theme))
    return next((section for section in sections if f">{heading}</h2>" in section), None)


def _figure(address: str, caption: str) -> str:
    """A picture as a document of its own: ids and styles of several drawings would get into each other's way."""
    return f'<figure><img src="{address}" alt="" loading="lazy"><figcaption>{caption}</figcaption></figure>'


def _address(title: str, name: str, lang: str, theme: str) -> str:
    return site_path(f"/picture/{title}/{name}?lang={lang}&amp;theme={theme}")


@lru_cache(maxsize=64)
def _render(game: Any, lang: str, theme: str, root: str) -> str:
    """Markdown of our own packages; the first mention of each rule id becomes its anchor. `root`: only a key."""
    body = MarkdownIt("commonmark", {"html": True}).enable("table").render(game.rulebook(lang))
    body = _PICTURE.sub(lambda match: _figure(_address(game.name, match[1], lang, theme), match[2]), body)
    if game.marks(lang):
        body = _with_marks(body, lang)
    for rule in game.rule_ids():
        anchor = f'<span class="rule" id="{rule}">{rule}</span>'
        body = re.sub(rf"(?<![\w#-]){re.escape(rule)}(?![\w-])", anchor, body, count=1)
    return _with_contents(body, game, lang)


def _with_contents(body: str, game: Any, lang: str) -> str:
    """Number the sections, and put a table of contents before the first one, with the switch that shows the sources."""
    t, headings = translator(lang), _SECTION.findall(body)
    if not headings:
        return body
    numbers = count(1)
    body = _SECTION.sub(lambda match: f'<h2 id="section-{next(numbers)}">{match[1]}</h2>', body)
    items = "".join(f'<li><a href="#section-{i}">{text}</a></li>' for i, text in enumerate(headings, 1))
    contents = f'<nav class="contents" aria-label="{escape(t(_CONTENTS))}"><ol>{items}</ol></nav>'
    if t(_REFERENCE) in headings:
        address = site_path(f"/rules/{game.name}/quick-reference?lang={lang}")
        contents += f'<p><a href="{address}">{escape(t(_PRINT))}</a></p>'
    before, after = body.split('<h2 id="section-1">', 1)
    notes = _language_note(game, lang, t), before, contents, _sources_switch(t) if game.marks(lang) else ""
    return "".join(notes) + '<h2 id="section-1">' + after


def _language_note(game: Any, lang: str, t: Translator) -> str:
    """A note for a rulebook that is not in the reader's language."""
    return "" if lang in game.spec.languages else f'<p class="quiet">{escape(t(_NOT_TRANSLATED))}</p>'


def _sources_switch(t: Translator) -> str:
    """A switch without a script: the stylesheet shows marks and notes while it is on."""
    return (
        f'<label class="sources-switch"><input type="checkbox" role="switch"> {escape(t(_SOURCES))}</label>'
    )


_CONTENTS = N_("Contents")
_PRINT = N_("Print the quick reference")
_SOURCES = N_("How we read this")
_NOT_TRANSLATED = N_("This rulebook hasn’t been translated yet, so it’s in English.")


def _with_marks(body: str, lang: str) -> str:
    """The symbols behind ids explain themselves, to a pointer and to a screen reader; what stands below a rule is small."""
    body = _AT_A_RULE.sub(lambda match: match[1] + "".join(_symbol(sign, lang) for sign in match[2]), body)
    body = _BELOW_A_RULE.sub(r'<p class="mark-line"><span class="mark" aria-hidden="true">\1</span> ', body)
    return _LEGEND.sub(r'<p class="mark-legend">\1', body)


def _symbol(symbol: str, lang: str) -> str:
    meaning = escape(translator(lang)(MEANINGS[_KINDS[symbol]]))
    return f'<span class="mark" role="img" aria-label="{meaning}" title="{meaning}">{symbol}</span>'
