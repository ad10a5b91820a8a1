"""Catalogue of titles with their options, boards and bot levels."""

from __future__ import annotations

from typing import Any

import quartier
from quartier.core.game.boards import Board
from quartier.core.game.metadata import TitleMetadata
from quartier.core.game.player_view import value_text
from quartier.core.text.errors import UnknownTitle
from quartier.core.text.languages import N_, Translator, translator
from quartier.server.errors import LibraryError
from quartier.server.views import bot_levels
from quartier.server.views.models import TitleName


def game(name: str) -> Any:
    """The game of that name. Raises DomainError 404 with the nearest name."""
    try:
        return quartier.load(name)
    except UnknownTitle as unknown:
        raise LibraryError(404, "unknown_title", unknown) from unknown


def title(name: str, lang: str) -> TitleName:
    """Name and readable title of a game. Raises DomainError 404 with the nearest name."""
    return {"name": name, "text": game(name).title(lang)}


def titles(lang: str) -> list[dict[str, Any]]:
    """All titles with seats, options and boards, as `home.html` takes them."""
    return [title_view(quartier.load(name), lang) for name in quartier.titles()]


def title_view(game: Any, lang: str) -> dict[str, Any]:
    """A title as `home.html` takes it."""
    t, front = translator(lang, game.spec.folder), game.spec.metadata
    return {
        "name": game.name,
        "text": game.title(lang),
        "seats": list(game.seats),
        "sentence": t(front.sentence) if front.sentence else "",
        "minutes": front.minutes,
        "weight": front.weight,
        "options": [_option(name, option, front, t) for name, option in game.options.items()],
        "boards": [{"name": name, "text": board_text(game, name, lang)} for name in game.boards],
        "tells_figures": bool(game.figures(game.spec.boards.standard(), lang)),
        "bots": [
            {**level, "ratings": bot_levels.by_seats(game, level["name"])}
            for level in bot_levels.selectable_bots(game, t)
        ],
        "rated": bool(bot_levels.ratings(game)),
    }


def board_text(game: Any, board: str | dict[str, Any] | Board | None, lang: str) -> str:
    """A board for people: its name, and whose figures it has where that matters."""
    board_spec = game.spec.boards.get(board)
    named = translator(lang, game.spec.folder)(board_spec.name)
    if game.spec.boards.is_for_laboratory(board_spec):
        return translator(lang)(N_("{name} (laboratory board)")).format(name=named)
    whose = game.figures(board_spec, lang)
    return f"{named} ({whose})" if whose else named


def _option(name: str, option: Any, front: TitleMetadata, t: Translator) -> dict[str, Any]:
    """An option for a form: a "switch", a "choice" among few values, a "list" of many, or "swatches", one a seat."""
    letters = front.swatches.get(name, {})
    return {
        "name": name,
        "label": t(front.options[name]) if name in front.options else "",
        "text": t(option.help),
        "kind": _kind(option, bool(letters)),
        "default": option.default,
        "needs": option.needs,
        "values": [{"value": value, "text": _value_label(value, option, t)} for value in option.values],
        "swatches": [
            {"letter": letter, "look": look, "text": t(front.colours[letter])}
            for letter, look in letters.items()
        ],
    }


MAX_CHOICES = 4
"""Values that stand beside each other; more are a list."""


def _kind(option: Any, has_swatches: bool) -> str:
    if has_swatches:
        return "swatches"
    if isinstance(option.default, bool):
        return "switch"
    return "choice" if len(option.values) <= MAX_CHOICES else "list"


def _value_label(value: bool | int | str, option: Any, t: Translator) -> str:
    """A value in a form. A number that is left to the rules is nought."""
    if value == 0 == option.default and not isinstance(value, bool):
        return t(N_("as in the rules"))
    return value_text(value, t)
