"""Game records as plain text: header lines `[Key "value"]`, then one event `ACTOR MOVE` a line; `#` begins a comment."""

import re
from dataclasses import dataclass, field

from quartier.core.text.errors import BadRecord
from quartier.core.text.languages import N_

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\.)*)"\]\s*(?:#.*)?')
_EVENT = re.compile(r"(\*|0|[1-9][0-9]{0,2})\s+(\S.*)")
_FIRST = ("Game", "Rules", "Board", "Players", "Options", "Date", "Result")

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
        line = raw.strip()
        # In a header a # may stand inside the quotes, so its comment is cut off where it is parsed.
        if not line.startswith("["):
            line = line.split("#", 1)[0].rstrip()
        if line:
            _parse_line(document, number, line)
    return document


def _parse_line(document: Document, number: int, line: str) -> None:
    if line.startswith("["):
        _parse_header(document, number, line)
        return
    event = _EVENT.fullmatch(line)
    if not event:
        raise BadRecord(
            number,
            N_("“{text}” isn’t an event. An event is a seat number or *, a space and a move."),
            text=line[:60],
        )
    document.events.append((number, event.group(1), " ".join(event.group(2).split())))


def _parse_header(document: Document, number: int, line: str) -> None:
    header = _HEADER.fullmatch(line)
    if not header:
        raise BadRecord(
            number, N_('“{text}” isn’t a header. A header looks like [Key "value"].'), text=line[:60]
        )
    key, value = header.group(1), re.sub(r"\\(.)", r"\1", header.group(2))
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
