"""Explanations of Neue Heimat moves: facts in the units of the game, for hints and reviews."""

from collections.abc import Iterator

from quartier.core.text.languages import N_, Translator, capital

from ..rules.auction import highest_bid
from ..rules.derived import FINISHED, HOUSES, NO_HOUSES, NO_ROOFS, ROW
from ..rules.moves import BID, KEEP, OFFER, PASS, PUT, PUT_MAYOR, SELL, TO_BOX
from ..rules.state import COLOURS, LOTS, NO_SEAT, ROOF, ROWS, Record
from .bids import blank_odds, keenest_rival, other_name, purpose, stakes, worth
from .labels import COLOUR_NAMES, ROW_NAMES, SEAT_NAMES, lacking_name, millions


def explain(before: Record, after: Record, seat: int, action: int, group: str, t: Translator) -> str:
    """Explain a move with a group of features; "" if there is nothing to say."""
    if action < PUT:
        return _of_turn(after if OFFER <= action < BID else before, seat, action, group, t)
    if group == "rows":
        return _of_rows(before, after, t)
    if group in ("points", "houses"):
        return _of_points(before, after, seat, action, t)
    return _of_colours(before, after, seat, t) if group == "colours" else ""


def _of_rows(before: Record, after: Record, t: Translator) -> str:
    """Say what the row that a move has changed still lacks."""
    for row in range(ROWS):
        numbers, old = _row(after, row), _row(before, row)
        missing = numbers[NO_HOUSES], numbers[NO_ROOFS]
        if missing != (old[NO_HOUSES], old[NO_ROOFS]):
            form = t("Finishes row {row}.") if numbers[FINISHED] else t("Leaves row {row} needing {missing}.")
            return form.format(row=ROW_NAMES[row], missing=lacking_name(missing, t))
    return ""


def _row(s: Record, row: int) -> list[int]:
    """Return the derived numbers of the row."""
    return [int(number) for number in s.derived[row * ROW : row * ROW + ROW]]


def _of_points(before: Record, after: Record, seat: int, action: int, t: Translator) -> str:
    """Explain whose points change: houses that a piece is built on, or rows that change sign."""
    if PUT <= action < PUT_MAYOR:
        house = _of_house(before, after, seat, action - PUT, t)
        if house:
            return house
    return next(_of_turned_rows(before, after, seat, t), "")


def _of_house(before: Record, after: Record, seat: int, spot: int, t: Translator) -> str:
    """NH-28: explain a house that the seat gains or improves, or that another seat loses."""
    old, new = (int(s.derived[HOUSES + 2 * spot + 1]) for s in (before, after))
    had, points = bool(before.cubes[spot]), int(after.derived[HOUSES + 2 * spot])
    row = ROW_NAMES[spot // LOTS]
    if new == seat and had and old != seat:
        form = t.ngettext(
            "Takes over a house in row {row}, now worth {count} point.",
            "Takes over a house in row {row}, now worth {count} points.",
            points,
        )
    elif new == seat:
        form = t.ngettext(
            "Makes your house in row {row} worth {count} point.",
            "Makes your house in row {row} worth {count} points.",
            points,
        )
    elif had and old not in (new, seat):
        points = int(before.derived[HOUSES + 2 * spot])
        form = t.ngettext(
            "Takes a house worth {count} point from {name}.",
            "Takes a house worth {count} points from {name}.",
            points,
        )
        return form.format(name=t(SEAT_NAMES[old]), count=points)
    else:
        return ""
    return form.format(row=row, count=points)


def _of_turned_rows(before: Record, after: Record, seat: int, t: Translator) -> Iterator[str]:
    """NH-29: explain rows that a move finishes for the seat, or reopens for others."""
    for row in range(ROWS):
        old, new = _row(before, row), _row(after, row)
        name, others = ROW_NAMES[row], sum(old[:FINISHED]) - old[seat]
        if new[FINISHED] > old[FINISHED] and new[seat]:
            form = t.ngettext(
                "Earns you {count} point in row {row}.",
                "Earns you {count} points in row {row}.",
                new[seat],
            )
            yield form.format(row=name, count=new[seat])
        if new[FINISHED] < old[FINISHED] and others > old[seat]:
            form = t.ngettext(
                "Costs your opponents {count} point in row {row}.",
                "Costs your opponents {count} points in row {row}.",
                others,
            )
            yield form.format(row=name, count=others)


def _of_colours(before: Record, after: Record, seat: int, t: Translator) -> str:
    """NH-18: explain a colour that the seat gains."""
    for colour in range(COLOURS):
        if before.owner[colour] == NO_SEAT and after.owner[colour] == seat:
            return capital(t("You now own {colour}.").format(colour=t(COLOUR_NAMES[colour])))
    return ""


def _of_turn(s: Record, seat: int, action: int, group: str, t: Translator) -> str:
    """Explain what precedes the use of a piece: money for the slush fund, an offer, a bid or an answer."""
    if action == TO_BOX:
        return (
            t("Puts 1 million in your slush fund: a point at the end.") if group in ("money", "price") else ""
        )
    if action < BID and group in ("money", "price"):
        return ""
    if s.piece == ROOF and not s.piece_roof:
        return blank_odds(s, t) if group in ("piece", "seats") else ""
    if group == "seats":
        return _of_rival(s, seat, t)
    if group not in ("money", "price", "piece"):
        return ""
    form = t(_DEALS[OFFER if action < BID else BID if action < PASS else action])
    if BID <= action < PASS and stakes(s, seat, action - BID + 1).is_sure:
        form = t("{piece}: yours for {money}, no one can beat that.")
    fact = form.format(piece=purpose(s, seat, t), **_money(s, seat, action, t))
    return fact if max(worth(s, seat)) > 0 else " ".join(filter(None, (fact, _of_rival(s, seat, t))))


_DEALS = {
    OFFER: N_("{piece}: sell it, or pay the highest bid."),
    BID: N_("{piece}: pay {money}, or get it if it’s kept."),
    PASS: N_("{piece}: pass and keep your {hand}."),
    SELL: N_("{piece}: sell it and have {hand}."),
    KEEP: N_("{piece}: pay {money} to keep it."),
}
"""NH-12, NH-13: what becomes of the money, by kind of move."""


def _money(s: Record, seat: int, action: int, t: Translator) -> dict[str, str]:
    """Return the price of a move, and what a pass or a sale leaves in hand."""
    hand, price = int(s.hand[seat]), action - BID + 1 if BID <= action < PASS else int(highest_bid(s))
    money = t("all your {hand}").format(hand=millions(hand, t)) if price == hand else millions(price, t)
    return {"money": money, "hand": millions(hand + price if action == SELL else hand, t)}


def _of_rival(s: Record, seat: int, t: Translator) -> str:
    """Say what the piece on offer is worth to the rival who can make most of it; "" for nothing."""
    rival, theirs = keenest_rival(s, seat)
    if theirs <= 0:
        return ""
    form = t.ngettext(
        "{name} could get up to {count} point out of it.",
        "{name} could get up to {count} points out of it.",
        theirs,
    )
    return form.format(name=other_name(s, rival, t), count=theirs)
