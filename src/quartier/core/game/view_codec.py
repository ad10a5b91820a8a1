"""A player's view as portable data: a concealed position in a dict of plain values, and back.

`State.view` puts it under "concealed". It contains only the concealed record, so the dict reveals exactly
what the seat knows; a remote program can list moves, sample worlds and search as if it sat at the table.

The record is compressed by zlib with a dictionary: the record of the same game before its first event. Much
of a record is the board, which both sides have. Z_FILTERED is zlib's strategy for many small numbers that
hardly repeat, and base85 encodes four bytes as five characters, none of which JSON has to escape.
"""

from __future__ import annotations

import base64
import zlib
from functools import lru_cache
from typing import Any

from quartier.core.game.base_state import BaseState, Setup
from quartier.core.game.boards import Board
from quartier.core.game.ruleset import Ruleset
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

CONCEALED = "concealed"
"""The key in a view."""
RESERVED = frozenset(("game", "seats", "options", "to_act", "over", "scores", "winners", CONCEALED))
"""The keys that every view has, so that a title's `view` can't use them."""
FORMAT = 3
MAX_RECORD_BYTES = 1 << 20
"""Maximum record size in bytes, far more than any title's: limits decompression."""


def encode_view(state: BaseState, viewer: int | None) -> dict[str, Any]:
    """Encode a position concealed for `viewer` (None: a spectator): its setup, and its record in base85 of zlib."""
    packing = zlib.compressobj(9, strategy=zlib.Z_FILTERED, zdict=opening(state.game, state.setup))
    return {
        "format": FORMAT,
        "seat": viewer,
        "rules": state.rules,
        "board": state.game.spec.boards.name_or_data(state.board),
        "record": base64.b85encode(packing.compress(state.to_bytes()) + packing.flush()).decode(),
    }


def opening(game: Ruleset, setup: Setup) -> bytes:
    """Return the record of a game before its first event."""
    return _opening(game, setup.seats, tuple(setup.options.items()), setup.board, setup.rules)


@lru_cache
def _opening(
    game: Ruleset, seats: int, options: tuple[tuple[str, Any], ...], board: Board, rules: int
) -> bytes:
    position = game.spec.record_class.new()
    game.kernels.begin_at(position, seats, game.spec.encode_options(dict(options), rules), board.numbers)
    return bytes(position.tobytes())


def decode_view(view: Any) -> tuple[dict[str, Any], str]:
    """Return a view's other fields, as arguments of `Game.from_bytes`, and the packed record.

    QuartierError names the field that is missing or wrong.
    """
    outer = _object(view, "view")
    inner = _object(outer.get(CONCEALED), CONCEALED)
    if inner.get("format") != FORMAT:
        raise QuartierError(_OTHER_FORMAT, found=str(inner.get("format"))[:20], known=FORMAT)
    arguments = {
        "seats": _of(int, outer, "seats"),
        "options": _of(dict, outer, "options"),
        "viewer": _of((int, type(None)), inner, "seat"),
        "board": _of((str, dict, type(None)), inner, "board"),
        "rules": _of(int, inner, "rules"),
    }
    return arguments, _of(str, inner, "record")


def game_named(view: Any) -> str:
    """Return the name of a view's title."""
    named: str = _of(str, _object(view, "view"), "game")
    return named


def record(text: str, opening_record: bytes) -> bytes:
    """Decode a packed record of a game that began with this one. QuartierError if it is invalid."""
    unpacking = zlib.decompressobj(zdict=opening_record)
    try:
        result = unpacking.decompress(base64.b85decode(text), MAX_RECORD_BYTES)
    except (ValueError, zlib.error) as error:
        raise QuartierError(_WRONG, field="record") from error
    if not unpacking.eof:
        raise QuartierError(_WRONG, field="record")
    return result


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise QuartierError(_WRONG, field=name)
    return value


def _of(kind: Any, fields: dict[str, Any], name: str) -> Any:
    """Return a field; True is not accepted as a number."""
    if name not in fields or not isinstance(fields[name], kind) or isinstance(fields[name], bool):
        raise QuartierError(_WRONG, field=name)
    return fields[name]


_WRONG = N_("This isn’t the output of State.view: “{field}” is missing or invalid.")
_OTHER_FORMAT = N_("This view has format “{found}”, but this release reads format {known}.")
