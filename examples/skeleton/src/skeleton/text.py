"""The text of Skeleton: notation, labels, log lines and error messages. Replace them by those of your game.

Texts for players stand in `t(...)` or `N_(...)`, so that they can be translated later.
"""

from typing import Any

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator

from .rules import GAME_OVER, NOT_YOUR_TURN, STONES, TOO_MANY, Record, score

SEAT_NAMES = (N_("Blue"), N_("Red"))
SYNTAX = N_("“{move}” isn’t a move. Write 1 or 2.")
REFUSALS = {
    NOT_YOUR_TURN: N_("It is not your turn."),
    TOO_MANY: N_("There is only one stone left. Take that one."),
    GAME_OVER: N_("The game is over: there are no stones left."),
}
LABELS = (N_("Take one stone"), N_("Take two stones"))


# ----- notation -----


def write(action: int, board: Board) -> str:
    """The notation of an action: the number of stones."""
    return str(action + 1)


def read(text: str, board: Board) -> int:
    """The action of a notation, or -1."""
    return int(text) - 1 if text in ("1", "2") else -1


# ----- on the page -----


def paths(action: int, board: Board) -> list[list[str]]:
    """What a player clicks for a move, in order: here one stone."""
    return [[f"take-{action + 1}"]]


def place_name(s: Record, touch: str, t: Translator) -> str:
    """The name of what can be clicked."""
    return t("the last stone") if touch == "take-1" else t("the second stone from the end")


def label(s: Record, action: int, t: Translator) -> str:
    """A move in words."""
    return t(LABELS[action])


def prompt(s: Record, seat: int, t: Translator) -> str:
    """What the player is asked to do."""
    return t("Take one or two stones.")


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """The log line of a move."""
    text = t("{name} takes two stones.") if action else t("{name} takes one stone.")
    return text.format(name=names[actor]) + ("" if after.stones else " " + t("That was the last one."))


# ----- score and position -----


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    """R-3: where the points of a seat come from; they add up to its score."""
    return [(t("Last stone"), 1)] if score(s, seat) else []


def view(s: Record, seat: int) -> dict[str, Any]:
    """The position for programs."""
    return {"stones": s.stones, "turn": s.turn}


def ascii_art(s: Record, t: Translator) -> str:
    """The position in the terminal."""
    return " ".join("o" if stone < s.stones else "." for stone in range(STONES))
