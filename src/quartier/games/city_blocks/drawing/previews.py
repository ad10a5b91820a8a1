"""What a move would change, drawn over the board."""

from typing import Any

from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules.state import BLOCKS, ROWS, STREETS, State
from ..rules.streets import column_of, row_of
from ..rules.tiles import KINDS
from ..words import values_of
from .blocks import cancelled, strikes
from .layout import BLOCK, PLACES, corner, held_corner, held_scale, place_corner, sums_corner, tag_corner
from .streets import DOWN_TAG, SIDE_TAG, draw_sums, money, sums_of, taken_tag
from .tiles import kinds_in, tile_face


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> str:
    """What a move changes, in board coordinates: the tile, the sums of its streets, the tokens that move."""
    built = [block for block in range(BLOCKS) if _changed(before, after, block)]
    touched = {street for block in built for street in (row_of(block), column_of(block))}
    paid = values_of(before.won[seat] & ~after.won[seat])
    return join(
        *(_ghost_tile(after, block) for block in built),
        *(_ghost_sums(street, sums_of(after, street)) for street in sorted(touched)),
        *(_ghost_token(before, after, street, seat) for street in range(STREETS)),
        *(_ghost_payment(before, value, seat) for value in paid),
    )


def _changed(old: Any, new: Any, block: int) -> bool:
    return bool(old.tile[block] != new.tile[block] or old.owner[block] != new.owner[block])


def tiles_to_build(s: State, seat: int | None) -> Svg:
    """The tiles that the viewer may build, drawn once for the many previews that show them."""
    kinds = [] if seat is None else sorted(set(kinds_in(s.hand[seat])))
    return el(
        "defs",
        *(group(_see_through(seat, kind), id=_ghost_id(seat, kind), class_="quartier") for kind in kinds),
    )


def _ghost_id(seat: int | None, kind: int) -> str:
    return f"ghost-{seat}-{KINDS[kind]}"


def _see_through(seat: Any, kind: int, *over: str) -> Svg:
    return group(tile_face(seat, kind, "board-weave"), *over, class_="ghost")


def _ghost_tile(s: State, block: int) -> Svg:
    seat, kind, struck = s.owner[block], s.tile[block], cancelled(s, block)
    plain = el("use", href=f"#{_ghost_id(seat, kind)}")
    tile = _see_through(seat, kind, strikes(*struck)) if any(struck) else plain
    return at(*corner(block), rect(0, 0, BLOCK, BLOCK, 8, class_="plot"), tile, class_=f"seat-{seat}")


def _ghost_sums(street: int, sums: tuple[int, int]) -> Svg:
    """What both seats would have in the street."""
    x, y = sums_corner(street)
    return join(rect(x + 1, y - 2, 100, 28, 6, class_="news"), draw_sums(street, sums))


def _ghost_token(old: Any, new: Any, street: int, seat: int) -> Svg:
    """The street's token after a swap, the bonus that the move brings, or who else takes it."""
    side, value, taker = street < ROWS, new.token[street], new.award[street]
    shown = join()
    if old.token[street] != value:
        shown = _ghost_tag(side, money(value), "news", "accent")
    if old.award[street] != taker:
        gone = join(path(SIDE_TAG if side else DOWN_TAG, class_="erased"), taken_tag(value, side, taker))
        shown = _ghost_tag(side, f"+{value}", "pill", "on-gold") if taker == seat else gone
    return at(*tag_corner(street), shown) if shown else shown


def _ghost_tag(side: bool, words: str, look: str, ink: str) -> Svg:
    shape, x, y = (SIDE_TAG, 33, 28) if side else (DOWN_TAG, 32, 29)
    return join(path(shape, class_=look), text(x, y, words, 26, f"middle bold {ink}"))


def _ghost_payment(s: State, value: int, seat: int) -> Svg:
    """CB-10: the token that a rebuild costs."""
    held = values_of(s.won[seat])
    x, y = held_corner(held.index(value), len(held))
    tag = _ghost_tag(True, f"−{value}", "pill", "on-gold")
    return at(place_corner(seat) + x, PLACES + y, group(tag, transform=held_scale(len(held))))
