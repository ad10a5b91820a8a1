"""What lies on the table of Neue Heimat, explained."""

from quartier.core.text.languages import N_, Translator, capital
from quartier.core.text.tooltips import Effect, TooltipItem, TooltipKind

from ..rules.auction import highest_bid, outer_cube
from ..rules.building import colour_of, is_built, may_put_cube, may_put_roof, top_of
from ..rules.derived import FINISHED, HOUSES, ROW
from ..rules.moves import OFFER, OFFER_PERMIT
from ..rules.scoring import times
from ..rules.state import (
    BLANK,
    CUBES,
    FENCED,
    LOTS,
    MAYOR,
    MOST_MONEY,
    NO_PIECE,
    NO_SEAT,
    PERMIT,
    PLACING,
    ROOF,
    SPOTS,
    VALUES,
    Record,
)
from .labels import COLOUR_NAMES, OFFERS, PERMIT_NAMES, ROW_NAMES, cube_code, lot_code, piece_name

TOOLTIP_KINDS = {
    "cube": TooltipKind(
        N_("Cube"),
        N_(
            "A floor with its points. It goes on the next free lot, or on a floor of higher value. Only outer "
            "cubes are sold."
        ),
        (10, 16, 17, 18),
    ),
    "roof": TooltipKind(
        N_("Roof"),
        N_("Turned over before it is sold. It closes a house for good and adds its number; a blank one ends the turn."),
        (4, 10, 11, 20),
    ),
    "permit": TooltipKind(
        N_("Building permit"),
        N_("Makes one row longer or shorter by 1, 2 or 3 lots, as its buyer likes; or it leaves the game."),
        (22, 23, 24),
    ),
    "blank": TooltipKind(
        N_("Blank cube"), N_("Takes one placed permit away again, or leaves the game."), (5, 25)
    ),
    "mayor": TooltipKind(
        N_("Mayor"),
        N_("Doubles all points of the row at which he stands, also those that count minus."),
        (21, 29),
    ),
    "house": TooltipKind(
        N_("House"),
        N_("Counts floors and roof for whoever holds the colour of its top floor: plus in a finished row, else minus."),
        (17, 18, 20, 28, 29),
    ),
    "lot": TooltipKind(
        N_("Free lot"),
        N_("Houses are built from the street towards the river, lot after lot, without gaps."),
        (16, 23),
    ),
    "fence": TooltipKind(
        N_("Fenced lot"),
        N_("A house here has one floor only; it may still get a roof."),
        (2, 17, 20),
    ),
    "river": TooltipKind(
        N_("River"),
        N_("Behind the row’s limit nothing is built. A permit may move the limit."),
        (1, 22, 23),
    ),
    "row": TooltipKind(
        N_("Row of houses"),
        N_(
            "Finished when every lot up to its limit has a house with a roof. Then its houses count plus, before "
            "they count minus."
        ),
        (26, 27, 29),
    ),
    "worth": TooltipKind(
        N_("Points of a row"),
        N_("What a player’s houses in this row count as it stands, and what they would count otherwise."),
        (28, 29),
    ),
    "limit": TooltipKind(
        N_("New limit"),
        N_("With the permit the row becomes so much longer or shorter, but never shorter than what is built."),
        (22, 23, 24),
    ),
    "purse": TooltipKind(
        N_("Purse of a player"),
        N_(
            "Cheques in hand are for bidding and count nothing in the end; each one in the box is a point. Cubes "
            "show whose colours are whose."
        ),
        (6, 9, 18, 30),
    ),
    "place": TooltipKind(
        N_("Bidder"),
        N_(
            "From the auctioneer’s left on everybody bids or passes once. Then the auctioneer sells, or keeps "
            "the piece and pays the bidder."
        ),
        (12, 13, 14),
    ),
    "piece": TooltipKind(
        N_("On offer"),
        N_("This piece is being auctioned. Whoever gets it places it at once."),
        (10, 13, 15),
    ),
    "bid": TooltipKind(
        N_("Bid"),
        N_("Whole millions, more than every bid before, at most what you have in hand. You pay only if you get the piece."),
        (12, 13),
    ),
}  # fmt: skip


def tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    """What has this name in the drawing, for a viewer who knows `s`."""
    sort, _, rest = name.partition("-")
    if sort == "offer" and rest in OFFERS:
        return _offer_thing(s, OFFERS.index(rest), t, names)
    if sort == "lot" and rest in _LOTS:
        return _lot(s, _LOTS.index(rest), t, names)
    if sort in ("street", "longer", "shorter") and rest in _ROWS:
        return _row(s, _ROWS.index(rest), t) if sort == "street" else TooltipItem("limit")
    if sort == "permit" and rest in PERMIT_NAMES:
        return TooltipItem("permit")
    if sort in ("purse", "place", "worth") and rest in map(str, range(s.players)):
        return _of_seat(s, sort, int(rest), t)
    if name == "piece" and s.piece != NO_PIECE:
        return _piece(s, seat, t)
    bids = tuple(f"number-bid-{amount}" for amount in range(1, MOST_MONEY + 1))
    if sort == "cube" and rest in _CUBES:
        return TooltipItem("cube", _colour(s, colour_of(_CUBES.index(rest)), t, names))
    return TooltipItem("bid") if name in bids else None


_LOTS = tuple(lot_code(spot) for spot in range(SPOTS))
_ROWS = tuple(ROW_NAMES)
_CUBES = tuple(cube_code(cube) for cube in range(CUBES))


def _kind(piece: int) -> str:
    """Return the tooltip kind of a piece."""
    if piece < CUBES:
        return "cube"
    return {BLANK: "blank", MAYOR: "mayor", ROOF: "roof"}.get(piece, "permit")


def _offer_thing(s: Record, number: int, t: Translator, names: list[str]) -> TooltipItem:
    action = OFFER + number
    if action < OFFER_PERMIT:
        row, from_right = divmod(number, 2)
        there = s.left[row] < s.right[row]
        return TooltipItem(
            "cube", _colour(s, colour_of(outer_cube(s, row, from_right)), t, names) if there else ""
        )
    piece = PERMIT + action - OFFER_PERMIT
    return TooltipItem("roof", _roofs(s, t)) if piece == ROOF else TooltipItem(_kind(piece))


def _colour(s: Record, colour: int, t: Translator, names: list[str]) -> str:
    """NH-18: whose a colour is."""
    name = capital(t(COLOUR_NAMES[colour]))
    if s.owner[colour] == NO_SEAT:
        return t("{colour} is nobody’s yet: whoever builds with it first gets the colour.").format(
            colour=name
        )
    return t("{colour} counts for {name}.").format(colour=name, name=names[s.owner[colour]])


def _roofs(s: Record, t: Translator) -> str:
    left, blanks = sum(s.roofs), s.roofs[0]
    total = s.blanks
    form = t("Still face down: {count}, blanks among them: {blanks} of {all}.")
    return form.format(count=left, blanks=blanks, all=total)


def _lot(s: Record, spot: int, t: Translator, names: list[str]) -> TooltipItem:
    row, lot = divmod(spot, LOTS)
    if s.cubes[spot]:
        return TooltipItem("house", _house(s, spot, t, names))
    if lot >= s.limit[row]:
        return TooltipItem(
            "river",
            t("The limit of row {row} is {limit} now.").format(row=ROW_NAMES[row], limit=s.limit[row]),
        )
    following = t("This lot is built next in its row.") if lot == s.built[row] else ""
    return TooltipItem("fence" if FENCED >> spot & 1 else "lot", following)


def _house(s: Record, spot: int, t: Translator, names: list[str]) -> str:
    """NH-28, NH-29: for whom a house counts, and what."""
    points, owner = s.derived[HOUSES + 2 * spot], s.derived[HOUSES + 2 * spot + 1]
    row = spot // LOTS
    counted = times(s, row) * (points if s.derived[row * ROW + FINISHED] else -points)
    form = t("It counts {points} for {name} now.")
    text = form.format(points=_signed_points(counted), name=names[owner])
    return f"{text} {_stacks(s, spot, t)}"


def _stacks(s: Record, spot: int, t: Translator) -> str:
    """NH-2, NH-17: what may still be built on a house."""
    if s.roof[spot]:
        return t("It has its roof, so it stays as it is.")
    value = top_of(s, spot) % VALUES + 1
    if FENCED >> spot & 1 or value == 1:
        return t("Only a roof may still go on it.")
    return t("Floors below {value} or a roof may go on it.").format(value=value)


def _row(s: Record, row: int, t: Translator) -> TooltipItem:
    done = t("It is finished.") if s.derived[row * ROW + FINISHED] else t("It is not finished.")
    form = t("Limit {limit}, built lots {built}.").format(limit=s.limit[row], built=s.built[row])
    mayor = t("The mayor makes it count {times} times.").format(times=s.mayor_factor)
    return TooltipItem("row", " ".join([form, done, *[mayor] * (s.mayor == row)]))


def _of_seat(s: Record, sort: str, seat: int, t: Translator) -> TooltipItem:
    if sort != "place" or seat == s.auctioneer or not s.bids[seat]:
        return TooltipItem(sort)
    best = s.bids[seat] == highest_bid(s)
    return TooltipItem(sort, t("This is the highest bid.") if best else t("This bid has been topped."))


def _piece(s: Record, seat: int, t: Translator) -> TooltipItem:
    """What is on offer, and how many places there are for it."""
    name = piece_name(s.piece, s.piece_roof, t)
    if not is_built(s.piece):
        return TooltipItem(_kind(s.piece))
    fits = may_put_roof if s.piece == ROOF else lambda s, spot: may_put_cube(s, s.piece, spot)
    count = sum(bool(fits(s, spot)) for spot in range(SPOTS))
    lot_count = t("Places for it: {count}.").format(count=count)
    form = t("{piece} is to be placed.") if s.phase == PLACING else t("{piece} is on offer.")
    return TooltipItem("piece", f"{form.format(piece=capital(name))} {lot_count}")


def _signed_points(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


def effects(s: Record, t: Translator, names: list[str]) -> list[Effect]:
    """NH-21: the mayor, where he stands."""
    if s.mayor < 0:
        return []
    form = t(
        "The mayor stands at row {row}: all of its points count {times} times, also those that count minus."
    )
    name = t("Mayor ×{times}").format(times=s.mayor_factor)
    return [Effect(name, form.format(row=ROW_NAMES[s.mayor], times=s.mayor_factor))]
