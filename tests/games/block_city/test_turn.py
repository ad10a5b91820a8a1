"""A turn: rolling, writing, misses, the other die, the end (BC-5 to BC-12)."""

from itertools import permutations

import pytest

from quartier import IllegalMove, State
from tests.games.block_city.table import STREET, start_game, turn

BOTH = ["highest", "lowest"]


def forbidding_rule(state: State, actor: int | str, move: str) -> str:
    """The rule that forbids a move; the state stays as it is."""
    before = state.to_bytes()
    with pytest.raises(IllegalMove) as error:
        state.play(actor, move)
    assert state.to_bytes() == before
    return error.value.rule


def writings(state: State, seat: int, number: int) -> set[str]:
    """The buildings on which a seat may write a number now."""
    return {move[2:] for move in state.moves(seat) if move.startswith(f"{number}@")}


@pytest.mark.rules("BC-5")
def test_the_active_player_chooses_one_of_two_dice() -> None:
    state = start_game("1@H05", "1@H05")
    assert forbidding_rule(state, 0, "1@H04") == "BC-5"
    state.play("*", "roll 2 5")
    assert {move[0] for move in state.moves(0) if "X" not in move} == {"2", "5"}
    assert {move[:2] for move in state.moves(0) if "X" in move} == {"X2", "X5"}
    assert forbidding_rule(state, 0, "3@H04") == "BC-5"
    assert forbidding_rule(state, 0, "X3@H04") == "BC-5"
    assert forbidding_rule(state, 1, "2@H04") == "BC-5"
    assert forbidding_rule(state, "*", "roll 1 2") == "BC-5"


@pytest.mark.rules("BC-5", "BC-20")
def test_two_different_dice_are_twice_as_likely_as_a_double() -> None:
    weights = start_game("1@H05").chances()
    assert len(weights) == 21
    assert sum(weights.values()) == 36
    assert {text: weight for text, weight in weights.items() if weight == 1} == {
        f"roll {n} {n}": 1 for n in range(1, 7)
    }


@pytest.mark.rules("BC-6")
@pytest.mark.parametrize("surrounding", BOTH)
def test_a_number_needs_a_number_beside_it(surrounding: str) -> None:
    state = start_game("3@H1", rows=STREET, surrounding=surrounding)
    state.play("*", "roll 4 6")
    assert writings(state, 0, 4) == writings(state, 0, 6) == {"P1", "H2"}
    assert forbidding_rule(state, 0, "4@H3") == "BC-6"


@pytest.mark.rules("BC-6")
@pytest.mark.parametrize("surrounding", BOTH)
def test_an_equal_number_fits_and_a_lower_one_does_not(surrounding: str) -> None:
    state = start_game("3@H1", rows=STREET, surrounding=surrounding)
    state.play("*", "roll 2 3")
    assert writings(state, 0, 3) == {"P1", "H2"}
    assert writings(state, 0, 2) == set()
    assert forbidding_rule(state, 0, "2@H2") == "BC-6"


@pytest.mark.rules("BC-6")
@pytest.mark.parametrize(("surrounding", "fits"), [("highest", [5, 6]), ("lowest", [2, 3, 4, 5, 6])])
def test_the_two_readings_of_several_numbers_around(surrounding: str, fits: list[int]) -> None:
    """Between a 2 and a 5: as high as the highest, or only as the lowest."""
    readings = []
    for number in range(2, 7):
        state = start_game("1@H4", rows=STREET, surrounding=surrounding)
        record = state.open_record()
        for building, expected in ((1, 2), (3, 5)):  # H1 shows 2, H3 shows 5, H2 is between them
            record.empty[0] &= ~(1 << building)
            record.wrote[0, expected] |= 1 << building
            record.near[0, expected] |= record.around[building]
        state.play("*", f"roll {number} 6")
        if "H2" in writings(state, 0, number):
            readings.append(number)
    assert readings == fits


@pytest.mark.rules("BC-6")
def test_the_strict_reading_is_the_default() -> None:
    assert start_game("1@H05").options["surrounding"] == "highest"


@pytest.mark.rules("BC-6")
@pytest.mark.parametrize(
    ("surrounding", "message"),
    [
        ("highest", "A 4 is too low here, next to the 5 on the third house, row 1. (BC-6)"),
        (
            "lowest",
            "A 2 is lower than every number next to it. The lowest is the 3 on the first house, row 1. (BC-6)",
        ),
    ],
)
def test_the_refusal_names_the_neighbour(surrounding: str, message: str) -> None:
    state = start_game("3@H1", rows=STREET, surrounding=surrounding)
    record = state.open_record()
    record.empty[0] &= ~(1 << 3)
    record.wrote[0, 5] |= 1 << 3
    record.near[0, 5] |= record.around[3]
    state.play("*", "roll 2 4")
    move = "4@H2" if surrounding == "highest" else "2@H2"
    with pytest.raises(IllegalMove) as error:
        state.play(0, move)
    assert str(error.value) == message
    touched = state.seen_by(0).why([f"die-{move[0]}", "building-H2"])
    assert touched is not None
    assert str(touched) == message
    assert touched.text("de") != touched.text("en")


@pytest.mark.rules("BC-7")
@pytest.mark.parametrize("surrounding", BOTH)
def test_a_miss_is_no_neighbour_and_no_bound(surrounding: str) -> None:
    state = turn(start_game("2@H1", rows=STREET, surrounding=surrounding), "5 6", "X6@H2")
    state.play("*", "roll 2 3")
    assert writings(state, 0, 2) == writings(state, 0, 3) == {"P1"}
    assert forbidding_rule(state, 0, "3@H3") == "BC-6"


@pytest.mark.rules("BC-8")
@pytest.mark.parametrize("surrounding", BOTH)
def test_a_one_goes_anywhere(surrounding: str) -> None:
    state = start_game("6@P1", rows=STREET, surrounding=surrounding)
    state.play("*", "roll 1 1")
    assert writings(state, 0, 1) == {"H1", "H2", "H3", "H4"}


@pytest.mark.rules("BC-8")
def test_a_written_one_is_an_ordinary_one() -> None:
    state = turn(start_game("6@P1", rows=STREET), "1 1", "1@H3")
    state.play("*", "roll 2 2")
    assert writings(state, 0, 2) == {"H2", "H4"}
    assert state.seen_by(None, "en").sources(0) == [("Parks", 2), ("Houses", 1)]


@pytest.mark.rules("BC-9")
def test_the_active_player_fills_exactly_one_building() -> None:
    state = start_game("1@H05", "1@H05")
    state.play("*", "roll 2 5")
    assert forbidding_rule(state, 0, "pass") == "BC-9"
    state.play(0, "2@H04")
    assert state.view(0)["sheets"][0] == {"H05": 1, "H04": 2}
    assert forbidding_rule(state, 0, "5@P05") == "BC-5"


@pytest.mark.rules("BC-9")
def test_a_miss_goes_on_any_empty_building_also_by_choice() -> None:
    state = start_game("1@H2", rows=STREET)
    state.play("*", "roll 2 5")
    assert "2@H1" in state.moves(0)
    assert {move for move in state.moves(0) if "X" in move} == {
        f"X{die}@{name}" for die in (2, 5) for name in ("P1", "H1", "H3", "H4")
    }
    assert forbidding_rule(state, 0, "X2@H2") == "BC-9"
    assert forbidding_rule(state, 0, "2@H2") == "BC-9"


@pytest.mark.rules("BC-10")
def test_passive_players_use_the_other_die_or_pass() -> None:
    state = start_game("1@H2", "1@H2", "6@H2", rows=STREET)
    state.play("*", "roll 2 5")
    state.play(0, "2@H1")
    assert state.to_act() == {1, 2}
    assert state.moves(1) == ["5@H1", "5@H3", "pass"]
    assert state.moves(2) == ["pass"]
    assert forbidding_rule(state, 1, "2@H1") == "BC-10"
    assert forbidding_rule(state, 1, "X5@H1") == "BC-10"
    state.play(2, "pass")
    assert forbidding_rule(state, 2, "pass") == "BC-5"
    state.play(1, "pass")
    assert state.scores() == [1 + 2, 1, 6]


@pytest.mark.rules("BC-10")
def test_a_passive_player_may_mark_a_miss_with_the_option() -> None:
    state = start_game("1@H2", "1@H2", "6@H2", rows=STREET, passive_miss=True)
    state.play("*", "roll 2 5")
    state.play(0, "2@H1")
    misses = ["X5@H1", "X5@H3", "X5@H4", "X5@P1"]
    assert state.moves(1) == ["5@H1", "5@H3", *misses, "pass"]
    assert state.moves(2) == [*misses, "pass"], "any empty building, also without a legal writing"
    assert forbidding_rule(state, 1, "X2@H1") == "BC-10", "only the other die"
    assert forbidding_rule(state, 1, "X5@H2") == "BC-9", "that one is filled"
    state.play(2, "X5@P1")
    state.play(1, "pass")
    assert state.scores() == [1 + 2, 1, 6 - 2]
    assert forbidding_rule(state, 2, "pass") == "BC-5", "exactly once"


@pytest.mark.rules("BC-10", "BC-9")
def test_the_option_changes_nothing_for_the_active_player() -> None:
    both = [start_game("1@H2", "1@H2", rows=STREET, passive_miss=wish) for wish in (False, True)]
    for state in both:
        state.play("*", "roll 2 5")
    assert both[0].moves(0) == both[1].moves(0)
    assert forbidding_rule(both[1], 0, "pass") == "BC-9"


@pytest.mark.rules("BC-10", "BC-12")
def test_a_passive_miss_can_end_the_game() -> None:
    state = start_game("1@H1", "1@H1", rows=["P1 H1 H2"], passive_miss=True)
    turn(state, "2 2", "2@P1", "X2@H2")
    turn(state, "6 6", "X6@P1", "pass")
    assert state.over
    assert state.scores() == [1 + 2, 10 + 1 - 4]


@pytest.mark.rules("BC-10")
def test_anyone_who_may_mark_a_miss_is_shown_the_cross() -> None:
    for wish in (False, True):
        state = start_game("1@H2", "1@H2", rows=STREET, passive_miss=wish)
        state.play("*", "roll 2 5")
        state.play(0, "2@H1")
        view = state.seen_by(1, "en")
        assert ('id="cross"' in view.parts()["hand"]) == ("miss" in view.prompt()) == wish


@pytest.mark.rules("BC-10")
def test_after_doubles_the_other_die_shows_the_same() -> None:
    state = start_game("1@H2", "1@H2", rows=STREET)
    state.play("*", "roll 4 4")
    state.play(0, "4@H1")
    assert state.moves(1) == ["4@H1", "4@H3", "pass"]


@pytest.mark.rules("BC-10")
def test_passive_players_in_any_order_give_the_same_bytes() -> None:
    moves = {1: "5@H04", 2: "pass", 3: "5@P05", 4: "5@P03", 5: "pass"}
    ends = set()
    for order in permutations(moves):
        state = start_game(*["1@H05"] * 6)
        state.play("*", "roll 2 5")
        state.play(0, "2@H04")
        for seat in order:
            state.play(seat, moves[seat])
        ends.add(state.to_bytes())
    assert len(ends) == 1


@pytest.mark.rules("BC-11")
def test_a_miss_leaves_the_other_die_to_the_passive_players() -> None:
    for chosen, other in ((2, 5), (5, 2)):
        state = start_game("1@H05", "1@H05")
        state.play("*", "roll 2 5")
        state.play(0, f"X{chosen}@H01")
        assert {move[0] for move in state.moves(1)} == {str(other), "p"}


@pytest.mark.rules("BC-11")
def test_the_next_player_in_order_is_active() -> None:
    state = start_game("1@H05", "1@H05", "1@H05", starter=1)
    actives = []
    for name in ("H01", "H02", "H03", "H04"):
        state.play("*", "roll 2 5")
        actives += state.to_act()
        state.play(actives[-1], f"X2@{name}")
        for seat in sorted(state.to_act()):
            state.play(seat, "pass")
    assert actives == [1, 2, 0, 1]


@pytest.mark.rules("BC-12")
def test_the_game_ends_after_the_turn_in_which_someone_is_done() -> None:
    state = start_game("1@H1", "1@H1", rows=["P1 H1 H2"])
    turn(state, "2 3", "X2@P1", "pass")
    turn(state, "2 3", "X2@P1", "pass")
    state.play("*", "roll 2 3")
    state.play(0, "X2@H2")
    assert not state.over, "the passive player still has the other die"
    state.play(1, "3@H2")
    assert state.over
    assert state.to_act() == set()
    assert state.scores() == [10 + 1 - 4, 10 + 1 + 3 - 2]
    assert forbidding_rule(state, 0, "pass") == forbidding_rule(state, "*", "roll 1 2") == "BC-12"


@pytest.mark.rules("BC-12")
def test_a_passive_player_can_end_the_game() -> None:
    state = start_game("1@H1", "1@H1", "1@H1", rows=["P1 H1 H2"])
    turn(state, "2 2", "2@P1", "pass", "2@P1")
    turn(state, "2 2", "2@P1", "pass", "2@H2")
    assert state.over
    assert [len(marks) for marks in state.view(None)["sheets"]] == [2, 2, 3]
    assert state.winners() == [2]


@pytest.mark.rules("BC-12")
def test_the_round_is_not_completed() -> None:
    state = start_game("1@H1", "1@H1", "1@H1", rows=["P1 H1 H2"])
    turn(state, "2 2", "2@P1", "2@P1", "2@P1")
    turn(state, "2 2", "2@H2", "pass", "pass")
    assert state.over
    assert state.open_record().active == 1
