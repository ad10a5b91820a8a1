"""HTML elements of a report: escaped text, tables, and bars with intervals, for narrow screens and dark mode, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from quartier.lab.balance.figures import Figure


class Bar(NamedTuple):
    """A row with a figure; `colour` is an index of the palette."""

    label: str
    figure: Figure
    colour: int


def element(name: str, *inner: str, **attributes: str) -> str:
    """Return an element; `inner` is HTML."""
    attrs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{attrs}>{''.join(inner)}</{name}>"


def paragraph(text: str, **attributes: str) -> str:
    """Return a paragraph of plain text."""
    return element("p", escape(text), **attributes)


def heading(text: str) -> str:
    """Return a heading within a section."""
    return element("h3", escape(text))


def section(title: str, caption: str, *inner: str) -> str:
    """Return a section with a caption; "" if it is empty."""
    if not any(inner):
        return ""
    return element("section", element("h2", escape(title)), paragraph(caption, class_="quiet"), *inner)


def details(title: str, *inner: str) -> str:
    """Return a collapsible part."""
    return element("details", element("summary", escape(title)), *inner)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of plain texts, scrollable on narrow screens; the first column names the row."""
    if not rows:
        return ""
    first, *others = (element("th", escape(cell), scope="col") for cell in head)
    lines = [
        element(
            "tr", element("th", escape(name), scope="row"), *(element("td", escape(cell)) for cell in cells)
        )
        for name, *cells in rows
    ]
    inner = element("thead", element("tr", first, *others)), element("tbody", *lines)
    return element("div", element("table", *inner), class_="wide", tabindex="0")


def bars(rows: Sequence[Bar], format_value: Callable[[Figure], str], even: float | None = None) -> str:
    """Return figures with whiskers on one scale, and a reference line at `even`."""
    if not rows:
        return ""
    ends = [end for row in rows for end in row.figure[1:]] + ([even] if even is not None else [])
    low, high = min(ends), max(ends)
    margin = (high - low) * 0.05 or 1.0
    low, width = low - margin, high - low + 2 * margin

    def place(value: float) -> str:
        return f"{100 * (value - low) / width:.1f}%"

    def track(row: Bar) -> str:
        value, least, most = row.figure
        reach = f"{100 * (most - least) / width:.1f}%"
        line = element("i", class_="even", style=f"left:{place(even)}") if even is not None else ""
        whisker = element("i", class_="whisker", style=f"left:{place(least)};width:{reach}")
        return element(
            "span", line, whisker, element("i", class_="dot", style=f"left:{place(value)}"), class_="track"
        )

    lines = [
        element(
            "div",
            element("span", escape(row.label), class_="name"),
            track(row),
            element("span", escape(format_value(row.figure)), class_="said"),
            class_=f"bar c{row.colour % COLOURS}",
        )
        for row in rows
    ]
    return element("div", *lines, class_="bars")


def document(title: str, lang: str, *inner: str) -> str:
    """Return a self-contained page."""
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        + element("title", escape(title))
        + element("style", _STYLE)
    )
    body = element("main", *inner)
    return f'<!doctype html>\n<html lang="{lang}"><head>{head}</head><body>{body}</body></html>\n'


_HUES = ("#0072b2", "#d55e00", "#009e73", "#bd6496", "#b87800", "#2f8fc0", "#5b5b5b")
_HUES_IN_THE_DARK = ("#56b4e9", "#ff8a3d", "#2fc79a", "#e79ac6", "#e69f00", "#8ecdf2", "#b5b5b5")
"""Okabe and Ito's colours, as in the plots, slightly darker or lighter where the background needs it."""
COLOURS = len(_HUES)


def _colours(hues: Sequence[str]) -> str:
    return "".join(f".c{number}{{--hue:{hue}}}" for number, hue in enumerate(hues))


_STYLE = (
    ":root{--ink:#1d2430;--quiet:#5a6472;--ground:#fbfaf7;--line:#d9d6cd;color-scheme:light dark}"
    + _colours(_HUES)
    + "@media (prefers-color-scheme:dark){:root{--ink:#e9e7e1;--quiet:#a9b0ba;--ground:#171b21;--line:#3a414c}"
    + _colours(_HUES_IN_THE_DARK)
    + "}"
    "body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
    "main{max-width:60rem;margin:0 auto;padding:1rem}h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}"
    "h2{font-size:1.15rem;margin:2rem 0 .25rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}"
    "summary{cursor:pointer;padding:.6rem 0;border-bottom:1px solid var(--line)}"
    "p{margin:.4rem 0;max-width:44rem}.quiet{color:var(--quiet)}"
    "ul{margin:.4rem 0;padding-left:1.2rem;max-width:44rem}code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}"
    ".wide{overflow-x:auto;margin:.5rem 0}table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.25rem .75rem .25rem 0;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}"
    "tr>th:first-child{text-align:left;font-weight:normal;position:sticky;left:0;background:var(--ground)}"
    "thead th{color:var(--quiet);font-weight:normal;font-size:.875rem}"
    ".bars{margin:.5rem 0}.bar{display:grid;grid-template-columns:14rem 1fr 11rem;align-items:center;gap:.75rem}"
    ".track{position:relative;height:1.75rem;border-bottom:1px solid var(--line)}.track i{position:absolute}"
    ".even{top:0;bottom:0;border-left:1px dashed var(--quiet)}"
    ".whisker{top:50%;height:3px;margin-top:-1px;background:var(--hue);opacity:.7}"
    ".dot{top:50%;width:10px;height:10px;margin:-5px 0 0 -5px;border-radius:50%;background:var(--hue)}"
    ".said{font-variant-numeric:tabular-nums}"
    ".charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));gap:1.5rem;margin:1rem 0}"
    "figure{margin:0}figure>svg{width:100%;height:auto;display:block}figure text{fill:var(--quiet);font-size:12px}"
    "figure .title{fill:var(--ink)}.grid{stroke:var(--line)}.zero{stroke:var(--quiet);stroke-dasharray:3 3}"
    ".join,.reach{stroke:var(--hue);fill:none;stroke-width:1.5}.reach{opacity:.7}circle{fill:var(--hue)}"
    ".legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.875rem;color:var(--quiet)}"
    ".legend svg{width:24px;height:8px;margin-right:.4rem;vertical-align:middle}"
    "@media (max-width:44rem){tr>th:first-child{white-space:normal;min-width:8rem}th,td{padding-right:.5rem}"
    "thead th{white-space:normal;vertical-align:bottom;min-width:4rem}"
    ".bar{grid-template-columns:1fr auto;gap:0 .5rem;margin:.4rem 0}.track{grid-row:2;"
    "grid-column:1/3;height:1.1rem}}"
)
