"""What a report says about use and worth: in a sentence or two for each list, and in full on the page."""

from __future__ import annotations

from itertools import groupby

from quartier.core.text.languages import N_
from quartier.core.text.numbers import figure
from quartier.lab.balance.figures import Figure
from quartier.lab.balance.findings import Balance, Mirror
from quartier.lab.balance.marks import Bar, bars, folded, heading, paragraph, section, table
from quartier.lab.balance.wording import percent, points, say, signed
from quartier.lab.balance.worth import Use

MOST_NAMED = 6
"""So many that were never used are named."""


def in_short(mirror: Mirror) -> list[str]:
    """For each list what was surely worth most and least, and what nobody used though it was possible."""
    return [
        say(N_("{list}: {said}."), list=tally, said="; ".join(said))
        for tally, uses in lists(mirror)
        if (said := [*_extremes(uses), *_unused(uses)])
    ]


def lists(mirror: Mirror) -> list[tuple[str, list[Use]]]:
    """By list what could be used at all."""
    possible = [use for use in mirror.uses if use.taken is not None]
    return [(tally, list(uses)) for tally, uses in groupby(possible, lambda each: each.tally)]


def _extremes(uses: list[Use]) -> list[str]:
    """Those that even at the near end of their intervals are furthest from 0."""
    known = [(use, use.points) for use in uses if use.points is not None]
    most = max(known, key=lambda one: one[1].low, default=None)
    least = min(known, key=lambda one: one[1].high, default=None)
    said = []
    if most and most[1].low > 0:
        said.append(
            say(
                N_("“{name}” is worth most, {points} points a use"), name=most[0].name, points=points(most[1])
            )
        )
    if least and least[1].high < 0:
        said.append(
            say(
                N_("“{name}” is worth least, {points} points a use"),
                name=least[0].name,
                points=points(least[1]),
            )
        )
    return said


def _unused(uses: list[Use]) -> list[str]:
    names = [use.name for use in uses if not use.used.value]
    if not names:
        return []
    named = ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")
    return [say(N_("never used: {names}"), names=named)]


def used(found: Balance) -> str:
    """The part of the page: of the base all bots, of variants the strongest."""
    blocks = []
    for number, findings in enumerate(found.findings):
        for mirror in findings.mirrors if number == 0 else findings.mirrors[-1:]:
            told = [_list(name, uses, number) for name, uses in lists(mirror)]
            label = say(
                N_("{variant} · {bot} against itself"),
                variant=findings.variant.name or say(N_("base")),
                bot=mirror.bot,
            )
            blocks += [heading(label), *told] if told else []
    short = [paragraph(sentence) for sentence in in_short(found.findings[0].mirrors[-1])] if blocks else []
    return section(say(N_("Use and worth")), say(_USES), *short, *blocks)


def _list(name: str, uses: list[Use], colour: int) -> str:
    """One list: how often and how readily each was used, what it brought at once, and how much further ahead it ended."""
    worths = [Bar(use.name, use.points, colour) for use in uses if use.points is not None]
    head = [name, *(say(title) for title in _COLUMNS)]
    rows = [
        [
            use.name,
            figure(use.used.value, 2),
            "–" if use.taken is None else percent(use.taken.value, 0),
            "–" if use.at_once is None else signed(use.at_once.value),
            "–" if use.share is None else _share_points(use.share),
        ]
        for use in uses
    ]
    return folded(
        name, table(head, rows), paragraph(say(_WORTH)) if worths else "", bars(worths, points, 0.0)
    )


def _share_points(told: Figure) -> str:
    return f"{signed(100 * told.value)} ({signed(100 * told.low, 0)} … {signed(100 * told.high, 0)})"


_COLUMNS = (
    N_("times a game"),
    N_("taken if possible"),
    N_("lead at once"),
    N_("worth in % of the win"),
)
_USES = N_(
    "How often a seat used each thing in a game, in how many of the decisions that allowed it, and how its lead moved at "
    "once. Worth compares the seats of a game: one that used a thing once more than another ended so many points ahead of "
    "it. That proves no cause: whoever is ahead may use other things. Of twenty that are worth nothing, one looks as if it "
    "were. Without a figure: too few games in which the seats differed."
)
_WORTH = N_("Worth in points for each use more; the dashed line is nothing.")
