"""Pictures for the rulebooks of BlockCity: the standard sheet, and moments of the worked example on a small one."""

from typing import Any

from quartier.core.drawing.excerpts import (
    Excerpt,
    excerpt,
    stacked,
    with_preview,
)
from quartier.core.drawing.legend import legend
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    el,
)
from quartier.core.game.examples import Example
from quartier.core.game.state import State as Position
from quartier.core.text.effects import signed
from quartier.core.text.languages import Translator

from ..rules.state import MISS_POINTS
from . import preview, render
from .fitting import small_die
from .hand import HAND_HEIGHT
from .layout import COLUMN, plan_of
from .marks import badge, plaque, plate
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
    """The standard sheet, empty."""
    new = EXAMPLE.game.new(1, chance="manual")
    return stacked("sheet", t("The empty city"), _city(new, _drawn(new, 0, t)))


def roll(t: Translator) -> Svg:
    """Blue has rolled: what fits where, and a number chosen but not confirmed."""
    return _chosen("roll", t("A turn"), 0, "4@T1", t)


def climb(t: Translator) -> Svg:
    """A city in which the numbers climb from the middle to a corner."""
    position = EXAMPLE.after("0 6@S1")
    return stacked("climb", t("Numbers that climb"), _city(position, _drawn(position, 0, t)))


def other(t: Translator) -> Svg:
    """The other player may use the die that is left."""
    return _chosen("other", t("The other die"), 1, "6@T1", t)


def full(t: Translator) -> Svg:
    """A full city with its points."""
    return _scored(0, t)


def rival(t: Translator) -> Svg:
    """The other city, which is not full when the game ends."""
    return _scored(1, t)


def signs(t: Translator) -> Svg:
    """What the signs on a city mean."""
    return legend(
        t("Signs"),
        (plaque(4, 0, 0, 1), t("the number that is written here")),
        (at(-13, -13, small_die(4)), t("this die fits here")),
        (badge(16, 22, 15, 1), t("points of a group of parks, or of a store")),
        (plate(signed(-MISS_POINTS), 0, 0, 1), t("a miss, and what it costs")),
    )


def _seen(position: Position, seat: int) -> Any:
    return position.concealed(seat).opened()


def _drawn(position: Position, seat: int, t: Translator) -> Fragments:
    return render(_seen(position, seat), seat, t)["board"]


def _scored(seat: int, t: Translator) -> Svg:
    """A seat's city at the end, and the table of its points."""
    whole = EXAMPLE.whole
    drawn = render(_seen(whole, seat), seat, t)
    table = excerpt(drawn["aside"], 0, 0, COLUMN, table_height(_seen(whole, seat)))
    title = t("A city that is not full") if seat else t("A city that scores points")
    return stacked("rival" if seat else "full", title, _city(whole, drawn["board"]), _enlarged(table))


def _city(position: Position, board: Fragments) -> Excerpt:
    """A city with the street around it."""
    plan = plan_of(position.board)
    return excerpt(board, 0, 0, plan.width, plan.height)


def _enlarged(part: Excerpt) -> Excerpt:
    """A part of the column beside the board, as large as the city's buildings."""
    width, height = round(part.width * LARGER), round(part.height * LARGER)
    box = f"0 0 {part.width} {part.height}"
    larger = Excerpt(el("svg", part, viewBox=box, width=width, height=height))
    larger.width, larger.height = width, height
    return larger


def _chosen(name: str, title: str, seat: int, move: str, t: Translator) -> Svg:
    """A seat's city and the dice, before a move is confirmed: the building stands in its place."""
    before, after = EXAMPLE.before(f"{seat} {move}"), EXAMPLE.after(f"{seat} {move}")
    drawn = render(_seen(before, seat), seat, t)
    shown = preview(_seen(before, seat), _seen(after, seat), seat, before.read(move), t)
    dice = excerpt(drawn["hand"], 0, 0, DICE, HAND_HEIGHT)
    return stacked(name, title, _city(before, with_preview(drawn["board"], shown)), _enlarged(dice))


PICTURES = {
    "sheet": sheet,
    "roll": roll,
    "climb": climb,
    "other": other,
    "full": full,
    "rival": rival,
    "signs": signs,
}
