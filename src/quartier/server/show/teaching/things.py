"""What lies on a table, explained to whoever points at it."""

from __future__ import annotations

from quartier.core.text.languages import translator
from quartier.server.show import words
from quartier.server.show.teaching.models import About, ToldRule
from quartier.server.table.fold import Table


def explained(table: Table, viewer: int | None, name: str, lang: str) -> About:
    """A thing by its id to touch or its data-about, as a viewer may know it; empty where nothing can be said."""
    names = words.player_names(table, translator(lang))
    found = table.state.seen_by(viewer, lang).explained(name, names)
    if found is None:
        return {}
    rules = f"/rules/{table.setup.title}?lang={lang}"
    links: list[ToldRule] = [{"rule": rule, "link": f"{rules}#{rule}"} for rule in found.rules]
    return {"name": found.name, "text": found.sentence, "now": found.now, "rules": links}
