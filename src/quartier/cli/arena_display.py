"""Arena output: live standings in the terminal, and the final tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import Progress

from quartier import bots, lab
from quartier.bots.registry import Searcher
from quartier.cli.console import (
    figure,
    notices,
    output,
    say,
)
from quartier.cli.errors import INTERRUPTED
from quartier.cli.progress import columns, compile_search_visibly, compile_visibly
from quartier.cli.results import write_result
from quartier.cli.rich_tables import Column, fit_table
from quartier.core.game.game import Game
from quartier.core.text import numbers
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.lab import Result
from quartier.lab.arena import Progress as Report
from quartier.lab.arena import Watch
from quartier.lab.executors import Workers
from quartier.lab.results import Standing


@dataclass(frozen=True)
class ArenaOptions:
    """Arguments of `lab.arena`."""

    seats: str
    games: int
    seed: int
    duplicate: bool
    rotate: bool
    workers: Workers
    options: dict[str, Any]
    records: str = ""

    @property
    def contestants(self) -> list[str]:
        """The bots by name."""
        return [name.strip() for name in self.seats.split(",")]


def resolve_workers(workers: int | None, ray: str) -> Workers:
    """Return the number of processes or the address of a cluster. Raises BadOption for both."""
    if workers is not None and ray:
        raise BadOption(N_("Use either --workers (processes here) or --ray (a cluster), not both."))
    if ray:
        # Ray reads this at import. It would report killed processes on standard output, although their work
        # is repeated.
        os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", "^")
    return ray or workers


def run_arena(
    game: Game, arena_options: ArenaOptions, as_json: bool, draw: Callable[[Result], None] | None = None
) -> int:
    """Play, print and draw, after Ctrl+C the games so far; return the exit code."""
    try:
        result, code = play_arena(game, arena_options), 0
    except lab.Stopped as stopped:
        result, code = stopped.result, INTERRUPTED
    if as_json:
        write_result(result.as_dict(), arena_options.seed, arena_options.contestants, game)
    else:
        show(result)
    if draw:
        draw(result)
    return code


def play_arena(game: Game, arena_options: ArenaOptions) -> Result:
    """Play with live standings in the terminal; Ctrl+C raises `lab.Stopped`."""
    lab.check(game.name, arena_options.contestants, **arena_options.options)
    searching = any(isinstance(bots.make(name, game), Searcher) for name in arena_options.contestants)
    (compile_search_visibly if searching else compile_visibly)(game)
    with _live(say(N_("Playing {game}"), game=game.title())) as (report, watch):
        return lab.arena(
            game.name,
            arena_options.contestants,
            arena_options.games,
            arena_options.seed,
            duplicate=arena_options.duplicate,
            rotate=arena_options.rotate,
            workers=arena_options.workers,
            progress=report,
            watch=watch,
            records=arena_options.records,
            **arena_options.options,
        )


@contextmanager
def _live(text: str) -> Iterator[tuple[Report | None, Watch | None]]:
    """Yield the callbacks of an arena (progress and standings); None without a terminal."""
    console = notices()
    if not console.is_terminal:
        yield None, None
        return
    progress = Progress(*columns(), console=console, auto_refresh=False)
    task = progress.add_task(text, total=None)
    with Live(progress, console=console, transient=True) as live:
        yield (
            lambda done, total: progress.update(task, completed=done, total=total),
            lambda result: live.update(Group(standings(result, console), elo_line(result), progress)),
        )


def show(result: Result) -> None:
    """Print the result on standard output."""
    console = output()
    console.print(standings(result, console))
    console.print(elo_line(result), markup=False)
    console.print(say(_SEATS, shares="  ".join(percent(share) for share in result.seat_share)))
    console.print(
        say(
            _LENGTH,
            mean=figure(result.moves_mean, 1),
            shortest=result.moves_shortest,
            longest=result.moves_longest,
        )
    )
    games_rate = result.per_second(result.games)
    console.print(
        say(
            _SPEED,
            games=figure(result.games),
            seconds=figure(result.seconds, 1),
            games_rate=figure(games_rate, 0 if games_rate >= 10 else 1),
            moves_rate=figure(result.per_second(result.moves)),
            workers=result.workers,
        )
    )
    _print_forfeits(result)
    if result.games < result.planned:
        console.print(say(_STOPPED, games=figure(result.games), planned=figure(result.planned)))


def _print_forfeits(result: Result) -> None:
    """Print the first forfeited games, and the record of the very first."""
    console = output()
    for forfeit in result.forfeits[:_MAX_PRINTED_FORFEITS]:
        console.print(str(forfeit), style="red", markup=False)
    if result.forfeits:
        console.print(f"\n{result.forfeits[0].record}", markup=False)


def standings(result: Result, console: Console) -> RenderableType:
    """Return a table with one line per bot."""
    forfeited = any(standing.forfeits for standing in result.standings)
    rows = [
        [standing.name, *_cells(standing), *([figure(standing.forfeits)] if forfeited else [])]
        for standing in result.standings
    ]
    return fit_table([*_COLUMNS, Column(N_("Forfeits"), 1)] if forfeited else _COLUMNS, rows, console)


def _cells(standing: Standing) -> list[str]:
    return [
        figure(standing.wins),
        figure(standing.shared),
        figure(standing.losses),
        percent(standing.share),
        interval(standing.share_low, standing.share_high),
        f"{figure(standing.score_mean, 1)} ± {figure(standing.score_deviation, 1)}",
    ]


def elo_line(result: Result) -> str:
    """Return the Elo difference of each bot from the others."""
    return say(_ELO, bots=", ".join(f"{one.name} {elo_interval(one)}" for one in result.standings))


def percent(share: float) -> str:
    """Format a share as a percentage."""
    return numbers.percent(share, 1)


def interval(low: float, high: float) -> str:
    """Format two shares as a range of percentages."""
    return f"{figure(100 * low, 1)}–{percent(high)}"


def elo_interval(standing: Standing) -> str:
    """Format an Elo difference with its interval, or the one finite bound."""
    low, high = standing.elo_low, standing.elo_high
    if standing.elo is not None:
        return f"{_with_sign(standing.elo)} ({_with_sign(low, '−∞')} … {_with_sign(high, '+∞')})"
    return f"> {_with_sign(low)}" if low is not None else f"< {_with_sign(high)}" if high is not None else "–"


def _with_sign(points: float | None, boundless: str = "–") -> str:
    """Format a rounded number with its sign; `boundless` for None."""
    if points is None:
        return boundless
    rounded = round(points)
    return f"{'−' if rounded < 0 else '+'}{figure(abs(rounded))}"


_MAX_PRINTED_FORFEITS = 3
"""Number of forfeited games printed one by one; JSON has more of them."""
_COLUMNS = [
    Column(N_("Bot"), number=False),
    Column(N_("Won"), 3),
    Column(N_("Drawn"), 5),
    Column(N_("Lost"), 4),
    Column(N_("Win rate")),
    Column(N_("95% interval"), 1),
    Column(N_("Points"), 2),
]
_ELO = N_("Elo difference from the others (95%): {bots}")
_SEATS = N_("Win rate by seat: {shares}")
_LENGTH = N_("Moves per game: {mean} on average ({shortest} to {longest})")
_SPEED = N_("{games} games in {seconds} s: {games_rate} games/s, {moves_rate} moves/s, processes: {workers}")
_STOPPED = N_("Stopped after {games} of {planned} games.")
