"""What lies on a table, explained to whoever points at it."""

from __future__ import annotations

from typing import Any

from quartier.server.show.teaching.models import About, ToldRule


def explained(state: Any, viewer: int | None, name: str, lang: str) -> About:
    """A thing by its id to touch or its data-about, as a viewer may know it; empty where nothing can be said."""
    found = state.seen_by(viewer, lang).explained(name)
    if found is None:
        return {}
    rules = f"/rules/{state.game.name}?lang={lang}"
    links: list[ToldRule] = [{"rule": rule, "link": f"{rules}#{rule}"} for rule in found.rules]
    return {"name": found.name, "text": found.sentence, "now": found.now, "rules": links}
