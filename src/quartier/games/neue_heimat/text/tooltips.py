"""Tooltips for the objects of Neue Heimat."""

from quartier.core.text.languages import N_, Translator, capital
from quartier.core.text.tooltips import TooltipItem, TooltipKind

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
from .labels import (
    COLOUR_NAMES,
    OFFERS,
    PERMIT_NAMES,
    ROW_NAMES,
    cube_code,
    lot_code,
    piece_name,
    points_name,
)

TOOLTIP_KINDS = {
    "cube": TooltipKind(
        N_("Cube"),
        N_(
            "A cube is worth its number. It goes on the next free lot or on a cube with a higher number. "
            "Only the outer cubes of a display row are for sale."
        ),
        (10, 16, 17, 18),
    ),
    "roof": TooltipKind(
        N_("Roof"),
        N_(
            "Turned over before anyone bids. It closes a house for good and adds its number. A blank ends "
            "the turn."
        ),
        (4, 10, 11, 20),
    ),
    "permit": TooltipKind(
        N_("Permit"),
        N_(
            "Makes one row 1, 2 or 3 lots longer or shorter, or leaves the game. The player who gets it "
            "decides."
        ),
        (22, 23, 24),
    ),
    "blank": TooltipKind(
        N_("Cancel cube"), N_("Removes one placed permit, or leaves the game."), (5, 25)
    ),
    "mayor": TooltipKind(
        N_("Mayor"),
        N_("Doubles all points in his row, plus or minus."),
        (21, 29),
    ),
    "house": TooltipKind(
        N_("House"),
        N_(
            
                "Belongs to the player who owns the colour on top. Its cubes and roof score points in a "
                "finished row and lose them in any other."
            
        ),
        (17, 18, 20, 28, 29),
    ),
    "lot": TooltipKind(
        N_("Free lot"),
        N_("Build from the street towards the river, lot by lot, without gaps."),
        (16, 23),
    ),
    "fence": TooltipKind(
        N_("Fenced lot"),
        N_("A house here has only one cube. It can still get a roof."),
        (2, 17, 20),
    ),
    "river": TooltipKind(
        N_("River"),
        N_("Nothing is built beyond the row’s limit. A permit can move the limit."),
        (1, 22, 23),
    ),
    "row": TooltipKind(
        N_("Row of houses"),
        N_(
            
                "Finished when every lot up to its limit has a house with a roof. Then its houses score "
                "points. Until then, they lose points."
            
        ),
        (26, 27, 29),
    ),
    "worth": TooltipKind(
        N_("Points in a row"),
        N_(
            
                "What this player’s houses in the row score now, and what they’d score if the row became "
                "finished or unfinished."
            
        ),
        (28, 29),
    ),
    "limit": TooltipKind(
        N_("New limit"),
        N_("How much longer or shorter the permit makes this row. It can’t become shorter than what’s built."),
        (22, 23, 24),
    ),
    "purse": TooltipKind(
        N_("Money and colours"),
        N_(
            "Players bid with the money in hand, which is worth nothing at the end. Each million in the "
            "slush fund is a point. The cubes are the player’s colours."
        ),
        (6, 9, 18, 30),
    ),
    "place": TooltipKind(
        N_("Bidding"),
        N_(
            "Starting on the auctioneer’s left, everyone bids or passes once. Then the auctioneer sells "
            "the piece, or keeps it and pays the highest bidder."
        ),
        (12, 13, 14),
    ),
    "sale": TooltipKind(
        N_("Still for sale"),
        N_(
            "The auctioneer offers an outer cube of a row, a special piece or a roof. Everyone else may bid "
            "for it once."
        ),
        (10,),
    ),
    "aim": TooltipKind(
        N_("How to win"),
        N_(
            "Your houses score plus points in finished rows and minus points in all others, and money in "
            "your slush fund scores too. The highest score wins."
        ),
        (27, 29, 30, 31),
    ),
    "piece": TooltipKind(
        N_("Up for auction"),
        N_("This piece is being auctioned. The player who gets it uses it at once."),
        (10, 13, 15),
    ),
    "bid": TooltipKind(
        N_("Bid"),
        N_(
            "Whole millions, more than any bid so far and no more than you have in hand. You pay only if "
            "you get the piece."
        ),
        (12, 13),
    ),
}  # fmt: skip


def tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    """Return the tooltip of an object of the drawing, for a viewer who knows `s`."""
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
    """NH-18: say who owns a colour."""
    name = capital(t(COLOUR_NAMES[colour]))
    if s.owner[colour] == NO_SEAT:
        return t(
            "{colour} has no owner yet. The first player to build a cube of this colour owns it."
        ).format(colour=name)
    return t("{colour} belongs to {name}.").format(colour=name, name=names[s.owner[colour]])


def _roofs(s: Record, t: Translator) -> str:
    left, blanks = int(sum(s.roofs)), int(s.roofs[0])
    face_down = t.ngettext("{count} roof is still face down.", "{count} roofs are still face down.", left)
    form = t.ngettext(
        "{count} of the {all} blanks is among them.", "{count} of the {all} blanks are among them.", blanks
    )
    return f"{face_down.format(count=left)} {form.format(count=blanks, all=s.blanks)}"


def _lot(s: Record, spot: int, t: Translator, names: list[str]) -> TooltipItem:
    row, lot = divmod(spot, LOTS)
    if s.cubes[spot]:
        return TooltipItem("house", _house(s, spot, t, names))
    if lot >= s.limit[row]:
        return TooltipItem(
            "river",
            t("Row {row} has a limit of {limit} now.").format(row=ROW_NAMES[row], limit=s.limit[row]),
        )
    following = t("The row’s next house goes here.") if lot == s.built[row] else ""
    return TooltipItem("fence" if FENCED >> spot & 1 else "lot", following)


def _house(s: Record, spot: int, t: Translator, names: list[str]) -> str:
    """NH-28, NH-29: say for whom a house counts, and how much."""
    points, owner = s.derived[HOUSES + 2 * spot], s.derived[HOUSES + 2 * spot + 1]
    row = spot // LOTS
    counted = times(s, row) * (points if s.derived[row * ROW + FINISHED] else -points)
    form = t("It counts {points} for {name} right now.")
    text = form.format(points=points_name(counted, t, _signed_points(counted)), name=names[owner])
    return f"{text} {_stacks(s, spot, t)}"


def _stacks(s: Record, spot: int, t: Translator) -> str:
    """NH-2, NH-17: say what may still be built on a house."""
    if s.roof[spot]:
        return t("It has a roof, so it stays as it is.")
    value = top_of(s, spot) % VALUES + 1
    if FENCED >> spot & 1 or value == 1:
        return t("Only a roof can still go on it.")
    return t("A cube below {value} or a roof can go on it.").format(value=value)


def _row(s: Record, row: int, t: Translator) -> TooltipItem:
    done = t("It’s finished.") if s.derived[row * ROW + FINISHED] else t("It isn’t finished.")
    limit = int(s.limit[row])
    form = t.ngettext("{built} of {count} lot built.", "{built} of {count} lots built.", limit)
    mayor = t("The mayor makes it count {times} times.").format(times=s.mayor_factor)
    built = form.format(built=s.built[row], count=limit)
    return TooltipItem("row", " ".join([built, done, *[mayor] * (s.mayor == row)]))


def _of_seat(s: Record, sort: str, seat: int, t: Translator) -> TooltipItem:
    """Describe a seat's part in an auction; of its money, who sees it (NH-32)."""
    if sort == "purse":
        visibility = (
            t("Everyone sees all of it.")
            if s.show_money
            else t("The others don’t see the money in hand. Slush funds and colours are open.")
        )
        return TooltipItem(sort, visibility)
    if sort != "place" or seat == s.auctioneer or not s.bids[seat]:
        return TooltipItem(sort)
    best = s.bids[seat] == highest_bid(s)
    return TooltipItem(sort, t("This is the highest bid.") if best else t("This bid has been beaten."))


def _piece(s: Record, seat: int, t: Translator) -> TooltipItem:
    """Describe the piece on offer, and how many places it can take."""
    name = piece_name(s.piece, s.piece_roof, t)
    if not is_built(s.piece):
        return TooltipItem(_kind(s.piece))
    fits = may_put_roof if s.piece == ROOF else lambda s, spot: may_put_cube(s, s.piece, spot)
    count = sum(bool(fits(s, spot)) for spot in range(SPOTS))
    lot_count = t.ngettext("It can go on {count} lot.", "It can go on {count} lots.", count)
    form = t("{piece} has to be placed now.") if s.phase == PLACING else t("{piece} is up for auction.")
    return TooltipItem("piece", f"{form.format(piece=capital(name))} {lot_count.format(count=count)}")


def _signed_points(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"
