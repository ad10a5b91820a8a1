"""What is lettered on the city: number plaques, point badges, plates, and the pips of dice."""

from functools import cache, lru_cache

from quartier.core.drawing.svg import (
    Svg,
    el,
    group,
    number,
    rect,
    text,
)

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=2048)
def plaque(mark: int, x: float, y: float, scale: float) -> Svg:
    """The number of a building around (x, y): the stylesheet makes it larger on a small board."""
    ground = rect(-19, -18, 38, 36, 9, class_="tag")
    return _put(x, y, scale, group(ground, text(0, 10, mark, 28, "middle heavy"), class_="plaque"))


@lru_cache(maxsize=2048)
def plate(words: str, x: float, y: float, scale: float) -> Svg:
    """A small plate around (x, y), with what a miss costs; left out where there is no room for it."""
    drawn = (rect(-24, -15, 48, 30, 6, class_="tag"), text(0, 7, words, 20, "middle bold"))
    return _put(x, y, scale, *drawn, class_="fine" if scale < 1 else None)


@lru_cache(maxsize=2048)
def badge(points: int, x: float, y: float, scale: float) -> Svg:
    """The points that a group or a store brings, dark, its lower right corner at (x, y)."""
    width = 20 + 12 * len(str(points))
    return _put(
        x,
        y,
        scale,
        group(
            rect(-width, -30, width, 30, 15, class_="dark"),
            text(-width / 2, -8, points, 20, "middle heavy on-seat"),
            class_="badge",
        ),
    )


def _put(x: float, y: float, scale: float, *drawn: str, class_: str | None = None) -> Svg:
    """Moved to (x, y) and scaled."""
    scaled = "" if scale == 1 else f" scale({number(scale)})"
    return group(*drawn, transform=f"translate({number(x)} {number(y)}){scaled}", class_=class_)


@cache
def pips(die: int, step: float, radius: float) -> Svg:
    """The pips of a die around (0, 0)."""
    dots = (el("circle", cx=x * step, cy=y * step, r=radius) for x, y in PIPS[die])
    return group(*dots, class_="ink-fill")
