"""City Blocks a second time, slowly, in plain dicts and lists and after the rulebook only: the engine is held to it.

It reads and writes notation and shares no line with `quartier.games.city_blocks`.
"""

HOUSES, STORES, FACTORIES = (
    [f"{kind}{low + i}" for i in range(5)] for kind, low in (("H", 1), ("S", 2), ("F", 3))
)
TILES = [*HOUSES, *STORES, *FACTORIES, "SC", "SC", "PP", "MA", "CH"]
ROWS, COLUMNS = "12345", "abcdef"
STREETS = ROWS + COLUMNS
BLOCKS = [column + row for row in ROWS for column in COLUMNS]


def blocks_of(street: str) -> list[str]:
    """The blocks along a street."""
    return [block for block in BLOCKS if street in block]


def worth(tile: str, street_tiles: list[str]) -> int:
    """CB-17 to CB-19: what a tile counts beside the tiles of its street."""
    if tile[0] == "H" and ("PP" in street_tiles or "MA" in street_tiles):
        return 0
    if tile[0] == "F" and ("SC" in street_tiles or "MA" in street_tiles):
        return 0
    return int(tile[1]) if tile[1].isdigit() else 0


def street_sums(board: dict[str, tuple[str, int]], street: str) -> list[int]:
    """CB-16: the sums of both seats; `board`: block -> (tile, seat)."""
    here = [board[block] for block in blocks_of(street) if block in board]
    all_tiles = [tile for tile, _ in here]
    return [sum(worth(tile, all_tiles) for tile, owner in here if owner == seat) for seat in (0, 1)]


class Town:
    """A game in progress."""

    def __init__(self) -> None:
        self.board: dict[str, tuple[str, int]] = {}
        self.at_street: dict[str, int] = {}
        self.awarded: dict[str, int | None] = {}
        self.won: list[list[int]] = [[], []]
        self.out: list[int] = []
        self.lots: list[int] = []
        self.hands: list[list[str]] = [[], []]
        self.piles = [list(TILES), list(TILES)]
        self.seat = 0
        self.stage = "bonus"
        self.placed = ""

    # ----- whose turn, what is legal -----

    def actor(self) -> str | int | None:
        """Chance, a seat, or None when the game is over."""
        if self.stage == "over":
            return None
        return self.seat if self.stage in ("place", "swap") else "*"

    def moves(self) -> list[str]:
        """Every legal event of the actor, sorted."""
        return sorted(set(getattr(self, f"_{self.stage}_moves")()))

    def _bonus_moves(self) -> list[str]:
        return [f"bonus {value}" for value in range(1, 16) if value not in self.at_street.values()]

    def _lot_moves(self) -> list[str]:
        used = [*self.at_street.values(), *self.lots]
        return [f"lot {value}" for value in range(1, 16) if value not in used]

    def _draw_moves(self) -> list[str]:
        return [f"draw {tile}" for tile in self.piles[self._drawing_seat()]]

    def _place_moves(self) -> list[str]:
        hand = self.hands[self.seat]
        free = [block for block in BLOCKS if block not in self.board]
        own = [block for block, (_, owner) in self.board.items() if owner == self.seat]
        rebuilds = own if self.won[self.seat] else []
        return [f"{tile}@{block}" for tile in hand for block in free] + [
            f"{tile}x{block}" for tile in hand for block in rebuilds
        ]

    def _swap_moves(self) -> list[str]:
        still = [street for street in STREETS if street not in self.awarded]
        pairs = [(one, two) for index, one in enumerate(still) for two in still[index + 1 :]]
        return ["stay", *(f"swap {one} {two}" for one, two in pairs)]

    def _over_moves(self) -> list[str]:
        return []

    # ----- playing -----

    def play(self, move: str) -> None:
        """Apply a legal event."""
        getattr(self, f"_play_{self.stage}")(move)

    def _play_bonus(self, move: str) -> None:
        self.at_street[STREETS[len(self.at_street)]] = int(move.split()[1])
        if len(self.at_street) == 11:
            self.stage = "lot"

    def _play_lot(self, move: str) -> None:
        self.lots.append(int(move.split()[1]))
        if len(self.lots) == 2:
            self.out = [value for value in range(1, 16) if value not in self.at_street.values()]
            self.stage = "draw"

    def _drawing_seat(self) -> int:
        if self._setup_is_over():
            return self.seat
        return 0 if len(self.hands[0]) < 5 else 1

    def _setup_is_over(self) -> bool:
        return len(self.board) > 0

    def _play_draw(self, move: str) -> None:
        seat, tile = self._drawing_seat(), move.split()[1]
        self.piles[seat].remove(tile)
        self.hands[seat].append(tile)
        if self._setup_is_over():
            self.stage, self.seat = "place", 1 - self.seat
        elif len(self.hands[1]) == 5:
            self.stage, self.seat = "place", self.lots.index(max(self.lots))

    def _play_place(self, move: str) -> None:
        tile, sign, block = move[:2], move[2], move[3:]
        self.hands[self.seat].remove(tile)
        if sign == "x":
            token = min(self.won[self.seat])
            self.won[self.seat].remove(token)
            self.out.append(token)
        self.board[block] = (tile, self.seat)
        self.placed = block
        if tile == "CH":
            self.stage = "swap"
        else:
            self._finish_turn()

    def _play_swap(self, move: str) -> None:
        if move != "stay":
            _, one, two = move.split()
            self.at_street[one], self.at_street[two] = self.at_street[two], self.at_street[one]
        self._finish_turn()

    def _finish_turn(self) -> None:
        for street in (self.placed[1], self.placed[0]):
            if street not in self.awarded and all(block in self.board for block in blocks_of(street)):
                self._award(street)
        if len(self.board) == 30:
            self.stage = "over"
        elif self.piles[self.seat]:
            self.stage = "draw"
        else:
            self.stage, self.seat = "place", 1 - self.seat

    def _award(self, street: str) -> None:
        blue, red = street_sums(self.board, street)
        self.awarded[street] = None if blue == red else int(red > blue)
        winner = self.awarded[street]
        (self.out if winner is None else self.won[winner]).append(self.at_street[street])

    # ----- results -----

    def scores(self) -> list[int]:
        """CB-22."""
        return [sum(self.won[seat]) for seat in (0, 1)]

    def winners(self) -> list[int]:
        """The seats with the top score."""
        return [seat for seat in (0, 1) if self.scores()[seat] == max(self.scores())]
