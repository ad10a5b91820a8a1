"""The levels of all games as a table, from the `levels*.json` in their folders: into docs/levels.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs/levels.md"
BEGIN, END = "<!-- levels: written by benchmarks/levels_table.py -->", "<!-- end of levels -->"
NUMBERS = (1, 2, 3, 4, 5, 6)


def table() -> str:
    """For each game rows of bots, ratings and win rates, with second bots for two seats; in Markdown."""
    head = ["game", "", *(f"level {number}" for number in NUMBERS), "6 against greedy"]
    rows = [head, ["---", "---", *["---:"] * (len(head) - 2)]]
    files = (ROOT / "src/quartier/games").glob("*/data/levels*.json")
    for file in sorted(files, key=lambda file: (file.parent, len(file.name), file.name)):
        rows += _rows(json.loads(file.read_text(encoding="utf-8")))
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _rows(measured: dict[str, Any]) -> list[list[str]]:
    levels = measured["levels"]
    seats = f", {measured['seats']} seats" if measured["seats"] != 2 else ""
    top = [bout for bout in measured["matches"] if bout["level"] == 6 and bout["bots"][1] == "greedy"]
    return [
        [f"`{measured['title']}`{seats}", "bot", *(f"`{level['bot']}`" for level in levels), ""],
        ["", "rating", *(f"{level['rating'] or '–'}" for level in levels), ""],
        [
            "",
            "wins against the level below",
            *(_share(level) for level in levels),
            *(_share(bout) for bout in top),
        ],
        *_second_rows([level.get("second") for level in levels if measured["seats"] == 2]),
    ]


def _second_rows(seconds: list[Any]) -> list[list[str]]:
    """The same for second bots, if the game was measured with any."""
    if not any(seconds):
        return []
    return [
        ["", "second bot", *(f"`{second['bot']}`" if second else "" for second in seconds), ""],
        ["", "rating", *(f"{second['rating'] or '–'}" if second else "" for second in seconds), ""],
        ["", "wins against the first bot", *(_share(second) if second else "" for second in seconds), ""],
    ]


def _share(row: dict[str, Any]) -> str:
    return "–" if row["share"] is None else f"{100 * row['share']:.0f}%"


def write() -> None:
    """Put the table where the document has its marks."""
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    write()
