"""What a move would change, drawn over the board: in full colour on cream, and gold for what it gains."""

import re
from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quartier.core.drawing.preview_style import pill, staged_ground
from quartier.core.drawing.svg import GROUP_END, Fragments, Svg, at, begun_at, el, group, join, rect, text
from quartier.core.engine.bits import lowest
from quartier.core.game.previews import NOTHING_SHARED, UNCACHED
from quartier.core.text.languages import Translator

from ..rules.derived import STANDS, TAKER, sums_of, taker_of
from ..rules.moves import REBUILD, STAY, SWAP, SWAPS
from ..rules.state import BLOCKS, COLUMNS, OPEN, ROWS, Record
from ..rules.streets import STREET_BLOCKS, column_of, row_of
from ..rules.tiles import COURTHOUSE, KINDS, VALUES
from ..text.effects import of_street, then
from ..text.labels import money
from .blocks import zero_mark
from .buildings import SIZES, lettering, shell
from .hand import kinds_in
from .layout import LOT_HEIGHT, LOT_WIDTH, TAG_HEIGHT, TAG_WIDTH, corner, tag_corner
from .tags import MIDDLE, draw_sums, price, tag


def preview(before: Record, after: Record, seat: int, action: int, t: Translator) -> Fragments:
    """Draw what a move changes besides its `draw_fragment`s: building, price of a rebuild, tokens that move."""
    if action == STAY:
        return ()
    old, new, token = before.derived, after.derived, before.token
    if action >= SWAP:
        here, there = SWAPS[action - SWAP]
        return (*_tag(old, new, here, token[there], seat, t), *_tag(old, new, there, token[here], seat, t))
    kind, block = divmod(action % REBUILD, BLOCKS)
    return (
        *(_begun_house(block), *_house(seat, kind, new[block])),
        *((_price(lowest(before.won[seat] & ~after.won[seat]), kind, t),) if action >= REBUILD else ()),
        GROUP_END,
    )


Numbers: TypeAlias = NDArray[np.int64]


def preview_keys(before: Record, seat: int, actions: Numbers, derived: Numbers) -> Numbers:
    """Return what the labels and previews of moves show of the position, beside their pieces.

    Where the building counts 0, what it replaces, for which token, and whether anything is open there. A swap shows more.
    """
    blocks, rebuilt = actions % REBUILD % BLOCKS, actions >= REBUILD
    replaced, decided = np.array(before.tile)[blocks] + 1, np.array(before.award) != OPEN
    keys = derived[np.arange(len(actions)), blocks] * (KINDS_MOST * TOKENS_MOST)
    keys += np.where(rebuilt, replaced * TOKENS_MOST + lowest(before.won[seat]), 0)
    keys = keys * 2 + (decided[blocks // COLUMNS] & decided[ROWS + blocks % COLUMNS])
    return np.where(actions >= SWAP, UNCACHED, keys)


def shared_fragments(before: Record, seat: int, actions: Numbers, derived: Numbers) -> list[Numbers]:
    """By kind of piece, what moves show that others show, too: both streets of their block, and what changes elsewhere.

    A street says what it is worth and to whom, before and after. What makes others count 0, or count again, shows more; so
    does a courthouse, which may lead to a swap.
    """
    blocks, moves, old = actions % REBUILD % BLOCKS, np.arange(len(actions)), np.array(before.derived)
    zeros, courthouse = derived[:, :BLOCKS], actions % REBUILD // BLOCKS == COURTHOUSE
    elsewhere = (zeros != old[:BLOCKS]).sum(axis=1) != (zeros[moves, blocks] != old[blocks])
    keys = (
        _of_streets(before, ROWS + blocks % COLUMNS, old, derived, moves),
        _of_streets(before, blocks // COLUMNS, old, derived, moves),
        np.where(elsewhere | courthouse, UNCACHED, NOTHING_SHARED),
    )
    return [np.where(actions >= SWAP, NOTHING_SHARED, key) for key in keys]


KINDS_MOST, TOKENS_MOST, TAKERS_MOST = 32, 16, 4
STANDS_MOST = TAKERS_MOST << TAKER
"""Numbers of kinds with none, of tokens with none, of who takes a token, of how a street stands: none of them is reached."""


def _of_streets(before: Record, streets: Numbers, old: Numbers, derived: Numbers, moves: Numbers) -> Numbers:
    """The street, and what its tag shows before and after each move."""
    keys = streets * TOKENS_MOST + np.array(before.token)[streets]
    keys = keys * TAKERS_MOST + (old[STANDS + streets] >> TAKER)
    result: Numbers = keys * STANDS_MOST + derived[moves, STANDS + streets]
    return result


PIECES = range(3)
ALONG_COLUMN, ALONG_ROW, ELSEWHERE = PIECES
"""The kinds of pieces, in the order in which they are said and drawn."""


def draw_fragment(
    before: Record, after: Record, seat: int, action: int, kind: int, t: Translator
) -> tuple[tuple[str, ...], Fragments]:
    """Return what the building of a tile says and draws along its column or row, or elsewhere."""
    block = action % REBUILD % BLOCKS
    if kind == ELSEWHERE:
        return then(after, action, t), tuple(_zeros(before, after.derived, block))
    street = column_of(block) if kind == ALONG_COLUMN else row_of(block)
    old, new, token = before.derived, after.derived, before.token[street]
    is_open = before.award[street] == OPEN
    sentences = (of_street(street, token, token, new[STANDS + street], seat, t),) if is_open else ()
    return sentences, _tag(old, new, street, token, seat, t)


def tiles_to_build(s: Record, seat: int | None) -> list[Svg]:
    """Draw the tiles that the viewer may build, bright and dark, drawn once for the many previews that show them."""
    kinds = [] if seat is None else sorted(set(kinds_in(s.hand[seat])))
    return [_to_build(seat or 0, kind) for kind in kinds]


@cache
def _to_build(seat: int, kind: int) -> Svg:
    looks = (False, True) if KINDS[kind][0] in _CANCELLED else (False,)
    shells = (_define(seat, kind, _DARK[dark], shell(seat, kind, "board-roof", dark)) for dark in looks)
    signs = (_define(seat, kind, size, _bare(lettering(seat, kind, size))) for size in SIZES)
    return el("defs", *shells, *signs)


_CANCELLED = "HF"
"""Only houses and factories can count 0 (CB-17 to CB-19)."""
_DARK = ("lit", "dark")


def _bare(shape: Svg) -> Svg:
    """Lettering without the class by which the page chooses its size: that is on the reference to it."""
    return Svg(re.sub(r" (?:fine|coarse)\"", '"', shape))


def _define(seat: int, kind: int, look: str, shape: Svg) -> Svg:
    return group(shape, id=f"ghost-{seat}-{KINDS[kind]}-{look}", class_=f"quartier seat-{seat}")


def _use(seat: int, kind: int, look: str) -> Svg:
    return el("use", href=f"#ghost-{seat}-{KINDS[kind]}-{look}", class_=look if look in SIZES else None)


@cache
def _begun_house(block: int) -> Svg:
    """Where a building is to stand."""
    return begun_at(*corner(block), staged_ground(-4, -4, LOT_WIDTH + 8, LOT_HEIGHT + 8, 11))


@cache
def _house(seat: int, kind: int, zero: int) -> Fragments:
    """The building, dark where it counts 0, and the capsule that says so."""
    looks = (_DARK[bool(zero)], *SIZES)
    return (join(*(_use(seat, kind, look) for look in looks)), *((zero_mark(kind, zero),) if zero else ()))


@cache
def _price(value: int, kind: int, t: Translator) -> Svg:
    """CB-10: the token that a rebuild costs, on the wall of the new building, or above a low one; on no street."""
    top = 2 if 1 <= VALUES[kind] <= 3 else 75
    card = rect(12, top, 80, 30, 15, class_="ink-fill")
    return join(card, text(52, top + 23, f"−{money(value, t)}", 22, "middle heavy on-ink"))


def _zeros(before: Record, new: list[int], built: int) -> list[Svg]:
    """The capsules on other buildings of its streets that would count 0 somewhere where they count now."""
    old = before.derived
    blocks = [block for block in _other_blocks(built) if new[block] not in (0, old[block])]
    return [_zero(block, before.tile[block], new[block]) for block in blocks]


@cache
def _other_blocks(block: int) -> tuple[int, ...]:
    """The other blocks of both its streets."""
    streets = int(STREET_BLOCKS[column_of(block)] | STREET_BLOCKS[row_of(block)])
    return tuple(other for other in range(BLOCKS) if streets >> other & 1 and other != block)


@cache
def _zero(block: int, kind: int, zero: int) -> Svg:
    return at(*corner(block), zero_mark(kind, zero))


def _tag(old: list[int], new: list[int], street: int, value: int, seat: int, t: Translator) -> Fragments:
    """A tag with what changes on it: the sums, the token after a swap, the bonus, or who else takes it."""
    was, now = old[STANDS + street], new[STANDS + street]
    if was >> TAKER != now >> TAKER:
        return _taken_tag(street, value, now, seat, t)
    return _changed_tag(street, value, now, t) if taker_of(now) == OPEN else ()


@lru_cache(16384)
def _taken_tag(street: int, value: int, stand: int, seat: int, t: Translator) -> Fragments:
    taker, sums = taker_of(stand), sums_of(stand)
    labels = (_won_label(value, t), draw_sums(sums)) if taker == seat else (tag(value, taker, sums, True, t),)
    return (_tag_start(street), *labels, GROUP_END)


@lru_cache(16384)
def _changed_tag(street: int, value: int, stand: int, t: Translator) -> Fragments:
    return (_tag_start(street), price(value, t), draw_sums(sums_of(stand)), GROUP_END)


@cache
def _tag_start(street: int) -> Svg:
    return begun_at(*tag_corner(street), staged_ground(-4, -4, TAG_WIDTH + 8, TAG_HEIGHT + 8, 13))


@cache
def _won_label(value: int, t: Translator) -> Svg:
    return pill(MIDDLE, 21, f"+{money(value, t)}", 25)
