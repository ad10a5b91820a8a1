"""Reasons for moves of Neue Heimat are facts in points, cheques and rows."""

import numpy as np
import pytest

from quartier.core.game.previews import previews
from quartier.core.text.languages import translator
from tests.games.neue_heimat.table import Table


def reason(table: Table, move: str, group: str, lang: str = "en") -> str:
    """What a move does for a group of features."""
    seat = int(table.seat)
    view = table.state.concealed(seat)
    action, spec = view.read(move), view.game.spec
    after = previews(view, seat, np.array([action], np.int64)).open_record(0)
    return spec.text.explain(view.open_record(), after, seat, action, group, translator(lang, spec.folder))


@pytest.mark.rules("NH-18", "NH-28")
def test_a_house_and_a_colour_that_a_cube_brings() -> None:
    table = Table("W6 R5")
    table.use("W6", "put A1")
    table.auction("R5")
    assert reason(table, "put A2", "points") == "Makes your house in row A worth 5 points."
    assert reason(table, "put A2", "colours") == "You now own red."
    table = Table("W6 R5")
    table.use("W6", "put B1")
    table.auction("R5")
    assert reason(table, "put B1", "points") == "Takes over a house in row B, now worth 11 points."
    assert reason(table, "put B1", "rows") == ""


@pytest.mark.rules("NH-26", "NH-29")
def test_a_row_that_turns_and_what_another_still_needs() -> None:
    table = Table("W6 W5")
    table.use("III", "put A-")
    table.use("W6", "put A1")
    table.auction("roof 4")
    assert reason(table, "put A1", "rows") == "Finishes row A."
    table.move("put A1")
    table.use("blank", "discard")
    table.auction("I")
    assert reason(table, "put A+", "points") == "Costs your opponents 10 points in row A."
    assert reason(table, "put A+", "points", "de") == "Kostet die anderen in Zeile A 10 Punkte."
    assert reason(table, "put A+", "rows") == "Leaves row A needing 1 house and 1 roof."


@pytest.mark.rules("NH-13")
def test_money_that_a_sale_brings_and_a_pass_saves() -> None:
    table = Table("W6")
    table.offer("W6")
    piece = "White 6 (up to 6 points)"
    bid = f"{piece}: pay {{}}, or get it if it’s kept."
    assert reason(table, "pass", "money") == f"{piece}: pass and keep your 12 million."
    assert reason(table, "bid 4", "money") == bid.format("4 million")
    assert reason(table, "bid 12", "piece") == bid.format("all your 12 million")
    table.move("bid 4")
    assert reason(table, "sell", "money") == f"{piece}: sell it and have 16 million."
    assert reason(table, "keep", "price") == f"{piece}: pay 4 million to keep it."


@pytest.mark.rules("NH-12", "NH-14")
def test_a_bid_that_wins_for_certain_says_so() -> None:
    table = Table("W5 W4 W3")
    table.use("W5", "put A1", bids={1: 10}, keep=True)
    table.use("W4", "put A2")
    table.offer("W3")  # the auctioneer has 2 left
    assert "get it if it’s kept" in reason(table, "bid 2", "money")
    assert "yours for 3 million, no one can beat that" in reason(table, "bid 3", "money")


@pytest.mark.parametrize(
    ("piece", "use"),
    [("II", "a row’s length"), ("blank", "removes a permit"), ("mayor", "doubles a row")],
)
def test_a_special_piece_without_points_says_what_it_is_for(piece: str, use: str) -> None:
    table = Table("W6")
    table.offer(piece)
    assert f"({use}): pay 1 million" in reason(table, "bid 1", "piece")


@pytest.mark.rules("NH-10", "NH-12", "NH-18", "NH-28")
def test_offers_bids_and_passes_say_to_whom_the_piece_is_worth_what() -> None:
    table = Table("W6 W5 R4")
    table.use("W6", "put A1", bids={1: 3})
    assert reason(table, "offer 1L", "piece") == (
        "White 5 (up to 5 points): sell it, or pay the highest bid."
    )
    table.offer("W5")
    for move in ("bid 2", "pass"):
        assert reason(table, move, "piece").endswith(" Your opponent could get up to 5 points out of it.")
    assert reason(table, "pass", "piece", "de").endswith(" Gegenseite: damit bis zu 5 Punkte.")
    table = Table("W6 R5")
    table.use("W6", "put A1")
    assert reason(table, "offer roof", "piece") == "5 of 17 face-down roofs are blanks."


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_move_of_an_auction_has_a_reason(lang: str) -> None:
    table = Table("W6 W5 R4", seats=3)
    for _ in range(4):
        for move in table.state.moves(int(table.seat)):
            if move.startswith(("offer", "bid", "pass", "sell", "keep")):
                assert move.startswith("offer") or reason(table, move, "money", lang), move
                assert reason(table, move, "piece", lang), move
        table.move(next(move for move in table.state.moves(int(table.seat)) if move != "box"))
