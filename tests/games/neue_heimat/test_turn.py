"""NH-9 to NH-15: the black-money box, the choice of a piece, and the auction."""

import pytest

from quartier import IllegalMove
from tests.games.neue_heimat.table import Table, legal_moves


def forbidding_rule(table: Table, move: str, seat: int | None = None) -> str:
    """The rule that forbids a move of the seat in turn, or of another."""
    with pytest.raises(IllegalMove) as caught:
        table.state.play(table.seat if seat is None else seat, move)
    return caught.value.rule


@pytest.mark.rules("NH-9")
def test_one_cheque_a_turn_goes_into_the_box_before_the_offer() -> None:
    table = Table("W5")
    table.move("box")
    assert table.money == [11, 12]
    assert table.view("boxes") == [1, 0]
    assert "box" not in legal_moves(table.state)
    assert forbidding_rule(table, "box") == "NH-9"
    table.offer("W5")
    assert forbidding_rule(table, "box") == "NH-10"


@pytest.mark.rules("NH-9")
def test_who_has_no_cheque_puts_none_into_the_box() -> None:
    table = Table("W5 R5")
    table.use("W5", "put A1", bids={1: 12})
    assert table.money == [24, 0]
    assert "box" not in legal_moves(table.state)
    assert forbidding_rule(table, "box") == "NH-9"


@pytest.mark.rules("NH-9", "NH-12")
def test_the_box_cannot_be_bid() -> None:
    table = Table("W5 R5")
    table.move("box")
    table.use("W5", "put A1")
    table.offer("R5")
    assert [move for move in legal_moves(table.state) if move != "pass"] == sorted(
        f"bid {i}" for i in range(1, 12)
    )


@pytest.mark.rules("NH-10")
def test_only_outer_cubes_are_offered() -> None:
    table = Table("W1 W2 W3 W4 W5 W6 R1 R2")
    offers = [move for move in legal_moves(table.state) if move.startswith("offer ")]
    assert offers == sorted(
        f"offer {piece}" for piece in ["1L", "1R", "2L", "2R", "3L", "3R", "I", "II", "III", "blank", "mayor"]
    )
    table.offer("W1")
    assert table.view("display", 0) == ["W2", "W3", "W4", "W5", "W6", "R1", "R2"]
    assert table.view("auction", "piece") == "W1"


@pytest.mark.rules("NH-10")
def test_the_last_cube_of_a_display_row_is_the_left_one() -> None:
    table = Table("W6 W5 W4 W3 R6 R5 R4 R3")
    table.build("B", "W6 W5 W4 W3")
    table.build("C", "R6 R5 R4")
    assert table.view("display", 0) == ["R3"]
    assert "offer 1L" in legal_moves(table.state)
    assert "offer 1R" not in legal_moves(table.state)
    assert forbidding_rule(table, "offer 1R") == "NH-10"
    table.use("R3", "put C4")
    assert forbidding_rule(table, "offer 1L") == "NH-10"


@pytest.mark.rules("NH-10")
def test_a_cube_without_a_place_is_not_offered() -> None:
    table = Table("R1 W1 Y1 G1 B1 K1 W6 R6")
    table.use("III", "put A-")
    table.use("II", "put B-")
    table.use("I", "put C-")
    table.build("A", "R1")
    table.build("B", "W1 Y1")
    table.build("C", "G1 B1 K1")
    assert not [move for move in legal_moves(table.state) if move[-1] in "LR"]
    assert table.view("display", 0) == ["W6", "R6"]
    assert forbidding_rule(table, "offer 1L") == "NH-10"


@pytest.mark.rules("NH-10", "NH-22")
def test_a_permit_is_offered_though_it_could_only_be_discarded() -> None:
    table = Table("W6 W5 W4 W3 R6 R5 R4 R3")
    for row, permit in zip("ABC", ("I", "II", "blank"), strict=True):
        table.use(permit, f"put {row}+" if permit != "blank" else "discard")
    table.auction("III")
    assert legal_moves(table.state) == ["discard", "put A+", "put A-", "put B+", "put B-", "put C+", "put C-"]
    table.move("discard")
    assert table.view("supply") == ["mayor", "roof"]


@pytest.mark.rules("NH-10", "NH-25")
def test_a_blank_cube_with_nothing_to_remove_is_offered_and_discarded() -> None:
    table = Table()
    table.auction("blank")
    assert legal_moves(table.state) == ["discard"]
    table.move("discard")
    assert forbidding_rule(table, "offer blank") == "NH-10"


@pytest.mark.rules("NH-10")
def test_a_roof_needs_a_house_without_one_and_is_turned_over_first() -> None:
    table = Table("W5 R5")
    assert "offer roof" not in legal_moves(table.state)
    assert forbidding_rule(table, "offer roof") == "NH-10"
    table.use("W5", "put A1")
    table.move("offer roof")
    assert table.seat == "*"
    table.move("roof 2")
    assert table.view("auction", "roof") == 2
    table.move("pass", "put A1")
    assert forbidding_rule(table, "offer roof") == "NH-10"


@pytest.mark.rules("NH-11")
def test_a_blank_roof_ends_the_turn_without_an_auction() -> None:
    table = Table("W5", seats=3)
    table.use("W5", "put A1")
    table.move("box", "offer roof", "roof 0")
    assert table.view("phase") == "offer"
    assert table.view("auctioneer") == 2
    assert table.view("auction") is None
    assert table.view("roofs_face_down", "0") == 4
    assert table.view("rows", "A", "houses") == [{"cubes": ["W5"], "roof": None}]


@pytest.mark.rules("NH-12")
@pytest.mark.parametrize("starter", range(4))
def test_bidding_goes_round_once_from_the_left_neighbour(starter: int) -> None:
    table = Table("W5", seats=4, starter=starter)
    table.offer("W5")
    seats = []
    while table.view("phase") == "bid":
        seats.append(table.seat)
        table.move("pass")
    assert seats == [(starter + i) % 4 for i in (1, 2, 3)]
    assert table.seat == starter


@pytest.mark.rules("NH-12")
def test_a_bid_is_higher_than_all_before_and_no_more_than_the_hand() -> None:
    table = Table("W5", seats=4)
    table.offer("W5")
    assert legal_moves(table.state) == sorted([*(f"bid {i}" for i in range(1, 13)), "pass"])
    table.move("bid 5")
    assert legal_moves(table.state) == sorted([*(f"bid {i}" for i in range(6, 13)), "pass"])
    assert forbidding_rule(table, "bid 5") == "NH-12"
    assert forbidding_rule(table, "bid 13") == "NH-12"
    table.move("bid 12")
    assert legal_moves(table.state) == ["pass"]
    assert forbidding_rule(table, "bid 1", seat=1) == "NH-15"


@pytest.mark.rules("NH-13")
def test_selling_and_keeping_move_the_highest_bid() -> None:
    sold, unsold = (Table("W5", seats=3) for _ in range(2))
    sold.auction("W5", {1: 2, 2: 4})
    unsold.auction("W5", {1: 2, 2: 4}, keep=True)
    assert sold.money == [16, 12, 8]
    assert unsold.money == [8, 12, 16]
    assert (sold.seat, unsold.seat) == (2, 0)
    assert forbidding_rule(sold, "sell") == "NH-13"


@pytest.mark.rules("NH-13")
def test_a_later_pass_does_not_end_an_earlier_bid() -> None:
    table = Table("W5", seats=3)
    table.offer("W5")
    table.move("bid 3", "pass")
    assert table.view("auction", "bids") == [0, 3, 0]
    assert table.view("auction", "passed") == [2]
    assert legal_moves(table.state) == ["keep", "sell"]
    table.move("sell")
    assert table.money == [15, 9, 12]


@pytest.mark.rules("NH-14")
def test_who_cannot_pay_must_sell_and_nothing_is_written() -> None:
    table = Table("W5 R5 Y5")
    table.use("W5", "put A1", bids={1: 12})
    assert table.money == [24, 0]
    table.offer("R5")
    table.move("bid 1")
    assert table.view("phase") == "place"
    assert table.seat == 0
    assert table.money == [23, 1]
    assert table.state.events[-1].move == "bid 1"


@pytest.mark.rules("NH-14")
def test_who_can_just_pay_may_choose() -> None:
    table = Table("W5")
    table.offer("W5")
    table.move("bid 12")
    assert legal_moves(table.state) == ["keep", "sell"]
    table.move("keep")
    assert table.money == [0, 24]


@pytest.mark.rules("NH-14")
def test_if_everyone_passes_the_auctioneer_gets_it_for_nothing() -> None:
    table = Table("W5", seats=5, starter=3)
    table.auction("W5")
    assert table.seat == 3
    assert table.money == [12] * 5
    assert table.state.events[-1] == (2, "pass")


@pytest.mark.rules("NH-15")
def test_the_winner_uses_the_piece_at_once_and_the_auctioneers_left_neighbour_goes_on() -> None:
    table = Table("W5 R5", seats=3, starter=1)
    table.auction("W5", {0: 4})
    assert table.seat == 0
    assert forbidding_rule(table, "offer 1L") == "NH-10"
    table.move("put A1")
    assert table.view("auctioneer") == table.seat == 2


@pytest.mark.rules("NH-15")
@pytest.mark.parametrize(
    ("move", "rule"),
    [("bid 1", "NH-12"), ("keep", "NH-13"), ("put A1", "NH-15"), ("discard", "NH-15"), ("pass", "NH-12")],
)
def test_everything_has_its_time(move: str, rule: str) -> None:
    assert forbidding_rule(Table(), move) == rule
    assert forbidding_rule(Table(), move, seat=1) == "NH-15"
