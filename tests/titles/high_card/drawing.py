"""High Card drawn as numbers; nothing on the table can be touched."""

from quartier.core.drawing.svg import Fragments, drawing, group, text
from quartier.core.text.languages import Translator

from .rules import SEATS, Record


def render(s: Record, seat: int | None, t: Translator, last: list[str]) -> dict[str, Fragments]:
    cards = [text(100 + 200 * holder, 60, s.card[holder] or "?", 40) for holder in range(SEATS[1])]
    return {
        "board": drawing(400, 100, t("Cards"), *cards, group(id="ghost"), class_="quartier board"),
        "hand": (),
    }


def preview(before: Record, after: Record, seat: int, action: int, t: Translator) -> Fragments:
    return ()
