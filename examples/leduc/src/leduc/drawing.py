"""The table of Leduc poker: the pot and its card above, the seats with their cards and chips below."""

from functools import lru_cache

from quartier.core.drawing import cards
from quartier.core.drawing.excerpts import excerpt, stack
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import Fragments, Svg, at, beyond, drawing, group, join, rect, text
from quartier.core.text.languages import Translator

from .rules import CHIPS, DEAL, Record, begin, play, players, pot, shown
from .text import SEAT_NAMES
from .text import chips as chips_in_words

WIDTH, HEIGHT = 1000, 640
SEAT_WIDTH, SEAT_HEIGHT, SEAT_TOP = 236, 350, 275
NOBODY, FACE_DOWN = 0, -1
"""What is seen of a card, beside its number."""


def render(s: Record, seat: int | None, t: Translator, last: list[str]) -> dict[str, Fragments]:
    """Draw the table; the hand lies on it, in front of its seat. `last` are the ids touched by the last move."""
    board = drawing(
        WIDTH,
        HEIGHT,
        t("Table for {count}").format(count=s.seats),
        beyond(WIDTH, HEIGHT, "land"),
        _middle(s.table, pot(s), t),
        *(_seat(*_seen_of(s, holder), t) for holder in range(s.seats)),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )
    return {"board": board, "hand": ()}


def preview(before: Record, after: Record, seat: int, action: int, t: Translator) -> Fragments:
    """Draw the chips that a move adds to those of its seat."""
    added = after.paid[seat] - before.paid[seat]
    if added == 0:
        return ()
    x, y = _corner(before.seats, seat)
    pile = at(x + 178, y + 190, cards.chips(after.paid[seat]), class_=f"seat-{seat}")
    return (group(pile, text(x + 178, y + 232, after.paid[seat], 26, "middle heavy"), class_="ghost"),)


def _middle(card: int, chips: int, t: Translator) -> Svg:
    """Draw the card on the table and the pot beside it."""
    spoken = t("Card on the table: {card}").format(card=card or t("none yet"))
    amount = t("Pot: {chips}").format(chips=chips_in_words(chips, t))
    return join(
        at(
            420,
            135,
            cards.card(str(card)) if card else cards.card_place(),
            id="table",
            role="img",
            aria_label=spoken,
        ),
        group(
            at(580, 165, cards.chips(chips, 8)),
            text(580, 212, amount, 26, "middle heavy"),
            id="pot",
            role="img",
            aria_label=amount,
        ),
    )


def _seen_of(s: Record, seat: int) -> tuple[int, int, int, int, bool, bool, bool]:
    """Return what is seen of a seat: how many there are, its number, card, chips paid, whether it is in, in turn, and shows."""
    card = s.hand[seat] or (FACE_DOWN if seat < s.dealt else NOBODY)
    in_turn = bool(s.waiting) and s.turn == seat
    return (
        s.seats,
        seat,
        card,
        s.paid[seat],
        bool(players(s) >> seat & 1),
        in_turn,
        bool(shown(s) >> seat & 1),
    )


def _corner(seats: int, seat: int) -> tuple[float, float]:
    """Return the top left corner of a seat's ground."""
    return WIDTH / 2 + (seat - seats / 2) * (SEAT_WIDTH + 10) + 5, SEAT_TOP


@lru_cache(1024)
def _seat(
    seats: int, seat: int, card: int, paid: int, is_in: bool, in_turn: bool, shows: bool, t: Translator
) -> Svg:
    """Draw a seat: its sign and name, its card, the chips that it has left and those that it has paid."""
    x, y = _corner(seats, seat)
    face = cards.card(str(card)) if card > 0 else cards.card_back() if card else cards.card_place()
    return at(
        x,
        y,
        rect(0, 0, SEAT_WIDTH, SEAT_HEIGHT, 18, class_="wash"),
        rect(0, 0, SEAT_WIDTH, SEAT_HEIGHT, 18, class_="edge", stroke_width=6) if in_turn else join(),
        sign(seat, 34, 40, 30),
        text(62, 49, t(SEAT_NAMES[seat]), 28, "bold"),
        at(76, 160, face, opacity=None if is_in else 0.4),
        at(178, 190, cards.chips(paid)),
        text(178, 232, paid, 26, "middle heavy"),
        text(SEAT_WIDTH / 2, 300, chips_in_words(CHIPS - paid, t), 28, "middle"),
        text(SEAT_WIDTH / 2, 332, _state(is_in, shows, t), 22, "middle quiet"),
        id=f"seat-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=_spoken(seat, card, paid, is_in, shows, t),
    )


def _state(is_in: bool, shows: bool, t: Translator) -> str:
    return t("folded") if not is_in else t("showdown") if shows else ""


def _spoken(seat: int, card: int, paid: int, is_in: bool, shows: bool, t: Translator) -> str:
    """Return the same for screen readers."""
    held = t("card {card}").format(card=card) if card > 0 else t("card face down") if card else t("no card")
    amounts = t("{kept}, {paid} in the pot").format(kept=chips_in_words(CHIPS - paid, t), paid=paid)
    parts = [t(SEAT_NAMES[seat]), held, amounts, _state(is_in, shows, t)]
    return ", ".join(filter(None, parts))


def table(t: Translator) -> str:
    """Draw the table after the second card, for the rulebook."""
    s = Record.open(Record.new())
    begin(s, 2, [], [])
    for actor, action in ((-1, DEAL + 3), (-1, DEAL + 2), (0, 2), (1, 1), (-1, DEAL + 2)):
        play(s, actor, action)
    s.hand[1] = 0
    board = render(s, None, t, [])["board"]
    return stack("table", t("Blue has a 3, the table shows a 2"), excerpt(board, 0, 0, WIDTH, HEIGHT))


PICTURES = {"table": table}
"""The pictures of the rulebook."""
