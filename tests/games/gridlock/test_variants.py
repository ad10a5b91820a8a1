"""GL-23 to GL-27: the variants, alone and together."""

import pytest

from quartier import BadOption, State
from tests.games.gridlock.table import GOALS, play, refusal, stops, table, verbs

ROAD = dict.fromkeys(("1,4", "1,6", "1,8", "1,10"), ("9", 9))
STARTS = ("Harvard", "Aquarium", "North End")
WIDE_ROADS = dict.fromkeys(("1,2", "2,1", "4,1"), ("63", 63))


@pytest.mark.rules("GL-23")
@pytest.mark.parametrize("cards", [4, 5, 6, 7])
def test_the_last_of_the_cards_wins(cards: int) -> None:
    state = table(WIDE_ROADS, goals={0: ("MIT", *GOALS)}, cards=cards)
    s = state.open_record()
    while s.secret[0] > 1:
        others = s.goals[0] & ~(1 << mit(state))
        index = others & -others
        s.goals[0] &= ~index
        s.opened[0] |= index
        s.secret[0] -= 1
    assert play(state, "stop 3,0").scores()[0] == cards
    assert state.winners() == [0]


def mit(state: State) -> int:
    s = state.open_record()
    return next(i for i in range(12) if state.board.data["spaces"][s.place[i]]["name"] == "MIT")


@pytest.mark.rules("GL-24")
def test_a_short_trip_mixes_three_actions() -> None:
    state = table({"1,4": ("63", 63), "4,7": ("13", 26)}, short_trip=True)
    assert verbs(state) == {"lay", "turn", "remove", "stop", "end"}
    play(state, "turn 4,7=13", "stop 1,4", "lay 5@4,9=5")
    assert state.to_act() == {1}
    play(state, "end")
    play(state, "stop 0,3", "stop 1,4", "stop 0,3")
    assert state.to_act() == {1}
    assert refusal(state, 1, "cone 4,7") == refusal(state, 1, "uncone 4,7") == "GL-24"
    assert state.view(None)["cones_left"] == 0


@pytest.mark.rules("GL-23")
@pytest.mark.parametrize("cards", [4, 5, 6, 7])
def test_the_start_is_one_of_the_cards(cards: int) -> None:
    state = table(cards=cards)
    assert state.scores() == [1, 1]
    assert state.view(None)["goals_left"] == [cards - 1] * 2


@pytest.mark.rules("GL-24", "GL-13", "GL-9")
def test_cones_can_be_brought_back_into_the_short_trip() -> None:
    state = table({"1,4": ("63", 63), "4,7": ("13", 26)}, short_trip=True, short_trip_cones=True)
    assert verbs(state) == {"lay", "turn", "remove", "cone", "stop", "end"}
    assert state.view(None)["cones_left"] == 2
    play(state, "cone 4,7", "stop 1,4", "uncone 4,7")
    assert state.to_act() == {1}, "three actions, whatever they are"
    play(state, "cone 4,7", "cone 1,4")
    assert refusal(state, 1, "cone 3,0") == "GL-13"
    play(state, "end")
    assert state.view(None)["cones"] == ["1,4", "4,7"]


@pytest.mark.rules("GL-24", "GL-14", "GL-19")
def test_cones_of_a_short_trip_make_zones_and_force_stops() -> None:
    wishes = {"short_trip": True, "short_trip_cones": True}
    state = table(ROAD, cars={0: "1,4", 1: "0,3"}, cones=("1,6",), **wishes)
    assert stops(state) == {"1,6"}
    assert refusal(state, 0, "stop 1,10") == "GL-19"
    assert refusal(state, 0, "turn 1,8=18") == refusal(state, 0, "remove 1,8") == "GL-14"
    assert "turn 1,10=18" in state.moves(0)
    play(state, "stop 1,6", "uncone 1,6", "turn 1,8=18")
    assert state.to_act() == {1}


@pytest.mark.rules("GL-24")
def test_cones_are_brought_back_into_a_short_trip_only() -> None:
    with pytest.raises(BadOption) as caught:
        table(short_trip_cones=True)
    for lang in ("en", "de"):
        assert "short_trip_cones" in caught.value.text(lang)
        assert "short_trip" in caught.value.text(lang).replace("short_trip_cones", "")
    assert caught.value.text("en") != caught.value.text("de")


@pytest.mark.rules("GL-24")
@pytest.mark.parametrize("wishes", [{}, {"short_trip": True}, {"short_trip": True, "short_trip_cones": True}])
def test_the_tool_for_cones_lies_there_if_there_are_cones(wishes: dict[str, bool]) -> None:
    hand = table(**wishes).seen_by(0, "en").parts()["hand"]
    assert ('data-touch="tool-cone"' in hand) == (wishes != {"short_trip": True})


@pytest.mark.rules("GL-24")
def test_a_forced_stop_ends_an_action_of_a_short_trip() -> None:
    state = table(ROAD, cars={0: "1,4", 1: "1,6"}, short_trip=True, traffic=True)
    assert stops(state) == {"1,6"}
    play(state, "stop 1,6", "stop 1,10")
    assert state.to_act() == {0}


def jam_landmark(visitors: int, **wishes: object) -> State:
    """MIT with a cube of so many seats, in the middle of a road; nobody has its card any more."""
    state = table(WIDE_ROADS, cars={0: "1,2"}, seats=3, starts=STARTS, congestion=True, **wishes)
    s = state.open_record()
    for seat in range(visitors):
        s.opened[seat] |= 1 << mit(state)
    return state


@pytest.mark.rules("GL-25")
def test_two_cubes_jam_a_destination() -> None:
    assert "4,1" in stops(jam_landmark(1))
    assert stops(jam_landmark(2)) == {"0,3", "2,1", "3,0"}
    assert refusal(jam_landmark(2), 0, "stop 4,1") == "GL-19"
    state = play(jam_landmark(2, cones=("3,0",)), "stop 3,0")
    assert state.to_act() == {0}, "a cone on it adds no second stop"
    assert "4,1" in stops(state), "the leg begins there"
    assert state.scores() == [2, 2, 1]


@pytest.mark.rules("GL-26")
def test_another_car_forces_a_stop() -> None:
    assert "1,8" in stops(table(ROAD, cars={0: "1,4", 1: "1,6"}))
    state = table(ROAD, cars={0: "1,4", 1: "1,6"}, cones=("1,6",), traffic=True)
    assert stops(state) == {"1,6"}
    play(state, "stop 1,6")
    assert stops(state) == {"1,4", "1,8", "1,10"}, "one stop for cone and car"


def special(colours: str, **wishes: object) -> State:
    return table(colours=colours, specials=True, **wishes)


@pytest.mark.rules("GL-27", "GL-18")
def test_blue_drives_the_river() -> None:
    roads = {"1,6": ("63", 63), "1,8": ("63", 63)}
    blue = special("by", roads=roads, cars={0: "1,6"})
    assert stops(blue) == {"0,7", "1,8", "2,5"}
    assert play(blue, "stop 0,7").view(None)["cars"][0] == "0,7"
    assert stops(special("gr", roads=roads, cars={0: "1,6"})) == {"1,8"}
    assert stops(table(roads, colours="by", cars={0: "1,6"})) == {"1,8"}, "only with the option"
    assert stops(special("by", cars={0: "0,7"})) == set(), "water alone leads nowhere"


@pytest.mark.rules("GL-27")
def test_green_drives_the_parks() -> None:
    roads = {"5,6": ("63", 63), "5,12": ("63", 63)}
    assert stops(special("gr", roads=roads, cars={0: "5,6"})) == {"5,4", "5,8", "5,10", "6,9", "5,12"}
    assert stops(special("ry", roads=roads, cars={0: "5,6"})) == {"5,4"}


@pytest.mark.rules("GL-27")
def test_red_need_not_stop_and_may() -> None:
    wishes = {"roads": ROAD, "cars": {0: "1,4", 1: "1,6"}, "cones": ("1,8",), "traffic": True}
    assert stops(special("rg", **wishes)) == {"1,6", "1,8", "1,10"}
    assert stops(special("ry", **wishes)) == {"1,6", "1,8", "1,10"}
    assert stops(special("gr", **wishes)) == {"1,6"}
    assert refusal(special("rg", **wishes), 0, "turn 1,8=18") == "GL-14", "zones bind red"
    busy = jam_landmark(2, specials=True, colours="rgb")
    assert "4,1" in stops(busy)


@pytest.mark.rules("GL-27", "GL-14")
def test_yellow_is_a_cone_for_the_others() -> None:
    wishes = {"roads": ROAD, "cars": {0: "1,4", 1: "1,6"}}
    green = special("gy", **wishes)
    assert stops(green) == {"1,6"}
    for space in ("1,4", "1,6", "1,8"):
        assert refusal(green, 0, f"turn {space}=18") == "GL-14"
    assert "turn 1,10=18" in green.moves(0)
    assert refusal(green, 0, "remove 1,8") == "GL-14"
    assert refusal(green, 0, "uncone 1,6") == "GL-13", "it is no cone piece"
    assert "cone 1,6" in green.moves(0)
    yellow = special("yg", roads=ROAD, cars={0: "1,6", 1: "1,4"})
    assert "turn 1,6=18" in yellow.moves(0)
    assert {"1,4", "1,8"} <= stops(yellow)
    coned = special("yg", roads=ROAD, cars={0: "1,6", 1: "1,4"}, cones=("1,8",))
    assert refusal(coned, 0, "turn 1,8=18") == "GL-14", "real cones bind yellow"
    assert "1,10" not in stops(coned)


@pytest.mark.rules("GL-27", "GL-24")
def test_yellow_acts_in_a_short_trip_too() -> None:
    state = special("gy", roads=ROAD, cars={0: "1,4", 1: "1,6"}, short_trip=True)
    assert refusal(state, 0, "remove 1,8") == "GL-14"
    assert stops(state) == {"1,6"}
    assert not any(move.startswith(("cone", "uncone")) for move in state.moves(0))
