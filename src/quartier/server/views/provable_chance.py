"""View model of provably fair chance: commitment, players' nonces, and the key once the game is over."""

from __future__ import annotations

from typing_extensions import TypedDict

from quartier.core.fairness import provably_fair
from quartier.server.domain.table import Table


class ProvableChance(TypedDict):
    """How everybody can check that chance was fair."""

    promise: str
    """SHA-256 of the key, known before anything was drawn."""
    nonces: list[str | None]
    """By seat the number that its person has added; null for bots, and while it is missing."""
    wanted: list[int]
    """The seats that have to add theirs before the game begins."""
    key: str | None
    """Once the game is over."""


def chance_view(table: Table) -> ProvableChance | None:
    """For the page; None where chance is not provable."""
    key = table.setup.draw_key
    if key is None:
        return None
    return {
        "promise": provably_fair.commitment(key),
        "nonces": [table.nonces.get(seat) for seat in range(table.seats)],
        "wanted": sorted(table.missing_nonces()),
        "key": key if table.over else None,
    }


def headers(table: Table) -> dict[str, str]:
    """For a record; nothing where chance is not provable."""
    key = table.setup.draw_key
    if key is None:
        return {}
    nonces = [table.nonces.get(seat, "") for seat in range(table.seats)]
    taken_back = [number for number, counts in enumerate(table.draws()) if not counts]
    return provably_fair.headers(key, nonces, taken_back, opened=table.over)
