"""Shared pieces of all titles: icons on a grid of 24 units, and the pattern and symbol of the six seats.

An icon takes its main colour from the seat class around it (`class="seat-0"`), so one serves all seats.
"""

from collections.abc import Iterable
from functools import cache

from quartier.core.drawing.svg import (
    Svg,
    el,
    group,
    join,
    path,
    rect,
)

GRID = 24
SEATS = 6

SIGNS = (
    "M0 -9A9 9 0 1 1 0 9A9 9 0 1 1 0 -9Z",
    "M0 -9.5L10 8H-10Z",
    "M-8 -8H8V8H-8Z",
    "M0 -10.5L10 0L0 10.5L-10 0Z",
    "M0 -10.5L2.9 -3.6L10.3 -3.1L4.6 1.7L6.4 8.9L0 5L-6.4 8.9L-4.6 1.7L-10.3 -3.1L-2.9 -3.6Z",
    "M0 -10L8.7 -5V5L0 10L-8.7 5V-5Z",
)
"""By seat: circle, triangle, square, diamond, star, hexagon around (0, 0), 20 units wide."""


def _dots(radius: float, *centres: tuple[float, float]) -> str:
    """Return the path of equal circles."""
    arc = f"a{radius} {radius} 0 1 1"
    return "".join(f"M{x} {y - radius:g}{arc} 0 {2 * radius:g}{arc} 0 {-2 * radius:g}Z" for x, y in centres)


# Each icon is a list of (role, path). The roles are classes of theme.css; "" is a line on a fill, "free" a
# line on the background.
_ICONS: dict[str, tuple[tuple[str, str], ...]] = {
    "house": (
        ("wall", "M4.5 10.5V20.5H19.5V10.5L12 4Z"),
        ("main", "M15.5 7V3.5H18.5V9.5"),
        ("main", "M12 3L22 11.8L20.3 13.6L12 6.4L3.7 13.6L2 11.8Z"),
        ("main", "M9.8 20.5V15.2H14.2V20.5"),
    ),
    "store": (
        ("wall", "M4 9V20.5H20V9"),
        ("main", "M12.5 20.5V13.5H17V20.5"),
        ("wall", "M6.5 13.5H10V17H6.5Z"),
        ("main", "M5 3.5H19L21.5 9A3.15 2.8 0 0 1 15.2 9A3.15 2.8 0 0 1 8.8 9A3.15 2.8 0 0 1 2.5 9Z"),
        ("wall", "M9.6 3.5L8.8 9A3.15 2.8 0 0 0 15.2 9L14.4 3.5Z"),
    ),
    "factory": (
        ("wall", "M16 11L16.6 2.5H19.4L20 11"),
        ("main", "M2.5 20.5V12.5L8.5 8.5V12.5L14.5 8.5V12.5H21.5V20.5Z"),
        ("wall", "M5.5 15.5H8V17.5H5.5ZM10.8 15.5H13.3V17.5H10.8ZM16 15.5H18.5V17.5H16Z"),
    ),
    "school": (
        ("main", "M12 7V2L16.5 3.6L12 5.2"),
        ("wall", "M2.5 12.5H21.5V20.5H2.5Z"),
        ("main", "M7 20.5V10.8L12 7L17 10.8V20.5Z"),
        ("wall", "M10 20.5V16.5H14V20.5"),
        ("wall", _dots(1.6, (12, 12.6))),
        ("", "M4.8 15.2V17M19.2 15.2V17"),
    ),
    "power plant": (
        ("free", "M7.5 3.8C9 2.2 10.5 5 12.2 3.4S15.3 2.4 16.5 3.6"),
        ("main", "M6.3 6.5H17.7C16.6 12 17.6 16.5 20.5 20.5H3.5C6.4 16.5 7.4 12 6.3 6.5Z"),
        ("wall", "M13.2 8.5L8.8 14.6H11.7L10.6 19L15.2 12.7H12.3Z"),
    ),
    "mall": (
        ("wall", "M2.5 11H21.5V20.5H2.5Z"),
        ("main", "M6 20.5V5.5H18V20.5Z"),
        ("wall", "M8.8 9.8H15.2L15.9 16.6H8.1Z"),
        ("", "M10.2 11.6V8.9A1.8 1.8 0 0 1 13.8 8.9V11.6"),
        ("", "M4.3 14V17.2M19.7 14V17.2M10 20.5V19H14V20.5"),
    ),
    "courthouse": (
        ("wall", "M4.5 9.5H19.5V18H4.5Z"),
        ("main", "M12 2.8L21.5 8.2V9.8H2.5V8.2Z"),
        ("main", "M5.8 9.8H8.6V17.8H5.8ZM10.6 9.8H13.4V17.8H10.6ZM15.4 9.8H18.2V17.8H15.4Z"),
        ("main", "M3.5 17.8H20.5L21.8 20.8H2.2Z"),
    ),
    "park": (
        ("wall", "M10.2 21.2V13H13.8V21.2Z"),
        (
            "leaf",
            (
                "M12 2.5C15 2.5 16.7 4.6 16.5 6.8C19 7.3 20.3 9.2 20 11.4"
                "C19.7 14 17.4 15.3 12 15.3S4.3 14 4 11.4C3.7 9.2 5 7.3 7.5 6.8"
                "C7.3 4.6 9 2.5 12 2.5Z"
            ),
        ),
        ("", "M12 14.5V9.5M12 12.6L14.8 10.2M12 11.4L9.8 9.2"),
    ),
    "fire station": (
        ("wall", "M3 20.5V9.5L12 3.5L21 9.5V20.5Z"),
        ("main", "M12 2.8L22.3 9.7L21 11.6L12 5.6L3 11.6L1.7 9.7Z"),
        (
            "main",
            (
                "M12 7.2C13.9 8.8 14.6 10 14.4 11.3A2.4 2.2 0 0 1 9.6 11.3"
                "C9.6 10.2 10.3 9.9 10.6 9C11.5 8.8 12 8.2 12 7.2Z"
            ),
        ),
        ("main", "M6.5 20.5V15.2H17.5V20.5Z"),
        ("", "M6.5 17.9H17.5"),
    ),
    "town hall": (
        ("wall", "M2.5 13H21.5V20.5H2.5Z"),
        ("main", "M8.5 20.5V6.5H15.5V20.5Z"),
        ("main", "M8 6.8L12 1.8L16 6.8Z"),
        ("wall", _dots(2.1, (12, 10.3))),
        ("", "M12 9.2V10.4H12.9M4.5 16V17.8M19.5 16V17.8"),
        ("wall", "M10.5 20.5V17A1.5 1.5 0 0 1 13.5 17V20.5"),
    ),
    "roof": (
        ("wall", "M15.8 9V4H19V12"),
        ("main", "M12 4.5L22.5 18.5H1.5Z"),
        ("", "M8.6 9.2H15.4M5 13.8H19M12 9.2V13.8M8.6 13.8V18.5M15.4 13.8V18.5"),
    ),
    "mayor": (
        ("main", "M3.5 21.2C3.5 16.5 7 14.4 12 14.4S20.5 16.5 20.5 21.2Z"),
        ("wall", "M12 6A4 4 0 0 1 16 10A4 4 0 0 1 8 10A4 4 0 0 1 12 6Z"),
        ("main", "M5.8 7.6H18.2M8.2 7.4V2.5H15.8V7.4Z"),
        ("", "M8.5 15L12 19L15.5 15"),
        ("wall", _dots(1.4, (12, 19))),
    ),
    "permit": (
        ("wall", "M5 2.5H15.5L19.5 6.5V21.5H5Z"),
        ("", "M15.5 2.5V6.5H19.5M8 7H12M8 10.3H16"),
        ("main", "M13.5 18L12.6 22L14.8 20.8L17 22L16.1 18"),
        ("main", _dots(3.1, (14.8, 15.7))),
    ),
    "cone": (
        ("main", "M10.2 3.2A1.9 1.9 0 0 1 13.8 3.2L18.5 19H5.5Z"),
        ("wall", "M8.7 8.3H15.3L16.6 12.7H7.4Z"),
        ("main", "M2.5 18.6H21.5V21.2H2.5Z"),
    ),
    "car": (
        (
            "main",
            (
                "M2 17.5V12.8C2 11.8 2.7 11.2 3.8 11L6 10.5L8.2 6.4C8.5 5.8 9 5.5 9.7 5.5H15"
                "C15.7 5.5 16.2 5.8 16.6 6.3L19.4 10.5C21.2 10.8 22 11.6 22 13V17.5Z"
            ),
        ),
        ("wall", "M8.2 10.5L9.9 7.5H12V10.5ZM14 10.5V7.5H15.2L17.2 10.5Z"),
        ("dark", _dots(2.6, (7, 17.5), (17, 17.5))),
        ("wall", _dots(1.4, (7, 17.5), (17, 17.5))),
    ),
    "station": (
        (
            "main",
            (
                "M6.5 3H17.5C18.9 3 19.8 3.9 19.8 5.3V15.5C19.8 16.9 18.9 17.8 17.5 17.8H6.5"
                "C5.1 17.8 4.2 16.9 4.2 15.5V5.3C4.2 3.9 5.1 3 6.5 3Z"
            ),
        ),
        ("wall", "M6.8 6H17.2V11.3H6.8Z"),
        ("wall", _dots(1.3, (7.6, 14.5), (16.4, 14.5))),
        ("", "M12 6V11.3"),
        ("free", "M7 18.6L4.5 21.5M17 18.6L19.5 21.5M6.5 19.9H17.5"),
    ),
    "coin": (
        ("main", _dots(9.5, (12, 12))),
        ("wall", _dots(6.6, (12, 12))),
        (
            "",
            (
                "M14.2 9.6C13.8 8.8 13 8.4 12 8.4C10.7 8.4 9.8 9.1 9.8 10.1"
                "C9.8 12.6 14.3 11.3 14.3 13.9C14.3 14.9 13.3 15.6 12 15.6"
                "C10.9 15.6 10 15.1 9.6 14.3M12 7.2V8.4M12 15.6V16.8"
            ),
        ),
    ),
    "dice": (
        (
            "main",
            ("M6 3H18C19.7 3 21 4.3 21 6V18C21 19.7 19.7 21 18 21H6C4.3 21 3 19.7 3 18V6C3 4.3 4.3 3 6 3Z"),
        ),
        ("wall", _dots(1.7, (8, 8), (16, 8), (8, 16), (16, 16), (12, 12))),
    ),
    "tunnel": (
        ("main", "M2.5 20.5V12.5A9.5 9.5 0 0 1 21.5 12.5V20.5Z"),
        ("dark", "M6.5 20.5V13A5.5 5.5 0 0 1 17.5 13V20.5Z"),
        ("", "M12 3V7.5M5 6.3L8.1 9.1M19 6.3L15.9 9.1M2.5 13.5H6.5M17.5 13.5H21.5"),
        ("wall", "M11.4 15.5H12.6L13.6 20.5H10.4Z"),
    ),
    "gavel": (
        ("main", "M12.2 9.4L21.6 18.8L19.4 21L10 11.6Z"),
        ("wall", "M9.4 2.8L16.2 9.6L10.6 15.2L3.8 8.4Z"),
        ("main", "M8.4 1.8L10.8 4.2L5.2 9.8L2.8 7.4ZM15.2 8.6L17.6 11L12 16.6L9.6 14.2Z"),
        ("free", "M2.5 21.2H12.5"),
    ),
    "cheque": (
        ("wall", "M1.8 5.5H22.2V18.5H1.8Z"),
        ("main", "M1.8 5.5H22.2V9H1.8Z"),
        ("", "M4.8 12H13M4.8 15H9.5M14 15.8C15 13.4 16 17 17 15.2S18.6 15.8 19.4 15"),
    ),
    "cash box": (
        ("free", "M9 6V3.5H15V6"),
        ("main", "M2.5 10H21.5V20.5H2.5Z"),
        ("wall", "M2.5 10L4.6 6H19.4L21.5 10Z"),
        ("wall", _dots(2.6, (12, 14.8))),
        ("", "M12 14.8V16"),
    ),
}
ICONS = tuple(_ICONS)
"""Return the names of all icons."""


@cache
def icon(name: str, x: float, y: float, size: float) -> Svg:
    """Draw the icon with its top left corner at (x, y), `size` units wide. KeyError for an unknown name.

    A drawing shows the same icon many times, and a page contains a hundred previews with it, so this only
    refers to the icon's shapes. The document must include their `definitions` once.
    """
    scale = f"{size / GRID:.3f}".rstrip("0").rstrip(".")
    line = "broad" if size > 48 else "middling" if size > 30 else None  # large icons keep thin lines
    return el(
        "use", href=f"#{_icon_ids()[name]}", transform=f"translate({x} {y}) scale({scale})", class_=line
    )


@cache
def _icon_ids() -> dict[str, str]:
    return {name: f"icon-{name.replace(' ', '-')}" for name in ICONS}


def used_icons(drawing: str) -> list[str]:
    """Return the icons that a drawing refers to."""
    return [name for name, id_ in _icon_ids().items() if f'href="#{id_}"' in drawing]


def definitions(names: Iterable[str]) -> Svg:
    """Define the shapes of icons, once per page or document. Their colours come from where they are used."""
    return el("defs", *map(_definition, names))


@cache
def _definition(name: str) -> Svg:
    shapes = [path(d, class_=role or None) for role, d in _ICONS[name]]
    # The outer class: elements used elsewhere keep the styles of `.quartier`, in every browser.
    return group(group(*shapes, class_="icon"), id=_icon_ids()[name], class_="quartier")


@cache
def sign(seat: int, x: float, y: float, size: float) -> Svg:
    """Draw the symbol of a seat around (x, y) in the seat's colour, about `size` units wide."""
    return path(
        SIGNS[seat],
        class_=f"seat-{seat} seat",
        transform=f"translate({x} {y}) scale({size / 20:.3f})",
    )


def patterns(prefix: str, seats: int = SEATS) -> Svg:
    """Define the seats' patterns, for `fill="url(#PREFIX-SEAT)"`; one prefix for each drawing of a page.

    Dots, lines, crosses, checks, waves or plain, in a light tint that keeps dark text readable.
    """
    return el("defs", *(_pattern(f"{prefix}-{seat}", seat, "wash", "mark") for seat in range(seats)))


@cache
def roofs(prefix: str, seats: int = SEATS) -> Svg:
    """Define the same patterns on the seats' strong colours, as on roofs and flags with white text."""
    return el("defs", *(_pattern(f"{prefix}-{seat}", seat, "seat", "weave") for seat in range(seats)))


def _pattern(name: str, seat: int, ground: str, thread: str) -> Svg:
    return el(
        "pattern",
        rect(0, 0, 12, 12, class_=ground),
        _weave(seat, thread),
        id=name,
        width=12,
        height=12,
        patternUnits="userSpaceOnUse",
        class_=f"seat-{seat}",
    )


def _weave(seat: int, thread: str) -> Svg:
    return (
        path(
            "M3 1.2A1.8 1.8 0 1 1 3 4.8A1.8 1.8 0 1 1 3 1.2ZM9 7.2A1.8 1.8 0 1 1 9 10.8A1.8 1.8 0 1 1 9 7.2Z",
            class_=f"{thread}-fill",
        ),
        path("M-3 3L3 -3M-3 15L15 -3M9 15L15 9", class_=thread, stroke_width=2.4),
        path(
            "M3 0.5V5.5M0.5 3H5.5M9 6.5V11.5M6.5 9H11.5",
            class_=thread,
            stroke_width=1.8,
        ),
        path("M0 0H6V6H0ZM6 6H12V12H6Z", class_=f"{thread}-fill"),
        path(
            "M0 3C2 0.5 4 0.5 6 3S10 5.5 12 3M0 9C2 6.5 4 6.5 6 9S10 11.5 12 9",
            class_=thread,
            stroke_width=1.8,
        ),
        join(),
    )[seat]
