"""City Blocks in words: what moves, refusals and log lines say, in English and German."""

import pytest

from tests.games.city_blocks.table import Table, built

WON = """
    H5 .  .  .  .  .
    s2 .  .  .  .  .
    H4 .  .  .  .  .
    h2 .  .  .  .  .
    H3 .  .  .  .  .
"""


def last_line(table: Table, lang: str, seat: int | None = None) -> str:
    """The log line of the last move of a seat."""
    return next(line.text for line in reversed(table.state.seen_by(seat, lang).log()) if line.actor != "*")


def test_a_develop_is_reported() -> None:
    table = Table(blue=["H3"])
    table.move("H3@c4")
    assert last_line(table, "en") == "Blue builds house 3 at Jefferson & Eisenhower."
    assert last_line(table, "de") == "Blau baut Haus 3 auf Jefferson/Eisenhower."


def test_an_award_is_reported_with_both_sums() -> None:
    table = built(WON.replace("H5", ". "), blue="H5", red="F7", starter=1)
    table.move("F7@d3", "H5@a5")
    assert (
        last_line(table, "de")
        == "Blau baut Haus 5 auf Grant/Fillmore. Grant Street (12:4): Blau gewinnt 6\u00a0$."
    )


def test_a_rebuild_is_reported_with_its_price() -> None:
    table = built(WON, red="F7", blue="MA")
    table.move("F7@d3", "MAxa1")
    assert last_line(table, "en") == "Blue pays $6: a mall replaces house 3 at Grant & Adams."
    assert (
        last_line(table, "de")
        == "Blau zahlt 6\u00a0$ und ersetzt Haus 3 auf Grant/Adams durch ein Einkaufszentrum."
    )


def test_a_swap_is_reported_with_both_values() -> None:
    table = Table(blue=["CH"], red=["CH"])
    table.move("CH@c4", "swap 2 e")
    assert last_line(table, "de") == "Blau tauscht Buchanan (2\u00a0$) und Lincoln (10\u00a0$)."
    table.move("CH@c5", "stay")
    assert last_line(table, "de") == "Rot tauscht keine Bonusmarken."


@pytest.mark.rules("CB-23")
def test_a_draw_is_reported_to_the_drawing_seat_only() -> None:
    table = Table(blue=["H1", "H2", "H3", "H4", "H5", "F7"])
    table.move("H1@a1")
    texts = [table.state.seen_by(viewer, "de").log()[-1].text for viewer in (0, 1, None)]
    assert texts == ["Blau zieht Fabrik 7.", "Blau zieht ein Gebäude.", "Blau zieht ein Gebäude."]


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (["hand-F7", "block-a1"], "CB-10"),
        (["hand-F7", "block-a2"], "CB-10"),
        (["hand-F7", "block-d4"], None),
        (["hand-H1", "block-d4"], "CB-8"),
        (["street-1", "street-2"], "CB-12"),
        (["button-stay"], "CB-12"),
    ],
)
def test_an_illegal_touch_names_the_rule(path: list[str], rule: str | None) -> None:
    table = built(WON, red="F7 F6 F5 F4 F3")
    assert table.seat == 1
    refusal = table.state.seen_by(1, "de").why(path)
    assert (refusal.rule if refusal else None) == rule


def test_sources_name_the_streets() -> None:
    table = built(WON, red="F7")
    assert table.state.seen_by(None, "de").sources(0) == [("Grant Street", 6)]
    assert table.state.seen_by(None, "de").sources(1) == []
