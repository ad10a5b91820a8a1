"""A board that a stranger sends, read strictly: small, plain, and with nothing that a page or a database can't hold.

What it means as a board the title checks afterwards.
"""

from __future__ import annotations

import json
import math
from typing import Any

from quartier.core.game.boards import BadBoard
from quartier.core.text.errors import Phrase
from quartier.core.text.languages import N_
from quartier.core.text.numbers import figure

MAX_CHARACTERS = 8000
"""Nearly twice the largest board that we ship."""
MAX_NAME_LENGTH = 40
MAX_TEXT_LENGTH = 400
MAX_NUMBER = 1_000_000
MAX_DEPTH = 8


def is_board_text(board: str) -> bool:
    """Return whether this is the text of a board's file, not the name of a board."""
    return board.lstrip("\ufeff \t\r\n").startswith("{")


def parse_board(text: str) -> dict[str, Any]:
    """Return the data of a board. Raises BadBoard, which names the place."""
    if len(text) > MAX_CHARACTERS:
        most = Phrase(lambda t: figure(MAX_CHARACTERS, lang=t.lang))
        raise BadBoard(N_("This board is too large: at most {most} characters."), most=most)
    try:
        data = json.loads(
            text.lstrip("\ufeff"), object_pairs_hook=_without_repeats, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        raise BadBoard(_NO_JSON, line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise BadBoard(_TOO_MUCH) from error
    if not isinstance(data, dict) or not _is_name(data.get("name")):
        raise BadBoard(_NO_NAME, most=MAX_NAME_LENGTH)
    _check(data, "", 0)
    return data


def _is_name(name: Any) -> bool:
    is_text = isinstance(name, str) and name.isprintable() and name == " ".join(name.split())
    return is_text and 0 < len(name) <= MAX_NAME_LENGTH and any(sign.isalnum() for sign in name)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadBoard(N_("“{name}” appears twice in the same object."), name=_quote(twice))
    return data


def _no_number(constant: str) -> None:
    raise BadBoard(N_("{constant} isn’t a number that a board can have."), constant=constant)


def _check(value: Any, path: str, depth: int) -> None:
    """Raise BadBoard for a value that is too deep, too long, too large or invisible."""
    if depth > MAX_DEPTH:
        raise BadBoard(_TOO_MUCH)
    if isinstance(value, dict):
        for name, part in value.items():
            _check(name, path, depth)
            _check(part, f"{path}.{name}" if path else name, depth + 1)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            _check(part, f"{path}[{number}]", depth + 1)
    elif isinstance(value, str):
        if len(value) > MAX_TEXT_LENGTH or not value.isprintable():
            raise BadBoard(_NO_TEXT, place=_quote(path), most=MAX_TEXT_LENGTH)
    elif value is not None and not (math.isfinite(value) and abs(value) <= MAX_NUMBER):
        most = Phrase(lambda t: figure(MAX_NUMBER, lang=t.lang))
        raise BadBoard(
            N_("The number at “{place}” is too large: at most {most}."), place=_quote(path), most=most
        )


def _quote(text: str) -> str:
    """Return text of a stranger as an error shows it."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:60])


_NO_JSON = N_("This file isn’t valid JSON. Check line {line}, column {column}.")
_TOO_MUCH = N_("This board has a number that is too long, or too many lists within lists.")
_NO_NAME = N_("A board must be a JSON object with a “name” of 1 to {most} visible characters.")
_NO_TEXT = N_(
    "The text at “{place}” is too long or has invisible characters. Use at most {most} characters that can be read."
)
