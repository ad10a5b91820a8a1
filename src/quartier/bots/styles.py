"""Styles: bots of equal strength that play differently. `learned~6+parks` also likes parks, `2+parks` does at level 2.

A title names its styles in `STYLES`; its `style_bonus` defines what each of them likes
(`core.engine.contract`). Only one-step bots have one: a search would see through its cost.
"""

from __future__ import annotations

from quartier.bots.settings import FILE_SIGN
from quartier.core.game.ruleset import Ruleset
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

SIGN = "+"


def split_style(bot: str) -> tuple[str, str]:
    """Split the name of a bot into the name without its style, and the style; "" if it has none.

    A path may contain the sign, so bots from your own files have no style.
    """
    if FILE_SIGN in bot:
        return bot, ""
    plain, _, style = bot.partition(SIGN)
    return plain, style


def of(game: Ruleset) -> tuple[str, ...]:
    """Return the styles of a title."""
    return tuple(getattr(game.spec.bots, "STYLES", ()))


def number(game: Ruleset, style: str) -> int:
    """Return the number of a style for `style_bonus`; 0 for none. BadOption if the title has no such style."""
    names = of(game)
    if not style:
        return 0
    if style not in names:
        text = _UNKNOWN if names else _NONE
        raise BadOption(text, title=game.title(), style=style, known=", ".join(names))
    return names.index(style) + 1


_UNKNOWN = N_("Bots for {title} have no style “{style}”. Available: {known}.")
_NONE = N_("Bots for {title} have no styles.")
