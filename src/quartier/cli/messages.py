"""Messages about a game that several commands print."""

from __future__ import annotations

from quartier.cli.console import say
from quartier.core.game.state import State
from quartier.core.text.ascii_art import number
from quartier.core.text.languages import N_


def names(state: State) -> list[str]:
    """Return the names of the seats: the headers Seat0, Seat1, ..., else the title's names."""
    usual = state.seen_by(None).seat_names()
    return [state.headers.get(f"Seat{seat}") or usual[seat] for seat in range(state.seats)]


def standing(state: State) -> str:
    """Return the scores, and the winners."""
    named = names(state)
    scores = ", ".join(f"{name} {number(score)}" for name, score in zip(named, state.scores(), strict=True))
    winners = state.winners()
    if not winners:
        return say(N_("Score: {scores}."), scores=scores)
    if len(winners) > 1:
        return say(N_("Game over. It’s a draw: {scores}."), scores=scores)
    return say(N_("Game over. {name} wins: {scores}."), name=named[winners[0]], scores=scores)


def goal(state: State) -> str:
    """Return the goal and the progress of the game; before the end the warning instead."""
    aim, progress, warning = state.seen_by(None).goal(names(state))
    return " · ".join(part for part in (aim, warning or progress) if part)


def score_breakdown(state: State) -> list[str]:
    """Return by seat the sources of its points, as far as the title distinguishes them."""
    named, view = names(state), state.seen_by(None)
    sources = [
        [f"{source} {number(points)}" for source, points in view.sources(seat)] for seat in range(state.seats)
    ]
    return [f"{name}: {'; '.join(parts)}" for name, parts in zip(named, sources, strict=True) if parts]


def event_line(state: State, index: int, seat: int | None) -> str:
    """Return the log line of an event, for a seat or (None) for the viewer that saw most of it."""
    seats = [seat] if seat is not None else [None, *range(state.seats)]
    viewer = next((one for one in seats if state.visible_action(index, one) is not None), seat)
    return state.seen_by(viewer).log_line(index).text
