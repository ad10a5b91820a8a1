"""City Blocks in words: notation, ids to touch, labels, log lines and refusals."""

from functools import cache, lru_cache
from typing import Any

from quartier.core.engine.bits import lowest
from quartier.core.engine.contract import CHANCE
from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator, capital

from ..rules.moves import (
    ACTIONS,
    BONUS,
    DRAW,
    LOT,
    REBUILD,
    STAY,
    SWAP,
    SWAPS,
)
from ..rules.scoring import score
from ..rules.state import (
    BLOCKS,
    DEALING,
    EMPTY,
    NOBODY,
    OPEN,
    STREETS,
    SWAPPING,
    State,
)
from ..rules.streets import (
    STREET_NAMES,
    column_of,
    next_street,
    row_of,
    sum_of,
)
from ..rules.tiles import KINDS
from ..rules.violations import (
    BLOCK_BUILT,
    GAME_OVER,
    LOT_TAKEN,
    NO_COURTHOUSE,
    NO_TOKEN,
    NOT_CHANCE,
    NOT_IN_HAND,
    NOT_IN_TURN,
    NOT_ON_BOARD,
    NOT_YOURS_TO_REBUILD,
    SWAP_FIRST,
    TILE_NOT_IN_PILE,
    TOKEN_AWARDED,
    TOKEN_LAID,
)
from . import (
    effects,
    explanations,
    final_count,
    scoring_help,
    sounds,
)
from .ascii_art import ascii_art as ascii_art
from .names import (
    BLOCK_NAMES,
    STREET_LETTERS,
    count_blocks,
    streets_of,
    tiles_of,
    values_of,
)
from .names import SEAT_NAMES as SEAT_NAMES

describe_effect = effects.describe_effect
categories = scoring_help.categories
sound = sounds.sound
count = final_count.count
GROUPS, explain = explanations.GROUPS, explanations.explain

PHASES = ("bonus", "lot", "deal", "place", "swap", "draw", "over")

SYNTAX = N_("“{move}” is not a move. A move is H3@c4 (build), H3xc4 (rebuild), swap 2 e or stay.")

REFUSALS = {
    NOT_IN_TURN: N_("It is not your turn to place a tile."),
    NOT_IN_HAND: N_("That tile is not in your hand."),
    NOT_ON_BOARD: N_("That block is not on this board. Choose one of the district."),
    BLOCK_BUILT: N_("That block is already built. Choose an empty one."),
    NO_TOKEN: N_("A rebuild costs the lowest token that you have won, and you have none yet."),
    NOT_YOURS_TO_REBUILD: N_("A rebuild replaces one of your own tiles, and none of yours is on that block."),
    NO_COURTHOUSE: N_("Tokens are swapped only right after a courthouse is placed."),
    TOKEN_AWARDED: N_("A swap needs two streets that both still have their token."),
    SWAP_FIRST: N_("First decide about your courthouse: swap two tokens, or leave them."),
    TOKEN_LAID: N_("That token is not among those still to be laid beside the streets."),
    LOT_TAKEN: N_("That token is not among those left over for the starting draw."),
    TILE_NOT_IN_PILE: N_("That tile cannot be drawn now: it is not in the pile."),
    NOT_CHANCE: N_("Nothing is drawn now."),
    GAME_OVER: N_("The game is over: all blocks are built."),
}

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

ENDS = (STAY,)


# ----- notation -----


def _text(action: int) -> str:
    if action < SWAP:
        sign, place = ("@", action) if action < REBUILD else ("x", action - REBUILD)
        return f"{KINDS[place // BLOCKS]}{sign}{BLOCK_NAMES[place % BLOCKS]}"
    if action < STAY:
        street, other = SWAPS[action - SWAP]
        return f"swap {STREET_LETTERS[street]} {STREET_LETTERS[other]}"
    return "stay" if action == STAY else _outcome(action)


def _outcome(action: int) -> str:
    if action < LOT:
        return f"bonus {action - BONUS + 1}"
    return f"lot {action - LOT + 1}" if action < DRAW else f"draw {KINDS[action - DRAW]}"


_TEXTS = tuple(_text(action) for action in range(ACTIONS))
_ACTIONS = {text: action for action, text in enumerate(_TEXTS)}


def write(action: int, board: Board) -> str:
    """The notation of an action."""
    return _TEXTS[action]


def read(text: str, board: Board) -> int:
    """The action of a notation, or -1."""
    return _ACTIONS.get(text, -1)


def paths(action: int, board: Board) -> list[list[str]]:
    """A tile, then a block; two streets in any order; or the button that declines."""
    if action < SWAP:
        place = action % REBUILD
        return [[f"hand-{KINDS[place // BLOCKS]}", f"block-{BLOCK_NAMES[place % BLOCKS]}"]]
    if action < STAY:
        street, other = (f"street-{STREET_LETTERS[i]}" for i in SWAPS[action - SWAP])
        return [[street, other], [other, street]]
    return [["button-stay"]] if action == STAY else []


def reason(s: State, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """A block comes after a building; while a courthouse waits, it does not come at all (CB-14)."""
    kind, _, name = path[0].partition("-")
    if len(path) > 1 or not (kind == "ground" or (kind == "block" and name in BLOCK_NAMES)):
        return None
    return 0 if s.phase == SWAPPING else (8, N_("First choose a building from your hand, then a block."))


# ----- things -----


@cache
def tile_name(kind: int, t: Translator) -> str:
    """A kind of tile in words: "house 3"."""
    code = KINDS[kind]
    name = _NAMES.get(code) or _NAMES[code[0]]
    return t(name).format(value=code[1])


def built_name(kind: int, t: Translator) -> str:
    """A kind of tile as what is built: "a school", "house 3"."""
    code = KINDS[kind]
    return t(_BUILT[code]) if code in _BUILT else tile_name(kind, t)


def card_name(kind: int, t: Translator) -> str:
    """A kind of tile as its card calls it: "House 3"; a long name has a line break."""
    code = KINDS[kind]
    return t(_CARDS[code]) if code in _CARDS else capital(tile_name(kind, t))


def place_name(s: State, place: str, t: Translator) -> str:
    """What can be touched on the map by name: a block or a street, "" for anything else."""
    kind, _, name = place.partition("-")
    if kind == "block":
        return block_name(BLOCK_NAMES.index(name), t)
    return STREET_NAMES[STREET_LETTERS.index(name)] if kind == "street" else ""


@cache
def block_name(block: int, t: Translator) -> str:
    """A block by the two streets that cross there, as one would say it: Hayes and Buchanan."""
    column, row = (STREET_NAMES[street].split()[0] for street in (column_of(block), row_of(block)))
    return t("{street} and {other}").format(street=column, other=row)


# ----- labels and prompts -----


def label(s: State, action: int, t: Translator) -> str:
    """A move in spoken words."""
    if action < SWAP:
        return _placement_label(action, *((0, 0) if action < REBUILD else _replaced(s, action)), t)
    if action == STAY:
        return t("Leave the tokens")
    street, other = SWAPS[action - SWAP]
    return t("Swap {street} (${value}) and {other} (${other_value})").format(
        street=STREET_NAMES[street],
        value=s.token[street],
        other=STREET_NAMES[other],
        other_value=s.token[other],
    )


def _replaced(s: State, action: int) -> tuple[int, int]:
    """The kind of tile that a rebuild replaces, and the token that it costs."""
    return s.tile[action % REBUILD % BLOCKS], lowest(s.won[s.turn])


@lru_cache(4096)
def _placement_label(action: int, replaced: int, token: int, t: Translator) -> str:
    place = action % REBUILD
    tile, block = tile_name(place // BLOCKS, t), place % BLOCKS
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


def prompt(s: State, seat: int, t: Translator) -> str:
    """What the seat in turn is asked to do."""
    if s.phase == SWAPPING:
        return t("Your courthouse: choose two streets to swap their tokens, or leave them.")
    if s.won[seat]:
        return t("Choose a tile, then an empty block or one of your own tiles to replace.")
    return t("Choose a tile, then an empty block.")


# ----- the log -----


def line(before: State, after: State, actor: int, action: int | None, t: Translator, names: list[str]) -> str:
    """The log line of an event."""
    if actor == CHANCE:
        return _chance_line(before, after, action, t, names)
    deed = _deed(before, actor, action, t, names[actor]) if action is not None else ""
    return " ".join([deed, *_award_lines(before, after, t, names)])


def _chance_line(before: State, after: State, action: int | None, t: Translator, names: list[str]) -> str:
    if action is not None and action < LOT:
        return t("{street} gets the ${value} token.").format(
            street=STREET_NAMES[next_street(before)], value=action - BONUS + 1
        )
    if action is not None and action < DRAW:
        return _lot_line(before, after, action - LOT + 1, t, names)
    name = names[before.turn]
    if action is None:
        return t("{name} draws a tile.").format(name=name)
    return t("{name} draws: {tile}.").format(name=name, tile=tile_name(action - DRAW, t))


def _lot_line(before: State, after: State, value: int, t: Translator, names: list[str]) -> str:
    drawn = t("{name} draws ${value} to see who starts.").format(name=names[before.dealt], value=value)
    if after.phase != DEALING:
        return drawn
    starter = 1 if after.lot[1] > after.lot[0] else 0
    return drawn + " " + t("{name} begins.").format(name=names[starter])


def _deed(before: State, seat: int, action: int, t: Translator, name: str) -> str:
    if action == STAY:
        return t("{name} leaves the tokens where they are.").format(name=name)
    if action >= SWAP:
        street, other = SWAPS[action - SWAP]
        return t("{name} swaps the tokens of {street} (${value}) and {other} (${other_value}).").format(
            name=name,
            street=STREET_NAMES[street],
            value=before.token[street],
            other=STREET_NAMES[other],
            other_value=before.token[other],
        )
    return _placement(before, seat, action, t, name)


def _placement(before: State, seat: int, action: int, t: Translator, name: str) -> str:
    place = action % REBUILD
    tile, block = built_name(place // BLOCKS, t), place % BLOCKS
    if action < REBUILD:
        return t("{name} builds {tile} at {block}.").format(name=name, tile=tile, block=block_name(block, t))
    return t("{name} gives up ${value} and replaces {old} at {block} with {tile}.").format(
        name=name,
        value=lowest(before.won[seat]),
        old=tile_name(before.tile[block], t),
        block=block_name(block, t),
        tile=tile,
    )


def _award_lines(before: State, after: State, t: Translator, names: list[str]) -> list[str]:
    return [
        _award_line(after, street, t, names)
        for street in range(STREETS)
        if before.award[street] == OPEN and after.award[street] != OPEN
    ]


def _award_line(s: State, street: int, t: Translator, names: list[str]) -> str:
    winner = s.award[street]
    sums = sorted((sum_of(s, street, 0), sum_of(s, street, 1)), reverse=True)
    form = (
        t("{street}, {high} to {low}: nobody gets the ${value}.")
        if winner == NOBODY
        else t("{street}, {high} to {low}: {name} wins ${value}.")
    )
    name = "" if winner == NOBODY else names[winner]
    return form.format(
        street=STREET_NAMES[street], high=sums[0], low=sums[1], value=s.token[street], name=name
    )


# ----- scores, view, picture -----

PRAISE = N_("{name} owns the best streets")


def ending(s: State, t: Translator) -> str:
    """CB-22: the city is built, and the sums."""
    sums = sorted((score(s, seat) for seat in range(2)), reverse=True)
    return t("All {count} blocks are built: ${most} to ${least}.").format(
        count=count_blocks(s), most=sums[0], least=sums[1]
    )


def sources(s: State, seat: int, t: Translator) -> list[tuple[str, int]]:
    """The tokens that a seat holds, by the streets they came from."""
    return [
        (STREET_NAMES[street], s.token[street])
        for street in range(STREETS)
        if s.award[street] == seat and s.won[seat] >> s.token[street] & 1
    ]


def view(s: State, seat: int) -> dict[str, Any]:
    """A (concealed) position in the terms of the rulebook.

    `hand` is the seat's own; `left[i]` are the tiles of seat i that are neither on the board nor used up nor in `hand`:
    the pile of the seat itself, hand and pile together of another.
    """
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "hand": tiles_of(s.hand[seat]) if seat >= 0 else [],
        "left": [tiles_of(s.pile[other]) for other in range(2)],
        "hand_sizes": list(s.held),
        "pile_sizes": list(s.stock),
        "blocks": {
            BLOCK_NAMES[block]: _block_view(s, block) for block in range(BLOCKS) if s.owner[block] != EMPTY
        },
        "streets": {STREET_LETTERS[street]: _street_view(s, street) for street in streets_of(s)},
        "tokens": [values_of(s.won[other]) for other in range(2)],
        "tokens_out": values_of(s.gone),
        "lots": list(s.lot),
    }


def _block_view(s: State, block: int) -> dict[str, Any]:
    return {"tile": KINDS[s.tile[block]], "seat": s.owner[block]}


def _street_view(s: State, street: int) -> dict[str, Any]:
    award = {OPEN: "open", NOBODY: "nobody"}.get(s.award[street], s.award[street])
    return {
        "name": STREET_NAMES[street],
        "token": s.token[street],
        "award": award,
        "sums": [sum_of(s, street, 0), sum_of(s, street, 1)],
    }
