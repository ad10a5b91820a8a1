"""What a hint says of a move that holds up an opponent, and which moves achieve nothing."""

from typing import Any

import pytest

from quartier import Dice, State, bots
from quartier.conformance.games import load_compiled
from quartier.core.text.languages import translator
from quartier.games.gridlock.bots.evaluation import roads_missing
from quartier.games.gridlock.bots.field import FARTHEST
from quartier.games.gridlock.rules.board import NONE
from quartier.games.gridlock.rules.moves import END, STOP
from quartier.games.gridlock.rules.roads import leads_to
from quartier.games.gridlock.text.effects import _road_costs, _undoes, explain, is_idle
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
    car = f"The {seat_names(before)[1 - seat].lower()} car"
    for action in [action for action in view.legal(seat) if action < END][::EVENT_STRIDE]:
        after = view.copy()
        after.game.kernels.play_at(after.array, seat, action)
        s = after.open_record()
        most, left = in_reach(before, 1 - seat), in_reach(s, 1 - seat)
        noun = "destination" if left == 1 else "destinations"
        fewer = f"{car} could reach only {left} {noun} instead of {most}."
        none = f"{car} could no longer reach any destination."
        reason = explain(before, s, seat, action, "rivals", t)
        if left < most:
            result.append((reason, fewer if left else none))
        else:
            assert reason == "" or reason.startswith(f"{car} would need longer to get to ")
            assert bool(reason) == _lengthens_a_road(before, s, 1 - seat)
    return result


def _lengthens_a_road(before: Any, after: Any, other: int) -> bool:
    old, new = _road_costs(before, other), _road_costs(after, other)
    return any(new.get(goal, FARTHEST + 1) > cost for goal, cost in old.items())


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


@pytest.mark.parametrize(
    ("earlier", "move", "idle"),
    [
        ("lay 3@{space}=3", "remove {space}", True),
        ("cone {space}", "uncone {space}", True),
        ("turn {space}=5", "turn {space}=9", True),
        ("remove {space}", "lay 3@{space}=3", False),
        ("cone {other}", "uncone {space}", False),
        ("cone {space}", "end", False),
    ],
)
def test_taking_back_an_own_move_is_idle(earlier: str, move: str, idle: bool) -> None:
    """Only an own recent action on the same space is taken back."""
    state = load_compiled("gridlock").new(2, seed=3)
    spaces = [lay.partition("@")[2].partition("=")[0] for lay in state.moves(0) + state.moves(1)]
    names = {"space": spaces[0], "other": spaces[-1]}
    action, recent = (state.read(text.format(**names)) for text in (move, earlier))
    assert _undoes(recent, action) is idle
    record = state.concealed(0).open_record()
    assert not idle or is_idle(record, record, 0, action, [recent])


def test_building_without_a_reason_is_idle() -> None:
    """A hint that can't say what a tile or a cone is good for doesn't suggest it."""
    state, dice, t = load_compiled("gridlock").new(2, seed=4), Dice(4), translator("en", "gridlock")
    bot, idle, useful = bots.make("greedy", state.game), 0, 0
    for _ in range(24):
        seat = min(state.seats_to_act())
        view = state.concealed(seat)
        before = view.open_record()
        for action in [action for action in view.legal(seat) if action < STOP][::40]:
            after = view.copy()
            after.game.kernels.play_at(after.array, seat, action)
            s = after.open_record()
            reasons = [explain(before, s, seat, action, group, t) for group in ("roads", "rivals")]
            assert is_idle(before, s, seat, action, []) is not any(reasons)
            idle, useful = idle + (not any(reasons)), useful + any(reasons)
        state.play(seat, bot.choose(view, seat, dice))
    assert idle
    assert useful


def test_a_drive_is_idle_where_no_own_destination_is_near() -> None:
    state, dice = load_compiled("gridlock").new(2, seed=3), Dice(3)
    bot, idle, useful = bots.make("greedy", state.game), 0, 0
    while not state.over and len(state.past) < 200:
        seat = min(state.seats_to_act())
        view = state.concealed(seat)
        before = view.open_record()
        for action in [action for action in view.legal(seat) if STOP <= action < END]:
            after = view.copy()
            after.play_action(seat, action)
            s = after.open_record()
            near = s.goals[seat] and any(
                leads_to(s, seat, s.place[goal]) for goal in range(s.sights) if s.goals[seat] >> goal & 1
            )
            visits = after.scores()[seat] > view.scores()[seat]
            assert is_idle(before, s, seat, action, []) is not bool(visits or near)
            idle, useful = idle + (not (visits or near)), useful + bool(visits or near)
        state.play(seat, bot.choose(view, seat, dice))
    assert idle
    assert useful


def test_a_hint_says_which_goals_come_closer() -> None:
    """The cheapest of the roads to all goals is the one that the evaluation knows."""
    state, dice = load_compiled("gridlock").new(2, seed=5), Dice(5)
    players, closer = [bots.make("mcts:2", state.game) for _ in range(2)], 0
    for _ in range(40):
        seat = min(state.seats_to_act())
        view = state.concealed(seat)
        move = players[seat].choose(view, seat, dice)
        before = view.open_record()
        state.play(seat, move)
        after = state.concealed(seat).open_record()
        old, new = (min(_road_costs(record, seat).values(), default=0) for record in (before, after))
        assert [old, new] == [int(roads_missing(record, seat)[0]) for record in (before, after)]
        sentence = explain(before, after, seat, 0, "roads", translator("en", "gridlock"))
        assert sentence or new >= old
        closer += sentence.endswith("closer.")
    assert closer > 3
