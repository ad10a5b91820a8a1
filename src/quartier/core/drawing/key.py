"""Entries of a key, and headings, that show their tooltip on touch, hover or focus."""

from quartier.core.text.tooltips import KIND

from .svg import Svg, group, rect


def explaining(kind: str, label: str, area: tuple[float, float, float, float], *content: Svg) -> Svg:
    """Group an entry that explains a whole kind of component.

    Args:
        kind: A key of the title's TOOLTIP_KINDS.
        label: The text for screen readers.
        area: Where it can be touched: x, y, width, height.
        content: The drawn elements.
    """
    return group(*content, rect(*area, class_="hit"), data_about=KIND + kind, role="img", aria_label=label)
