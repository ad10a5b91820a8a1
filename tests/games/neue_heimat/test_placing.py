"""NH-16 to NH-25: building, roofs, the mayor, permits and the blank cube."""

import pytest

from quartier import IllegalMove
from tests.games.neue_heimat.table import Table, legal_moves


def forbidding_rule(table: Table, move: str) -> str:
    """The rule that forbids a move."""
    with pytest.raises(IllegalMove) as caught:
        table.move(move)
    return caught.value.rule


@pytest.mark.rules("NH-16")
def test_rows_grow_from_the_street_without_gaps() -> None:
    table = Table("W6 R6 B6")
    table.auction("W6")
    assert legal_moves(table.state) == ["put A1", "put B1", "put C1"]
    assert forbidding_rule(table, "put A2") == "NH-16"
    table.move("put B1")
    table.auction("R6")
    assert legal_moves(table.state) == ["put A1", "put B2", "put C1"]


@pytest.mark.rules("NH-16", "NH-23")
def test_nothing_is_built_behind_the_limit() -> None:
    table = Table("W6 R6 Y6")
    table.use("III", "put A-")
    table.use("W6", "put A1")
    table.auction("R6")
    assert forbidding_rule(table, "put A2") == "NH-16"
    assert legal_moves(table.state) == ["put B1", "put C1"]


@pytest.mark.rules("NH-17")
def test_a_cube_goes_on_a_strictly_higher_one() -> None:
    table = Table("W5 W4 R4 R6 R3")
    table.build("B", "W5W4")
    assert table.view("rows", "B", "houses") == [{"cubes": ["W5", "W4"], "roof": None}]
    table.auction("R4")
    assert forbidding_rule(table, "put B1") == "NH-17"
    table.move("put B2")
    table.auction("R6")
    assert forbidding_rule(table, "put B1") == "NH-17"
    table.move("put B3")
    table.use("R3", "put B1")
    assert table.view("rows", "B", "houses", 0) == {"cubes": ["W5", "W4", "R3"], "roof": None}


@pytest.mark.rules("NH-17", "NH-20")
def test_a_roof_closes_a_house_for_good() -> None:
    table = Table("W5 W1")
    table.build("B", "W5^2")
    table.auction("W1")
    assert forbidding_rule(table, "put B1") == "NH-17"
    assert "put B1" not in legal_moves(table.state)


@pytest.mark.rules("NH-17")
def test_a_house_has_six_cubes_at_most() -> None:
    table = Table("W6 R5 Y4 G3 B2 K1 W1")
    table.build("B", "W6R5Y4G3B2K1")
    assert table.view("rows", "B", "houses", 0) == {
        "cubes": ["W6", "R5", "Y4", "G3", "B2", "K1"],
        "roof": None,
    }
    table.auction("W1")
    assert "put B1" not in legal_moves(table.state)


@pytest.mark.rules("NH-18")
def test_the_first_cube_of_a_colour_brings_the_colour_to_who_builds_it() -> None:
    table = Table("W5 W4 R6", seats=3)
    table.use("W5", "put B1", bids={2: 1})
    assert table.view("colours") == {"W": 2}
    table.use("W4", "put B1")
    assert table.view("colours") == {"W": 2}
    table.use("R6", "put B2", bids={0: 3}, keep=True)
    assert table.view("colours") == {"W": 2, "R": 2}


@pytest.mark.rules("NH-19")
@pytest.mark.parametrize("piece", ["W4", "roof 3"])
def test_a_cube_or_a_roof_must_be_placed(piece: str) -> None:
    table = Table("W5 W4")
    table.use("W5", "put A1")
    table.auction(piece)
    assert "discard" not in legal_moves(table.state)
    assert forbidding_rule(table, "discard") == "NH-19"


@pytest.mark.rules("NH-20", "NH-2")
def test_a_roof_goes_on_any_house_without_one() -> None:
    table = Table("W5 W4 R6 R5")
    table.build("A", "W5")
    table.build("C", "W4^1 R6")
    table.auction("roof 6")
    assert legal_moves(table.state) == ["put A1", "put C2"]
    assert forbidding_rule(table, "put C1") == "NH-20"
    assert forbidding_rule(table, "put B1") == "NH-20"
    table.move("put A1")
    assert table.view("rows", "A", "houses", 0) == {"cubes": ["W5"], "roof": 6}


@pytest.mark.rules("NH-21")
def test_the_mayor_goes_in_front_of_a_row_or_out_of_the_game() -> None:
    table = Table()
    table.auction("mayor", {1: 1})
    assert table.seat == 1
    assert legal_moves(table.state) == ["discard", "put A", "put B", "put C"]
    table.move("put C")
    assert [table.view("rows", row, "mayor") for row in "ABC"] == [False, False, True]
    assert forbidding_rule(table, "offer mayor") == "NH-10"
    after = Table()
    after.use("mayor", "discard")
    assert [after.view("rows", row, "mayor") for row in "ABC"] == [False] * 3


@pytest.mark.rules("NH-22", "NH-23")
@pytest.mark.parametrize(("permit", "longer", "shorter"), [("I", 5, 3), ("II", 6, 2), ("III", 7, 1)])
def test_a_permit_changes_one_limit(permit: str, longer: int, shorter: int) -> None:
    for sign, limit in (("+", longer), ("-", shorter)):
        table = Table()
        table.use(permit, f"put B{sign}")
        assert [table.view("rows", row, "limit") for row in "ABC"] == [4, limit, 4]
        assert table.view("rows", "B", "permits") == [permit + sign]


@pytest.mark.rules("NH-22", "NH-25")
def test_permits_add_up_and_the_blank_cube_takes_one_back() -> None:
    table = Table()
    table.use("II", "put A-")
    table.use("III", "put A+")
    assert table.view("rows", "A", "limit") == 5
    table.use("blank", "remove III")
    assert table.view("rows", "A", "limit") == 2
    assert table.view("rows", "A", "permits") == ["II-"]
    assert table.view("supply") == ["I", "mayor", "roof"]


@pytest.mark.rules("NH-25", "NH-24")
def test_a_permit_is_not_removed_if_more_is_built() -> None:
    table = Table("W5 W4 W3")
    table.use("II", "put A-")
    table.use("III", "put A+")
    table.build("A", "W5 W4 W3")
    table.auction("blank")
    assert legal_moves(table.state) == ["discard", "remove II"]
    assert forbidding_rule(table, "remove III") == "NH-25"
    assert forbidding_rule(table, "remove I") == "NH-25"
    table.move("remove II")
    assert table.view("rows", "A", "limit") == 7


@pytest.mark.rules("NH-25", "NH-23")
def test_a_permit_is_not_removed_if_no_lot_would_be_left() -> None:
    table = Table()
    for permit, sign in (("II", "+"), ("I", "-"), ("III", "-")):
        table.use(permit, f"put A{sign}")
    assert table.view("rows", "A", "limit") == 2
    table.auction("blank")
    assert legal_moves(table.state) == ["discard", "remove I", "remove III"]
    assert forbidding_rule(table, "remove II") == "NH-25"


@pytest.mark.rules("NH-25", "NH-23")
def test_removing_a_shortening_permit_may_reach_the_longest_row() -> None:
    table = Table()
    for permit, sign in (("I", "-"), ("II", "+"), ("III", "+")):
        table.use(permit, f"put A{sign}")
    table.use("blank", "remove I")
    assert table.view("rows", "A", "limit") == 9


@pytest.mark.rules("NH-23")
def test_limits_are_1_to_9() -> None:
    table = Table()
    table.use("II", "put A+")
    table.auction("III")
    assert "put A+" in legal_moves(table.state)
    table.move("put A+")
    assert table.view("rows", "A", "limit") == 9
    table.auction("I")
    assert "put A+" not in legal_moves(table.state)
    assert forbidding_rule(table, "put A+") == "NH-23"
    low = Table()
    low.use("III", "put A-")
    low.auction("I")
    assert forbidding_rule(low, "put A-") == "NH-23"
    assert "put A-" not in legal_moves(low.state)


@pytest.mark.rules("NH-24")
def test_a_row_may_be_as_short_as_it_is_built_but_no_shorter() -> None:
    table = Table("W5 W4")
    table.build("A", "W5 W4")
    table.auction("III")
    assert forbidding_rule(table, "put A-") == "NH-24"
    table.move("discard")
    table.use("II", "put A-")
    assert table.view("rows", "A", "limit") == 2


@pytest.mark.rules("NH-24", "NH-26")
def test_a_finished_row_is_lengthened_but_never_shortened() -> None:
    table = Table("W5 W4")
    table.use("III", "put A-")
    table.build("A", "W5^3")
    assert table.view("rows", "A", "finished") is True
    table.auction("I")
    assert "put A-" not in legal_moves(table.state)
    table.move("put A+")
    assert table.view("rows", "A", "finished") is False


@pytest.mark.rules("NH-25", "NH-26")
def test_removing_a_permit_may_open_a_finished_row() -> None:
    table = Table("W5 W4")
    table.use("III", "put A-")
    table.build("A", "W5^3")
    table.use("blank", "remove III")
    assert table.view("rows", "A", "finished") is False
    assert table.view("rows", "A", "limit") == 4


@pytest.mark.rules("NH-15", "NH-19", "NH-20", "NH-21", "NH-22", "NH-25")
@pytest.mark.parametrize(
    ("piece", "wrong"),
    [
        ("mayor", "put A+"),
        ("mayor", "put A1"),
        ("I", "put A"),
        ("II", "remove II"),
        ("blank", "put A+"),
        ("W5", "put A"),
    ],
)
def test_a_piece_is_used_as_what_it_is(piece: str, wrong: str) -> None:
    table = Table("W5")
    table.auction(piece)
    assert forbidding_rule(table, wrong) == "NH-15"
