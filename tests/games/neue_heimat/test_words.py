"""Neue Heimat in words: what moves, refusals and log lines say, in English and German."""

import pytest

import quartier
from tests.games.neue_heimat.table import Table


def last_line(table: Table, lang: str, names: list[str] | None = None) -> str:
    """The log line of the last event."""
    return table.state.seen_by(None, lang).log(names)[-1].text


def test_a_placement_is_reported_with_the_colour_that_it_brings() -> None:
    table = Table("W5 W4")
    table.use("W5", "put A1", bids={1: 2})
    assert last_line(table, "en") == "Triangle builds white 5 in row A, lot 1. Triangle now owns white."
    assert last_line(table, "de") == "Dreieck baut Weiß 5 in Zeile A, Bauplatz 1. Weiß gehört jetzt Dreieck."
    assert (
        last_line(table, "de", ["Ada", "Ben"])
        == "Ben baut Weiß 5 in Zeile A, Bauplatz 1. Weiß gehört jetzt Ben."
    )
    table.use("W4", "put A2")
    assert last_line(table, "de") == "Dreieck baut Weiß 4 in Zeile A, Bauplatz 2."


@pytest.mark.rules("NH-14")
def test_what_is_not_an_event_is_reported_with_the_event_before() -> None:
    table = Table("W5 R5")
    table.auction("W5")
    assert last_line(table, "de") == "Dreieck passt. Niemand bietet, Kreis bekommt den Stein umsonst."


@pytest.mark.rules("NH-14")
def test_a_forced_sale_is_reported() -> None:
    poor = Table("W5 R5", starter=1)
    poor.use("W5", "put A1")
    poor.use("R5", "put A2", bids={1: 12}, keep=True)
    poor.use("I", "discard")
    poor.offer("II")
    poor.move("bid 5")
    assert last_line(poor, "en") == "Triangle bids 5 million. Circle can’t pay and sells for 5 million."
    german = "Dreieck bietet 5 Millionen. Kreis kann nicht zahlen und verkauft für 5 Millionen."
    assert last_line(poor, "de") == german


def test_pieces_are_named() -> None:
    table = Table("W5")
    labels = {choice.move: choice.label for choice in table.state.seen_by(0, "de").choices()}
    assert labels["offer 1L"] == "Weiß 5 versteigern"
    assert labels["offer II"] == "Genehmigung II versteigern"
    assert labels["offer blank"] == "Den Blanko-Würfel versteigern"
    assert labels["offer mayor"] == "Den Bürgermeister versteigern"
    assert labels["box"] == "1 Million in die Schwarzgeldkasse"


def test_an_auction_is_prompted_with_the_bid_to_beat() -> None:
    table = Table("W5", seats=3)
    table.offer("W5")
    assert table.state.seen_by(1, "de").prompt() == "Weiß 5: 1–12 Millionen bieten oder passen?"
    table.move("bid 4")
    assert table.state.seen_by(2, "de").prompt() == "Weiß 5: 5–12 Millionen bieten oder passen?"
    assert table.state.seen_by(0, "de").prompt() == ""
    table.move("pass")
    assert table.state.seen_by(0, "en").prompt() == "White 5: sell it or keep it?"
    assert {choice.label for choice in table.state.seen_by(0, "de").choices()} == {
        "Für 4 verkaufen",
        "Für 4 behalten",
    }


def test_permits_are_labelled_with_the_limit_that_they_make() -> None:
    table = Table()
    table.auction("II")
    labels = {choice.move: choice.label for choice in table.state.seen_by(0, "de").choices()}
    assert labels["put A+"] == "Zeile A auf 6 Bauplätze verlängern"
    assert labels["put C-"] == "Zeile C auf 2 Bauplätze verkürzen"
    table.move("put B-")
    assert last_line(table, "de") == "Kreis verkürzt Zeile B um 2 Bauplätze."


@pytest.mark.rules("NH-11")
def test_a_blank_is_reported() -> None:
    table = Table("W5")
    table.use("W5", "put A1")
    table.move("offer roof", "roof 0")
    assert last_line(table, "de") == "Das Dach ist eine Niete. Der Zug ist zu Ende."


@pytest.mark.parametrize(
    ("touch", "rule"),
    [
        ("lot-A1", "NH-2"),
        ("lot-A2", None),
        ("lot-A3", "NH-16"),
        ("lot-A9", "NH-16"),
        ("lot-B1", None),
        ("street-A", "NH-15"),
    ],
)
def test_an_illegal_touch_names_the_rule(touch: str, rule: str | None) -> None:
    table = Table("W5 W4")
    table.use("W5", "put A1")
    table.auction("W4")
    refusal = table.state.seen_by(1, "de").why([touch])
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rules("NH-12")
def test_too_high_a_bid_is_refused_in_words() -> None:
    table = Table("W5")
    table.offer("W5")
    refusal = table.state.seen_by(1, "de").why(["number-bid-13"])
    assert refusal is not None
    assert refusal.rule == "NH-12"
    assert refusal.text("de") == "Du kannst nicht mehr bieten, als du auf der Hand hast."


@pytest.mark.parametrize(("open_money", "says"), [(True, "Everyone sees"), (False, "The others don’t see")])
def test_a_purse_says_who_sees_the_money(open_money: bool, says: str) -> None:
    state = quartier.load("neue_heimat").new(seats=2, seed=1, show_money=open_money)
    assert (state.seen_by(0, "en").tooltip("purse-1").now or "").startswith(says)


@pytest.mark.parametrize(
    ("piece", "prompt"),
    [
        ("W5", "White 5: where will you put it?"),
        ("II", "Permit II: which row will you change?"),
        ("mayor", "Mayor: which row will he double?"),
        ("blank", "Cancel cube: it can’t be used. Discard it."),
    ],
)
def test_each_kind_of_piece_has_its_own_prompt(piece: str, prompt: str) -> None:
    table = Table("W5")
    table.auction(piece)
    assert table.state.seen_by(0, "en").prompt() == prompt


@pytest.mark.parametrize(
    ("piece", "meaning"),
    [
        ("II", "Makes a row 2 lots longer or shorter."),
        ("mayor", "Doubles all points in his row, plus or minus."),
        ("blank", "Removes one placed permit, or leaves the game."),
    ],
)
def test_a_bidder_reads_what_a_special_piece_does(piece: str, meaning: str) -> None:
    table = Table("W5")
    table.offer(piece)
    view = table.state.seen_by(1, "en")
    assert {choice.gain.sentences[-1] for choice in view.choices()} == {meaning}
