"""Heuristic evaluation of Leduc Poker: the chips that a seat can expect if everyone stays in."""

from quartier.core.engine.bits import popcount

from .rules import CHIPS, OVER, Record, highest, left, players, score, strength, takers

SEARCH = {"margin": 1.0, "lead": 60.0}
"""For `quartier.bots.settings`: chips count, not who has the most. Folding never wins a hand, but it saves chips."""


def evaluate(s: Record, seat: int) -> float:
    """Return the chips won; before the showdown, the share of the pot that the seat's card is worth."""
    if takers(s) or s.folded >> seat & 1:
        return float(score(s, seat) - CHIPS)
    at_stake = 0
    for other in range(s.seats):
        stays = players(s) >> other & 1 and s.round != OVER
        at_stake += highest(s) if stays else s.paid[other]
    return float(at_stake * chance_to_win(s, seat) - s.paid[seat])


def chance_to_win(s: Record, seat: int) -> float:
    """Return how likely a seat's card beats a random one of each opponent; an equal one counts half."""
    own, better, unseen = strength(s, s.hand[seat]), 0, 0
    for card in range(1, s.seats + 2):
        count = 2 * left(s, card)
        unseen += count
        better += count if strength(s, card) < own else count // 2 if strength(s, card) == own else 0
    one, result = better / max(unseen, 1), 1.0
    for _ in range(popcount(players(s)) - 1):
        result *= one
    return result
