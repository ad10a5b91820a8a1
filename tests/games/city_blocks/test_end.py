"""CB-22: the end, the winner and the draw."""

import pytest

from quartier import IllegalMove
from tests.games.city_blocks.players import any_move, play_game
from tests.games.city_blocks.recorded import fixture
from tests.games.city_blocks.table import Table, award, tokens


def full_but_one() -> Table:
    """29 blocks built by 29 develops; f5 and red, with an H1 in hand, are left."""
    tiles = ["H2", "H3", "H4", "H5", "S2", "S3", "S4", "S5", "S6", "F3", "F4", "F5", "F6", "F7", "H1"]
    table = Table(blue=tiles, red=tiles)
    blocks = [column + row for row in "12345" for column in "abcdef"]
    for number, block in enumerate(blocks[:-1]):
        table.place(tiles[number // 2], block)
    return table


@pytest.mark.rules("CB-22")
def test_the_game_ends_with_the_thirtieth_block() -> None:
    table = full_but_one()
    assert not table.state.over
    assert table.seat == 1
    table.move("H1@f5")
    assert table.state.over
    assert table.state.to_act() == set()
    assert award(table.state, "5") != "open"
    assert award(table.state, "f") != "open"
    for actor, move in ((0, "H1@a1"), (1, "stay"), ("*", "draw SC")):
        with pytest.raises(IllegalMove) as caught:
            table.state.play(actor, move)
        assert caught.value.rule == "CB-22"


@pytest.mark.rules("CB-22", "CB-12")
def test_a_full_board_is_not_the_end_while_a_courthouse_is_undecided() -> None:
    state = fixture("courthouse_last")
    before_last = state.at(len(state.past) - 1)
    assert len(before_last.view(None)["blocks"]) == 30
    assert not before_last.over
    seat, move = state.events[-1]
    assert before_last.to_act() == {seat}
    assert move.startswith("swap")
    still = [street for street in "12345abcdef" if award(before_last, street) == "open"]
    assert len(still) == 2
    assert before_last.moves(seat) == ["stay", f"swap {still[0]} {still[1]}"]
    assert state.events[-2].move.startswith("CH@")
    assert state.over


@pytest.mark.rules("CB-22")
@pytest.mark.parametrize(("name", "winners"), [("blue_wins", [0]), ("red_wins", [1]), ("draw", [0, 1])])
def test_the_higher_total_wins_and_equal_totals_are_a_draw(name: str, winners: list[int]) -> None:
    state = fixture(name)
    totals = [sum(token) for token in tokens(state)]
    assert state.scores() == totals
    assert state.winners() == winners
    assert state.view(None)["winners"] == winners
    assert state.at(len(state.past) - 1).winners() == []
    assert state.record().splitlines()[2] == f'[Result "{totals[0]} {totals[1]}"]'


@pytest.mark.rules("CB-22", "CB-2")
def test_every_token_ends_with_a_seat_or_out_of_the_game() -> None:
    for seed in range(100):
        view = play_game(any_move, seed).view(None)
        assert sorted([*view["tokens"][0], *view["tokens"][1], *view["tokens_out"]]) == list(range(1, 16))
