"""A game in words that several commands print."""

from __future__ import annotations

from quartier.cli.console import say
from quartier.core.game.state import State
from quartier.core.text.ascii_art import number
from quartier.core.text.languages import N_


def names(state: State) -> list[str]:
    """What the seats are called: the headers Seat0, Seat1, ..., else as the title calls them."""
    usual = state.seen_by(None).seat_names()
    return [state.headers.get(f"Seat{seat}") or usual[seat] for seat in range(state.seats)]


def standing(state: State) -> str:
    """The scores, and who has won."""
    named = names(state)
    scores = ", ".join(f"{name} {number(score)}" for name, score in zip(named, state.scores(), strict=True))
    winners = state.winners()
    if not winners:
        return say(N_("Score so far: {scores}."), scores=scores)
    if len(winners) > 1:
        return say(N_("The game is over, a draw: {scores}."), scores=scores)
    return say(N_("The game is over, {name} wins: {scores}."), name=named[winners[0]], scores=scores)


def counted(state: State) -> list[str]:
    """By seat where its points come from, as far as the title tells it apart."""
    named, seen = names(state), state.seen_by(None)
    found = [
        [f"{source} {number(points)}" for source, points in seen.sources(seat)] for seat in range(state.seats)
    ]
    return [f"{name}: {'; '.join(each)}" for name, each in zip(named, found, strict=True) if each]


def event_line(state: State, index: int, seat: int | None) -> str:
    """An event in words: for a seat, or (None) for whoever saw the most of it."""
    seats = [seat] if seat is not None else [None, *range(state.seats)]
    viewer = next((one for one in seats if state.visible_action(index, one) is not None), seat)
    return state.seen_by(viewer).log_line(index).text
