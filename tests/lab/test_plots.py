"""Plots are pictures that a browser shows, the same for the same result, in the language of the caller."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quartier
from quartier import lab
from quartier.core.text.errors import BadOption, QuartierError
from quartier.lab import plots
from quartier.lab.results import Result
from quartier.lab.review import Review
from tests.lab.test_review import early

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def result() -> Result:
    return lab.arena("neue_heimat", ["greedy", "random", "greedy"], 6, 1)


@pytest.fixture(scope="module")
def example_review() -> Review:
    return lab.review(early("city_blocks", 40), "mcts:16")


def texts(file: Path) -> str:
    """What stands in an SVG file; raises if it is not SVG."""
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return " ".join(root.itertext())


def test_an_arena_as_svg(tmp_path: Path, result: Result) -> None:
    plots.arena(result, str(tmp_path / "a.svg"))
    labels = texts(tmp_path / "a.svg")
    assert "Neue Heimat: 6 games" in labels
    assert "random" in labels


def test_an_arena_as_png(tmp_path: Path, result: Result) -> None:
    plots.arena(result, str(tmp_path / "a.PNG"))
    assert (tmp_path / "a.PNG").read_bytes().startswith(PNG)


def test_a_review_names_its_players(tmp_path: Path, example_review: Review) -> None:
    plots.review(example_review, ["Ada", "Bo"], str(tmp_path / "r.svg"))
    assert "Ada" in texts(tmp_path / "r.svg")
    assert "Win probability" in texts(tmp_path / "r.svg")


def test_a_review_takes_every_name(tmp_path: Path, example_review: Review) -> None:
    plots.review(example_review, [r"$\frac$", "_eve"], str(tmp_path / "r.svg"))
    assert r"$\frac$" in texts(tmp_path / "r.svg")
    assert "_eve" in texts(tmp_path / "r.svg")


def test_alone_the_curve_is_points(tmp_path: Path) -> None:
    review = Review("block_city", 1, "mcts:16", [(3.0,), (5.0,)], [], (2.0,), (0.0,), (0.0,), (0.0,), [])
    plots.review(review, ["Ada"], str(tmp_path / "r.svg"))
    assert "Expected points" in texts(tmp_path / "r.svg")


def test_plots_speak_german(tmp_path: Path, result: Result, example_review: Review) -> None:
    with quartier.language("de"):
        plots.arena(result, str(tmp_path / "a.svg"))
        plots.review(example_review, ["Ada", "Bo"], str(tmp_path / "r.svg"))
    assert "6 Partien" in texts(tmp_path / "a.svg")
    assert "Gewinnchance in %" in texts(tmp_path / "r.svg")


def test_strength_by_time_has_a_line_for_each_title(tmp_path: Path) -> None:
    curves = {
        title: [plots.Reached(2.0, 0.2, 0.1, 0.3), plots.Reached(9.0, 0.4, 0.3, 0.5)]
        for title in ("block_city", "neue_heimat")
    }
    plots.learning(curves, str(tmp_path / "c.svg"))
    labels = texts(tmp_path / "c.svg")
    assert all(label in labels for label in ("BlockCity", "Neue Heimat", "CPU time, seconds"))


def test_the_same_result_gives_the_same_file(tmp_path: Path, result: Result) -> None:
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        plots.arena(result, str(file))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_what_cannot_be_drawn_is_refused_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plots.check(str(tmp_path / "a.svg"))
    with pytest.raises(BadOption, match=r"\.svg, \.png"):
        plots.check(str(tmp_path / "a.pdf"))
    with pytest.raises(BadOption, match="no folder"):
        plots.check(str(tmp_path / "no" / "a.svg"))
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    with pytest.raises(QuartierError, match=r'pip install "quartier\[lab\]"'):
        plots.check(str(tmp_path / "a.svg"))


def test_nothing_but_a_plot_needs_matplotlib() -> None:
    code = "import sys, quartier.cli.main, quartier.lab.plots; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
