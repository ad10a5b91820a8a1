"""A city of one's own for Metromania, as docs/printed-values.md shows it: it is played, and its figures are attributed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import quartier
from quartier.core.game.boards import Board, Boards
from quartier.server.views import catalogue, table_view

PAGE = Path(__file__).parents[2] / "docs" / "printed-values.md"
WHOSE = {"en": "the printed figures, entered by Mia", "de": "die gedruckten Zahlen, eingetragen von Mia"}


def example() -> dict[str, Any]:
    """The file that the page shows."""
    text = PAGE.read_text(encoding="utf-8")
    (block,) = re.findall(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    result: dict[str, Any] = json.loads(block)
    return result


@pytest.fixture
def printed_city(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Board:
    """The city of the page, where QUARTIER_BOARDS says."""
    # Looked at before, since a title looks once: or all tests after these would have that city.
    assert quartier.load("metromania").boards == ["Metropole"]
    monkeypatch.setenv("QUARTIER_BOARDS", str(tmp_path))
    (tmp_path / "metromania").mkdir()
    (tmp_path / "metromania" / "printed.json").write_text(json.dumps(example()), encoding="utf-8")
    spec = quartier.load("metromania").spec
    boards = Boards(spec.name, spec.data, spec.rules.read_board)
    assert boards.names() == ["Metropole", "Printed"]
    return boards.get("Printed")


@pytest.mark.rules("MM-33")
def test_the_city_of_the_page_is_played_by_its_figures(printed_city: Board) -> None:
    state = quartier.load("metromania").new(2, seed=1, board=printed_city)
    assert state.open_record().trip_points == 10
    assert any(move.startswith("begin 1 0.1") for move in state.moves(min(state.to_act())))
    assert not any(move.startswith("begin 1 0.3") for move in state.moves(min(state.to_act())))
    assert '[Board "Printed"]' in state.record()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_table_says_whose_figures_are_played(printed_city: Board, lang: str) -> None:
    game = quartier.load("metromania")
    assert (
        table_view.setup(game.new(2, seed=1, board=printed_city), lang)["board"] == f"Printed ({WHOSE[lang]})"
    )
    own = {"en": "Quartier’s own figures", "de": "Zahlen von Quartier"}
    assert table_view.setup(game.new(2, seed=1), lang)["board"] == f"Metropole ({own[lang]})"
    assert catalogue.board_text(game, "Metropole", lang) == f"Metropole ({own[lang]})"


def test_a_city_that_does_not_say_so_is_reported_as_such(printed_city: Board) -> None:
    game = quartier.load("metromania")
    undeclared = {name: value for name, value in printed_city.data.items() if name != "figures"}
    assert "unknown origin" in game.figures(game.spec.boards.get(undeclared), "en")
    once = game.spec.boards.get({**undeclared, "figures": "as printed"})
    assert game.figures(once, "de") == "as printed"


def test_other_titles_say_nothing_of_figures() -> None:
    game = quartier.load("gridlock")
    assert [game.figures(game.spec.boards.get(name), "en") for name in game.boards] == ["", ""]


@pytest.mark.parametrize("figures", [7, {"de": "unsere"}, {"en": "ours", "de": 7}, ["ours"]])
def test_figures_in_no_language_are_refused(printed_city: Board, figures: Any) -> None:
    with pytest.raises(quartier.BadBoard, match="at least “en”"):
        quartier.load("metromania").new(2, seed=1, board={**printed_city.data, "figures": figures})
