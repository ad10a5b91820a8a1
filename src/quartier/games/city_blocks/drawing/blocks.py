"""Blocks with what is built on them."""

from functools import cache, lru_cache

from quartier.core.drawing.name_slots import called
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.derived import IN_COLUMN, IN_ROW
from ..rules.state import EMPTY, State
from ..rules.tiles import KINDS, VALUES
from ..text.names import BLOCK_NAMES
from ..text.words import (
    INSCRIPTIONS,
    SEAT_NAMES,
    block_name,
    tile_name,
)
from .buildings import building, eaves_of
from .lawns import lawn
from .layout import LOT_HEIGHT, LOT_WIDTH, PITCH_X, PITCH_Y, ROAD, corner


def draw_block(s: State, block: int, pieces: dict[int, str], t: Translator, last: frozenset[str]) -> Svg:
    """A block: its ground, the ring, the building on it and the area that can be touched."""
    ringed = f"block-{BLOCK_NAMES[block]}" in last
    return _block(block, s.owner[block], s.tile[block], s.derived[block], pieces.get(block, ""), ringed, t)


@lru_cache(4096)
def _block(block: int, seat: int, kind: int, zero: int, piece: str, ringed: bool, t: Translator) -> Svg:
    name = f"block-{BLOCK_NAMES[block]}"
    spoken, (x, y) = _spoken_block(block, seat, kind, zero, t), corner(block)
    return at(
        x,
        y,
        el("title", spoken),
        rect(0, 0, LOT_WIDTH, LOT_HEIGHT, 8, class_="block") if piece else lawn(block),
        rect(-4, -4, LOT_WIDTH + 8, LOT_HEIGHT + 8, 11, class_="ring"),
        _tile_on(seat, kind, zero, piece, t) if piece else join(),
        rect(-ROAD / 2, -ROAD / 2, PITCH_X, PITCH_Y, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if ringed else None,
        role="img",
        aria_label=spoken,
        **(called(seat, t(SEAT_NAMES[seat])) if piece else {}),
    )


def _tile_on(seat: int, kind: int, zero: int, piece: str, t: Translator) -> Svg:
    """The building on a block; a capsule tells along which streets it counts 0 (CB-17, CB-18)."""
    return group(
        building(seat, kind, "board-roof", bool(zero)),
        _inscription(KINDS[kind], t) if KINDS[kind] in INSCRIPTIONS else join(),
        zero_mark(kind, zero),
        id=f"tile-{piece}",
        data_piece=piece,
        data_floors=max(2, int(VALUES[kind])),
        class_=f"lift seat-{seat}",
    )


@cache
def _inscription(code: str, t: Translator) -> Svg:
    """What a building without a value is, on its plinth; a small board has no room for it."""
    words = text(52, 101.5, t(INSCRIPTIONS[code]), 12, "middle bold carved")
    return group(rect(8, 92, 88, 10.5, class_="cream"), words, class_="fine")


# ----- what counts 0 -----

_ARROWS = {
    "row": "M-8 0H8M-4 -4L-8 0L-4 4M4 -4L8 0L4 4",
    "column": "M0 -8V8M-4 -4L0 -8L4 -4M-4 4L0 8L4 4",
    "both": "M-8 0H8M0 -8V8",
}
_ZERO = {IN_ROW: "row", IN_COLUMN: "column", IN_ROW | IN_COLUMN: "both"}


def zero_marks() -> Svg:
    """The three capsules, each also as small boards show it, drawn once for all buildings that count 0 somewhere."""
    return el("defs", *(_zero_mark(way, size) for way in _ARROWS for size in _SIZES))


_SIZES: dict[str, tuple[float, float, float, float]] = {
    "fine": (25, 10.5, 16, 1),
    "coarse": (37, 16, 29, 1.5),
}
"""Half the width and half the height of a capsule, the size of its 0 and the scale of its arrow."""


def _zero_mark(way: str, size: str) -> Svg:
    """An ink capsule around (0, 0): the direction of the street, and a 0."""
    return group(capsule(way, size), id=f"zero-{way}-{size}", class_="quartier")


@cache
def capsule(way: str, size: str) -> Svg:
    """The same without a name by which it is used elsewhere."""
    half, radius, height, scale = _SIZES[size]
    return join(
        rect(-half, -radius, 2 * half, 2 * radius, radius, class_="capsule"),
        path(
            _ARROWS[way], class_="on-capsule-line", transform=f"translate({-half * 0.4:g} 0) scale({scale})"
        ),
        text(half * 0.45, height * 0.36, 0, height, "middle heavy on-capsule"),
    )


def zero_sign(way: str) -> Svg:
    """The capsule around (0, 0), for a legend: a "row", a "column" or "both"."""
    return _zero_mark(way, "coarse")


@cache
def zero_mark(kind: int, zero: int) -> Svg:
    """The capsule on a building of a kind that counts 0 in its row, in its column or in both (`rules.derived`)."""
    if not zero:
        return join()
    return join(*(_zero_use(_ZERO[zero], size, eaves_of(kind) + down) for size, down in _DOWN.items()))


_DOWN = {"fine": 4, "coarse": 11}
"""How far below the eaves a capsule hangs."""


def _zero_use(way: str, size: str, y: int) -> Svg:
    return el("use", href=f"#zero-{way}-{size}", transform=f"translate(52 {y})", class_=size)


def _spoken_block(block: int, seat: int, kind: int, zero: int, t: Translator) -> str:
    place = block_name(block, t)
    if seat == EMPTY:
        return f"{place}, {t('empty')}"
    notes = [t("counts 0 in its row")] * bool(zero & IN_ROW)
    notes += [t("counts 0 in its column")] * bool(zero & IN_COLUMN)
    return ", ".join([place, t(SEAT_NAMES[seat]), tile_name(kind, t), *notes])
