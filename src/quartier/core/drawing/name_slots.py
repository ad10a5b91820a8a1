"""Names of players in drawings: positions do not know who sits where, so a page puts them in."""

from __future__ import annotations

from collections.abc import Iterable

SlotAttributes = dict[str, str | float | None]


def name_slot(seat: int, name: str) -> SlotAttributes:
    """Attributes of what is named by a seat: as its text, or in what is said of it, stands `name` until a page knows who
    plays there.
    """
    return name_slots([(seat, name)])


def name_slots(players: Iterable[tuple[int, str]]) -> SlotAttributes:
    """The same for what speaks of several seats, or of none; each seat with its name."""
    names = dict(players)
    if not names:
        return {}
    return {"data_player": ",".join(map(str, names)), "data_called": ",".join(names.values())}
