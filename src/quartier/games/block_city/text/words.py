"""BlockCity in words: notation, ids to touch, labels, log lines and refusals."""

from functools import lru_cache, partial
from typing import Any

from quartier.core.engine.bits import lowest, popcount
from quartier.core.engine.contract import CHANCE
from quartier.core.game.boards import Board
from quartier.core.text.errors import Phrase
from quartier.core.text.languages import N_, Translator

from .. import rules
from ..rules.moves import (
    FIRST,
    MISS,
    PASS,
    ROLL,
    ROLLS,
)
from ..rules.scoring import (
    houses,
    misses,
    numbered,
    parks,
    public,
    stores,
)
from ..rules.state import (
    ACTIVE,
    BUILDINGS,
    LOWEST_READING,
    OVER,
    PASSIVE,
    SIDES,
    STARTING,
    State,
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
from . import (
    effects,
    explanations,
    final_count,
    scoring_help,
    sounds,
)
from .ascii_art import ascii_art as ascii_art
from .ascii_art import mark_on
from .names import SEAT_NAMES as SEAT_NAMES
from .names import building_name, ids

describe_effect = effects.describe_effect
categories = scoring_help.categories
sound = sounds.sound
count = final_count.count
GROUPS, explain = explanations.GROUPS, explanations.explain

CROSS = "mark-X"
"""The id to touch for a miss."""
PHASES = ("start", "first", "roll", "active", "passive", "over")

SYNTAX = N_("“{move}” is not a move. A move is 3@H05 (write), X3@P01 (miss) or pass.")

REFUSALS = {
    GAME_OVER: N_("The game is over: somebody has filled the whole city."),
    NOT_NOW: N_("You have nothing to write now."),
    DICE_FIRST: N_("The dice come first."),
    NOT_ON_DICE: N_("Neither die shows that number."),
    NOT_THE_OTHER_DIE: N_("Passive players use the die that the active player did not choose."),
    NO_NEIGHBOUR: N_("A number must go next to one that is already written; only a 1 may go anywhere."),
    TOO_LOW: N_("The {neighbour} is next to it and shows {shown}, so a {number} is too low there."),
    TOO_LOW_FOR_ALL: N_(
        "A {number} is lower than every number next to it; the lowest is the {shown} of the {neighbour}."
    ),
    FILLED: N_("That building is already filled in."),
    MUST_FILL: N_("The active player must write a number or mark a miss."),
    NO_MISS_PASSIVE: N_("A passive player never marks a miss; just pass."),
    NO_MISS_AT_START: N_("At the start everybody writes a number; a miss is not allowed."),
    NO_PASS_AT_START: N_("At the start everybody writes a number; nobody passes."),
    NO_SUCH_BUILDING: N_("There is no such building on this sheet."),
    NOT_CHANCE: N_("Nothing is rolled or drawn now."),
    NOT_A_SEAT: N_("That seat cannot be drawn to go first now."),
    NO_ROLL_NOW: N_("The dice are not rolled now."),
}


# ----- notation -----


@lru_cache
def _texts(board: Board) -> tuple[str, ...]:
    return tuple(_text(action, ids(board)) for action in range(rules.ACTIONS))


@lru_cache
def _actions(board: Board) -> dict[str, int]:
    return {text: action for action, text in enumerate(_texts(board))}


def _text(action: int, names: tuple[str, ...]) -> str:
    if action < PASS:
        building = action % BUILDINGS
        mark = "X" if action >= MISS else ""
        # Buildings beyond the sheet have a text that no building can have; the rules refuse them (BC-1).
        return f"{mark}{number_of(action)}@{names[building] if building < len(names) else f'?{building}'}"
    if action < ROLL:
        return "pass" if action == PASS else f"first {action - FIRST}"
    return "roll {} {}".format(*ROLLS[action - ROLL])


def number_of(action: int) -> int:
    """The number of a writing, or the die of a miss."""
    return action % MISS // BUILDINGS + 1


def write(action: int, board: Board) -> str:
    """The notation of an action."""
    return _texts(board)[action]


def read(text: str, board: Board) -> int:
    """The action of a notation, or -1."""
    return _actions(board).get(text, -1)


def paths(action: int, board: Board) -> list[list[str]]:
    """A die and a building, in any order; for a miss the die and the cross before the building; or the button to pass."""
    if action >= PASS:
        return [["button-pass"]] if action == PASS else []
    if action % BUILDINGS >= len(ids(board)):
        return []
    die, building = f"die-{number_of(action)}", f"building-{ids(board)[action % BUILDINGS]}"
    if action >= MISS:
        return [[die, CROSS, building], [CROSS, die, building]]
    return [[die, building], [building, die]]


def reason(s: State, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """A building is meant for a number that may be written now, and that is what forbids it."""
    kind, _, name = path[0].partition("-")
    if len(path) > 1:
        return None
    if kind == "building" and name in ids(s.board):
        number = 1 if s.phase == STARTING else s.other if s.phase == PASSIVE else max(s.dice)
        return int(number - 1) * BUILDINGS + ids(s.board).index(name)
    if kind == "die" and s.phase == PASSIVE and name == str(s.other):
        return 10, N_("None of your buildings can take that number: just pass.")
    return None


def places(s: State, actor: int, action: int, seat: int | None) -> list[str]:
    """The building: in the city that `seat` (None: a spectator) sees large, its own or else the first, one to be touched."""
    touched = paths(action, s.board)
    found = [touch for path in touched[:1] for touch in path if touch.startswith("building-")]
    return found if actor == (seat or 0) else [elsewhere(actor, touch) for touch in found]


def elsewhere(actor: int, touch: str) -> str:
    """The place of a building in the city of another seat, which is drawn small beside the board."""
    return f"beside-{actor}-{touch}"


def place_name(s: State, place: str, t: Translator) -> str:
    """What can be touched in a city by name: a building, "" for anything else."""
    kind, _, name = place.partition("-")
    return building_name(s.board, ids(s.board).index(name), t) if kind == "building" else ""


# ----- labels and prompts -----


def label(s: State, action: int, t: Translator) -> str:
    """A move in spoken words."""
    if action == PASS:
        return t("Pass")
    return _label(s.board, action, t)


@lru_cache(maxsize=8192)
def _label(board: Board, action: int, t: Translator) -> str:
    miss = t("Miss on the {building}, with the {number}")
    form = miss if action >= MISS else t("{number} on the {building}")
    return form.format(number=number_of(action), building=building_name(board, action % BUILDINGS, t))


ASKS = {
    "die": N_("On which building do you write it?"),
    "building": N_("Which number do you write there?"),
    "mark": N_("A miss: for which die, and where?"),
}
"""What is asked after a touch, by its id or the part of it before the first hyphen."""

STEPS = {"die": N_("number"), "building": N_("building"), "mark": N_("miss")}
"""In a word, what is touched in each step of a move, by the same keys."""


def prompt(s: State, seat: int, t: Translator) -> str:
    """What a seat is asked to do."""
    if s.phase == STARTING:
        return t("Write a first number on any building. A 1 is a good choice.")
    if s.phase == ACTIVE:
        return t("Choose a die, then a building for it; or mark a miss.")
    form = t("The {number} is left: use it, or pass.")
    if s.passive_miss:
        form = t("The {number} is left: use it, mark a miss with it, or pass.")
    return form.format(number=s.other)


# ----- refusals -----


def refusal_fields(s: State, seat: int, action: int) -> dict[str, Any]:
    """The number, and the neighbour that forbids it: the highest around, or the lowest if that is what counts (BC-6)."""
    if seat == CHANCE or action >= MISS or action % BUILDINGS >= s.buildings:
        return {}
    numbers = range(1, SIDES + 1) if s.reading == LOWEST_READING else range(SIDES, 0, -1)
    for shown in numbers:
        beside = s.wrote[seat, shown] & s.around[action % BUILDINGS]
        if beside:
            return {
                "number": number_of(action),
                "shown": shown,
                "neighbour": Phrase(partial(building_name, s.board, lowest(beside))),
            }
    return {}


# ----- the log -----


def line(before: State, after: State, actor: int, action: int | None, t: Translator, names: list[str]) -> str:
    """The log line of an event."""
    assert action is not None  # everything is open (BC-20)
    if actor == CHANCE:
        return _chance_line(before, after, action, t, names)
    deed = _deed(before, actor, action, t, names[actor])
    if after.phase != OVER:
        return deed
    filled = [names[seat] for seat in range(after.players) if after.empty[seat] == 0]
    return deed + " " + t("The city is full: {names}.").format(names=", ".join(filled))


def _chance_line(before: State, after: State, action: int, t: Translator, names: list[str]) -> str:
    if action < ROLL:
        return t("{name} begins.").format(name=names[after.active])
    return t("{name} rolls {low} and {high}.").format(
        name=names[before.active], low=after.dice[0], high=after.dice[1]
    )


def _deed(before: State, seat: int, action: int, t: Translator, name: str) -> str:
    if action == PASS:
        return t("{name} passes.").format(name=name)
    building = building_name(before.board, action % BUILDINGS, t)
    if action < MISS:
        return t("{name} writes {number} on the {building}.").format(
            name=name, number=number_of(action), building=building
        )
    return t("{name} marks a miss on the {building}.").format(name=name, building=building)


# ----- scores, view, picture -----

# What a city of one's own is called, from so many points on.
RANKS = (
    (240, N_("{score} points: you have built a metropolis!")),
    (210, N_("{score} points: you have built a city.")),
    (180, N_("{score} points: you have built a town.")),
    (150, N_("{score} points: you have built a small town.")),
    (110, N_("{score} points: you have built a village.")),
    (60, N_("{score} points: you have built a hamlet.")),
)
LAST_RANK = N_("{score} points: your city is still a building site.")


def verdict(s: State, t: Translator) -> str:
    """BC-2: who plays alone learns what has become of the city."""
    if s.players > 1:
        return ""
    score = int(rules.score(s, 0))
    rank = next((words for least, words in RANKS if score >= least), LAST_RANK)
    return t(rank).format(score=score)


TIE_BREAK = N_("Level on points: more filled buildings decide.")
"""BC-19."""


def ending(s: State, t: Translator) -> str:
    """What the city that won has become."""
    seat = lowest(int(rules.winners(s)))
    missed = popcount(s.missed[seat])
    sentence = (
        t("{filled} of {all} buildings, misses: {missed}.")
        if missed
        else t("{filled} of {all} buildings, no miss.")
    )
    return sentence.format(filled=popcount(numbered(s, seat)), all=int(s.buildings), missed=missed)


def sources(s: State, seat: int, t: Translator) -> list[tuple[str, int]]:
    """The categories that bring or cost something, in short, for cards."""
    found = [
        (t("Parks"), parks(s, seat)),
        (t("Stores"), stores(s, seat)),
        (t("Public sets"), public(s, seat)),
        (t("Houses"), houses(s, seat)),
        (t("City filled"), s.full_points if s.empty[seat] == 0 else 0),
        (t("Misses"), -misses(s, seat)),
    ]
    return [(name, points) for name, points in found if points]


def view(s: State, seat: int) -> dict[str, Any]:
    """A position in the terms of the rulebook. `sheets[i]` are the marks of seat i by building id."""
    return {
        "phase": PHASES[s.phase],
        "active": s.active,
        "dice": list(s.dice),
        "other_die": s.other,
        "sheets": [_sheet_view(s, other) for other in range(s.players)],
        "misses": [popcount(s.missed[other]) for other in range(s.players)],
    }


def _sheet_view(s: State, seat: int) -> dict[str, int | str]:
    marks = {name: mark_on(s, seat, building) for building, name in enumerate(ids(s.board))}
    return {name: mark for name, mark in marks.items() if mark is not None}
