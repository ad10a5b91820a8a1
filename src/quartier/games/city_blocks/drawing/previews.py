"""What a move would change, drawn over the board: in full colour on cream, and gold for what it gains."""

import re
from functools import cache
from typing import Any

from quartier.core.show.signals import pill, staged
from quartier.core.show.svg import Svg, at, el, group, join, rect, text
from quartier.core.text.languages import Translator

from ..rules.state import BLOCKS, EMPTY, OPEN, STREETS, State
from ..rules.streets import column_of, row_of
from ..rules.tiles import KINDS
from ..words import values_of
from .blocks import cancelled, zero_mark
from .buildings import SIZES, lettering, shell
from .layout import LOT_HEIGHT, LOT_WIDTH, TAG_HEIGHT, TAG_WIDTH, corner, tag_corner
from .tags import MIDDLE, draw_sums, price, sums_of, tag
from .tiles import kinds_in


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> str:
    """What a move changes, in board coordinates: building, price of a rebuild, sums, tokens that move or are won."""
    built = [block for block in range(BLOCKS) if _changed(before, after, block)]
    touched = {street for block in built for street in (row_of(block), column_of(block))}
    paid = values_of(before.won[seat] & ~after.won[seat])
    return join(
        *(_ghost_tile(after, block, paid) for block in built),
        *(_ghost_zero(before, after, block) for block in range(BLOCKS) if block not in built),
        *(_ghost_tag(before, after, street, seat, street in touched) for street in range(STREETS)),
    )


def _changed(old: Any, new: Any, block: int) -> bool:
    return bool(old.tile[block] != new.tile[block] or old.owner[block] != new.owner[block])


def tiles_to_build(s: State, seat: int | None) -> Svg:
    """The tiles that the viewer may build, bright and dark, drawn once for the many previews that show them."""
    kinds = [] if seat is None else sorted(set(kinds_in(s.hand[seat])))
    return el("defs", *(_to_build(seat or 0, kind) for kind in kinds))


@cache
def _to_build(seat: int, kind: int) -> Svg:
    looks = (False, True) if KINDS[kind][0] in _CANCELLED else (False,)
    shells = (_defined(seat, kind, _DARK[dark], shell(seat, kind, "board-roof", dark)) for dark in looks)
    signs = (_defined(seat, kind, size, _bare(lettering(seat, kind, size))) for size in SIZES)
    return join(*shells, *signs)


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


def _ghost_tile(s: State, block: int, paid: list[int]) -> Svg:
    """The new building on its block, and CB-10: the token that a rebuild costs."""
    seat, kind, zero = s.owner[block], s.tile[block], cancelled(s, block)
    return at(
        *corner(block),
        staged(-4, -4, LOT_WIDTH + 8, LOT_HEIGHT + 8, 11),
        *(_used(seat, kind, look) for look in (_DARK[any(zero)], *SIZES)),
        zero_mark(kind, zero),
        *(_price(f"−${value}") for value in paid),
    )


def _price(words: str) -> Svg:
    return join(rect(12, 92, 80, 30, 15, class_="ink-fill"), text(52, 115, words, 22, "middle heavy on-ink"))


def _ghost_zero(old: Any, new: Any, block: int) -> Svg:
    """The capsule on another building that would count 0 somewhere where it counts now."""
    zero = new.owner[block] != EMPTY and cancelled(new, block)
    if not zero or zero == cancelled(old, block):
        return join()
    return at(*corner(block), zero_mark(new.tile[block], zero))


def _ghost_tag(old: Any, new: Any, street: int, seat: int, touched: bool) -> Svg:
    """A tag with what changes on it: the sums, the token after a swap, the bonus, or who else takes it."""
    value, taker, sums = new.token[street], new.award[street], sums_of(new, street)
    won, swapped = old.award[street] != taker, old.token[street] != value
    if not (won or swapped or touched):
        return join()
    if won and taker != seat:
        return _on_tag(street, tag(value, taker, sums))
    if taker != OPEN and not won:
        return join()
    if won:
        return _on_tag(street, pill(MIDDLE, 21, f"+${value}", 25), draw_sums(sums))
    return _on_tag(street, price(value), draw_sums(sums))


def _on_tag(street: int, *drawn: str) -> Svg:
    return at(*tag_corner(street), staged(-4, -4, TAG_WIDTH + 8, TAG_HEIGHT + 8, 13), *drawn)
