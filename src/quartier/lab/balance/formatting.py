"""Number formatting and translated sentences of a balance report."""

from __future__ import annotations

from quartier.core.text import numbers
from quartier.core.text.languages import N_, translator
from quartier.core.text.numbers import figure
from quartier.lab.balance.figures import Figure
from quartier.lab.balance.report import Balance, Findings


def say(message: str, **fields: object) -> str:
    """Translate a message id into the current language and fill in its fields."""
    return translator()(message).format(**fields)


def percent(share: float, digits: int = 1) -> str:
    """Format a share as a percentage."""
    return numbers.percent(share, digits)


def interval(estimate: Figure) -> str:
    """Format a share with its interval."""
    return f"{percent(estimate.value)} ({figure(100 * estimate.low)}–{figure(100 * estimate.high)})"


def points(estimate: Figure) -> str:
    """Format a difference in points with its interval."""
    return f"{with_sign(estimate.value)} ({with_sign(estimate.low)} … {with_sign(estimate.high)})"


def with_sign(value: float, digits: int = 1) -> str:
    """Format a number with its sign."""
    rounded = round(value, digits)
    return f"{'+' if rounded > 0 else '−' if rounded < 0 else ''}{figure(abs(rounded), digits)}"


def player_count(count: int) -> str:
    """Format a number of players."""
    return translator().ngettext("{count} player", "{count} players", count).format(count=count)


def name_of(report: Balance, findings: Findings) -> str:
    """Return the name of a variant, with its number of players where a report has several."""
    name = findings.variant.name or say(N_("base"))
    return name if len(report.seats) == 1 else f"{player_count(findings.seats)}, {name}"


def cost(games: int, seconds: float) -> str:
    """Format how many games there are, and about how long they take."""
    return say(N_("{games} games: {time}"), games=figure(games), time=duration(seconds))


def duration(seconds: float) -> str:
    """Format an estimated time."""
    if seconds < _MINUTE:
        return say(N_("less than a minute"))
    if seconds < 2 * _HOUR:
        return say(N_("about {minutes} min"), minutes=round(seconds / _MINUTE))
    return say(N_("about {hours} hours"), hours=figure(seconds / _HOUR, 1))


_MINUTE, _HOUR = 60, 3600
