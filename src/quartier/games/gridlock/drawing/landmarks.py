"""Small icons of destinations on a grid of 24 units, in the manner of `quartier.core.drawing.pieces`."""

from functools import cache

from quartier.core.drawing.svg import Svg, group, path

GRID = 24


def _ring(x: float, y: float, radius: float) -> str:
    """Path of a circle."""
    arc = f"a{radius} {radius} 0 1 1"
    return f"M{x} {y - radius:g}{arc} 0 {2 * radius:g}{arc} 0 {-2 * radius:g}Z"


# Each icon is a list of (role, path); the roles are classes of theme.css.
_ICONS: dict[str, tuple[tuple[str, str], ...]] = {
    "Harvard": (
        ("main", "M4 2.5H20V11C20 16.5 16.5 20 12 22C7.5 20 4 16.5 4 11Z"),
        ("wall", "M6.5 7.5C8 7 11 7 12 8.2C13 7 15 7 17.5 7.5V14C15 13 13 13.5 12 14.7C11 13.5 8.5 13.2 6.5 14Z"),
        ("", "M12 8.2V14.7"),
    ),
    "Fenway Park": (
        ("wall", _ring(12, 12, 9.5)),
        ("", "M6.2 4.6C9.4 8.6 9.4 15.4 6.2 19.4M17.8 4.6C14.6 8.6 14.6 15.4 17.8 19.4"),
        ("", "M7.2 9L9.6 8.2M7.6 12H10M7.2 15L9.6 15.8M16.8 9L14.4 8.2M16.4 12H14M16.8 15L14.4 15.8"),
    ),
    "Museum of Fine Arts": (
        ("main", "M2.5 4.5H21.5V20.5H2.5Z"),
        ("wall", "M5.5 7.5H18.5V17.5H5.5Z"),
        ("leaf", "M5.5 17.5L10 11.5L12.8 15L15 12.8L18.5 17.5Z"),
        ("main", _ring(15.6, 10.2, 1.3)),
        ("", "M9 4.5L12 1.8L15 4.5"),
    ),
    "MIT": (
        ("main", "M5.5 10.5C5.5 5.5 8.5 3 12 3S18.5 5.5 18.5 10.5Z"),
        ("wall", "M3 10.5H21V13H3Z"),
        ("wall", "M4.5 13H7V19H4.5ZM8.7 13H11.2V19H8.7ZM12.8 13H15.3V19H12.8ZM17 13H19.5V19H17Z"),
        ("main", "M2 19H22V21.5H2Z"),
    ),
    "Copley Square": (
        ("wall", "M13.5 21.5V2.5L20.5 5V21.5Z"),
        ("", "M17 3.8V21.5M13.5 8H20.5M13.5 12.5H20.5M13.5 17H20.5"),
        ("main", "M3 21.5V12L7.2 5.5L11.5 12V21.5Z"),
        ("wall", "M5.8 21.5V17A1.4 1.4 0 0 1 8.7 17V21.5"),
        ("", "M7.2 5.5V2.5M6 3.7H8.4"),
    ),
    "Symphony Hall": (
        ("", "M9 17.5V4.5L20 2.5V15.5M9 8.5L20 6.5"),
        ("main", _ring(6.3, 18, 3)),
        ("main", _ring(17.3, 16, 3)),
    ),
    "Museum of Science": (
        ("wall", "M9 2.5H15M10 2.5V9L4 19.5C3.4 20.8 4 21.7 5.3 21.7H18.7C20 21.7 20.6 20.8 20 19.5L14 9V2.5"),
        ("main", "M7.2 14H16.8L20 19.5C20.6 20.8 20 21.7 18.7 21.7H5.3C4 21.7 3.4 20.8 4 19.5Z"),
        ("wall", _ring(10, 18, 1.3)),
        ("wall", _ring(14, 16.4, 0.9)),
    ),
    "Boston Garden": (
        ("main", _ring(12, 12, 9.5)),
        ("", "M12 2.5V21.5M2.5 12H21.5M5 5.5C9 9 9 15 5 18.5M19 5.5C15 9 15 15 19 18.5"),
    ),
    "Theater District": (
        ("main", "M3 3.5C8.5 5.8 15.5 5.8 21 3.5V11C21 17 17 21.5 12 21.5S3 17 3 11Z"),
        ("wall", "M6.5 9.3C7.5 8.2 9.3 8.2 10.3 9.5C9.3 10.5 7.5 10.5 6.5 9.3Z"),
        ("wall", "M13.7 9.5C14.7 8.2 16.5 8.2 17.5 9.3C16.5 10.5 14.7 10.5 13.7 9.5Z"),
        ("wall", "M7 13.5C10 15.2 14 15.2 17 13.5C16.5 17 14.5 18.5 12 18.5S7.5 17 7 13.5Z"),
    ),
    "Faneuil Hall": (
        ("wall", "M2.5 12.5H21.5V21H2.5Z"),
        ("main", "M1.8 12.5L12 7.5L22.2 12.5Z"),
        ("wall", "M9.8 8.5V4.8H14.2V8.5"),
        ("main", "M9.2 4.8C9.5 2.8 11 2 12 2S14.5 2.8 14.8 4.8Z"),
        ("main", "M5 21V16.5A1.5 1.5 0 0 1 8 16.5V21M10.5 21V16.5A1.5 1.5 0 0 1 13.5 16.5V21"),
        ("main", "M16 21V16.5A1.5 1.5 0 0 1 19 16.5V21"),
    ),
    "North End": (
        ("wall", "M8.3 21.5V11H15.7V21.5Z"),
        ("main", "M8 11L12 1.8L16 11Z"),
        ("main", "M10.5 21.5V18A1.5 1.5 0 0 1 13.5 18V21.5"),
        ("main", "M10.4 13H13.6V15.4H10.4Z"),
        ("wall", "M2.5 21.5V16H8.3V21.5ZM15.7 21.5V16H21.5V21.5Z"),
    ),
    "Aquarium": (
        ("main", "M2.5 12C5.5 6.5 12 5 16.5 10L21.5 6.5V17.5L16.5 14C12 19 5.5 17.5 2.5 12Z"),
        ("wall", _ring(7.2, 11, 1.3)),
        ("", "M11 8.5C12.5 10.5 12.5 13.5 11 15.5"),
    ),
}  # fmt: skip
_OTHER = (
    ("main", "M12 22C7.5 16.5 4.5 13 4.5 9.5A7.5 7.5 0 0 1 19.5 9.5C19.5 13 16.5 16.5 12 22Z"),
    ("wall", _ring(12, 9.5, 3)),
)
NAMES = tuple(_ICONS)
"""The destinations with an icon of their own."""


@cache
def landmark(name: str, x: float, y: float, size: float) -> Svg:
    """The icon of a destination with its top left corner at (x, y); a map pin for one without an icon of its own."""
    shapes = (path(d, class_=role or None) for role, d in _ICONS.get(name, _OTHER))
    return group(
        *shapes, class_="icon landmark", transform=f"translate({x:g} {y:g}) scale({size / GRID:.3f})"
    )
