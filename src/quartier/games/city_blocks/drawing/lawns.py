"""Blocks on which nothing stands yet: a lawn with paths and trees, unlike those beside it."""

from functools import cache

from quartier.core.show.svg import Svg, el, group, path, rect

from .layout import LOT_HEIGHT, LOT_WIDTH

_SPOTS = ((16, 18), (86, 84), (84, 20), (18, 86), (52, 14), (88, 54), (16, 52), (54, 92))
_LAWNS = 10


@cache
def lawns() -> Svg:
    """All lawns, drawn once; `lawn` refers to them."""
    return el("defs", *map(_drawn, range(_LAWNS)))


@cache
def lawn(block: int) -> Svg:
    """The lawn of a block."""
    return el("use", href=f"#lawn-{block * 7 % _LAWNS}")


def _drawn(i: int) -> Svg:
    trees = [_tree(i, tree) for tree in range(3 + i * 7 % 3)]
    return group(
        rect(0, 0, LOT_WIDTH, LOT_HEIGHT, 8, class_="park"),
        path(_paths(i), class_="road-line", stroke_width=5, stroke_opacity=0.75),
        path("".join(_disc(x + 3, y + 3, r) for x, y, r in trees), class_="shadow"),
        path("".join(_disc(x, y, r) for x, y, r in trees), class_="leaf-fill"),
        path("".join(_disc(x - r * 0.3, y - r * 0.3, r * 0.4) for x, y, r in trees), class_="sunny"),
        id=f"lawn-{i}",
        class_="quartier",
    )


def _paths(i: int) -> str:
    """Two paths that cross, not in the same place everywhere; some end where they meet."""
    x, y = (34, 52, 66, 44)[i * 5 % 4], (60, 48, 70, 38)[i * 3 % 4]
    across = ("M4 {y}H100", "M{x} {y}H100", "M4 {y}H{x}")[i % 3].format(x=x, y=y)
    return f"{across}M{x} 4V104"


def _tree(lawn: int, tree: int) -> tuple[int, int, float]:
    x, y = _SPOTS[(lawn * 3 + tree * (1 + lawn % 2 * 2)) % len(_SPOTS)]
    return x + (lawn * 5 + tree * 7) % 7 - 3, y + (lawn * 3 + tree * 5) % 7 - 3, 6 + (lawn + tree * 3) % 4


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x:g} {y - r:g}a{r:g} {r:g} 0 1 1 0 {2 * r:g}a{r:g} {r:g} 0 1 1 0 {-2 * r:g}Z"
