"""Slots for player names in drawings: positions do not know who sits where, so a page fills them in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

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


def replace_names(text: str, players: Mapping[str, str]) -> str:
    """Replace the names of seats by those of their players, all in one pass: a player may be called like another seat."""
    return _WORD.sub(lambda word: players.get(word[0], word[0]), text)


_WORD = re.compile(r"[^\W\d_]+")
