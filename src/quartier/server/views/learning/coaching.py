"""The coaching of a first game: whether this is one, and of which kind each drawn component is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from quartier.core.game.player_view import PlayerView

_NAME = re.compile(r' data-(?:about|touch)="([^"]+)"')


def kinds(player_view: PlayerView, drawing: Iterable[str]) -> dict[str, str]:
    """Return the kinds of all drawn components that have a tooltip.

    Args:
        player_view: The position as the viewer may know it.
        drawing: The parts of the drawing for the same viewer, as SVG.

    Returns:
        The name of the kind, in the view's language, by the component's touch id or data-about.
    """
    names = {unescape(name) for svg in drawing for name in _NAME.findall(svg)}
    tooltips = {name: player_view.tooltip(name) for name in sorted(names)}
    return {name: tooltip.name for name, tooltip in tooltips.items() if tooltip is not None}
