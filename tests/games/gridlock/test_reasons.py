"""What a hint says of a move that holds up an opponent, and which moves achieve nothing."""

from typing import Any

import pytest

from quartier import Dice, State, bots
from quartier.bots.analysis import Candidate
from quartier.bots.explanations import Parts
from quartier.bots.principal_variation import Step
from quartier.conformance.games import load_compiled
from quartier.core.text.languages import translator
from quartier.games.gridlock.bots.evaluation import roads_missing
from quartier.games.gridlock.bots.field import FARTHEST
from quartier.games.gridlock.rules.board import NONE
from quartier.games.gridlock.rules.moves import END, STOP
from quartier.games.gridlock.rules.roads import leads_to
from quartier.games.gridlock.text.effects import _road_costs, explain, is_idle, undoes
from quartier.games.gridlock.text.labels import seat_names
from quartier.server.workers.explanations import move_ideas, sound_line

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
    car = seat_names(before)[1 - seat]
    for action in [action for action in view.legal(seat) if action < END][::EVENT_STRIDE]:
        after = view.copy()
        after.game.kernels.play_at(after.array, seat, action)
        s = after.open_record()
        most, left = in_reach(before, 1 - seat), in_reach(s, 1 - seat)
        noun = "destination" if left == 1 else "destinations"
        fewer = f"{car} could reach only {left} {noun}, not {most}."
        none = f"{car} could reach no destination now."
        reason = explain(before, s, seat, action, "rivals", t)
        if left < most:
            result.append((reason, fewer if left else none))
        else:
            assert reason == "" or reason.startswith(f"{car} needs longer to reach ")
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
    ("earlier", "move", "pointless"),
    [
        ("lay 3@{space}=3", "remove {space}", True),
        ("cone {space}", "uncone {space}", True),
        ("turn {space}=5", "turn {space}=9", True),
        ("remove {space}", "lay 3@{space}=3", False),
        ("cone {other}", "uncone {space}", False),
        ("cone {space}", "end", False),
    ],
)
def test_taking_back_an_own_move_is_pointless(earlier: str, move: str, pointless: bool) -> None:
    """Only an own recent action on the same space is taken back."""
    state = load_compiled("gridlock").new(2, seed=3)
    spaces = [lay.partition("@")[2].partition("=")[0] for lay in state.moves(0) + state.moves(1)]
    names = {"space": spaces[0], "other": spaces[-1]}
    action, recent = (state.read(text.format(**names)) for text in (move, earlier))
    assert undoes(recent, action) is pointless


def test_a_hint_never_takes_back_what_it_has_just_suggested() -> None:
    """Neither as a move of its own, however good, nor later in the line that is expected."""
    state = _before_the_end_of_a_turn(29)
    recent = [state.read("cone 4,5")]
    candidates = [
        Candidate(move, 9, values) for move, values in (("uncone 4,5", (1.0, 0.0)), ("end", (0.5, 0.5)))
    ]
    why: dict[str, Parts] = {"uncone 4,5": (), "end": ()}
    assert [idea.move for idea in move_ideas(state, 0, candidates, why, recent)] == ["end"]
    line = [Step(0, move, b"") for move in ("lay 7@4,9=7", "end", "remove 4,9", "stop 5,4")]
    assert [step.move for step in sound_line(state, 0, line, recent)] == ["lay 7@4,9=7", "end"]


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        (22, "No need to stop twice."),
        (29, "In reach next turn: Theater District."),
    ],
)
def test_ending_a_turn_agrees_with_other_ideas(events: int, sentence: str) -> None:
    """It says what may come next, never that nothing else helps."""
    record = _before_the_end_of_a_turn(events).open_record()
    assert explain(record, record, 0, END, "roads", translator("en", "gridlock")) == sentence


def _before_the_end_of_a_turn(events: int) -> State:
    """What the learner of the lesson knows after some events of its record."""
    game = load_compiled("gridlock")
    record = game.replay((game.spec.data / "lesson.txt").read_text("utf-8"))
    return record.at(events).concealed(0)


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
            assert is_idle(before, s, seat, action) is not any(reasons)
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
            assert is_idle(before, s, seat, action) is not bool(visits or near)
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
