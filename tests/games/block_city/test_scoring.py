"""What brings points, and who wins (BC-13 to BC-19)."""

import pytest

from tests.games.block_city.table import city, source, start_game, turn

PARKS = ["P1 P2 P3 P4 P5", "P6 P7 P8 P9 P10", "H1 H2 H3 H4 H5"]
CROSS = ["H1 H2 H3", "H4 K1 H5", "P1 H6 H7"]
PUBLIC = ["P1 S1 S2 S3", "H1 F1 F2 F3", "H2 T1 T2 T3"]


@pytest.mark.rules("BC-13")
def test_a_miss_costs_two_and_counts_nowhere() -> None:
    assert city("P1=X H1=X", *PARKS).scores() == [-4]
    assert city("P1=3 P2=X P3=3", *PARKS).scores() == [2 + 2 - 2]
    assert city("S1=1 F1=X T1=2", *PUBLIC).scores() == [-2]
    assert city("K1=X H2=2 H4=2 H5=2 H6=2", *CROSS).scores() == [8 - 2]


@pytest.mark.rules("BC-13", "BC-14")
@pytest.mark.parametrize(
    ("marks", "filled"), [("P1=3 H1=2 H2=X", 10), ("P1=X H1=X H2=X", 10), ("P1=3 H1=2", 0)]
)
def test_a_full_city_brings_ten_whatever_the_misses(marks: str, filled: int) -> None:
    assert source(city(marks, "P1 H1 H2"), "Full city") == filled


@pytest.mark.rules("BC-14")
def test_everyone_with_a_full_city_gets_the_ten() -> None:
    state = start_game("1@H1", "1@H1", rows=["P1 H1 H2"])
    turn(state, "2 2", "2@P1", "2@P1")
    turn(state, "2 2", "2@H2", "2@H2")
    assert [source(state, "Full city", seat) for seat in (0, 1)] == [10, 10]


@pytest.mark.rules("BC-15")
@pytest.mark.parametrize(("size", "points"), list(enumerate((2, 6, 16, 22, 26, 32, 39, 45, 52, 60), 1)))
def test_a_park_group_scores_by_its_size(size: int, points: int) -> None:
    marks = " ".join(f"P{i}=4" for i in (1, 2, 3, 4, 5, 10, 9, 8, 7, 6)[:size])
    assert source(city(marks, *PARKS), "Parks") == points


@pytest.mark.rules("BC-15")
def test_all_groups_score_and_only_equal_neighbours_join() -> None:
    assert source(city("P1=2 P2=2 P3=3 P4=2 P6=3 P7=3 P8=3", *PARKS), "Parks") == 6 + 22 + 2
    assert source(city("P1=2 P7=2", *PARKS), "Parks") == 2 + 2, "corners do not connect"


@pytest.mark.rules("BC-16")
@pytest.mark.parametrize(
    ("marks", "points"),
    [
        ("K1=2 H2=3 H4=1 H5=6 H6=3", 10),
        ("K1=2 H2=3 H4=2 H5=6 H6=3", 0),
        ("K1=2 H2=3 H4=X H5=X H6=3", 10),
        ("K1=2 H2=3 H4=1 H5=6", 0),
        ("K1=2 H2=X H4=X H5=X H6=X", 0),
        ("H2=3 H4=1 H5=6 H6=3", 0),
        ("K1=X H2=3 H4=1 H5=6 H6=3", 0),
        ("K1=2 H2=3 H4=1 H5=6 H6=3 H1=2 P1=2", 10),
    ],
)
def test_a_store_scores_among_other_numbers(marks: str, points: int) -> None:
    assert source(city(marks, *CROSS), "Stores") == points


@pytest.mark.rules("BC-16")
@pytest.mark.parametrize(
    ("marks", "points"),
    [
        ("K1=2 H2=3 H4=1 H5=6 H6=3", 10),
        ("K1=2 H2=3 H4=X H5=6 H6=3", 0),
        ("K1=2 H2=X H4=X H5=X H6=X", 0),
        ("K1=2 H2=3 H4=1 H5=6 H6=3 H1=X P1=X", 10),
    ],
)
def test_a_miss_beside_it_spoils_a_store_with_the_option(marks: str, points: int) -> None:
    assert source(city(marks, *CROSS, miss_spoils_store=True), "Stores") == points


@pytest.mark.rules("BC-16")
def test_two_stores_are_neighbours_like_others() -> None:
    rows = ["K1 K2 P1"]
    assert source(city("K1=2 K2=3 P1=4", *rows), "Stores") == 20
    assert source(city("K1=2 K2=2 P1=4", *rows), "Stores") == 0


@pytest.mark.rules("BC-17")
@pytest.mark.parametrize(
    ("marks", "points"),
    [
        ("S1=1 F1=6 T1=3", 30),
        ("S1=1 S2=1 F1=6 F2=2 T1=3 T2=3", 60),
        ("S1=1 S2=1 F1=6 F2=2 T1=3", 30),
        ("S1=1 S2=1 S3=1", 0),
        ("S1=1 S2=1 S3=1 F1=1 F2=1 F3=1 T1=1 T2=1 T3=1", 60),
        ("S1=1 F1=X T1=3", 0),
    ],
)
def test_sets_of_three_public_buildings(marks: str, points: int) -> None:
    assert source(city(marks, *PUBLIC), "Public sets") == points


@pytest.mark.rules("BC-18")
def test_houses_bring_the_sum_of_their_numbers() -> None:
    assert source(city("H1=6 H2=1 H3=X H5=4 P1=5", *PARKS), "Houses") == 11


@pytest.mark.rules("BC-19")
def test_most_points_win() -> None:
    state = start_game("1@H1", "1@H1", rows=["P1 H1 H2"])
    turn(state, "2 5", "2@P1", "5@P1")
    turn(state, "2 6", "6@H2", "2@H2")
    assert state.scores() == [2 + 1 + 2 + 10, 2 + 1 + 6 + 10]
    assert state.winners() == [1]


@pytest.mark.rules("BC-19")
def test_a_tie_goes_to_more_filled_buildings_misses_included() -> None:
    state = start_game("5@H1", "1@H1", rows=["P1 H1 H2 H3"])
    for roll, active in (
        ("2 2", "X2@H2"),
        ("6 6", "6@H2"),
        ("2 2", "X2@P1"),
        ("1 1", "1@P1"),
        ("2 2", "X2@H3"),
    ):
        turn(state, roll, active, "pass")
    assert state.scores() == [10 + 5 - 6, 1 + 6 + 2]
    assert [len(marks) for marks in state.view(None)["sheets"]] == [4, 3]
    assert state.winners() == [0]


@pytest.mark.rules("BC-19")
def test_equal_in_both_shares_the_victory() -> None:
    state = start_game("1@H1", "1@H1", rows=["P1 H1 H2"])
    turn(state, "2 2", "2@P1", "2@P1")
    turn(state, "2 2", "2@H2", "2@H2")
    assert state.scores() == [15, 15]
    assert state.winners() == [0, 1]
