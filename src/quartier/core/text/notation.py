"""Game records as plain text: header lines `[Key "value"]`, then one event `ACTOR MOVE` a line; `#` begins a comment."""

import codecs
import re
import unicodedata
from dataclasses import dataclass, field

from quartier.core.text.errors import BadRecord, QuartierError
from quartier.core.text.languages import N_

_HEADER = re.compile(
    r'\[\s*([A-Za-z][A-Za-z0-9]*)\s+(?:"((?:[^"\\]|\\.)*)"|["“”„‟«»″＂](.*)["“”„‟«»″＂])\s*\]\s*(?:#.*)?'
)
_EVENT = re.compile(r"(\*|0|[1-9][0-9]{0,2})\s+(\S.*)")
_FIRST = ("Game", "Rules", "Board", "Players", "Options", "Date", "Result")
_DESCRIPTIVE = "Date"
"""The only one of these that says nothing about the game: any text is accepted unchanged."""
_INVISIBLE = re.compile(r"[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
"""Zero-width characters, soft hyphens and directional marks."""
_SPACES = re.compile(r"[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]")
_DASHES = re.compile(r"[\u2010-\u2015\u2212]")
_QUOTE_MARKERS = re.compile(r"\A\s*(?:>\s*)+")
_FENCE = re.compile(r"(?:`{3,}|~{3,})[^`]*")

CHANCE_ACTOR = "*"
"""The actor of chance events in records and in `State`."""
HIDDEN_DRAW = "draw ?"
"""The move of a draw in a record for one seat that didn't see its outcome."""


@dataclass
class Document:
    """A parsed record."""

    headers: dict[str, str] = field(default_factory=dict)
    """The headers by key."""
    events: list[tuple[int, str, str]] = field(default_factory=list)
    """The events in order, as (line number, actor, move)."""
    header_lines: dict[str, int] = field(default_factory=dict)
    """The line number of each header, by key. Lines count from 1."""


def parse(text: str) -> Document:
    """Parse a record.

    Args:
        text: The record.

    Returns:
        Its headers and events. Whether the moves are legal isn't checked.

    Raises:
        BadRecord: A line is neither header, event nor comment, or a header is repeated or comes after an event.
    """
    if not isinstance(text, str):
        raise BadRecord(1, N_("A record must be text, not {kind}."), kind=type(text).__name__)
    document = Document()
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = _normalize(raw)
        if line.startswith("["):
            _parse_header(document, number, line, _QUOTE_MARKERS.sub("", raw, count=1).strip())
        elif event := line.split("#", 1)[0].rstrip():
            _parse_event(document, number, event)
    return document


def decode(data: bytes) -> str:
    """Decode a text file: UTF-8, or UTF-16 with a byte-order mark, as PowerShell writes it.

    Args:
        data: The bytes of the file.

    Raises:
        UnicodeDecodeError: They are neither.
    """
    is_utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if is_utf16 else "utf-8-sig")


def _normalize(line: str) -> str:
    """Return a line without what mail, chat and word processors add to pasted text; "" for a Markdown fence."""
    if not line.isascii():
        line = _DASHES.sub("-", _SPACES.sub(" ", _INVISIBLE.sub("", line)))
    line = _QUOTE_MARKERS.sub("", line, count=1) if ">" in line else line
    return "" if _FENCE.fullmatch(line.strip()) else line.strip()


def unexpected_character(text: str, letters: bool = True) -> QuartierError | None:
    """Return an error that names the first character of a line that isn't plain ASCII; None if all are.

    Args:
        text: The line.
        letters: Whether letters and digits beyond ASCII count, too.
    """
    for position, character in enumerate(text, 1):
        plain = " " <= character <= "~" or (character.isalnum() and not letters)
        if not plain:
            return QuartierError(
                N_(
                    "“{text}” contains {name} ({code}) as character {position}. Type this line again without it."
                ),
                text="".join(sign if sign.isprintable() else "�" for sign in text[:60]),
                name=unicodedata.name(character, "CONTROL CHARACTER"),
                code=f"U+{ord(character):04X}",
                position=position,
            )
    return None


def _parse_event(document: Document, number: int, line: str) -> None:
    event = _EVENT.fullmatch(line)
    if not event:
        general = N_("“{text}” isn’t an event. An event is a seat number or *, a space and a move.")
        raise BadRecord(number, unexpected_character(line) or general, text=line[:60])
    document.events.append((number, event.group(1), " ".join(event.group(2).split())))


def _parse_header(document: Document, number: int, line: str, raw: str) -> None:
    """Parse a header; its value stays unchanged in `raw`, if that can be read and only describes the game."""
    header = _HEADER.fullmatch(raw) or _HEADER.fullmatch(line)
    if not header:
        general = N_('“{text}” isn’t a header. A header looks like [Key "value"].')
        raise BadRecord(number, unexpected_character(line, letters=False) or general, text=line[:60])
    key, value = header[1], re.sub(r"\\(.)", r"\1", header[2] if header[3] is None else header[3])
    if key in _FIRST and key != _DESCRIPTIVE:
        value = _normalize(value)
    if document.events:
        raise BadRecord(number, N_("Header “{key}” comes after the first event."), key=key)
    if key in document.headers:
        raise BadRecord(number, N_("Duplicate header “{key}”."), key=key)
    document.headers[key], document.header_lines[key] = value, number


def write(headers: dict[str, str], events: list[tuple[str, str]]) -> str:
    """Write a record.

    Args:
        headers: The headers by key.
        events: The events in order, as (actor, move).

    Returns:
        The text: common headers first, the others in alphabetical order, then an empty line and the events.
    """
    keys = [key for key in _FIRST if key in headers] + sorted(key for key in headers if key not in _FIRST)
    lines = [f'[{key} "{_escape(headers[key])}"]' for key in keys]
    lines.append("")
    lines.extend(f"{actor} {move}" for actor, move in events)
    return "\n".join(lines) + "\n"


def _escape(value: str) -> str:
    flat = " ".join(value.split())
    return flat.replace("\\", "\\\\").replace('"', '\\"')
