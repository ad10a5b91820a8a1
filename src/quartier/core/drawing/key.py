"""Entries of a key, and headings, that explain themselves under a finger, the mouse or a key."""

from quartier.core.text.tooltips import KIND

from .svg import Svg, group, rect


def explaining(kind: str, label: str, area: tuple[float, float, float, float], *content: Svg) -> Svg:
    """Group what explains a whole kind, a key of the title's TOOLTIP_KINDS.

    Args:
        kind: That key.
        label: What a screen reader says.
        area: Where it can be touched: x, y, width, height.
        content: What is drawn.
    """
    return group(*content, rect(*area, class_="hit"), data_about=KIND + kind, role="img", aria_label=label)
