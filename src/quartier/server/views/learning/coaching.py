"""The coaching of a first game: whether this is one, and of which kind each drawn component is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import unescape

from quartier.core.game.lessons import lesson_of
from quartier.core.game.player_view import PlayerView
from quartier.server.views import catalogue

_NAME = re.compile(r' data-(?:about|touch)="([^"]+)"')
_HAND = "hand-"
"""How the ids of what is held in a hand begin."""


def kinds(title: str, player_view: PlayerView, drawing: Iterable[str], lang: str) -> dict[str, str]:
    """Return the kinds of all drawn components to be explained: those that have a tooltip.

    What is in the hand is left out if the first chapter of the tutorial teaches it.

    Args:
        title: The title, whose tutorial is meant.
        player_view: The position as the viewer may know it.
        drawing: The parts of the drawing for the same viewer, as SVG.
        lang: The view's language.

    Returns:
        The name of the kind, in the view's language, by the component's touch id or data-about.
    """
    names = {unescape(name) for svg in drawing for name in _NAME.findall(svg)}
    skipped, result = _tutorial_kinds(title, lang), _kinds_of(player_view, names)
    return {name: kind for name, kind in result.items() if not (name.startswith(_HAND) and kind in skipped)}


def _kinds_of(player_view: PlayerView, names: Iterable[str]) -> dict[str, str]:
    tooltips = {name: player_view.tooltip(name) for name in sorted(names)}
    return {name: tooltip.name for name, tooltip in tooltips.items() if tooltip is not None}


@lru_cache(64)
def _tutorial_kinds(title: str, lang: str) -> frozenset[str]:
    """Return the kinds of all that the first chapter of a tutorial lights."""
    lesson = lesson_of(catalogue.game(title))
    if lesson is None:
        return frozenset()
    chapter = lesson.chapters[0]
    by_step = [
        _kinds_of(
            chapter.position(number).seen_by(chapter.seat, lang),
            " ".join(name for group in step.spotlight for name in group).split(),
        )
        for number, step in enumerate(chapter.steps)
    ]
    return frozenset(kind for components in by_step for kind in components.values())
