"""City Blocks tables set up by real moves: the test decides every draw, and a picture says what is built.

    table = built('''
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        H3 f4 S2 .  .  .
    ''', blue="H5", red="MA")

Blue tiles are in capitals, red ones in small letters; a1 is bottom left. `blue` and `red` are tiles that shall be in
hand then. Tiles are laid in the order a1, b1, ..., f5 by each seat, and the seats take turns.
"""

from collections.abc import Sequence

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.games.city_blocks.rules.tiles import KINDS

BONUS = tuple(range(1, 12))
"""Street 1 has $1, street 5 has $5, street a has $6 and street f has $11, unless a test says otherwise."""
STREETS = "12345abcdef"
EMPTY_BOARD = "\n".join([". . . . . ."] * 5)


class Table:
    """A game in which the test decides what is drawn: each seat draws from its `deck` in order."""

    def __init__(
        self,
        blue: Sequence[str] = (),
        red: Sequence[str] = (),
        bonus: Sequence[int] = BONUS,
        starter: int = 0,
    ) -> None:
        rest = [value for value in range(1, 16) if value not in bonus]
        self.decks = [deck(blue), deck(red)]
        self.state: State = load_compiled("city_blocks").new(chance="manual")
        for value in bonus:
            self.state.play("*", f"bonus {value}")
        lots = rest[:2] if starter else rest[1::-1]
        for value in lots:
            self.state.play("*", f"lot {value}")
        for tile in self.decks[0][:5] + self.decks[1][:5]:
            self.state.play("*", f"draw {tile}")
        self.drawn = [5, 5]

    @property
    def seat(self) -> int:
        """The seat that is to place or to swap."""
        (seat,) = self.state.to_act()
        return int(seat)

    def move(self, *moves: str) -> State:
        """Play moves, each by the seat whose turn it is, with the draws between them."""
        for move in moves:
            seat = self.seat
            self.state.play(seat, move)
            if self.state.to_act() == {"*"}:
                self.state.play("*", f"draw {self.decks[seat][self.drawn[seat]]}")
                self.drawn[seat] += 1
        return self.state

    def place(self, tile: str, block: str) -> None:
        """Develop; a courthouse leaves the tokens where they are."""
        self.move(f"{tile}@{block}")
        if tile == "CH":
            self.move("stay")


def deck(first: Sequence[str]) -> list[str]:
    """All 20 tiles of a seat (CB-3), the given ones first."""
    rest = [*KINDS, "SC"]
    for tile in first:
        rest.remove(tile)
    return [*first, *rest]


def cells(picture: str) -> dict[str, tuple[int, str]]:
    """Block -> (seat, tile) of the built blocks of a picture, from a1 to f5."""
    lines = [line.split() for line in picture.strip().splitlines()]
    assert [len(line) for line in lines] == [6] * 5
    result = {}
    for row, line in enumerate(reversed(lines), 1):
        for column, text in zip("abcdef", line, strict=True):
            if text != ".":
                result[f"{column}{row}"] = (int(text.islower()), text.upper())
    return result


def built(
    picture: str, blue: str = "", red: str = "", bonus: Sequence[int] = BONUS, starter: int = 0
) -> Table:
    """A table with these blocks built and these tiles in hand; who has built fewer is to move (else `starter`)."""
    expected_cells = cells(picture)
    tiles = [
        [(block, tile) for block, (seat, tile) in expected_cells.items() if seat == who] for who in (0, 1)
    ]
    lead = len(tiles[0]) - len(tiles[1])
    assert abs(lead) <= 1, "the seats take turns"
    starter = {1: 0, -1: 1, 0: starter}[lead]
    hands = (blue.split(), red.split())
    decks = [[*(tile for _, tile in tiles[who]), *hands[who]] for who in (0, 1)]
    table = Table(decks[0], decks[1], bonus, starter)
    for number in range(len(expected_cells)):
        block, tile = tiles[(starter + number) % 2][number // 2]
        table.place(tile, block)
    return table


def sums(state: State, street: str) -> tuple[int, int]:
    """What blue and red add up to in a street."""
    blue, red = state.view(None)["streets"][street]["sums"]
    return blue, red


def award(state: State, street: str) -> object:
    """Who got the token of a street: a seat, "nobody", or "open"."""
    return state.view(None)["streets"][street]["award"]


def tokens(state: State) -> list[list[int]]:
    """The tokens that blue and red hold."""
    result: list[list[int]] = state.view(None)["tokens"]
    return result


def token_at(state: State, street: str) -> int:
    """The value at a street."""
    return int(state.view(None)["streets"][street]["token"])
