"""Write docs/observations.md: what each title tells of a position, as numbers. `python -m tools.observations`"""

from __future__ import annotations

from pathlib import Path

import quartier
from quartier.games.registry import OURS

PAGE = Path(__file__).parents[1] / "docs" / "observations.md"
_HEAD = """# What a seat knows, as numbers

The parts of each title's observations, in order, as `game.observation.parts` has them; how they are used says
[The laboratory](laboratory.md). All numbers are int16 and not scaled. Where there is a row for each seat, seats are numbered
from the one that is told: 0 is itself, 1 the next one. This page is written by `python -m tools.observations`.
"""


def page() -> str:
    """The page."""
    return "\n".join([_HEAD, *(_section(name) for name in OURS)])


def _section(name: str) -> str:
    game = quartier.load(name)
    rows = [
        f"| `{part.name}` | {' × '.join(map(str, part.shape))} | {part.low} to {part.high} | {part.meaning} |"
        for part in game.observation.parts
    ]
    head = [f"## {game.title('en')}", "", f"{game.observation.size} numbers; {game.actions} actions.", ""]
    return "\n".join([*head, "| part | shape | range | |", "|---|---|---|---|", *rows, ""])


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
