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
    N_("This game is rated. Everyone plays for themselves."),
    N_("No hints, no undo, and no help from programs or other people."),
    N_("If you resign or run out of time, you finish last."),
)
"""What holds in a rated game, which always has a clock."""


SHARE = N_(
    "For all turns together, each player has an equal share of the round, and vacation doesn’t stop it."
)


def text(agreed: TimeControl, t: Translator) -> str:
    """In short: "5 min + 10 s", "3 days a turn"."""
    if not agreed.live:
        return t.ngettext("{count} day per turn", "{count} days per turn", agreed.days).format(
            count=agreed.days
        )
    return _base(agreed, t) + (f" + {_seconds(agreed.increment)}" if agreed.increment else "")


def _base(agreed: TimeControl, t: Translator) -> str:
    minutes, seconds = divmod(agreed.base, 60)
    return _seconds(agreed.base) if seconds else t("{minutes} min").format(minutes=minutes)


def _seconds(count: int) -> str:
    """Alike in all languages."""
    return f"{count} s"


def _sentence(agreed: TimeControl, seats: int, t: Translator) -> str:
    base, more = _base(agreed, t), _seconds(agreed.increment)
    allowance = _allowance(agreed, t).format(base=base, more=more, count=agreed.days)
    share = [t(SHARE)] if agreed.total else []
    return " ".join([allowance, *share, t(_timeout_rule(agreed, seats))])


def _allowance(agreed: TimeControl, t: Translator) -> str:
    if not agreed.live:
        return t.ngettext(
            "Each player has {count} day per turn.", "Each player has {count} days per turn.", agreed.days
        )
    if agreed.increment:
        return t("Each player has {base} plus {more} per turn.")
    return t("Each player has {base} for the whole game.")


def _timeout_rule(agreed: TimeControl, seats: int) -> str:
    """Return what happens on a timeout, as `scheduler.timeouts` does it."""
    if agreed.bot and not agreed.live:
        return N_("If you run out of time, a bot plays for you until you’re back.")
    if agreed.bot or seats > 2:
        return N_("If you run out of time, a bot finishes the game for you.")
    return N_("If you run out of time, you lose.")


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
    total = clock.total_left(now)
    return {
        "left": round(clock.left(now), 1),
        "runs": clock.since is not None,
        "waits": round(clock.waits(now), 1),
        "vacation": None if agreed.live else clock.vacation_left(now),
        "away": round(max(0.0, (clock.back_at or now) - now), 1),
        "total": None if total is None else round(total, 1),
    }


def rough(seconds: float, t: Translator) -> str:
    """How much time that is, as one says it."""
    if seconds >= 2 * DAY:
        days = round(seconds / DAY)
        return t.ngettext("{count} day", "{count} days", days).format(count=days)
    if seconds >= 2 * HOUR:
        hours = round(seconds / HOUR)
        return t.ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    return t("{minutes} min").format(minutes=max(1, ceil(seconds / MINUTE)))
