"""Time in words and in the numbers from which a page counts down."""

from __future__ import annotations

from math import ceil
from typing import Any

from quartier.core.text.languages import N_, Translator, translator
from quartier.server.domain.clocks import (
    DAY,
    HOUR,
    SeatClock,
    TimeControl,
)
from quartier.server.domain.table import Table
from quartier.server.views.clocks import models

MINUTE = 60.0


def control(table: Table, lang: str) -> models.TimeControl | None:
    """What was agreed on; None without clocks."""
    t, agreed = translator(lang), table.setup.time
    if agreed is None:
        return None
    sentence, rated = _sentence(agreed, table.seats, t), table.setup.rated
    return {
        "text": text(agreed, t),
        "sentence": " ".join([sentence, *map(t, RATED)]) if rated else sentence,
        "live": agreed.live,
    }


RATED = (
    N_("This game is rated: everybody plays for themselves."),
    N_("There are no hints and no take-backs, and nobody asks a program or somebody else for help."),
    N_("Whoever resigns or runs out of time is last."),
)
"""What holds in a rated game, which always has a clock."""


def text(agreed: TimeControl, t: Translator) -> str:
    """In short: "5 min + 10 s", "3 days a turn"."""
    if not agreed.live:
        return t("1 day a turn") if agreed.days == 1 else t("{days} days a turn").format(days=agreed.days)
    return _base(agreed, t) + (f" + {_seconds(agreed.increment)}" if agreed.increment else "")


def _base(agreed: TimeControl, t: Translator) -> str:
    minutes, seconds = divmod(agreed.base, 60)
    return _seconds(agreed.base) if seconds else t("{minutes} min").format(minutes=minutes)


def _seconds(count: int) -> str:
    """Alike in all languages."""
    return f"{count} s"


def _sentence(agreed: TimeControl, seats: int, t: Translator) -> str:
    base, more = _base(agreed, t), _seconds(agreed.increment)
    allowance = t(_allowance(agreed)).format(base=base, more=more, days=agreed.days)
    return f"{allowance} {t(_timeout_rule(agreed, seats))}"


def _allowance(agreed: TimeControl) -> str:
    if not agreed.live:
        return (
            N_("Everybody has one day for each turn.")
            if agreed.days == 1
            else N_("Everybody has {days} days for each turn.")
        )
    if agreed.increment:
        return N_("Everybody has {base}, and {more} more for each turn.")
    return N_("Everybody has {base} for the whole game.")


def _timeout_rule(agreed: TimeControl, seats: int) -> str:
    """Return what happens on a timeout, as `scheduler.timeouts` does it."""
    if agreed.bot and not agreed.live:
        return N_("For whoever runs out of time a bot plays until they are back.")
    if agreed.bot or seats > 2:
        return N_("For whoever runs out of time a bot plays to the end.")
    return N_("Whoever runs out of time has lost.")


PRESETS = (
    TimeControl(base=300, increment=10),
    TimeControl(base=900, increment=20),
    TimeControl(days=1),
    TimeControl(days=3),
)


def presets(lang: str) -> list[dict[str, Any]]:
    """What the home page offers; the API takes any other."""
    t = translator(lang)
    return [
        {"time": _time_fields(preset), "days": not preset.live, "text": text(preset, t)} for preset in PRESETS
    ]


def _time_fields(agreed: TimeControl) -> dict[str, int]:
    return {"base": agreed.base, "increment": agreed.increment} if agreed.live else {"days": agreed.days}


def seat(table: Table, clock: SeatClock | None, number: int, now: float) -> models.SeatTime | None:
    """Return a seat's clock; None without one."""
    agreed = table.setup.time
    if agreed is None or clock is None or table.over or table.bot(number) is not None:
        return None
    return {
        "left": round(clock.left(now), 1),
        "runs": clock.since is not None,
        "waits": round(clock.waits(now), 1),
        "vacation": None if agreed.live else clock.vacation,
        "away": round(max(0.0, (clock.back_at or now) - now), 1),
    }


def rough(seconds: float, t: Translator) -> str:
    """How much time that is, as one says it."""
    if seconds >= 2 * DAY:
        return t("{days} days").format(days=round(seconds / DAY))
    if seconds >= 2 * HOUR:
        return t("{hours} hours").format(hours=round(seconds / HOUR))
    return t("{minutes} min").format(minutes=max(1, ceil(seconds / MINUTE)))
