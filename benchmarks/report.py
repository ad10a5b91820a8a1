"""From the figures of all rounds to medians, ratios, and tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any

from quartier.lab.results import wilson

Round = dict[str, dict[str, dict[str, float]]]
"""Peer -> subject -> figure -> value."""


@dataclass(frozen=True)
class Ratio:
    """A comparison on Connect Four, the same work for both: Quartier's figure by that of OpenSpiel."""

    title: str
    ours: str
    theirs: str
    target: str = "–"


RATIOS = (
    Ratio("random games in a loop (theirs in C++)", "loop_moves", "loop_moves", "10"),
    Ratio("simulations of a search, from the start (theirs in C++)", "search_simulations", "search_simulations", "10"),
    Ratio("the same, from the middle of a game", "search_simulations_middle", "search_simulations_middle", "10"),
    Ratio("our loop, their Python API", "loop_moves", "python_moves"),
    Ratio("Python API, Python API", "python_moves", "python_moves"),
    Ratio("copies of a state from Python", "python_copies", "python_copies"),
)  # fmt: skip

FIGURES = {
    "loop_moves": "random moves/s in a loop",
    "loop_games": "random games/s in a loop",
    "loop_copies": "copies of a position/s in a loop",
    "loop_listings": "lists of legal moves/s in a loop",
    "loop_scorings": "final scorings/s in a loop",
    "loop_trips": "seven test trips of a finished game/s in a loop",
    "loop_reaches": "where a car can stop, queries/s in a loop",
    "search_simulations": "simulations/s of a search, from the start",
    "search_simulations_middle": "simulations/s of a search, from the middle of a game",
    "python_moves": "single moves/s from Python",
    "python_copies": "copies of a state/s from Python",
}
OPPONENTS = {"connect_four": "MCTS on its own game", "city_blocks": "IS-MCTS", "gridlock": "IS-MCTS"}
"""What OpenSpiel plays with; else its MCTS on our game."""
MATCH_TARGETS = {"connect_four": "70%"}
PEERS = {"quartier": "Quartier", "openspiel": "OpenSpiel"}
WAYS = {
    "fragments": "in patches",
    "joined": "in full views",
    "postgresql": "in patches, with PostgreSQL",
}
SERVER_FIGURES = {
    "moves": "moves/s, one request at a time, with a response after the commit",
    "commands_alone": "moves/s of 16 players at once, each committed alone",
    "commands_together": "the same, committed together",
    "command_ms_alone": "ms of CPU time for each of these moves, committed alone",
    "command_ms_together": "the same, committed together",
    "views": "full views/s, with every legal move and its preview",
    "first_answer_cold": "s from the command to the first page, nothing compiled yet",
    "first_answer_warm": "s from the command to the first page, compiled rules on disk",
}


def summary(rounds: list[Round]) -> Round:
    """The median of each figure over the rounds."""
    peers = rounds[0]
    return {
        peer: {
            subject: {name: median(one[peer][subject][name] for one in rounds) for name in figures}
            for subject, figures in subjects.items()
        }
        for peer, subjects in peers.items()
    }


def ratios(rounds: list[Round]) -> dict[str, float]:
    """The median over the rounds of each comparison; empty without OpenSpiel."""
    if "openspiel" not in rounds[0]:
        return {}
    return {ratio.title: median(_ratio(one, ratio) for one in rounds) for ratio in RATIOS}


def _ratio(one: Round, ratio: Ratio) -> float:
    return one["quartier"]["connect_four"][ratio.ours] / one["openspiel"]["connect_four"][ratio.theirs]


def markdown(result: dict[str, Any]) -> str:
    """All tables."""
    tables = [_machine_line(result), _ratio_table(result["ratios"]), _engine_table(result["figures"])]
    if result["matches"]:
        tables.append(_match_table(result["matches"]))
    if result["server"]:
        tables.append(_server_table(result["server"]))
    if result["watched"]:
        tables.append(watched_table(result["watched"]))
    return "\n\n".join(tables)


def _machine_line(result: dict[str, Any]) -> str:
    machine = result["machine"]
    versions = ", ".join(f"{name} {machine[name]}" for name in ("python", "numba", "numpy", "open_spiel"))
    return (
        f"{machine['cores']} cores of an {machine['processor']} ({machine['system']}), each peer on one of them; "
        f"{versions}; medians of {result['rounds']} rounds of about {result['seconds']:g} s for each figure."
    )


def _ratio_table(ratios: dict[str, float]) -> str:
    targets = {ratio.title: ratio.target for ratio in RATIOS}
    rows = [(title, f"{value:.3g}", targets[title]) for title, value in ratios.items()]
    return _table(("Connect Four: Quartier divided by OpenSpiel", "ratio", "target"), rows)


def _engine_table(figures: Round) -> str:
    columns = [(peer, subject) for peer in PEERS if peer in figures for subject in figures[peer]]
    row = ("", *(f"{PEERS[peer]} {subject}" for peer, subject in columns))
    rows = [
        (text, *(_figure(figures[peer][subject].get(name)) for peer, subject in columns))
        for name, text in FIGURES.items()
    ]
    return _table(row, rows)


def _match_table(matches: dict[str, dict[str, float]]) -> str:
    row = (
        "Quartier against OpenSpiel",
        "its search",
        "games",
        "points",
        "95%",
        "target",
        "s a move",
        "simulations a move",
    )
    return _table(row, [_match_row(title, tally) for title, tally in matches.items()])


def _match_row(title: str, tally: dict[str, float]) -> tuple[str, ...]:
    low, high = wilson(tally["points"], int(tally["games"]))

    def by_move(name: str) -> str:
        return " : ".join(
            _figure(tally[f"{whose}_{name}"] / tally[f"{whose}_moves"]) for whose in ("our", "their")
        )

    return (
        title,
        OPPONENTS.get(title, "MCTS"),
        f"{tally['games']:.0f}",
        f"{tally['points'] / tally['games']:.1%}",
        f"{low:.0%} to {high:.0%}",
        MATCH_TARGETS.get(title, "–"),
        by_move("seconds"),
        by_move("simulations"),
    )


def _server_table(server: dict[str, float]) -> str:
    return _table(("Server", ""), [(text, _figure(server[name])) for name, text in SERVER_FIGURES.items()])


def watched_table(watched: dict[str, dict[str, dict[str, float]]]) -> str:
    """What a watched move costs, by title, each figure in all ways."""
    ways = dict.fromkeys(way for forms in watched.values() for way in forms)
    row = (
        f"A move watched by two people: {' / '.join(WAYS[way] for way in ways)}",
        "ms of CPU time",
        "to open a table for both",
        "kB for both",
        "ms to the opponent's screen at half load, p99",
        "moves/s",
    )
    names = ("ms_per_move", "ms_per_table", "kb_per_move", "p99_ms", "moves_per_second")
    rows = [
        (title, *(" / ".join(_figure(form[name]) for form in forms.values()) for name in names))
        for title, forms in watched.items()
    ]
    return _table(row, rows)


def _figure(value: float | None) -> str:
    """Three digits that count: 12.3 million, 45,600, 1.23."""
    if value is None:
        return "–"
    return f"{_digits(value / 1e6)} million" if value >= 1e6 else _digits(value)


def _digits(value: float) -> str:
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"


def _table(row: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [row, ("---", *("---:" for _ in row[1:])), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
