"""BlockCity a second time, slowly, in dicts and lists and after the rulebook only: the engine is held to it.

It reads and writes notation and shares no line with `quartier.games.block_city`.
"""

from itertools import product

PARK_TABLE = {0: 0, 1: 2, 2: 6, 3: 16, 4: 22, 5: 26, 6: 32, 7: 39, 8: 45, 9: 52, 10: 60}
SETS = 2
Marks = dict[str, int | str]
"""Building -> its number, or "X"."""


class Sheet:
    """The buildings of a sheet, their kinds and neighbours."""

    def __init__(self, rows: list[str]) -> None:
        grid = [row.split() for row in rows]
        self.buildings = sorted({name for row in grid for name in row})
        self.around: dict[str, set[str]] = {name: set() for name in self.buildings}
        for row, column in product(range(len(grid)), range(len(grid[0]))):
            for other_row, other_column in ((row + 1, column), (row, column + 1)):
                if other_row < len(grid) and other_column < len(grid[0]):
                    one, other = grid[row][column], grid[other_row][other_column]
                    if one != other:
                        self.around[one].add(other)
                        self.around[other].add(one)

    def of(self, kind: str) -> list[str]:
        """The buildings whose names begin with a letter."""
        return [name for name in self.buildings if name[0] == kind]


def sources(sheet: Sheet, marks: Marks, spoils: bool = False) -> dict[str, int]:
    """BC-13 to BC-18: the points by category; `spoils`: the option of BC-16."""
    return {
        "parks": sum(PARK_TABLE[len(group)] for group in park_groups(sheet, marks)),
        "stores": sum(10 for store in sheet.of("K") if store_scores(sheet, marks, store, spoils)),
        "public": 30 * min(SETS, *(sum(is_number(marks, name) for name in sheet.of(kind)) for kind in "SFT")),
        "houses": sum(int(marks[name]) for name in sheet.of("H") if is_number(marks, name)),
        "filled": 10 if len(marks) == len(sheet.buildings) else 0,
        "misses": -2 * list(marks.values()).count("X"),
    }


def is_number(marks: Marks, name: str) -> bool:
    """Whether a building carries a number."""
    return marks.get(name, "X") != "X"


def park_groups(sheet: Sheet, marks: Marks) -> list[set[str]]:
    """Groups of parks with the same number, found by merging neighbours until nothing changes."""
    groups = [{park} for park in sheet.of("P") if is_number(marks, park)]
    merged = True
    while merged:
        merged = False
        for one, other in product(groups, groups):
            if one is not other and any(
                marks[a] == marks[b] and b in sheet.around[a] for a in one for b in other
            ):
                groups.remove(other)
                one |= other
                merged = True
                break
    return groups


def store_scores(sheet: Sheet, marks: Marks, store: str, spoils: bool) -> bool:
    """BC-16 for one department store."""
    around = [marks.get(name) for name in sheet.around[store]]
    if spoils and "X" in around:
        return False
    numbers = [mark for mark in around if mark not in (None, "X")]
    return is_number(marks, store) and None not in around and bool(numbers) and marks[store] not in numbers


class Round:
    """A game in progress."""

    def __init__(
        self,
        rows: list[str],
        seats: int,
        surrounding: str = "highest",
        passive_miss: bool = False,
        miss_spoils_store: bool = False,
    ) -> None:
        self.sheet = Sheet(rows)
        self.strict = surrounding == "highest"
        self.passive_miss, self.spoils = passive_miss, miss_spoils_store
        self.cities: list[Marks] = [{} for _ in range(seats)]
        self.stage = "start"
        self.waiting = set(range(seats))
        self.active = 0
        self.dice: list[int] = []
        self.turns = 0

    def actors(self) -> set[str | int]:
        """Who may act."""
        if self.stage == "over":
            return set()
        return {"*"} if self.stage in ("first", "roll") else set(self.waiting)

    def moves(self, actor: str | int) -> list[str]:
        """Every legal event of an actor, sorted."""
        if actor not in self.actors():
            return []
        if self.stage == "first":
            return [f"first {seat}" for seat in range(len(self.cities))]
        if self.stage == "roll":
            return sorted({f"roll {min(pair)} {max(pair)}" for pair in product(range(1, 7), repeat=2)})
        assert isinstance(actor, int)
        empty = [name for name in self.sheet.buildings if name not in self.cities[actor]]
        if self.stage == "start":
            return sorted(f"{number}@{name}" for number in range(1, 7) for name in empty)
        writings = {f"{die}@{name}" for die in self.dice for name in empty if self.fits(actor, die, name)}
        misses = {f"X{die}@{name}" for die in self.dice for name in empty}
        if self.stage == "passive":
            return sorted(writings | (misses if self.passive_miss else set()) | {"pass"})
        return sorted(writings | misses)

    def fits(self, seat: int, number: int, name: str) -> bool:
        """BC-6 to BC-8 for an empty building."""
        city = self.cities[seat]
        around = [int(city[other]) for other in self.sheet.around[name] if is_number(city, other)]
        if number == 1:
            return True
        return bool(around) and number >= (max(around) if self.strict else min(around))

    def play(self, actor: str | int, move: str) -> None:
        """Apply a legal event."""
        if actor == "*":
            self._happen(move)
            return
        assert isinstance(actor, int)
        if move != "pass":
            mark, name = move.split("@")
            self.cities[actor][name] = "X" if mark[0] == "X" else int(mark)
        self.waiting.remove(actor)
        if self.stage == "active":
            self.dice.remove(int(move.split("@")[0][-1]))
            self.stage, self.waiting = "passive", set(range(len(self.cities))) - {self.active}
        if not self.waiting:
            self._go_on()

    def _happen(self, move: str) -> None:
        if self.stage == "first":
            self.active, self.stage = int(move.split()[1]), "roll"
            return
        self.dice = [int(die) for die in move.split()[1:]]
        self.turns += 1
        self.stage, self.waiting = "active", {self.active}

    def _go_on(self) -> None:
        if self.stage == "start":
            self.stage = "first"
        elif any(len(city) == len(self.sheet.buildings) for city in self.cities):
            self.stage = "over"
        else:
            self.stage, self.active = "roll", (self.active + 1) % len(self.cities)

    def scores(self) -> list[int]:
        """The points of all seats."""
        return [sum(self.sources(city).values()) for city in self.cities]

    def sources(self, city: Marks) -> dict[str, int]:
        """The points of a city by category."""
        return sources(self.sheet, city, self.spoils)

    def winners(self) -> list[int]:
        """BC-19: the best by points, then by filled buildings."""
        ranks = [(score, len(city)) for score, city in zip(self.scores(), self.cities, strict=True)]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
