"""Dataset card: README.md with metadata as Hugging Face reads it."""

from __future__ import annotations

from pathlib import Path

import quartier
from quartier.core.provenance import provenance
from quartier.games.registry import load
from quartier.lab.dataset import DatasetSpec

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST = "n>1M"


def write_card(spec: DatasetSpec, games: int, rows: int) -> None:
    """Write the card of a data set with these numbers of games and rows."""
    (Path(spec.folder) / "README.md").write_text(card(spec, games, rows), encoding="utf-8")


def card(spec: DatasetSpec, games: int, rows: int) -> str:
    """Return the card as text."""
    game, size = load(spec.title), next((name for most, name in _SIZES if rows < most), _LARGEST)
    played = spec.game_options
    origin = provenance(spec.seed, spec.command(games))
    options = ", ".join(f"`{name}={value}`" for name, value in played.items()) or "none"
    board = f", board={played['board']!r}" if "board" in played else ""
    chosen = {name: value for name, value in played.items() if name != "board"}
    parts = "\n".join(f"| `{part.name}` | {part.size} |" for part in game.observation.parts)
    return _CARD.format(
        title=game.title("en"),
        name=spec.title,
        games=games,
        rows=rows,
        size=size,
        bots=", ".join(f"`{bot}`" for bot in spec.bots),
        seats=len(spec.bots),
        options=options,
        arguments=f"position, {len(spec.bots)}, {chosen!r}, seat{board}",
        seed=spec.seed,
        rules=game.version,
        version=quartier.__version__,
        parts=parts,
        command=spec.command(games),
        python=origin["python"],
        numpy=origin["numpy"],
        numba=origin["numba"],
        processor=origin["processor"],
        commit=f", commit `{origin['commit']}`" if origin["commit"] else "",
        date=origin["date"],
    )


_CARD = """---
pretty_name: "{title}: games of bots"
language: en
license: mit
task_categories:
- reinforcement-learning
tags:
- board-games
- imperfect-information
- quartier
- {name}
size_categories:
- {size}
configs:
- config_name: default
  data_files:
  - split: train
    path: data/*.parquet
---

# {title}: games of bots

{rows} decisions from {games} games of {title} with {seats} players, played by Quartier {version}
under version {rules} of the rules. Each row contains what one seat knew when it had to decide,
its legal actions, the action it chose, and how the game ended for it. Apart from the outcome,
a row contains nothing that the seat couldn't know.

- Bots: {bots}. They change seats from game to game.
- Options: {options}.
- Seed: {seed}. A game depends only on the seed and the game's number, however many processes
  play, unless a bot thinks by the clock.

Made with `{command} --out FOLDER` on {date} with Quartier {version}{commit}, Python {python}, NumPy {numpy}
and Numba {numba} on {processor}. Run the same command to resume an interrupted run; `quartier rerun
dataset.json` repeats it and compares.

| column | |
|---|---|
| `game`, `event` | number of the game, and number of events before the decision |
| `seat`, `bot` | the player to decide (seats count from 0) |
| `observation` | the seat's observation vector, in the parts below |
| `position` | the same position as bytes: `quartier.load("{name}").from_bytes({arguments})` |
| `legal` | legal actions, ascending |
| `policy` | share of the search's visits by legal action; null for bots that don't search |
| `action`, `move` | the action chosen, as a number and in notation |
| `outcome` | the seat's share of the win: 1, 0, or a fraction for a draw |
| `score`, `scores` | final points of the seat, and of all seats |
| `rules`, `quartier` | versions of the rules and of Quartier |

| part of `observation` | numbers |
|---|---|
{parts}
"""
