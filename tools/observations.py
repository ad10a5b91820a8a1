"""Write docs/observations.md, the observation spaces of all games. `python -m tools.observations`"""

from __future__ import annotations

import re
from pathlib import Path

import quartier
from quartier.games.registry import OURS

PAGE = Path(__file__).parents[1] / "docs" / "observations.md"
_HEAD = """# Observations

The parts of each game’s observations, in the order of `game.observation.parts`;
[Environments](environments.md#observations) shows how to use them. All numbers are int16 and unscaled. Where there is a row
for each seat, row 0 is the observing seat, row 1 the next one. Written by `python -m tools.observations`.
"""


def page() -> str:
    """The page."""
    return "\n".join([_HEAD, *(_section(name) for name in OURS)])


def _section(name: str) -> str:
    game = quartier.load(name)
    rows = [
        f"| `{part.name}` | {' × '.join(map(str, part.shape))} | {_number(part.low)} to {_number(part.high)} "
        f"| {_typographic(part.meaning)} |"
        for part in game.observation.parts
    ]
    head = [
        f"## {game.title('en')}",
        "",
        f"{_number(game.observation.size)} numbers; {_number(game.actions)} actions.",
        "",
    ]
    return "\n".join([*head, "| part | shape | range | |", "|---|---|---|---|", *rows, ""])


def _number(value: int) -> str:
    """Return a number as English texts write it."""
    return _typographic(f"{value:,}")


def _typographic(text: str) -> str:
    """Return a text with the apostrophes and minus signs of a page."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", text.replace("'", "’"))


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
