"""The worked example of the rulebook: the recorded game behind it has each number of its text."""

import pytest

from quartier.games.neue_heimat.drawing.pictures import EXAMPLE, MIDDLE
from quartier.games.neue_heimat.rules import state
from quartier.games.neue_heimat.rules.building import colour_of, top_of
from quartier.games.neue_heimat.rules.scoring import house_points, is_finished

CIRCLE, TRIANGLE, SQUARE = range(3)
A, B, C = range(3)


def hands(event: str) -> list[int]:
    return list(EXAMPLE.after(event).open_record().hand[:3])


def building_values(row: int, seat: int) -> list[int]:
    """What each house of a seat in a row is worth at the end, from the street on."""
    s = EXAMPLE.whole.open_record()
    lots = range(row * state.LOTS, row * state.LOTS + s.built[row])
    return [int(house_points(s, lot)) for lot in lots if s.owner[colour_of(top_of(s, lot))] == seat]


@pytest.mark.rules("NH-14", "NH-22")
def test_a_forced_sale_and_a_shortened_row() -> None:
    assert hands("2 bid 13")[TRIANGLE] == 4
    sold = EXAMPLE.before("2 put B-")
    assert sold.events[-1].move == "pass", "nobody is asked: the sale is forced"
    assert sold.open_record().hand[TRIANGLE] == 17
    assert (sold.open_record().limit[B], EXAMPLE.after("2 put B-").open_record().limit[B]) == (4, 1)


@pytest.mark.rules("NH-12", "NH-13")
def test_an_auction_that_ends_in_a_sale() -> None:
    before = EXAMPLE.after("1 bid 9")
    s = before.open_record()
    assert list(s.bids[:3]) == [7, 9, 0]
    assert [s.hand[CIRCLE], s.hand[SQUARE]] == [7, 9]
    assert before.moves(SQUARE) == ["keep", "sell"]
    assert EXAMPLE.before("1 put B1").open_record().hand[SQUARE] == 18


@pytest.mark.rules("NH-17", "NH-18", "NH-28")
def test_a_house_changes_hands() -> None:
    before, after = EXAMPLE.before("1 put B1").open_record(), EXAMPLE.after("1 put B1").open_record()
    lot, black = B * state.LOTS, 5
    assert before.owner[colour_of(top_of(before, lot))] == CIRCLE
    assert before.owner[black] == state.NO_SEAT
    assert colour_of(top_of(after, lot)) == black
    assert after.owner[black] == TRIANGLE
    assert [house_points(before, lot), house_points(after, lot)] == [6, 6 + 2]


@pytest.mark.rules("NH-26", "NH-27", "NH-28", "NH-29")
def test_the_rows_at_the_end() -> None:
    s = EXAMPLE.whole.open_record()
    assert s.reason == state.TWO_ROWS
    assert EXAMPLE.whole.events[-1].move == "put C2"
    assert [bool(is_finished(s, row)) for row in range(3)] == [False, True, True]
    assert (s.limit[A], s.built[A], s.mayor) == (7, 7, C)
    assert sum(s.roof[lot] == 0 for lot in range(7)) == 3
    assert [building_values(A, seat) for seat in range(3)] == [[6, 8, 7, 4], [6], [16, 5]]
    assert [building_values(B, seat) for seat in range(3)] == [[], [14], []]
    assert [building_values(C, seat) for seat in range(3)] == [[5], [10], [12, 8]]


@pytest.mark.rules("NH-30", "NH-31")
def test_the_table_of_the_end() -> None:
    end = EXAMPLE.whole
    assert list(end.open_record().box[:3]) == [8, 5, 4]
    assert end.scores() == [-25 + 10 + 8, -6 + 14 + 20 + 5, -21 + 40 + 4] == [-7, 33, 23]
    assert end.winners() == [TRIANGLE]


def test_the_pictures_show_what_their_captions_say() -> None:
    middle = EXAMPLE.after(MIDDLE)
    s = middle.open_record()
    assert list(s.limit) == [6, 1, 4]
    assert (list(s.permit), s.mayor) == ([state.AVAILABLE, A, B], C)
    offers = {move for move in middle.moves(min(middle.seats_to_act())) if move.startswith("offer")}
    assert offers == {f"offer {what}" for what in ("1L", "1R", "2L", "2R", "3L", "3R", "I", "blank", "roof")}
    assert sum(s.roofs) == 14
