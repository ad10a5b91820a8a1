"""Titles that other packages bring: found, left out with a word about it, and told what they lack."""

from __future__ import annotations

import pickle
import re
import shutil
import warnings
from itertools import count
from pathlib import Path

import pytest

import connect_four
import quartier
from quartier.cli.main import main
from quartier.core.game.plugins import BrokenPlugin, PluginWarning
from quartier.games.registry import GROUP, OURS
from tests.plugins.packages import installed

EXAMPLE = Path(connect_four.__file__).parent
NUMBERS = count()


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The folder of a copy of Connect Four under a name that no other test has imported."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / f"copy{next(NUMBERS)}"))


def test_ours_come_first_and_what_is_installed_follows() -> None:
    assert quartier.titles() == [*OURS, "connect_four"]


def test_a_title_has_the_name_that_its_package_gives_it(tmp_path: Path, copied: Path) -> None:
    with installed(tmp_path, "mine", GROUP, {"four_up": copied.name}):
        assert "four_up" in quartier.titles()
        state = quartier.load("four_up").new()
        state.play(0, "d")
        assert '[Game "four_up"]' in state.record()
        assert quartier.replay(state.record()) == state
        assert quartier.from_bytes(bytes(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state


def test_a_broken_package_is_one_warning_and_no_end(tmp_path: Path) -> None:
    (tmp_path / "halfway.py").write_text("import nothing_of_that_name\n", "utf-8")
    with installed(tmp_path, "broken-one", GROUP, {"halfway": "halfway"}):
        with pytest.warns(PluginWarning, match=r"halfway.*broken-one 1\.0.*nothing_of_that_name") as told:
            assert quartier.titles() == [*OURS, "connect_four"]
        assert len(told) == 1
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert "halfway" not in quartier.titles()
        with pytest.raises(BrokenPlugin, match=r"broken-one 1\.0"):
            quartier.load("halfway")
        assert quartier.load("gridlock").name == "gridlock"


def test_our_names_stay_ours(tmp_path: Path, copied: Path) -> None:
    with installed(tmp_path, "late", GROUP, {"gridlock": copied.name}):
        with pytest.warns(PluginWarning, match=r"late 1\.0.*quartier\.games\.gridlock"):
            assert quartier.titles() == [*OURS, "connect_four"]
        assert quartier.load("gridlock").title("en") == "Gridlock: Boston"


def test_a_name_that_two_packages_claim_is_nobodys(tmp_path: Path, copied: Path) -> None:
    with installed(tmp_path / "one", "one", GROUP, {"ludo": copied.name}):  # noqa: SIM117
        with installed(tmp_path / "two", "two", GROUP, {"ludo": copied.name}):
            with pytest.raises(BrokenPlugin) as refused:
                quartier.load("ludo")
            assert {"one 1.0", "two 1.0"} <= set(refused.value.fields.values())
            assert "„ludo“ bringen zwei Pakete mit" in refused.value.text("de")
            with pytest.warns(PluginWarning, match="ludo"):
                assert "ludo" not in quartier.titles()


def drop(file: Path, function: str) -> None:
    """Give a function of a file another name."""
    text = file.read_text("utf-8")
    assert f"def {function}(" in text
    file.write_text(text.replace(f"def {function}(", f"def {function}_("), "utf-8")


@pytest.mark.parametrize(
    ("file", "function", "called", "meaning"),
    [
        ("rules/__init__.py", "winners", "winners(s)", "The winning seats as bits"),
        ("text/words.py", "line", "line(before, after, actor, action, t, names)", "The log line of an event"),
        (
            "drawing/__init__.py",
            "preview",
            "preview(before, after, seat, action, t)",
            "What a move would change",
        ),
    ],
)
def test_what_a_title_lacks_is_one_sentence(
    tmp_path: Path, copied: Path, file: str, function: str, called: str, meaning: str
) -> None:
    drop(copied / file, function)
    with installed(tmp_path, "unfinished", GROUP, {"rough": copied.name}):
        with pytest.raises(BrokenPlugin) as refused:
            quartier.load("rough")
        said = str(refused.value)
        assert all(part in said for part in ("unfinished 1.0", str(copied / file), called, meaning)), said


@pytest.mark.parametrize("gone", ["text/words.py", "data/rulebook.de.md"])
def test_a_missing_file_is_named(tmp_path: Path, copied: Path, gone: str) -> None:
    (copied / gone).unlink()
    with installed(tmp_path, "unfinished", GROUP, {"rough": copied.name}):
        with pytest.raises(BrokenPlugin, match=Path(gone).stem) as refused:
            quartier.load("rough")
        assert "unfinished 1.0" in str(refused.value)


def test_a_function_that_takes_something_else_is_named(tmp_path: Path, copied: Path) -> None:
    rules = copied / "rules" / "__init__.py"
    text = rules.read_text("utf-8")
    rules.write_text(re.sub(r"def score\(s: (\w+), seat: int\)", r"def score(s: \1)", text), "utf-8")
    with (
        installed(tmp_path, "unfinished", GROUP, {"rough": copied.name}),
        pytest.raises(BrokenPlugin, match=r"score.*cannot be called as score\(s, seat\)"),
    ):
        quartier.load("rough")


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ("OBSERVATION = ()", "does not define the function observe(s, seat, out)"),
        (
            "def observe(s, seat, out):\n    out[0] = 1",
            "does not define OBSERVATION: the parts of what `observe` writes",
        ),
    ],
)
def test_observations_have_parts_and_a_function(tmp_path: Path, copied: Path, hints: str, said: str) -> None:
    (copied / "bots.py").write_text(f'"""Half of it."""\n{hints}\n', "utf-8")
    with installed(tmp_path, "unfinished", GROUP, {"rough": copied.name}):
        with pytest.raises(BrokenPlugin) as refused:
            quartier.load("rough")
        assert said in str(refused.value)


def test_the_command_line_says_it_in_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with installed(tmp_path, "broken-two", GROUP, {"nowhere": "no_module_of_that_name"}):
        assert main(["games", "--lang", "de"]) == 0
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("Hinweis: „nowhere“ aus dem Paket broken-two 1.0")
