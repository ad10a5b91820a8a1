"""Sentences about the viewer: "You build house 3" instead of their name."""

from collections.abc import Sequence


class OwnName(str):
    """The viewer's own name. A title that never asks `by_name` shows it like any other."""

    __slots__ = ()


def with_own_name(names: Sequence[str], seat: int | None) -> list[str]:
    """Mark the name of the viewer's seat among the players' names; none for a spectator."""
    return [OwnName(name) if number == seat else name for number, name in enumerate(names)]


def by_name(name: str, form: str, own_form: str) -> str:
    """Return the form of a sentence about the player with this name; `own_form` if that is the viewer."""
    return own_form if isinstance(name, OwnName) else form
