"""Beginning and digging (MM-2, MM-5, MM-9 to MM-18)."""

import pytest

from quartier.games.metromania.rules.dealing import marker_of
from quartier.games.metromania.rules.geometry import EDGE_TRIANGLES, INWARD
from tests.games.metromania.network import Network, after_setup, vertex


def ways(net: Network, line: int) -> set[str]:
    """The directions in which a line of seat 0 can be dug."""
    return {move.split()[0][:-1] for move in net.digs(line)}


# ----- turns -----


@pytest.mark.rules("MM-9", "MM-10")
def test_the_first_turn_begins_a_line_and_lays_two_more_counters_on_it() -> None:
    state = after_setup()
    assert all(move.startswith("begin") for move in state.moves(0))
    assert len(state.moves(0)) == 2 * 12 * 2
    state.play(0, "begin 2 3.0a")
    assert state.to_act() == {0}
    assert all(move.startswith("dig 2") for move in state.moves(0))
    for _ in range(2):
        state.play(0, next(move for move in state.moves(0) if "=" not in move))
    assert state.to_act() == {1}


@pytest.mark.rules("MM-9")
@pytest.mark.parametrize("counter", [1, 2, 3])
def test_a_later_begin_is_any_of_the_three_counters_of_a_dig(counter: int) -> None:
    net = Network().line(0, "3.0a", "E+ E+").line(2, "0.0a", "W+ W+")
    assert {move.split()[0] for move in net.moves()} == {"begin", "dig"}
    ways_on = ["dig 1 E+", "dig 1 E+"]
    moves = [*ways_on[: counter - 1], "begin 2 0.3a", *ways_on[counter - 1 :]]
    for number, move in enumerate(moves):
        assert net.state.to_act() == {0}, number
        net.state.play(0, move)
    assert net.state.to_act() == {1}
    assert list(net.s.length)[:2] == [5, 1]


@pytest.mark.rules("MM-9", "MM-12")
def test_counters_go_on_either_line() -> None:
    net = Network().line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+ W+")
    for move in ("dig 1 E+", "dig 2 W+", "dig 1 E+"):
        assert net.state.to_act() == {0}
        net.state.play(0, move)
    assert net.state.to_act() == {1}


@pytest.mark.rules("MM-12")
def test_no_station_and_no_finish_within_a_dig() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ E+ E+").line(1, "0.3a", "NW+ NW+ NE+")
    net.stop(0, 3)
    assert "station -4,0" in net.moves()
    net.state.play(0, "dig 1 E+")
    assert net.state.to_act() == {0}
    assert all(move.startswith("dig") for move in net.moves())
    assert net.refused("station -4,0") == "MM-12"
    assert net.refused("finish 1 0.1") == "MM-12"
    assert net.refused("pass") == "MM-12"


def walled_in(left_over: str, *around: int) -> Network:
    """Line 1 of seat 0 can go east only, on one side; all other triangles around these vertices are taken."""
    net = Network().line(0, "3.0a", "E+").line(1, "0.3a")
    tip = net.path(0)[-1]
    open_side = int(EDGE_TRIANGLES[tip, 0, "+-".index(left_over)])
    for number in (tip, net.path(1)[-1], *around):
        for triangle in net.around(number):
            if triangle >= 0 and triangle != open_side:
                net.s.counter[triangle] = 2
    return net


@pytest.mark.rules("MM-12")
def test_a_dig_ends_without_an_event_where_no_counter_is_legal_any_more() -> None:
    net = walled_in("-", vertex("-3,0"))
    assert net.digs(0) == {"E-", "NE+"}
    net.state.play(0, "dig 1 E-")
    assert net.state.to_act() == {1}
    assert net.s.laid == 0


@pytest.mark.rules("MM-12")
def test_nobody_has_to_choose_so_that_three_counters_fit() -> None:
    net = walled_in("-", vertex("-3,0"))
    # North-east there is room for more, and yet the short way may be chosen.
    net.state.play(0, "dig 1 NE+")
    assert net.state.to_act() == {0}
    assert "E-" in walled_in("-", vertex("-3,0")).digs(0)


@pytest.mark.rules("MM-5")
def test_a_line_has_18_counters() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+").line(1, "0.3a", "W+")
    assert net.digs(0)
    net.s.length[0] = 18
    net.s.vertex[0, 17] = net.path(0)[-1]
    assert net.digs(0) == set()
    assert net.refused("dig 1 E+") == "MM-5"
    assert net.refused("finish 1 0.1") == "MM-5"
    net.s.length[0] = 17
    net.s.vertex[0, 16] = net.s.vertex[0, 17]
    assert net.digs(0)


# ----- begin -----


@pytest.mark.rules("MM-4", "MM-10")
def test_a_line_begins_on_either_side_of_a_free_white_arrow() -> None:
    state = after_setup()
    assert {"begin 1 0.0a", "begin 1 0.0b", "begin 2 5.3b"} <= set(state.moves(0))
    refused = [state.refusal(0, state.read(f"begin 1 {arrow}")) for arrow in ("0.1a", "0.2a", "0.4b")]
    assert [refusal.rule for refusal in refused if refusal] == ["MM-10"] * 3
    net = Network().line(2, "0.0a")
    assert net.refused("begin 1 0.0a") == net.refused("begin 1 0.0b") == "MM-10"


@pytest.mark.rules("MM-10", "MM-23")
def test_a_line_may_begin_on_the_vertex_of_another() -> None:
    net = Network().line(2, "0.3a", "W- SW-")
    start = net.texts(2)[0]
    net.line(0, "0.3b")
    assert net.texts(0)[0] != start
    net = Network().line(2, "0.0b", "SW+ SW+")
    assert net.stations() == set()
    # The rim: line 2 of seat 1 ran along it to the vertex where this one begins.
    net = Network().line(2, "0.0a", "W+")
    net.s.lines[vertex("2,3")] |= 1 << 2
    net.state.play(0, "begin 1 0.3a")
    assert net.stations() == {"2,3"}


@pytest.mark.rules("MM-11")
def test_the_second_line_begins_far_from_the_first() -> None:
    net = Network().line(0, "3.0a", "E+ E+").line(2, "1.0a", "N+".replace("N", "NW"))
    starts = {move.split()[2][0] for move in net.moves() if move.startswith("begin 2")}
    assert starts == {"5", "0", "1"}
    for arrow in ("3.3a", "2.0a", "4.3b"):
        assert net.refused(f"begin 2 {arrow}") == "MM-11"


@pytest.mark.rules("MM-11")
def test_the_second_line_begins_anywhere_if_the_far_arrows_are_taken() -> None:
    net = Network(4).line(0, "3.0a", "E+ E+")
    for number, arrow in enumerate(("5.0a", "5.3a", "0.0a", "0.3a", "1.0a", "1.3a")):
        assert net.refused("begin 2 3.3a") == "MM-11"
        net.line(2 + number, arrow)
    starts = {move.split()[2][:3] for move in net.moves() if move.startswith("begin 2")}
    assert starts == {"2.0", "2.3", "3.3", "4.0", "4.3"}


# ----- going on -----


@pytest.mark.rules("MM-13")
def test_no_sharp_angle_but_at_a_station() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ E+").line(1, "0.3a", "W+")
    assert ways(net, 0) == {"E", "SE", "NE"}
    assert net.refused("dig 1 NW+") == "MM-13"
    net.stop(0, 4)
    assert ways(net, 0) == {"E", "SE", "NE", "SW", "NW"}
    assert net.refused("dig 1 W+") == "MM-14"


@pytest.mark.rules("MM-13")
def test_the_bend_at_the_rim_is_tested_too() -> None:
    net = Network().line(0, "4.3a").line(1, "2.0a", "NE+")
    # From the apex to the south-west (edge 4, side a): going on to the east would bend to 60 degrees.
    assert INWARD[23, 0] == 2
    assert ways(net, 0) == {"SE", "SW", "W"}


@pytest.mark.rules("MM-13", "MM-23")
def test_a_station_that_a_counter_causes_comes_too_late_for_its_own_bend() -> None:
    net = Network().line(2, "4.0b", "SE+ SE+ SE+").line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+")
    meeting = net.step(net.path(0)[-1], "E")
    net.s.lines[meeting] |= 1 << 2
    before = ways(net, 0)
    assert "NW" not in before
    net.state.play(0, "dig 1 E+")
    assert net.s.station[meeting]
    assert "NW" in ways(net, 0)


@pytest.mark.rules("MM-14")
def test_a_line_never_touches_itself() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ SE- SW- W- NW-").line(1, "0.3a", "W+")
    assert net.step(net.path(0)[-1], "NE") == net.path(0)[2]
    assert "NE" not in ways(net, 0)
    assert net.refused("dig 1 NE+") == net.refused("dig 1 NE-") == "MM-14"


@pytest.mark.rules("MM-14", "MM-23")
def test_own_lines_may_cross_each_other() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ E+").line(1, "5.0a", "SW+ SW+ SW+ SW+")
    assert net.step(net.path(1)[-1], "SW") == net.step(net.path(0)[-1], "E")
    net.state.play(0, "dig 1 E+")
    net.state.play(0, "dig 2 SW+")
    assert net.stations() == {"0,0"}


@pytest.mark.rules("MM-2", "MM-15")
def test_one_counter_on_a_triangle_and_two_lines_on_an_edge() -> None:
    net = Network().line(2, "3.0a", "E+ E+ E+").line(0, "2.3a", "NE+").line(1, "0.3a", "W+")
    net.s.vertex[0, 1], net.s.heading[0] = net.path(2)[1], 0
    assert "E+" not in net.digs(0)
    assert "E-" in net.digs(0)
    assert net.refused("dig 1 E+") == "MM-15"
    net.state.play(0, "dig 1 E-")
    edge = EDGE_TRIANGLES[net.path(2)[1], 0]
    assert {net.s.counter[int(t)] for t in edge} == {0, 2}


@pytest.mark.rules("MM-2", "MM-15")
def test_nothing_leaves_the_city() -> None:
    net = Network().line(0, "3.0b").line(1, "0.3a", "W+")
    start = net.path(0)[0]
    assert net.refused("dig 1 NW+") == "MM-15"
    assert net.step(start, "NE") >= 0
    sides = {move for move in net.digs(0) if move.startswith("NE")}
    assert sides == {"NE+"}
    assert net.refused("dig 1 NE-") == "MM-15"


@pytest.mark.rules("MM-3", "MM-15")
@pytest.mark.parametrize("kind", [3, 4])
def test_no_counter_on_lake_or_park(kind: int) -> None:
    net = Network().line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+")
    net.kind(int(EDGE_TRIANGLES[net.path(0)[-1], 0, 0]), kind)
    assert "E+" not in net.digs(0)
    assert "E-" in net.digs(0)
    assert net.refused("dig 1 E+") == "MM-15"


# ----- destinations -----


def at_destination(kind: int = 0) -> Network:
    """Line 1 of seat 0 beside a destination to its right, in the way east."""
    net = Network().line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+")
    return net.kind(int(EDGE_TRIANGLES[net.path(0)[-1], 0, 0]), kind)


@pytest.mark.rules("MM-16")
def test_a_destination_needs_an_own_marker_of_its_type() -> None:
    net = at_destination(0)
    view = {marker[0] for marker in net.state.view(0)["markers"][0] if marker[1] == "R"}
    assert view == {"A", "D"}
    assert {move for move in net.digs(0) if move.startswith("E+")} == {f"E+ ={letter}" for letter in view}
    assert net.refused("dig 1 E+") == "MM-16"
    assert net.refused("dig 1 E+ =C") == "MM-16"
    assert net.refused("dig 1 E- =A") == "MM-16"
    net.state.play(0, "dig 1 E+ =A")
    assert "AR" not in net.state.view(0)["markers"][0]
    assert net.state.view(0)["placed"]["AR"]["seat"] == 0


@pytest.mark.rules("MM-16")
def test_without_such_a_marker_no_counter_lies_there() -> None:
    net = at_destination(0)
    for letter in "AD":
        marker = marker_of(net.s, "ABCDEF".index(letter), 0)
        net.s.hand[0] &= ~(1 << marker)
    assert {move for move in net.digs(0) if move.startswith("E+")} == set()
    assert "E-" in net.digs(0)


@pytest.mark.rules("MM-17")
def test_one_destination_in_a_turn() -> None:
    net = at_destination(0)
    end = net.step(net.path(0)[-1], "E")
    net.kind(int(EDGE_TRIANGLES[end, 0, 0]), 1)
    net.state.play(0, "dig 1 E+ =A")
    assert {move for move in net.digs(0) if move.startswith("E")} == {"E-"}
    assert net.refused("dig 1 E+ =B") == "MM-17"
    net.state.play(0, "dig 1 SE+")
    net.state.play(0, "dig 1 SE+")
    assert net.state.to_act() == {1}
    assert net.s.covered == 0


@pytest.mark.rules("MM-18")
def test_neighbouring_destinations_never_carry_the_same_letter() -> None:
    net = at_destination(0)
    triangle = int(EDGE_TRIANGLES[net.path(0)[-1], 0, 0])
    touching = net.corner_triangle(net.step(net.path(0)[-1], "E"), net.path(0)[-1])
    net.mark("A", 1, touching)
    assert {move for move in net.digs(0) if move.startswith("E+")} == {"E+ =D"}
    assert net.refused("dig 1 E+ =A") == "MM-18"
    assert triangle != touching
