"""The shared style of move previews: cream ground with a dashed ink outline, gold pills."""

from quartier.core.drawing.svg import (
    Svg,
    at,
    rect,
    text,
)

PILL = 34
"""The height of a gold pill, in drawing units."""


def staged_ground(x: float, y: float, width: float, height: float, radius: float = 8) -> Svg:
    """Draw the ground of something not confirmed yet; the thing itself is drawn on it in full colour."""
    return rect(x, y, width, height, radius, class_="staged-ground")


def pill(x: float, y: float, words: str, size: float = 22) -> Svg:
    """Draw a gold pill around (x, y) with the gain, such as "+$7"."""
    height = size * PILL / 22
    width = height * 0.9 + 0.58 * size * len(words)
    return at(
        x,
        y,
        rect(-width / 2, -height / 2, width, height, height / 2, class_="pill"),
        text(0, size * 0.36, words, size, "middle heavy on-gold"),
        class_="gain-pill",
    )
