"""Sticks drawn as lines."""

from quartier.core.drawing.svg import Fragments, Svg
from quartier.core.text.languages import Translator

from .rules import Record


def render(s: Record, seat: int | None, t: Translator, last: list[str]) -> dict[str, Fragments]:
    sticks = "".join(
        f'<line id="stick-{stick}" x1="{stick}" y1="0" x2="{stick}" y2="1"/>' for stick in range(s.left)
    )
    board = Svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 1">{sticks}</svg>')
    return {"board": (board,), "hand": ()}


def preview(before: Record, after: Record, seat: int, action: int, t: Translator) -> Fragments:
    return ()
