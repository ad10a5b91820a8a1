"""The drawing of BlockCity: touchable, readable, well-formed, right about what scores, for any sheet."""

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import quartier
from quartier.conformance.games import load_compiled
from quartier.core.drawing import svg
from quartier.games.block_city.drawing import hand, layout
from tests.core.test_svg import contrast
from tests.games.block_city.recorded import fixture
from tests.games.block_city.table import STREET, city, sheet, start_game, turn

GAME = load_compiled("block_city")
STANDARD = layout.plan_of(GAME.spec.boards.standard())
PHONE = 390 / STANDARD.width
"""Pixels for a unit of the board on a phone 390 pixels wide."""
RING = ["H1 H1 H1 P1", "H1 K1 H1 P1", "H1 H1 H1 P2"]
"""A building around another one."""
SHEETS = {"standard": None, "harbour": "Hafenzeile", "ring": sheet(*RING), "street": sheet(*STREET)}


def positions(seed: int, board: object = None, seats: int = 3) -> Iterator[quartier.State]:
    """A random game, position by position; whoever can writes."""
    choose = random.Random(seed)
    state = GAME.new(seats, seed=seed, board=board)  # type: ignore[arg-type]
    yield state
    while not state.over:
        actor = choose.choice(sorted(state.to_act(), key=str))
        moves = state.moves(actor)
        writings = [move for move in moves if move[0] != "X" and move != "pass"]
        state.play(actor, choose.choice(writings or moves))
        yield state


def elements(part: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(part).iter())


def whole(state: quartier.State, seat: int | None, lang: str = "en") -> list[ElementTree.Element]:
    return [element for part in state.parts(seat, lang).values() if part for element in elements(part)]


def labels(state: quartier.State, touch: str, seat: int | None = 0) -> list[str]:
    """What a screen reader says about touchable things."""
    return [e.get("aria-label", "") for e in whole(state, seat) if e.get("data-touch") == touch]


def texts_of(element: list[ElementTree.Element]) -> list[str]:
    return ["".join(e.itertext()) for e in element if e.tag.endswith("text")]


@pytest.mark.parametrize("board", SHEETS.values(), ids=SHEETS)
def test_parts_are_xml_with_unique_ids_and_known_classes(board: object) -> None:
    matches = set(re.findall(r"\.([a-z][\w-]*)", svg.stylesheet() + quartier.load("block_city").styles))
    for state in list(positions(1, board))[::5]:
        for seat in (None, 0, 2):
            elements = whole(state, seat)
            ids = [element.get("id") for element in elements if element.get("id")]
            assert len(ids) == len(set(ids))
            classes = {name for element in elements for name in element.get("class", "").split()}
            assert classes - {"board", "hand", "aside"} <= matches


@pytest.mark.parametrize("board", SHEETS.values(), ids=SHEETS)
def test_every_touch_of_every_move_is_drawn(board: object) -> None:
    for state in list(positions(2, board))[::4]:
        for seat in state.to_act() - {"*"}:
            touches = {element.get("data-touch") for element in whole(state, int(seat))}
            paths = [path for choice in state.seen_by(int(seat), "en").choices() for path in choice.paths]
            assert {touch for path in paths for touch in path} - {"button-pass"} <= touches


@pytest.mark.parametrize("board", SHEETS.values(), ids=SHEETS)
def test_what_a_drawing_refers_to_is_drawn(board: object) -> None:
    """Grounds, roofs, trees and patterns stand in the board, and the previews on it use them as well."""
    for state in list(positions(3, board, seats=2))[::6]:
        parts = state.parts(0, "en")
        defined = set(re.findall(r'\bid="([^"]*)"', "".join(parts.values())))
        ghosts = (
            [choice.preview for choice in state.seen_by(0, "en").choices()]
            if "0" in map(str, state.to_act())
            else []
        )
        used = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', "".join([*parts.values(), *ghosts])))
        assert {name for name in used if not name.startswith("icon-")} <= defined


def test_a_spectator_sees_the_dice_beside_the_board_and_no_hand() -> None:
    state = turn(start_game("1@H05", "1@H05"), "2 5", "2@H04")
    parts = state.parts(None, "en")
    assert parts["hand"] == ""
    assert "Dice: 2, 5" in parts["aside"]
    assert "Dice: 2, 5" not in state.parts(0, "en")["aside"]


def test_buildings_are_spoken_with_what_is_on_them() -> None:
    state = turn(start_game("1@H05", "6@H05"), "2 5", "X2@P01")
    assert labels(state, "building-H05") == ["third house, row 4, column 4, with a 1"]
    assert labels(state, "building-H05", 1) == ["third house, row 4, column 4, with a 6"]
    assert labels(state, "building-P01") == ["park, row 1, column 4, miss, −2"]
    assert labels(state, "building-K1") == ["department store, row 2, column 1, empty"]


def test_an_empty_building_is_spoken_with_the_numbers_next_to_it() -> None:
    """Those decide what fits there (BC-6, BC-8); the viewer's own ones."""
    state = turn(start_game("1@H05", "6@H05"), "2 5", "2@H04")
    assert labels(state, "building-H03") == ["first house, row 4, column 2, empty, next to 2"]
    assert labels(state, "building-P05") == ["left park, row 4, column 5, empty, next to 1"]
    assert labels(state, "building-P05", 1) == ["left park, row 4, column 5, empty, next to 6"]


def test_the_chosen_die_is_shown_as_taken() -> None:
    state = start_game("1@H05", "1@H05")
    state.play("*", "roll 2 5")
    assert labels(state, "die-2") == ["die 2"]
    assert labels(state, "mark-X") == ["Mark a miss, −2"]
    state.play(0, "5@H04")
    assert labels(state, "die-5", 1) == ["die 5, used"]
    assert labels(state, "die-2", 1) == ["die 2"]
    assert labels(state, "mark-X", 1) == []


def test_doubles_show_two_dice_and_only_one_to_touch() -> None:
    state = start_game("1@H05", "1@H05")
    state.play("*", "roll 4 4")
    state.play(0, "4@H04")
    assert labels(state, "die-4", 1) == ["die 4"]
    dice = [e.get("aria-label") for e in whole(state, 1) if e.get("id") in ("die-0", "die-1")]
    assert dice == ["die 4, used", "die 4"]


@pytest.mark.rules("BC-5", "BC-6")
def test_each_building_shows_the_dice_that_fit_to_who_may_write() -> None:
    state = start_game("3@H1", "1@H1", rows=STREET)
    state.play("*", "roll 2 4")
    fitting = {seat: [e for e in whole(state, seat) if e.get("id") == "fitting"] for seat in (0, 1, None)}
    assert [_dice_on(e) for e in fitting[0]] == [["4", "4"]]
    assert fitting[1] == fitting[None] == []
    state.play(0, "X4@H2")
    (dice,) = (e for e in whole(state, 1) if e.get("id") == "fitting")
    assert _dice_on(dice) == ["2", "2"]


def _dice_on(fitting: ElementTree.Element) -> list[str]:
    """The small dice on the city: each is drawn once, and used."""
    return [e.get("href", "").removeprefix("#bc-fit-") for e in fitting.iter() if e.tag.endswith("use")]


@pytest.mark.rules("BC-15", "BC-16")
def test_groups_and_stores_that_score_carry_their_points() -> None:
    board = elements(city("P1=3 P2=3 H1=5 K1=2 P3=4", "P1 P2 H1", "P3 K1 H1").parts(None, "en")["board"])
    assert sum("hedge" in e.get("class", "") for e in board) == 2
    badges = [e for e in board if e.get("class") == "badge"]
    assert texts_of([element for badge in badges for element in badge.iter()]) == ["6", "2", "10"]


@pytest.mark.rules("BC-15")
def test_parks_of_one_number_lie_on_one_lawn() -> None:
    board = elements(city("P1=3 P2=3 P3=4", "P1 P2 H1", "P3 K1 H1").parts(None, "en")["board"])
    assert [e.tag.rpartition("}")[2] for e in board if "hedge" in e.get("class", "")] == ["path", "rect"]
    angle = elements(city("P1=3 P2=3 P3=3", "P1 P2 H1", "P3 K1 H1").parts(None, "en")["board"])
    assert [e.tag.rpartition("}")[2] for e in angle if "hedge" in e.get("class", "")] == ["path"]


@pytest.mark.parametrize("written", range(1, 7))
def test_a_building_has_a_row_of_windows_for_each_point(written: int) -> None:
    for name in ("H1", "K1", "S1", "F1", "T1"):
        (building,) = standing(city(f"{name}={written}", "H1 K1 S1 F1 T1 P1"), name)
        (windows,) = (e for e in building.iter() if e.get("fill") == "url(#bc-windows)")
        assert int(windows.get("height", "")) == 9 * written
        assert texts_of(list(building.iter())) == [str(written)]


@pytest.mark.parametrize("written", range(1, 7))
def test_a_park_has_as_many_trees_as_its_number(written: int) -> None:
    (park,) = standing(city(f"P1={written}", "P1 H1 H2"), "P1")
    assert sum(e.get("href") == "#bc-tree" for e in park.iter()) == written
    assert texts_of(list(park.iter())) == [str(written)]


@pytest.mark.rules("BC-13")
def test_a_miss_is_fenced_in_and_says_what_it_costs() -> None:
    for name in ("P1", "H1", "K1"):
        (ground,) = standing(city(f"{name}=X", "P1 H1 K1 K1"), name)
        assert {"fence", "cross"} <= {e.get("class") for e in ground.iter()}
        assert texts_of(list(ground.iter())) == ["−2"]


def standing(state: quartier.State, name: str) -> list[ElementTree.Element]:
    """What stands on a building's ground, on the first seat's board."""
    return [e for e in elements(state.parts(0, "en")["board"]) if e.get("id") == f"building-{name}"]


@pytest.mark.parametrize("name", ["solo", "one_filled", "tie_shared"])
def test_the_running_score_is_that_of_the_rules(name: str) -> None:
    state = fixture(name)
    for index in range(0, len(state.past), 20):
        earlier = state.at(index)
        columns = {e.get("id"): texts_of(list(e.iter())) for e in whole(earlier, 0)}
        for seat, score in enumerate(earlier.scores()):
            assert sum(int(column.replace("−", "-")) for column in columns[f"scores-{seat}"]) == score


def test_every_other_city_is_drawn_small() -> None:
    state = fixture("one_filled")
    for seat in range(3):
        elements_by_id = {e.get("id"): e for e in whole(state, seat)}
        assert {f"city-{other}" for other in range(3) if other != seat} <= set(elements_by_id)
        assert f"city-{seat}" not in elements_by_id
        for other in {0, 1, 2} - {seat}:
            assert elements_by_id[f"city-{other}"].get("data-opens") == str(other)
            marks = texts_of(list(elements_by_id[f"city-{other}"].iter()))
            assert len(marks) == 1 + len(state.view(None)["sheets"][other])


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_place_of_any_size_is_enough_for_what_stands_beside_the_board(seats: int) -> None:
    for board in (None, "Hafenzeile"):
        parts = GAME.new(seats, chance="manual", board=board).parts(0, "en")
        width, height = size(parts["aside"])
        assert width == layout.COLUMN
        assert height <= (400 if seats > 4 else 355 if seats > 2 else 208)  # of two, a lesson stands above it
        assert size(parts["hand"])[1] <= 120


def test_the_board_is_the_city_and_its_streets() -> None:
    width, height = size(GAME.new(6, chance="manual").parts(0, "en")["board"])
    assert 1 <= width / height <= 1.2
    assert STANDARD.columns * STANDARD.cell / width > 0.97
    assert size(GAME.new(2, chance="manual", board="Hafenzeile").parts(0, "en")["board"])[0] == width


def size(part: str) -> tuple[int, int]:
    search = re.search(r'viewBox="0 0 (\d+) (\d+)"', part)
    assert search
    return int(search[1]), int(search[2])


def test_last_move_is_ringed_with_its_building() -> None:
    state = turn(start_game("1@H05", "1@H05"), "2 5", "2@H04")
    assert [e.get("id") for e in whole(state, 0) if "last" in e.get("class", "").split()] == ["building-H04"]
    assert not [e for e in whole(state, 1) if "last" in e.get("class", "").split()]  # it lies in another city


def test_previews_are_small_and_show_mark_and_points() -> None:
    state = start_game("1@H05")
    state.play("*", "roll 2 5")
    for choice in state.seen_by(0, "en").choices():
        preview = ElementTree.fromstring(f"<g>{choice.preview}</g>")
        assert not [e for e in preview.iter() if e.get("id") or e.get("data-touch")]
        label = "−2" if choice.move[0] == "X" else choice.move[0]
        gain = [choice.points] if choice.points and choice.move[0] != "X" else []
        assert texts_of(list(preview.iter())) == [label, *gain]
        assert sum("staged-ground" in e.get("class", "") for e in preview.iter()) == 1
        assert len(choice.preview) < 1200


def test_only_the_ground_of_a_building_is_touched() -> None:
    """A high roof covers a part of the ground behind it, and badges lie on corners."""
    state = turn(start_game("1@H05", "1@H05"), "2 5", "2@H04")
    for building in (e for e in whole(state, 0) if (e.get("data-touch") or "").startswith("building-")):
        (group,) = (e for e in building if e.tag.endswith("}g"))
        assert group.get("pointer-events") == "none"
        assert group[-1].get("class") == "ring hit"
    (badges,) = (e for e in whole(state, 0) if e.get("id") == "badges")
    assert badges.get("pointer-events") == "none"


@pytest.mark.parametrize("kind", range(6))
def test_white_numbers_of_small_cities_stand_out_in_both_themes(kind: int) -> None:
    walls = re.findall(r"--wall: (#\w{6})", svg.stylesheet())
    grounds = re.findall(rf"--dark-{kind}: (#\w{{6}})", quartier.load("block_city").styles)
    assert len(walls) == len(grounds) == 3
    assert all(contrast(wall, ground) >= 4.5 for wall, ground in zip(walls, grounds, strict=True))


def test_passing_changes_nothing_in_the_drawing() -> None:
    state = turn(start_game("1@H05", "1@H05"), "2 5", "2@H04")
    assert next(choice for choice in state.seen_by(1, "en").choices() if choice.move == "pass").preview == ""


@pytest.mark.parametrize(("cells", "loops", "corners"), [
    ({(0, 0)}, 1, 4),
    ({(0, 0), (0, 1), (1, 0)}, 1, 6),
    ({(0, 0), (1, 1)}, 2, 8),
    ({(r, c) for r in range(3) for c in range(3)} - {(1, 1)}, 2, 8),
])  # fmt: skip
def test_outlines_of_any_shape(cells: set[tuple[int, int]], loops: int, corners: int) -> None:
    outline = STANDARD.outline(cells, 4, 6)
    assert outline.count("M") == outline.count("Z") == loops
    assert outline.count("Q") == corners


def test_outlines_lie_inside_their_cells() -> None:
    for building, cells in enumerate(STANDARD.cells):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", STANDARD.outline(cells, 5, 6))]
        rooms_of_building = STANDARD.rooms[building]
        assert min(numbers[::2]) == pytest.approx(rooms_of_building.x + 5)
        assert max(numbers[1::2]) == pytest.approx(rooms_of_building.y + rooms_of_building.height - 5)


def test_german_has_its_own_words() -> None:
    state = start_game("1@H05")
    assert "3. Wohnhaus, Reihe 4, Spalte 4, mit einer 1" in state.parts(0, "de")["board"]
    assert "Punkte nach Größe der Parkgruppe" in state.parts(0, "de")["hand"]
    assert "Kaufhäuser" in state.parts(0, "de")["aside"]


def test_numbers_and_targets_are_large_on_a_phone() -> None:
    assert (STANDARD.cell - 2 * 3) * PHONE >= 44
    plaque_enlarged = 1.5
    assert 28 * plaque_enlarged * PHONE >= 16
    assert hand.PITCH >= 48
    assert hand.NUMBER_PITCH >= 48
    assert hand.HAND_HEIGHT >= 48


def test_the_board_has_a_place_for_ghosts_and_every_building() -> None:
    board = elements(GAME.new(2, chance="manual").parts(0, "en")["board"])
    assert board[-1].get("id") == "ghost"
    assert sum(e.get("data-touch", "").startswith("building-") for e in board) == 36


def test_whole_table_stands_alone() -> None:
    picture = fixture("one_filled").svg(0, "de")
    root = ElementTree.fromstring(picture)
    assert "--paper" in picture
    assert len(root.findall(f"{{{svg.NAMESPACE}}}svg")) == 3


@pytest.mark.parametrize("name", ["sheet", "roll", "climb", "other", "full", "rival"])
def test_the_pictures_of_the_rulebook_can_lie_beside_a_table(name: str) -> None:
    for lang in ("en", "de"):
        picture = quartier.load("block_city").picture(name, lang)
        assert "data-touch" not in picture
        assert all(own.startswith(f"{name}-") for own in re.findall(r'\bid="([^"]*)"', picture))
        assert all(
            used.startswith(("#icon-", f"#{name}-")) for used in re.findall(r'href="([^"]*)"', picture)
        )
        assert ElementTree.fromstring(picture).get("viewBox")


def test_the_signs_of_grounds_have_their_words_beside_the_points() -> None:
    aside = elements(GAME.new(2, seed=1).parts(0, "de")["aside"])
    assert {"Schule", "Feuerwache", "Rathaus"} <= set(texts_of(aside))  # the other kinds are categories


def test_the_signs_of_the_public_buildings_say_what_a_set_scores() -> None:
    aside = quartier.load("block_city").new(2, seed=1).seen_by(0, "en").parts()["aside"]
    assert ">30 =</text>" in aside
