"""Usage section of a report: a sentence or two for each list, and the full tables on the page."""

from __future__ import annotations

from itertools import groupby

from quartier.core.text.languages import N_
from quartier.core.text.numbers import figure
from quartier.lab.balance.figures import Figure
from quartier.lab.balance.formatting import (
    name_of,
    percent,
    points,
    say,
    with_sign,
)
from quartier.lab.balance.html_elements import (
    Bar,
    bars,
    details,
    heading,
    paragraph,
    section,
    table,
)
from quartier.lab.balance.report import Balance, Mirror
from quartier.lab.balance.usage import Use

MOST_NAMED = 6
"""Maximum number of never used ones that are named."""


def in_short(mirror: Mirror) -> list[str]:
    """Summarise for each list what was most and least valuable, and what was never used though possible."""
    return [
        say(N_("{list}: {said}."), list=tally, said="; ".join(sentences))
        for tally, uses in lists(mirror)
        if (sentences := [*_extremes(uses), *_never_used(uses)])
    ]


def lists(mirror: Mirror) -> list[tuple[str, list[Use]]]:
    """Return by list what could be used at all."""
    possible = [use for use in mirror.uses if use.taken is not None]
    return [(tally, list(uses)) for tally, uses in groupby(possible, lambda use: use.tally)]


def _extremes(uses: list[Use]) -> list[str]:
    """Describe the uses whose intervals are furthest from 0."""
    measured = [(use, use.points) for use in uses if use.points is not None]
    most = max(measured, key=lambda one: one[1].low, default=None)
    least = min(measured, key=lambda one: one[1].high, default=None)
    sentences = []
    if most and most[1].low > 0:
        sentences.append(
            say(
                N_("“{name}” is worth most, {points} points per use"),
                name=most[0].name,
                points=points(most[1]),
            )
        )
    if least and least[1].high < 0:
        sentences.append(
            say(
                N_("“{name}” is worth least, {points} points per use"),
                name=least[0].name,
                points=points(least[1]),
            )
        )
    return sentences


def _never_used(uses: list[Use]) -> list[str]:
    names = [use.name for use in uses if not use.used.value]
    if not names:
        return []
    named = ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")
    return [say(N_("never used: {names}"), names=named)]


def usage_html(report: Balance) -> str:
    """Return the section of the page: for the base all bots, for variants the strongest."""
    blocks = []
    for number, findings in enumerate(report.findings):
        for mirror in findings.mirrors if number == 0 else findings.mirrors[-1:]:
            rendered = [_list(name, uses, number) for name, uses in lists(mirror)]
            label = say(
                N_("{variant} · {bot} vs itself"),
                variant=name_of(report, findings),
                bot=mirror.bot,
            )
            blocks += [heading(label), *rendered] if rendered else []
    short = [paragraph(sentence) for sentence in in_short(report.findings[0].mirrors[-1])] if blocks else []
    return section(say(N_("Usage and worth")), say(_USES), *short, *blocks)


def _list(name: str, uses: list[Use], colour: int) -> str:
    """Return one list: frequency, share of possible uses, immediate gain, and value."""
    worths = [Bar(use.name, use.points, colour) for use in uses if use.points is not None]
    head = [name, *(say(title) for title in _COLUMNS)]
    rows = [
        [
            use.name,
            figure(use.used.value, 2),
            "–" if use.taken is None else percent(use.taken.value, 0),
            "–" if use.at_once is None else with_sign(use.at_once.value),
            "–" if use.share is None else _share_points(use.share),
        ]
        for use in uses
    ]
    return details(
        name, table(head, rows), paragraph(say(_WORTH)) if worths else "", bars(worths, points, 0.0)
    )


def _share_points(gain: Figure) -> str:
    return f"{with_sign(100 * gain.value)} ({with_sign(100 * gain.low, 0)} … {with_sign(100 * gain.high, 0)})"


_COLUMNS = (
    N_("per game"),
    N_("used when possible"),
    N_("immediate lead"),
    N_("win probability gained, %"),
)
_USES = N_(
    "How often a seat used each option per game, in what share of the decisions that allowed it, and how "
    "its lead changed at once. Worth compares the seats of a game: how many more points a seat scored "
    "than one that used the option one time fewer. That doesn’t prove a cause, because leaders may use "
    "other options, and one worthless option in twenty will look useful by chance. No number means too "
    "few games in which the seats differed."
)
_WORTH = N_("Points gained per use. The dashed line is zero.")
