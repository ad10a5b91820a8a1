"""Results as JSON, with their provenance."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from typing import Any

from quartier.bots.engines import engine
from quartier.bots.registry import resolve_level
from quartier.bots.settings import budget
from quartier.cli.console import write
from quartier.core.game.ruleset import Ruleset
from quartier.core.provenance import provenance

arguments: ContextVar[Sequence[str]] = ContextVar("arguments", default=())
"""The arguments of the command that runs."""


def command() -> str:
    """Return the command that runs, as one types it."""
    return shlex.join(["quartier", *arguments.get()])


def write_result(
    result: dict[str, Any], seed: int | None = None, bots: Iterable[str] = (), game: Ruleset | None = None
) -> None:
    """Write a result to standard output as JSON; `bots` of the `game` that think by the clock can't be repeated."""
    timed = sorted({name for name in bots if game and is_timed(name, game)})
    write(
        json.dumps({**result, "provenance": {**provenance(seed, command()), "timed": timed}}, indent=2) + "\n"
    )


def is_timed(bot: str, game: Ruleset) -> bool:
    """Return whether a bot thinks by the clock, so that its games can't be repeated."""
    search = budget(resolve_level(game, bot))
    return bot.startswith(engine.KIND) or (search is not None and search.seconds is not None)
