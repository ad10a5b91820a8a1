"""A position in words, for people who read or hear the table instead of seeing it."""

from typing import NamedTuple


class Section(NamedTuple):
    """A part of the table: a heading, and a line for each object in it."""

    heading: str
    lines: list[str]
