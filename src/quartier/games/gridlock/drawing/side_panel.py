"""The side panel: the destinations that the viewer still has to visit, and those that all have visited."""

from functools import cache, lru_cache

from quartier.core.drawing.key import explaining
from quartier.core.drawing.name_slots import name_slot
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    el,
    group,
    group_fragments,
    join,
    number,
    path,
    rect,
    text,
)
from quartier.core.game.boards import Board
from quartier.core.text.languages import Translator

from ..rules import tiles
from ..rules.board import destination_names
from ..rules.derived import GOALS
from ..rules.scoring import score
from ..rules.state import Record
from ..text.labels import LOOKS, SEAT_NAMES, destination_name, destinations_of
from .landmarks import landmark
from .layout import (
    COLUMN,
    hexagon,
    two_lines,
    width_of,
)
from .pieces import look_of
from .sights import reach_mark

_HEAD, _CARD_PITCH, _ROW = 19, 33.5, 25
_GAP, _NAME = 3, 66.0
"""Between cards; how wide a line of a name may be where three of them stand beside each other, else there are two."""


def draw_side_panel(s: Record, viewer: int, t: Translator) -> Fragments:
    """Draw the viewer's goals, below them what all have visited, the viewer first."""
    goals = destinations_of(s.goals[viewer]) if viewer >= 0 else []
    seats = sorted(range(s.players), key=lambda seat: seat != viewer)
    columns = _columns(tuple(destination_name(s, destination) for destination in goals))
    below = -(-(len(goals) + 1) // columns) * _CARD_PITCH if goals else 0
    cones = any(s.cone)
    return drawing(
        COLUMN,
        int(below) + _HEAD + -(-len(seats) // 2) * _ROW + (_HEAD if cones else 0),
        t("Destinations"),
        *(_goals(s, viewer, goals, columns, t) if goals else ()),
        *_visits(s, seats, below, t),
        at(0, int(below) + _HEAD + -(-len(seats) // 2) * _ROW, _zone_legend(t)) if cones else join(),
        class_="quartier aside gridlock",
        id="aside",
    )


@cache
def _heading(kind: str, words: str) -> Svg:
    heading = text(2, 15, words, 12, "bold quiet caps")
    return explaining(kind, words, (0, 0, COLUMN / 3, _HEAD), heading)


# ----- goals -----


@cache
def _columns(names: tuple[str, ...]) -> int:
    """How many cards stand beside each other."""
    lines = [line for name in names for line in two_lines(name)]
    return 2 if any(width_of(line, 12) > _NAME for line in lines) else 3


def _goals(s: Record, seat: int, goals: list[int], columns: int, t: Translator) -> Fragments:
    """A card for each destination still to be visited; the heading takes the place of one, so that a phone shows all.

    An arrow marks those that the car can reach now.
    """
    near = s.derived[GOALS]
    cards = (
        _goal(i, destination, destination_name(s, destination), bool(near >> destination & 1), columns, t)
        for i, destination in enumerate(goals, 1)
    )
    heading = _goals_heading(score(s, seat), s.cards, columns, t)
    return group_fragments(heading, *cards, class_=f"seat-{look_of(s, seat)}")


@lru_cache(64)
def _goals_heading(visited: int, cards: int, columns: int, t: Translator) -> Svg:
    """How many destinations the viewer has visited; their cards below are those still to be visited."""
    words, count = t("Your goals"), t("{visited} of {cards}").format(visited=visited, cards=cards)
    heading = text(2, 13, words, 12, "bold quiet caps"), text(2, 28, count, 14, "heavy")
    spoken = t("{visited} of {cards} visited").format(visited=visited, cards=cards)
    return explaining("goal", f"{words}: {spoken}", (0, 0, _pitch(columns) - _GAP, _CARD_PITCH), *heading)


def _pitch(columns: int) -> float:
    return (COLUMN + _GAP) / columns


@lru_cache(1024)
def _goal(i: int, destination: int, name: str, near: bool, columns: int, t: Translator) -> Svg:
    state = t("reachable") if near else t("out of reach")
    spoken = f"{name}, {state}"
    pitch = _pitch(columns)
    mark = at(9, 22.5, reach_mark()) if near else join()
    card = join(el("title", spoken), goal_card(name, pitch - _GAP), mark)
    corner = i % columns * pitch, i // columns * _CARD_PITCH
    return at(*corner, group(card, data_about=f"goal-{destination}", role="img", aria_label=spoken))


def goal_card(name: str, width: float) -> Svg:
    """Draw a destination card of a player."""
    words = two_lines(name)
    lines = (text(32, 19.5 - 7 * (len(words) - 1) + 14 * i, line, 12, "bold") for i, line in enumerate(words))
    return join(
        rect(0, 0, width, 31, 9, class_="wash"),
        el("circle", cx=16, cy=15.5, r=12.5, class_="plaza wanted", stroke_width=2.5),
        landmark(name, 7, 6.5, 18),
        *lines,
    )


@cache
def _zone_legend(t: Translator) -> Svg:
    """What hatched spaces are."""
    hatched = path(hexagon(9), class_="works-ground", transform="translate(11 10)")
    words = t("construction zone: don’t rotate or remove")
    return explaining("zone", words, (0, 0, COLUMN, _HEAD), hatched, text(27, 14.5, words, 12, "quiet"))


# ----- visits -----


def _visits(s: Record, seats: list[int], below: float, t: Translator) -> Fragments:
    """What all have visited, and their tiles: a line for two seats each."""
    lines = (
        fragment
        for i, seat in enumerate(seats)
        for fragment in _visits_row(
            s.board, i, seat, s.colour[seat], s.opened[seat], s.cards, s.held[seat], t
        )
    )
    heading = _heading("visited", t("Visited"))
    return group_fragments(
        heading, _supply(s.stock, tuple(s.discard), t), *lines, transform=_translate(0, below)
    )


def _translate(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


@lru_cache(4096)
def _visits_row(
    board: Board, i: int, seat: int, colour: int, opened: int, cards: int, hand_size: int, t: Translator
) -> Fragments:
    """The sign of a seat and the landmarks of what it has visited."""
    names = tuple(destination_names(board.data)[destination] for destination in destinations_of(opened))
    template = t.ngettext(
        "{colour}: {visited} of {cards} visited, {count} tile in hand",
        "{colour}: {visited} of {cards} visited, {count} tiles in hand",
        hand_size,
    )
    spoken = template.format(colour=t(SEAT_NAMES[colour]), visited=len(names), cards=cards, count=hand_size)
    label = f"{spoken} ({', '.join(names)})" if names else spoken
    who = name_slot(seat, t(SEAT_NAMES[colour]))
    row = group_fragments(
        el("title", label),
        _landmarks(LOOKS[colour], names),
        rect(0, 0, 178, _ROW, class_="hit"),
        data_about=f"visited-{seat}",
        role="img",
        aria_label=label,
        **who,
    )
    return group_fragments(*row, transform=_translate(i % 2 * 181, _HEAD + i // 2 * _ROW))


@lru_cache(1024)
def _landmarks(look: int, names: tuple[str, ...]) -> Svg:
    marks = (landmark(name, 26 + 21.4 * i, 1, 19) for i, name in enumerate(names))
    return join(sign(look, 11, 11, 15), *marks)


@lru_cache(1024)
def _supply(stock: int, discard: tuple[int, ...], t: Translator) -> Svg:
    """The size of the pile, and the tiles on the discard pile, which are public."""
    thrown = ", ".join(f"{count} × {tiles.NAMES[kind]}" for kind, count in enumerate(discard) if count)
    pile, discarded = t("Draw pile"), t("Discard pile")
    words = f"{pile}: {stock} · {discarded}: {sum(discard)}"
    spoken = f"{words} ({thrown})" if thrown else words
    return group(
        el("title", spoken),
        text(COLUMN - 2, 15, words, 12, "end quiet"),
        rect(COLUMN / 3, 0, 2 * COLUMN / 3, _HEAD, class_="hit"),
        data_about="supply",
        role="img",
        aria_label=spoken,
    )
