"""Trees, lawns and the ways to the doors, in units of a building."""

from functools import cache, lru_cache

from quartier.core.drawing.svg import (
    Svg,
    el,
    group,
    join,
    number,
    path,
    rect,
)

from .layout import GAP, UNIT

# Where the trees of a park with so many stand, as parts of its width and height: around the plaque, and not in the corner
# of the badge.
GROVE = ((0.19, 0.2), (0.81, 0.21), (0.2, 0.8), (0.5, 0.16), (0.16, 0.5), (0.85, 0.52))
TREE = "bc-tree"


def tree_shape() -> Svg:
    """A tree as it is seen from above, around (0, 0)."""
    return group(
        el("ellipse", cx=4, cy=6, rx=12, ry=8, class_="shadow"),
        el("circle", r=11, class_="crown"),
        el("circle", cx=-3, cy=-3.5, r=4.5, class_="glint"),
        id=TREE,
        class_="quartier",
    )


@lru_cache(maxsize=2048)
def tree(x: float, y: float, size: float = 1) -> Svg:
    """A tree around (x, y)."""
    scale = "" if size == 1 else f" scale({number(size)})"
    return el("use", href=f"#{TREE}", transform=f"translate({number(round(x))} {number(round(y))}){scale}")


@cache
def lawn(columns: int, rows: int) -> Svg:
    """An empty park: a winding way, and two young trees."""
    width, height = UNIT * columns, UNIT * rows
    return join(
        _way(width, height),
        group(*(tree(width * x, height * y, 0.8) for x, y in GROVE[:2]), class_="faint"),
    )


@cache
def grove(columns: int, rows: int, trees: int) -> Svg:
    """A park with as many trees as its number says."""
    width, height = UNIT * columns, UNIT * rows
    return join(_way(width, height), *(tree(width * x, height * y, 1.25) for x, y in GROVE[:trees]))


def _way(width: float, height: float) -> Svg:
    left, top = GAP / 2, GAP / 2
    wide, high = width - GAP, height - GAP
    d = (
        f"M{left} {_n(top + high * 0.86)}C{_n(left + wide * 0.5)} {_n(top + high * 0.84)}"
        f" {_n(left + wide * 0.42)} {_n(top + high * 0.42)} {_n(left + wide)} {_n(top + high * 0.34)}"
    )
    return path(d, class_="road-line way", stroke_width=9)


def _n(value: float) -> str:
    return number(round(value, 1))


@cache
def yard(columns: int, rows: int) -> Svg:
    """Around a building: trees behind it, on deep grounds also a way to the door between trees."""
    width, height = UNIT * columns, UNIT * rows
    behind = [tree(x, 22, 0.75) for x in _places(columns)]
    if rows == 1:
        return join(*behind)
    door = rect(width / 2 - 6, height / 2, 12, height / 2 - GAP / 2, class_="road")
    return join(door, *behind, *(tree(x, height - 24, 0.75) for x in _places(columns)))


def _places(columns: int) -> list[float]:
    """Where trees stand along the width, none of them before the door."""
    width = UNIT * columns
    return [22, width - 22] if columns == 1 else [24, 54, width - 54, width - 24]
