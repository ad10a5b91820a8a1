"""Notation, ids to touch, labels, log, sources and the drawing."""

import math
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

import quartier
from quartier import State
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import random_game
from quartier.core.game.lessons import lesson_of
from quartier.core.text.languages import translator
from quartier.games.metromania.drawing.board import PLAQUES
from quartier.games.metromania.drawing.layout import UNIT, apex_point
from quartier.games.metromania.drawing.onward import ways_on
from quartier.games.metromania.rules.geometry import EDGE_TRIANGLES, FRAME_END, FRAMES
from quartier.games.metromania.rules.scoring import stranded_markers
from quartier.games.metromania.text import notation
from quartier.games.metromania.text.labels import SEAT_NAMES, beside_name
from quartier.games.metromania.text.trips import share_of, trip_label, trip_time, trips_now, trips_of
from tests.games.metromania import recorded
from tests.games.metromania.network import Network, after_setup


@pytest.mark.parametrize(
    "text",
    ["begin 1 0.3a", "begin 2 5.0b", "dig 1 SE+", "dig 2 NW- =F", "station 2,-3", "finish 2 4.1", "none", "pass",
     "piece P3", "rotate 2", "marker A R", "marker F E", "side 1", "first 3"],
)  # fmt: skip
def test_notation(text: str) -> None:
    state = quartier.load("metromania").new(chance="manual")
    assert state.write(state.read(text)) == text


@pytest.mark.parametrize(
    "text",
    ["begin 3 0.3a", "dig 1 S+", "dig 1 SE", "station 6,0", "station 5,1", "finish 1 4.5", "marker G R"],
)
def test_what_is_no_move(text: str) -> None:
    state = quartier.load("metromania").new(chance="manual")
    with pytest.raises(quartier.IllegalMove) as refused:
        state.play(0, text)
    assert refused.value.rule == "notation"


def touchables(svg: str) -> set[str]:
    """The ids that can be touched in a drawing."""
    return set(re.findall(r'data-touch="([^"]+)"', svg))


def games() -> list[State]:
    """A random game for each number of players."""
    return [random_game(load_compiled("metromania"), 300 + seats, seats=seats) for seats in (2, 3, 4)]


def test_every_choice_can_be_touched_and_only_ways_and_arrows_mean_several() -> None:
    for state in games():
        for index in range(0, len(state.past), 9):
            earlier = state.at(index)
            for seat in earlier.to_act() - {"*"}:
                parts = earlier.parts(seat, "de")
                touchable = touchables(parts["board"]) | touchables(parts["hand"])
                paths = [
                    tuple(path) for choice in earlier.seen_by(seat, "de").choices() for path in choice.paths
                ]
                several = {path for path in paths if paths.count(path) > 1}
                assert {path[-1].split("-")[0] for path in several} <= {"step", "frame"}
                assert {
                    touch for path in paths for touch in path if not touch.startswith("button-")
                } <= touchable


def test_drawings_are_well_formed_and_ids_unique() -> None:
    for state in games():
        for index in (0, 13, 20, len(state.past) // 2, len(state.past)):
            for seat in (None, 0, 1):
                for part in state.at(index).parts(seat, "en").values():
                    if part:
                        ids = [
                            element.get("id")
                            for element in ElementTree.fromstring(part).iter()
                            if element.get("id")
                        ]
                        assert len(ids) == len(set(ids))


def test_ghosts_show_stations_with_their_points_and_the_marker() -> None:
    net = (
        Network()
        .line(2, "5.0a", "SW+ SW+ SW+ SW+ SW+ SW+")
        .line(0, "3.0a", "E+ E+ E+ E+")
        .line(1, "0.3a", "W+")
    )
    triangle = int(EDGE_TRIANGLES[net.path(0)[-1], 0, 1])
    net.kind(triangle, 0)
    choices = {choice.move: choice for choice in net.state.seen_by(0, "en").choices()}
    preview = choices["dig 1 E- =A"]
    assert preview.points == "+1"
    assert "+1" in preview.preview
    assert ">A<" in preview.preview
    assert preview.paths == [["step-1E"], ["marker-A", "step-1E"]]
    assert "stop" in preview.preview


def test_a_wrong_touch_is_explained() -> None:
    net = Network().line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+")
    refusal = net.state.seen_by(0, "en").why(["step-1NW"])
    assert refusal is not None
    assert refusal.rule == "MM-13"
    assert net.state.seen_by(0).why(["step-1E"]) is None
    refusal = after_setup().seen_by(0).why(["vertex-0,0"])
    assert refusal is not None
    assert refusal.rule == "MM-9"


@pytest.mark.rules("MM-29", "MM-30", "MM-31")
def test_sources_add_up_and_name_trips_and_penalties() -> None:
    for state in games():
        s, trips, t = state.open_record(), trips_now(state.open_record()), translator("en")
        for seat in range(state.seats):
            sources = state.seen_by(None, "en").sources(seat)
            assert sum(points for _, points in sources) == state.scores()[seat]
            names = " ".join(name for name, _ in sources)
            assert ("Unplaced markers" in names) == bool(s.hand[seat])
            for trip in trips:
                if seat in trip.seats:
                    assert trip_label(trip, t) in names


@pytest.mark.rules("MM-28")
def test_the_view_shows_all_test_trips_at_any_time() -> None:
    state, t = games()[1], translator("en")
    for index in (0, 30, len(state.past)):
        trips = state.at(index).view(None)["trips"]
        assert [trip["trip"] for trip in trips] == [*"ABCDEF", "lake-park"]
        aside = state.at(index).parts(None, "en")["aside"]
        assert re.findall(r'id="trip-(\d)"', aside) == list("0123456")
        for trip in trips_now(state.at(index).open_record()):
            spoken = re.search(rf'aria-label="{trip_label(trip, t)}: ([^"]*)"', aside)
            assert spoken
            if trip.possible:
                assert spoken[1].startswith(trip_time(trip, t))
            else:
                assert re.fullmatch(
                    r"still needs its [a-z ]+ markers?|no line connects both ends yet", spoken[1]
                )


def test_every_log_line_is_worded_in_both_languages() -> None:
    for state in games():
        for lang in ("en", "de"):
            lines = [line.text for line in state.seen_by(None, lang).log()]
            assert all(line and "{" not in line for line in lines)
            assert all(line.endswith(".") for line in lines)
        assert any("+" in line.text for line in state.seen_by(0, "en").log())
        assert "test trips" in state.seen_by(0, "en").log()[-1].text


def test_the_picture_shows_lines_and_stations() -> None:
    net = Network().line(2, "5.0a", "SW+ SW+ SW+ SW+ SW+ SW+").line(0, "3.0a", "E+ E+ E+ E+")
    net.stop(0, 2)
    row = next(line for line in str(net.state).splitlines() if line.startswith("-5,0"))
    assert row.split() == ["-5,0", "+─b─+─b─O─b─+─b─+", "+", "·", "·", "·", "·", "·"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rulebook_has_every_rule_and_its_picture(lang: str) -> None:
    game = quartier.load("metromania")
    book = game.rulebook(lang)
    assert re.findall(r"\*\*(MM-\d+)\*\*", book) == game.rule_ids()
    assert "picture:parallel" in book
    from quartier.core.text.languages import translator
    from quartier.games.metromania.drawing.pictures import PICTURES

    ElementTree.fromstring(PICTURES["parallel"](translator(lang, game.spec.folder)))


@pytest.mark.parametrize("same_vertex", [False, True])
def test_where_both_own_lines_come_to_one_arrow_each_touches_a_half_of_it(same_vertex: bool) -> None:
    net = Network().line(0, "3.0a").line(1, "0.0a")
    frame = next(number for number in range(FRAMES) if net.s.black >> number & 1)
    vertices = FRAME_END[frame]
    net.s.vertex[0, 0], net.s.vertex[1, 0] = vertices[0], vertices[0 if same_vertex else 1]
    board = net.state.parts(0, "en")["board"]
    halves = [
        re.search(rf'data-touch="end-{line}-{notation.frame_text(frame)}".*?<path d="([^"]+)"', board)
        for line in (1, 2)
    ]
    assert halves[0]
    assert halves[1]
    assert halves[0][1] != halves[1][1]


def test_the_map_is_named_after_its_city_and_another_city_is_not() -> None:
    state = after_setup()
    assert ">METROPOLE<" in state.parts(None, "en")["board"]
    state.open_record().pieces[0, 3] = 0 if state.open_record().pieces[0, 3] else 1
    assert ">STADTPLAN<" in state.parts(None, "de")["board"]


def test_used_gates_vanish_from_the_map() -> None:
    net = Network().line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+").line(2, "5.0a", "SW+")
    board = net.state.parts(None, "en")["board"]
    used = [net.s.start[line] for line in range(4)]
    unused = [frame for frame in range(FRAMES) if net.s.white >> frame & 1 and frame not in used]
    assert board.count('class="way-in"') == len(unused) + 1, "and one in the legend"


def test_the_table_beside_the_map_shows_what_the_others_have_and_the_stations_left() -> None:
    for state in games():
        s = state.open_record()
        for seat in (None, 0):
            aside = state.parts(seat, "en")["aside"]
            assert re.search(rf"\b{s.supply} stations? left", aside)
            for other in range(state.seats):
                sentence = f"{SEAT_NAMES[other]}: line 1: {s.tunnels - s.length[2 * other]} tunnel"
                assert (sentence in aside) == (other != seat)


def test_where_others_have_dug_the_story_finds_a_place_but_no_touch_area() -> None:
    net = Network().line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+").line(2, "5.0a", "SW+")
    theirs = net.texts(2)[-1]
    for seat, touched in ((None, False), (0, False), (1, True)):
        board = net.state.parts(seat, "en")["board"]
        (group,) = re.findall(rf'data-touch="vertex-{theirs}".*?</g>', board)
        assert 'class="ring"' in group
        assert ('class="hit"' in group) == touched


@pytest.mark.parametrize(
    ("lang", "north", "south"),
    [("en", "northern side", "southern side"), ("de", "Nordseite", "Südseite")],
)
def test_a_counter_beside_a_way_is_named_by_the_map_and_not_by_the_way(
    lang: str, north: str, south: str
) -> None:
    """To the east and back to the west the same side of the map has the same name."""
    t = translator(lang, quartier.load("metromania").spec.folder)
    assert north in beside_name(0, False, t) == beside_name(3, True, t)
    assert south in beside_name(0, True, t) == beside_name(3, False, t)


@pytest.mark.rules("MM-30", "MM-31")
def test_both_own_lines_show_what_they_bring_at_the_end() -> None:
    """With station points and markers they make the score; what both bring counts once."""
    most = 0
    for state in (quartier.replay(recorded.text_of(name)) for name in recorded.names()):
        s = state.open_record()
        for seat in range(s.players if state.over else 0):
            lines = [trips_of(trips_now(s), line) for line in (2 * seat, 2 * seat + 1)]
            both = sum(share_of(s, trip) for trip in lines[0] if trip in lines[1])
            hand = state.parts(seat, "en")["hand"]
            worth = [
                int((points or "0").replace("−", "-"))
                for points in re.findall(r"left\. (?:At the end as things stand: (\S+)|No trip)", hand)
            ]
            assert len(worth) == 2
            markers = s.unplaced_points * s.hand[seat].bit_count() + s.impossible_points * stranded_markers(
                s, seat
            )
            assert sum(worth) - both + s.points[seat] + markers == state.scores()[seat]
            most = max(most, *worth)
    assert most > 0


def test_what_is_written_on_the_map_leaves_room_for_the_ends_of_lines() -> None:
    disc = 25
    for x, y, width, height in PLAQUES.values():
        for frame in range(FRAMES):
            end_x, end_y = apex_point(frame)
            distance = max(x - end_x, 0, end_x - x - width), max(y - end_y, 0, end_y - y - height)
            assert math.hypot(*distance) > disc


def test_a_finger_tells_the_ways_on_from_the_end_of_a_line_apart() -> None:
    """On a phone an edge has fewer pixels than a fingertip: within the city a way is touched beyond its end."""
    lesson = lesson_of(quartier.load("metromania"))
    assert lesson
    ways = [way for way in ways_on(lesson.chapters[0].game.at(21).open_record(), 0) if way.open]
    inside = [way.spot for way in ways if not any(way.end in ends for ends in FRAME_END)]
    assert len(inside) > 1
    assert min(math.dist(one, other) for one, other in combinations(inside, 2)) > 1.3 * UNIT


@pytest.mark.rules("MM-29", "MM-30", "MM-31")
def test_tooltips_of_trips_and_lines_say_what_pays_and_how() -> None:
    """With the figures of this city, who gets the points, on which lines, and what is lost."""
    lesson = lesson_of(quartier.load("metromania"))
    assert lesson
    player = lesson.chapters[3].position(3).seen_by(0, "en")
    names = ["Anna", "Max"]
    trips = [player.tooltip(f"trip-{number}", names) for number in (0, 1, 2, 6)]
    assert all(
        trip and "12 points" in trip.sentence and "Changing lines: 3 min" in trip.sentence for trip in trips
    )
    assert [trip and trip.now for trip in trips] == [
        "As things stand: 4 min without changing lines. 12 points for Anna (line 2).",
        "As things stand: 8 min with 1 change. 12 points for Max (line 1, line 2).",
        "It has no route yet, so no one gets its points.",
        "As things stand: 5 min without changing lines. 6 points each for Anna (line 1), Max (line 2).",
    ]
    line, marker, heading = (player.tooltip(name, names) for name in ("line-2", "marker-C", "kind-trip"))
    assert line
    assert marker
    assert heading
    assert line.now.endswith("stand: +21 (Trip A +12, Trip D +12, unfinished −3).")
    assert "costs 4 points" in marker.sentence
    assert "{" not in heading.sentence


def test_a_tunnel_says_how_far_the_next_destination_is_and_for_which_markers() -> None:
    """A newcomer sees where a line then ends, but not what it is good for."""
    lesson = lesson_of(quartier.load("metromania"))
    assert lesson
    choices = {choice.move: choice for choice in lesson.chapters[0].position(1).seen_by(0, "de").choices()}
    assert choices["begin 1 0.3b"].gain.sentences == (
        "Noch 1 Tunnel bis zum Wohnhaus im Südosten, für deinen Marker A/D.",
    )


@pytest.mark.rules("MM-12", "MM-15", "MM-16")
def test_a_tunnel_says_why_it_cannot_lie_on_the_other_side() -> None:
    """Rotate is there only where both sides are possible: else the reason is."""
    lesson = lesson_of(quartier.load("metromania"))
    assert lesson
    expected = {
        15: {
            "dig 1 SW+": "The other side needs a marker.",
            "dig 1 SW- =B": "Without a marker, the tunnel lies on the other side.",
            "dig 1 W+": "Rotate puts it on the other side.",
            "dig 1 NW-": "The other side is outside the city.",
        },
        22: {"dig 1 NW-": "The other side is the park."},
        42: {"dig 2 NE+": "The other side has a tunnel already."},
    }
    for at, sentences in expected.items():
        choices = lesson.chapters[0].game.at(at).seen_by(0, "en").choices()
        last = {choice.move: choice.gain.sentences[-1] for choice in choices}
        assert {move: last[move] for move in sentences} == sentences


@pytest.mark.rules("MM-31")
def test_a_marker_says_why_it_saves_less_than_it_costs() -> None:
    """A trip without a route costs points, too: "4 points" for a leftover marker and "saves 2" looked like a mistake."""
    lesson = lesson_of(quartier.load("metromania"))
    assert lesson
    choices = {choice.move: choice for choice in lesson.chapters[0].game.at(15).seen_by(0, "en").choices()}
    assert choices["dig 1 SW- =B"].gain.sentences[0] == (
        "The placed marker saves 2 penalty points, and 4 once its trip has a route."
    )


def test_the_key_names_all_that_lies_on_the_map() -> None:
    """In the corners of the map, and below the supplies where a phone has no room for the corners."""
    state = after_setup()
    for part in ("board", "aside"):
        svg = state.parts(0, "en")[part]
        key = set(re.findall(r'data-about="kind-\w+" role="img" aria-label="([^"]+)"', svg))
        assert {"begin here", "end here", "station", "house", "shop", "theatre", "lake", "park"} <= key, part
        assert {"tunnel", "trip end"} <= key, part
