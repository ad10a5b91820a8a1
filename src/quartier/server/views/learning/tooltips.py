"""What lies on a table, explained to whoever points at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quartier.core.text.languages import translator
from quartier.server.domain.table import Table
from quartier.server.views import messages
from quartier.server.views.learning.models import About, ToldRule


def explained(table: Table, viewer: int | None, name: str, lang: str) -> About:
    """A thing on a table, as a viewer may know it."""
    return told(table.state, viewer, name, messages.player_names(table, translator(lang)), lang)


def told(state: Any, viewer: int | None, name: str, names: Sequence[str], lang: str) -> About:
    """A thing by its id to touch or its data-about, among players with names; empty where nothing can be said."""
    found = state.seen_by(viewer, lang).explained(name, names)
    if found is None:
        return {}
    rules = f"/rules/{state.game.name}?lang={lang}"
    links: list[ToldRule] = [{"rule": rule, "link": f"{rules}#{rule}"} for rule in found.rules]
    return {"name": found.name, "text": found.sentence, "now": found.now, "rules": links}
