"""Names of players in drawings: positions do not know who sits where, so a page puts them in."""

from __future__ import annotations

from collections.abc import Iterable

Said = dict[str, str | float | None]


def called(seat: int, name: str) -> Said:
    """Attributes of what is named by a seat: as its text, or in what is said of it, stands `name` until a page knows who
    plays there.
    """
    return called_all([(seat, name)])


def called_all(players: Iterable[tuple[int, str]]) -> Said:
    """The same for what speaks of several seats, or of none; each seat with its name."""
    found = dict(players)
    if not found:
        return {}
    return {"data_player": ",".join(map(str, found)), "data_called": ",".join(found.values())}
