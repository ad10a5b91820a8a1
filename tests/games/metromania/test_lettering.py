"""Letters on the map: the page raises them where the board is small."""

from __future__ import annotations

import re

from quartier.games.metromania.drawing.symbols import chip, terminal


def test_a_letter_stays_in_the_middle_of_its_disc_where_it_is_raised() -> None:
    """Its offset grows with its size: in units of the drawing it would leave the disc."""
    for drawing in (chip(0, "A", 17), terminal(0, 0, "start-disc")):
        (attributes,) = re.findall(r"<text ([^>]*)>", drawing)
        assert 'y="0"' in attributes
        assert 'dy=".35em"' in attributes
