"""High Card in words."""

from typing import Any

from quartier.core.game.boards import Board
from quartier.core.text.languages import Translator

from .rules import CARDS, FIRST_CARD, NOT_DEALT, NOT_IN_TURN, SHOW, Record, score

SEAT_NAMES = ("First", "Second")
SYNTAX = "“{move}” is no move."
REFUSALS = {NOT_DEALT: "That card is not dealt now.", NOT_IN_TURN: "It is not your turn."}
MOVES = ("fold", "stay", "show", *(f"draw {card}" for card in range(1, CARDS + 1)))


def write(action: int, board: Board) -> str:
    return MOVES[action]


def read(text: str, board: Board) -> int:
    return MOVES.index(text) if text in MOVES else -1


def paths(action: int, board: Board) -> list[list[str]]:
    return [[f"button-{MOVES[action]}"]] if action <= SHOW else []


def place_name(s: Record, touch: str, t: Translator) -> str:
    return ""


def label(s: Record, action: int, t: Translator) -> str:
    return MOVES[action].capitalize()


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    if action is None:
        return f"{names[before.dealt]} gets a card."
    if action > SHOW:
        return f"{names[before.dealt]} gets a {action - FIRST_CARD}."
    return f"{names[actor]}: {MOVES[action]}. Cards: {', '.join(map(str, after.card))}."


def prompt(s: Record, seat: int, t: Translator) -> str:
    return "Fold, stay or show."


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    return [("Won", 1)] if score(s, seat) else []


def view(s: Record, seat: int) -> dict[str, Any]:
    return {"cards": s.card.tolist()}


def ascii_art(s: Record, t: Translator) -> str:
    return " ".join(map(str, s.card))
