"""Metadata of a title for its page: `data/title.toml`.

All sentences and names of options are message ids of the title's catalogue. Personal names are the same in
every language.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, cast, get_args, get_origin, get_type_hints

from quartier.core.game.title_checks import BrokenTitle
from quartier.core.text.languages import N_


@dataclass(frozen=True)
class Scene:
    """A section of a recorded game's board: the square at (x, y) in board units, after `events` of `data/<record>.txt`."""

    record: str
    events: int
    x: float
    y: float
    side: float


@dataclass(frozen=True)
class Character:
    """One of a title's bots: a name, and a sentence about its play."""

    name: str
    sentence: str


@dataclass(frozen=True)
class TitleMetadata:
    """The metadata of a title; fields that it does not set are omitted."""

    sentence: str = ""
    """The activity of the game in a sentence."""
    minutes: tuple[int, int] = (0, 0)
    """The duration with the fewest players and with the most, in minutes."""
    turns: tuple[int, ...] = ()
    """About the most turns that a player has in a game, evenly spaced from the fewest players (from two on) to the most."""
    weight: int = 0
    """The complexity, from 1 to 5."""
    scene: Scene | None = None
    bots: tuple[Character, ...] = ()
    """The bot of each level, the weakest first."""
    seconds: Mapping[str, Character] = field(default_factory=dict)
    """Additional bots at a level, with a style or with more time, by level and style: "2+parks", "6+patient"."""
    visor: int = 0
    """The shared visor that its bots wear (`core.drawing.faces`)."""
    options: Mapping[str, str] = field(default_factory=dict)
    """In a word or two, the topic of each option."""
    swatches: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By option: the looks of its letters. Its value has one letter for each seat, in the order of the seats."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """The display name of each letter's colour."""


def load_metadata(file: Path) -> TitleMetadata:
    """Read a title's `data/title.toml`; the default without the file.

    Raises:
        BrokenTitle: It isn't TOML, or a field is unknown, is missing or has another type. The message names file and
            field.
    """
    if not file.is_file():
        return TitleMetadata()
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BrokenTitle(_NO_TOML, file=file, problem=error) from error
    try:
        return cast(TitleMetadata, _read_table(TitleMetadata, table, ""))
    except _BadField as error:
        raise BrokenTitle(error.message, file=file, field=error.field, expected=error.expected) from error


def messages(metadata: TitleMetadata) -> list[str]:
    """Return the message ids of the metadata, for the title's catalogue."""
    characters = (*metadata.bots, *metadata.seconds.values())
    texts = [metadata.sentence, *(character.sentence for character in characters)]
    return [text for text in (*texts, *metadata.options.values(), *metadata.colours.values()) if text]


class _BadField(Exception):
    """A field that cannot be read: its path, such as "bots.2.name", and what it should be."""

    def __init__(self, message: str, field: str, expected: str = "") -> None:
        super().__init__(message)
        self.message, self.field, self.expected = message, field, expected


def _read_table(kind: type, table: Any, path: str) -> Any:
    """Read a TOML table as a dataclass."""
    if not isinstance(table, dict):
        raise _BadField(_WRONG_TYPE, path, "table")
    hints = get_type_hints(kind)
    for name in table:
        if name not in hints:
            raise _BadField(_UNKNOWN_FIELD, _join(path, name), ", ".join(hints))
    for declared in fields(kind):
        if declared.name not in table and declared.default is MISSING and declared.default_factory is MISSING:
            raise _BadField(_MISSING_FIELD, _join(path, declared.name))
    return kind(**{name: _read_value(hints[name], value, _join(path, name)) for name, value in table.items()})


def _read_value(kind: Any, value: Any, path: str) -> Any:
    """Read a TOML value according to a type hint: a number, a text, a table, or several of one kind."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return _read_value(arguments[0], value, path)
    if origin is Mapping and isinstance(value, dict):
        return {name: _read_value(arguments[1], item, _join(path, name)) for name, item in value.items()}
    if origin is tuple and isinstance(value, list):
        kinds = [arguments[0]] * len(value) if arguments[-1] is Ellipsis else list(arguments)
        if len(kinds) == len(value):
            pairs = enumerate(zip(kinds, value, strict=True), 1)
            return tuple(
                _read_value(kind_of_item, item, _join(path, str(number)))
                for number, (kind_of_item, item) in pairs
            )
    if is_dataclass(kind):
        return _read_table(cast(type, kind), value, path)
    if origin is tuple and isinstance(value, list):
        raise _BadField(_WRONG_TYPE, path, f"list of {len(arguments)} numbers")
    if isinstance(value, bool) or not isinstance(value, (int, float) if kind is float else origin or kind):
        raise _BadField(_WRONG_TYPE, path, _EXPECTED.get(origin or kind, str(kind)))
    return value


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


_EXPECTED = {str: "text", int: "whole number", float: "number", tuple: "list", Mapping: "table"}
_NO_TOML = N_("{file} isn’t valid TOML: {problem}.")
_UNKNOWN_FIELD = N_("{file} has an unknown field “{field}”. Fields: {expected}.")
_MISSING_FIELD = N_("{file} has no field “{field}”.")
_WRONG_TYPE = N_("{file}: “{field}” has the wrong type. Expected: {expected}.")
