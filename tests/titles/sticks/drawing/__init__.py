"""Sticks drawn as lines."""

from quartier.core.drawing.svg import Fragments, Svg
from quartier.core.text.languages import Translator

from ..rules import State


def render(s: State, seat: int | None, t: Translator, last: list[str]) -> dict[str, Fragments]:
    sticks = "".join(
        f'<line id="stick-{place}" x1="{place}" y1="0" x2="{place}" y2="1"/>' for place in range(s.left)
    )
    board = Svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 1">{sticks}</svg>')
    return {"board": (board,), "hand": ()}


def preview(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    return ()
