"""Write the table of settings in docs/settings.md from the declarations in src/quartier/server/settings.py."""

from __future__ import annotations

import re
from pathlib import Path

from quartier.server.settings import options

PAGE = Path(__file__).resolve().parents[1] / "docs" / "settings.md"
HEADING = "| option | variable | default | meaning |\n|---|---|---|---|\n"
WITHOUT_SETTING = (
    "| `--no-browser` | | | don’t open the browser |\n"
    "| `--lang` | | your terminal’s | language for visitors whose browser asks for none that Quartier speaks |\n"
)
"""Options of the command that aren't settings of the server."""


def table() -> str:
    """Return the table as Markdown: a row for each option, then those of the command itself."""
    rows = [
        " | ".join(
            [
                f"| `{option.flag}`",
                f"`{option.variables[0]}`" if option.variables else "",
                option.default_text,
                f"{option.description} |",
            ]
        )
        for option in options()
    ]
    return HEADING + "".join(re.sub(r"\|  (?=\|)", "| ", row) + "\n" for row in rows) + WITHOUT_SETTING


def with_table(text: str) -> str:
    """Return the page's text with the present table in the place of the one that it has."""
    before, _, rest = text.partition(HEADING)
    return before + table() + re.sub(r"\A(?:\|.*\n)+", "", rest)


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")
