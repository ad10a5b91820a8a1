"""Sticks drawn as lines."""

from typing import Any

from quartier.core.text.languages import Translator


def parts(s: Any, seat: int | None, t: Translator, last: list[str]) -> dict[str, str]:
    sticks = "".join(
        f'<line id="stick-{place}" x1="{place}" y1="0" x2="{place}" y2="1"/>' for place in range(s.left)
    )
    return {"board": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 1">{sticks}</svg>'}


def ghost(before: Any, after: Any, seat: int, action: int, t: Translator) -> str:
    return ""
