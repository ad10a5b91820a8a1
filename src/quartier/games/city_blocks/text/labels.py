"""Labels of City Blocks: moves, pieces and places by name, and prompts."""

from functools import cache, lru_cache

from quartier.core.engine.bits import lowest, popcount
from quartier.core.text.languages import N_, Translator, capital
from quartier.core.text.numbers import dollars

from ..rules.moves import REBUILD, STAY, SWAP, SWAPS
from ..rules.state import BLOCKS, COLUMNS, ROWS, STREETS, SWAPPING, TOKENS, Record
from ..rules.streets import STREET_NAMES, column_of, open_streets, row_of
from ..rules.tiles import KINDS, copies, distinct, kind_of

SEAT_NAMES = (N_("Blue"), N_("Red"))
STREET_LETTERS = "12345abcdef"
BLOCK_NAMES = tuple(f"{'abcdef'[block % COLUMNS]}{block // COLUMNS + 1}" for block in range(BLOCKS))


def streets_of(s: Record) -> list[int]:
    """Return the streets of the district: all except on a small board."""
    streets = s.streets
    return [street for street in range(STREETS) if streets >> street & 1]


def size_of(s: Record) -> tuple[int, int]:
    """Return the number of rows and columns of the district: the north-west of the map."""
    streets = s.streets
    rows = popcount(streets & (1 << ROWS) - 1)
    return rows, popcount(streets) - rows


def count_blocks(s: Record) -> int:
    """Return the number of blocks of the district."""
    rows, columns = size_of(s)
    return rows * columns


def tiles_of(tiles: int) -> list[str]:
    """Return the kinds of a set of tiles, sorted as on the tile list; those of a kind are listed as often as there are."""
    result = []
    rest = distinct(tiles)
    while rest:
        kind = kind_of(lowest(rest))
        rest &= rest - 1
        result += [KINDS[kind]] * copies(tiles, kind)
    return result


def values_of(tokens: int) -> list[int]:
    """Return the token values of a set, in ascending order."""
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
"""The same with an indefinite article, for what is built."""
_STANDING = {
    "SC": N_("the school"),
    "PP": N_("the power plant"),
    "MA": N_("the mall"),
    "CH": N_("the courthouse"),
}
"""The same with a definite article, for what is on the board."""
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
    """Return the name of a kind of tile: "house 3"."""
    code = KINDS[kind]
    name = _NAMES.get(code) or _NAMES[code[0]]
    return t(name).format(value=code[1])


def built_name(kind: int, t: Translator) -> str:
    """Return a kind of tile with an indefinite article: "a school", "house 3"."""
    code = KINDS[kind]
    return t(_BUILT[code]) if code in _BUILT else tile_name(kind, t)


def standing_name(kind: int, t: Translator) -> str:
    """Return a kind of tile with a definite article: "the school", "house 3"."""
    code = KINDS[kind]
    return t(_STANDING[code]) if code in _STANDING else tile_name(kind, t)


@cache
def money(value: int, t: Translator) -> str:
    """Format an amount in the language: "$10" or "10 $"."""
    return dollars(value, t.lang)


@cache
def street_name(street: int) -> str:
    """Return the full name of a street: Adams Boulevard."""
    return STREET_NAMES[street].replace("Blvd.", "Boulevard").replace("St.", "Street")


@cache
def short_street(street: int) -> str:
    """Return the name of a street without Street or Boulevard: Adams."""
    return STREET_NAMES[street].split()[0]


def card_name(kind: int, t: Translator) -> str:
    """Return the name of a kind of tile on its card: "House 3"; a long name has a line break."""
    code = KINDS[kind]
    return t(_CARDS[code]) if code in _CARDS else capital(tile_name(kind, t))


def place_name(s: Record, touch: str, t: Translator) -> str:
    """Return the name of a block or street that can be touched, "" for anything else."""
    kind, _, name = touch.partition("-")
    if kind == "block":
        return block_name(BLOCK_NAMES.index(name), t)
    return street_name(STREET_LETTERS.index(name)) if kind == "street" else ""


@cache
def block_name(block: int, t: Translator) -> str:
    """Return a block's name, the two streets that cross there: Hayes & Buchanan."""
    column, row = short_street(column_of(block)), short_street(row_of(block))
    return t("{street} & {other}").format(street=column, other=row)


def label(s: Record, action: int, t: Translator) -> str:
    """Return the spoken label of a move."""
    if action < SWAP:
        return _placement_label(action, 0 if action < REBUILD else _replaced_tile(s, action), t)
    if action == STAY:
        return t("Don’t swap")
    street, other = SWAPS[action - SWAP]
    return t("Swap {street} ({value}) and {other} ({other_value})").format(
        street=short_street(street),
        value=money(s.token[street], t),
        other=short_street(other),
        other_value=money(s.token[other], t),
    )


def _replaced_tile(s: Record, action: int) -> int:
    """Return the kind of tile that a rebuild replaces."""
    return int(s.tile[action % REBUILD % BLOCKS])


@lru_cache(4096)
def _placement_label(action: int, replaced: int, t: Translator) -> str:
    placement = action % REBUILD
    tile, block = built_name(placement // BLOCKS, t), placement % BLOCKS
    if action < REBUILD:
        return capital(t("Build {tile} at {block}").format(tile=tile, block=block_name(block, t)))
    return capital(
        t("{tile} replaces {old}, at {block}").format(
            tile=tile, old=standing_name(replaced, t), block=block_name(block, t)
        )
    )


ASKS = {
    "hand": N_("On which block?"),
    "street": N_("Swap with which street?"),
}
"""The question after a touch, by its id or the part of it before the first hyphen."""
STEPS = {"hand": N_("tile"), "block": N_("block"), "street": N_("street")}
"""In one word, what each step of a move touches, by the same keys."""


def prompt(s: Record, seat: int, t: Translator) -> str:
    """Return the prompt for the seat to move."""
    if s.phase == SWAPPING:
        if popcount(open_streets(s)) < 2:
            return t("No two tokens are left to swap.")
        return t("Choose two streets to swap their tokens, or don’t swap.")
    if s.won[seat] and s.own[seat]:
        return t("Choose a tile, then an empty block or your own tile.")
    return t("Choose a tile, then an empty block.")
