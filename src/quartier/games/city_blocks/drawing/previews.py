"""What a move would change, drawn over the board: in full colour on cream, and gold for what it gains."""

import re
from functools import cache, lru_cache

from quartier.core.engine.bits import lowest
from quartier.core.show.signals import pill, staged
from quartier.core.show.svg import Fragments, Svg, at, el, group, join, rect, text
from quartier.core.text.languages import Translator

from ..rules.moves import REBUILD, STAY, SWAP, SWAPS
from ..rules.state import BLOCKS, OPEN, State
from ..rules.streets import column_of, row_of
from ..rules.tiles import KINDS
from .blocks import zero_mark
from .buildings import SIZES, lettering, shell
from .layout import LOT_HEIGHT, LOT_WIDTH, TAG_HEIGHT, TAG_WIDTH, corner, tag_corner
from .tags import MIDDLE, Sums, draw_sums, price, sums_of, tag
from .tiles import kinds_in


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    """What a move changes, in board coordinates: building, price of a rebuild, sums, tokens that move or are won."""
    if action == STAY:
        return ()
    if action >= SWAP:
        return tuple(_ghost_tag(before, after, street, seat) for street in SWAPS[action - SWAP])
    block = action % REBUILD % BLOCKS
    paid = before.won[seat] & ~after.won[seat]
    return (
        _ghost_tile(block, seat, after.tile[block], after.facts[block], lowest(paid) if paid else 0),
        *_ghost_zeros(before, after, block),
        *(_ghost_tag(before, after, street, seat) for street in (row_of(block), column_of(block))),
    )


def tiles_to_build(s: State, seat: int | None) -> list[Svg]:
    """The tiles that the viewer may build, bright and dark, drawn once for the many previews that show them."""
    kinds = [] if seat is None else sorted(set(kinds_in(s.hand[seat])))
    return [_to_build(seat or 0, kind) for kind in kinds]


@cache
def _to_build(seat: int, kind: int) -> Svg:
    looks = (False, True) if KINDS[kind][0] in _CANCELLED else (False,)
    shells = (_defined(seat, kind, _DARK[dark], shell(seat, kind, "board-roof", dark)) for dark in looks)
    signs = (_defined(seat, kind, size, _bare(lettering(seat, kind, size))) for size in SIZES)
    return el("defs", *shells, *signs)


_CANCELLED = "HF"
"""Only houses and factories can count 0 (CB-17 to CB-19)."""
_DARK = ("lit", "dark")


def _bare(drawn: Svg) -> Svg:
    """Lettering without the class by which the page chooses its size: that is on the reference to it."""
    return Svg(re.sub(r" (?:fine|coarse)\"", '"', drawn))


def _defined(seat: int, kind: int, look: str, drawn: Svg) -> Svg:
    return group(drawn, id=f"ghost-{seat}-{KINDS[kind]}-{look}", class_=f"quartier seat-{seat}")


def _used(seat: int, kind: int, look: str) -> Svg:
    return el("use", href=f"#ghost-{seat}-{KINDS[kind]}-{look}", class_=look if look in SIZES else None)


@lru_cache(4096)
def _ghost_tile(block: int, seat: int, kind: int, zero: int, paid: int) -> Svg:
    """The new building on its block, and CB-10: the token that a rebuild costs (0: it is none)."""
    return at(
        *corner(block),
        staged(-4, -4, LOT_WIDTH + 8, LOT_HEIGHT + 8, 11),
        *(_used(seat, kind, look) for look in (_DARK[bool(zero)], *SIZES)),
        zero_mark(kind, zero),
        _price(f"−${paid}") if paid else join(),
    )


def _price(words: str) -> Svg:
    return join(rect(12, 92, 80, 30, 15, class_="ink-fill"), text(52, 115, words, 22, "middle heavy on-ink"))


def _ghost_zeros(before: State, after: State, built: int) -> list[Svg]:
    """The capsules on other buildings that would count 0 somewhere where they count now."""
    old, new = before.facts[:BLOCKS], after.facts[:BLOCKS]
    if old == new:
        return []
    blocks = (block for block in range(BLOCKS) if block != built and new[block] not in (0, old[block]))
    return [_ghost_zero(block, after.tile[block], new[block]) for block in blocks]


@cache
def _ghost_zero(block: int, kind: int, zero: int) -> Svg:
    return at(*corner(block), zero_mark(kind, zero))


def _ghost_tag(before: State, after: State, street: int, seat: int) -> Svg:
    """A tag with what changes on it: the sums, the token after a swap, the bonus, or who else takes it."""
    value, taker, sums = after.token[street], after.award[street], sums_of(after, street)
    if before.award[street] == taker:
        return _changed(street, value, sums) if taker == OPEN else join()
    return _won(street, value, sums) if taker == seat else _lost(street, value, taker, sums)


@lru_cache(4096)
def _changed(street: int, value: int, sums: Sums) -> Svg:
    return _on_tag(street, price(value), draw_sums(sums))


@lru_cache(4096)
def _won(street: int, value: int, sums: Sums) -> Svg:
    return _on_tag(street, pill(MIDDLE, 21, f"+${value}", 25), draw_sums(sums))


@lru_cache(4096)
def _lost(street: int, value: int, taker: int, sums: Sums) -> Svg:
    return _on_tag(street, tag(value, taker, sums))


def _on_tag(street: int, *drawn: str) -> Svg:
    return at(*tag_corner(street), staged(-4, -4, TAG_WIDTH + 8, TAG_HEIGHT + 8, 13), *drawn)
