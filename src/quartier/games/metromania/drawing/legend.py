"""What the signs on the map mean: in its corners, and where these have no room beside it."""

from functools import lru_cache
from typing import NamedTuple

from quartier.core.drawing.svg import Svg, group, join, path
from quartier.core.text.languages import Translator

from ..rules.state import COMMERCIAL, ENTERTAINMENT, LAKE, PARK, RESIDENTIAL
from ..text.labels import type_name
from .gates import chevron, disc
from .symbols import chip, kind_icon, rail, stop


class Sign(NamedTuple):
    """A sign of the map, with its meaning in a word or two and the kind of component that explains it."""

    icon: Svg
    words: str
    kind: str


@lru_cache(8)
def signs_of_lines(t: Translator) -> tuple[Sign, ...]:
    """Return the signs of lines: where they begin and end, their tunnels and stations."""
    signs = (
        Sign(chevron(), t("begin here"), "gate"),
        Sign(disc(), t("end here"), "exit"),
        Sign(_tunnel(), t("tunnel"), "step"),
        Sign(stop(1), t("station"), "stop"),
        Sign(stop(3), t("3+ lines"), "stop"),
    )
    return tuple(sign._replace(icon=group(sign.icon, transform="scale(.7)")) for sign in signs)


@lru_cache(8)
def signs_of_triangles(t: Translator) -> tuple[Sign, ...]:
    """Return the signs of triangles: what they are, and the marker on a destination."""
    kinds = (
        *((kind, "destination") for kind in (RESIDENTIAL, COMMERCIAL, ENTERTAINMENT)),
        *((kind, "sight") for kind in (LAKE, PARK)),
    )
    triangles = (
        Sign(kind_icon(kind, 0, 0, 22), type_name(kind, t), explained_as) for kind, explained_as in kinds
    )
    return (*triangles, Sign(chip(0, "A", 10), t("trip end"), "marker"))


def _tunnel() -> Svg:
    """A triangle that is taken, and the line along its side."""
    triangle = path("M-11 1L0 -8L11 1Z", class_="taken seat-0")
    return join(triangle, rail("M-11 7H11", 0))
