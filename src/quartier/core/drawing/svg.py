"""Safe SVG building: element functions that escape their arguments, and the stylesheet."""

import re
from functools import cache, lru_cache
from html import escape
from importlib.resources import files

NAMESPACE = "http://www.w3.org/2000/svg"
BEYOND = 2000
"""How far a board's ground extends beyond its play area, in drawing units: more than any window shows."""


class Svg(str):
    """Text that is already SVG. Anything else is escaped before it enters a drawing."""

    __slots__ = ()


Fragments = tuple[Svg, ...]
"""A drawing split at parts that change independently; concatenated, they are the whole."""
Attributes = tuple[tuple[str, str | float | None], ...]


def el(tag: str, *children: str | int, **attributes: str | float | None) -> Svg:
    """Build an element. `class_` stands for class, `data_touch` for data-touch; None omits an attribute."""
    head = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    body = _join_parts(children) if children else ""
    return Svg(f"<{tag}{head}>{body}</{tag}>" if body else f"<{tag}{head}/>")


def group(*children: str, **attributes: str | float | None) -> Svg:
    """Build a `<g>` around the children."""
    return el("g", *children, **attributes)


def at(x: float, y: float, *children: str, **attributes: str | float | None) -> Svg:
    """Build a `<g>` moved to (x, y)."""
    return el("g", *children, transform=f"translate({number(x)} {number(y)})", **attributes)


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float = 0,
    **attributes: str | float | None,
) -> Svg:
    """Build a rectangle with rounded corners."""
    return el("rect", x=x, y=y, width=width, height=height, rx=radius or None, **attributes)


def path(d: str, **attributes: str | float | None) -> Svg:
    """Build a path."""
    return el("path", d=d, **attributes)


def text(
    x: float,
    y: float,
    words: str | int,
    size: float,
    class_: str = "",
    **attributes: str | float | None,
) -> Svg:
    """Build a line of text with its baseline at y; `size` in drawing units."""
    return el("text", words, x=x, y=y, font_size=size, class_=class_ or None, **attributes)


def join(*parts: str) -> Svg:
    """Concatenate elements."""
    return Svg(_join_parts(parts))


def picture(
    width: int,
    height: int,
    title: str,
    *children: str,
    **attributes: str | float | None,
) -> Svg:
    """Build an `<svg>` of width x height drawing units, with a title for screen readers."""
    return el(
        "svg",
        el("title", title),
        *children,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {width} {height}",
        **{"role": "group", **attributes, "aria-label": title},
    )


def drawing(
    width: int,
    height: int,
    title: str,
    *children: str,
    **attributes: str | float | None,
) -> Fragments:
    """Return a `picture` in fragments: its opening, each non-empty child, its end."""
    beginning, end = _ends_of_picture(width, height, title, tuple(attributes.items()))
    return (beginning, *_as_fragments(children), end)


def group_fragments(*children: str, **attributes: str | float | None) -> Fragments:
    """Return a `group` in fragments, in the same way."""
    beginning, end = _ends_of_group(tuple(attributes.items()))
    return (beginning, *_as_fragments(children), end)


GROUP_END = Svg("</g>")


@lru_cache(4096)
def begun_at(x: float, y: float, *children: Svg) -> Svg:
    """Open a `<g>` moved to (x, y), with its first children; more fragments follow, the last is GROUP_END."""
    return Svg(at(x, y, *children, " ")[: -1 - len(GROUP_END)])


@lru_cache(4096)
def _ends_of_picture(width: int, height: int, title: str, attributes: Attributes) -> tuple[Svg, Svg]:
    around, end = picture(width, height, title, **dict(attributes)), Svg("</svg>")
    return Svg(around[: -len(end)]), end


@lru_cache(4096)
def _ends_of_group(attributes: Attributes) -> tuple[Svg, Svg]:
    return Svg(group(" ", **dict(attributes))[: -1 - len(GROUP_END)]), GROUP_END


def _as_fragments(children: tuple[str, ...]) -> list[Svg]:
    """Return the non-empty children, each unchanged: a cached fragment stays the same object."""
    return [child if isinstance(child, Svg) else Svg(_join_parts((child,))) for child in children if child]


def beyond(width: int, height: int, class_: str) -> Svg:
    """Draw the ground of a board of width x height units, extended on all sides to fill any window's shape."""
    return rect(-BEYOND, -BEYOND, width + 2 * BEYOND, height + 2 * BEYOND, class_=class_)


def untouchable(drawing: str, *keep_prefixes: str) -> Svg:
    """Strip from a drawing the ids by which its pieces are found and touched, for a picture beside the table.

    Ids that begin with one of `keep_prefixes` stay: the drawing refers to them.
    """
    names = f'(?!{"|".join(map(re.escape, keep_prefixes))})[^"]*' if keep_prefixes else '[^"]*'
    return Svg(re.sub(f' (?:id|data-touch|data-piece)="{names}"', "", drawing))


@cache
def stylesheet() -> str:
    """Return the shared stylesheet of all titles' drawings (theme.css), light and dark."""
    return files("quartier.core.drawing").joinpath("theme.css").read_text("utf-8")


def number(value: float) -> str:
    """Format a coordinate without redundant digits: 12, 12.5."""
    if not isinstance(value, float):
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _join_parts(parts: tuple[str | int, ...]) -> str:
    return "".join([part if isinstance(part, Svg) else escape(str(part), quote=False) for part in parts])


@lru_cache(maxsize=16384, typed=True)
def _attribute(key: str, value: str | float) -> str:
    """Return an attribute preceded by a space; cached, because a drawing writes the same few hundred over and over."""
    text = escape(value) if isinstance(value, str) else number(value)
    return f' {key.rstrip("_").replace("_", "-")}="{text}"'
