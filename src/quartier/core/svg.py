"""Building SVG safely: elements that escape what they are given, the stylesheet, a whole table in one picture."""

import re
from functools import cache
from html import escape
from importlib.resources import files

NAMESPACE = "http://www.w3.org/2000/svg"
GAP = 24
"""Space between the parts of a table that stands alone, in drawing units."""

_VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


class Svg(str):
    """Text that is SVG already. Anything else is escaped before it enters a drawing."""

    __slots__ = ()


def el(tag: str, *children: str | int, **attributes: str | float | None) -> Svg:
    """An element. `class_` stands for class, `data_touch` for data-touch; None leaves an attribute out."""
    head = "".join(
        f' {_name(key)}="{_value(value)}"' for key, value in attributes.items() if value is not None
    )
    body = "".join(map(_child, children))
    return Svg(f"<{tag}{head}>{body}</{tag}>" if body else f"<{tag}{head}/>")


def group(*children: str, **attributes: str | float | None) -> Svg:
    """A `<g>` around the children."""
    return el("g", *children, **attributes)


def at(x: float, y: float, *children: str, **attributes: str | float | None) -> Svg:
    """A `<g>` moved to (x, y)."""
    return el("g", *children, transform=f"translate({number(x)} {number(y)})", **attributes)


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float = 0,
    **attributes: str | float | None,
) -> Svg:
    """A rectangle with rounded corners."""
    return el("rect", x=x, y=y, width=width, height=height, rx=radius or None, **attributes)


def path(d: str, **attributes: str | float | None) -> Svg:
    """A path."""
    return el("path", d=d, **attributes)


def text(
    x: float,
    y: float,
    words: str | int,
    size: float,
    class_: str = "",
    **attributes: str | float | None,
) -> Svg:
    """A line of text with its baseline at y; `size` in drawing units."""
    return el("text", words, x=x, y=y, font_size=size, class_=class_ or None, **attributes)


def join(*parts: str) -> Svg:
    """Several elements, one after the other."""
    return Svg("".join(map(_child, parts)))


def picture(
    width: int,
    height: int,
    title: str,
    *children: str,
    **attributes: str | float | None,
) -> Svg:
    """An `<svg>` of width x height drawing units, with a title for those who cannot see it."""
    return el(
        "svg",
        el("title", title),
        *children,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {width} {height}",
        **{"role": "group", **attributes, "aria-label": title},
    )


@cache
def stylesheet() -> str:
    """The colours and looks of every drawing (theme.css), light and dark."""
    return files("quartier.core").joinpath("theme.css").read_text("utf-8")


def standalone(parts: dict[str, str], lang: str, title: str) -> str:
    """The parts of a table, from top to bottom, as one SVG with its own stylesheet: for notebooks and docs."""
    shown = [part for part in parts.values() if part]
    sizes = [_size(part) for part in shown]
    width = max(w for w, _ in sizes) + 2 * GAP
    height = sum(h + GAP for _, h in sizes) + GAP
    tops = [GAP + sum(h + GAP for _, h in sizes[:i]) for i in range(len(sizes))]
    placed = [
        _placed(part, (width - w) // 2, top, w, h)
        for part, top, (w, h) in zip(shown, tops, sizes, strict=True)
    ]
    return picture(
        width,
        height,
        title,
        el("style", Svg(stylesheet())),
        rect(0, 0, width, height, class_="paper"),
        *placed,
        class_="quartier",
        lang=lang,
    )


def number(value: float) -> str:
    """A coordinate without needless digits: 12, 12.5."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _size(part: str) -> tuple[int, int]:
    found = _VIEW_BOX.search(part)
    if found is None:
        raise ValueError("a part of a drawing needs a viewBox that starts at 0 0 and has whole numbers")
    return int(found[1]), int(found[2])


def _placed(part: str, x: int, y: int, width: int, height: int) -> Svg:
    return Svg(part.replace("<svg", f'<svg x="{x}" y="{y}" width="{width}" height="{height}"', 1))


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def _child(child: str | int) -> str:
    return child if isinstance(child, Svg) else escape(str(child), quote=False)
