"""Tooltips: an explanation of each thing on a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quartier.core.text.languages import translator
from quartier.server.domain.table import Table
from quartier.server.root_path import site_path
from quartier.server.views import messages
from quartier.server.views.learning.models import About, RuleLink


def tooltip(table: Table, viewer: int | None, name: str, lang: str) -> About:
    """Return the tooltip of a thing on a table, as a viewer may know it."""
    return tooltip_of(table.state, viewer, name, messages.player_names(table, translator(lang)), lang)


def tooltip_of(state: Any, viewer: int | None, name: str, names: Sequence[str], lang: str) -> About:
    """Return the tooltip of a thing by its touch id or data-about; empty if there is none."""
    tooltip = state.seen_by(viewer, lang).tooltip(name, names)
    if tooltip is None:
        return {}
    rules = site_path(f"/rules/{state.game.name}?lang={lang}")
    links: list[RuleLink] = [{"rule": rule, "link": f"{rules}#{rule}"} for rule in tooltip.rules]
    return {"name": tooltip.name, "text": tooltip.sentence, "now": tooltip.now, "rules": links}
