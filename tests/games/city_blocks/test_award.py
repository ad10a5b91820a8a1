"""CB-16 to CB-21: who gets a street's token, with the worked examples of the rulebook."""

from random import Random

import pytest

from tests.games.city_blocks.reference import TILES, street_sums
from tests.games.city_blocks.table import award, built, sums, token_at, tokens


def row_of(tiles: str) -> str:
    """A picture whose lowest row is `tiles`."""
    return "\n".join([". . . . . ."] * 4 + [tiles])


def finish_row(tiles: str, last: str) -> tuple[object, tuple[int, int]]:
    """Award and sums of the lowest row (bonus $1) after `last` is built on f1."""
    hand = {"red" if last.islower() else "blue": last.upper()}
    starter = int(last.islower())
    table = built(row_of(tiles + " ."), starter=starter, **hand)
    assert table.seat == starter, "the seat of the last tile is to move"
    assert award(table.state, "1") == "open"
    table.place(last.upper(), "f1")
    return award(table.state, "1"), sums(table.state, "1")


# ----- the worked examples of the source -----


@pytest.mark.rules("CB-16", "CB-19")
def test_adams_red_wins_six_to_five_and_the_courthouse_counts_nothing() -> None:
    assert finish_row("H2 s2 S3 h4 CH", "sc") == (1, (5, 6))


@pytest.mark.rules("CB-17")
def test_buchanan_blue_wins_one_to_nothing_beside_a_school() -> None:
    assert finish_row("H1 f5 SC f7 PP", "ch") == ("nobody", (0, 0))
    assert finish_row("H1 f5 SC f7 CH", "ch") == (0, (1, 0))


@pytest.mark.rules("CB-17", "CB-18", "CB-19")
def test_cleveland_blue_wins_three_to_nothing_beside_power_plant_and_mall() -> None:
    assert finish_row("PP h5 S3 f7 H4", "ma") == (0, (3, 0))


# ----- who wins -----


@pytest.mark.rules("CB-16")
def test_the_token_goes_to_the_higher_sum_when_the_last_block_is_filled() -> None:
    table = built(row_of("H1 s2 F3 f4 S5 ."), red="H5")
    before = table.state.copy()
    table.place("H5", "f1")
    assert (award(before, "1"), tokens(before)) == ("open", [[], []])
    assert (award(table.state, "1"), tokens(table.state)) == (1, [[], [1]])
    assert sums(table.state, "1") == (9, 11)
    assert token_at(table.state, "1") == 1


@pytest.mark.rules("CB-16")
def test_only_the_own_tiles_count_anyone_who_fills_the_last_block() -> None:
    assert finish_row("F7 h1 S6 h2 H5", "s6") == (0, (18, 9))
    assert finish_row("f7 H1 s6 H2 h5", "S6") == (1, (9, 18))


@pytest.mark.rules("CB-16")
def test_a_column_of_five_blocks_is_a_street_too() -> None:
    table = built(
        """
        .  .  .  .  .  .
        s2 .  .  .  .  .
        H4 .  .  .  .  .
        h2 .  .  .  .  .
        H3 .  .  .  .  .
        """,
        blue="H5",
    )
    table.place("H5", "a5")
    assert (award(table.state, "a"), sums(table.state, "a")) == (0, (12, 4))
    assert award(table.state, "5") == "open"


# ----- special tiles -----


@pytest.mark.rules("CB-17")
@pytest.mark.parametrize("special", ["SC", "sc", "MA", "ma"])
def test_schools_and_malls_of_either_seat_make_all_factories_count_nothing(special: str) -> None:
    blue_first = special.isupper()
    tiles = f"{special} f7 F6 s2 S3" if blue_first else f"F7 {special} S3 s2 F6"
    result = finish_row(tiles, "f3" if blue_first else "f4")
    assert result == (0, (3, 2))


@pytest.mark.rules("CB-17")
@pytest.mark.parametrize("special", ["PP", "pp", "CH", "ch"])
def test_power_plants_and_courthouses_leave_factories_alone(special: str) -> None:
    blue_first = special.isupper()
    tiles = f"{special} f7 F6 s2 S3" if blue_first else f"F6 {special} S3 s2 F3"
    assert finish_row(tiles, "f3" if blue_first else "f7") == ((1, (9, 12)) if blue_first else (0, (12, 9)))


@pytest.mark.rules("CB-18")
@pytest.mark.parametrize("special", ["PP", "pp", "MA", "ma"])
def test_power_plants_and_malls_of_either_seat_make_all_houses_count_nothing(special: str) -> None:
    blue_first = special.isupper()
    tiles = f"{special} h5 H4 s2 S3" if blue_first else f"H4 {special} S3 s2 H1"
    assert finish_row(tiles, "h3" if blue_first else "h5") == (0, (3, 2))


@pytest.mark.rules("CB-18")
@pytest.mark.parametrize("special", ["SC", "sc", "CH", "ch"])
def test_schools_and_courthouses_leave_houses_alone(special: str) -> None:
    blue_first = special.isupper()
    tiles = f"{special} h5 H4 s2 S3" if blue_first else f"H4 {special} S3 s2 H1"
    assert finish_row(tiles, "h3" if blue_first else "h5") == ((1, (7, 10)) if blue_first else (0, (8, 7)))


@pytest.mark.rules("CB-17", "CB-18")
def test_two_schools_do_no_more_than_one() -> None:
    assert finish_row("SC sc SC h2 F7", "f7") == (1, (0, 2))


@pytest.mark.rules("CB-19")
def test_stores_count_beside_every_special_tile() -> None:
    assert finish_row("S4 sc PP ma SC", "s6") == (1, (4, 6))


@pytest.mark.rules("CB-19")
def test_special_tiles_are_worth_nothing() -> None:
    assert finish_row("SC pp CH ma H1", "sc") == ("nobody", (0, 0))
    assert finish_row("SC ch SC sc H1", "sc") == (0, (1, 0))


@pytest.mark.rules("CB-17", "CB-18")
def test_special_tiles_act_in_their_own_streets_only() -> None:
    table = built(
        """
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        SC f7 .  .  .  .
        F6 h5 .  .  .  .
        """
    )
    assert sums(table.state, "2") == (0, 0)
    assert sums(table.state, "1") == (6, 5)
    assert sums(table.state, "a") == (0, 0)
    assert sums(table.state, "b") == (0, 12)


# ----- ties and doubles -----


@pytest.mark.rules("CB-20")
@pytest.mark.parametrize(
    ("tiles", "last", "total"),
    [("H1 h1 H2 h2 F3", "f3", 6), ("SC sc CH ch PP", "pp", 0), ("S4 h1 S2 s5 SC", "sc", 6)],
)
def test_nobody_gets_the_token_of_a_tie_and_it_leaves_the_game(tiles: str, last: str, total: int) -> None:
    table = built(row_of(tiles + " ."), red=last.upper(), starter=1)
    table.place(last.upper(), "f1")
    assert sums(table.state, "1") == (total, total)
    assert award(table.state, "1") == "nobody"
    assert tokens(table.state) == [[], []]
    assert table.state.view(None)["tokens_out"] == [1, 12, 13, 14, 15]


CORNER = """
    .  h1 F7 f4 F6 s2
    h3 .  .  .  .  .
    H4 .  .  .  .  .
    h4 .  .  .  .  .
    F3 .  .  .  .  .
"""


@pytest.mark.rules("CB-21")
def test_a_placement_that_completes_two_streets_awards_both_separately() -> None:
    table = built(CORNER, blue="S2")
    table.place("S2", "a5")
    assert (sums(table.state, "5"), award(table.state, "5")) == ((15, 7), 0)
    assert (sums(table.state, "a"), award(table.state, "a")) == ((9, 7), 0)
    assert tokens(table.state) == [[5, 6], []]


@pytest.mark.rules("CB-21")
def test_a_corner_tile_may_stop_each_street_differently() -> None:
    table = built(CORNER, blue="PP")
    table.place("PP", "a5")
    assert (sums(table.state, "5"), award(table.state, "5")) == ((13, 6), 0)
    assert (sums(table.state, "a"), award(table.state, "a")) == ((3, 0), 0)
    table = built(CORNER, blue="SC")
    table.place("SC", "a5")
    assert (sums(table.state, "5"), award(table.state, "5")) == ((0, 3), 1)
    assert (sums(table.state, "a"), award(table.state, "a")) == ((4, 7), 1)
    assert tokens(table.state) == [[], [5, 6]]


# ----- against the slow reference -----


@pytest.mark.rules("CB-16", "CB-17", "CB-18", "CB-19")
def test_random_streets_add_up_as_in_the_reference() -> None:
    """Half-built random boards: every street against the dicts and lists of `reference.py`."""
    for seed in range(150):
        random = Random(seed)
        decks = [random.sample(TILES, 20) for _ in (0, 1)]
        blocks = random.sample(
            [column + row for row in "12345" for column in "abcdef"], 2 * random.randint(3, 14)
        )
        board = {block: (decks[index % 2][index // 2], index % 2) for index, block in enumerate(blocks)}
        picture = "\n".join(
            " ".join(cell_text(board.get(column + row)) for column in "abcdef") for row in reversed("12345")
        )
        table = built(picture, starter=seed % 2)
        for street in "12345abcdef":
            assert list(sums(table.state, street)) == street_sums(board, street), picture


def cell_text(built_tile: tuple[str, int] | None) -> str:
    """A cell of a picture."""
    if built_tile is None:
        return "."
    tile, seat = built_tile
    return tile.lower() if seat else tile
