"""What a hint says of a move that holds up a rival: how many destinations its car reaches then, and before."""

from typing import Any

from quartier import Dice, State, bots
from quartier.conformance.games import load_compiled
from quartier.core.text.languages import translator
from quartier.games.gridlock.rules.board import NONE
from quartier.games.gridlock.rules.roads import leads_to
from quartier.games.gridlock.text.effects import explain
from quartier.games.gridlock.text.labels import seat_names

EVENT_STRIDE = 2
"""Legal moves of a position of which one is looked at."""


def in_reach(s: Any, other: int) -> int:
    """How many destinations a car reaches that may be its own, found from each of them back to the car."""
    maybe = (1 << s.sights) - 1 & ~(s.opened[other] | s.refuted[other])
    return sum(leads_to(s, other, s.place[goal]) for goal in range(s.sights) if maybe >> goal & 1)


def sentences(state: State, seat: int) -> list[tuple[str, str]]:
    """Of some legal moves, what is said of rivals and what should be."""
    t, result = translator("en", "gridlock"), []
    view = state.concealed(seat)
    before = view.open_record()
    name = seat_names(before)[1 - seat]
    for action in view.legal(seat)[::EVENT_STRIDE]:
        after = view.copy()
        after.game.kernels.play_at(after.array, seat, action)
        s = after.open_record()
        most, left = in_reach(before, 1 - seat), in_reach(s, 1 - seat)
        noun = "destination" if left == 1 else "destinations"
        reason_text = f"Leaves {name} {left} {noun} in reach, down from {most}."
        sentence = reason_text if left < most else ""
        result.append((explain(before, s, seat, action, "rivals", t), sentence))
    return result


def test_a_hint_says_whom_a_move_holds_up() -> None:
    """GL-16 to GL-20: rivals’ secrets play no part, only what everybody knows they cannot be looking for."""
    state, dice = load_compiled("gridlock").new(2, seed=3), Dice(3)
    players, held_up, moves = [bots.make("mcts:2", state.game) for _ in range(2)], 0, 0
    while not state.over and moves < 60:
        seat = min(state.seats_to_act())
        moves += 1
        if moves % 5 == 0 and state.open_record().car[1 - seat] != NONE:
            for sentences_given, expected in sentences(state, seat):
                assert sentences_given == expected
                held_up += bool(sentences_given)
        state.play(seat, players[seat].choose(state.concealed(seat), seat, dice))
    assert held_up > 5
