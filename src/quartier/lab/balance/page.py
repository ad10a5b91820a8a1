"""A balance report as one HTML file: no script, nothing from elsewhere, on a phone and in the dark."""

from __future__ import annotations

import shlex
from pathlib import Path

from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_, current
from quartier.core.text.numbers import figure
from quartier.games.registry import load
from quartier.lab.atomic_files import must_be_replaceable, swap
from quartier.lab.balance import used
from quartier.lab.balance.figures import Figure
from quartier.lab.balance.findings import Balance, Findings, Mirror
from quartier.lab.balance.marks import Bar, bars, document, element, paragraph, section, table
from quartier.lab.balance.measuring import MEASURES, SHARES
from quartier.lab.balance.wording import interval, percent, say
from quartier.lab.wording import option_words


def check(file: str) -> None:
    """Before hours of games: can a report be written into that file? BadOption, or QuartierError with the reason."""
    if Path(file).suffix.lower() not in (".html", ".htm"):
        raise BadOption(N_("A report is a file of type .html, not {file}."), file=file)
    must_be_replaceable(Path(file))


def write(found: Balance, file: str) -> None:
    """Write the report in the current language. QuartierError if it cannot be written any more."""
    swap(Path(file), html(found))


def html(found: Balance) -> str:
    """The report in the current language; the same text for the same findings."""
    heading = say(_TITLE, game=load(found.title).title())
    parts = (
        _head(found),
        _by_seat(found),
        _skill(found),
        _course(found),
        _sources(found),
        used.used(found),
        _silent(found),
    )
    return document(heading, current(), element("h1", heading), *parts)


def name_of(findings: Findings) -> str:
    """What a variant is called."""
    return findings.variant.name or say(N_("base"))


def in_short(found: Balance) -> list[str]:
    """The base in a few sentences: is it fair, what wins, when is it decided."""
    base, even = found.findings[0], 1 / found.seats
    best = base.mirrors[-1]
    said = [_fairness(best.measures["beginner"], best.bot, even)] if "beginner" in best.measures else []
    for duel in base.duels:
        message = _ORDER if duel.bot == "priority" else _DUEL
        said.append(
            say(message, bot=duel.bot, others=duel.others, share=interval(duel.share), even=percent(even))
        )
    if "decided" in best.measures:
        progress = percent(best.measures["decided"].value)
        said.append(say(_DECIDED, bot=best.bot, progress=progress))
    return said


def _fairness(share: Figure, bot: str, even: float) -> str:
    message = _FAIR if share.low <= even <= share.high else _MORE if share.value > even else _LESS
    return say(message, bot=bot, share=interval(share), even=percent(even))


def _head(found: Balance) -> str:
    told = say(
        _TOLD,
        seats=found.seats,
        games=figure(found.games),
        bots=", ".join(found.bots),
        seed=found.seed,
    )
    board = say(N_("Board: {board}."), board=found.board) if found.board else ""
    lines = element("ul", *(element("li", marked) for marked in map(_plain, in_short(found))))
    means = paragraph(say(_MEANS), class_="quiet")
    return paragraph(f"{told} {board}".strip()) + lines + means + _made_by(found)


def _made_by(found: Balance) -> str:
    """The command that makes this report; none does where all is played on another board: that is for Python alone."""
    if found.findings[0].variant.options.get("board"):
        return ""
    return element("p", say(N_("Made by")), " ", element("code", _plain(command_of(found))), class_="quiet")


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def command_of(found: Balance) -> str:
    """The command that makes this report."""
    words = ["quartier", "balance", found.title, "--bots", ",".join(found.bots), "--games", str(found.games)]
    words += ["--seed", str(found.seed), "--players", str(found.seats)]
    values: dict[str, list[str]] = {}
    for finding in found.findings[1:]:
        name, _, value = finding.variant.name.partition("=")
        values.setdefault(name, []).append(value)
    for name, texts in values.items():
        words += ["--board", ",".join(texts)] if name == "board" else ["--vary", f"{name}={','.join(texts)}"]
    usual = load(found.title).ending
    base = found.findings[0].variant.options.items()
    words += option_words({name: value for name, value in base if usual.get(name) != value})
    return shlex.join(words)


def _by_seat(found: Balance) -> str:
    rows = []
    for number, findings in enumerate(found.findings):
        for mirror in findings.mirrors:
            shown = mirror.seat_share[:1] if found.seats == 2 else mirror.seat_share
            for seat, share in enumerate(shown, 1):
                label = say(
                    N_("{variant} · {bot}, seat {seat}"), variant=name_of(findings), bot=mirror.bot, seat=seat
                )
                rows.append(Bar(label, share, number))
    return section(say(N_("Who wins, by seat")), say(_SEATS), bars(rows, interval, 1 / found.seats))


def _skill(found: Balance) -> str:
    rows, deals = [], []
    for number, findings in enumerate(found.findings):
        for duel in findings.duels:
            versus = say(N_("{bot} against {others}"), bot=duel.bot, others=duel.others)
            rows.append(Bar(f"{name_of(findings)} · {versus}", duel.share, number))
            if duel.deal is not None:
                deals.append((f"{name_of(findings)} · {versus}", percent(duel.deal)))
    head = (say(N_("games")), say(N_("goes with the deal")))
    shown = bars(rows, interval, 1 / found.seats), table(head, deals)
    return section(say(N_("Luck and skill")), say(_SKILL), *shown)


def _course(found: Balance) -> str:
    tables = []
    for number, bot in enumerate(found.bots):
        mirrors = [findings.mirrors[number] for findings in found.findings]
        rows = [
            [say(title), *(_cell(mirror, name) for mirror in mirrors)]
            for name, title in MEASURES.items()
            if name in mirrors[0].measures
        ]
        head = [say(N_("{bot} against itself"), bot=bot), *map(name_of, found.findings)]
        tables.append(table(head, rows))
    return section(say(N_("How the games go")), say(_COURSE), *tables)


def _cell(mirror: Mirror, name: str) -> str:
    """A figure, and how much more it is than in the base if that is sure."""
    told, more = mirror.measures.get(name), mirror.differences.get(name)
    if told is None:
        return "–"
    scale, unit = (100, " %") if name in SHARES else (1, "")
    said = f"{figure(scale * told.value, 1)}{unit}"
    if more is None or not more.sure:
        return said
    return f"{said} ({'+' if more.value > 0 else '−'}{figure(abs(scale * more.value), 1)})"


def _sources(found: Balance) -> str:
    tables = []
    for number, bot in enumerate(found.bots):
        mirrors = [findings.mirrors[number] for findings in found.findings]
        rows = [
            [name or say(N_("Other")), *(_points(mirror.sources.get(name)) for mirror in mirrors)]
            for name in mirrors[0].sources
        ]
        head = [say(N_("{bot} against itself"), bot=bot), *map(name_of, found.findings)]
        tables.append(table(head, rows))
    return section(say(N_("Where the points come from")), say(_SOURCES), *tables)


def _points(told: Figure | None) -> str:
    return "–" if told is None else f"{figure(told.value, 1)} ± {figure(told.high - told.value, 1)}"


def _silent(found: Balance) -> str:
    rows = [[name_of(findings), ", ".join(findings.silent) or "–"] for findings in found.findings]
    head = [say(N_("variant")), say(N_("rules"))]
    return section(say(N_("Rules that never refuse anything")), say(_SILENT), table(head, rows))


_TITLE = N_("{game}: what its numbers do")
_TOLD = N_("Players: {seats}. Games of each line-up: {games}; bots: {bots}; seed {seed}.")
_MEANS = N_("Intervals hold with 95 %. Variants are played on the deals of the base.")
_FAIR = N_(
    "Whoever begins wins {share} where {bot} plays against itself: it is not surely better or worse to begin."
)
_MORE = N_("Whoever begins wins {share} where {bot} plays against itself: more than {even}.")
_LESS = N_("Whoever begins wins {share} where {bot} plays against itself: less than {even}.")
_DUEL = N_("{bot} wins {share} against {others}; {even} would be even.")
_ORDER = N_(
    "A fixed order of all moves, blind to the position, wins {share} against {others}; {even} would be even."
)
_DECIDED = N_(
    "Where {bot} plays against itself, a game is decided after {progress} of its events, on average."
)
_SEATS = N_("The share of the wins where all seats are played by the same bot. The dashed line is even.")
_SKILL = N_(
    "The share of the wins of one bot against another in all other seats, every deal in all seatings. The table says how "
    "much the two games of a deal agree in their margins: what the deal decides, and neither skill nor later luck."
)
_COURSE = N_(
    "Means of a game; in brackets by how much a variant surely differs from the base on the same deals. It counts as "
    "decided when from there on quick moves of all seats would win nine games of ten for the winner."
)
_SOURCES = N_("Points of a seat at the end, on average.")
_SILENT = N_(
    "In some positions of each game every action was tried for every seat and for chance. No refusal has named these rules."
)
