"""The drawing of Neue Heimat: touchable, readable, well-formed, and silent about what is hidden."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import quartier
from quartier import State
from quartier.core.show import svg
from quartier.games.neue_heimat.drawing.layout import WIDTH
from quartier.games.neue_heimat.rules.state import DISPLAY
from tests.games.neue_heimat.players import PLAYERS, played
from tests.games.neue_heimat.recorded import fixture
from tests.games.neue_heimat.table import Table

PHONE = 374 / WIDTH
"""Pixels for a drawing unit on a phone 390 pixels wide, with 8 pixels of margin."""


def elements(part: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(part).iter())


def whole(state: State, seat: int | None, lang: str = "en") -> list[ElementTree.Element]:
    return [element for part in state.parts(seat, lang).values() if part for element in elements(part)]


def by_id(state: State, name: str, seat: int | None = None) -> ElementTree.Element:
    (found,) = [element for element in whole(state, seat) if element.get("id") == name]
    return found


def label(state: State, name: str, lang: str = "en") -> str:
    """What a screen reader says about something."""
    (found,) = [element for element in whole(state, None, lang) if element.get("id") == name]
    return found.get("aria-label", "")


def words(element: ElementTree.Element) -> list[str]:
    """The texts drawn in an element."""
    return ["".join(text.itertext()) for text in element.iter(f"{{{svg.NAMESPACE}}}text")]


def positions(seed: int, step: int = 3) -> Iterator[State]:
    """A game of any player, every third position."""
    state = played(list(PLAYERS.values())[seed % len(PLAYERS)], seed)
    for index in range(0, len(state.past) + 1, step):
        yield state.at(index)


@pytest.mark.parametrize("seed", range(4))
def test_parts_are_xml_with_unique_ids_and_known_classes(seed: int) -> None:
    known = set(re.findall(r"\.([a-z][\w-]*)", svg.stylesheet() + quartier.load("neue_heimat").styles))
    for state in positions(seed, step=7):
        for seat in (None, 0):
            drawn = whole(state, seat)
            ids = [element.get("id") for element in drawn if element.get("id")]
            assert len(ids) == len(set(ids))
            pieces = [element.get("data-piece") for element in drawn if element.get("data-piece")]
            assert len(pieces) == len(set(pieces))
            classes = {name for element in drawn for name in element.get("class", "").split()}
            assert classes - {"board", "hand"} <= known


def test_pieces_leave_their_transform_to_animations() -> None:
    for state in positions(2):
        assert not [e for e in whole(state, 1) if e.get("data-piece") and e.get("transform")]


@pytest.mark.parametrize("piece", ["W5", "II", "mayor", "blank"])
def test_a_piece_keeps_its_name_from_the_display_to_the_street(piece: str) -> None:
    name = {"W5": "cube-W5", "II": "permit-II"}.get(piece, piece)
    use = {"W5": "put A1", "II": "put A+", "mayor": "put A", "blank": "discard"}[piece]
    table = Table("W5")
    seen = [names(table.state)]
    table.auction(piece)
    seen.append(names(table.state))
    table.move(use)
    seen.append(names(table.state))
    assert [name in found for found in seen] == [True, True, piece != "blank"]


def names(state: State) -> set[str | None]:
    """The pieces that are drawn."""
    return {element.get("data-piece") for element in whole(state, None)}


def test_a_roof_keeps_its_name_from_the_auction_to_the_house() -> None:
    table = Table("W5 W4 W3")
    table.build("A", "W5^4 W4")
    table.auction("roof 4")
    assert {"roof-4-0", "roof-4-1"} <= names(table.state)
    table.move("put A2")
    assert {"roof-4-0", "roof-4-1"} <= names(table.state)


@pytest.mark.rules("NH-10")
def test_only_outer_cubes_can_be_touched() -> None:
    table = Table("W1 W2 W3")
    touches = [
        e.get("data-touch") for e in whole(table.state, 0) if (e.get("data-touch") or "").startswith("offer-")
    ]
    assert sorted(str(touch)[6:] for touch in touches) == sorted(
        ["1L", "1R", "2L", "2R", "3L", "3R", "I", "II", "III", "blank", "mayor", "roof"]
    )


@pytest.mark.rules("NH-2", "NH-28")
def test_lots_are_spoken() -> None:
    table = Table("W5 R3", seats=3)
    assert label(table.state, "lot-A1") == "A1, empty, fenced"
    assert label(table.state, "lot-B5") == "B5, beyond the limit, fenced"
    table.use("W5", "put B1", bids={2: 1})
    table.use("R3", "put B1")
    table.use("roof 4", "put B1")
    assert label(table.state, "lot-B1") == "B1, white 5, on it red 3, roof 4, 12 for Triangle"
    assert label(table.state, "lot-B1", "de") == "B1, Weiß 5, darauf Rot 3, Dach 4, 12 für Dreieck"


@pytest.mark.rules("NH-26", "NH-29")
def test_each_row_says_what_it_brings_now_and_otherwise() -> None:
    table = Table("W5")
    table.use("III", "put A-")
    table.use("W5", "put A1")
    assert {"−5 / +5", "unfinished / finished"} <= set(
        words(elements(table.state.parts(None, "en")["board"])[0])
    )
    table.use("roof 2", "put A1")
    assert {"+7 / −7", "finished / unfinished"} <= set(
        words(elements(table.state.parts(None, "en")["board"])[0])
    )
    assert label(table.state, "street-A") == "Row A, limit 1, finished"


@pytest.mark.rules("NH-12", "NH-13")
def test_the_auction_shows_every_bid_and_who_is_next() -> None:
    table = Table("W5", seats=5)
    table.offer("W5")
    table.move("bid 3", "pass")
    said = [label(table.state, f"place-{seat}") for seat in range(5)]
    assert [text.split(", ")[0] for text in said] == [
        "Circle: auctioneer",
        "Triangle: bids 3 million",
        "Square: passes",
        "Diamond: has not bid yet",
        "Star: has not bid yet",
    ]
    due = [
        seat
        for seat in range(5)
        if 'class="news"' in ElementTree.tostring(by_id(table.state, f"place-{seat}")).decode()
    ]
    assert due == [3]
    assert "3" in words(by_id(table.state, "place-1"))


@pytest.mark.rules("NH-13")
def test_the_auctioneer_reads_what_selling_and_keeping_leave() -> None:
    table = Table("W5")
    table.offer("W5")
    table.move("bid 4")
    assert "Verkaufen: dann 16 auf der Hand." in table.state.parts(0, "de")["hand"]
    assert "Behalten: dann 8 und der Stein." in table.state.parts(0, "de")["hand"]
    assert "Verkaufen: dann" not in table.state.parts(1, "de")["hand"]


@pytest.mark.rules("NH-32")
def test_hidden_money_is_drawn_as_a_question_mark() -> None:
    table = Table("W5", seats=3, show_money=False)
    assert [words(by_id(table.state, f"place-{seat}", 1)) for seat in range(3)] == [
        ["?", "0"],
        ["12", "0"],
        ["?", "0"],
    ]
    assert label(table.state, "place-0") == "Circle: auctioneer, in hand not shown, in the box 0 million"
    assert table.state.parts(None, "en")["hand"] == ""


def test_previews_are_xml_and_show_the_piece_and_the_points() -> None:
    table = Table("W5 W4")
    table.use("W5", "put B1")
    table.auction("W4")
    previews = {choice.move: choice.ghost for choice in table.state.seen_by(1, "en").choices()}
    root = ElementTree.fromstring(f'<g xmlns="{svg.NAMESPACE}">{previews["put B1"]}</g>')
    assert {"4", "5", "9", "−9 / +9"} <= set(words(root))


@pytest.mark.parametrize("seed", range(3))
def test_previews_hold_no_names(seed: int) -> None:
    for state in positions(seed, step=11):
        for seat in state.to_act() - {"*"}:
            for choice in state.seen_by(int(seat), "de").choices():
                ghost = ElementTree.fromstring(f"<g>{choice.ghost}</g>")
                assert not [
                    e for e in ghost.iter() if e.get("id") or e.get("data-touch") or e.get("data-piece")
                ], choice.move


def test_numbers_are_readable_on_a_phone() -> None:
    for name in ("two_rows", "nothing_to_roof"):
        for element in whole(fixture(name), 0):
            if element.tag.endswith(("text", "tspan")):
                assert float(element.get("font-size", 24)) * PHONE >= 8.5, "".join(element.itertext())
    assert DISPLAY * 58 < WIDTH


def test_the_rulebook_shows_the_scoring_of_its_text() -> None:
    picture = fixture("two_rows").game.declared.pictures.PICTURES["end"](str)
    assert {"+10 / −10", "+20 / −20", "+40 / −40", "−25 / +25", "−6 / +6", "−21 / +21"} <= set(
        words(ElementTree.fromstring(picture))
    )


@pytest.mark.parametrize("name", ["table", "offer", "auction", "build", "end"])
def test_the_pictures_of_the_rulebook_can_lie_beside_a_table(name: str) -> None:
    picture = fixture("two_rows").game.declared.pictures.PICTURES[name](str)
    assert "data-touch" not in picture
    assert " id=" not in picture


def test_the_rulebook_rings_what_can_be_offered() -> None:
    picture = fixture("two_rows").game.declared.pictures.PICTURES["offer"](str)
    assert picture.count('class="can-touch"') == len(
        ["1L", "1R", "2L", "2R", "3L", "3R", "I", "blank", "roof"]
    )


def test_whole_table_stands_alone() -> None:
    drawn = fixture("two_rows").svg(0, "de")
    root = ElementTree.fromstring(drawn)
    assert root.get("lang") == "de"
    assert len(root.findall(f"{{{svg.NAMESPACE}}}svg")) == 2
