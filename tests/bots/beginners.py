"""Simple players: they know what “In a minute” says about a title and no more, and look at what one move brings at once.

They are no bots to play with. They say whether the weakest level is weak enough for somebody who has just learned a game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from quartier import Dice
from quartier.core.game.boards import Board
from quartier.core.game.game import Game
from quartier.core.game.previews import previews
from quartier.core.game.state import State
from quartier.games.block_city.rules.moves import writable
from quartier.games.block_city.rules.state import SIDES
from quartier.games.city_blocks.rules.state import BLOCKS, OPEN
from quartier.games.city_blocks.rules.streets import column_of, row_of
from quartier.games.city_blocks.rules.tiles import VALUES
from quartier.games.gridlock.rules.board import space_names
from quartier.games.gridlock.rules.derived import GOALS
from quartier.games.gridlock.rules.roads import reach
from quartier.games.gridlock.rules.spaces import within
from quartier.games.metromania.text.notation import DIRECTION_NAMES
from quartier.games.neue_heimat.rules.scoring import row_points
from quartier.games.neue_heimat.rules.state import ROWS

Liked = list[tuple[float, ...]]
"""How much each of some moves is liked."""
Liking = Callable[[State, State, int, str], tuple[float, ...]]
"""How much a move is liked: by the position before it, the one after it, the seat, and the move."""


class Beginner:
    """Plays one of the moves that it likes best."""

    def __init__(self, game: Game) -> None:
        self._likes = LIKES[game.name]

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """One of the moves."""
        moves = position.moves(seat)
        liked = self._likes(position, seat, moves)
        best = [move for move, value in zip(moves, liked, strict=True) if value == max(liked)]
        dice.state += np.uint64(1)
        return best[int(dice.state[0]) % len(best)]


def one_by_one(liking: Liking) -> Callable[[State, int, list[str]], Liked]:
    """Each move is tried on a copy of what the seat sees."""

    def liked(position: State, seat: int, moves: list[str]) -> Liked:
        return [liking(position, _after(position, seat, move), seat, move) for move in moves]

    return liked


def _after(position: State, seat: int, move: str) -> State:
    tried = position.copy()
    tried.play(seat, move)
    return tried


def _lead(state: State, seat: int) -> int:
    """Points more than the best rival."""
    scores = state.scores()
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def _gain(before: State, after: State, seat: int) -> int:
    return _lead(after, seat) - _lead(before, seat)


@one_by_one
def city_blocks(before: State, after: State, seat: int, move: str) -> tuple[float, ...]:
    """Takes tokens, else puts its highest tiles where the highest tokens lie."""
    return (_gain(before, after, seat), _promise(before, after))


def _promise(before: State, after: State) -> int:
    old, new = before.open_record(), after.open_record()
    built = [block for block in range(BLOCKS) if old.tile[block] != new.tile[block]]
    return sum(
        int(VALUES[new.tile[block]]) * new.token[street]
        for block in built
        for street in (row_of(block), column_of(block))
        if new.award[street] == OPEN
    )


@one_by_one
def block_city(before: State, after: State, seat: int, move: str) -> tuple[float, ...]:
    """Takes points, and keeps buildings open: for each number on which it still fits a third of a point."""
    s = after.open_record()
    fitting = sum(writable(s, seat, number).bit_count() for number in range(2, SIDES + 1))
    return (3 * _gain(before, after, seat) + fitting,)


@one_by_one
def metromania(before: State, after: State, seat: int, move: str) -> tuple[float, ...]:
    """Finishes lines, takes points for stations, places markers, and else digs straight on."""
    kind, *arguments = move.split()
    straight = kind == "dig" and arguments[1].rstrip("+-") == _heading(before, seat, int(arguments[0]))
    return (
        kind == "finish",
        _gain(before, after, seat),
        "=" in move,
        kind == "dig",
        straight,
        arguments[:1] == ["1"],
    )


def _heading(position: State, seat: int, line: int) -> str:
    """The direction in which a line was dug last."""
    return DIRECTION_NAMES[position.open_record().heading[2 * seat + line - 1]]


@one_by_one
def neue_heimat(before: State, after: State, seat: int, move: str) -> tuple[float, ...]:
    """Bids a third of its money, keeps what is cheap, and builds where it leads, now and if all rows get finished."""
    verb, *rest = move.split()
    s = before.open_record()
    money = int(s.hand[seat])
    liked = {
        "bid": lambda: -abs(3 * int(rest[0]) - money),
        "pass": lambda: -money,
        "sell": lambda: 0,
        "keep": lambda: money - 3 * max(s.bids),
        "box": lambda: money - 16,
    }
    return (liked[verb](), 0) if verb in liked else (0, 3 * _on_top(after, seat) + _lead(after, seat))


def _on_top(state: State, seat: int) -> int:
    """Points of houses with own colours on top less those of others."""
    s = state.open_record()
    sign = [1 if player == seat else -1 for player in range(state.seats)]
    return sum(
        sign[player] * row_points(s, row, player) for row in range(ROWS) for player in range(state.seats)
    )


KINDS = ("cone", "remove", "uncone", "end", "stop", "turn", "lay")
"""What is done in Gridlock, the least liked first where nothing else tells."""


def gridlock(position: State, seat: int, moves: list[str]) -> Liked:
    """Stops at goals, connects goals, and lays tiles on the way to the nearest goal, so that roads lead on to it."""
    actions = np.array([position.read(move) for move in moves], np.int64)
    tried, way = previews(position, seat, actions), _way(position.open_record(), seat)
    coarse = [
        (1000 * points + 10 * goals.bit_count() + _on_way(move, way), KINDS.index(move.split()[0]))
        for move, points, goals in zip(
            moves, tried.points.tolist(), tried.derived[:, GOALS].tolist(), strict=True
        )
    ]
    best = max(coarse)
    return [
        (*value, -_left(tried.open_record(index), seat) if value == best else 0.0)
        for index, value in enumerate(coarse)
    ]


def _left(s: Any, seat: int) -> float:
    """The distance from where the car can get to the nearest goal that it cannot get to yet."""
    way = _way(s, seat)
    return _distance(*way) if way else 0.0


Space = tuple[int, int]


def _way(s: Any, seat: int) -> tuple[Space, Space] | None:
    """From where the car can get to the nearest goal that it cannot get to yet."""
    spaces, (low, high) = _spaces(s.board), reach(s, seat)
    near = [space for number, space in enumerate(spaces) if within(low, high, number)] or [
        spaces[s.car[seat]]
    ]
    goals = [spaces[space] for observer, space in enumerate(s.place) if s.goals[seat] >> observer & 1]
    far = [goal for goal in goals if goal not in near]
    return min(product(near, far), key=lambda way: _distance(*way), default=None)


@cache
def _spaces(board: Board) -> list[Space]:
    return [_space(name) for name in space_names(board.data)]


def _on_way(move: str, way: tuple[Space, Space] | None) -> float:
    """How near to the way, and to its begin, a tile would lie."""
    if way is None or not move.startswith("lay"):
        return -3
    (here, goal), there = way, _space(move.split("@")[1].split("=")[0])
    detour = _distance(here, there) + _distance(there, goal) - _distance(here, goal)
    return 6 - detour - _distance(here, there) / 2


def _space(name: str) -> Space:
    row, column = name.split(",")
    return int(row), int(column)


def _distance(a: Space, b: Space) -> float:
    """Steps between two hexagons; columns are counted twice, as on the map."""
    rows, columns = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(rows, (rows + columns) / 2)


LIKES: dict[str, Callable[[State, int, list[str]], Liked]] = {
    "city_blocks": city_blocks,
    "block_city": block_city,
    "metromania": metromania,
    "neue_heimat": neue_heimat,
    "gridlock": gridlock,
}
"""By title."""
