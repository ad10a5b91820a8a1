"""GL-16 to GL-22: roads, tunnels, forced stops, legs, visits and the end."""

import pytest

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.games.gridlock.rules.state import DRIVING
from quartier.games.gridlock.rules.tiles import rotations
from tests.games.gridlock.table import GOALS, play, refusal, stops, table

N, NE, SE, S, SW, NW = 1, 2, 4, 8, 16, 32
KINDS = {
    5: "5",
    3: "3",
    9: "9",
    31: "31",
    21: "21",
    13: "13",
    11: "11",
    7: "7",
    27: "27",
    15: "15",
    23: "23",
    63: "63",
}


def tile(*exits: int) -> tuple[str, int]:
    """A tile with these exits."""
    mask = sum(exits)
    return KINDS[rotations(mask)[0]], mask


EXAMPLE = {
    "0,2": (N, NE, S, NW), "1,1": (N, SE, SW), "1,3": (N, SE, SW), "1,5": (NE, SE, SW, NW), "2,0": (N, SE, SW, NW),
    "2,2": (S, NW), "2,4": (NE, S, NW), "2,6": (NE, NW), "3,3": (N, NE, S, SW),
}  # fmt: skip


def example() -> State:
    """The booklet's example: a corner of a city of its own, far from which the other destinations lie."""
    spaces = [{"col": int(p[0]), "h": int(p[2]), "kind": "empty"} for p in (*EXAMPLE, "0,6")]
    spaces += [{"col": 3, "h": 5, "kind": "destination", "name": "Corner"}]
    spaces += [{"col": 0, "h": 4, "kind": "park"}, {"col": 3, "h": 1, "kind": "river"}]
    spaces += [{"col": 20, "h": 2 * i, "kind": "destination", "name": f"Far {i}"} for i in range(5)]
    board = {"name": "Example", "spaces": spaces}
    roads = {space: tile(*exits) for space, exits in EXAMPLE.items()}
    return table(
        roads, {0: "1,3"}, board=board, cards=4, starts=("Corner", "Far 0"),
        goals=dict.fromkeys((0, 1), ("Far 1", "Far 2", "Far 3")),
    )  # fmt: skip


@pytest.mark.rules("GL-16", "GL-18")
def test_the_worked_example_of_the_booklet() -> None:
    assert stops(example()) == {"2,4", "3,3", "3,5", "2,6", "1,5"}


@pytest.mark.rules("GL-16")
def test_both_sides_of_an_edge_must_be_open() -> None:
    state = table({"1,4": ("9", N | S), "1,2": ("5", NE | NW), "1,6": ("9", N | S)}, cars={0: "1,4"})
    assert stops(state) == {"1,6"}


@pytest.mark.rules("GL-17")
def test_tunnels_connect_over_their_exits_only() -> None:
    roads = {
        "7,2": ("9", N | S),
        "6,3": ("9", NW | SE),
        "5,14": ("9", N | S),
        "7,6": ("63", 63),
        "8,5": ("63", 63),
    }
    state = table(roads, cars={0: "7,2"})
    # Boston Garden lies north of 7,2; 7,6 and 8,5 lie beside the tunnel where it has no exit.
    assert stops(state) == {"7,0", "7,4", "5,16", "5,14", "6,3"}


@pytest.mark.rules("GL-17", "GL-19")
def test_a_cone_in_a_tunnel_stops_there() -> None:
    roads = {"7,2": ("9", N | S), "5,14": ("9", N | S)}
    assert stops(table(roads, cars={0: "7,2"}, cones=("5,16",))) == {"7,0", "7,4", "5,16"}
    assert stops(table(roads, cars={0: "7,2"}, cones=("7,4",))) == {"7,0", "7,4"}
    # From tunnel to tunnel only the second one is entered.
    assert stops(table(roads, cars={0: "7,4"}, cones=("7,4",))) == {"7,0", "7,2", "5,16", "5,14"}


@pytest.mark.rules("GL-18")
def test_what_is_no_road() -> None:
    state = table({"1,4": ("63", 63), "1,6": ("63", 63)})
    for space in ("0,5", "2,5", "0,7"):
        assert refusal(state, 0, f"stop {space}") == "GL-18"
    assert refusal(state, 0, "stop 10,7") == "GL-16"


@pytest.mark.rules("GL-19", "GL-20")
def test_a_cone_ends_the_leg_and_takes_one_of_two_stops() -> None:
    roads = dict.fromkeys(("1,4", "1,6", "1,8", "1,10", "1,12"), ("9", N | S))
    state = table(roads, cars={0: "1,4"}, cones=("1,6", "1,10"))
    assert stops(state) == {"1,6"}
    assert refusal(state, 0, "stop 1,8") == "GL-19"
    play(state, "stop 1,6")
    # Where a leg begins a cone has no effect; neighbours of a cone force nothing.
    assert stops(state) == {"1,4", "1,8", "1,10"}
    play(state, "stop 1,10")
    assert state.to_act() == {1}


@pytest.mark.rules("GL-20")
def test_a_leg_ends_on_another_space_and_cars_may_share_one() -> None:
    state = table({"1,4": ("63", 63), "1,6": ("63", 63)}, cars={1: "1,6"})
    assert refusal(state, 0, "stop 0,3") == "GL-20"
    play(state, "stop 1,6")
    assert state.view(None)["cars"] == ["1,6", "1,6"]
    assert stops(state) == {"0,3", "1,4"}, "turning round is allowed"
    play(state, "stop 1,4")
    assert state.to_act() == {1}


@pytest.mark.rules("GL-21")
def test_a_stop_opens_a_card_and_driving_through_does_not() -> None:
    goals = {0: ("MIT", *GOALS[:4])}
    roads = {"1,2": ("63", 63), "2,1": ("63", 63), "4,1": ("63", 63)}
    state = table(roads, goals=goals)
    through = play(state.copy(), "stop 4,1")
    assert through.scores() == [1, 1]
    play(state, "stop 3,0")
    assert state.scores() == [2, 1]
    assert state.view(None)["visited"][0] == ["Harvard", "MIT"]
    assert "MIT" not in state.view(0)["goals"]
    assert state.view(None)["goals_left"] == [4, 5]
    play(state, "end", "end")
    assert play(state, "stop 0,3").scores() == [2, 1], "no card twice"


@pytest.mark.rules("GL-21", "GL-19")
def test_a_forced_stop_opens_a_card_too() -> None:
    goals = {0: ("MIT", *GOALS[:4])}
    roads = {"1,2": ("63", 63), "2,1": ("63", 63), "4,1": ("63", 63)}
    state = table(roads, goals=goals, cones=("3,0",))
    assert stops(state) == {"1,2", "2,1", "3,0"}
    assert play(state, "stop 3,0").scores() == [2, 1]


def nearly(**options: object) -> State:
    """Seat 0 lacks only MIT and stands before it; so does seat 1."""
    goals = dict.fromkeys(range(3), ("MIT", "Museum of Science", "Boston Garden"))
    roads = {"1,2": ("63", 63), "2,1": ("63", 63), "4,1": ("63", 63)}
    state = table(roads, {0: "1,2", 1: "2,1", 2: "4,1"}, goals=goals, cards=4,
                  starts=("Harvard", "Aquarium", "North End"), **options)  # fmt: skip
    s = state.open_record()
    for seat in range(s.players):
        for name in ("Museum of Science", "Boston Garden"):
            goal = next(i for i in range(12) if state.board.data["spaces"][s.place[i]]["name"] == name)
            s.goals[seat] &= ~(1 << goal)
            s.opened[seat] |= 1 << goal
            s.secret[seat] -= 1
    return state


@pytest.mark.rules("GL-16")
def test_a_drive_that_leads_nowhere_leaves_nothing_to_decide() -> None:
    state = table({"1,4": ("9", N | S)}, cars={0: "1,4"})
    decides, buffer = state.game.kernels.decides_at, state.buffers()[0]
    assert decides(state.array, 0, buffer) == 1
    state.open_record().mode = DRIVING
    assert state.moves(0) == ["end"]
    assert decides(state.array, 0, buffer) == 0
    assert decides(state.array, 1, buffer) == 0


@pytest.mark.rules("GL-22")
def test_who_has_visited_everything_wins_at_once() -> None:
    state = nearly()
    state.play(0, "stop 3,0")
    assert state.over
    assert state.winners() == [0]
    assert state.scores() == [4, 3]
    assert "wins" in state.seen_by(None, "en").log()[-1].text
    assert refusal(state, 1, "end") == "GL-22"


@pytest.mark.rules("GL-22")
def test_the_others_may_play_one_more_turn_for_the_record() -> None:
    state = nearly(seats=3, last_turns=True, first=1, colours="gby")
    state.play(1, "stop 3,0")
    assert not state.over
    assert state.to_act() == {2}, "the winner's turn ends with the stop"
    play(state, "stop 3,0")
    assert state.to_act() == {2}, "a whole turn, though nothing is left to visit"
    play(state, "stop 4,1", "stop 2,1", "end")
    assert state.over
    assert state.winners() == [1]
    assert state.scores() == [3, 4, 4]


@pytest.mark.rules("GL-22", "GL-15")
def test_the_turn_that_ends_the_game_refills_nothing() -> None:
    state = nearly(short_trip=True, hands={0: ("13", "9")})
    state.play(0, "lay 13@4,7=26")
    state.play(0, "stop 3,0")
    assert state.over
    assert state.view(None)["hand_sizes"] == [1, 2]
    again = nearly(short_trip=True, hands={0: ("13", "9")}, last_turns=True)
    again.play(0, "lay 13@4,7=26")
    again.play(0, "stop 3,0")
    assert again.to_act() == {"*"}, "with last turns the winner's turn is not the last one"


@pytest.mark.rules("GL-22")
def test_a_turn_limit_ends_the_game_by_destinations_visited() -> None:
    state = load_compiled("gridlock").new(3, seed=5, turn_limit=5)
    first = state.view(None)["first"]
    turns = []
    while not state.over:
        (seat,) = state.to_act()
        turns.append(seat)
        state.play(seat, "end" if state.view(None)["phase"] == "turn" else state.moves(seat)[0])
    assert turns == [(first + i) % 3 for i in range(3 * 6)]
    assert state.winners() == [0, 1, 2]
    assert "limit" in state.seen_by(None, "en").log()[-1].text
