"""The way of a car, as the page animates it: along the roads, from where it was to where it stands."""

import random
import re
from itertools import pairwise

import quartier
from quartier import State
from quartier.games.gridlock.drawing import routes
from quartier.games.gridlock.drawing.layout import centre
from quartier.games.gridlock.rules.moves import END, STOP
from quartier.games.gridlock.rules.roads import forced_stops, steps, wild
from quartier.games.gridlock.rules.spaces import within

CAR = re.compile(r'data-piece="(car-\d)" data-way="([^"]*)"')
Point = tuple[float, float]


def some_legs(legs: int) -> list[tuple[State, int, int, State]]:
    """Positions before a leg, seat and action of the leg, and the position after it."""
    state, rng, result = quartier.load("gridlock").new(seats=3, seed=3), random.Random(8), []
    while len(result) < legs:
        before, seat = state.copy(), min(state.to_act())
        state.play(seat, rng.choice(state.moves(seat)))
        moves = [past for past in state.past if past.actor == seat]
        if STOP <= moves[-1].action < END:
            result.append((before, seat, moves[-1].action, state.copy()))
    return result


def test_every_step_of_a_way_is_a_road_of_the_position_before() -> None:
    for before, seat, action, _ in some_legs(40):
        s = before.open_record()
        spaces = {centre(s.board, space): space for space in range(s.spaces)}
        way = [spaces[corner] for corner in routes.motion_paths(s, seat, action)[f"car-{seat}"]]
        assert way[0] == s.car[seat]
        assert way[-1] == action - STOP
        for here, there in pairwise(way):
            assert within(*steps(s, here, wild(s, seat)), there)


def test_a_way_is_a_shortest_one_and_passes_no_forced_stop() -> None:
    for before, seat, action, _ in some_legs(40):
        s = before.open_record()
        stops, reached, rounds = forced_stops(s, seat), {s.car[seat]}, 0
        while action - STOP not in reached:
            rounds += 1
            going = [space for space in reached if space == s.car[seat] or not within(*stops, space)]
            paths = [steps(s, space, wild(s, seat)) for space in going]
            reached |= {near for near in range(s.spaces) if any(within(*path, near) for path in paths)}
        way = routes.route(s, action - STOP)
        assert len(way) == rounds + 1
        assert not any(within(*stops, space) for space in way[1:-1])


def test_the_drawn_car_carries_its_way_and_no_other_piece_does() -> None:
    for _, seat, _, after in some_legs(5):
        matches = CAR.findall(after.parts(None, "en")["board"])
        assert [piece for piece, _ in matches] == [f"car-{seat}"]
        assert len(matches[0][1].split()) >= 2


def test_a_move_that_is_no_leg_sends_nothing_anywhere() -> None:
    state = quartier.load("gridlock").new(seats=2, seed=3)
    seat = min(state.to_act())
    state.play(seat, next(move for move in state.moves(seat) if not move.startswith("stop")))
    assert "data-way" not in state.parts(None, "en")["board"]
