"""What a move of City Blocks brings, in words: tokens of streets, and who stands how in them."""

from functools import lru_cache
from typing import NamedTuple

from quartier.core.text.gains import Gain, signed
from quartier.core.text.languages import Translator

from .rules.facts import AWARDS
from .rules.moves import REBUILD, STAY, SWAP, SWAPS
from .rules.state import BLOCKS, NOBODY, OPEN, STREETS, SWAPPING, State
from .rules.streets import STREET_NAMES, column_of, row_of
from .rules.tiles import COURTHOUSE, VALUES

Standing = tuple[int, int, int, int, int, int]
"""A `Stand` before somebody looks at it: there are two in each of seventy moves, and most were seen before."""


class Stand(NamedTuple):
    """A street after a move: its token before and now, the sums of the seat and of its rival, and who has the token then."""

    street: int
    was: int
    value: int
    mine: int
    theirs: int
    taker: int
    """OPEN, NOBODY, 1 for the seat, 0 for its rival."""


def brings(before: State, after: State, seat: int, action: int, points: int, t: Translator) -> Gain:
    """What a move brings."""
    if action >= SWAP:
        return _of_courthouse(before, after, seat, action, points, t)
    kind, block = divmod(action % REBUILD, BLOCKS)
    tokens, awards, facts = before.token, before.award, after.facts
    stands = tuple(
        [
            _stand(facts, street, tokens[street], tokens[street], seat)
            for street in (column_of(block), row_of(block))
            if awards[street] == OPEN
        ]
    )
    swaps = kind == COURTHOUSE and after.phase == SWAPPING
    if action < REBUILD:
        return _said(t("Build"), points, stands, swaps, t)
    gain = _said(t("Rebuild"), points, stands, swaps, t)
    return gain._replace(sentence=f"{_revalued(before.tile[block], kind, t)} {gain.sentence}")


@lru_cache(1024)
def _revalued(old: int, new: int, t: Translator) -> str:
    """CB-10: the value of the tile that leaves the board, and of the one that comes."""
    return t("The value there: {was} → {value}.").format(was=VALUES[old], value=VALUES[new])


def _of_courthouse(before: State, after: State, seat: int, action: int, points: int, t: Translator) -> Gain:
    """CB-12, CB-14: two tokens change places or not, and only then streets are awarded that the courthouse finished."""
    here, there = SWAPS[action - SWAP] if action < STAY else (-1, -1)
    values = {here: before.token[there], there: before.token[here]} if action < STAY else {}
    ends = [street for street in range(STREETS) if before.award[street] != after.award[street]]
    streets = [*values, *(street for street in ends if street not in values)]
    stands = tuple(
        _stand(after.facts, street, before.token[street], values.get(street, before.token[street]), seat)
        for street in streets
    )
    if not stands:
        return Gain(t("Leave"), "0", t("Every street keeps its token."))
    gain = _said(t("Swap") if values else t("Leave"), points, stands, False, t)
    return gain._replace(sentence=f"{gain.sentence} {_shift(stands, t)}") if values else gain


@lru_cache(4096)
def _shift(stands: tuple[Standing, ...], t: Translator) -> str:
    """What a swap moves towards whoever has a street, or leads in it."""
    streets = [Stand._make(each) for each in stands]
    mine = sum(each.value - each.was for each in streets if _leader(each) > 0)
    theirs = sum(each.value - each.was for each in streets if _leader(each) < 0)
    if not mine and not theirs:
        return t("As the streets stand that changes nothing for either of you.")
    said = t("As the streets stand: {mine} for you, {theirs} for your rival.")
    return said.format(mine=_money(mine), theirs=_money(theirs))


def _leader(stand: Stand) -> int:
    """1 where the seat has the street or leads in it, -1 where its rival does, else 0."""
    lead = stand.mine - stand.theirs if stand.taker == OPEN else 2 * stand.taker - 1
    return 0 if stand.taker == NOBODY else (lead > 0) - (lead < 0)


def _money(points: int) -> str:
    """An amount with its sign: "+$7", "−$3", "0"."""
    return f"{signed(points)[0]}${abs(points)}" if points else "0"


def _stand(facts: list[int], street: int, was: int, value: int, seat: int) -> Standing:
    at = BLOCKS + 2 * street
    taker = facts[AWARDS + street]
    owner = taker if taker in (OPEN, NOBODY) else int(taker == seat)
    return street, was, value, facts[at + seat], facts[at + 1 - seat], owner


@lru_cache(16384)
def _said(verb: str, points: int, stands: tuple[Standing, ...], swaps: bool, t: Translator) -> Gain:
    """A gain in words; `swaps`: two tokens may be swapped next."""
    first = [] if points else [t("Brings nothing now.")]
    streets = [_of_street(stand, t) for stand in stands]
    said = "; ".join(streets) + "." if streets else t("Both streets are decided.")
    then = [t("Then you may swap two tokens.")] if swaps else []
    return Gain(verb, _money(points), " ".join([*first, said, *then]))


@lru_cache(16384)
def _of_street(standing: Standing, t: Translator) -> str:
    """What becomes of a street: won, lost, tied, or how it stands."""
    stand = Stand._make(standing)
    form = _decided(stand.taker, t) if stand.taker != OPEN else _open(stand.mine - stand.theirs, t)
    name = STREET_NAMES[stand.street]
    value = str(stand.value)
    if stand.was != stand.value:
        value = t("{value} instead of ${was}").format(value=value, was=stand.was)
    said = form.format(street=name, value=value, mine=stand.mine, theirs=stand.theirs)
    return said.replace(" : ", "\u00a0:\u00a0")  # no line ends between the sums


def _decided(taker: int, t: Translator) -> str:
    if taker == NOBODY:
        return t("{street}: nobody wins ${value}, {mine} : {theirs}")
    if taker:
        return t("{street}: you win ${value} with {mine} : {theirs}")
    return t("{street}: your rival wins ${value} with {theirs} : {mine}")


def _open(lead: int, t: Translator) -> str:
    if lead == 0:
        return t("{street} (${value}): level, {mine} : {theirs}")
    if lead > 0:
        return t("{street} (${value}): you lead {mine} : {theirs}")
    return t("{street} (${value}): you trail {mine} : {theirs}")
