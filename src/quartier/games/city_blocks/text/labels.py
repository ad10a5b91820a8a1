"""Labels of City Blocks: moves, pieces and places by name, and prompts."""

from functools import cache, lru_cache

from quartier.core.engine.bits import lowest, popcount
from quartier.core.text.languages import N_, Translator, capital

from ..rules.moves import REBUILD, STAY, SWAP, SWAPS
from ..rules.state import BLOCKS, COLUMNS, ROWS, STREETS, SWAPPING, TOKENS, Record
from ..rules.streets import STREET_NAMES, column_of, row_of
from ..rules.tiles import KINDS, SECOND_SCHOOL, distinct, kind_of

SEAT_NAMES = (N_("Blue"), N_("Red"))
STREET_LETTERS = "12345abcdef"
BLOCK_NAMES = tuple(f"{'abcdef'[block % COLUMNS]}{block // COLUMNS + 1}" for block in range(BLOCKS))


def streets_of(s: Record) -> list[int]:
    """The streets of the district, all but on a small board."""
    streets = s.streets
    return [street for street in range(STREETS) if streets >> street & 1]


def size_of(s: Record) -> tuple[int, int]:
    """How many rows and columns the district has: those in the north and west of the map."""
    streets = s.streets
    rows = popcount(streets & (1 << ROWS) - 1)
    return rows, popcount(streets) - rows


def count_blocks(s: Record) -> int:
    """How many blocks the district has: one where a row and a column of it cross."""
    rows, columns = size_of(s)
    return rows * columns


def tiles_of(tiles: int) -> list[str]:
    """The kinds of a set of tiles, sorted as on the tile list; two schools are listed twice."""
    result = []
    rest = distinct(tiles)
    while rest:
        kind = kind_of(lowest(rest))
        rest &= rest - 1
        result.append(KINDS[kind])
        if KINDS[kind] == "SC" and tiles & SECOND_SCHOOL:
            result.append("SC")
    return result


def values_of(tokens: int) -> list[int]:
    """The token values of a set, ascending."""
    return [value for value in range(1, TOKENS + 1) if tokens >> value & 1]


_NAMES = {
    "H": N_("house {value}"),
    "S": N_("store {value}"),
    "F": N_("factory {value}"),
    "SC": N_("school"),
    "PP": N_("power plant"),
    "MA": N_("mall"),
    "CH": N_("courthouse"),
}
_BUILT = {
    "SC": N_("a school"),
    "PP": N_("a power plant"),
    "MA": N_("a mall"),
    "CH": N_("a courthouse"),
}
"""The same as what is built, in a sentence."""
_CARDS = {
    "SC": N_("School"),
    "PP": N_("Power\nplant"),
    "MA": N_("Mall"),
    "CH": N_("Court-\nhouse"),
}
"""Names for a narrow card, in two lines where one is too long."""
INSCRIPTIONS = {"SC": N_("SCHOOL"), "PP": N_("POWER"), "MA": N_("MALL"), "CH": N_("COURT")}
"""What buildings without a value have written over their doors."""


@cache
def tile_name(kind: int, t: Translator) -> str:
    """A kind of tile in words: "house 3"."""
    code = KINDS[kind]
    name = _NAMES.get(code) or _NAMES[code[0]]
    return t(name).format(value=code[1])


def card_name(kind: int, t: Translator) -> str:
    """A kind of tile as its card calls it: "House 3"; a long name has a line break."""
    code = KINDS[kind]
    return t(_CARDS[code]) if code in _CARDS else capital(tile_name(kind, t))


def place_name(s: Record, touch: str, t: Translator) -> str:
    """What can be touched on the map by name: a block or a street, "" for anything else."""
    kind, _, name = touch.partition("-")
    if kind == "block":
        return block_name(BLOCK_NAMES.index(name), t)
    return STREET_NAMES[STREET_LETTERS.index(name)] if kind == "street" else ""


@cache
def block_name(block: int, t: Translator) -> str:
    """A block by the two streets that cross there, as one would say it: Hayes and Buchanan."""
    column, row = (STREET_NAMES[street].split()[0] for street in (column_of(block), row_of(block)))
    return t("{street} and {other}").format(street=column, other=row)


def label(s: Record, action: int, t: Translator) -> str:
    """A move in spoken words."""
    if action < SWAP:
        return _placement_label(action, *((0, 0) if action < REBUILD else _replaced_tile(s, action)), t)
    if action == STAY:
        return t("Leave the tokens")
    street, other = SWAPS[action - SWAP]
    return t("Swap {street} (${value}) and {other} (${other_value})").format(
        street=STREET_NAMES[street],
        value=s.token[street],
        other=STREET_NAMES[other],
        other_value=s.token[other],
    )


def _replaced_tile(s: Record, action: int) -> tuple[int, int]:
    """The kind of tile that a rebuild replaces, and the token that it costs."""
    return s.tile[action % REBUILD % BLOCKS], lowest(s.won[s.turn])


@lru_cache(4096)
def _placement_label(action: int, replaced: int, token: int, t: Translator) -> str:
    placement = action % REBUILD
    tile, block = tile_name(placement // BLOCKS, t), placement % BLOCKS
    if action < REBUILD:
        return t("{tile} at {block}").format(tile=tile, block=block_name(block, t))
    return t("{tile} replaces {old} at {block}, for your ${value} token").format(
        tile=tile, old=tile_name(replaced, t), block=block_name(block, t), value=token
    )


ASKS = {
    "hand": N_("On which block?"),
    "street": N_("With which street does it change tokens?"),
}
"""What is asked after a touch, by its id or the part of it before the first hyphen."""
STEPS = {"hand": N_("tile"), "block": N_("block"), "street": N_("street")}
"""In a word, what is touched in each step of a move, by the same keys."""


def prompt(s: Record, seat: int, t: Translator) -> str:
    """What the seat in turn is asked to do."""
    if s.phase == SWAPPING:
        return t("Your courthouse: choose two streets to swap their tokens, or leave them.")
    if s.won[seat]:
        return t("Choose a tile, then an empty block or one of your own tiles to replace.")
    return t("Choose a tile, then an empty block.")
