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
    next_to_get,
    placed,
)
from .moves import any_counter
from .state import BAR_WORDS, DEALING, DIGGING, HIDDEN, NONE, Record


def observes_draw(s: Record, seat: int) -> int:
    """Return 1 unless a marker is drawn for a hand that is concealed from the viewer."""
    return 0 if s.hidden_markers and s.phase == DEALING and next_to_get(s) != seat else 1


def conceal(s: Record, seat: int) -> None:
    """With `hidden_markers` on, of the hands of others only the numbers are shown."""
    if not s.hidden_markers:
        return
    for other in range(s.players):
        if other != seat:
            conceal_hand(s, other)
    if s.turn != seat:
        for i in range(BAR_WORDS):
            s.barred[i] = 0


def conceal_hand(s: Record, seat: int) -> None:
    """The markers in a hand become unknown, except for how many there are."""
    on_board = placed(s, seat)
    s.hand[seat] = HIDDEN * (popcount(s.hand[seat] & ALL_MARKERS) + hidden_count(s, seat))
    s.owned[seat] = on_board | s.hand[seat]


def determinize(s: Record, seat: int, rng: Any) -> None:
    """Each deal that agrees with the markers on the board and with the viewer's comes as often as it is dealt (MM-7).

    If somebody else goes on digging, some counter is legal for them. What passes and short turns said earlier is not in the
    record.
    """
    if not s.hidden_markers or not any_hidden(s):
        return
    if s.phase == DEALING:
        determinize_dealing(s, seat, rng)
        return
    needs_counter = s.phase == DIGGING and hidden_count(s, s.turn) > 0 and stuck_without_markers(s)
    deal = random_deal(s, needs_counter, rng)
    for other in range(s.players):
        if hidden_count(s, other):
            take_hand(s, other, deal)
    if s.strict_dig:
        bar_counters(s)


def any_hidden(s: Record) -> bool:
    """Return whether there is a concealed hand with a marker."""
    for seat in range(s.players):
        if hidden_count(s, seat):
            return True
    return False


def take_hand(s: Record, seat: int, deal: int) -> None:
    """A seat has the hand of one of the deals, less what it has placed."""
    on_board, dealt = placed(s, seat), dealt_hand(s.players, deal, seat)
    s.owned[seat] = dealt
    s.hand[seat] = dealt & ~on_board


def stuck_without_markers(s: Record) -> bool:
    """MM-16: return whether the seat in turn can lay a counter only on a destination."""
    hand = s.hand[s.turn]
    s.hand[s.turn] = 0
    stuck = not any_counter(s, s.turn)
    s.hand[s.turn] = hand
    return stuck


def random_deal(s: Record, needs_counter: bool, rng: Any) -> int:
    """Return a random deal that agrees with what is known, by weight; `needs_counter`: the seat in turn can lay one."""
    total, result = 0, NONE
    for deal in range(deal_count(s.players)):
        if agrees(s, deal) and (not needs_counter or can_lay(s, deal)):
            total += deal_weight(s.players, deal)
            result = deal
    if total == deal_weight(s.players, result):
        return result
    left = below(rng, total)
    for deal in range(result + 1):
        if agrees(s, deal) and (not needs_counter or can_lay(s, deal)):
            left -= deal_weight(s.players, deal)
            if left < 0:
                return deal
    return result


def agrees(s: Record, deal: int) -> bool:
    """Return whether all markers that are known to be dealt to a seat are so in a deal."""
    for seat in range(s.players):
        if s.owned[seat] & ALL_MARKERS & ~dealt_hand(s.players, deal, seat):
            return False
    return True


def can_lay(s: Record, deal: int) -> bool:
    """MM-12: return whether the seat in turn could go on digging with its hand of a deal."""
    seat = s.turn
    hand = s.hand[seat]
    s.hand[seat] = dealt_hand(s.players, deal, seat) & ~placed(s, seat)
    result = any_counter(s, seat)
    s.hand[seat] = hand
    return result


def determinize_dealing(s: Record, seat: int, rng: Any) -> None:
    """MM-7: hands that are complete come from a deal; the one that is being dealt is dealt once more."""
    getting = next_to_get(s)
    deal, drawn = random_deal(s, False, rng), s.dealt - getting * hand_size(s.players)
    for other in range(getting):
        if hidden_count(s, other):
            take_hand(s, other, deal)
    if not hidden_count(s, getting):
        return
    s.owned[getting] = s.hand[getting] = 0
    for _ in range(drawn):
        markers = dealable(s)
        s.owned[getting] |= 1 << nth(markers, below(rng, popcount(markers)))
    s.hand[getting] = s.owned[getting]
