"""What roads to all destinations cost, worked out slowly: one search of its own for each connection, with a plain queue."""

from heapq import heappop, heappush
from typing import Any

from quartier import State
from quartier.games.gridlock.bots.field import (
    FARTHEST,
    REPLACE_COST,
    STOP_COST,
    TILE_COST,
    TURN_COST,
    ZONE_COST,
)
from quartier.games.gridlock.rules.board import DESTINATION, EMPTY, NONE, TUNNEL
from quartier.games.gridlock.rules.roads import edges, forced_stops, opposite, wild
from quartier.games.gridlock.rules.spaces import in_zone, within
from quartier.games.gridlock.rules.tiles import MASKS, SIDES, rotations

Side = tuple[int, int]
"""A space, and the side at which a road comes to it."""


class Plan:
    """The roads of one seat."""

    def __init__(self, state: State, seat: int) -> None:
        self.s: Any = state.open_record()
        self.seat, self.wild = seat, wild(self.s, seat)
        self.stops = forced_stops(self.s, seat)
        self.nearest, self.total = self._joined()

    def _joined(self) -> tuple[int, int]:
        """The cost of the first connection, and of all: whatever is nearest joins next, several at once if equally near."""
        goals = {observer for observer in range(self.s.sights) if self.s.goals[self.seat] >> observer & 1}
        linked: set[int] = set()
        nearest, total = None, 0
        while goals - linked:
            far = self._distances(linked)
            costs = {
                observer: min(FARTHEST, far.get(self.s.place[observer], FARTHEST))
                for observer in goals - linked
            }
            least = min(costs.values())
            total += sum(cost for cost in costs.values() if cost == least)
            linked |= {observer for observer, cost in costs.items() if cost == least}
            nearest = least if nearest is None else nearest
        return nearest or 0, total

    def _distances(self, linked: set[int]) -> dict[int, int]:
        """What a road costs from the car, or from a destination that is connected, to each space."""
        spaces = {self.s.place[observer] for observer in linked}
        best: dict[Side, int] = {}
        queue: list[tuple[int, Side]] = []
        for node in spaces:
            self._leave(queue, node, range(SIDES), 0)
        car = self.s.car[self.seat]
        for side in range(SIDES):
            is_open = edges(self.s, car, self.wild) >> side & 1
            if is_open or self.s.tile[car] != NONE:
                self._leave(queue, car, [side], 0 if is_open else TURN_COST)
        self._through_tunnels(queue, car, 0)
        while queue:
            cost, (space, side) = heappop(queue)
            if (space, side) not in best and space not in spaces | {car}:
                best[space, side] = cost
                self._go_on(queue, space, side, cost)
        return {space: min(cost for (other, _), cost in best.items() if other == space) for space, _ in best}

    def _leave(self, queue: list[tuple[int, Side]], space: int, sides: Any, cost: int) -> None:
        for side in sides:
            near = self.s.near[space, side]
            if near != NONE:
                heappush(queue, (cost, (int(near), opposite(side))))

    def _through_tunnels(self, queue: list[tuple[int, Side]], space: int, cost: int) -> None:
        if self.s.terrain[space] == TUNNEL:
            for other in range(self.s.spaces):
                for side in range(SIDES):
                    if self.s.terrain[other] == TUNNEL and self.s.exits[other] >> side & 1:
                        heappush(queue, (cost, (other, side)))

    def _go_on(self, queue: list[tuple[int, Side]], space: int, side: int, cost: int) -> None:
        cost += STOP_COST * within(*self.stops, space)
        if self.s.tile[space] != NONE:
            for exit in range(SIDES):
                price = self._price(space, side, exit)
                if price is not None:
                    self._leave(queue, space, [exit], cost + price)
        elif self.s.terrain[space] == EMPTY:
            self._leave(queue, space, range(SIDES), cost + TILE_COST)
        elif self.s.terrain[space] in (DESTINATION, self.wild):
            self._leave(queue, space, range(SIDES), cost)
        elif self.s.exits[space] >> side & 1:
            exits = [exit for exit in range(SIDES) if self.s.exits[space] >> exit & 1]
            self._leave(queue, space, exits, cost)
            self._through_tunnels(queue, space, cost)

    def _price(self, space: int, side: int, exit: int) -> int | None:
        """What it costs that a tile lets a road through from side to side; None if it is in the way for good."""
        both = 1 << side | 1 << exit
        if self.s.exits[space] & both == both:
            return 0
        more = ZONE_COST if in_zone(self.s, self.seat, space) else 0
        if any(face & both == both for face in rotations(int(MASKS[self.s.tile[space]]))):
            return TURN_COST + more
        cars = [self.s.car[seat] for seat in range(self.s.players)]
        return None if space in cars else REPLACE_COST + more
