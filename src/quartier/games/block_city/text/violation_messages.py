"""Violations in BlockCity: a message for each reason why a move is illegal."""

from functools import partial
from typing import Any

from quartier.core.engine.bits import lowest
from quartier.core.engine.contract import CHANCE
from quartier.core.text.errors import Phrase
from quartier.core.text.languages import N_

from ..rules.moves import MISS
from ..rules.state import (
    BUILDINGS,
    LOWEST_READING,
    PASSIVE,
    SIDES,
    STARTING,
    Record,
)
from ..rules.violations import (
    DICE_FIRST,
    FILLED,
    GAME_OVER,
    MUST_FILL,
    NO_MISS_AT_START,
    NO_MISS_PASSIVE,
    NO_NEIGHBOUR,
    NO_PASS_AT_START,
    NO_ROLL_NOW,
    NO_SUCH_BUILDING,
    NOT_A_SEAT,
    NOT_CHANCE,
    NOT_NOW,
    NOT_ON_DICE,
    NOT_THE_OTHER_DIE,
    TOO_LOW,
    TOO_LOW_FOR_ALL,
)
from .labels import building_name
from .notation import ids, number_of

REFUSALS = {
    GAME_OVER: N_("The game is over: someone has filled their city."),
    NOT_NOW: N_("There’s nothing for you to write now."),
    DICE_FIRST: N_("The dice must be rolled first."),
    NOT_ON_DICE: N_("Neither die shows that number. Use one of the two."),
    NOT_THE_OTHER_DIE: N_("You can only use the die that the active player left."),
    NO_NEIGHBOUR: N_("Write it next to another number. Only a 1 can go anywhere."),
    TOO_LOW: N_("A {number} is too low here, next to the {shown} on the {neighbour}."),
    TOO_LOW_FOR_ALL: N_(
        "A {number} is lower than every number next to it. The lowest is the {shown} on the {neighbour}."
    ),
    FILLED: N_("That building is already filled. Choose an empty one."),
    MUST_FILL: N_("You must write a number or mark a miss."),
    NO_MISS_PASSIVE: N_("Only the active player can mark a miss. Write the number or pass."),
    NO_MISS_AT_START: N_("You can’t mark a miss at the start. Write a number."),
    NO_PASS_AT_START: N_("You can’t pass at the start. Write a number."),
    NO_SUCH_BUILDING: N_("There’s no such building on this sheet."),
    NOT_CHANCE: N_("There’s nothing to roll or draw now."),
    NOT_A_SEAT: N_("That player can’t be drawn as start player now."),
    NO_ROLL_NOW: N_("The dice can’t be rolled now."),
}


def reason(s: Record, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """Return the action that a touched building means, the number that may be written now, or a reason."""
    kind, _, name = path[0].partition("-")
    if len(path) > 1:
        return None
    if kind == "building" and name in ids(s.board):
        number = 1 if s.phase == STARTING else s.other if s.phase == PASSIVE else max(s.dice)
        return int(number - 1) * BUILDINGS + ids(s.board).index(name)
    if kind == "die" and s.phase == PASSIVE and name == str(s.other):
        return 10, N_("That number doesn’t fit anywhere, so you have to pass.")
    return None


def refusal_fields(s: Record, seat: int, action: int) -> dict[str, Any]:
    """Return the number, and the neighbour that forbids it: the highest, or the lowest if that counts (BC-6)."""
    if seat == CHANCE or action >= MISS or action % BUILDINGS >= s.buildings:
        return {}
    numbers = range(1, SIDES + 1) if s.reading == LOWEST_READING else range(SIDES, 0, -1)
    for number in numbers:
        neighbours = s.wrote[seat, number] & s.around[action % BUILDINGS]
        if neighbours:
            return {
                "number": number_of(action),
                "shown": number,
                "neighbour": Phrase(partial(building_name, s.board, lowest(neighbours))),
            }
    return {}
