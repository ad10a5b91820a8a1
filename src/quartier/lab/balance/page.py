"""Balance report as one self-contained HTML file without scripts."""

from __future__ import annotations

import shlex
from pathlib import Path

from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_, current
from quartier.core.text.numbers import figure
from quartier.games.registry import load
from quartier.lab.atomic_files import must_be_replaceable, write_atomically
from quartier.lab.balance import charts, usage_section
from quartier.lab.balance.figures import Figure
from quartier.lab.balance.formatting import interval, name_of, percent, player_count, say
from quartier.lab.balance.html_elements import (
    Bar,
    bars,
    document,
    element,
    paragraph,
    section,
    table,
)
from quartier.lab.balance.metrics import MEASURES, SHARES
from quartier.lab.balance.report import Balance, Findings, Mirror
from quartier.lab.option_args import option_args


def check(file: str) -> None:
    """Check before hours of games that a report can be written into the file. Raises BadOption, QuartierError."""
    if Path(file).suffix.lower() not in (".html", ".htm"):
        raise BadOption(N_("The report must be an .html file, not {file}."), file=file)
    must_be_replaceable(Path(file))


def write(report: Balance, file: str) -> None:
    """Write the report in the current language. Raises QuartierError."""
    write_atomically(Path(file), html(report))


def html(report: Balance) -> str:
    """Return the report in the current language; deterministic for the same findings."""
    heading = say(_TITLE, game=load(report.title).title())
    parts = (
        _head(report),
        charts.charts_html(report),
        _by_seat(report),
        _skill(report),
        _course(report),
        _sources(report),
        usage_section.usage_html(report),
        _silent(report),
    )
    return document(heading, current(), element("h1", heading), *parts)


def in_short(report: Balance) -> list[str]:
    """Summarise the base in a few sentences for each number of seats: fairness, skill, when it is decided."""
    sentences = []
    for base in report.bases():
        own = _base_in_short(base)
        sentences += own if len(report.seats) == 1 else [f"{player_count(base.seats)}: {one}" for one in own]
    return sentences


def _base_in_short(base: Findings) -> list[str]:
    best, even = base.mirrors[-1], 1 / base.seats
    sentences = [_fairness(best.measures["beginner"], best.bot, even)] if "beginner" in best.measures else []
    for duel in base.duels:
        message = _ORDER if duel.bot == "priority" else _DUEL
        sentences.append(
            say(message, bot=duel.bot, others=duel.others, share=interval(duel.share), even=percent(even))
        )
    if "decided" in best.measures:
        progress = percent(best.measures["decided"].value)
        sentences.append(say(_DECIDED, bot=best.bot, progress=progress))
    return sentences


def _fairness(share: Figure, bot: str, even: float) -> str:
    message = _FAIR if share.low <= even <= share.high else _MORE if share.value > even else _LESS
    return say(message, bot=bot, share=interval(share), even=percent(even))


def _head(report: Balance) -> str:
    setup = say(
        _SETUP,
        seats=", ".join(map(str, report.seats)),
        games=figure(report.games),
        bots=", ".join(report.bots),
        seed=report.seed,
    )
    board = say(N_("Board: {board}."), board=report.board) if report.board else ""
    lines = element("ul", *(element("li", marked) for marked in map(_plain, in_short(report))))
    means = paragraph(say(_MEANS), class_="quiet")
    return paragraph(f"{setup} {board}".strip()) + lines + means + _made_by(report)


def _made_by(report: Balance) -> str:
    """Return the command that makes this report; "" if all variants use another board, which needs Python."""
    if report.findings[0].variant.options.get("board"):
        return ""
    return element(
        "p", say(N_("Made with")), " ", element("code", _plain(command_of(report))), class_="quiet"
    )


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def command_of(report: Balance) -> str:
    """Return the command that makes this report."""
    args = [
        "quartier",
        "balance",
        report.title,
        "--bots",
        ",".join(report.bots),
        "--games",
        str(report.games),
    ]
    args += ["--seed", str(report.seed), "--players", ",".join(map(str, report.seats))]
    values: dict[str, list[str]] = {}
    for finding in report.findings:
        name, _, value = finding.variant.name.partition("=")
        if name and value not in values.setdefault(name, []):
            values[name].append(value)
    for name, texts in values.items():
        args += ["--board", ",".join(texts)] if name == "board" else ["--vary", f"{name}={','.join(texts)}"]
    usual = load(report.title).ending
    base = report.findings[0].variant.options.items()
    args += option_args({name: value for name, value in base if usual.get(name) != value})
    return shlex.join(args)


def _by_seat(report: Balance) -> str:
    blocks = []
    for count, own in _by_seats(report):
        rows = []
        for number, findings in own:
            for mirror in findings.mirrors:
                shares = mirror.seat_share[:1] if count == 2 else mirror.seat_share
                for seat, share in enumerate(shares, 1):
                    label = say(
                        N_("{variant} · {bot}, seat {seat}"),
                        variant=name_of(report, findings),
                        bot=mirror.bot,
                        seat=seat,
                    )
                    rows.append(Bar(label, share, number))
        blocks.append(bars(rows, interval, 1 / count))
    return section(say(N_("Wins by seat")), say(_SEATS), *blocks)


def _by_seats(report: Balance) -> list[tuple[int, list[tuple[int, Findings]]]]:
    """Return the findings by number of seats, each with its number among all."""
    numbered = list(enumerate(report.findings))
    return [(count, [pair for pair in numbered if pair[1].seats == count]) for count in report.seats]


def _skill(report: Balance) -> str:
    blocks, deals = [], []
    for count, own in _by_seats(report):
        rows = []
        for number, findings in own:
            for duel in findings.duels:
                versus = say(N_("{bot} vs {others}"), bot=duel.bot, others=duel.others)
                label = f"{name_of(report, findings)} · {versus}"
                rows.append(Bar(label, duel.share, number))
                if duel.deal is not None:
                    deals.append((label, percent(duel.deal)))
        blocks.append(bars(rows, interval, 1 / count))
    head = (say(N_("games")), say(N_("explained by the deal")))
    return section(say(N_("Luck and skill")), say(_SKILL), *blocks, table(head, deals))


def _course(report: Balance) -> str:
    tables = []
    for number, bot in enumerate(report.bots):
        mirrors = [findings.mirrors[number] for findings in report.findings]
        rows = [
            [say(title), *(_cell(mirror, name) for mirror in mirrors)]
            for name, title in MEASURES.items()
            if name in mirrors[0].measures
        ]
        head = [say(N_("{bot} vs itself"), bot=bot), *_names(report)]
        tables.append(table(head, rows))
    return section(say(N_("Course of the game")), say(_COURSE), *tables)


def _names(report: Balance) -> list[str]:
    return [name_of(report, findings) for findings in report.findings]


def _cell(mirror: Mirror, name: str) -> str:
    """Format a figure, with its difference from the base if that is significant."""
    measure, more = mirror.measures.get(name), mirror.differences.get(name)
    if measure is None:
        return "–"
    text, difference = _amount(measure.value, name), _amount(abs(more.value), name) if more else ""
    if more is None or not more.is_significant:
        return text
    return f"{text} ({'+' if more.value > 0 else '−'}{difference})"


def _amount(value: float, name: str) -> str:
    return percent(value) if name in SHARES else figure(value, 1)


def _sources(report: Balance) -> str:
    tables = []
    for number, bot in enumerate(report.bots):
        mirrors = [findings.mirrors[number] for findings in report.findings]
        rows = [
            [name or say(N_("Other")), *(_points(mirror.sources.get(name)) for mirror in mirrors)]
            for name in mirrors[0].sources
        ]
        head = [say(N_("{bot} vs itself"), bot=bot), *_names(report)]
        tables.append(table(head, rows))
    return section(say(N_("Where the points come from")), say(_SOURCES), *tables)


def _points(points: Figure | None) -> str:
    return "–" if points is None else f"{figure(points.value, 1)} ± {figure(points.high - points.value, 1)}"


def _silent(report: Balance) -> str:
    rows = [[name_of(report, findings), ", ".join(findings.silent) or "–"] for findings in report.findings]
    head = [say(N_("variant")), say(N_("rules"))]
    return section(say(N_("Rules that never reject a move")), say(_SILENT), table(head, rows))


_TITLE = N_("{game}: balance report")
_SETUP = N_("Players: {seats}. Games per line-up: {games}. Bots: {bots}. Seed: {seed}.")
_MEANS = N_("Intervals are 95%. Variants use the same dice and cards as the base game.")
_FAIR = N_(
    "When {bot} plays itself, the start player wins {share}: no significant advantage or disadvantage."
)
_MORE = N_("When {bot} plays itself, the start player wins {share}, more than an even {even}.")
_LESS = N_("When {bot} plays itself, the start player wins {share}, less than an even {even}.")
_DUEL = N_("{bot} wins {share} against {others}; {even} would be even.")
_ORDER = N_(
    "A fixed order of all moves, blind to the position, wins {share} against {others}; {even} would be even."
)
_DECIDED = N_("When {bot} plays itself, a game is decided after {progress} of its events on average.")
_SEATS = N_("How often each seat wins when the same bot plays all seats. The dashed line is an even share.")
_SKILL = N_(
    "How often one bot wins against another in all other seats, with every deal played in all seatings. "
    "The table shows how strongly the margins of a deal’s games correlate: what the deal decides, not "
    "skill or later luck."
)
_COURSE = N_(
    "Averages per game. In brackets: the significant difference of a variant from the base game with the "
    "same dice and cards. A game counts as decided once quick playouts by all players give the winner "
    "nine games in ten."
)
_SOURCES = N_("A seat’s average points at the end of a game.")
_SILENT = N_(
    "In some positions of each game, every action was tried for every seat and for chance. These rules "
    "never rejected one."
)
