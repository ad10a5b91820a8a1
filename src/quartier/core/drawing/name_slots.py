"""Slots for player names in drawings: positions do not know who sits where, so a page fills them in."""

from __future__ import annotations

from collections.abc import Iterable

SlotAttributes = dict[str, str | float | None]


def name_slot(seat: int, name: str) -> SlotAttributes:
    """Return the attributes of an element that names a seat: it contains `name` until a page knows the player."""
    return name_slots([(seat, name)])


def name_slots(players: Iterable[tuple[int, str]]) -> SlotAttributes:
    """Return the same for an element that names several seats, or none; each seat with its name."""
    names = dict(players)
    if not names:
        return {}
    return {"data_player": ",".join(map(str, names)), "data_called": ",".join(names.values())}
