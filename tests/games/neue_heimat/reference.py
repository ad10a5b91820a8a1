"""Neue Heimat a second time, slowly, in plain dicts and lists and after the rulebook only: the engine is held to it.

It reads and writes notation and shares no line with `quartier.games.neue_heimat`.
"""

COLOURS, ROW_NAMES = "WRYGBK", "ABC"
FENCES = ("A1", "A7", "B3", "B5", "C2")
PERMITS = {"I": 1, "II": 2, "III": 3}


class House:
    """A house: its cubes from the ground up, and its roof (0 if none)."""

    def __init__(self, cube: str) -> None:
        self.cubes = [cube]
        self.roof = 0

    def worth(self) -> int:
        """NH-28."""
        return sum(int(cube[1]) for cube in self.cubes) + self.roof


class Row:
    """A building row."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.houses: list[House] = []
        self.permits: dict[str, int] = {}

    def limit(self) -> int:
        """NH-22: 4 and what the permits add and take."""
        return 4 + sum(PERMITS[permit] * sign for permit, sign in self.permits.items())

    def finished(self) -> bool:
        """NH-26."""
        return (
            bool(self.houses)
            and len(self.houses) == self.limit()
            and all(building.roof for building in self.houses)
        )

    def allows(self, permits: dict[str, int]) -> bool:
        """NH-23, NH-24 for the limit with other permits."""
        limit = 4 + sum(PERMITS[permit] * sign for permit, sign in permits.items())
        return 1 <= limit <= 9 and limit >= len(self.houses)


class Town:
    """A game in progress."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.rows = {name: Row(name) for name in ROW_NAMES}
        self.laid: list[str] = []
        self.display: list[list[str]] = [[], [], []]
        self.special = ["I", "II", "III", "blank", "mayor"]
        self.roofs = [0] * 5 + [1, 2, 3, 4, 5, 6] * 2
        self.hands, self.boxes = [12] * seats, [0] * seats
        self.colours: dict[str, int] = {}
        self.mayor = ""
        self.auctioneer = self.seat = 0
        self.boxed = False
        self.piece = ""
        self.bids: dict[int, int] = {}
        self.stage, self.reason = "lay", ""

    # ----- whose turn, what is legal -----

    def actor(self) -> str | int | None:
        """Chance, a seat, or None when the game is over."""
        if self.stage == "over":
            return None
        return "*" if self.stage in ("lay", "first", "turn") else self.seat

    def moves(self) -> list[str]:
        """Every legal event of the actor, sorted."""
        return sorted(set(getattr(self, f"_{self.stage}_moves")()))

    def _lay_moves(self) -> list[str]:
        cubes = [colour + str(value) for colour in COLOURS for value in range(1, 7)]
        return [f"cube {cube}" for cube in cubes if cube not in self.laid]

    def _first_moves(self) -> list[str]:
        return [f"first {seat}" for seat in range(self.seats)]

    def _turn_moves(self) -> list[str]:
        return [f"roof {roof}" for roof in self.roofs]

    def _offer_moves(self) -> list[str]:
        moves = ["box"] if self.hands[self.seat] and not self.boxed else []
        for number, row in enumerate(self.display, 1):
            if row and self._places(row[0]):
                moves.append(f"offer {number}L")
            if len(row) > 1 and self._places(row[-1]):
                moves.append(f"offer {number}R")
        open_house = any(not building.roof for row in self.rows.values() for building in row.houses)
        return (
            moves
            + [f"offer {piece}" for piece in self.special]
            + ["offer roof"] * (open_house and bool(self.roofs))
        )

    def _bid_moves(self) -> list[str]:
        low = max(self.bids.values(), default=0) + 1
        return ["pass", *(f"bid {amount}" for amount in range(low, self.hands[self.seat] + 1))]

    def _decide_moves(self) -> list[str]:
        return ["sell", "keep"]

    def _use_moves(self) -> list[str]:
        if self.piece == "mayor":
            return ["discard", *(f"put {name}" for name in self.rows)]
        if self.piece == "blank":
            return ["discard", *self._removals()]
        if self.piece in PERMITS:
            return ["discard", *self._permit_moves()]
        if self.piece.isdigit():
            return [f"put {lot}" for lot, building in self._houses() if not building.roof]
        return [f"put {lot}" for lot in self._places(self.piece)]

    def _over_moves(self) -> list[str]:
        return []

    def _houses(self) -> list[tuple[str, House]]:
        return [
            (f"{name}{lot}", building)
            for name, row in self.rows.items()
            for lot, building in enumerate(row.houses, 1)
        ]

    def _places(self, cube: str) -> list[str]:
        """NH-16, NH-17: the lots on which a cube may be built."""
        ground = [
            f"{name}{len(row.houses) + 1}" for name, row in self.rows.items() if len(row.houses) < row.limit()
        ]
        stacks = [
            lot
            for lot, building in self._houses()
            if lot not in FENCES and not building.roof and int(building.cubes[-1][1]) > int(cube[1])
        ]
        return ground + stacks

    def _permit_moves(self) -> list[str]:
        return [
            f"put {name}{sign}"
            for name, row in self.rows.items()
            for sign, factor in (("+", 1), ("-", -1))
            if row.allows({**row.permits, self.piece: factor})
        ]

    def _removals(self) -> list[str]:
        return [
            f"remove {permit}"
            for row in self.rows.values()
            for permit in row.permits
            if row.allows({other: sign for other, sign in row.permits.items() if other != permit})
        ]

    # ----- playing -----

    def play(self, move: str) -> None:
        """Apply a legal event."""
        getattr(self, f"_play_{self.stage}")(*move.split())

    def _play_lay(self, _: str, cube: str) -> None:
        self.display[len(self.laid) // 8].append(cube)
        self.laid.append(cube)
        if len(self.laid) == 24:
            self.stage = "first"

    def _play_first(self, _: str, seat: str) -> None:
        self._begin_turn(int(seat))

    def _begin_turn(self, seat: int) -> None:
        self.auctioneer = self.seat = seat
        self.boxed, self.piece, self.stage = False, "", "offer"

    def _play_offer(self, verb: str, what: str = "") -> None:
        if verb == "box":
            self.hands[self.seat] -= 1
            self.boxes[self.seat] += 1
            self.boxed = True
        elif what == "roof":
            self.stage = "turn"
        else:
            self.piece = self._taken(what)
            self._open_auction()

    def _taken(self, what: str) -> str:
        if what in self.special:
            self.special.remove(what)
            return what
        return self.display[int(what[0]) - 1].pop(0 if what[1] == "L" else -1)

    def _play_turn(self, _: str, value: str) -> None:
        self.roofs.remove(int(value))
        self.piece = value
        if value == "0":
            self._end_turn()
        else:
            self._open_auction()

    def _open_auction(self) -> None:
        self.bids, self.stage = {}, "bid"
        self.seat = (self.auctioneer + 1) % self.seats

    def _play_bid(self, verb: str, amount: str = "0") -> None:
        self.bids[self.seat] = int(amount)
        self.seat = (self.seat + 1) % self.seats
        if self.seat != self.auctioneer:
            return
        price = max(self.bids.values())
        if price == 0:
            self.stage = "use"
        elif price <= self.hands[self.auctioneer]:
            self.stage = "decide"
        else:
            self._play_decide("sell")

    def _play_decide(self, verb: str) -> None:
        price = max(self.bids.values())
        (bidder,) = (seat for seat, amount in self.bids.items() if amount == price)
        payer, receiver = (bidder, self.auctioneer) if verb == "sell" else (self.auctioneer, bidder)
        self.hands[payer] -= price
        self.hands[receiver] += price
        self.seat, self.stage = payer, "use"

    def _play_use(self, verb: str, what: str = "") -> None:
        if verb == "remove":
            for row in self.rows.values():
                row.permits.pop(what, None)
        elif verb == "put":
            self._put(what)
        self._end_turn()

    def _put(self, what: str) -> None:
        row = self.rows[what[0]]
        if self.piece == "mayor":
            self.mayor = what
        elif self.piece in PERMITS:
            row.permits[self.piece] = 1 if what[1] == "+" else -1
        elif self.piece.isdigit():
            row.houses[int(what[1:]) - 1].roof = int(self.piece)
        else:
            self._build(row, int(what[1:]))

    def _build(self, row: Row, lot: int) -> None:
        self.colours.setdefault(self.piece[0], self.seat)
        if lot > len(row.houses):
            row.houses.append(House(self.piece))
        else:
            row.houses[lot - 1].cubes.append(self.piece)

    def _end_turn(self) -> None:
        self.reason = self._why_over()
        if self.reason:
            self.stage = "over"
        else:
            self._begin_turn((self.auctioneer + 1) % self.seats)

    def _why_over(self) -> str:
        """NH-27."""
        if sum(row.finished() for row in self.rows.values()) >= 2:
            return "Two rows are finished."
        if not any(self.roofs):
            return "All non-blank roofs are built."
        if all(building.roof for _, building in self._houses()) and not any(self.display):
            return "There’s nothing left to roof."
        return ""

    # ----- results -----

    def scores(self) -> list[int]:
        """NH-28 to NH-30."""
        points = list(self.boxes)
        for row in self.rows.values():
            factor = (1 if row.finished() else -1) * (2 if self.mayor == row.name else 1)
            for building in row.houses:
                points[self.colours[building.cubes[-1][0]]] += factor * building.worth()
        return points

    def winners(self) -> list[int]:
        """NH-31."""
        ranks = [(points, self.hands[seat] + self.boxes[seat]) for seat, points in enumerate(self.scores())]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
