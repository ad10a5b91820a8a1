"""A position as self-describing bytes: a magic number, a header, the record.

The header is one line of JSON: game, version of its rules, seats, options, viewer, and the board, by name or
with all its data.
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
    """A decoded position."""

    game: str
    seats: int
    options: dict[str, Any]
    board: str | dict[str, Any] | None
    """Its name if the title knows it, else its data; None if the title has none."""
    viewer: int | str | None
    """The viewer for whom it is concealed, as in `State.viewer`."""
    position: bytes
    rules: int = 1
    """The version of the game's rules."""

    def to_bytes(self) -> bytes:
        """Return the snapshot as bytes."""
        header = {name: value for name, value in vars(self).items() if name != "position"}
        return MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n" + self.position


def read(data: bytes) -> Snapshot:
    """Decode the bytes of `Snapshot.to_bytes`; QuartierError for others."""
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
    """Return whether each value has its type; the game checks the values."""
    types = isinstance(snapshot.game, str), isinstance(snapshot.options, dict)
    others = isinstance(snapshot.board, str | dict | None), isinstance(snapshot.viewer, int | str | None)
    return all((*types, *others))


_DAMAGED = N_("The header of these bytes is damaged.")
