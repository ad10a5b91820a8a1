"""Neue Heimat tables set up by real moves: the test decides every draw and every bid.

    table = Table("W5 B2", seats=3)
    table.use("W5", "put A1")                          # all pass: the auctioneer gets it for nothing
    table.use("B2", "put A1", bids={2: 3})             # seat 2 bids 3, the auctioneer sells
    table.use("roof 4", "put A1", bids={0: 1}, keep=True)

Cubes named first are laid out first, from the left of display row 1 on, so they can be taken in that order.
"""

from collections.abc import Mapping

from quartier import State
from quartier.conformance.games import load_compiled

CUBES = tuple(f"{colour}{value}" for colour in "WRYGBK" for value in range(1, 7))
ROOFS = (0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)


class Table:
    """A game in which the test decides what is drawn."""

    def __init__(self, cubes: str = "", seats: int = 2, starter: int = 0, **options: bool) -> None:
        parts = cubes.split()
        rest = [cube for cube in CUBES if cube not in parts]
        self.state: State = load_compiled("neue_heimat").new(seats=seats, chance="manual", **options)
        for cube in (parts + rest)[:24]:
            self.state.play("*", f"cube {cube}")
        self.state.play("*", f"first {starter}")

    @property
    def seat(self) -> int | str:
        """Who is to act: a seat, or "*"."""
        (actor,) = self.state.to_act()
        return actor

    def move(self, *moves: str) -> State:
        """Play moves, each by whoever is to act."""
        for move in moves:
            self.state.play(self.seat, move)
        return self.state

    def offer(self, piece: str) -> None:
        """Offer a piece; "roof 4" also turns a roof of that value over."""
        self.move(f"offer {self.place_of(piece)}")
        if piece.startswith("roof"):
            self.move(piece)

    def place_of(self, piece: str) -> str:
        """Where a piece is offered from: "2R" for an outer cube."""
        for number, row in enumerate(self.state.view(None)["display"], 1):
            if piece in row:
                assert piece in (row[0], row[-1]), f"{piece} is no outer cube"
                return f"{number}{'L' if row[0] == piece else 'R'}"
        return piece.split()[0]

    def auction(self, piece: str, bids: Mapping[int, int] | None = None, keep: bool = False) -> None:
        """Offer a piece; seats bid as given or pass; the auctioneer keeps or sells where there is a choice."""
        self.offer(piece)
        while self.state.view(None)["phase"] == "bid":
            amount = (bids or {}).get(int(self.seat))
            self.move(f"bid {amount}" if amount else "pass")
        if self.state.view(None)["phase"] == "decide":
            self.move("keep" if keep else "sell")

    def use(self, piece: str, use: str, bids: Mapping[int, int] | None = None, keep: bool = False) -> None:
        """Auction a piece and use it."""
        self.auction(piece, bids, keep)
        self.move(use)

    def build(self, row: str, buildings: str) -> None:
        """Build houses of a row from the street on, all for nothing: "W5B3^4 R2" are two, the first with a roof of 4."""
        for lot, building in enumerate(buildings.split(), 1):
            cubes, _, roof = building.partition("^")
            for cube in (cubes[i : i + 2] for i in range(0, len(cubes), 2)):
                self.use(cube, f"put {row}{lot}")
            if roof:
                self.use(f"roof {roof}", f"put {row}{lot}")

    def view(self, *path: str | int) -> object:
        """Something of what a spectator sees: `view("rows", "A", "limit")`."""
        result: object = self.state.view(None)
        for key in path:
            result = result[key]  # type: ignore[index]
        return result

    @property
    def money(self) -> list[int]:
        """Cheques in every hand."""
        return [self.state.view(seat)["hands"][seat] for seat in range(self.state.seats)]


def legal_moves(state: State) -> list[str]:
    """The moves that whoever is to act may play."""
    (actor,) = state.to_act()
    return state.moves(actor)
