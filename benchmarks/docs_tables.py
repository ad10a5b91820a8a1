"""Tables that a benchmark writes into a page of the documentation, between its two marks."""

from __future__ import annotations

from pathlib import Path

END = "<!-- end of figures -->"


def insert(page: Path, script: str, tables: str) -> None:
    """Write the tables of a script of this folder into a page that has its marks."""
    begin = f"<!-- figures: written by benchmarks/{script} -->"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    _, after = rest.split(END, 1)
    page.write_text(f"{before}{begin}\n\n{tables}\n\n{END}{after}", encoding="utf-8")
