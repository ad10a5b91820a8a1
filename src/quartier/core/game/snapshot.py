"""A position as bytes that say themselves what they are: a mark, a header, the record.

The header is one line of JSON: game, version of its rules, seats, options, viewer, and the board, by name or with all its
data.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

MAGIC = b"quartier position 1\n"
"""The number is the version of the format."""


@dataclass(frozen=True)
class Snapshot:
    """What the bytes of a position say."""

    game: str
    seats: int
    options: dict[str, Any]
    board: str | dict[str, Any] | None
    """Its name if the title knows it, else its data; None if the title has none."""
    viewer: int | str | None
    """For whom it is concealed, as `State.viewer` says."""
    position: bytes
    rules: int = 1
    """The version of the game's rules."""

    def to_bytes(self) -> bytes:
        """As bytes."""
        header = {name: value for name, value in vars(self).items() if name != "position"}
        return MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n" + self.position


def read(data: bytes) -> Snapshot:
    """What bytes say that `Snapshot.to_bytes` made; QuartierError for others."""
    mark, _, rest = data.partition(b"\n")
    header, newline, position = rest.partition(b"\n")
    if mark + b"\n" != MAGIC or not newline:
        raise QuartierError(N_("These bytes aren’t a position saved by Quartier."))
    try:
        snapshot = Snapshot(**json.loads(header), position=position)
    except (ValueError, TypeError) as error:
        raise QuartierError(_DAMAGED) from error
    if not _is_sound(snapshot):
        raise QuartierError(_DAMAGED)
    return snapshot


def _is_sound(snapshot: Snapshot) -> bool:
    """Whether each value is of its type; what the game makes of it is another question."""
    types = isinstance(snapshot.game, str), isinstance(snapshot.options, dict)
    others = isinstance(snapshot.board, str | dict | None), isinstance(snapshot.viewer, int | str | None)
    return all((*types, *others))


_DAMAGED = N_("The header of these bytes is damaged.")
