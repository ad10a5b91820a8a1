"""CB-8 to CB-15: one tile a turn, develop, rebuild, courthouse, drawing."""

import pytest

from quartier import IllegalMove
from tests.games.city_blocks.table import Table, award, built, sums, token_at, tokens

ALL_BLOCKS = [column + row for row in "12345" for column in "abcdef"]

# Blue has won column a ($6) with 1 + 2 + 3 to 4 + 3.
BLUE_WON_A = """
    H5 .  .  .  .  .
    s2 .  .  .  .  .
    H4 .  .  .  .  .
    h2 .  .  .  .  .
    H3 .  .  .  .  .
"""
# Blue has won columns a ($6) and b ($7).
BLUE_WON_A_AND_B = """
    H5 s3 .  .  .  .
    s2 S5 .  .  .  .
    H4 h1 .  .  .  .
    h2 S6 .  .  .  .
    F7 f3 .  .  .  .
"""


def forbidding_rule(table: Table, move: str) -> str:
    """The id of the rule that forbids a move."""
    before = table.state.to_bytes()
    with pytest.raises(IllegalMove) as caught:
        table.state.play(table.seat, move)
    assert table.state.to_bytes() == before
    return caught.value.rule


# ----- CB-8, CB-9 -----


@pytest.mark.rules("CB-8")
def test_a_turn_places_exactly_one_tile_and_the_other_seat_is_next() -> None:
    table = Table(blue=["H1", "H2"], red=["S2"])
    assert table.seat == 0
    table.move("H1@a1")
    assert table.seat == 1
    assert list(table.state.view(None)["blocks"]) == ["a1"]
    table.move("S2@b1")
    assert table.seat == 0


@pytest.mark.rules("CB-8")
def test_only_tiles_in_hand_are_placed() -> None:
    table = Table(blue=["H1", "H2", "H3", "H4", "H5"])
    assert forbidding_rule(table, "F7@a1") == "CB-8"
    table.move("H1@a1")
    table.move("H1@b1")
    assert forbidding_rule(table, "H1@c1") == "CB-8"


@pytest.mark.rules("CB-8")
def test_nobody_places_in_the_others_turn() -> None:
    table = Table(blue=["H1"], red=["H1"])
    with pytest.raises(IllegalMove) as caught:
        table.state.play(1, "H1@a1")
    assert caught.value.rule == "CB-8"
    assert table.state.moves(1) == []


@pytest.mark.rules("CB-8")
def test_there_is_no_passing() -> None:
    table = built(BLUE_WON_A)
    assert all("@" in move or "x" in move for move in table.state.moves(table.seat))
    assert forbidding_rule(table, "pass") == "notation"
    assert forbidding_rule(table, "stay") == "CB-12"


@pytest.mark.rules("CB-9")
def test_any_tile_goes_on_any_empty_block_however_far() -> None:
    table = built(
        """
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        H1 .  .  .  .  .
        """,
        red="S2 F7 SC PP CH",
    )
    free = [block for block in ALL_BLOCKS if block != "a1"]
    expected = [f"{tile}@{block}" for tile in ("S2", "F7", "SC", "PP", "CH") for block in free]
    assert table.state.moves(1) == sorted(expected)


@pytest.mark.rules("CB-9")
def test_two_equal_tiles_in_hand_are_one_move() -> None:
    table = Table(blue=["SC", "SC", "H1", "H2", "H3"])
    assert len(table.state.moves(0)) == 4 * 30


@pytest.mark.rules("CB-9")
@pytest.mark.parametrize("block", ["a1", "b1"])
def test_a_built_block_is_not_built_again(block: str) -> None:
    table = built(
        """
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        H1 h1 .  .  .  .
        """,
        blue="S2",
    )
    assert forbidding_rule(table, f"S2@{block}") == "CB-9"


# ----- CB-10, CB-11 -----


@pytest.mark.rules("CB-10")
def test_a_rebuild_needs_a_won_token() -> None:
    table = built(
        """
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        H1 h1 .  .  .  .
        """,
        blue="S2",
    )
    assert forbidding_rule(table, "S2xa1") == "CB-10"
    assert not any("x" in move for move in table.state.moves(0))


@pytest.mark.rules("CB-10")
def test_a_rebuild_costs_the_lowest_token_and_both_leave_the_game() -> None:
    table = built(BLUE_WON_A_AND_B, blue="H1 PP")
    assert tokens(table.state) == [[6, 7], []]
    table.move("PPxb2")
    state = table.state
    assert tokens(state) == [[7], []]
    assert state.scores() == [7, 0]
    assert state.view(None)["tokens_out"] == [6, 12, 13, 14, 15]
    assert state.view(None)["blocks"]["b2"] == {"tile": "PP", "seat": 0}
    view = state.view(0)
    assert "S6" not in view["hand"] + view["left"][0]
    assert len(view["hand"] + view["left"][0]) == 20 - 6


@pytest.mark.rules("CB-10")
def test_the_only_token_may_be_given_up() -> None:
    table = built(BLUE_WON_A, red="F7 F6", blue="S5")
    assert tokens(table.state) == [[6], []]
    table.move("F7@c3", "S5xa1")
    assert tokens(table.state) == [[], []]
    table.move("F6@c4")
    assert not any("x" in move for move in table.state.moves(0))


@pytest.mark.rules("CB-10")
def test_any_own_tile_may_be_replaced_by_any_kind_finished_or_not() -> None:
    table = built(
        """
        H5 .  .  .  .  .
        s2 .  .  .  .  .
        H4 .  .  .  .  .
        h2 .  .  .  .  .
        H3 PP .  .  .  s4
        """,
        red="F7",
        blue="S5 MA SC CH H1",
    )
    table.move("F7@d3")
    rebuilds = [move for move in table.state.moves(0) if "x" in move]
    own = ("a1", "a3", "a5", "b1")
    hand = table.state.view(0)["hand"]
    assert hand == ["H1", "S5", "SC", "MA", "CH"]
    assert rebuilds == sorted(f"{tile}x{block}" for tile in hand for block in own)


@pytest.mark.rules("CB-10")
def test_only_own_tiles_are_replaced() -> None:
    table = built(BLUE_WON_A, red="F7", blue="S5")
    table.move("F7@d3")
    assert forbidding_rule(table, "S5xa2") == "CB-10"
    assert forbidding_rule(table, "S5xd3") == "CB-10"
    assert forbidding_rule(table, "S5xe5") == "CB-10"


@pytest.mark.rules("CB-10")
def test_a_tile_may_be_replaced_again_and_a_seat_pays_for_itself() -> None:
    table = built(BLUE_WON_A_AND_B, blue="H1 H2", red="F7 F6")
    table.move("H1xa1", "F7@d4")
    assert forbidding_rule(table, "F6xa1") == "CB-8"
    table.move("H2xa1")
    assert tokens(table.state) == [[], []]
    assert table.state.view(None)["blocks"]["a1"] == {"tile": "H2", "seat": 0}
    assert not any("x" in move for move in table.state.moves(1))


@pytest.mark.rules("CB-11")
def test_a_rebuild_in_a_finished_street_revises_no_award() -> None:
    table = built(BLUE_WON_A_AND_B, blue="H1 PP")
    assert sums(table.state, "b") == (11, 7)
    table.move("PPxb2")
    assert sums(table.state, "b") == (5, 6)
    assert award(table.state, "b") == award(table.state, "a") == 0
    assert tokens(table.state) == [[7], []]


@pytest.mark.rules("CB-11")
def test_a_rebuild_changes_the_sums_of_open_streets() -> None:
    table = built(BLUE_WON_A, red="F7", blue="S5 MA")
    table.move("F7@b1")
    assert sums(table.state, "1") == (3, 7)
    table.move("S5xa1")
    assert sums(table.state, "1") == (5, 7)
    assert award(table.state, "1") == "open"
    assert len(table.state.view(None)["blocks"]) == 6


@pytest.mark.rules("CB-11")
def test_a_rebuilt_special_tile_counts_when_the_street_is_finished() -> None:
    table = built(
        """
        H5 .  .  .  .  .
        s2 .  .  .  .  .
        H4 .  .  .  .  .
        h2 .  .  .  .  .
        H3 f7 H2 f6 S2 .
        """,
        red="F3 S6",
        blue="MA",
    )
    table.move("F3@d3", "MAxa1", "S6@f1")
    assert sums(table.state, "1") == (2, 6)
    assert award(table.state, "1") == 1


# ----- CB-12, CB-13 -----


@pytest.mark.rules("CB-12")
def test_a_developed_courthouse_may_swap_any_two_tokens() -> None:
    table = Table(blue=["CH"])
    table.state.play(0, "CH@c4")
    assert table.state.to_act() == {0}
    streets = "12345abcdef"
    pairs = [f"swap {one} {two}" for i, one in enumerate(streets) for two in streets[i + 1 :]]
    assert table.state.moves(0) == sorted([*pairs, "stay"])
    assert forbidding_rule(table, "swap e 2") == "notation"
    assert forbidding_rule(table, "swap 2 2") == "notation"
    table.move("swap 2 e")
    assert (token_at(table.state, "2"), token_at(table.state, "e")) == (10, 2)
    assert [token_at(table.state, street) for street in "1345abcdf"] == [1, 3, 4, 5, 6, 7, 8, 9, 11]
    assert table.seat == 1


@pytest.mark.rules("CB-12")
def test_a_swap_may_be_declined() -> None:
    table = Table(blue=["CH"])
    before = [token_at(table.state, street) for street in "12345abcdef"]
    table.move("CH@c4", "stay")
    assert [token_at(table.state, street) for street in "12345abcdef"] == before
    assert table.seat == 1


@pytest.mark.rules("CB-12")
def test_a_rebuilt_courthouse_may_swap_too() -> None:
    table = built(BLUE_WON_A, red="F7", blue="CH")
    table.move("F7@d3")
    table.state.play(0, "CHxa1")
    assert tokens(table.state) == [[], []]
    assert "swap 1 f" in table.state.moves(0)
    table.move("swap 1 f")
    assert (token_at(table.state, "1"), token_at(table.state, "f")) == (11, 1)


@pytest.mark.rules("CB-12")
def test_only_streets_that_still_have_their_token_are_swapped() -> None:
    table = built(BLUE_WON_A, red="CH")
    table.state.play(1, "CH@d3")
    assert forbidding_rule(table, "swap 1 a") == "CB-12"
    assert forbidding_rule(table, "swap a b") == "CB-12"
    assert not any("a" in move.split()[1:] for move in table.state.moves(1))
    assert len(table.state.moves(1)) == 10 * 9 // 2 + 1


@pytest.mark.rules("CB-12")
def test_a_street_whose_token_went_to_nobody_takes_no_part() -> None:
    table = built(
        """
        PP .  .  .  .  .
        sc .  .  .  .  .
        SC .  .  .  .  .
        pp .  .  .  .  .
        MA .  .  .  .  .
        """,
        red="CH",
    )
    assert award(table.state, "a") == "nobody"
    table.state.play(1, "CH@d3")
    assert forbidding_rule(table, "swap 1 a") == "CB-12"


@pytest.mark.rules("CB-12")
def test_other_tiles_swap_nothing() -> None:
    table = Table(blue=["MA"])
    assert forbidding_rule(table, "swap 1 2") == "CB-12"
    table.move("MA@a1")
    assert table.seat == 1


@pytest.mark.rules("CB-13")
def test_the_swap_comes_before_the_award_of_the_completed_street() -> None:
    table = built(BLUE_WON_A.replace("H5", ". "), red="F7", blue="CH", starter=1)
    table.move("F7@d3")
    table.state.play(0, "CH@a5")
    assert award(table.state, "a") == "open"
    assert tokens(table.state) == [[], []]
    table.move("swap a f")
    assert award(table.state, "a") == 0
    assert tokens(table.state) == [[11], []]
    assert token_at(table.state, "f") == 6


@pytest.mark.rules("CB-13")
def test_both_streets_that_a_courthouse_completes_may_swap_with_each_other() -> None:
    table = built(
        """
        .  h1 F7 f4 F6 s2
        h3 .  .  .  .  .
        H4 .  .  .  .  .
        H1 .  .  .  .  .
        f6 .  .  .  .  .
        """,
        blue="CH",
        bonus=(1, 2, 3, 4, 15, 14, 7, 8, 9, 10, 11),
    )
    table.state.play(0, "CH@a5")
    table.move("swap 5 a")
    assert (award(table.state, "5"), award(table.state, "a")) == (0, 1)
    assert tokens(table.state) == [[14], [15]]


# ----- CB-14, CB-15 -----


@pytest.mark.rules("CB-14")
def test_the_token_is_paid_and_the_tile_placed_before_the_swap() -> None:
    table = built(BLUE_WON_A, red="F7", blue="CH")
    table.move("F7@d3")
    table.state.play(0, "CHxa3")
    view = table.state.view(None)
    assert view["phase"] == "swap"
    assert view["tokens"] == [[], []]
    assert view["blocks"]["a3"] == {"tile": "CH", "seat": 0}
    assert view["hand_sizes"] == [4, 5]


@pytest.mark.rules("CB-14")
def test_awards_come_before_the_draw_and_after_the_swap() -> None:
    table = built(BLUE_WON_A.replace("H5", ". "), red="F7", blue="H5", starter=1)
    table.move("F7@d3")
    table.state.play(0, "H5@a5")
    assert table.state.to_act() == {"*"}
    assert tokens(table.state) == [[6], []]


@pytest.mark.rules("CB-14")
def test_the_row_is_awarded_before_the_column() -> None:
    table = built(
        """
        .  h1 F7 f4 F6 s2
        h3 .  .  .  .  .
        H4 .  .  .  .  .
        H1 .  .  .  .  .
        f6 .  .  .  .  .
        """,
        blue="H5",
    )
    table.move("H5@a5")
    text = next(line.text for line in table.state.seen_by(None, "en").log() if "builds house 5" in line.text)
    assert 0 < text.index("Fillmore (") < text.index("Grant (")
    assert tokens(table.state) == [[5, 6], []]


@pytest.mark.rules("CB-14", "CB-15")
def test_a_courthouse_draws_after_the_swap_only() -> None:
    table = Table(blue=["CH"])
    table.state.play(0, "CH@a1")
    assert table.state.to_act() == {0}
    assert table.state.moves("*") == []
    table.state.play(0, "stay")
    assert table.state.to_act() == {"*"}


@pytest.mark.rules("CB-14")
def test_nothing_else_is_placed_before_the_swap_is_decided() -> None:
    table = Table(blue=["CH", "H1"])
    table.state.play(0, "CH@a1")
    assert forbidding_rule(table, "H1@b1") == "CB-14"


@pytest.mark.rules("CB-15")
def test_the_hand_is_refilled_from_the_own_pile() -> None:
    table = Table(blue=["H1"], red=["H1"])
    table.state.play(0, "H1@a1")
    assert table.state.view(None)["hand_sizes"] == [4, 5]
    assert table.state.to_act() == {"*"}
    with pytest.raises(IllegalMove) as caught:
        table.state.play("*", "draw H1")
    assert caught.value.rule == "CB-15"
    table.state.play("*", "draw F7")
    assert table.state.view(None)["hand_sizes"] == [5, 5]
    assert table.state.view(None)["pile_sizes"] == [14, 15]
    assert "F7" in table.state.view(0)["hand"]


@pytest.mark.rules("CB-15")
def test_with_an_empty_pile_the_hand_shrinks_and_no_draw_is_written() -> None:
    table = Table()
    turn = 0
    sizes = []
    while not table.state.over:
        seat = table.seat
        rebuilds = [move for move in table.state.moves(seat) if "x" in move and not move.startswith("CH")]
        plain = [move for move in table.state.moves(seat) if "@" in move]
        table.move((rebuilds or plain)[0])
        if not table.state.over and table.seat == seat:
            table.move("stay")
        turn += 1
        sizes.append(
            (seat, table.state.view(None)["hand_sizes"][seat], table.state.view(None)["pile_sizes"][seat])
        )
    assert turn > 30, "the tiles beyond the 15th of a seat are needed here"
    for seat in (0, 1):
        own = [(hand, pile) for who, hand, pile in sizes if who == seat]
        full = [(5, pile) for pile in range(14, -1, -1)]
        shrinking = [(hand, 0) for hand in (4, 3, 2, 1, 0)]
        last = own[-1]
        assert own[:-1] == (full + shrinking)[: len(own) - 1]
        assert last in ((full + shrinking)[len(own) - 1], (4, 0))


@pytest.mark.rules("CB-15")
def test_nothing_is_drawn_after_the_last_turn() -> None:
    table = Table()
    while not table.state.over:
        plain = [move for move in table.state.moves(table.seat) if "@" in move or move == "stay"]
        table.move(plain[-1])
    last = table.state.events[-1]
    assert last.actor in (0, 1)
    assert table.state.view(None)["pile_sizes"] == [0, 1]
    assert sum(event.move.startswith("draw") for event in table.state.events) == 10 + 29
