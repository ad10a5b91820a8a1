"""Connect Four in words: notation, ids to touch, labels, log lines and refusals."""

from typing import Any

from quartier.core.game.boards import Board
from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.languages import N_, Translator
from quartier.core.text.stat_labels import Tally

from .rules import (
    BOARD_FULL,
    COLUMN_FULL,
    COLUMNS,
    CONNECTED,
    FULL,
    GAME_WON,
    HEIGHT,
    NO_CHANCE,
    NOT_IN_TURN,
    ROWS,
    Record,
    score,
)

SEAT_NAMES = (N_("Blue"), N_("Red"))
LETTERS = "abcdefg"
PHASES = ("playing", "connected", "full")
EMPTY = -1

SYNTAX = N_("“{move}” isn’t a move. A move is the letter of a column, a to g.")

REFUSALS = {
    NOT_IN_TURN: N_("It is not your turn to drop a disc."),
    COLUMN_FULL: N_("That column is full. Choose one that has room."),
    GAME_WON: N_("The game is over: four discs are connected."),
    BOARD_FULL: N_("The game is over: the board is full."),
    NO_CHANCE: N_("Nothing is left to chance in this game."),
}


# ----- notation -----


def write(action: int, board: Board) -> str:
    """The notation of an action: the letter of its column."""
    return LETTERS[action]


def read(text: str, board: Board) -> int:
    """The action of a notation, or -1."""
    return LETTERS.find(text) if len(text) == 1 else -1


def paths(action: int, board: Board) -> list[list[str]]:
    """One touch: the column."""
    return [[f"column-{LETTERS[action]}"]]


# ----- things -----


def owner(s: Record, column: int, row: int) -> int:
    """The seat whose disc is in a cell, or EMPTY."""
    cell = 1 << column * HEIGHT + row
    return 0 if s.discs[0] & cell else 1 if s.discs[1] & cell else EMPTY


def stack(s: Record, column: int) -> list[int]:
    """The seats of the discs in a column, from the bottom."""
    return [seat for row in range(ROWS) if (seat := owner(s, column, row)) != EMPTY]


def place_name(s: Record, touch: str, t: Translator) -> str:
    """What can be touched by name: a column, by its letter on the board."""
    return t("column {column}").format(column=touch.removeprefix("column-"))


# ----- labels, prompts, the log -----


def label(s: Record, action: int, t: Translator) -> str:
    """A move in spoken words."""
    return t("Drop into column {column}").format(column=LETTERS[action])


def prompt(s: Record, seat: int, t: Translator) -> str:
    """What the seat in turn is asked to do."""
    return t("Choose a column.")


def describe_effect(
    before: Record, after: Record, seat: int, action: int, points: int, t: Translator
) -> Gain:
    """What a drop brings: four in a row, or nothing yet."""
    sentence = t("Four in a row: you win.") if points else t("Brings nothing now: no four in a row.")
    return Gain(t("Drop"), with_sign(points), (sentence,))


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """The log line of an event; every event of this game is the open move of a seat."""
    assert action is not None
    action_line = t("{name} drops into column {column}.").format(name=names[actor], column=LETTERS[action])
    return " ".join([action_line, *_ending(after, t, names)])


def _ending(s: Record, t: Translator, names: list[str]) -> list[str]:
    if s.phase == CONNECTED:
        return [t("{name} connects four and wins.").format(name=names[s.turn])]
    return [t("The board is full: a draw.")] if s.phase == FULL else []


# ----- scores, view, picture -----


def aim(s: Record, t: Translator) -> str:
    """C4-4: what wins."""
    return t("Four discs in a row win")


def progress(s: Record, t: Translator) -> str:
    """The empty cells."""
    left = COLUMNS * ROWS - s.discs[0].bit_count() - s.discs[1].bit_count()
    return t.ngettext("{count} cell left", "{count} cells left", left).format(count=left)


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    """C4-7: the one point there is."""
    points = score(s, seat)
    return [(t("Four connected"), points)] if points else []


def view(s: Record, seat: int) -> dict[str, Any]:
    """A position in the terms of the rulebook: the seats of the discs in each column, from the bottom."""
    columns = {LETTERS[column]: stack(s, column) for column in range(COLUMNS)}
    return {"phase": PHASES[s.phase], "turn": s.turn, "columns": columns}


def ascii_art(s: Record, t: Translator) -> str:
    """The board with the bottom row last: o for blue, x for red."""
    rows = [
        " ".join("ox."[owner(s, column, row)] for column in range(COLUMNS)) for row in reversed(range(ROWS))
    ]
    return "\n".join([*rows, " ".join(LETTERS)])


def tallies(board: Board, t: Translator) -> list[Tally]:
    """For the balance lab: the columns."""
    return [Tally(t("Columns"), tuple(str(column) for column in range(1, COLUMNS + 1)))]
