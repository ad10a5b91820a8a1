"""NH-26 to NH-31: finished rows, the end, what houses are worth, and who wins."""

import pytest

from quartier import IllegalMove
from tests.games.neue_heimat.recorded import fixture
from tests.games.neue_heimat.table import Table


def blue_house(mayor: bool, finished: bool) -> Table:
    """A house of 9 points with a blue top, owned by seat 0, alone in row A."""
    table = Table("B4 K5")
    table.use("B4", "put A1")
    if finished:
        table.use("III", "put A-")
    if mayor:
        table.use("mayor", "put A")
    table.use("roof 5", "put A1")
    return table


@pytest.mark.rules("NH-28", "NH-29", "NH-21")
@pytest.mark.parametrize(
    ("mayor", "finished", "points"),
    [(False, True, 9), (False, False, -9), (True, True, 18), (True, False, -18)],
)
def test_a_house_worth_nine(mayor: bool, finished: bool, points: int) -> None:
    table = blue_house(mayor, finished)
    assert table.state.scores() == [points, 0]
    assert table.state.seen_by(None, "en").sources(0) == [("Row A", points)]


@pytest.mark.rules("NH-28")
def test_the_top_cube_decides_who_gets_all_the_points() -> None:
    table = Table("W6 R3")
    table.use("W6", "put B1")
    assert table.state.scores() == [-6, 0]
    table.use("R3", "put B1")
    assert table.state.scores() == [0, -9]
    table.use("roof 2", "put B1")
    assert table.state.scores() == [0, -11]


@pytest.mark.rules("NH-26")
def test_a_row_is_finished_when_every_lot_has_a_house_with_a_roof() -> None:
    table = Table("W6 W5 W4 W3")
    assert table.view("rows", "A", "finished") is False
    table.build("A", "W6^1 W5^1 W4^2")
    assert table.view("rows", "A", "finished") is False
    table.build("A", "")
    table.use("W3", "put A4")
    assert table.view("rows", "A", "finished") is False
    table.use("roof 2", "put A4")
    assert table.view("rows", "A", "finished") is True


@pytest.mark.rules("NH-26", "NH-23")
def test_a_shorter_limit_can_finish_a_row_but_not_an_empty_one() -> None:
    table = Table("W6 W5")
    table.build("A", "W6^1 W5^2")
    table.use("III", "put B-")
    assert table.view("rows", "B", "finished") is False
    table.use("II", "put A-")
    assert table.view("rows", "A", "finished") is True
    assert table.view("rows", "B", "finished") is False


def one_finished_row() -> Table:
    """Row A has one house and is finished."""
    table = Table("W6 W5 W4 W3 W2")
    table.use("III", "put A-")
    table.build("A", "W6^1")
    return table


@pytest.mark.rules("NH-27")
def test_two_finished_rows_end_the_game_by_a_roof() -> None:
    table = one_finished_row()
    table.use("II", "put B-")
    table.build("B", "W5^1 W4")
    assert not table.state.over
    table.use("roof 6", "put B2")
    assert table.state.over
    assert table.state.seen_by(None, "en").log()[-1].text.endswith("Two rows are finished.")


@pytest.mark.rules("NH-27", "NH-22")
def test_two_finished_rows_end_the_game_by_a_permit() -> None:
    table = one_finished_row()
    table.build("B", "W5^1 W4^2")
    table.use("II", "put B-")
    assert table.state.over
    with pytest.raises(IllegalMove) as caught:
        table.state.play(0, "offer 1L")
    assert caught.value.rule == "NH-27"


@pytest.mark.rules("NH-27", "NH-25")
def test_two_finished_rows_end_the_game_by_a_blank_cube() -> None:
    table = Table("W6 W5 W4 W3 W2")
    table.use("III", "put A-")
    table.use("I", "put B+")
    table.build("A", "W6^1")
    table.build("B", "W5^1 W4^2 W3^2 W2^3")
    assert not table.state.over
    table.use("blank", "remove I")
    assert table.state.over


@pytest.mark.rules("NH-27")
def test_all_valued_roofs_end_the_game() -> None:
    state = fixture("roofs_placed")
    view = state.view(None)
    assert sum(view["roofs_face_down"][str(value)] for value in range(1, 7)) == 0
    assert sum(row["finished"] for row in view["rows"].values()) < 2
    assert state.seen_by(None, "en").log()[-1].text.endswith("All non-blank roofs are built.")
    assert not state.at(len(state.past) - 1).over


@pytest.mark.rules("NH-27")
def test_nothing_left_to_roof_ends_the_game() -> None:
    state = fixture("nothing_to_roof")
    view = state.view(None)
    assert view["display"] == [[], [], []]
    assert all(building["roof"] for row in view["rows"].values() for building in row["houses"])
    assert sum(view["roofs_face_down"][str(value)] for value in range(1, 7)) > 0
    assert state.seen_by(None, "en").log()[-1].text.endswith("There’s nothing left to roof.")


@pytest.mark.rules("NH-27")
def test_the_first_reason_counts_if_several_hold() -> None:
    state = fixture("two_reasons")
    view = state.view(None)
    assert sum(view["roofs_face_down"][str(value)] for value in range(1, 7)) == 0
    assert sum(row["finished"] for row in view["rows"].values()) >= 2
    assert state.seen_by(None, "en").log()[-1].text.endswith("Two rows are finished.")


@pytest.mark.rules("NH-30")
def test_a_cheque_in_the_slush_fund_is_a_point_and_one_in_hand_is_none() -> None:
    table = Table("W6")
    table.move("box")
    assert table.state.scores() == [1, 0]
    table.use("I", "discard", bids={1: 5})
    assert table.state.scores() == [1, 0]
    assert table.state.seen_by(None, "de").sources(0) == [("Schwarzgeld", 1)]


@pytest.mark.rules("NH-31")
@pytest.mark.parametrize("name", ["two_rows", "negative_winner"])
def test_the_highest_score_wins(name: str) -> None:
    state = fixture(name)
    best = max(state.scores())
    assert state.winners() == [seat for seat, points in enumerate(state.scores()) if points == best]
    assert best < 0 or name != "negative_winner"


@pytest.mark.rules("NH-31")
def test_a_tie_goes_to_more_cheques() -> None:
    state = fixture("tie_by_cheques")
    best = [seat for seat, points in enumerate(state.scores()) if points == max(state.scores())]
    view = state.view(None)
    cheques = {seat: view["hands"][seat] + view["boxes"][seat] for seat in best}
    assert len(best) > 1
    assert state.winners() == [max(cheques, key=lambda seat: cheques[seat])]
    assert len(set(cheques.values())) > 1


@pytest.mark.rules("NH-31")
def test_a_tie_with_equal_cheques_is_shared() -> None:
    state = fixture("shared")
    view = state.view(None)
    winners = state.winners()
    assert len(winners) > 1
    assert len({view["hands"][seat] + view["boxes"][seat] for seat in winners}) == 1
    assert {state.scores()[seat] for seat in winners} == {max(state.scores())}
