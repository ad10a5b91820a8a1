"""Effects of City Blocks moves: what each scores, and why a bot chooses it."""

from functools import lru_cache

from quartier.core.engine.bits import popcount
from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.languages import N_, Translator

from ..rules.derived import STANDS, sums_of, taker_of
from ..rules.moves import REBUILD, STAY, SWAP, SWAPS
from ..rules.state import BLOCKS, NOBODY, OPEN, STREETS, SWAPPING, Record
from ..rules.streets import STREET_BLOCKS, column_of, row_of, sum_of
from ..rules.tiles import COURTHOUSE, VALUES
from .labels import SEAT_NAMES, money, street_name

Change = tuple[int, int, int, int]
"""A street, the value of its token before and after a move, and the street's status then (`rules.derived`)."""


def describe_effect(
    before: Record, after: Record, seat: int, action: int, points: int, t: Translator
) -> Gain:
    """Describe the effect of a move, apart from what happens to the streets of its block (`of_street`)."""
    if action >= SWAP:
        return _of_courthouse(before, after, seat, action, points, t)
    kind, block = divmod(action % REBUILD, BLOCKS)
    decided = before.award[column_of(block)] != OPEN != before.award[row_of(block)]
    nothing = () if points else (t("Doesn’t win a bonus yet."),)
    notes = (*nothing, t("Both streets are already finished.")) if decided else nothing
    if action < REBUILD:
        return Gain(t("Build"), _money(points, t), notes)
    return Gain(t("Rebuild"), _money(points, t), (_value_change(before.tile[block], kind, t), *notes))


def then(after: Record, action: int, t: Translator) -> tuple[str, ...]:
    """CB-12: say how the turn continues after a courthouse."""
    swaps = action < SWAP and action % REBUILD // BLOCKS == COURTHOUSE and after.phase == SWAPPING
    return (t("Then you may swap two tokens."),) if swaps else ()


@lru_cache(1024)
def _value_change(old: int, new: int, t: Translator) -> str:
    """CB-10: give the values of the tile that leaves the board and of its replacement."""
    return t("Value on this block: {was} → {value}.").format(was=VALUES[old], value=VALUES[new])


def _of_courthouse(before: Record, after: Record, seat: int, action: int, points: int, t: Translator) -> Gain:
    """CB-12, CB-14: describe a swap or declining it; only then are streets finished by the courthouse awarded."""
    here, there = SWAPS[action - SWAP] if action < STAY else (-1, -1)
    values = {here: before.token[there], there: before.token[here]} if action < STAY else {}
    ends = [street for street in range(STREETS) if before.award[street] != after.award[street]]
    streets = [*values, *(street for street in ends if street not in values)]
    tokens, derived = before.token, after.derived
    changes = tuple(
        (street, tokens[street], values.get(street, tokens[street]), derived[STANDS + street])
        for street in streets
    )
    if not changes:
        return Gain(t("Don’t swap"), "0", (t("Every street keeps its token."),))
    nothing = () if points else (t("Doesn’t win a bonus yet."),)
    notes = (*nothing, *(of_street(*change, seat, t) for change in changes))
    if not values:
        return Gain(t("Don’t swap"), _money(points, t), notes)
    return Gain(t("Swap"), _money(points, t), (*notes, _shift(changes, seat, t)))


@lru_cache(4096)
def _shift(changes: tuple[Change, ...], seat: int, t: Translator) -> str:
    """Say how much a swap moves towards the seat that has won a street or leads in it."""
    mine = theirs = 0
    for _, was, value, stand in changes:
        leader = _leader(stand, seat)
        mine += (value - was) * (leader > 0)
        theirs += (value - was) * (leader < 0)
    if not mine and not theirs:
        return t("On current totals, this changes nothing.")
    form = t("On current totals: {mine} for you, {theirs} for your opponent.")
    return form.format(mine=_money(mine, t), theirs=_money(theirs, t))


def _leader(stand: int, seat: int) -> int:
    """Return 1 if the seat has won the street or leads in it, -1 if its opponent does, else 0."""
    taker, sums = taker_of(stand), sums_of(stand)
    lead = sums[seat] - sums[1 - seat]
    return 0 if taker == NOBODY else (lead > 0) - (lead < 0)


def _money(points: int, t: Translator) -> str:
    """Format an amount with its sign: "+$7", "−$3", "0"."""
    return f"{with_sign(points)[0]}{money(abs(points), t)}" if points else "0"


@lru_cache(16384)
def of_street(street: int, was: int, value: int, stand: int, seat: int, t: Translator) -> str:
    """Describe the change of a street whose token was worth `was`: won, lost, tied, or the present totals."""
    taker, sums = taker_of(stand), sums_of(stand)
    mine, theirs = sums[seat], sums[1 - seat]
    form = _open(mine - theirs, t) if taker == OPEN else _decided_form(taker, seat, t)
    token = money(value, t)
    if was != value:
        token = t("{value} instead of {was}").format(value=money(value, t), was=money(was, t))
    return form.format(street=street_name(street), value=token, mine=mine, theirs=theirs) + "."


def _decided_form(taker: int, seat: int, t: Translator) -> str:
    if taker == NOBODY:
        return t("{street}: tied {mine}–{theirs}, no one wins {value}")
    if taker == seat:
        return t("{street}: you win {value}, {mine}–{theirs}")
    return t("{street}: your opponent wins {value}, {theirs}–{mine}")


def _open(lead: int, t: Translator) -> str:
    if lead == 0:
        return t("{street} ({value}): tied {mine}–{theirs}")
    if lead > 0:
        return t("{street} ({value}): you lead {mine}–{theirs}")
    return t("{street} ({value}): you trail {mine}–{theirs}")


_STREETS = ("gained", "result", "races", "stakes", "threats")


def explain(before: Record, after: Record, seat: int, action: int, group: str, t: Translator) -> str:
    """Explain a move with a group of features; "" if there is nothing to say."""
    if action >= SWAP or group not in (*_STREETS, "specials"):
        return ""
    block = action % REBUILD % BLOCKS
    streets = [street for street in (column_of(block), row_of(block)) if before.award[street] == OPEN]
    say = _cancellation if group == "specials" else _of_street
    sentences = (say(before, after, seat, street, t) for street in streets)
    return next(filter(None, sentences), "")


def _of_street(before: Record, after: Record, seat: int, street: int, t: Translator) -> str:
    """Explain a street that is won, taken from the opponent, or led in with one block left."""
    left = popcount(after.empty & STREET_BLOCKS[street])
    mine, theirs = sum_of(after, street, seat), sum_of(after, street, 1 - seat)
    led = sum_of(before, street, seat) - sum_of(before, street, 1 - seat)
    form = ""
    if left == 0 and after.phase != SWAPPING:
        form = t(_WINS) if mine > theirs else t(_DENIES) if mine == theirs and led < 0 else ""
    elif left and mine > theirs:
        form = t(_OVERTAKES) if led <= 0 else t(_LAST_BLOCK) if left == 1 else ""
    return form.format(
        street=street_name(street),
        value=money(after.token[street], t),
        name=t(SEAT_NAMES[1 - seat]),
        mine=mine,
        theirs=theirs,
        lead=mine - theirs,
    )


def _cancellation(before: Record, after: Record, seat: int, street: int, t: Translator) -> str:
    """CB-17, CB-18: explain what a special building takes from the opponent in a street."""
    lost = sum_of(before, street, 1 - seat) - sum_of(after, street, 1 - seat)
    if lost <= 0:
        return ""
    return t("Cuts {name}’s total in {street} ({value}) by {lost}.").format(
        lost=lost,
        name=t(SEAT_NAMES[1 - seat]),
        street=street_name(street),
        value=money(after.token[street], t),
    )


_WINS = N_("Wins {street} ({value}).")
_DENIES = N_("Ties {street}: no {value} for {name}.")
_OVERTAKES = N_("Leads {street} ({value}) {mine}–{theirs}.")
_LAST_BLOCK = N_("Leads {street} by {lead}, one block left.")
