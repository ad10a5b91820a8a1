"""The rules of Connect Four, each proved on positions that a person can check."""

from random import Random

import pytest
import quartier
from quartier import Dice, IllegalMove, State
from quartier.bots import policies
from quartier.core.engine.networks import untrained_net

from connect_four import bots, rules

# Distinct positions after n moves: https://oeis.org/A212693
POSITIONS = (1, 7, 49, 238, 1120, 4263, 16422)


def after(moves: str) -> State:
    """The position after these moves, seat 0 first."""
    state = quartier.load("connect_four").new()
    for number, move in enumerate(moves):
        state.play(number % 2, move)
    return state


def board(state: State) -> list[str]:
    """The rows from the top."""
    return str(state).splitlines()[:-1]


@pytest.mark.rules("C4-1")
def test_the_board_is_empty_and_has_seven_columns_of_six_cells() -> None:
    state = after("")
    assert board(state) == [". . . . . . ."] * 6
    assert state.moves(0) == list("abcdefg")


@pytest.mark.rules("C4-1")
def test_there_are_as_many_positions_as_others_have_counted() -> None:
    layer = {after("").to_bytes(): after("")}
    for count in POSITIONS:
        assert len(layer) == count
        layer = {child.to_bytes(): child for state in layer.values() for child in children(state)}


def children(state: State) -> list[State]:
    result = []
    for seat in state.to_act():
        for move in state.moves(seat):
            child = state.copy()
            child.play(seat, move)
            child.past.clear()
            result.append(child)
    return result


@pytest.mark.rules("C4-2")
def test_the_seats_take_turns_and_blue_begins() -> None:
    assert after("").to_act() == {0}
    assert after("d").to_act() == {1}
    assert after("de").to_act() == {0}
    with pytest.raises(IllegalMove) as refused:
        after("d").play(0, "d")
    assert refused.value.rule == "C4-2"


@pytest.mark.rules("C4-3")
def test_a_disc_falls_to_the_lowest_empty_cell() -> None:
    assert board(after("ddcd"))[2:] == [". . . . . . .", ". . . x . . .", ". . . x . . .", ". . o o . . ."]


@pytest.mark.rules("C4-3")
def test_a_full_column_takes_no_disc() -> None:
    state = after("aaaaaa")
    assert state.moves(0) == list("bcdefg")
    with pytest.raises(IllegalMove) as refused:
        state.play(0, "a")
    assert refused.value.rule == "C4-3"


@pytest.mark.rules("C4-4", "C4-7")
@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("dededed", "upright"),
        ("aabbccd", "level, at the left edge"),
        ("ggffeed", "level, at the right edge"),
        ("abbccdcddgd", "rising"),
        ("gffeededdad", "falling"),
        ("aabbddc", "closed in the middle"),
        ("aabbcceefgd", "five in a row"),
    ],
)
def test_four_in_a_line_win_at_once(moves: str, line: str) -> None:
    assert not after(moves[:-1]).over
    state = after(moves)
    assert (state.over, state.winners(), state.scores()) == (True, [0], [1, 0]), line
    with pytest.raises(IllegalMove) as refused:
        state.play(1, "g")
    assert refused.value.rule == "C4-4"


@pytest.mark.rules("C4-4", "C4-7")
def test_the_second_player_can_win_too() -> None:
    state = after("adbdadbd")
    assert (state.winners(), state.scores()) == ([1], [0, 1])


@pytest.mark.rules("C4-4")
def test_a_line_does_not_wrap_from_one_column_to_the_next() -> None:
    # The upper two cells of a and the lower two of b are neighbours as numbers only.
    cells = 0b110000 | 0b11 << rules.HEIGHT
    assert rules.four_in_line(cells) == 0
    assert rules.four_in_line(0b111100) != 0


@pytest.mark.rules("C4-5", "C4-7")
def test_a_full_board_without_a_line_is_a_draw() -> None:
    state = full_board()
    assert (state.winners(), state.scores(), state.moves(0)) == ([0, 1], [0, 0], [])
    assert state.seen_by(None, "en").log_line(41).text.endswith("The board is full: a draw.")
    with pytest.raises(IllegalMove) as refused:
        state.play(0, "a")
    assert refused.value.rule == "C4-5"


def full_board() -> State:
    """The first drawn game among random ones."""
    for seed in range(10_000):
        state, dice = after(""), Dice(seed)
        while not state.over:
            (seat,) = state.seats_to_act()
            out, _ = state.buffers()
            state.play_action(seat, int(state.game.kernels.sample_at(state.array, seat, dice.state, out)))
        if len(state.past) == rules.MAX_EVENTS and len(state.winners()) == 2:
            return state
    raise AssertionError("no random game was drawn")


@pytest.mark.rules("C4-6")
def test_all_information_is_public_and_chance_never_acts() -> None:
    state = after("dedc")
    assert all(state.concealed(viewer).to_bytes() == state.to_bytes() for viewer in (None, 0, 1))
    assert state.determinize(0, Dice(1)).to_bytes() == state.to_bytes()
    assert state.chances() == {}
    with pytest.raises(IllegalMove) as refused:
        state.play("*", "d")
    assert refused.value.rule == "C4-6"


@pytest.mark.rules("C4-3", "C4-4", "C4-5")
def test_whole_games_agree_with_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    random = Random(3)
    for _ in range(60):
        ours, theirs = after(""), pyspiel.load_game("connect_four").new_initial_state()
        while not ours.over:
            (seat,) = ours.seats_to_act()
            assert (seat, ours.legal(seat)) == (theirs.current_player(), theirs.legal_actions())
            action = random.choice(theirs.legal_actions())
            ours.play_action(seat, action)
            theirs.apply_action(action)
        assert theirs.is_terminal()
        assert [ours.scores()[seat] - ours.scores()[1 - seat] for seat in (0, 1)] == theirs.returns()


@pytest.mark.parametrize(
    ("moves", "expected"),
    [("dedede", "d"), ("dadbdc", "d"), ("ababac", "a"), ("dcecgg", "f"), ("aebecec", "e")],
)
def test_the_greedy_policy_wins_in_one(moves: str, expected: str) -> None:
    state = after(moves)
    (seat,) = state.seats_to_act()
    out, _ = state.buffers()
    scratch = state.game.spec.record_class.new()
    kernel = state.game.bound(policies).greedy
    action = kernel(
        state.concealed(seat).array, scratch, seat, Dice(1).state, untrained_net(), 0.0, policies.PLAIN, out
    )
    assert state.game.spec.text.write(int(action), state.board) == expected


def test_a_threat_is_the_empty_cell_that_completes_a_line() -> None:
    # b1 to d1 are blue, a1 is red: only e1 is left.
    state = after("bacbdb")
    assert bots.threats(state.open_record(), 0) == 1 << 4 * rules.HEIGHT
