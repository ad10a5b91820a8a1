"""Neue Heimat in words: what moves, refusals and log lines say, in English and German."""

import pytest

from tests.games.neue_heimat.table import Table


def last_line(table: Table, lang: str, names: list[str] | None = None) -> str:
    """The log line of the last event."""
    return table.state.seen_by(None, lang).log(names)[-1].text


def test_a_placement_is_reported_with_the_colour_that_it_brings() -> None:
    table = Table("W5 W4")
    table.use("W5", "put A1", bids={1: 2})
    assert (
        last_line(table, "en") == "Triangle places white 5 on row A, lot 1. Triangle takes the colour white."
    )
    assert (
        last_line(table, "de")
        == "Dreieck setzt Weiß 5 auf Häuserzeile A, Bauplatz 1. Dreieck nimmt die Farbe Weiß."
    )
    assert (
        last_line(table, "de", ["Ada", "Ben"])
        == "Ben setzt Weiß 5 auf Häuserzeile A, Bauplatz 1. Ben nimmt die Farbe Weiß."
    )
    table.use("W4", "put A2")
    assert last_line(table, "de") == "Dreieck setzt Weiß 4 auf Häuserzeile A, Bauplatz 2."


@pytest.mark.rules("NH-14")
def test_what_is_not_an_event_is_reported_with_the_event_before() -> None:
    table = Table("W5 R5")
    table.auction("W5")
    assert last_line(table, "de") == "Dreieck passt. Niemand bietet; Kreis bekommt den Stein umsonst."


@pytest.mark.rules("NH-14")
def test_a_forced_sale_is_reported() -> None:
    poor = Table("W5 R5", starter=1)
    poor.use("W5", "put A1")
    poor.use("R5", "put A2", bids={1: 12}, keep=True)
    poor.use("I", "discard")
    poor.offer("II")
    poor.move("bid 5")
    assert last_line(poor, "en") == "Triangle bids 5 million. Circle cannot pay and sells for 5 million."
    assert last_line(poor, "de") == "Dreieck bietet 5 Mio. Kreis kann nicht zahlen und verkauft für 5 Mio."


def test_pieces_are_named() -> None:
    table = Table("W5")
    labels = {choice.move: choice.label for choice in table.state.seen_by(0, "de").choices()}
    assert labels["offer 1L"] == "Anbieten: Weiß 5"
    assert labels["offer II"] == "Anbieten: Sonderbaugenehmigung II"
    assert labels["offer blank"] == "Anbieten: Blanko-Würfel"
    assert labels["offer mayor"] == "Anbieten: Bürgermeister"
    assert labels["box"] == "Scheck in die Kasse"


def test_an_auction_is_prompted_with_the_bid_to_beat() -> None:
    table = Table("W5", seats=3)
    table.offer("W5")
    assert table.state.seen_by(1, "de").prompt() == "Weiß 5: Biete oder passe."
    table.move("bid 4")
    assert table.state.seen_by(2, "de").prompt() == "Weiß 5: Mehr als 4 Mio?"
    assert table.state.seen_by(0, "de").prompt() == ""
    table.move("pass")
    assert table.state.seen_by(0, "en").prompt() == "White 5: sell it for 4 million, or pay that and keep it?"
    assert {choice.label for choice in table.state.seen_by(0, "de").choices()} == {
        "Für 4 verkaufen",
        "Für 4 behalten",
    }


def test_permits_are_labelled_with_the_limit_that_they_make() -> None:
    table = Table()
    table.auction("II")
    labels = {choice.move: choice.label for choice in table.state.seen_by(0, "de").choices()}
    assert labels["put A+"] == "Häuserzeile A länger, auf 6"
    assert labels["put C-"] == "Häuserzeile C kürzer, auf 2"
    table.move("put B-")
    assert last_line(table, "de") == "Kreis verkürzt Häuserzeile B um 2."


@pytest.mark.rules("NH-11")
def test_a_blank_is_reported() -> None:
    table = Table("W5")
    table.use("W5", "put A1")
    table.move("offer roof", "roof 0")
    assert last_line(table, "de") == "Das Dach ist eine Niete; der Zug ist zu Ende."


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
    assert refusal.text("de") == "Du kannst nicht mehr bieten, als du an Schecks auf der Hand hast."
