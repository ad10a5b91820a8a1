"""Hidden information: with `hidden_markers` on, the hands of others are concealed (MM-34)."""

from typing import Any

from quartier.core.engine.bits import below, nth, popcount

from .counters import bar_counters
from .dealing import (
    ALL_MARKERS,
    deal_count,
    deal_weight,
    dealable,
    dealt_hand,
    hand_size,
    hidden_count,
    markers_off_board,
    next_to_get,
    placed_markers,
)
from .moves import any_counter
from .state import BAR_WORDS, DEALING, DIGGING, HIDDEN, MARKERS, NONE, Record


def observes_draw(s: Record, seat: int) -> int:
    """Return 1 unless a marker is drawn for a hand that is concealed from the viewer."""
    return 0 if s.hidden_markers and s.phase == DEALING and next_to_get(s) != seat else 1


def conceal(s: Record, seat: int) -> None:
    """Reduce the markers in the hands of others to their number, with `hidden_markers` on."""
    if not s.hidden_markers:
        return
    for other in range(s.players):
        if other != seat:
            conceal_hand(s, other)
    # Which counters are barred depends on the hand of the seat to move.
    if s.turn != seat:
        for i in range(BAR_WORDS):
            s.barred[i] = 0


def conceal_hand(s: Record, seat: int) -> None:
    """Replace the markers in a hand by their number."""
    on_board = placed_markers(s, seat)
    s.hand[seat] = HIDDEN * (popcount(s.hand[seat] & ALL_MARKERS) + hidden_count(s, seat))
    s.owned[seat] = on_board | s.hand[seat]


def determinize(s: Record, seat: int, rng: Any) -> None:
    """Sample a deal that agrees with the markers on the board and in the viewer's hand, by its frequency (MM-7).

    A seat in the middle of digging has some legal counter. What earlier passes and short turns reveal is not
    in the record.
    """
    if not s.hidden_markers or not any_hidden(s):
        return
    if s.phase == DEALING:
        determinize_dealing(s, rng)
        return
    deal = random_deal(s, markers_to_dig(s), rng)
    for other in range(s.players):
        if hidden_count(s, other):
            assign_hand(s, other, deal)
    if s.strict_dig:
        bar_counters(s)


def any_hidden(s: Record) -> bool:
    """Return whether there is a concealed hand with a marker."""
    for seat in range(s.players):
        if hidden_count(s, seat):
            return True
    return False


def assign_hand(s: Record, seat: int, deal: int) -> None:
    """Give a seat its hand in the deal, without the markers that it has placed."""
    on_board, hand = placed_markers(s, seat), dealt_hand(s.players, deal, seat)
    s.owned[seat] = hand
    s.hand[seat] = hand & ~on_board


def markers_to_dig(s: Record) -> int:
    """MM-12, MM-16: return the markers of which the digging seat must hold one; 0 if it can do without or is visible."""
    seat, result = s.turn, 0
    if s.phase != DIGGING or not hidden_count(s, seat):
        return 0
    hand, off_board = s.hand[seat], markers_off_board(s)
    s.hand[seat] = 0
    if not any_counter(s, seat):
        for marker in range(MARKERS):
            s.hand[seat] = off_board & 1 << marker
            if any_counter(s, seat):
                result |= 1 << marker
    s.hand[seat] = hand
    return result


def random_deal(s: Record, needed: int, rng: Any) -> int:
    """Return a random deal by weight among the possible ones."""
    total, result = 0, NONE
    for deal in range(deal_count(s.players)):
        if is_possible(s, needed, deal):
            total += deal_weight(s.players, deal)
            result = deal
    if total == deal_weight(s.players, result):
        return result
    left = below(rng, total)
    for deal in range(result + 1):
        if is_possible(s, needed, deal):
            left -= deal_weight(s.players, deal)
            if left < 0:
                return deal
    return result


def is_possible(s: Record, needed: int, deal: int) -> bool:
    """Return whether a deal contains all visible markers, and one of the markers that the seat to move needs, if any."""
    for seat in range(s.players):
        if s.owned[seat] & ALL_MARKERS & ~dealt_hand(s.players, deal, seat):
            return False
    return needed == 0 or bool(needed & dealt_hand(s.players, deal, s.turn))


def determinize_dealing(s: Record, rng: Any) -> None:
    """MM-7: take complete hands from a deal, and deal the unfinished one anew."""
    receiver = next_to_get(s)
    deal, count = random_deal(s, 0, rng), s.dealt - receiver * hand_size(s.players)
    for other in range(receiver):
        if hidden_count(s, other):
            assign_hand(s, other, deal)
    if not hidden_count(s, receiver):
        return
    s.owned[receiver] = s.hand[receiver] = 0
    for _ in range(count):
        markers = dealable(s)
        s.owned[receiver] |= 1 << nth(markers, below(rng, popcount(markers)))
    s.hand[receiver] = s.owned[receiver]
