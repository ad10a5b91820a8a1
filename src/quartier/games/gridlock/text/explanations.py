"""Why a move of Gridlock, in words: what the network's groups of features are called, and what a move does there."""

from quartier.core.engine.bits import popcount
from quartier.core.text.languages import N_, Translator

from ..rules.board import NONE
from ..rules.derived import reached, within_reach
from ..rules.scoring import score
from ..rules.state import State

GROUPS = {
    "gained": N_("the lead"),
    "result": N_("the result"),
    "roads": N_("own roads"),
    "race": N_("how many the others lack"),
    "rivals": N_("the others’ roads"),
    "tiles": N_("cones and intersections"),
    "moment": N_("tempo"),
    "seats": N_("tempo"),
}


def explain(before: State, after: State, seat: int, action: int, group: str, t: Translator) -> str:
    """What a move does for a group of features; "" where there is nothing to say."""
    if group in ("gained", "result") and score(after, seat) > score(before, seat):
        return t("That is number {count} of {cards}.").format(count=score(after, seat), cards=after.cards)
    near = popcount(reached(after, seat))
    if group == "roads" and near > popcount(reached(before, seat)):
        return t("Own destinations within reach then: {count}.").format(count=near)
    if group == "rivals":
        return _held_up(before, after, seat, t)
    return ""


def _held_up(before: State, after: State, seat: int, t: Translator) -> str:
    """How many destinations fewer the car reaches that a move holds up most; "" if it holds up none."""
    cars = [other for other in range(before.players) if other != seat and before.car[other] != NONE]
    counts = [(_in_reach(before, other), _in_reach(after, other)) for other in cars]
    most, left = max(counts, key=lambda pair: pair[0] - pair[1], default=(0, 0))
    if left >= most:
        return ""
    return t("Destinations within another car’s reach: {left} instead of {most}.").format(
        left=left, most=most
    )


def _in_reach(s: State, other: int) -> int:
    """How many destinations a car could drive to in one leg, of those that may still be among its secret ones."""
    return popcount(within_reach(s, other) & ~(s.opened[other] | s.refuted[other]))
