"""Why a move of Gridlock, in words: what the network's groups of features are called, and what a move does there."""

from quartier.core.engine.bits import popcount
from quartier.core.text.languages import N_, Translator

from .rules.facts import reached
from .rules.scoring import score
from .rules.state import State

GROUPS = {
    "gained": N_("destinations at once"),
    "roads": N_("own roads"),
    "race": N_("how many the others lack"),
    "rivals": N_("the others’ roads"),
    "tiles": N_("cones and intersections"),
    "moment": N_("tempo"),
    "seats": N_("tempo"),
}


def argues(before: State, after: State, seat: int, action: int, group: str, t: Translator) -> str:
    """What a move does for a group of features; "" where there is nothing to say."""
    if group == "gained" and score(after, seat) > score(before, seat):
        return t("That is number {count} of {cards}.").format(count=score(after, seat), cards=after.cards)
    near = popcount(reached(after, seat))
    if group == "roads" and near > popcount(reached(before, seat)):
        return t("Destinations of yours within reach then: {count}.").format(count=near)
    return ""
