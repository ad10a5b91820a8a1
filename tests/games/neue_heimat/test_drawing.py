"""The drawing of Neue Heimat: touchable, readable, well-formed, and silent about what is hidden."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import quartier
from quartier import State
from quartier.core.drawing import svg
from quartier.core.drawing.pieces import SIGNS
from quartier.core.text.languages import translator
from quartier.games.neue_heimat.drawing.board import POST, _placed_permit
from quartier.games.neue_heimat.drawing.facades import _site
from quartier.games.neue_heimat.drawing.layout import GROUND, WIDTH, house_left, house_width
from quartier.games.neue_heimat.drawing.pieces import WINDOWS
from quartier.games.neue_heimat.rules.state import COLOURS
from tests.core.test_svg import contrast
from tests.games.neue_heimat.players import PLAYERS, play_game
from tests.games.neue_heimat.recorded import fixture
from tests.games.neue_heimat.table import Table

CRANE_HALF = 5
"""Half of a crane's mast."""

PHONE = 390 / WIDTH
"""Pixels for a drawing unit of the board on a phone 390 pixels wide."""


def elements(part: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(part).iter())


def whole(state: State, seat: int | None, lang: str = "en") -> list[ElementTree.Element]:
    return [element for part in state.parts(seat, lang).values() if part for element in elements(part)]


def by_id(state: State, name: str, seat: int | None = None) -> ElementTree.Element:
    (result,) = [element for element in whole(state, seat) if element.get("id") == name]
    return result


def label(state: State, name: str, lang: str = "en") -> str:
    """What a screen reader says about something."""
    (match,) = [element for element in whole(state, None, lang) if element.get("id") == name]
    return match.get("aria-label", "")


def texts_of(element: ElementTree.Element) -> list[str]:
    """The texts drawn in an element."""
    return ["".join(text.itertext()) for text in element.iter(f"{{{svg.NAMESPACE}}}text")]


def positions(seed: int, step: int = 3) -> Iterator[State]:
    """A game of any player, every third position."""
    state = play_game(list(PLAYERS.values())[seed % len(PLAYERS)], seed)
    for index in range(0, len(state.past) + 1, step):
        yield state.at(index)


@pytest.mark.parametrize("seed", range(4))
def test_parts_are_xml_with_unique_ids_and_known_classes(seed: int) -> None:
    matches = set(re.findall(r"\.([a-z][\w-]*)", svg.stylesheet() + quartier.load("neue_heimat").styles))
    for state in positions(seed, step=7):
        for seat in (None, 0):
            elements = whole(state, seat)
            ids = [element.get("id") for element in elements if element.get("id")]
            assert len(ids) == len(set(ids))
            pieces = [element.get("data-piece") for element in elements if element.get("data-piece")]
            assert len(pieces) == len(set(pieces))
            classes = {name for element in elements for name in element.get("class", "").split()}
            assert classes - {"board", "hand", "aside"} <= matches


def test_pieces_leave_their_transform_to_animations() -> None:
    for state in positions(2):
        assert not [e for e in whole(state, 1) if e.get("data-piece") and e.get("transform")]


@pytest.mark.parametrize("piece", ["W5", "II", "mayor", "blank"])
def test_a_piece_keeps_its_name_from_the_display_to_the_street(piece: str) -> None:
    name = {"W5": "cube-W5", "II": "permit-II"}.get(piece, piece)
    use = {"W5": "put A1", "II": "put A+", "mayor": "put A", "blank": "discard"}[piece]
    table = Table("W5")
    names_seen = [names(table.state)]
    table.auction(piece)
    names_seen.append(names(table.state))
    table.move(use)
    names_seen.append(names(table.state))
    assert [name in element for element in names_seen] == [True, True, piece != "blank"]


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


@pytest.mark.rules("NH-10")
def test_a_locked_cube_says_why() -> None:
    table = Table("W1 W2 W3")
    locked = [
        touch for e in whole(table.state, 0) if (touch := e.get("data-touch") or "").startswith("cube-")
    ]
    assert len(locked) == 3 * 6
    view = table.state.seen_by(next(iter(table.state.to_act())), "en")
    refusals = [view.why([touch]) for touch in locked]
    assert {str(refusal and refusal.rule) for refusal in refusals} == {"NH-10"}
    assert all(refusal and refusal.text("de").startswith("Noch nicht zu haben") for refusal in refusals)


@pytest.mark.parametrize("name", ["two_rows", "nothing_to_roof"])
def test_what_is_sold_out_takes_no_room(name: str) -> None:
    state = fixture(name)
    left = state.view(None)
    neighbours = (("I", "blank"), ("II", "mayor"), ("III", "roof"))
    lines = [
        line for line in range(3) if left["display"][line] or set(neighbours[line]) & set(left["supply"])
    ]
    assert len(lines) < 3
    aside = elements(state.parts(None, "en")["aside"])[0]
    touches = {touch[6:] for e in aside.iter() if (touch := e.get("data-touch") or "").startswith("offer-")}
    assert {piece for line in lines for piece in neighbours[line]} == {
        element for element in touches if element[0] > "9"
    }
    assert ("Still for sale" in texts_of(aside)) == bool(lines)


@pytest.mark.rules("NH-21", "NH-23")
def test_signs_on_the_board_have_their_words_beside_it() -> None:
    both = {"mayor: everything in the row ×2", "permit: row that much longer or shorter"}
    for state, expected in ((fixture("two_rows"), both), (Table("W5", seats=3).state, set())):
        assert both & set(texts_of(elements(state.parts(0, "en")["aside"])[0])) == expected


@pytest.mark.rules("NH-2", "NH-28")
def test_lots_are_spoken() -> None:
    table = Table("W5 R3", seats=3)
    assert label(table.state, "lot-A1") == "A1, row A, lot 1, empty, fenced"
    assert label(table.state, "lot-B5") == "row B, lot 5, beyond the limit, fenced"
    table.use("W5", "put B1", bids={2: 1})
    table.use("R3", "put B1")
    table.use("roof 4", "put B1")
    assert (
        label(table.state, "lot-B1")
        == "row B, lot 1, white 5 under red 3, roof 4, worth 12, owned by Triangle"
    )
    german = "Zeile B, Bauplatz 1, Weiß 5 unter Rot 3, Dach 4, Wert 12, gehört Dreieck"
    assert label(table.state, "lot-B1", "de") == german


@pytest.mark.rules("NH-10")
def test_only_cubes_that_cannot_be_offered_are_spoken_as_locked() -> None:
    state = quartier.load("neue_heimat").new(seats=3, seed=2)
    aside = elements(state.parts(0, "en")["aside"])
    names = {
        piece.get("data-touch", ""): piece.get("aria-label", "") for part in aside for piece in part.iter()
    }
    outer = [name for touch, name in names.items() if re.fullmatch("offer-[0-9][LR]", touch)]
    inner = [name for touch, name in names.items() if touch.startswith("cube-")]
    assert outer
    assert not any("locked" in name for name in outer)
    assert inner
    assert all(name.endswith(", locked") for name in inner)


def test_the_points_of_a_row_are_described_once() -> None:
    """They are drawn for large and for small sizes."""
    for section in fixture("two_rows").seen_by(0, "en").description():
        points = [line for line in section.lines if " now, " in line]
        assert len(points) == len(set(points))


def board_texts(state: State, lang: str = "en") -> set[str]:
    """All texts on the board."""
    return set(texts_of(elements(state.parts(None, lang)["board"])[0]))


@pytest.mark.rules("NH-26", "NH-29")
def test_each_row_says_what_it_brings_now_and_otherwise() -> None:
    table = Table("W5")
    table.use("III", "put A-")
    table.use("W5", "put A1")
    assert "−5 or +5" in board_texts(table.state)
    assert label(table.state, "street-A") == "Row A, limit 1, needs 1 roof"
    table.use("roof 2", "put A1")
    assert {"+7 or −7", "finished"} <= board_texts(table.state)
    assert {"+7 oder −7", "fertig"} <= board_texts(table.state, "de")
    assert label(table.state, "street-A") == "Row A, limit 1, finished"


@pytest.mark.rules("NH-26")
def test_each_row_says_what_it_still_needs() -> None:
    table = Table("W5 W4 W3")
    table.build("A", "W5^4 W4 W3")
    assert {"still needs 1 house and 3 roofs", "needs 1 house + 3 roofs"} <= board_texts(table.state)
    assert "still needs 4 houses and 4 roofs" in board_texts(table.state)
    assert {"braucht noch 1 Haus und 3 Dächer", "braucht 1 Haus + 3 Dächer"} <= board_texts(table.state, "de")
    table.use("I", "put A-")
    assert "still needs 2 roofs" in board_texts(table.state)
    table.use("roof 2", "put A2")
    assert "still needs 1 roof" in board_texts(table.state)


def test_a_line_with_many_seats_says_only_what_counts_now() -> None:
    table = Table("W6 R6 Y6 G6", seats=4)
    for lot, cube in enumerate(("W6", "R6", "Y6"), 1):
        table.use(cube, f"put A{lot}")
    assert "−6 or +6" in board_texts(table.state)
    table.use("G6", "put A4")
    assert "−6 or +6" not in board_texts(table.state)
    assert "−6" in board_texts(table.state)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("label", "ground"), [(f"cube-{c}-ink", f"cube-{c}") for c in "wrygbk"])
def test_values_can_be_read_on_every_cube(theme: str, label: str, ground: str) -> None:
    styles = quartier.load("neue_heimat").styles
    rule = re.search(rf'\[data-theme="{theme}"\] {{(.*?)}}', styles, re.S)
    assert rule
    colours = dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6});", rule[1]))
    assert contrast(colours[label], colours[ground]) >= 4.5


@pytest.mark.rules("NH-26")
def test_a_finished_row_is_lit() -> None:
    table = Table("W5 B6")
    table.use("III", "put A-")
    table.use("W5", "put A1")
    table.use("B6", "put B1")
    assert not with_class(table.state, "lamp lit") + with_class(table.state, "done-line")
    dark = len(with_class(by_id(table.state, "lot-A1"), "window night"))
    assert dark
    table.use("roof 2", "put A1")
    assert len(with_class(table.state, "lamp lit")) == len(with_class(table.state, "halo")) > 0
    assert len(with_class(table.state, "done-line")) == 1
    assert not with_class(by_id(table.state, "lot-A1"), "window night")
    assert with_class(by_id(table.state, "lot-B1"), "window night")


def with_class(root_elements: State | ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements of exactly these classes on the board, or in an element."""
    root = (
        root_elements
        if isinstance(root_elements, ElementTree.Element)
        else elements(root_elements.parts(None, "en")["board"])[0]
    )
    return [element for element in root.iter() if element.get("class") == name]


@pytest.mark.rules("NH-2", "NH-3", "NH-28")
def test_a_house_has_floors_with_windows_of_its_colours_values_and_a_name_plate() -> None:
    table = Table("W5 R3", seats=3)
    table.build("B", "W5R3^4")
    building = by_id(table.state, "lot-B1")
    assert texts_of(building) == ["5", "3", "4", "12"]
    for name, colour in (("cube-W5", 0), ("cube-R3", 1)):
        (floor,) = [element for element in building.iter() if element.get("id") == name]
        shapes = {e.get("d") for e in floor.iter() if (e.get("class") or "").startswith("window")}
        assert shapes == {WINDOWS[colour]}
    assert len(set(WINDOWS)) == COLOURS
    signs = [element.get("class") for element in building.iter() if element.get("d") == SIGNS[1]]
    assert signs == ["seat-1 seat"]
    assert with_class(by_id(table.state, "lot-A1"), "fence")
    assert not with_class(building, "fence")


@pytest.mark.rules("NH-16")
def test_free_lots_are_sites_and_a_crane_stands_where_each_row_goes_on() -> None:
    table = Table("W5 W4")
    table.build("A", "W5 W4")
    assert [texts_of(by_id(table.state, f"lot-A{lot}"))[-1:] for lot in (3, 4, 5)] == [["A3"], ["A4"], []]
    cranes = [lot for lot in LOT_NAMES if with_class(by_id(table.state, f"lot-{lot}"), "crane")]
    assert cranes == ["A3", "B1", "C1"]


LOT_NAMES = [f"{row}{lot}" for row in "ABC" for lot in range(1, 11)]


@pytest.mark.rules("NH-23")
def test_all_lots_and_permits_stay_on_the_board_however_long_the_rows_are() -> None:
    table = Table("W5")
    table.use("III", "put A+")
    table.auction("II")
    before = lots_of(table.state)
    table.move("put A+")
    after = lots_of(table.state)
    # The lots are as close together as the permit may want them before it is placed.
    assert before.items() <= after.items()
    assert max(x + width for x, width in after.values()) <= WIDTH
    assert min(width for x, width in after.values()) >= 40 / 1.02
    (sign,) = [e for e in by_id(table.state, "permit-II").iter() if e.get("class") == "hit"]
    end = sum(after["lot-A9"])
    assert end + POST + float(sign.get("x", 0)) + float(sign.get("width", 0)) <= WIDTH


def lots_of(state: State) -> dict[str, tuple[float, float]]:
    """By touch id of the lots that may be built: where they begin, and how wide they are."""
    result = {}
    for row, limit in ((row, state.view(None)["rows"][row]["limit"]) for row in "ABC"):
        for lot in range(1, limit + 1):
            element = by_id(state, f"lot-{row}{lot}")
            (hit,) = [e for e in element if e.get("class") == "hit"]
            x = re.match(r"translate\(([\d.]+)", element.get("transform", ""))
            assert x
            result[f"lot-{row}{lot}"] = float(x[1]), float(hit.get("width", 0))
    return result


def test_the_evening_goes_on_beyond_the_board() -> None:
    grounds = [
        (
            float(e.get("x", 0)),
            float(e.get("x", 0)) + float(e.get("width", 0)),
            e.get("class") or e.get("fill"),
        )
        for e in elements(Table("W5").state.parts(None, "en")["board"])
        if e.tag.endswith("rect")
    ]
    for name in ("night-sky", "url(#evening-sky)", "url(#evening-near)", "url(#evening-stars)", "band-edge"):
        assert all(left < -1200 and right > WIDTH + 1200 for left, right, look in grounds if look == name), (
            name
        )
    assert all(left < -1200 for left, _, look in grounds if look == "pavement")
    assert all(right > WIDTH + 1200 for _, right, look in grounds if look == "url(#evening-river)")


@pytest.mark.rules("NH-22", "NH-24")
def test_a_permit_can_be_placed_where_it_is_allowed_only() -> None:
    table = Table("W5 W4 W3")
    table.build("A", "W5 W4 W3")
    table.auction("II")
    touches = sorted(str(e.get("data-touch")) for e in whole(table.state, None))
    handles = [name for name in touches if name.startswith(("longer", "shorter"))]
    assert handles == ["longer-A", "longer-B", "longer-C", "shorter-B", "shorter-C"]


@pytest.mark.rules("NH-12", "NH-13")
def test_the_auction_shows_every_bid_and_who_is_next() -> None:
    table = Table("W5", seats=5)
    table.offer("W5")
    table.move("bid 3", "pass")
    spoken = [label(table.state, f"place-{seat}") for seat in range(5)]
    assert [text.split(", ")[0] for text in spoken] == [
        "Circle: auctioneer",
        "Triangle: bids 3 million",
        "Square: passes",
        "Diamond: hasn’t bid yet",
        "Star: hasn’t bid yet",
    ]
    due = [seat for seat in range(5) if with_class(by_id(table.state, f"place-{seat}"), "edge")]
    assert due == [3]
    assert "3" in texts_of(by_id(table.state, "place-1"))


@pytest.mark.rules("NH-13", "NH-15")
def test_the_hammer_falls_when_the_auction_is_over() -> None:
    table = Table("W5", seats=3)
    table.offer("W5")
    calls = [words_of_stage(table)]
    for move in ("bid 2", "pass", "sell"):
        table.move(move)
        calls.append(words_of_stage(table))
    assert calls == ["no bid yet", "highest: 2", "going for 2?", "gone for 2"]
    assert [element for element in whole(table.state, None) if element.get("id") == "hammer"]


def words_of_stage(table: Table) -> str:
    """What the auctioneer calls out; the hammer has not fallen before the last moment."""
    root = ElementTree.fromstring(table.state.parts(None, "en")["hand"])
    return next(text for text in texts_of(root) if not text.isdigit())


@pytest.mark.rules("NH-32")
def test_hidden_money_is_drawn_as_a_question_mark() -> None:
    table = Table("W5", seats=3, show_money=False)
    assert [texts_of(by_id(table.state, f"purse-{seat}", 1)) for seat in range(3)] == [
        ["?", "0"],
        ["12", "0"],
        ["?", "0"],
    ]
    assert (
        label(table.state, "purse-0")
        == "Circle: hand hidden, 0 million in the slush fund, owns no colour yet"
    )
    assert table.state.parts(None, "en")["hand"] == ""
    table.offer("W5")
    assert [texts_of(by_id(table.state, f"place-{seat}", 1))[-2:] for seat in range(3)] == [
        ["?", "0"],
        ["12", "0"],
        ["?", "0"],
    ]
    assert label(table.state, "place-0") == (
        "Circle: auctioneer, hand hidden, 0 million in the slush fund, owns no colour yet"
    )
    assert "12" not in texts_of(elements(table.state.parts(None, "en")["hand"])[0])


@pytest.mark.rules("NH-6", "NH-18")
def test_everyone_sees_whose_a_colour_is() -> None:
    table = Table("W5 R3", seats=4)
    table.use("W5", "put B1")
    table.use("R3", "put A1", bids={0: 2})
    assert label(table.state, "purse-0") == (
        "Circle: 10 million in hand, 0 million in the slush fund, owns white, red"
    )
    assert label(table.state, "purse-1", "de") == (
        "Dreieck: 14 Millionen auf der Hand, 0 Millionen in der Schwarzgeldkasse, noch keine Farbe"
    )
    shapes = [e.get("d") for e in by_id(table.state, "purse-0").iter() if e.get("class") == "window"]
    assert shapes == [WINDOWS[0], WINDOWS[1]]


def preview(table: Table, move: str) -> ElementTree.Element:
    """What a move would change, for whoever is to act."""
    (preview,) = [c.preview for c in table.state.seen_by(int(table.seat), "en").choices() if c.move == move]
    return ElementTree.fromstring(f'<g xmlns="{svg.NAMESPACE}">{preview}</g>')


def test_previews_are_xml_and_show_the_piece_and_the_points() -> None:
    table = Table("W5 W4")
    table.use("W5", "put B1")
    table.auction("W4")
    after = preview(table, "put B1")
    assert {"4", "9", "−9 or +9"} <= set(texts_of(after))
    assert "5" not in texts_of(after)  # the floor below stays as it is
    assert with_class(after, "staged-ground")


def test_previews_draw_all_floors_where_they_become_lower() -> None:
    table = Table("W6 W5 W4 W3 W2")
    for cube in ("W6", "W5", "W4", "W3"):
        table.use(cube, "put B1")
    table.auction("W2")
    assert {"6", "5", "4", "3", "2", "20"} <= set(texts_of(preview(table, "put B1")))


def test_previews_tell_what_is_gained() -> None:
    table = Table("W5")
    table.use("III", "put A-")
    table.use("W5", "put A1")
    table.auction("roof 2")
    assert not with_class(preview(table, "put A1"), "gain-pill")  # it is another seat that gains
    table.move("put A1")
    table.auction("mayor")
    (pill,) = with_class(preview(table, "put A"), "gain-pill")
    assert texts_of(pill) == ["+7"]
    assert {"×2", "+14 or −14"} <= set(texts_of(preview(table, "put A")))


@pytest.mark.rules("NH-22", "NH-25")
def test_previews_of_permits_show_the_lots_that_come_and_go() -> None:
    table = Table("W5")
    table.auction("II")
    assert {"A5", "A6", "+II", "still needs 6 houses and 6 roofs"} <= set(texts_of(preview(table, "put A+")))
    assert with_class(preview(table, "put A-"), "staged-cross")
    table.move("put A+")
    table.auction("blank")
    removal = preview(table, "remove II")
    assert len(with_class(removal, "ink-cross")) == 1
    assert "still needs 4 houses and 4 roofs" in texts_of(removal)


def test_an_offer_is_shown_before_it_is_made() -> None:
    table = Table("W5")
    assert texts_of(preview(table, "offer 1L")) == ["5"]
    assert texts_of(preview(table, "offer II")) == ["II"]


@pytest.mark.parametrize("seed", range(3))
def test_previews_hold_no_names(seed: int) -> None:
    for state in positions(seed, step=11):
        for seat in state.to_act() - {"*"}:
            for choice in state.seen_by(int(seat), "de").choices():
                preview = ElementTree.fromstring(f"<g>{choice.preview}</g>")
                assert not [
                    e for e in preview.iter() if e.get("id") or e.get("data-touch") or e.get("data-piece")
                ], choice.move


def test_numbers_are_readable_on_a_phone() -> None:
    for name in ("two_rows", "nothing_to_roof"):
        parts = fixture(name).parts(0, "en")
        for size, text in sizes(elements(parts["board"])[0]):
            assert size * PHONE >= 8.5, text
        for part in ("aside", "hand"):
            assert not parts[part] or all(size >= 12 for size, _ in sizes(elements(parts[part])[0]))


def sizes(element: ElementTree.Element) -> Iterator[tuple[float, str]]:
    """The texts of an element with their sizes, but for fine ones, which are left out where a unit is small."""
    if element.tag.endswith(("text", "tspan")) and element.get("font-size"):
        yield float(element.get("font-size", 0)), "".join(element.itertext())
    for child in element:
        if child.get("class") != "fine":
            yield from sizes(child)


def test_values_of_houses_are_large() -> None:
    table = Table("W6 W5 W4 W3", seats=2)
    table.build("B", "W6W5W4W3^5")
    on_plaques = [
        float(e.get("font-size", 0))
        for e in by_id(table.state, "lot-B1").iter()
        if "on-plaque" in (e.get("class") or "")
    ]
    assert len(on_plaques) == 5
    assert min(on_plaques) * PHONE >= 14


def test_outer_cubes_are_large_enough_to_touch() -> None:
    table = Table("W1 W2 W3")
    for side in ("1L", "1R", "3L"):
        (hit,) = [e for e in by_id(table.state, f"offer-{side}") if e.get("class") == "hit"]
        assert float(hit.get("width", 0)) >= 44
        assert float(hit.get("height", 0)) >= 44


def test_during_an_auction_all_that_is_for_sale_stays_and_the_hand_shows_what_all_have() -> None:
    """Neither the piece on offer nor a bid takes anything else out of sight."""
    table = Table("W5 R3", seats=2)
    table.use("W5", "put B1", bids={1: 2})
    before = names_in(table, "aside")
    height = height_of(table.state.parts(0, "en")["aside"])
    table.auction("R3")
    assert height_of(table.state.parts(0, "en")["aside"]) < 0.7 * height  # room for it all on a phone
    assert {name for name in before - names_in(table, "aside") if name.startswith(("cube", "offer"))} <= {
        "cube-R3",
        *(f"offer-{row}{side}" for row in (1, 2, 3) for side in "LR"),
    }
    assert label(table.state, "place-1") == (
        "Triangle: auctioneer, 10 million in hand, 0 million in the slush fund, owns white"
    )
    assert with_class(by_id(table.state, "place-1"), "cube-0")


def names_in(table: Table, part: str) -> set[str]:
    return {element.get("id") or "" for element in elements(table.state.parts(0, "en")[part])}


def height_of(part: str) -> float:
    return float(elements(part)[0].get("viewBox", "").split()[3])


def test_a_house_is_ringed_whole_unless_a_piece_can_go_on_it() -> None:
    table = Table("W5 W4")
    table.use("W5", "put A1", bids={1: 2})
    whole_house = ring_of(table, "lot-A1")
    table.auction("W4")
    assert ring_of(table, "lot-A1") < whole_house


def ring_of(table: Table, name: str) -> float:
    """How far down the ring of a lot reaches."""
    (ring,) = [part for part in by_id(table.state, name).iter() if part.get("class") == "ring"]
    return float(ring.get("y", 0)) + float(ring.get("height", 0))


def test_the_rulebook_shows_the_scoring_of_its_text() -> None:
    picture = fixture("two_rows").game.spec.pictures["end"](translator("en"))
    assert {"+10", "+20", "+40", "−25", "−6", "−21"} <= set(texts_of(ElementTree.fromstring(picture)))


@pytest.mark.parametrize("name", ["table", "offer", "auction", "build", "end"])
def test_the_pictures_of_the_rulebook_can_lie_beside_a_table(name: str) -> None:
    picture = fixture("two_rows").game.spec.pictures[name](translator("en"))
    assert "data-touch" not in picture
    assert "data-piece" not in picture
    names = re.findall(r' id="([^"]*)"', picture)
    assert all(
        picture_name.startswith(f"{name}-evening-") for picture_name in names
    )  # gradients and patterns of its own


def test_the_rulebook_rings_what_can_be_offered() -> None:
    picture = fixture("two_rows").game.spec.pictures["offer"](translator("en"))
    assert picture.count('class="can-touch"') == len(
        ["1L", "1R", "2L", "2R", "3L", "3R", "I", "blank", "roof"]
    )


def test_whole_table_stands_alone() -> None:
    picture = fixture("two_rows").svg(0, "de")
    root = ElementTree.fromstring(picture)
    assert root.get("lang") == "de"
    assert {part.get("id") for part in root.findall(f"{{{svg.NAMESPACE}}}svg")} == {"board", "aside"}


def test_a_crane_stands_beside_the_free_lots_and_not_in_one() -> None:
    """Its foot is on the boundary of two lots, where no site is drawn."""
    gap = 115
    lot = str(_site(0, True, gap))
    foot = re.search(rf"translate\((\d+) {GROUND}\)", lot)
    assert foot is not None
    assert house_left(gap) + house_width(gap) < int(foot[1]) - CRANE_HALF
    assert gap + house_left(gap) > int(foot[1]) + CRANE_HALF


@pytest.mark.parametrize(
    ("lang", "longer", "shorter"), [("en", "longer", "shorter"), ("de", "länger", "kürzer")]
)
def test_a_permits_sign_says_what_it_does(lang: str, longer: str, shorter: str) -> None:
    """NH-22: −II is a row that is shorter by two."""
    t = translator(lang, quartier.load("neue_heimat").spec.folder)
    labels = [str(_placed_permit(1, sign_of, 0, 1, frozenset(), t)) for sign_of in (1, 2)]
    assert longer in labels[0]
    assert shorter in labels[1]
