"""Leduc Poker in words: notation, buttons, labels, log lines and refusals."""

from typing import Any

from quartier.core.engine.bits import popcount
from quartier.core.game.boards import Board
from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.languages import N_, Translator
from quartier.core.text.own_name import by_name

from .rules import (
    ACTIONS,
    CALL,
    CHIPS,
    DEAL,
    FIRST,
    FOLD,
    GAME_OVER,
    NO_CARD_NOW,
    NO_MORE_RAISES,
    NONE_LEFT,
    NOT_IN_TURN,
    NOTHING_TO_PAY,
    OVER,
    Record,
    left,
    players,
    pot,
    raise_by,
    reveals,
    share,
    shown_seats,
    takers,
    to_pay,
)

SEAT_NAMES = (N_("Blue"), N_("Red"), N_("Green"), N_("Amber"))
PRAISE = N_("{name} takes the pot")
ROUNDS = ("first", "second", "over")
NOTATION = ("fold", "call", "raise", *(f"draw {card}" for card in range(1, ACTIONS - DEAL)))

SYNTAX = N_("“{move}” isn’t a move. Moves are fold, call and raise.")
REFUSALS = {
    NO_CARD_NOW: N_("No card is dealt now."),
    NONE_LEFT: N_("No card with that number is left."),
    NOT_IN_TURN: N_("It is not your turn."),
    NO_MORE_RAISES: N_("There are no more raises in this round."),
    NOTHING_TO_PAY: N_("There is nothing to pay, so you can stay in for free."),
    GAME_OVER: N_("The game is over."),
}


# ----- notation -----


def write(action: int, board: Board) -> str:
    """Return the notation of an action: its English word, or the card that is drawn."""
    return NOTATION[action]


def read(text: str, board: Board) -> int:
    """Return the action of a notation, or -1."""
    return NOTATION.index(text) if text in NOTATION else -1


def paths(action: int, board: Board) -> list[list[str]]:
    """Return the button of a move; nothing on the table is touched."""
    return [[f"button-{NOTATION[action]}"]] if action <= DEAL else []


def place_name(s: Record, touch: str, t: Translator) -> str:
    """Return "": there are no places."""
    return ""


# ----- labels, prompts, the log -----


def chips(count: int, t: Translator) -> str:
    """Return a number of chips in words."""
    return t.ngettext("{count} chip", "{count} chips", count).format(count=count)


def verb(s: Record, seat: int, action: int, t: Translator) -> str:
    """Return what a move is called."""
    if action == FOLD:
        return t("Fold")
    if action == CALL:
        return t("Call") if to_pay(s, seat) else t("Check")
    return t("Raise")


def label(s: Record, action: int, t: Translator) -> str:
    """Return a move in words, with what it costs."""
    if action > DEAL:
        return t("Card {card}").format(card=action - DEAL)
    cost = price(s, s.turn, action)
    name = verb(s, s.turn, action, t)
    return t("{move}: {chips}").format(move=name, chips=chips(cost, t)) if cost else name


def price(s: Record, seat: int, action: int) -> int:
    """Return what a move costs."""
    return 0 if action == FOLD else to_pay(s, seat) + (0 if action == CALL else raise_by(s))


def prompt(s: Record, seat: int, t: Translator) -> str:
    """Return what the seat in turn is asked to do."""
    cost = to_pay(s, seat)
    if cost == 0:
        return t("Check or raise.")
    return t("Pay {chips} to stay in, raise, or fold.").format(chips=chips(cost, t))


def describe_effect(
    before: Record, after: Record, seat: int, action: int, points: int, t: Translator
) -> Gain:
    """Return what a move costs and brings, as far as the seat knows."""
    return Gain(verb(before, seat, action, t), with_sign(points), (_effect(before, after, seat, action, t),))


def _effect(before: Record, after: Record, seat: int, action: int, t: Translator) -> str:
    if reveals(before, seat, action):
        return t("All cards are shown.")
    if after.round == OVER and action == FOLD:
        return t("The pot goes to your opponent.")
    if action == FOLD:
        return t("You are out, and your card stays hidden.")
    if after.round != before.round:
        return t("A card is turned up.")
    if action == CALL:
        return t("You stay in.")
    return t("The others pay as much or fold.")


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """Return the log line of an event."""
    if actor < 0:
        return _deal_line(before, action, t, names)
    assert action is not None
    name, cost = names[actor], price(before, actor, action)
    if action == FOLD:
        text = by_name(name, t("{name} folds."), t("You fold."))
    elif action != CALL:
        text = by_name(name, t("{name} raises and pays {chips}."), t("You raise and pay {chips}."))
    elif cost:
        text = by_name(name, t("{name} calls and pays {chips}."), t("You call and pay {chips}."))
    else:
        text = by_name(name, t("{name} checks."), t("You check."))
    return " ".join([text.format(name=name, chips=chips(cost, t)), *_ending(after, t, names)])


def _deal_line(before: Record, action: int | None, t: Translator, names: list[str]) -> str:
    card = (action or 0) - DEAL
    if before.dealt == before.seats:
        return t("The {card} is turned up.").format(card=card)
    name = names[before.dealt]
    if action is None:
        return t("{name} gets a card.").format(name=name)
    return by_name(name, t("{name} gets the {card}."), t("You get the {card}.")).format(name=name, card=card)


def _ending(s: Record, t: Translator, names: list[str]) -> list[str]:
    """Return who shows what, and who takes the pot."""
    if s.round != OVER or takers(s) == 0:
        return []
    hands = [
        by_name(names[seat], t("{name} shows the {card}."), t("You show the {card}.")).format(
            name=names[seat], card=s.hand[seat]
        )
        for seat in range(s.seats)
        if shown_seats(s) >> seat & 1
    ]
    shares = [
        by_name(names[seat], t("{name} takes {chips}."), t("You take {chips}.")).format(
            name=names[seat], chips=chips(share(s, seat), t)
        )
        for seat in range(s.seats)
        if takers(s) >> seat & 1
    ]
    return [*hands, *shares]


def sound(before: Record, after: Record, actor: int, action: int) -> str:
    """Return the sound of an event."""
    return "card" if actor < 0 or action == FOLD else "bid"


# ----- scores, view, picture -----


def aim(s: Record, t: Translator) -> str:
    """LP-7, LP-9: return what wins."""
    return t("The higher card wins") if s.kuhn else t("A pair with the table wins, else the higher card")


def progress(s: Record, t: Translator) -> str:
    """Return the round."""
    if s.round == OVER:
        return t("The end")
    return t("First round") if s.round == FIRST else t("Second round")


def ending(s: Record, t: Translator) -> str:
    """LP-7: return why the game is over."""
    if shown_seats(s) == 0:
        return t("All others have folded.")
    return t("The pot is shared.") if popcount(takers(s)) > 1 else t("The cards were shown.")


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    """LP-8: return the chips of a seat: kept, and won."""
    won = share(s, seat)
    return [(t("Chips"), CHIPS - s.paid[seat]), *([(t("Pot"), won)] if won else [])]


def view(s: Record, seat: int) -> dict[str, Any]:
    """Return a position in the terms of the rulebook; a card is None if there is none or the viewer doesn't know it."""
    return {
        "round": ROUNDS[s.round],
        "turn": s.turn if s.waiting else None,
        "hands": [s.hand[holder] or None for holder in range(s.seats)],
        "table": s.table or None,
        "paid": [s.paid[holder] for holder in range(s.seats)],
        "pot": pot(s),
        "in": [holder for holder in range(s.seats) if players(s) >> holder & 1],
        "unseen": {card: left(s, card) for card in range(1, s.seats + 2)},
    }


def ascii_art(s: Record, t: Translator) -> str:
    """Return the table in characters: the pot and its card, then a line for each seat."""
    rows = [f"{t('Pot')} {pot(s)} [{s.table or ' '}]"]
    for seat in range(s.seats):
        mark = ">" if s.waiting and s.turn == seat else " "
        card = "-" if s.folded >> seat & 1 else s.hand[seat] or ("?" if seat < s.dealt else " ")
        rows.append(f"{mark} {t(SEAT_NAMES[seat])} [{card}] {CHIPS - s.paid[seat]} ({s.paid[seat]})")
    return "\n".join(rows)
