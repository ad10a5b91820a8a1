"""The table of Leduc Poker: the pot and its card above, the seats with their cards and chips below."""

from functools import lru_cache
from typing import NamedTuple

from quartier.core.drawing import cards
from quartier.core.drawing.excerpts import excerpt, stack
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.preview_style import staged_ground
from quartier.core.drawing.svg import Fragments, Svg, at, beyond, drawing, group, join, rect, text
from quartier.core.text.languages import Translator

from .rules import DEAL, Record, begin, play, players, pot, score, share, takers
from .text import SEAT_NAMES
from .text import chips as chips_in_words

WIDTH, HEIGHT = 1000, 580
SEAT_WIDTH, SEAT_HEIGHT, SEAT_TOP = 236, 340, 230
NO_CARD, FACE_DOWN = 0, -1
"""What is seen of a card, beside its number."""


class Seat(NamedTuple):
    """What a viewer sees of a seat."""

    x: float
    seat: int
    card: int
    kept: int
    paid: int
    won: int
    is_in: bool
    in_turn: bool


def render(s: Record, seat: int | None, t: Translator, last: list[str]) -> dict[str, Fragments]:
    """Draw the table; cards lie on it, in front of their seats. `last` are the ids touched by the last move."""
    board = drawing(
        WIDTH,
        HEIGHT,
        t("Table"),
        beyond(WIDTH, HEIGHT, "land"),
        _middle(s.table, 0 if takers(s) else pot(s), t),
        *(_seat(_seat_view(s, holder), t) for holder in range(s.seats)),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )
    return {"board": board, "hand": ()}


def preview(before: Record, after: Record, seat: int, action: int, t: Translator) -> Fragments:
    """Draw the chips that a seat has paid after a move."""
    if after.paid[seat] == before.paid[seat]:
        return ()
    parts = staged_ground(144, 205, 68, 36), _pile(after.paid[seat])
    return (at(_left(before.seats, seat), SEAT_TOP, *parts, class_=f"ghost seat-{seat}"),)


@lru_cache(256)
def _middle(card: int, chips: int, t: Translator) -> Svg:
    """Draw the card on the table and the pot beside it."""
    spoken = t("Card on the table: {card}").format(card=card or t("none yet"))
    amount = t("Pot: {chips}").format(chips=chips_in_words(chips, t)) if chips else t("The pot is empty")
    face = cards.card(str(card)) if card else cards.card_place()
    pile = join(at(600, 130, cards.chips(chips, 8)), text(600, 184, amount, 26, "middle heavy"))
    return join(
        at(400, 115, face, id="table", role="img", aria_label=spoken),
        group(pile if chips else join(), id="pot", role="img", aria_label=amount),
    )


def _seat_view(s: Record, seat: int) -> Seat:
    """Return what is seen of a seat."""
    return Seat(
        x=_left(s.seats, seat),
        seat=seat,
        card=s.hand[seat] or (FACE_DOWN if seat < s.dealt else NO_CARD),
        kept=score(s, seat),
        paid=0 if takers(s) else s.paid[seat],
        won=share(s, seat),
        is_in=bool(players(s) >> seat & 1),
        in_turn=bool(s.waiting) and s.turn == seat,
    )


def _left(seats: int, seat: int) -> float:
    """Return where the ground of a seat begins."""
    return WIDTH / 2 + (seat - seats / 2) * (SEAT_WIDTH + 10) + 5


@lru_cache(1024)
def _seat(view: Seat, t: Translator) -> Svg:
    """Draw a seat: its sign and name, its card, the chips that it has paid and those that it has."""
    card = view.card
    face = cards.card(str(card)) if card > 0 else cards.card_back() if card else cards.card_place()
    return at(
        view.x,
        SEAT_TOP,
        rect(0, 0, SEAT_WIDTH, SEAT_HEIGHT, 18, class_="wash"),
        rect(0, 0, SEAT_WIDTH, SEAT_HEIGHT, 18, class_="edge", stroke_width=6) if view.in_turn else join(),
        sign(view.seat, 34, 40, 30),
        text(62, 49, t(SEAT_NAMES[view.seat]), 28, "bold"),
        at(76, 160, face, opacity=None if view.is_in else 0.4),
        _pile(view.paid),
        text(SEAT_WIDTH / 2, 286, chips_in_words(view.kept, t), 28, "middle"),
        text(SEAT_WIDTH / 2, 320, _result(view, t), 24, "middle bold"),
        id=f"seat-{view.seat}",
        class_=f"seat-{view.seat}",
        role="img",
        aria_label=_spoken_seat(view, t),
    )


def _pile(paid: int) -> Svg:
    """Draw the chips that a seat has paid, and their number."""
    return join(at(178, 190, cards.chips(paid)), text(178, 232, paid, 26, "middle heavy")) if paid else join()


def _result(view: Seat, t: Translator) -> str:
    return t("folded") if not view.is_in else t("wins {count}").format(count=view.won) if view.won else ""


def _spoken_seat(view: Seat, t: Translator) -> str:
    """Return the same for screen readers."""
    card = view.card
    spoken_card = (
        t("card {card}").format(card=card) if card > 0 else t("card face down") if card else t("no card")
    )
    paid = t("{count} in the pot").format(count=view.paid) if view.paid else ""
    parts = [t(SEAT_NAMES[view.seat]), spoken_card, chips_in_words(view.kept, t), paid, _result(view, t)]
    return ", ".join(filter(None, parts))


def table(t: Translator) -> str:
    """Draw the table after the second card, for the rulebook."""
    s = Record.open(Record.new())
    begin(s, 2, [0], [])
    for actor, action in ((-1, DEAL + 3), (-1, DEAL + 2), (0, 2), (1, 1), (-1, DEAL + 2)):
        play(s, actor, action)
    s.hand[1] = 0
    board = render(s, None, t, [])["board"]
    return stack("table", t("Blue has a 3, the table shows a 2"), excerpt(board, 0, 0, WIDTH, HEIGHT))


PICTURES = {"table": table}
"""The pictures of the rulebook."""
