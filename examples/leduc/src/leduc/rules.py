"""The rules of Leduc Poker: a hidden card each, two rounds of bets around a card on the table, a showdown; or Kuhn Poker."""

from typing import Annotated, Any

import numpy as np
from quartier.core.engine.bits import below, lowest, popcount
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.records import DERIVED, Cells, RecordBase
from quartier.core.game.title_spec import Option
from quartier.core.text.languages import N_

NAME = "Leduc Poker"
PREFIX = "LP"
RULES = 9
SEATS = (2, 4)
OPTIONS = {
    "kuhn": Option((False, True), False, N_("Kuhn Poker: one round, one raise, one card of each number."))
}

CHIPS, ANTE, RAISE_BY = 30, 2, 4
FOLD, CALL, RAISE = range(3)
# The actions of chance are DEAL + the number of the card.
DEAL = RAISE
ACTIONS = DEAL + SEATS[1] + 2
# Each of the cards, and in each round three checks, a raise, two calls, a raise and three calls.
MAX_EVENTS = SEATS[1] + 1 + 2 * 10
FIRST, SECOND, OVER = range(3)
PAIR = 100


class Record(RecordBase):
    """A position of Leduc Poker. Cards are numbers from 1 on; 0 is none, or one that the viewer doesn't know."""

    hand: Annotated[Cells, np.int8, 4, "card of each seat"]
    table: Annotated[int, np.int8, (), "card on the table"]
    paid: Annotated[Cells, np.int8, 4, "chips that each seat has put into the pot"]
    dealt: Annotated[int, np.int8, (), "number of seats that have a card"]
    folded: Annotated[int, np.int8, (), "set of seats that have folded"]
    waiting: Annotated[int, np.int8, (), "set of seats that have to act before the round ends"]
    raises: Annotated[int, np.int8, (), "raises in this round"]
    turn: Annotated[int, np.int8, (), "seat in turn, 0 if none is"]
    round: Annotated[int, np.int8, (), "FIRST, SECOND or OVER"]
    seats: Annotated[int, np.int8, (), "number of seats", DERIVED]
    kuhn: Annotated[int, np.int8, (), "1 in Kuhn Poker", DERIVED]


def begin(s: Record, seats: int, options: Any, board: Any) -> None:
    """LP-1, LP-9: everyone pays the ante."""
    s.seats = seats
    s.kuhn = options[0]
    for seat in range(seats):
        s.paid[seat] = ANTE


def to_act(s: Record) -> int:
    """LP-2: return chance while a card is due, else the seat in turn."""
    if s.round == OVER:
        return 0
    return 1 << s.turn if s.waiting else CHANCE


# ----- who is in, what it costs -----


def players(s: Record) -> int:
    """Return the set of seats that have not folded."""
    return ((1 << s.seats) - 1) & ~s.folded


def highest(s: Record) -> int:
    """LP-3: return what a seat has to have paid to stay in."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.paid[seat])
    return most


def to_pay(s: Record, seat: int) -> int:
    """LP-3: return what a seat has to pay to stay in."""
    return highest(s) - s.paid[seat]


def raise_by(s: Record) -> int:
    """LP-4, LP-9: return by how much a seat raises in this round."""
    return ANTE if s.kuhn else RAISE_BY * (1 + s.round)


def max_raises(s: Record) -> int:
    """LP-4, LP-9: return how many raises there are in a round."""
    return 1 if s.kuhn else 2


def last_round(s: Record) -> int:
    """LP-6, LP-9: return the round after which the cards are shown."""
    return FIRST if s.kuhn else SECOND


def pot(s: Record) -> int:
    """Return the chips in the pot."""
    total = 0
    for seat in range(s.seats):
        total += s.paid[seat]
    return total


# ----- playing -----


def play(s: Record, actor: int, action: int) -> None:
    """LP-2 to LP-7: deal a card, or bet and pass the turn on."""
    if actor == CHANCE:
        deal(s, action - DEAL)
        return
    if action == FOLD:
        s.folded |= 1 << actor
    else:
        s.paid[actor] += to_pay(s, actor) + (raise_by(s) if action == RAISE else 0)
    s.waiting &= ~(1 << actor)
    if action == RAISE:
        s.raises += 1
        s.waiting = players(s) & ~(1 << actor)
    pass_on(s, actor)


def deal(s: Record, card: int) -> None:
    """LP-1, LP-6: deal a card to the next seat, or to the table; then the bets begin."""
    if s.dealt < s.seats:
        s.hand[s.dealt] = card
        s.dealt += 1
    else:
        s.table = card
    if s.dealt == s.seats:
        s.waiting = players(s)
        s.turn = lowest(s.waiting)


def pass_on(s: Record, actor: int) -> None:
    """LP-2, LP-6, LP-7, LP-9: the next seat is in turn, or the round or the game ends."""
    if popcount(players(s)) == 1:
        s.round, s.waiting = OVER, 0
    elif s.waiting == 0:
        s.round = OVER if s.round == last_round(s) else SECOND
    if s.waiting == 0:
        s.turn, s.raises = 0, 0
    else:
        later = s.waiting >> actor << actor
        s.turn = lowest(later if later else s.waiting)


# ----- what is legal -----


def legal(s: Record, actor: int, out: Any) -> int:
    """LP-3 to LP-5: list what the seat in turn may do."""
    if to_act(s) != 1 << max(actor, 0):
        return 0
    out[0] = CALL
    count = 1
    if s.raises < max_raises(s):
        out[count] = RAISE
        count += 1
    if to_pay(s, actor) > 0:
        out[count] = FOLD
        count += 1
    return count


# Why a move is illegal: 10 * rule number + variant; text.py has a sentence for each.
NO_CARD_NOW, NONE_LEFT, NOT_IN_TURN, NO_MORE_RAISES, NOTHING_TO_PAY, GAME_OVER = 10, 11, 20, 40, 50, 70


def explain_illegal(s: Record, actor: int, action: int) -> int:
    """Return 0, or why the action is illegal."""
    if s.round == OVER:
        return GAME_OVER
    if actor == CHANCE or action > DEAL:
        if s.waiting or actor != CHANCE or not 0 < action - DEAL <= s.seats + 1:
            return NO_CARD_NOW
        return 0 if left(s, action - DEAL) > 0 else NONE_LEFT
    if s.waiting == 0 or actor != s.turn:
        return NOT_IN_TURN
    if action == RAISE and s.raises == max_raises(s):
        return NO_MORE_RAISES
    return NOTHING_TO_PAY if action == FOLD and to_pay(s, actor) == 0 else 0


# ----- chance -----


def left(s: Record, card: int) -> int:
    """LP-1, LP-9: return how many cards of a number are neither in a hand nor on the table."""
    count = (1 if s.kuhn else 2) - (s.table == card)
    for seat in range(s.seats):
        count -= s.hand[seat] == card
    return int(count)


def outcomes(s: Record, out: Any, weights: Any) -> int:
    """LP-1: list the cards that may come, with the number of each."""
    count = 0
    for card in range(1, s.seats + 2):
        if left(s, card) > 0:
            out[count], weights[count] = DEAL + card, left(s, card)
            count += 1
    return count


# ----- the showdown and the result -----


def shown_seats(s: Record) -> int:
    """LP-7: return the set of seats whose cards are shown: of those still in at the end, unless there is only one."""
    return players(s) if s.round == OVER and popcount(players(s)) > 1 else 0


def strength(s: Record, card: int) -> int:
    """LP-7: return how high a card counts: a pair with the table before any other."""
    return card + PAIR if card == s.table else card


def takers(s: Record) -> int:
    """LP-7: return the set of seats that share the pot; 0 if the game is on, or the viewer doesn't know their cards."""
    if shown_seats(s) == 0:
        return players(s) if s.round == OVER else 0
    result, best = 0, 0
    for seat in range(s.seats):
        if shown_seats(s) >> seat & 1:
            if s.hand[seat] == 0:
                return 0
            value = strength(s, s.hand[seat])
            if value > best:
                result, best = 0, value
            if value == best:
                result |= 1 << seat
    return result


def share(s: Record, seat: int) -> int:
    """LP-7: return what a seat gets of the pot; all bets are even, and no more than two have the same card."""
    return pot(s) // popcount(takers(s)) if takers(s) >> seat & 1 else 0


def score(s: Record, seat: int) -> int:
    """LP-8: return the chips in front of a seat."""
    return CHIPS - s.paid[seat] + share(s, seat)


def winners(s: Record) -> int:
    """LP-8: return who has the most chips: the seats that have taken the pot."""
    return takers(s)


# ----- who knows what -----


def observes_draw(s: Record, seat: int) -> int:
    """LP-1, LP-6: return 1 for the seat that gets the card, and for everyone if it is for the table."""
    return 1 if s.dealt == s.seats or s.dealt == seat else 0


def conceal(s: Record, seat: int) -> None:
    """LP-1, LP-5, LP-7: hide the cards of the others, except those in a showdown."""
    for other in range(s.seats):
        if other != seat and not shown_seats(s) >> other & 1:
            s.hand[other] = 0


def determinize(s: Record, seat: int, rng: Any) -> None:
    """LP-1: deal each hidden card from those left."""
    for other in range(s.dealt):
        if s.hand[other] == 0:
            unseen = 0
            for card in range(1, s.seats + 2):
                unseen += left(s, card)
            number, card = below(rng, unseen), 1
            while number >= left(s, card):
                number -= left(s, card)
                card += 1
            s.hand[other] = card


def reveals(s: Record, seat: int, action: int) -> int:
    """LP-7: return 1 for the move that leads to the showdown."""
    is_last = s.round == last_round(s) and s.waiting == 1 << seat and action != RAISE
    return 1 if is_last and popcount(players(s)) > 1 + (action == FOLD) else 0
