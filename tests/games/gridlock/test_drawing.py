"""The map and the hand: what can be touched is there, what is hidden is not, and previews say what changes."""

import re
from math import dist, hypot
from xml.etree import ElementTree

import pytest

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.core.drawing.svg import BEYOND
from quartier.core.text.languages import translator
from quartier.games.gridlock.drawing.landmarks import NAMES, houses
from quartier.games.gridlock.drawing.layout import EDGE, HALF_ROW, centre, map_size, toward, width_of
from quartier.games.gridlock.drawing.pieces import DISC, car_spot
from quartier.games.gridlock.drawing.plates import LETTERING, plate_box
from quartier.games.gridlock.drawing.previews import _gain_label
from quartier.games.gridlock.drawing.routes import KERB, draw_route, route
from quartier.games.gridlock.drawing.sights import PLAZA
from quartier.games.gridlock.rules import moves, tiles
from quartier.games.gridlock.rules.board import destination_names
from quartier.games.gridlock.text.labels import _rotation, space_name
from quartier.games.gridlock.text.notation import places
from tests.games.gridlock.table import GOALS, play, space, table

ROADS = {"1,2": ("63", 63), "1,4": ("21o", 42)}
FIRST_GOALS = {0: ("MIT", *GOALS[:4])}


def ghost_of(state: State, move: str, lang: str = "en") -> str:
    (seat,) = state.to_act()
    return next(choice.preview for choice in state.seen_by(int(seat), lang).choices() if choice.move == move)


def test_a_space_is_named_by_two_places_on_the_map() -> None:
    """No one has to work out a compass direction between two names that the map shows; every name means one space."""
    s, t = table().open_record(), translator("en", "gridlock")
    assert space_name(s.board, space(table(), "9,6"), t) == "by Faneuil Hall towards North End"
    names = [space_name(s.board, number, t) for number in range(len(s.board.data["spaces"]))]
    assert len(set(names)) == len(names)
    assert sum(" towards " in name or " between " in f" {name}" for name in names) > len(names) / 2


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_label_says_in_words_how_a_tile_lies(lang: str) -> None:
    """Each rotation of a tile has words of its own, and nothing is abbreviated."""
    state = table(ROADS, goals=FIRST_GOALS)
    labels, t = (
        [choice.label for choice in state.seen_by(0, lang).choices()],
        translator(lang, state.game.spec.folder),
    )
    assert labels
    assert not any("/" in label or "(" in label for label in labels)
    for mask in tiles.MASKS:
        ways = {_rotation(rotated, t) for rotated in tiles.rotations(int(mask))}
        assert len(ways) == len(tiles.rotations(int(mask)))
    closed = {"en": ", no exit north or south-west", "de": ", ohne Ausfahrt nach Norden oder Südwesten"}
    assert _rotation(tiles.ALL_SIDES & ~0b010001, t) == closed[lang]


def test_a_tunnel_is_spoken_with_its_exits() -> None:
    board = table(ROADS, goals=FIRST_GOALS).parts(0, "en")["board"]
    tunnels = re.findall(r'aria-label="((?:north|south) tunnel [^"]*)"', board)
    assert tunnels
    assert all(re.fullmatch(r"(north|south) tunnel \(\d+,\d+\) \([a-z, -]+\)", name) for name in tunnels), (
        tunnels
    )


@pytest.mark.rules("GL-28")
def test_own_goals_are_marked_on_the_own_board_only() -> None:
    state = table(ROADS, goals=FIRST_GOALS)
    assert state.parts(0, "en")["board"].count("plaza wanted") == 5
    assert state.parts(None, "en")["board"].count("plaza wanted") == 0
    assert state.parts(0, "en")["board"].count("plate wanted") == 5
    assert state.parts(0, "en")["board"].count('class="grow seat-1') == 5
    assert state.parts(None, "en")["hand"] == ""
    assert "your goal" in state.parts(0, "en")["board"]
    assert "dein Ziel" in state.parts(0, "de")["board"]


@pytest.mark.rules("GL-21")
def test_the_panel_counts_and_lists_the_own_visits() -> None:
    """A newcomer sees one number everywhere: how many of all destinations are visited, the start included."""
    state = table(ROADS, goals=FIRST_GOALS)
    goal = state.seen_by(0, "en").goal()
    panel = state.parts(0, "en")["aside"]
    assert "Your goals: 1 of 6 visited" in panel
    assert "Leader: 1 of 6" in str(goal)
    assert panel.index('data-about="visited-0"') < panel.index('data-about="visited-1"')
    assert 'data-about="visited-0"' in state.parts(None, "en")["aside"]


def test_a_mark_on_a_goal_card_stays_in_its_row() -> None:
    aside = table({"1,2": ("63", 63), "2,1": ("9", 18)}, goals=FIRST_GOALS).parts(0, "en")["aside"]
    mark = re.search(r'translate\([\d.]+ ([\d.]+)\)"><circle r="([\d.]+)" class="pill"', aside)
    assert mark
    assert float(mark[1]) + float(mark[2]) < 31  # the height of a card


def test_drawings_are_well_formed_and_ids_differ() -> None:
    state = table(ROADS, cones=("4,7",), seats=4)
    for viewer in (None, 0, 3):
        svg = state.svg(viewer, "de")
        ElementTree.fromstring(svg)
        ids = re.findall(r' id="([^"]+)"', svg)
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="#([^"]+)"', svg))
        assert used <= set(ids)
    assert state.parts(0, "en")["board"].count('href="#zone"') == 7


def test_every_destination_of_boston_has_an_icon() -> None:
    assert set(destination_names(table().board.data)) == set(NAMES)


def pills(preview: str) -> dict[str, tuple[float, float]]:
    """The words that a preview shows, and where."""
    matches = re.findall(r'translate\(([-\d.]+) ([-\d.]+)\)"[^>]*><rect[^>]*/><text[^>]*>([^<]+)<', preview)
    return {label: (float(x), float(y)) for x, y, label in matches}


def at_mit(state: State, name: tuple[float, float]) -> bool:
    """Whether a place is over or below that landmark."""
    x, y = centre(state.board, space(state, "3,0"))
    return abs(name[0] - x) < EDGE and abs(name[1] - y) < 2 * EDGE


def marks(preview: str) -> dict[str, tuple[float, float]]:
    """What is marked at goals, by the look of the disc, and where."""
    pattern = r'translate\(([-\d.]+) ([-\d.]+)\)" class="gain-pill">.*?<circle [^>]*class="([a-z ]+)"'
    return {look: (float(x), float(y)) for x, y, look in re.findall(pattern, preview)}


def test_a_preview_marks_at_the_goal_that_it_is_connected_or_cut() -> None:
    state = table({"1,2": ("63", 63)}, goals=FIRST_GOALS, hands={0: ("5", "9")})
    gained = ghost_of(state, "lay 9@2,1=18")
    assert list(marks(gained)) == ["pill"]
    assert at_mit(state, marks(gained)["pill"])
    assert "<text" not in gained  # a word would cover the tile or a name
    assert marks(ghost_of(state, "lay 9@6,13=9")) == {}
    joined = table({"1,2": ("63", 63), "2,1": ("9", 18)}, goals=FIRST_GOALS)
    assert at_mit(state, marks(ghost_of(joined, "turn 2,1=9"))["card loss"])
    assert at_mit(state, marks(ghost_of(joined, "remove 2,1"))["card loss"])


@pytest.mark.rules("GL-21")
def test_a_preview_shows_the_point_for_a_stop_at_a_goal() -> None:
    joined = table({"1,2": ("63", 63), "2,1": ("9", 18)}, goals=FIRST_GOALS)
    arrived = ghost_of(joined, "stop 3,0")
    assert at_mit(joined, pills(arrived)["+1"])
    assert 'data-piece="car-0"' in arrived
    assert pills(ghost_of(joined, "stop 1,2")) == {}


@pytest.mark.rules("GL-14", "GL-16")
def test_previews_show_zones_and_ways() -> None:
    state = table(ROADS)
    assert ghost_of(state, "cone 4,7").count('href="#zone"') == 7
    way = re.search(r'd="([^"]+)" class="way"', ghost_of(state, "stop 1,2"))
    assert way
    assert len(re.findall(r"[ML]", way[1])) == 2


def test_a_drawn_way_leaves_landmarks_free() -> None:
    through = {"3,2": ("9", 9), "4,1": ("9", 36)}
    state = table(through, cars={0: "3,2"})
    s = state.open_record()
    way = route(s, space(state, "4,1"))
    lines = draw_route(s.board, way)
    assert way == tuple(space(state, space_name) for space_name in ("3,2", "3,0", "4,1"))
    mit = centre(s.board, space(state, "3,0"))
    assert len(lines) == 2
    assert all(dist(corner, mit) > PLAZA for line in lines for corner in line)


def test_the_map_has_no_coordinates_but_in_a_group_that_pages_can_hide() -> None:
    board = table(ROADS).parts(0, "en")["board"]
    hidden = re.search(r'<g class="coordinates"><g[^>]*>.*?</g></g>', board)
    assert hidden
    assert hidden[0].count("<text") == len(table().board.data["spaces"])
    assert not re.search(r">\d+,\d+</text>", board.replace(hidden[0], ""))


def test_the_ground_goes_on_beyond_the_play_area() -> None:
    board = table().parts(0, "en")["board"]
    width, height = map_size(table().board)
    assert f'viewBox="0 0 {width} {height}"' in board
    s = table().open_record()
    middles = [centre(s.board, space) for space in range(s.spaces)]
    assert all(EDGE <= x <= width - EDGE and HALF_ROW <= y <= height - HALF_ROW for x, y in middles)
    assert board.count(f'<rect x="-{BEYOND}" y="-{BEYOND}"') == 2
    assert 'fill="url(#board-streets)"' in board
    assert {"avenue", "shore", "park lawn", "water-fill pond"} <= set(re.findall(r'class="([^"]+)"', board))


def test_houses_stand_only_where_no_road_leaves() -> None:
    for mask in (63, 21, 9, 5, 1):
        corners = re.findall(r"([-\d.]+) ([-\d.]+)[LZ]", houses(mask))
        assert corners
        for side in range(6):
            if mask >> side & 1:
                along = toward(60 * side, 1)
                ahead = [
                    (float(x), float(y)) for x, y in corners if float(x) * along[0] + float(y) * along[1] > 0
                ]
                assert all(abs(x * along[1] - y * along[0]) > KERB / 2 for x, y in ahead)


def test_a_car_stands_beside_the_landmark() -> None:
    state = table(cars={0: "3,0", 1: "3,0"})
    spots = [car_spot(state.open_record(), seat) for seat in range(2)]
    assert all(hypot(*spot) >= 20 + DISC for spot in spots)
    assert dist(*spots) >= 2 * DISC


@pytest.mark.rules("GL-21", "GL-28")
def test_the_aside_shows_own_goals_and_the_visits_of_all() -> None:
    state = table(ROADS, goals=FIRST_GOALS)
    mine, theirs, all_of_them = (state.parts(viewer, "en")["aside"] for viewer in (0, 1, None))
    assert "MIT, " in mine
    assert "MIT, " not in theirs + all_of_them
    assert "Green: 1 of 6 visited, 2 tiles in hand (Aquarium)" in mine
    assert "Red: 1 of 6 visited" in mine
    assert "Red: 1 of 6 visited, 2 tiles in hand (Harvard)" in theirs
    assert all_of_them.count("of 6 visited") == 2 * all_of_them.count('role="img"') // 3 * 2


def test_the_colours_of_the_cars_are_drawn() -> None:
    state = table(colours="by")
    assert "seat-0" in state.parts(0, "en")["board"]
    assert "Yellow: 1 of 6 visited" in state.parts(0, "en")["aside"]
    assert load_compiled("gridlock").picture("reach", "en").count('class="gold arrival"') == 5


def test_the_last_move_is_ringed() -> None:
    state = play(table(ROADS), "turn 1,4=21")
    assert 'class="space last"' in state.parts(0, "en")["board"]


@pytest.mark.parametrize("name", ["Boston", "Lindenford"])
def test_plates_hide_neither_roads_nor_places_to_touch(name: str) -> None:
    """A small board has none; the smallest that has them raises them to 11 px, and the dots in the middle stay free."""
    state = load_compiled("gridlock").new(seats=2, seed=1, board=name)
    board, growth = state.board, 11 / (0.62 * LETTERING)
    svg = state.parts(0, "en")["board"]
    fine = re.findall(r'<g class="fine[^>]*data-lettering', svg)
    assert svg.count('class="plate') == svg.count("data-lettering") == len(fine)
    middles = [centre(board, number) for number in range(len(board.data["spaces"]))]
    for number, where in enumerate(board.data["spaces"]):
        if where["kind"] != "destination":
            continue
        left, top, width, height = (growth * size for size in plate_box(board, number))
        for x, y in (dist_of(middles[number], middle) for middle in middles if middle != middles[number]):
            gap = max(left - x, x - left - width), max(top - y, y - top - height)
            assert max(gap) > 12, where


def dist_of(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return other[0] - one[0], other[1] - one[1]


def test_a_drive_changes_one_place_whatever_is_touched_for_it() -> None:
    assert len(places(table().open_record(), 0, moves.STOP + 3, 0)) == 1


@pytest.mark.parametrize(("board", "neighbour"), [("Boston", 3), ("Lindenford", 2)])
def test_cards_of_goals_are_as_wide_as_their_longest_name_needs(board: str, neighbour: int) -> None:
    """Where one stands on more room than a third of the column, two cards stand beside each other."""
    aside = load_compiled("gridlock").new(2, seed=0, board=board).parts(0, "en")["aside"]
    assert ("Observatory" in aside) == (neighbour == 2)
    matches = re.findall(r'<g transform="translate\(([\d.]+) [\d.]+\)"><g data-about="goal-', aside)
    assert len(set(matches)) == neighbour


def test_the_label_of_a_gain_is_within_the_map_in_the_lettering_of_a_phone() -> None:
    """A phone raises text to 28 units, and its capsule with it."""
    board, label = load_compiled("gridlock").new(seats=2, seed=1).board, "+1"
    half = width_of(label, 28) / 2 + 12
    for number in range(len(board.data["spaces"])):
        x, y = pills(_gain_label(board, number, label))[label]
        assert half <= x <= map_size(board)[0] - half
        assert 20 <= y <= map_size(board)[1] - 20
