"""What lies on the table of City Blocks, explained."""

from quartier.core.engine.bits import popcount
from quartier.core.text.languages import N_, Translator
from quartier.core.text.tooltips import TooltipItem, TooltipKind

from ..rules.derived import STANDS, sums_of
from ..rules.state import EMPTY, MOST_SEATS, NOBODY, OPEN, Record
from ..rules.streets import STREET_BLOCKS, STREET_NAMES, column_of, counts, row_of, specials
from ..rules.tiles import COURTHOUSE, KINDS, MALL, POWER_PLANT, SCHOOL, VALUES
from .labels import BLOCK_NAMES, STREET_LETTERS, values_of

TOOLTIP_KINDS = {
    "lot": TooltipKind(
        N_("Empty block"),
        N_("Any tile of your hand may be built here. It counts in the two streets that cross at the block."),
        (9,),
    ),
    "house": TooltipKind(
        N_("House"),
        N_("Counts its number in both of its streets. A power plant or a mall in a street makes it count 0 there."),
        (16, 18),
    ),
    "store": TooltipKind(
        N_("Store"), N_("Counts its number in both of its streets, whatever else is built there."), (16, 19)
    ),
    "factory": TooltipKind(
        N_("Factory"),
        N_("Counts its number in both of its streets. A school or a mall in a street makes it count 0 there."),
        (16, 17),
    ),
    "school": TooltipKind(
        N_("School"),
        N_("Worth 0 itself. In its two streets all factories count 0, yours as well."),
        (17, 19),
    ),
    "power plant": TooltipKind(
        N_("Power plant"),
        N_("Worth 0 itself. In its two streets all houses count 0, yours as well."),
        (18, 19),
    ),
    "mall": TooltipKind(
        N_("Shopping mall"),
        N_("Worth 0 itself. In its two streets all houses and factories count 0; only stores still count."),
        (17, 18, 19),
    ),
    "courthouse": TooltipKind(
        N_("Courthouse"),
        N_("Worth 0. Whoever builds it may at once swap the tokens of two streets that are still open."),
        (12, 13, 19),
    ),
    "street": TooltipKind(
        N_("Street with its token"),
        N_("When its last block is built, the token goes to whoever’s own tiles in it add up to more; a tie wins nothing."),
        (16, 20),
    ),
    "taken": TooltipKind(
        N_("Finished street"),
        N_("All of its blocks are built, so its token is awarded. Nothing built later changes that."),
        (11, 16, 20),
    ),
    "place": TooltipKind(
        N_("What a player holds"),
        N_("The tokens won so far, and how many tiles are in hand and in the pile. The highest sum of tokens wins."),
        (15, 22, 23),
    ),
    "to come": TooltipKind(
        N_("Tiles still to come"),
        N_("Everybody has the same 20 tiles, so what is not built yet is known; a dot stands for one that is gone."),
        (3, 23),
    ),
    "gone": TooltipKind(
        N_("Tokens out of the game"),
        N_("Four are left over at the start; others go for a tied street or as the price of a rebuild."),
        (6, 10, 20),
    ),
}  # fmt: skip


def tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    """What has this name in the drawing, for a viewer who knows `s`."""
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
    form = t("{street}: it counts {points}.")
    worth = (
        form.format(street=STREET_NAMES[street], points=counts(tile, specials(s, street)))
        for street in streets
    )
    return TooltipItem(_kind(tile), " ".join(worth))


def _street(s: Record, street: int, seat: int, t: Translator, names: list[str]) -> TooltipItem:
    if s.award[street] == OPEN:
        return TooltipItem("street", _standing(s, street, seat, t, names) if s.token[street] else "")
    if s.award[street] == NOBODY:
        return TooltipItem(
            "taken", t("Here it was a tie: ${value} left the game.").format(value=s.token[street])
        )
    if s.award[street] == seat:
        return TooltipItem("taken", t("Here you won ${value}.").format(value=s.token[street]))
    name = names[s.award[street]]
    return TooltipItem("taken", t("Here {name} won ${value}.").format(name=name, value=s.token[street]))


def _standing(s: Record, street: int, seat: int, t: Translator, names: list[str]) -> str:
    """How it stands in an open street, the viewer first."""
    sums = sums_of(s.derived[STANDS + street])
    order = sorted(range(MOST_SEATS), key=lambda other: other != seat)
    parts = [f"{t('you') if other == seat else names[other]} {sums[other]}" for other in order]
    return t("{street}, ${value}: {sums}; free blocks: {free}.").format(
        street=STREET_NAMES[street],
        value=s.token[street],
        sums=", ".join(parts),
        free=popcount(s.empty & STREET_BLOCKS[street]),
    )


def _place(s: Record, seat: int, t: Translator, names: list[str]) -> TooltipItem:
    total = sum(values_of(s.won[seat]))
    return TooltipItem("place", t("{name} has ${total} now.").format(name=names[seat], total=total))
