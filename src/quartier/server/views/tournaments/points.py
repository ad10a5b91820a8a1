"""Points of a tournament in words: halves as such, other fractions with two decimals."""

from __future__ import annotations

from fractions import Fraction

HALF = Fraction(1, 2)


def text(points: Fraction, lang: str) -> str:
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    if rest == HALF:
        return f"{whole or ''}½"
    said = f"{float(points):.2f}"
    return said.replace(".", ",") if lang == "de" else said
