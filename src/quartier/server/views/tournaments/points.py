"""Tournament points as text: halves as such, other fractions with two decimals."""

from __future__ import annotations

from fractions import Fraction

from quartier.core.text.numbers import figure

HALF = Fraction(1, 2)


def text(points: Fraction, lang: str) -> str:
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    if rest == HALF:
        return f"{whole or ''}½"
    return figure(float(points), 2, lang)
