"""The drawing of City Blocks: touchable, readable, well-formed, and silent about what is hidden."""

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import quartier
from quartier.core.drawing import svg
from quartier.games.city_blocks.drawing import buildings, layout
from quartier.games.city_blocks.rules.state import BLOCKS, STREETS
from quartier.games.city_blocks.rules.tiles import KINDS, VALUES
from quartier.games.city_blocks.text.labels import BLOCK_NAMES

PHONE = 360 / layout.WIDTH
"""Pixels for a drawing unit of the board on a phone 360 pixels wide: the board goes from edge to edge."""


def positions(seed: int, rebuild: float = 0.3) -> Iterator[quartier.State]:
    """A random game, position by position; rebuilds are rarer than by pure chance."""
    choose = random.Random(seed)
    state = quartier.load("city_blocks").new(seed=seed)
    yield state
    while not state.over:
        (actor,) = state.to_act()
        moves = state.moves(actor)
        quick = [move for move in moves if "x" not in move]
        state.play(actor, choose.choice(quick if choose.random() > rebuild else moves))
        yield state


def deal_hands(
    blue: str, red: str, bonus: str = "1 2 3 4 5 6 7 8 9 10 11", lots: str = "13 12"
) -> quartier.State:
    """A table with chosen hands; blue (seat 0) begins by default."""
    state = quartier.load("city_blocks").new(chance="manual")
    events = [f"bonus {value}" for value in bonus.split()] + [f"lot {value}" for value in lots.split()]
    for event in events + [f"draw {tile}" for tile in f"{blue} {red}".split()]:
        state.play("*", event)
    return state


def elements(part: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(part).iter())


def whole(state: quartier.State, seat: int | None, lang: str = "en") -> list[ElementTree.Element]:
    return [element for part in state.parts(seat, lang).values() if part for element in elements(part)]


def within(state: quartier.State, kind: str, name: str, seat: int | None = None) -> list[ElementTree.Element]:
    """All elements of a touchable thing."""
    (element,) = [e for e in whole(state, seat) if e.get("data-touch") == f"{kind}-{name}"]
    return list(element.iter())


def classes_of(elements: list[ElementTree.Element]) -> set[str]:
    return {name for element in elements for name in element.get("class", "").split()}


def words_of(node: list[ElementTree.Element]) -> list[str]:
    return [element.text or "" for element in node if element.tag.endswith("text")]


def label(state: quartier.State, touch: str, seat: int | None = None) -> str:
    """What a screen reader says about a touchable thing."""
    (element,) = [e for e in whole(state, seat) if e.get("data-touch") == touch]
    return element.get("aria-label", "")


@pytest.mark.parametrize("seed", range(3))
def test_every_touch_of_every_move_is_drawn(seed: int) -> None:
    for state in positions(seed):
        for seat in state.to_act() - {"*"}:
            touch_ids = {element.get("data-touch") for element in whole(state, seat)}
            touches = {
                touch
                for choice in state.seen_by(seat, "en").choices()
                for path in choice.paths
                for touch in path
            }
            assert {touch for touch in touches if not touch.startswith("button-")} <= touch_ids


@pytest.mark.parametrize("seed", range(2))
def test_parts_are_xml_with_unique_ids_and_known_classes(seed: int) -> None:
    matches = set(re.findall(r"\.([a-z][\w-]*)", svg.stylesheet() + quartier.load("city_blocks").styles))
    for state in positions(seed):
        for seat in (None, 0, 1):
            elements_drawn = whole(state, seat)
            ids = [element.get("id") for element in elements_drawn if element.get("id")]
            assert len(ids) == len(set(ids))
            classes = {name for element in elements_drawn for name in element.get("class", "").split()}
            assert classes - {"board", "hand", "aside", "coordinates"} <= matches


def test_every_piece_is_drawn_once() -> None:
    for state in positions(5):
        pieces = [element.get("data-piece") for element in whole(state, 0) if element.get("data-piece")]
        assert len(pieces) == len(set(pieces))
        assert {f"token-{value}" for value in state.concealed(0).view(0)["tokens_out"]} <= set(pieces)


def test_a_tile_keeps_its_name_from_hand_to_board() -> None:
    state = deal_hands("H1 S2 SC SC CH", "H1 H2 H3 H4 H5")
    dealt_pieces = [
        e.get("data-piece") for e in elements(state.parts(0, "en")["hand"]) if e.get("data-piece")
    ]
    assert dealt_pieces == ["0-H1", "0-S2", "0-SC", "0-SC-2", "0-CH"]
    state.play(0, "SC@a1")
    board = [e.get("data-piece") for e in elements(state.parts(0, "en")["board"])]
    hand = [e.get("data-piece") for e in elements(state.parts(0, "en")["hand"])]
    assert "0-SC" in board
    assert "0-SC-2" in hand
    assert "0-SC" not in hand


def test_pieces_leave_their_transform_to_animations() -> None:
    for state in positions(2):
        assert not [e for e in whole(state, 1) if e.get("data-piece") and e.get("transform")]


@pytest.mark.rules("CB-23")
def test_what_is_hidden_is_not_drawn() -> None:
    one, other = (deal_hands("H1 H2 H3 H4 H5", hand) for hand in ("S2 S3 S4 S5 S6", "F3 F4 SC PP CH"))
    for viewer in (0, None):
        assert one.parts(viewer, "en") == other.parts(viewer, "en")
    assert one.parts(1, "en") != other.parts(1, "en")
    previews = [[choice.preview for choice in state.seen_by(0, "en").choices()] for state in (one, other)]
    assert previews[0] == previews[1]


def test_a_spectator_sees_no_hand() -> None:
    assert deal_hands("H1 H2 H3 H4 H5", "S2 S3 S4 S5 S6").parts(None, "en")["hand"] == ""


def test_hand_is_sorted_by_kind() -> None:
    hand = elements(deal_hands("CH F3 S2 SC H1", "S2 S3 S4 S5 S6").parts(0, "en")["hand"])
    touches = [e.get("data-touch") for e in hand if e.get("data-touch")]
    assert touches == ["hand-H1", "hand-S2", "hand-F3", "hand-SC", "hand-CH"]


def test_empty_and_built_blocks_are_spoken() -> None:
    state = deal_hands("H1 H2 H3 H4 H5", "S2 S3 S4 S5 S6")
    assert label(state, "block-c4") == "Jefferson & Eisenhower, empty"
    state.play(0, "H3@c4")
    assert label(state, "block-c4") == "Jefferson & Eisenhower, Blue, house 3"


@pytest.mark.rules("CB-17", "CB-18")
def test_values_that_do_not_count_are_grey_and_dark_under_a_capsule() -> None:
    state = deal_hands("F7 H2 S3 PP H1", "SC S3 S4 S5 S6")
    for actor, move in [(0, "F7@a1"), ("*", "draw MA"), (1, "SC@b1"), ("*", "draw H1"), (0, "H2@c3")]:
        state.play(actor, move)
    assert label(state, "block-a1") == "Grant & Adams, Blue, factory 7, counts 0 in its row"
    assert label(state, "block-c3") == "Jefferson & Cleveland, Blue, house 2"
    assert label(state, "street-1").endswith("Blue 0, Red 0")
    assert label(state, "street-a").endswith("Blue 7, Red 0")
    factory, building = (within(state, "block", block) for block in ("a1", "c3"))
    capsules = [e.get("href") for e in factory if e.get("href", "").startswith("#zero")]
    assert capsules == ["#zero-row-fine", "#zero-row-coarse"]
    assert "faded" in classes_of(factory)
    assert "lit" not in classes_of(factory)
    assert "7" in words_of(factory), "the number itself stays readable"
    assert not [e for e in building if e.get("href")]
    assert "faded" not in classes_of(building)
    assert "lit" in classes_of(building)


@pytest.mark.rules("CB-16", "CB-20")
def test_taken_streets_show_who_took_them() -> None:
    *_, state = positions(1, rebuild=0)
    streets = state.view(None)["streets"]
    takers = {letter: street["award"] for letter, street in streets.items()}
    endings = {0: " for Blue", 1: " for Red", "nobody": ", no winner"}
    assert {0, 1} <= set(takers.values())
    for letter, taker in takers.items():
        assert f"${streets[letter]['token']}{endings[taker]}" in label(state, f"street-{letter}")


def test_last_move_is_ringed() -> None:
    state = deal_hands("H1 H2 H3 H4 H5", "S2 S3 S4 S5 S6")
    state.play(0, "H3@c4")
    ringed = [e.get("id") for e in whole(state, 1) if "last" in e.get("class", "").split()]
    assert ringed == ["block-c4"]


def test_previews_are_xml_and_show_the_bonus() -> None:
    previews = set()
    for state in positions(1):
        for seat in state.to_act() - {"*"}:
            for choice in state.seen_by(seat, "en").choices():
                preview = ElementTree.fromstring(f"<g>{choice.preview}</g>")
                texts = ["".join(e.itertext()) for e in preview.iter("text")]
                assert not [e for e in preview.iter() if e.get("id") or e.get("data-touch")]
                previews |= {text[0] for text in texts if text[0] in "+−$"}
                if "@" in choice.move and choice.points:
                    assert sum(int(text[2:]) for text in texts if text[0] == "+") == int(choice.points)
    assert previews == set("+−$")


def test_previews_show_the_tile_that_is_built_and_refer_to_what_the_board_brings() -> None:
    state = deal_hands("F7 H2 S3 PP H1", "SC S3 S4 S5 S6")
    ids = {e.get("id") for e in elements(state.parts(0, "en")["board"])}
    for choice in state.seen_by(0, "en").choices():
        preview = list(ElementTree.fromstring(f"<g>{choice.preview}</g>").iter())
        references = [e.get("href", "")[1:] for e in preview if e.get("href")]
        tile = choice.move.partition("@")[0]
        assert references == [f"ghost-0-{tile}-{look}" for look in ("lit", "fine", "coarse")]
        assert set(references) <= ids
        assert "staged-ground" in classes_of(preview)


def test_a_preview_marks_what_would_no_longer_count() -> None:
    state = deal_hands("F7 H2 S3 SC H1", "H2 S3 S4 S5 S6")
    for actor, move in [(0, "F7@a1"), ("*", "draw MA"), (1, "H2@b3"), ("*", "draw H1")]:
        state.play(actor, move)
    ghosts = {choice.move: choice.preview for choice in state.seen_by(0, "en").choices()}
    assert "#zero-row-fine" in ghosts["SC@c1"]
    assert "#zero-column-fine" in ghosts["SC@a4"]
    assert "#zero" not in ghosts["SC@c4"]


def test_german_has_its_own_words() -> None:
    parts = deal_hands("H1 H2 H3 PP CH", "S2 S3 S4 S5 S6").parts(0, "de")
    assert "AUS DEM SPIEL" in parts["aside"]
    assert "In deinem Nachziehstapel" in parts["aside"]
    assert "gebäude" in parts["hand"]


VALUED = [kind for kind, value in enumerate(VALUES) if value]


LIT = [(kind, False) for kind in VALUED]
DARK = [(kind, True) for kind in VALUED if KINDS[kind][0] != "S"]  # stores always count


@pytest.mark.parametrize(("kind", "dark"), LIT + DARK)
def test_a_building_has_one_row_of_windows_for_each_point(kind: int, dark: bool) -> None:
    elements_drawn = elements(f"<g>{buildings.building(0, kind, 'roof', dark)}</g>")
    panes = "".join(e.get("d", "") for e in elements_drawn if "pane" in e.get("class", "").split())
    rows = {y for _, y in re.findall(r"M([\d.]+) (\d+)h", panes)}
    assert len(rows) == VALUES[kind]
    assert words_of(elements_drawn) == [str(VALUES[kind])] * 2, "in a size for large and one for small boards"
    assert ("lit" in classes_of(elements_drawn)) == (not dark)


def test_a_higher_building_has_a_higher_wall() -> None:
    tops = {KINDS[kind]: buildings.eaves_of(kind) for kind in VALUED}
    assert buildings.FOOT - tops["F7"] == buildings.FLOOR * 7 + 7
    assert tops["H5"] < tops["H1"]


@pytest.mark.parametrize("kind", VALUED)
def test_no_building_reaches_the_name_of_the_street_behind(kind: int) -> None:
    elements_drawn = elements(f"<g>{buildings.shell(0, kind, 'roof', False)}</g>")
    paths = " ".join(e.get("d", "") for e in elements_drawn)
    heights = [float(y) for y in re.findall(r"[MLV](?:[-\d.]+ )?(-?[\d.]+)", paths)]
    heights += [float(e.get("y", 0)) for e in elements_drawn]
    name = layout.ROAD // 2 + 5 - layout.ROAD
    assert min(heights) >= name == buildings.HIGHEST - 1


@pytest.mark.rules("CB-16", "CB-20")
def test_finished_streets_are_paved_by_the_winner() -> None:
    for state in positions(1, rebuild=0):
        streets = state.view(None)["streets"].values()
        elements_drawn = elements(state.parts(None, "en")["board"])
        bands = [e.get("class") for e in elements_drawn if {c.get("class") for c in e.iter()} >= {"wash"}]
        for seat, dash in enumerate(("kerb round", "kerb")):
            won = sum(street["award"] == seat for street in streets)
            assert bands.count(f"seat-{seat}") == won
            assert [e.get("class") for e in elements_drawn].count(dash) == won


def test_a_tag_shows_token_and_sums_and_in_the_end_the_winner() -> None:
    state = deal_hands("H1 H2 H3 H4 H5", "S2 S3 S4 S5 S6")
    state.play(0, "H3@c4")
    tag = within(state, "street", "4")
    assert words_of(tag) == ["$4", "$4", "3", "0", "3", "0"]  # each also larger, for small boards
    assert [e.get("class") for e in tag if e.text == "3"] == ["heavy ahead seat-0"] * 2
    *_, state = positions(1, rebuild=0)
    for letter, street in state.view(None)["streets"].items():
        tag = within(state, "street", letter)
        if street["award"] in (0, 1):
            assert f"url(#board-roof-{street['award']})" in {e.get("fill") for e in tag}
            assert f"{street['sums'][0]}:{street['sums'][1]}" in words_of(tag)
        else:
            assert "gone" in classes_of(tag)


@pytest.mark.slow
@pytest.mark.rules("CB-10", "CB-11")
def test_a_tag_tells_who_won_and_who_holds_the_token_now() -> None:
    """After a rebuild the sums are no longer those that decided, and a token that was given up stands crossed out."""
    states = [state for seed in range(4) for state in positions(seed)]
    given = [state for state in states if gave_up(state)]
    assert given
    for state in given[:40]:
        for letter, street in state.view(None)["streets"].items():
            if street["award"] not in (0, 1):
                continue
            tag = within(state, "street", letter)
            assert f"{street['sums'][0]}:{street['sums'][1]}" not in words_of(tag)
            is_held_roof = f"url(#board-roof-{street['award']})" in {e.get("fill") for e in tag}
            assert is_held_roof != ("since given up" in label(state, f"street-{letter}"))
            assert is_held_roof != ("gone" in classes_of(tag))


def gave_up(state: quartier.State) -> bool:
    """Whether somebody has given a token up that they had won."""
    view = state.view(None)
    won = [street["token"] for street in view["streets"].values() if street["award"] in (0, 1)]
    return any(token in view["tokens_out"] for token in won)


def test_empty_blocks_are_lawns_unlike_their_neighbours() -> None:
    state = deal_hands("H1 H2 H3 H4 H5", "S2 S3 S4 S5 S6")
    lawns = {
        name: [e.get("href") for e in within(state, "block", name) if e.get("href")] for name in BLOCK_NAMES
    }
    assert all(len(lawn) == 1 for lawn in lawns.values())
    for column, row in ((column, row) for column in "abcde" for row in "1234"):
        right, above = chr(ord(column) + 1) + row, column + chr(ord(row) + 1)
        assert lawns[column + row] not in (lawns[right], lawns[above])


def test_tokens_and_counts_stand_beside_the_board() -> None:
    *_, state = positions(1, rebuild=0)
    aside = elements(state.parts(None, "en")["aside"])
    pieces = {e.get("data-piece") for e in aside}
    table = state.view(None)
    for seat in (0, 1):
        (element,) = [e for e in aside if e.get("id") == f"place-{seat}"]
        assert {f"token-{value}" for value in table["tokens"][seat]} <= pieces
        counts = f"Hand {table['hand_sizes'][seat]}, Pile {table['pile_sizes'][seat]}"
        assert element.get("aria-label", "").endswith(counts)


def test_numbers_and_targets_are_large_on_a_phone() -> None:
    state = deal_hands("H1 H2 H3 H4 H5", "S2 S3 S4 S5 S6")
    state.play(0, "H3@c4")
    sizes: dict[str, float] = {}
    for element in whole(state, None):
        text = "".join(element.itertext())
        sizes[text] = max(sizes.get(text, 0), float(element.get("font-size", 0)))
    assert sizes["3"] * PHONE >= 16
    assert sizes["$11"] * PHONE >= 13
    assert sizes["Eisenhower"] * PHONE >= 10
    assert min(layout.PITCH_X, layout.PITCH_Y) * PHONE >= 44
    for letter in ("1", "a"):
        (area,) = [e for e in within(state, "street", letter) if e.get("class") == "hit"]
        assert float(area.get("width", 0)) * PHONE >= 44
        assert float(area.get("height", 0)) * PHONE >= 40


def test_hand_and_aside_fit_the_column() -> None:
    state = deal_hands("H1 H2 H3 PP CH", "S2 S3 S4 S5 S6")
    for part, most in (("hand", 120), ("aside", 155)):
        elements_drawn = elements(state.parts(0, "en")[part])
        _, _, width, height = map(int, elements_drawn[0].get("viewBox", "").split())
        assert width == layout.COLUMN
        assert height <= most
        assert min(float(e.get("font-size", 99)) for e in elements_drawn) >= 12
    (area, *_) = [e for e in elements(state.parts(0, "en")["hand"]) if e.get("class") == "hit"]
    assert min(float(area.get(side, 0)) for side in ("width", "height")) >= 44


def test_the_board_has_a_place_for_ghosts_and_thirty_blocks() -> None:
    elements_drawn = elements(deal_hands("H1 H2 H3 H4 H5", "S2 S3 S4 S5 S6").parts(0, "en")["board"])
    touches = [e.get("data-touch", "") for e in elements_drawn]
    assert elements_drawn[-1].get("id") == "ghost"
    assert sum(touch.startswith("block-") for touch in touches) == BLOCKS
    assert sum(touch.startswith("street-") for touch in touches) == STREETS


def test_whole_table_stands_alone() -> None:
    picture = deal_hands("H1 H2 H3 H4 H5", "S2 S3 S4 S5 S6").svg(0, "de")
    root = ElementTree.fromstring(picture)
    assert root.get("lang") == "de"
    assert "--paper" in picture
    assert len(root.findall(f"{{{svg.NAMESPACE}}}svg")) == 3
