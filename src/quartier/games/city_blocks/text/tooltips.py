"""Tooltips for the objects of City Blocks."""

from quartier.core.engine.bits import popcount
from quartier.core.text.languages import N_, Translator
from quartier.core.text.tooltips import TooltipItem, TooltipKind

from ..rules.derived import STANDS, sums_of
from ..rules.state import EMPTY, MOST_SEATS, NOBODY, OPEN, Record
from ..rules.streets import STREET_BLOCKS, column_of, counts, row_of, specials
from ..rules.tiles import COURTHOUSE, KINDS, MALL, POWER_PLANT, SCHOOL, VALUES
from .labels import BLOCK_NAMES, STREET_LETTERS, money, street_name, values_of

TOOLTIP_KINDS = {
    "lot": TooltipKind(
        N_("Empty block"),
        N_("You can build any tile from your hand here. It counts in both streets that cross here."),
        (9,),
    ),
    "house": TooltipKind(
        N_("House"),
        N_("Adds its number to both of its streets, but counts 0 in a street with a power plant or a mall."),
        (16, 18),
    ),
    "store": TooltipKind(
        N_("Store"), N_("Adds its number to both of its streets, whatever else is built there."), (16, 19)
    ),
    "factory": TooltipKind(
        N_("Factory"),
        N_("Adds its number to both of its streets, but counts 0 in a street with a school or a mall."),
        (16, 17),
    ),
    "school": TooltipKind(
        N_("School"),
        N_("Worth 0. Every factory in its two streets counts 0, including yours."),
        (17, 19),
    ),
    "power plant": TooltipKind(
        N_("Power plant"),
        N_("Worth 0. Every house in its two streets counts 0, including yours."),
        (18, 19),
    ),
    "mall": TooltipKind(
        N_("Shopping mall"),
        N_("Worth 0. Every house and factory in its two streets counts 0. Only stores still count."),
        (17, 18, 19),
    ),
    "courthouse": TooltipKind(
        N_("Courthouse"),
        N_("Worth 0. When you place it, you may swap the tokens of two streets that still have theirs."),
        (12, 13, 19),
    ),
    "street": TooltipKind(
        N_("Street with its token"),
        N_(
            "When its last block is built, the player whose tiles here add up to more wins the token. If "
            "it’s tied, no one does."
        ),
        (16, 20),
    ),
    "taken": TooltipKind(
        N_("Finished street"),
        N_("All its blocks are built and its token has been awarded. Nothing built later changes that."),
        (11, 16, 20),
    ),
    "place": TooltipKind(
        N_("Tokens and tiles of a player"),
        N_(
            "Tokens won so far, and how many tiles are left in hand and in the pile. The higher total of "
            "tokens wins the game."
        ),
        (15, 22, 23),
    ),
    "to come": TooltipKind(
        N_("Tiles still to come"),
        N_(
            "Both players have the same tiles, so you know which are still to come. A dot marks a tile "
            "that’s gone."
        ),
        (3, 23),
    ),
    "zero": TooltipKind(
        N_("Counts 0"),
        N_(
            "The arrow shows in which street a building counts nothing: a factory with a school, a house "
            "with a power plant, both with a mall."
        ),
        (17, 18),
    ),
    "aim": TooltipKind(
        N_("How to win"),
        N_("The game ends when every block is built. Then the player with more money in tokens wins."),
        (22,),
    ),
    "gone": TooltipKind(
        N_("Tokens out of the game"),
        N_("Four are left over at the start. Others leave when a street is tied or to pay for a rebuild."),
        (6, 10, 20),
    ),
}  # fmt: skip


def tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    """Return the tooltip of an object of the drawing, for a viewer who knows `s`."""
    sort, _, rest = name.partition("-")
    if sort == "block" and rest in BLOCK_NAMES:
        return _block(s, BLOCK_NAMES.index(rest), seat, t, names)
    if sort == "street" and rest in tuple(STREET_LETTERS):
        return _street(s, STREET_LETTERS.index(rest), seat, t, names)
    if sort == "hand" and rest in KINDS:
        return TooltipItem(_kind(KINDS.index(rest)))
    if sort in ("place", "tocome") and rest in map(str, range(MOST_SEATS)):
        return _place(s, int(rest), t, names) if sort == "place" else TooltipItem("to come")
    return TooltipItem("gone") if name == "gone" and s.gone else None


def _kind(tile: int) -> str:
    """Return the tooltip kind of a kind of tile."""
    special = {SCHOOL: "school", POWER_PLANT: "power plant", MALL: "mall", COURTHOUSE: "courthouse"}
    return special.get(tile) or ("house", "store", "factory")[tile // 5]


def _block(s: Record, block: int, seat: int, t: Translator, names: list[str]) -> TooltipItem:
    streets = (row_of(block), column_of(block))
    if s.owner[block] == EMPTY:
        parts = [_standing(s, street, seat, t, names) for street in streets if s.award[street] == OPEN]
        return TooltipItem("lot", " ".join(parts))
    tile = s.tile[block]
    if not VALUES[tile]:
        return TooltipItem(_kind(tile))
    form = t("{street}: counts {points}.")
    worth = (
        form.format(street=street_name(street), points=counts(tile, specials(s, street)))
        for street in streets
    )
    return TooltipItem(_kind(tile), " ".join(worth))


def _street(s: Record, street: int, seat: int, t: Translator, names: list[str]) -> TooltipItem:
    if s.award[street] == OPEN:
        return TooltipItem("street", _standing(s, street, seat, t, names) if s.token[street] else "")
    if s.award[street] == NOBODY:
        return TooltipItem("taken", t("Tied: {value} left the game.").format(value=money(s.token[street], t)))
    if s.award[street] == seat:
        return TooltipItem("taken", t("You won {value} here.").format(value=money(s.token[street], t)))
    name = names[s.award[street]]
    return TooltipItem(
        "taken", t("{name} won {value} here.").format(name=name, value=money(s.token[street], t))
    )


def _standing(s: Record, street: int, seat: int, t: Translator, names: list[str]) -> str:
    """Return the totals of an open street, the viewer's first."""
    sums = sums_of(s.derived[STANDS + street])
    order = sorted(range(MOST_SEATS), key=lambda other: other != seat)
    parts = [f"{t('you') if other == seat else names[other]} {sums[other]}" for other in order]
    free = popcount(s.empty & STREET_BLOCKS[street])
    return t("{street} ({value}): {sums}, {free}.").format(
        street=street_name(street),
        value=money(s.token[street], t),
        sums=", ".join(parts),
        free=t.ngettext("{count} empty block", "{count} empty blocks", free).format(count=free),
    )


def _place(s: Record, seat: int, t: Translator, names: list[str]) -> TooltipItem:
    total = sum(values_of(s.won[seat]))
    return TooltipItem("place", t("{name} has {total}.").format(name=names[seat], total=money(total, t)))
