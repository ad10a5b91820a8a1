"""Game review: the value of each position, the decisions that cost most, and how much was luck.

Each decision is searched once, from what the mover knew at that time. The search gives the values, for each seat, of
the best move and of the played one. From one decision to the next the value changes by the choice (from the best move's
value to the played move's) and by what happened in between: luck, if something was drawn or hidden. Otherwise the later
search only looked further than the earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from quartier import bots
from quartier.bots.analysis import Analysis
from quartier.bots.explanations import Parts, against
from quartier.bots.settings import parse_budget
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

Values = tuple[float, ...]
"""By seat, the expected share of the win (0 to 1); with one seat, its expected points."""

BUDGET = "mcts:400"
"""The default budget of the search for each decision."""
_MOST_COSTLY = 5
_COSTLY = 0.03
"""A loss below this (a share of the win) is within the noise of a search."""
_COSTLY_ALONE = 1.0
"""The same in points, for a single seat."""
_DECIMALS = 4


@dataclass(frozen=True)
class Decision:
    """A choice between several moves: the one that was played, and the one that the search prefers."""

    event: int
    """Its index in the record; the better move can be played from `state.at(event)`."""
    seat: int
    """The seat that moved."""
    move: str
    """The played move, in notation."""
    best: str
    """The best move, in notation; the played one if no other is better."""
    loss: float
    """The mover's value of the best move minus that of the played one; never negative."""
    values: Values
    """The values after the played move."""
    best_values: Values
    """The values after the best move, which are also those before the decision."""
    reasons: Parts = ()
    """The arguments for the best move over the played one; only for costly decisions in titles with a network."""


@dataclass(frozen=True)
class Review:
    """The result of `review`. For each seat, the last point minus the first is `luck` + `choices` + `others` + `drift`."""

    title: str
    """The name of the title."""
    seats: int
    """The number of seats."""
    budget: str
    """The budget of the search for each decision."""
    points: list[Values]
    """The values before each event, and at the end: one entry more than there are events."""
    decisions: list[Decision]
    """The decisions between several moves, in order."""
    luck: Values
    """By seat, the sum of what chance and hidden information changed."""
    choices: Values
    """By seat, the sum of what its own decisions cost; never positive."""
    others: Values
    """By seat, the sum of what the decisions of others changed."""
    drift: Values
    """By seat, the sum of what later searches corrected, where neither chance nor hidden information can be the cause."""
    costly: list[int]
    """Indices of the decisions that cost most, at most five for each seat, worst first."""

    def as_dict(self) -> dict[str, Any]:
        """Return the review for JSON, with values rounded to four decimals."""
        plain = asdict(self)
        points = [{"event": event, "values": values} for event, values in enumerate(plain["points"])]
        rounded: dict[str, Any] = _round_values({**plain, "points": points})
        return rounded


def review(
    state: State,
    budget: str = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Review:
    """Review a game that is over or was aborted.

    It is slow unless the game is compiled.

    Args:
        state: The last position of the game, with its whole past.
        budget: The budget of the search for each decision, as for `bots.analyse`. With simulations the review is
            deterministic.
        progress: Called as `progress(done, total)` with numbers of decisions.
        stop: Polled during searches; when it returns True, the review ends with QuartierError.

    Returns:
        Values by position, decisions with the better moves, and the sums of luck and choices by seat.

    Raises:
        BadOption: The budget is malformed.
        QuartierError: No seat had a choice in the game, or the review was stopped.
    """
    parse_budget(budget)
    chosen = list(state.decisions())
    if not chosen:
        raise QuartierError(N_("There’s nothing to analyse: no player had a choice in this game."))
    decisions = []
    for done, event in enumerate(chosen):
        if progress:
            progress(done, len(chosen))
        decisions.append(_decision(state, event, budget, stop))
    end = _end(state, budget, decisions[-1].values, stop)
    if progress:
        progress(len(chosen), len(chosen))
    return _with_reasons(state, _review(state, budget, decisions, end))


def _with_reasons(state: State, result: Review) -> Review:
    """Add the explanation of the better move to the costly decisions."""
    decisions = list(result.decisions)
    for index in result.costly:
        one = decisions[index]
        concealed = state.at(one.event).concealed(one.seat)
        decisions[index] = replace(one, reasons=against(concealed, one.seat, one.best, one.move))
    return replace(result, decisions=decisions)


def _decision(state: State, event: int, budget: str, stop: Callable[[], bool] | None) -> Decision:
    seat, move = state.past[event].actor, state.write(state.past[event].action)
    analysis = _search(state.at(event), seat, budget, event, (move,), stop)
    played, best = analysis.of(move) or analysis.best, analysis.best
    if played.values[seat] >= best.values[seat]:
        best = played
    loss = best.values[seat] - played.values[seat]
    return Decision(event, seat, move, best.move, loss, played.values, best.values)


def _search(
    state: State,
    seat: int,
    budget: str,
    seed: int,
    include: tuple[str, ...],
    stop: Callable[[], bool] | None,
) -> Analysis:
    result = bots.analyse(state.concealed(seat), seat, budget, Dice(seed), include, stop)
    if stop and stop():
        raise QuartierError(N_("Analysis stopped."))
    return result


def _end(state: State, budget: str, last: Values, stop: Callable[[], bool] | None) -> Values:
    """Return the value of the last position; of an aborted game, what the seat to move could expect."""
    if state.over:
        winners = state.winners()
        alone = state.seats == 1
        return (
            tuple(float(score) for score in state.scores())
            if alone
            else tuple((seat in winners) / len(winners) for seat in range(state.seats))
        )
    waiting = [seat for seat in range(state.seats) if len(state.legal(seat)) > 1]
    if not waiting:
        return last
    return _search(state, waiting[0], budget, len(state.past), (), stop).best.values


def _review(state: State, budget: str, decisions: list[Decision], end: Values) -> Review:
    between = list(_between(state, decisions, end))
    return Review(
        title=state.game.name,
        seats=state.seats,
        budget=budget,
        points=_points(len(state.past), decisions, end),
        decisions=decisions,
        luck=_sums(state.seats, (change for change, lucky in between if lucky)),
        choices=_sums(state.seats, _changes(decisions, own=True)),
        others=_sums(state.seats, _changes(decisions, own=False)),
        drift=_sums(state.seats, (change for change, lucky in between if not lucky)),
        costly=_most_costly(decisions, _COSTLY if state.seats > 1 else _COSTLY_ALONE),
    )


def _points(events: int, decisions: list[Decision], end: Values) -> list[Values]:
    """Return the value before each event: after a decision that of the played move, else that of the next search."""
    before = {decision.event: decision.best_values for decision in decisions}
    after = {decision.event + 1: decision.values for decision in decisions}
    points = [end]
    for event in reversed(range(events)):
        points.append(before.get(event) or after.get(event) or points[-1])
    return points[::-1]


def _between(state: State, decisions: list[Decision], end: Values) -> Iterator[tuple[Values, bool]]:
    """Yield after each decision the change until the next one or the end, and whether it may be luck."""
    nexts = [(one.event, one.seat, one.best_values) for one in decisions[1:]] + [(len(state.past), -1, end)]
    for one, (event, seat, values) in zip(decisions, nexts, strict=True):
        had_chance = any(past.actor == CHANCE for past in state.past[one.event : event])
        alone = one.seat == seat and one.event + 1 == event
        yield _difference(values, one.values), had_chance or not (alone or _is_open(state.at(one.event)))


def _is_open(state: State) -> bool:
    """Return whether the position has no hidden information."""
    return all(state.concealed(seat).to_bytes() == state.to_bytes() for seat in range(state.seats))


def _changes(decisions: list[Decision], own: bool) -> Iterator[Values]:
    """Yield what each decision changed: for the mover, or for all others."""
    for decision in decisions:
        change = _difference(decision.values, decision.best_values)
        yield tuple(value if (seat == decision.seat) == own else 0.0 for seat, value in enumerate(change))


def _difference(later: Values, earlier: Values) -> Values:
    return tuple(b - a for a, b in zip(earlier, later, strict=True))


def _sums(seats: int, changes: Iterator[Values]) -> Values:
    return tuple(map(sum, zip((0.0,) * seats, *changes, strict=True)))


def _most_costly(decisions: list[Decision], least: float) -> list[int]:
    ranked = sorted(range(len(decisions)), key=lambda index: -decisions[index].loss)
    counts: dict[int, int] = {}
    costly = []
    for index in ranked:
        decision = decisions[index]
        if decision.loss >= least and counts.get(decision.seat, 0) < _MOST_COSTLY:
            counts[decision.seat] = counts.get(decision.seat, 0) + 1
            costly.append(index)
    return costly


def _round_values(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _DECIMALS)
    if isinstance(value, dict):
        return {name: _round_values(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_round_values(inner) for inner in value]
    return value
