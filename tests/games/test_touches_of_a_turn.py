"""How many touches an ordinary turn of a recorded game takes, counted as the page does (web/src/table/choices.ts)."""

from collections.abc import Callable, Iterator
from itertools import groupby

import pytest

from quartier import State
from quartier.core.engine.contract import CHANCE
from quartier.core.game.choices import Choice
from tests.games.recordings import Recordings

MAX_TOUCHES = 4
TURNS = 24
"""How many turns of each title are counted."""

Path = tuple[str, ...]


def begins(path: list[str], touched: Path) -> bool:
    return tuple(path[: len(touched)]) == touched


def matching_choices(choices: list[Choice], touched: Path) -> list[Choice]:
    """The moves that exactly these touches mean; the first of them lies ready."""
    return [choice for choice in choices if list(touched) in choice.paths]


def implied_touches(choices: list[Choice], touched: Path) -> Path:
    """The touches, and those that follow by themselves."""
    ways = [path for choice in choices for path in choice.paths if begins(path, touched)]
    following = {path[len(touched)] for path in ways if len(path) > len(touched)}
    only = following.pop() if len(following) == 1 and not matching_choices(choices, touched) else ""
    if not only or only.startswith(("button-", "number-")):
        return touched
    return implied_touches(choices, (*touched, only))


def taps(choices: list[Choice], path: list[str]) -> int:
    """How often one has to touch to have touched a whole path."""
    touched, count = (), 0
    while len(touched) < len(path):
        touched, count = implied_touches(choices, (*touched, path[len(touched)])), count + 1
    return count


def touches(state: State, seat: int, move: str) -> int:
    """What it takes to have a piece where a move has it, with “Confirm moves” off; turning comes on top."""
    choices = state.seen_by(seat, "en").choices()
    chosen = next(choice for choice in choices if choice.move == move)
    return min(
        taps(choices, path) + (not matching_choices(choices, tuple(path))[0].at_once) for path in chosen.paths
    )


# ----- ordinary turns -----


def runs(state: State) -> Iterator[tuple[int, list[int]]]:
    """What a seat did without anybody or anything in between: the seat, and the indices of the events."""
    for actor, indices in groupby(range(len(state.past)), lambda index: state.past[index].actor):
        if actor != CHANCE:
            yield actor, list(indices)


def one(*verbs: str) -> Callable[[list[str]], list[int]]:
    """Single moves that begin so, each the only thing done in its turn."""
    return lambda moves: [0] if len(moves) == 1 and moves[0].startswith(verbs) else []


def moves_beginning(*verbs: str) -> Callable[[list[str]], list[int]]:
    """Moves that begin so, whatever else was done in the turn."""
    return lambda moves: [number for number, move in enumerate(moves) if move.startswith(verbs)]


def counters(moves: list[str]) -> list[int]:
    """A turn of three counters."""
    return [0] if len(moves) == 3 and all(move.startswith(("begin", "dig")) for move in moves) else []


ORDINARY: dict[str, tuple[Callable[[list[str]], list[int]], int]] = {
    "city_blocks": (one("H", "S", "F", "PP", "MA"), 1),
    "block_city": (one("1", "2", "3", "4", "5", "6"), 1),
    "metromania": (counters, 3),
    "neue_heimat": (one("offer", "bid"), 1),
    "gridlock": (moves_beginning("lay", "stop"), 1),
}
"""By title: which moves of a turn begin an ordinary one, and how many moves that is."""


def ordinary_turns(title: str) -> list[tuple[State, int, int]]:
    """Recorded games, the seat, and the index of the first move of an ordinary turn."""
    chosen, _ = ORDINARY[title]
    recordings, turns = Recordings(title), []
    for name in recordings.names():
        state = recordings.fixture(name)
        for seat, run in runs(state):
            turns += [(state, seat, run[number]) for number in chosen([state.event(i).move for i in run])]
    return turns[:: max(1, len(turns) // TURNS)]


def touches_of_turn(state: State, seat: int, first: int, moves: int) -> int:
    """All that is touched, the button that ends the turn included."""
    positions = {i: state.at(i) for i in range(first, first + moves)}
    # A move without a choice is played by itself.
    counts = [
        touches(at, seat, state.event(i).move) for i, at in positions.items() if len(at.moves(seat)) > 1
    ]
    after = state.at(first + moves)
    if "end" in after.moves(seat):
        # Whatever the record goes on with, the turn may end here.
        counts.append(touches(after, seat, "end"))
    return sum(counts)


@pytest.mark.parametrize("title", ORDINARY)
def test_an_ordinary_turn_takes_four_touches_at_most(title: str) -> None:
    turns = ordinary_turns(title)
    assert len(turns) >= TURNS
    for state, seat, first in turns:
        count = touches_of_turn(state, seat, first, ORDINARY[title][1])
        assert count <= MAX_TOUCHES, [state.event(index) for index in range(first, first + 3)]
