"""Sticks in words."""

from typing import Any

from quartier.core.game.boards import Board
from quartier.core.text.languages import Translator

from .rules import MAX_STICKS, NOT_IN_TURN, TOO_MANY, Record, score

SEAT_NAMES = ("First", "Second")
SYNTAX = "“{move}” is not a number of sticks."
REFUSALS = {TOO_MANY: "There are not so many sticks.", NOT_IN_TURN: "It is not your turn."}


def write(action: int, board: Board) -> str:
    return str(action + 1)


def read(text: str, board: Board) -> int:
    return int(text) - 1 if text in map(str, range(1, MAX_STICKS + 1)) else -1


def paths(action: int, board: Board) -> list[list[str]]:
    return [[f"button-{action + 1}"]]


def place_name(s: Record, stick: str, t: Translator) -> str:
    return ""


def label(s: Record, action: int, t: Translator) -> str:
    return str(action + 1)


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    return f"{names[actor]} takes {(action or 0) + 1}."


def prompt(s: Record, seat: int, t: Translator) -> str:
    return "Take sticks."


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    return [("Won", 1)] if score(s, seat) else []


def view(s: Record, seat: int) -> dict[str, Any]:
    return {"left": s.left}


def ascii_art(s: Record, t: Translator) -> str:
    return "|" * s.left
