"""A slow reading of GL-16 to GL-20 and GL-25 to GL-27 from the public view alone, with sets of names."""

from typing import Any

DIRECTIONS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
WILD = {"blue": "river", "green": "park"}


class Map:
    """A city with its roads as one seat may use them."""

    def __init__(self, spaces: list[dict[str, Any]], view: dict[str, Any], seat: int) -> None:
        self.spaces = {f"{space['col']},{space['h']}": space for space in spaces}
        self.view, self.seat = view, seat
        self.special = view["options"]["specials"]
        self.colour = view["colours"][seat]

    def open_edges(self, position: str) -> set[str]:
        """The names of the open edges of a space."""
        space = self.spaces[position]
        if position in self.view["tiles"]:
            mask = self.view["tiles"][position]
            return {name for i, name in enumerate(DIRECTIONS) if mask >> i & 1}
        if space["kind"] == "destination" or (self.special and WILD.get(self.colour) == space["kind"]):
            return set(DIRECTIONS)
        return set(space.get("exits", ()))

    def next_to(self, position: str) -> set[str]:
        """The spaces that connect with a space."""
        space, result = self.spaces[position], set()
        for name in self.open_edges(position):
            dx, dy = DIRECTIONS[name]
            other = f"{space['col'] + dx},{space['h'] + dy}"
            back = next(back for back, step in DIRECTIONS.items() if step == (-dx, -dy))
            if other in self.spaces and back in self.open_edges(other):
                result.add(other)
        if space["kind"] == "tunnel":
            result |= {other for other, neighbour in self.spaces.items() if neighbour["kind"] == "tunnel"}
        return result

    def forced(self) -> set[str]:
        """The spaces that force a stop."""
        options, cars = self.view["options"], self.view["cars"]
        if self.special and self.colour == "red":
            return set()
        result = set(self.view["cones"])
        for other, car in enumerate(cars):
            yellow = self.special and self.view["colours"][other] == "yellow"
            if other != self.seat and (options["traffic"] or yellow):
                result.add(car)
        if options["congestion"]:
            result |= {
                space for space, neighbour in self.spaces.items() if self.cubes(neighbour.get("name")) >= 2
            }
        return result

    def cubes(self, name: str | None) -> int:
        """GL-21, GL-23: how many cubes lie on a destination."""
        seven = self.view["options"]["cards"] == 7
        return sum(
            name in visited and not (seven and name == start)
            for visited, start in zip(self.view["visited"], self.view["starts"], strict=True)
        )

    def stops(self) -> set[str]:
        """Where a leg can end: every space at the end of a walk that passes no forced stop."""
        start, forced = self.view["cars"][self.seat], self.forced()
        reached, ways = set(), [start]
        while ways:
            for other in self.next_to(ways.pop()) - reached:
                reached.add(other)
                if other not in forced:
                    ways.append(other)
        return reached - {start}
