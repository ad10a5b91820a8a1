"""City Blocks as a picture: a city map of 30 blocks, street names along the streets, bonuses as price tags.

Everything is drawn from a concealed record, so nothing here can leak. Distances are drawing units; the board
is 800 wide.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from quartier.core.show.pieces import icon, patterns, sign
from quartier.core.show.svg import Svg, at, el, group, join, path, picture, rect, text
from quartier.core.text.languages import Translator
from quartier.games.city_blocks import rules
from quartier.games.city_blocks.words import (
    BLOCK_NAMES,
    SEAT_NAMES,
    STREET_LETTERS,
    tile_name,
    tiles_of,
    values_of,
)

WIDTH, HEIGHT = 800, 828
LEFT, TOP = 102, 86
"""Where the map begins; the price tags hang above and to the left of it."""
BLOCK, ROAD = 84, 26
PITCH = BLOCK + ROAD
MAP_WIDTH = rules.COLUMNS * PITCH + ROAD
MAP_HEIGHT = rules.ROWS * PITCH + ROAD
RIVER = TOP + MAP_HEIGHT + 6
PLACES = RIVER + 36
PLACE_WIDTH, PLACE_HEIGHT = 392, 84
HAND_HEIGHT = 208
CARD = 1.2
"""A card in hand is this much larger than a tile on the map."""

ICONS = {
    "H": "house",
    "S": "store",
    "F": "factory",
    "SC": "school",
    "PP": "power plant",
    "MA": "mall",
    "CH": "courthouse",
}


def parts(s: Any, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, str]:
    """The table for one viewer (None: a spectator): the board, and the own hand or "".

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    return {
        "board": _board(s, seat, t, frozenset(last)),
        "hand": "" if seat is None else _hand(s, seat, t),
    }


def ghost(before: Any, after: Any, seat: int, action: int, t: Translator) -> str:
    """What a move changes, in board coordinates: the tile, the sums of its streets, the tokens that move."""
    built = [block for block in range(rules.BLOCKS) if _changed(before, after, block)]
    touched = {street for block in built for street in (rules.row_of(block), rules.column_of(block))}
    paid = values_of(before.won[seat] & ~after.won[seat])
    return join(
        *(_ghost_tile(after, block) for block in built),
        *(_ghost_sums(street, _sums_of(after, street)) for street in sorted(touched)),
        *(_ghost_token(before, after, street, seat) for street in range(rules.STREETS)),
        *(_ghost_payment(before, value, seat) for value in paid),
    )


# ----- words and icons -----


def _kinds(tiles: int) -> list[int]:
    """The kinds in a set of tiles, both schools if there are two."""
    return [rules.KINDS.index(code) for code in tiles_of(tiles)]


def _icon_name(kind: int) -> str:
    code = rules.KINDS[kind]
    return ICONS[code] if code in ICONS else ICONS[code[0]]


def _money(value: int) -> str:
    return f"${value}"


# ----- the board -----


def _board(s: Any, seat: int | None, t: Translator, last: frozenset[str]) -> Svg:
    pieces = _piece_names(s)
    return picture(
        WIDTH,
        HEIGHT,
        t("City map with 30 blocks"),
        patterns("board-weave", rules.SEATS[1]),
        _ghost_tiles(s, seat),
        _ground(),
        *(_block(s, block, pieces, t, last) for block in _reading_order()),
        *(_street(s, street, t, last) for street in range(rules.STREETS)),
        *(_place(s, seat, t) for seat in range(2)),
        _out_of_game(s, t),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )


def _reading_order() -> list[int]:
    """Blocks from the top left, as a reader walks through them."""
    return [
        row * rules.COLUMNS + column for row in reversed(range(rules.ROWS)) for column in range(rules.COLUMNS)
    ]


def _corner(block: int) -> tuple[int, int]:
    """Top left corner of a block."""
    row, column = divmod(block, rules.COLUMNS)
    return LEFT + ROAD + column * PITCH, TOP + ROAD + (rules.ROWS - 1 - row) * PITCH


@cache
def _ground() -> Svg:
    """Streets with their names, and the letters and numbers of the blocks at the far edges."""
    return join(
        _river(),
        _compass(),
        rect(LEFT, TOP, MAP_WIDTH, MAP_HEIGHT, 16, class_="street"),
        *(_street_name(street) for street in range(rules.STREETS)),
        *(_grid_letter(street) for street in range(rules.STREETS)),
    )


def _river() -> Svg:
    """Water between the city and the players' places; only there to be a map."""
    y = RIVER + 15
    course = f"M16 {y + 2}C140 {y - 9} 250 {y + 9} 400 {y}S680 {y - 8} 784 {y + 2}"
    spots = ((60, -1), (236, 2), (388, -3), (560, 3), (724, -3))
    ripples = "".join(f"M{x} {y + dy}q7 -4 14 0t14 0" for x, dy in spots)
    return join(path(course, class_="water", stroke_width=24), path(ripples, class_="ripple", stroke_width=2))


def _compass() -> Svg:
    """A north arrow in the empty corner of the map."""
    needle = path("M0 -24L9 12L0 6Z", class_="quiet-fill")
    other = path("M0 -24L-9 12L0 6Z", class_="quiet-line", stroke_width=1.5)
    return at(51, 50, needle, other, text(0, 31, "N", 17, "middle quiet"))


def _street_name(street: int) -> Svg:
    """A row's name runs above its blocks, a column's name up along the left of them."""
    name = rules.STREET_NAMES[street]
    if street < rules.ROWS:
        x, y = _corner(street * rules.COLUMNS)
        return text(x + 2, y - 7, name, 17, "name")
    x, y = _corner((rules.ROWS - 1) * rules.COLUMNS + street - rules.ROWS)
    return text(0, 0, name, 17, "name end", transform=f"translate({x - 7} {y + 2}) rotate(-90)")


def _grid_letter(street: int) -> Svg:
    if street < rules.ROWS:
        _, y = _corner(street * rules.COLUMNS)
        return text(
            LEFT + MAP_WIDTH - ROAD // 2,
            y + BLOCK // 2 + 6,
            STREET_LETTERS[street],
            18,
            "middle",
        )
    x, _ = _corner(street - rules.ROWS)
    return text(x + BLOCK // 2, TOP + MAP_HEIGHT - 7, STREET_LETTERS[street], 18, "middle")


# ----- blocks and tiles -----


def _block(s: Any, block: int, pieces: dict[int, str], t: Translator, last: frozenset[str]) -> Svg:
    name = f"block-{BLOCK_NAMES[block]}"
    spoken = _spoken_block(s, block, t)
    return at(
        *_corner(block),
        el("title", spoken),
        _plot(block),
        _tile_on(s, block, pieces[block]) if block in pieces else join(),
        rect(-4, -4, BLOCK + 8, BLOCK + 8, 11, class_="ring"),
        rect(-ROAD / 2, -ROAD / 2, PITCH, PITCH, class_="hit"),
        id=name,
        data_touch=name,
        class_="block last" if name in last else "block",
        role="img",
        aria_label=spoken,
    )


@cache
def _plot(block: int) -> Svg:
    """An empty block: a plot with parcel lines and a few trees, a little different from its neighbours."""
    middle, cut = (36, 42, 48)[block * 7 % 3], (28, 42, 56)[block * 5 % 3]
    lines = f"M6 {middle}H78M{cut} 6V{middle}M{BLOCK - cut} {middle}V78"
    x, y = ((14, 14), (70, 70), (70, 14), (14, 70), (14, 70))[block * 3 % 5]
    trees = ((0, 0, 5.5), (11 if x < 42 else -11, 1, 4), (1, 11 if y < 42 else -11, 4.5))[
        : 1 + block * 11 % 4
    ]
    return join(
        rect(0, 0, BLOCK, BLOCK, 8, class_="plot"),
        path(lines, class_="line", stroke_width=1.2),
        *(el("circle", cx=x + dx, cy=y + dy, r=r, class_="park") for dx, dy, r in trees),
    )


def _tile_on(s: Any, block: int, piece: str) -> Svg:
    """The tile on a block; its number is struck along each street in which it counts 0 (CB-17, CB-18)."""
    seat, kind = s.owner[block], s.tile[block]
    struck = _strikes(*_cancelled(s, block))
    return group(
        _tile(seat, kind, "board-weave"),
        struck,
        id=f"tile-{piece}",
        data_piece=piece,
        class_=f"tile lift seat-{seat}",
    )


def _cancelled(s: Any, block: int) -> tuple[bool, bool]:
    """Whether the tile has a value that does not count in its row, and in its column."""
    kind = s.tile[block]
    streets = rules.row_of(block), rules.column_of(block)
    row, column = (
        rules.VALUES[kind] > 0 and rules.counts(kind, rules.specials(s, street)) == 0 for street in streets
    )
    return bool(row), bool(column)


def _strikes(row: bool, column: bool) -> Svg:
    """A line along the street in which the value does not count, or across if it counts nowhere."""
    if not row and not column:
        return join()
    line = "M44 76L78 42" if row and column else "M42 60H80" if row else "M62 40V79"
    return path(line, class_="strike", stroke_width=4.5)


@cache
def _tile(seat: int, kind: int, weave: str) -> Svg:
    """A tile, 84 units wide: ground with the seat's pattern, the building, its value and the seat's sign."""
    value = int(rules.VALUES[kind])
    return join(
        rect(2, 2, BLOCK - 4, BLOCK - 4, 7, fill=f"url(#{weave}-{seat})"),
        rect(2, 2, BLOCK - 4, BLOCK - 4, 7, class_="edge", stroke_width=4),
        icon(_icon_name(kind), 7, 7, 46) if value else icon(_icon_name(kind), 12, 18, 58),
        text(77, 76, value, 46, "end bold") if value else join(),
        sign(seat, 70, 15, 15),
    )


def _spoken_block(s: Any, block: int, t: Translator) -> str:
    if s.owner[block] == rules.EMPTY:
        return f"{BLOCK_NAMES[block]}, {t('empty')}"
    row, column = _cancelled(s, block)
    notes = [t("counts 0 in its row")] * row + [t("counts 0 in its column")] * column
    owner, tile = t(SEAT_NAMES[s.owner[block]]), tile_name(s.tile[block], t)
    return ", ".join([BLOCK_NAMES[block], owner, tile, *notes])


def _piece_names(s: Any) -> dict[int, str]:
    """By block: the physical tile on it. The second school of a seat is called SC-2."""
    names: dict[int, str] = {}
    for block in range(rules.BLOCKS):
        if s.owner[block] != rules.EMPTY:
            names[block] = _piece_name(s.owner[block], s.tile[block], names.values())
    return names


def _piece_name(seat: int, kind: int, taken: Iterable[str]) -> str:
    name = f"{seat}-{rules.KINDS[kind]}"
    return f"{name}-2" if name in taken else name


# ----- streets: price tag and sums -----


def _street(s: Any, street: int, t: Translator, last: frozenset[str]) -> Svg:
    name = f"street-{STREET_LETTERS[street]}"
    spoken = _spoken_street(s, street, t)
    return group(
        el("title", spoken),
        at(*_tag_corner(street), _ring(street), _tag_at(s, street)),
        _sums(street, _sums_of(s, street), s.award[street] == rules.OPEN),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _tag_corner(street: int) -> tuple[int, int]:
    if street < rules.ROWS:
        _, y = _corner(street * rules.COLUMNS)
        return LEFT - 80, y + 2
    x, _ = _corner(street - rules.ROWS)
    return x + BLOCK // 2 - 32, TOP - 50


def _ring(street: int) -> Svg:
    """The outline of the tag, and around it the area that can be touched."""
    if street < rules.ROWS:
        return join(path(_SIDE, class_="ring"), rect(80 - LEFT, -ROAD / 2, LEFT, PITCH, class_="hit"))
    return join(path(_DOWN, class_="ring"), rect(-23, 50 - TOP, PITCH, TOP, class_="hit"))


_SIDE = "M5 0H60L80 19L60 38H5A5 5 0 0 1 0 33V5A5 5 0 0 1 5 0Z"
_DOWN = "M5 0H59A5 5 0 0 1 64 5V32L32 50L0 32V5A5 5 0 0 1 5 0Z"


def _tag_at(s: Any, street: int) -> Svg:
    """The token of a street, or after its award the place where it hung and who took it."""
    value, taker = s.token[street], s.award[street]
    if value == 0:
        return join()
    if taker == rules.OPEN:
        return _tag(value, street < rules.ROWS)
    return _taken(value, street < rules.ROWS, taker)


def _tag(value: int, side: bool) -> Svg:
    """A price tag, 80 x 38 to the side or 64 x 50 downwards."""
    name = f"token-{value}"
    return group(
        path(_SIDE if side else _DOWN, class_="tag"),
        el("circle", cx=66 if side else 32, cy=19 if side else 40, r=3, class_="street"),
        text(31 if side else 32, 28 if side else 27, _money(value), 25, "middle bold"),
        id=name,
        data_piece=name,
    )


def _taken(value: int, side: bool, taker: int) -> Svg:
    """The place of a token that is gone: in the taker's colour with the taker's sign, or struck through."""
    shape, middle = (_SIDE, 19) if side else (_DOWN, 17)
    if taker == rules.NOBODY:
        words = text(32, middle + 7, _money(value), 19, "middle quiet")
        strike = path(f"M10 {middle}H54", class_="strike", stroke_width=2)
        return join(path(shape, class_="line dashed", stroke_width=1.5), words, strike)
    outline = join(path(shape, class_="wash"), path(shape, class_="edge", stroke_width=2))
    words = text(42, middle + 7, _money(value), 19, "middle")
    return group(outline, sign(taker, 14, middle, 15), words, class_=f"seat-{taker}")


def _sums_of(s: Any, street: int) -> tuple[int, int]:
    return int(rules.sum_of(s, street, 0)), int(rules.sum_of(s, street, 1))


def _sums_corner(street: int) -> tuple[int, int]:
    if street < rules.ROWS:
        _, y = _corner(street * rules.COLUMNS)
        return 0, y + 52
    x, _ = _corner(street - rules.ROWS)
    return x + BLOCK // 2 - 50, 4


def _sums(street: int, sums: tuple[int, int], undecided: bool = True) -> Svg:
    """What both seats have in the street now; while it is undecided, the higher sum is bold."""
    x, y = _sums_corner(street)
    return at(
        x,
        y,
        *(_sum(seat, sums[seat], undecided and sums[seat] == max(sums) > min(sums)) for seat in range(2)),
    )


def _sum(seat: int, total: int, ahead: bool) -> Svg:
    words = text(17, 21, total, 24, "bold" if ahead else "quiet")
    return at(51 * seat, 0, sign(seat, 9, 12, 14), words)


def _spoken_street(s: Any, street: int, t: Translator) -> str:
    sums = ", ".join(f"{t(SEAT_NAMES[seat])} {total}" for seat, total in enumerate(_sums_of(s, street)))
    return f"{rules.STREET_NAMES[street]} ({STREET_LETTERS[street]}), {_spoken_token(s, street, t)}, {sums}"


def _spoken_token(s: Any, street: int, t: Translator) -> str:
    value, taker = _money(s.token[street]), s.award[street]
    if s.token[street] == 0:
        return t("no bonus yet")
    if taker == rules.OPEN:
        return value
    return (
        f"{value} {t('for nobody')}"
        if taker == rules.NOBODY
        else f"{value} {t('for')} {t(SEAT_NAMES[taker])}"
    )


# ----- the players' places -----


def _place(s: Any, seat: int, t: Translator) -> Svg:
    """The tokens that a seat holds, the lowest first, and their sum; how many tiles in hand and pile."""
    held = values_of(s.won[seat])
    return at(
        _place_corner(seat),
        PLACES,
        rect(1, 1, PLACE_WIDTH - 2, PLACE_HEIGHT - 2, 12, class_="plot"),
        rect(1, 1, PLACE_WIDTH - 2, PLACE_HEIGHT - 2, 12, class_="edge", stroke_width=2),
        sign(seat, 26, 28, 26),
        text(48, 40, _money(sum(held)), 32, "bold"),
        _count(14, s.held[seat], False),
        _count(62, s.stock[seat], True),
        *(at(*_held_corner(i, len(held)), _held_tag(value, len(held))) for i, value in enumerate(held)),
        id=f"place-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=_spoken_place(s, seat, t),
    )


def _count(x: int, count: int, pile: bool) -> Svg:
    """The number of tiles in the hand, beside one tile, or in the pile, beside a stack."""
    under = rect(4, 0, 15, 15, 3, class_="edge", stroke_width=1.5) if pile else join()
    top = rect(1, 3, 15, 15, 3, class_="wash")
    edge = rect(1, 3, 15, 15, 3, class_="edge", stroke_width=1.5)
    return at(x, 54, under, top, edge, text(22, 17, count, 17, "quiet"))


def _spoken_place(s: Any, seat: int, t: Translator) -> str:
    held = values_of(s.won[seat])
    tokens = ", ".join(map(_money, held)) or t("no tokens")
    tiles = f"{t('Hand')} {s.held[seat]}, {t('Pile')} {s.stock[seat]}"
    return f"{t(SEAT_NAMES[seat])}: {_money(sum(held))} ({tokens}), {tiles}"


def _place_corner(seat: int) -> int:
    return seat * (WIDTH - PLACE_WIDTH)


def _held_corner(i: int, count: int) -> tuple[int, int]:
    """Up to three large tags in one line, else two lines of small ones."""
    if count <= 3:
        return 132 + 85 * i, 23
    return 134 + i // 2 * (66 if count <= 6 else 41), 9 + i % 2 * 36


def _held_tag(value: int, count: int) -> Svg:
    return group(_tag(value, True), transform=_held_scale(count))


def _held_scale(count: int) -> str | None:
    return None if count <= 3 else "scale(.78)"


def _out_of_game(s: Any, t: Translator) -> Svg:
    """The tokens out of the game (CB-6, CB-10, CB-20): public, and no longer important."""
    if not s.gone:
        return join()
    tokens = (at(40 * i, 0, _spent(value)) for i, value in enumerate(values_of(s.gone)))
    return at(8, HEIGHT - 12, text(0, 0, t("Out of the game"), 17, "quiet"), at(190, 0, *tokens))


def _spent(value: int) -> Svg:
    return group(text(0, 0, _money(value), 17, "quiet"), id=f"token-{value}", data_piece=f"token-{value}")


# ----- the hand -----


def _hand(s: Any, seat: int, t: Translator) -> Svg:
    """The own tiles as cards, the piles, and what may still come: the own pile, the other's hand and pile."""
    return picture(
        WIDTH,
        HAND_HEIGHT,
        t("Your tiles"),
        patterns("hand-weave", rules.SEATS[1]),
        *_cards(s, seat, t),
        *_stacks(s, seat, t),
        _unseen(s.pile[seat], seat, 128, t("In your pile")),
        _unseen(
            rules.merged(s.hand[1 - seat], s.pile[1 - seat]),
            1 - seat,
            170,
            t("Hand and pile"),
        ),
        class_="quartier hand",
        id="hand",
    )


def _cards(s: Any, seat: int, t: Translator) -> list[Svg]:
    taken = list(_piece_names(s).values())
    cards = []
    for i, kind in enumerate(_kinds(s.hand[seat])):
        piece = _piece_name(seat, kind, taken)
        taken.append(piece)
        cards.append(_card(i, seat, kind, piece, t))
    return cards


def _card(i: int, seat: int, kind: int, piece: str, t: Translator) -> Svg:
    name = tile_name(kind, t)
    return at(
        6 + 112 * i,
        10,
        el("title", name),
        group(
            group(_tile(seat, kind, "hand-weave"), transform=f"scale({CARD})"),
            rect(-4, -4, 109, 109, 13, class_="ring"),
            id=f"tile-{piece}",
            data_piece=piece,
            class_="lift",
        ),
        rect(-6, -10, 112, 120, class_="hit"),
        id=f"card-{piece}",
        data_touch=f"hand-{rules.KINDS[kind]}",
        class_=f"card seat-{seat}",
        role="img",
        aria_label=name,
    )


def _stacks(s: Any, seat: int, t: Translator) -> list[Svg]:
    """Face-down tiles: the own pile, the other's hand and pile, each with its number."""
    other = 1 - seat
    return [
        _stack(580, seat, s.stock[seat], t("Pile")),
        _stack(658, other, s.held[other], t("Hand")),
        _stack(732, other, s.stock[other], t("Pile")),
    ]


def _stack(x: int, seat: int, count: int, label: str) -> Svg:
    return at(
        x,
        10,
        rect(6, 0, 50, 50, 6, class_="plot"),
        rect(6, 0, 50, 50, 6, class_="edge", stroke_width=2),
        rect(2, 4, 50, 50, 6, fill=f"url(#hand-weave-{seat})"),
        rect(2, 4, 50, 50, 6, class_="edge", stroke_width=2),
        text(27, 38, count, 26, "middle bold"),
        text(28, 76, label, 17, "middle quiet"),
        sign(seat, 28, 92, 14),
        class_=f"seat-{seat}",
        role="img",
        aria_label=f"{label}: {count}",
    )


def _unseen(tiles: int, seat: int, y: int, label: str) -> Svg:
    """A line of tiles that are still to come: numbers by kind of building, then the special buildings."""
    kinds = _kinds(tiles)
    numbers = [_numbers(kinds, first, 210 + 146 * i) for i, first in enumerate((0, 5, 10))]
    specials = [
        icon(_icon_name(kind), 652 + 30 * i, 0, 26)
        for i, kind in enumerate(k for k in kinds if k >= rules.SCHOOL)
    ]
    spoken = ", ".join(rules.KINDS[kind] for kind in kinds)
    return at(
        0, y, sign(seat, 12, 14, 16), text(28, 20, label, 17, "quiet"), *numbers, *specials,
        class_=f"seat-{seat}", role="img", aria_label=f"{label}: {spoken}",
    )  # fmt: skip


def _numbers(kinds: list[int], first: int, x: int) -> Svg:
    """The five values of one kind of building, a dot for each that is gone."""
    marks = [
        text(39 + 20 * i, 21, int(rules.VALUES[kind]), 20, "middle bold") if kind in kinds
        else el("circle", cx=39 + 20 * i, cy=14, r=2, class_="street")
        for i, kind in enumerate(range(first, first + 5))
    ]  # fmt: skip
    return at(x, 0, icon(_icon_name(first), 0, 0, 26), *marks)


# ----- the ghost of a move -----


def _changed(old: Any, new: Any, block: int) -> bool:
    return bool(old.tile[block] != new.tile[block] or old.owner[block] != new.owner[block])


def _ghost_tiles(s: Any, seat: int | None) -> Svg:
    """The tiles that the viewer may build, drawn once for the many previews that show them."""
    kinds = [] if seat is None else sorted(set(_kinds(s.hand[seat])))
    return el(
        "defs",
        *(group(_see_through(seat, kind), id=_ghost_id(seat, kind), class_="quartier") for kind in kinds),
    )


def _ghost_id(seat: int | None, kind: int) -> str:
    return f"ghost-{seat}-{rules.KINDS[kind]}"


def _see_through(seat: Any, kind: int, *over: str) -> Svg:
    return group(_tile(seat, kind, "board-weave"), *over, class_="ghost")


def _ghost_tile(s: Any, block: int) -> Svg:
    seat, kind, cancelled = s.owner[block], s.tile[block], _cancelled(s, block)
    plain = el("use", href=f"#{_ghost_id(seat, kind)}")
    tile = _see_through(seat, kind, _strikes(*cancelled)) if any(cancelled) else plain
    return at(*_corner(block), rect(0, 0, BLOCK, BLOCK, 8, class_="plot"), tile, class_=f"seat-{seat}")


def _ghost_sums(street: int, sums: tuple[int, int]) -> Svg:
    """What both seats would have in the street."""
    x, y = _sums_corner(street)
    return join(rect(x + 1, y - 2, 100, 28, 6, class_="news"), _sums(street, sums))


def _ghost_token(old: Any, new: Any, street: int, seat: int) -> Svg:
    """The street's token after a swap, the bonus that the move brings, or who else takes it."""
    side, value, taker = street < rules.ROWS, new.token[street], new.award[street]
    shown = join()
    if old.token[street] != value:
        shown = _ghost_tag(side, _money(value), "news", "accent")
    if old.award[street] != taker:
        gone = join(path(_SIDE if side else _DOWN, class_="erased"), _taken(value, side, taker))
        shown = _ghost_tag(side, f"+{value}", "gain", "on-accent") if taker == seat else gone
    return at(*_tag_corner(street), shown) if shown else shown


def _ghost_tag(side: bool, words: str, look: str, ink: str) -> Svg:
    shape, x, y = (_SIDE, 33, 28) if side else (_DOWN, 32, 29)
    return join(path(shape, class_=look), text(x, y, words, 26, f"middle bold {ink}"))


def _ghost_payment(s: Any, value: int, seat: int) -> Svg:
    """CB-10: the token that a rebuild costs."""
    held = values_of(s.won[seat])
    x, y = _held_corner(held.index(value), len(held))
    tag = _ghost_tag(True, f"−{value}", "gain", "on-accent")
    return at(_place_corner(seat) + x, PLACES + y, group(tag, transform=_held_scale(len(held))))
