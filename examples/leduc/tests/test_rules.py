"""The rules of Leduc Poker, each proved on games that a person can check; whole games agree with OpenSpiel's."""

from random import Random

import pytest
import quartier
from quartier import IllegalMove, State
from quartier.lab import exact

from leduc import rules

TWICE = 2
"""Our bets are twice the usual ones."""
VALUE, WEAKNESS = -0.0856, 2.3736
"""What perfect play brings the first of two players, and how exploitable random play is, in the usual bets (OpenSpiel)."""


def after(events: str, seats: int = 2, kuhn: bool = False) -> State:
    """The position after these events: a number is a card, c, r and f are moves of the seat in turn."""
    state = quartier.load("leduc").new(seats=seats, chance="manual", kuhn=kuhn)
    for event in events:
        if event.isdigit():
            state.play("*", f"draw {event}")
        else:
            state.play(min(state.seats_to_act()), {"c": "call", "r": "raise", "f": "fold"}[event])
    return state


def refusing_rule(state: State, actor: int | str, move: str) -> str:
    """The rule that forbids a move."""
    with pytest.raises(IllegalMove) as error:
        state.play(actor, move)
    return error.value.rule


@pytest.mark.rules("LP-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_gets_a_card_that_only_they_see_and_pays_the_ante(seats: int) -> None:
    state = after("123423"[:seats], seats)
    assert state.view(None)["pot"] == 2 * seats
    assert [state.view(seat)["hands"][seat] for seat in range(seats)] == [1, 2, 3, 4][:seats]
    assert all(state.view(1)["hands"][seat] is None for seat in range(seats) if seat != 1)
    assert state.view(None)["hands"] == [None] * seats


@pytest.mark.rules("LP-1")
def test_there_are_two_cards_of_each_number() -> None:
    assert after("").chances() == {"draw 1": 2, "draw 2": 2, "draw 3": 2}
    assert after("3").chances() == {"draw 1": 2, "draw 2": 2, "draw 3": 1}
    assert refusing_rule(after("33cc"), "*", "draw 3") == "LP-1"
    assert refusing_rule(after("3"), "*", "draw 4") == "LP-1"
    assert refusing_rule(after("31"), "*", "draw 3") == "LP-1"


@pytest.mark.rules("LP-2")
def test_the_turn_goes_around_and_skips_who_has_folded() -> None:
    assert after("123", 3).to_act() == {0}
    assert after("123c", 3).to_act() == {1}
    assert after("123crf", 3).to_act() == {0}
    assert after("123rfc", 3).to_act() == {"*"}
    assert after("123crcf4", 3).to_act() == {1}
    assert refusing_rule(after("12"), 1, "call") == "LP-2"


@pytest.mark.rules("LP-3", "LP-4")
def test_a_call_pays_up_to_the_highest_bet_and_a_raise_pays_more() -> None:
    assert after("12c").view(None)["paid"] == [2, 2]
    assert after("12r").view(None)["paid"] == [6, 2]
    assert after("12rrc").view(None)["paid"] == [10, 10]
    assert after("12cc3rr").view(None)["paid"] == [10, 18]


@pytest.mark.rules("LP-4")
def test_the_third_raise_of_a_round_is_refused() -> None:
    assert refusing_rule(after("12rr"), 0, "raise") == "LP-4"
    assert after("12rrc3").moves(0) == ["call", "raise"]


@pytest.mark.rules("LP-5", "LP-7")
def test_folding_loses_what_was_paid_and_shows_nothing() -> None:
    assert refusing_rule(after("12"), 0, "fold") == "LP-5"
    state = after("12rf")
    assert (state.winners(), state.scores()) == ([0], [32, 28])
    assert [state.view(viewer)["hands"] for viewer in (None, 0, 1)] == [[None, None], [1, None], [None, 2]]


@pytest.mark.rules("LP-6")
def test_a_card_is_turned_up_for_all_after_the_first_round() -> None:
    assert after("12cc").to_act() == {"*"}
    state = after("12cc3")
    assert [state.view(viewer)["table"] for viewer in (None, 0, 1)] == [3, 3, 3]
    assert state.view(None)["round"] == "second"


@pytest.mark.rules("LP-7", "LP-8")
@pytest.mark.parametrize(
    ("events", "seats", "winners", "scores"),
    [
        ("13cc2cc", 2, [1], [28, 32]),
        ("13cc1cc", 2, [0], [32, 28]),
        ("33rc1cc", 2, [0, 1], [30, 30]),
        ("443rcf2cc", 3, [0, 1], [31, 31, 28]),
    ],
    ids=["high card", "pair", "equal cards", "equal cards of two in three"],
)
def test_the_showdown(events: str, seats: int, winners: list[int], scores: list[int]) -> None:
    state = after(events, seats)
    assert (state.winners(), state.scores()) == (winners, scores)
    assert state.to_act() == set()
    assert refusing_rule(state, 0, "call") == "LP-7"


@pytest.mark.rules("LP-7")
def test_everyone_sees_the_cards_of_a_showdown_but_not_those_that_were_folded() -> None:
    state = after("123rfc4cc", 3)
    assert [state.view(viewer)["hands"] for viewer in (None, 0)] == [[1, None, 3]] * 2
    assert state.view(1)["hands"] == [1, 2, 3]


@pytest.mark.rules("LP-7")
def test_a_preview_of_the_showdown_shows_what_it_costs_and_not_who_wins() -> None:
    worlds = [after(f"2{other}cc2r") for other in (1, 3)]
    offers = [
        [(choice.move, choice.points, choice.gain) for choice in state.seen_by(1, "en").choices()]
        for state in worlds
    ]
    assert offers[0] == offers[1]
    assert {move: points for move, points, _ in offers[0]} == {"call": "−8", "fold": "", "raise": "−16"}


@pytest.mark.rules("LP-9")
def test_kuhn_poker_has_one_raise_one_round_and_one_card_of_each_number() -> None:
    assert after("3", kuhn=True).chances() == {"draw 1": 1, "draw 2": 1}
    assert refusing_rule(after("12r", kuhn=True), 1, "raise") == "LP-4"
    assert after("12cr", kuhn=True).moves(0) == ["call", "fold"]
    checked, called = after("12cc", kuhn=True), after("12crc", kuhn=True)
    assert (checked.winners(), checked.scores(), checked.over) == ([1], [28, 32], True)
    assert (called.winners(), called.scores(), called.over) == ([1], [26, 34], True)
    assert checked.view(None)["hands"] == [1, 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_agree_with_openspiel(seats: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    random, game = Random(7), pyspiel.load_game("leduc_poker", {"players": seats})
    for _ in range(150):
        ours, theirs = after("", seats), game.new_initial_state()
        while not ours.over:
            assert theirs.is_chance_node() == (ours.to_act() == {"*"})
            action = random.choice(theirs.legal_actions())
            if theirs.is_chance_node():
                ours.play("*", f"draw {action // 2 + 1}")
            else:
                (seat,) = ours.seats_to_act()
                assert (seat, sorted(ours.legal(seat))) == (theirs.current_player(), theirs.legal_actions())
                ours.play_action(seat, action)
            theirs.apply_action(action)
        assert theirs.is_terminal()
        assert [score - rules.CHIPS for score in ours.scores()] == [
            TWICE * chips for chips in theirs.returns()
        ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kuhn_poker_agrees_with_openspiel(seats: int) -> None:
    """Its two actions are to pay and not to pay."""
    pyspiel = pytest.importorskip("pyspiel")
    random, game = Random(7), pyspiel.load_game("kuhn_poker", {"players": seats})
    for _ in range(100):
        ours, theirs = after("", seats, kuhn=True), game.new_initial_state()
        while not ours.over:
            action = random.choice(theirs.legal_actions())
            if theirs.is_chance_node():
                ours.play("*", f"draw {action + 1}")
            else:
                (seat,) = ours.seats_to_act()
                moves = ("fold", "call") if "fold" in ours.moves(seat) else ("call", "raise")
                assert (seat, sorted(moves)) == (theirs.current_player(), sorted(ours.moves(seat)))
                ours.play(seat, moves[action])
            theirs.apply_action(action)
        assert theirs.is_terminal()
        assert [score - rules.CHIPS for score in ours.scores()] == [
            TWICE * chips for chips in theirs.returns()
        ]


def test_solved_kuhn_poker_has_the_published_value() -> None:
    """Kuhn, A simplified two-person poker, 1950: the first player loses an eighteenth of an ante."""
    tree = exact.tree_of(after("", kuhn=True), points=True)
    assert exact.solve(tree).value == pytest.approx(-TWICE / 18, abs=1e-3)


def test_the_solved_game_has_the_published_value() -> None:
    tree = exact.tree_of(after(""), points=True)
    assert exact.weakness(tree, exact.uniform(tree)).exploitability == pytest.approx(
        TWICE * WEAKNESS, abs=1e-3
    )
    assert exact.solve(tree).value == pytest.approx(TWICE * VALUE, abs=1e-3)
