"""Pictures for the rulebooks of BlockCity: the standard sheet, and moments of the worked example on a small one."""

from typing import Any

from quartier.core.drawing.excerpts import Excerpt, excerpt, stack, with_preview
from quartier.core.drawing.legend import legend
from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import Fragments, Svg, at, el, group, text
from quartier.core.game.examples import Example
from quartier.core.game.state import State
from quartier.core.text.effects import with_sign
from quartier.core.text.languages import Translator, capital

from ..rules.state import KINDS, MISS_POINTS
from ..text.labels import kind_name
from . import render
from .board import small_die
from .hand import HAND_HEIGHT
from .layout import COLUMN, plan_of
from .lots import ICONS, badge, plaque, plate
from .previews import preview
from .side_panel import table_height

SHEET = {
    "name": "Example",
    "rows": ["P1 P2 K1 K1 H1 T1", "P3 H2 K1 K1 H3 F1", "P4 H4 H5 P5 K2 S1"],
    "kinds": {
        "P": "park",
        "K": "department_store",
        "H": "house",
        "S": "school",
        "F": "fire_station",
        "T": "town_hall",
    },
}
EXAMPLE = Example(__package__.rpartition(".")[0], board=SHEET)
DICE = 226
"""How far the dice and the miss reach in the hand, before the points of parks."""
LARGER = 1.7
"""What is drawn for the column beside the board is enlarged by this much below a city."""


def sheet(t: Translator) -> Svg:
    """Draw the standard sheet, empty, and below it how many buildings there are of each kind."""
    new = EXAMPLE.game.new(1, chance="manual")
    return stack("sheet", t("The empty city"), _city(new, _draw_board(new, 0, t)), _kinds(new, t))


_KIND_WIDTH, _KIND_HEIGHT = 320, 72
"""The place of a kind of building in the legend below the sheet."""


def _kinds(position: State, t: Translator) -> Excerpt:
    """Each kind of building with its icon, its name and how many there are, in two lines of three."""
    s = _open_view(position, 0)
    entries = []
    for kind, name in enumerate(KINDS):
        words = f"{capital(kind_name(name, t))} × {int(s.kinds[kind]).bit_count()}"
        symbol = group(icon(ICONS[kind], 0, 0, 52), class_=f"kind-{kind}")
        entries.append(
            at(kind % 3 * _KIND_WIDTH, kind // 3 * _KIND_HEIGHT + 8, symbol, text(62, 35, words, 22))
        )
    width, height = 3 * _KIND_WIDTH, 2 * _KIND_HEIGHT
    whole = Excerpt(el("svg", *entries, width=width, height=height, class_="quartier board"))
    whole.width, whole.height = width, height
    return whole


def setup(t: Translator) -> Svg:
    """Draw the standard sheet with a first number."""
    new = EXAMPLE.game.new(2, chance="manual")
    new.play(0, "1@H13")
    return stack("setup", t("A first number"), _city(new, _draw_board(new, 0, t)))


def roll(t: Translator) -> Svg:
    """Blue has rolled: what fits where, and a number chosen but not confirmed."""
    return _preview_picture("roll", t("A turn"), 0, "4@T1", t)


def climb(t: Translator) -> Svg:
    """Draw a city in which the numbers climb from the middle to a corner."""
    position = EXAMPLE.after("0 6@S1")
    return stack("climb", t("Numbers climb as they spread"), _city(position, _draw_board(position, 0, t)))


def other(t: Translator) -> Svg:
    """The other player may use the die that is left."""
    return _preview_picture("other", t("The other die"), 1, "6@T1", t)


def full(t: Translator) -> Svg:
    """Draw a full city with its points."""
    return _scored_city(0, t)


def rival(t: Translator) -> Svg:
    """Draw the other city, which is not full when the game ends."""
    return _scored_city(1, t)


def signs(t: Translator) -> Svg:
    """Draw what the signs on a city mean."""
    return legend(
        t("Signs"),
        (plaque(4, 0, 0, 1), t("a written number")),
        (at(-13, -13, small_die(4)), t("this die fits here")),
        (badge(16, 22, 15, 1), t("points for a park group or a store")),
        (plate(with_sign(-MISS_POINTS), 0, 0, 1), t("a miss and what it costs")),
    )


def _open_view(position: State, seat: int) -> Any:
    return position.concealed(seat).open_record()


def _draw_board(position: State, seat: int, t: Translator) -> Fragments:
    return render(_open_view(position, seat), seat, t)["board"]


def _scored_city(seat: int, t: Translator) -> Svg:
    """A seat's city at the end, and the table of its points."""
    whole = EXAMPLE.whole
    drawing = render(_open_view(whole, seat), seat, t)
    table = excerpt(drawing["aside"], 0, 0, COLUMN, table_height(_open_view(whole, seat)))
    title = t("A city that isn’t full") if seat else t("A full city and its points")
    return stack("rival" if seat else "full", title, _city(whole, drawing["board"]), _enlarge(table))


def _city(position: State, board: Fragments) -> Excerpt:
    """A city with the street around it."""
    plan = plan_of(position.board)
    return excerpt(board, 0, 0, plan.width, plan.height)


def _enlarge(part: Excerpt) -> Excerpt:
    """A part of the column beside the board, as large as the city's buildings."""
    width, height = round(part.width * LARGER), round(part.height * LARGER)
    box = f"0 0 {part.width} {part.height}"
    larger = Excerpt(el("svg", part, viewBox=box, width=width, height=height))
    larger.width, larger.height = width, height
    return larger


def _preview_picture(name: str, title: str, seat: int, move: str, t: Translator) -> Svg:
    """A seat's city and the dice, before a move is confirmed: the building stands in its place."""
    before, after = EXAMPLE.before(f"{seat} {move}"), EXAMPLE.after(f"{seat} {move}")
    drawing = render(_open_view(before, seat), seat, t)
    preview_layer = preview(_open_view(before, seat), _open_view(after, seat), seat, before.read(move), t)
    dice = excerpt(drawing["hand"], 0, 0, DICE, HAND_HEIGHT)
    return stack(name, title, _city(before, with_preview(drawing["board"], preview_layer)), _enlarge(dice))


PICTURES = {
    "sheet": sheet,
    "setup": setup,
    "roll": roll,
    "climb": climb,
    "other": other,
    "full": full,
    "rival": rival,
    "signs": signs,
}
