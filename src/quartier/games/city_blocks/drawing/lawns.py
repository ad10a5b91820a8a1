"""Blocks on which nothing stands yet: a lawn with paths and trees, unlike those beside it."""

from functools import cache

from quartier.core.drawing.svg import (
    Svg,
    el,
    group,
    path,
    rect,
)

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
    """A tree is a dot with its shadow and the sun on it: the round end of a line that goes nowhere."""
    trees, width = "".join(_tree(i, tree) for tree in range(3 + i * 7 % 3)), 13 + i * 3 % 5
    return group(
        rect(0, 0, LOT_WIDTH, LOT_HEIGHT, 8, class_="park"),
        path(_paths(i), class_="road-line", stroke_width=5, stroke_opacity=0.75),
        path(trees, class_="tree-shade", stroke_width=width, transform="translate(3 3)"),
        path(trees, class_="tree", stroke_width=width),
        path(trees, class_="tree-sun", stroke_width=width * 2 // 5, transform="translate(-2 -2)"),
        id=f"lawn-{i}",
        class_="quartier",
    )


def _paths(i: int) -> str:
    """Two paths that cross, not in the same place everywhere; some end where they meet."""
    x, y = (34, 52, 66, 44)[i * 5 % 4], (60, 48, 70, 38)[i * 3 % 4]
    across = ("M4 {y}H100", "M{x} {y}H100", "M4 {y}H{x}")[i % 3].format(x=x, y=y)
    return f"{across}M{x} 4V104"


def _tree(lawn: int, tree: int) -> str:
    x, y = _SPOTS[(lawn * 3 + tree * (1 + lawn % 2 * 2)) % len(_SPOTS)]
    return f"M{x + (lawn * 5 + tree * 7) % 7 - 3} {y + (lawn * 3 + tree * 5) % 7 - 3}h.1"
