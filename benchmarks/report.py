"""From the figures of all rounds to medians, ratios, and tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any

Round = dict[str, dict[str, dict[str, float]]]
"""Peer -> subject -> figure -> value."""


@dataclass(frozen=True)
class Ratio:
    """A comparison on the same work: Quartier's figure by that of OpenSpiel."""

    title: str
    subject: str
    ours: str
    theirs: str
    target: str = "–"


RATIOS = (
    Ratio("Connect Four, random games in a loop (theirs in C++)", "connect_four", "loop_moves", "loop_moves", "10"),
    Ratio("Connect Four, our loop by their Python API", "connect_four", "loop_moves", "python_moves"),
    Ratio("Connect Four, Python API by Python API", "connect_four", "python_moves", "python_moves"),
    Ratio("Connect Four, copies of a state from Python", "connect_four", "python_copies", "python_copies"),
)  # fmt: skip

FIGURES = {
    "loop_moves": "random moves/s in a loop",
    "loop_games": "random games/s in a loop",
    "loop_copies": "copies of a position/s in a loop",
    "loop_listings": "lists of legal moves/s in a loop",
    "loop_scorings": "final scorings/s in a loop",
    "loop_trips": "seven test trips of a finished game/s in a loop",
    "loop_reaches": "where a car can stop, queries/s in a loop",
    "search_simulations": "MCTSBot simulations/s (C++)",
    "python_moves": "moves/s one by one from Python",
    "python_copies": "copies of a state/s from Python",
}
PEERS = {"quartier": "Quartier", "openspiel": "OpenSpiel"}
SERVER_FIGURES = {
    "moves": "moves/s, each a request that is answered after the commit",
    "views": "views/s: the whole table drawn, with every legal move and its preview",
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
    return one["quartier"][ratio.subject][ratio.ours] / one["openspiel"][ratio.subject][ratio.theirs]


def markdown(result: dict[str, Any]) -> str:
    """All tables."""
    tables = [_machine_line(result), _ratio_table(result["ratios"]), _engine_table(result["figures"])]
    return "\n\n".join(tables + ([_server_table(result["server"])] if result["server"] else []))


def _machine_line(result: dict[str, Any]) -> str:
    machine = result["machine"]
    versions = ", ".join(f"{name} {machine[name]}" for name in ("python", "numba", "numpy", "open_spiel"))
    return (
        f"{machine['cores']} cores of an {machine['processor']} ({machine['system']}), each peer on one of them; "
        f"{versions}; medians of {result['rounds']} rounds of about {result['seconds']:g} s for each figure."
    )


def _ratio_table(found: dict[str, float]) -> str:
    targets = {ratio.title: ratio.target for ratio in RATIOS}
    rows = [(title, f"{value:.3g}", targets[title]) for title, value in found.items()]
    return _table(("Quartier by OpenSpiel", "ratio", "target"), rows)


def _engine_table(figures: Round) -> str:
    columns = [(peer, subject) for peer in PEERS if peer in figures for subject in figures[peer]]
    head = ("", *(f"{PEERS[peer]} {subject}" for peer, subject in columns))
    rows = [
        (text, *(_figure(figures[peer][subject].get(name)) for peer, subject in columns))
        for name, text in FIGURES.items()
    ]
    return _table(head, rows)


def _server_table(server: dict[str, float]) -> str:
    return _table(("Server", ""), [(text, _figure(server[name])) for name, text in SERVER_FIGURES.items()])


def _figure(value: float | None) -> str:
    """Three digits that count: 12.3 million, 45 600, 1.23."""
    if value is None:
        return "–"
    if value >= 1e6:
        return f"{value / 1e6:.3g} million"
    return f"{float(f'{value:.3g}'):,.0f}".replace(",", " ") if value >= 100 else f"{value:.3g}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---", *("---:" for _ in head[1:])), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
