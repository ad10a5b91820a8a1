"""The board of Skeleton as SVG, and the picture of its rulebook. Replace them by those of your game."""

from quartier.core.drawing.excerpts import excerpt, stack
from quartier.core.drawing.svg import Fragments, Svg, at, drawing, el, group, rect
from quartier.core.text.languages import Translator

from .rules import STONES, Record, begin
from .text import place_name

ROW = 6  # stones in a row
WIDTH, HEIGHT = 1000, 360


def render(s: Record, seat: int | None, t: Translator, last: list[str]) -> dict[str, Fragments]:
    """The board; nobody has cards in hand. `last` are the ids clicked in the last move."""
    board = drawing(
        WIDTH,
        HEIGHT,
        t("Stones on a table"),
        rect(0, 0, WIDTH, HEIGHT, 28, class_="street"),
        *(_stone(s, stone, t) for stone in range(STONES)),
        group(id="ghost"),  # Previews appear here.
        class_="quartier board",
        id="board",
    )
    return {"board": board, "hand": ()}


def preview(before: Record, after: Record, seat: int, action: int, t: Translator) -> Fragments:
    """The preview of a move: the stones to be taken, crossed out in the player's colour."""
    removed = range(after.stones, before.stones)
    return tuple(at(*_centre(stone), _cross(), class_=f"ghost seat-{seat}") for stone in removed)


def _centre(stone: int) -> tuple[int, int]:
    return 100 + 160 * (stone % ROW), 100 + 160 * (stone // ROW)


def _stone(s: Record, stone: int, t: Translator) -> Svg:
    """A stone, or the empty place it leaves. Anything with `data_touch` can be clicked, and needs an `aria_label`, a ring and a hit area."""
    x, y = _centre(stone)
    disc = el("circle", r=60, class_="card" if stone < s.stones else "land")
    removed = s.stones - stone  # how many stones a click on this one takes
    if removed not in (1, 2):
        return at(x, y, disc)
    touch = f"take-{removed}"
    name = place_name(s, touch, t)
    ring, hit = el("circle", r=66, class_="ring"), el("circle", r=78, class_="hit")
    return at(x, y, disc, ring, hit, data_touch=touch, role="img", aria_label=name)


def _cross() -> Svg:
    return el("path", d="M-34 -34L34 34M-34 34L34 -34", class_="strike", stroke_width=12)


def start(t: Translator) -> Svg:
    """The board at the start."""
    s = Record.open(Record.new())
    begin(s, 2, [], [])
    board = render(s, None, t, [])["board"]
    return stack("start", t("Twelve stones on a table"), excerpt(board, 0, 0, WIDTH, HEIGHT))


PICTURES = {"start": start}
"""The pictures of the rulebook: `![caption](picture:start)` there shows PICTURES["start"]."""
