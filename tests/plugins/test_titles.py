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
from quartier.core.game.metadata import Character, Scene, TitleMetadata, load_metadata
from quartier.core.game.plugins import BrokenPlugin, PluginWarning
from quartier.core.game.title_checks import BrokenTitle
from quartier.core.rule_errors import BrokenRule
from quartier.games.registry import GROUP, OURS
from tests.plugins.packages import install_package

EXAMPLE = Path(connect_four.__file__).parent
NUMBERS = count()


@pytest.fixture
def title_copy(tmp_path: Path) -> Path:
    """The folder of a copy of Connect Four under a name that no other test has imported."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / f"copy{next(NUMBERS)}"))


def test_ours_come_first_and_what_is_installed_follows() -> None:
    assert quartier.titles() == [*OURS, "connect_four"]


def test_a_title_has_the_name_that_its_package_gives_it(tmp_path: Path, title_copy: Path) -> None:
    with install_package(tmp_path, "mine", GROUP, {"four_up": title_copy.name}):
        assert "four_up" in quartier.titles()
        state = quartier.load("four_up").new()
        state.play(0, "d")
        assert '[Game "four_up"]' in state.record()
        assert quartier.replay(state.record()) == state
        assert quartier.from_bytes(bytes(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state


def test_a_broken_package_is_one_warning_and_no_end(tmp_path: Path) -> None:
    (tmp_path / "halfway.py").write_text("import nothing_of_that_name\n", "utf-8")
    with install_package(tmp_path, "broken-one", GROUP, {"halfway": "halfway"}):
        with pytest.warns(PluginWarning, match=r"halfway.*broken-one 1\.0.*nothing_of_that_name") as message:
            assert quartier.titles() == [*OURS, "connect_four"]
        assert len(message) == 1
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert "halfway" not in quartier.titles()
        with pytest.raises(BrokenPlugin, match=r"broken-one 1\.0"):
            quartier.load("halfway")
        assert quartier.load("gridlock").name == "gridlock"


def test_our_names_stay_ours(tmp_path: Path, title_copy: Path) -> None:
    with install_package(tmp_path, "late", GROUP, {"gridlock": title_copy.name}):
        with pytest.warns(PluginWarning, match=r"late 1\.0.*quartier\.games\.gridlock"):
            assert quartier.titles() == [*OURS, "connect_four"]
        assert quartier.load("gridlock").title("en") == "Gridlock: Boston"


def test_a_name_that_two_packages_claim_is_nobodys(tmp_path: Path, title_copy: Path) -> None:
    with install_package(tmp_path / "one", "one", GROUP, {"ludo": title_copy.name}):  # noqa: SIM117
        with install_package(tmp_path / "two", "two", GROUP, {"ludo": title_copy.name}):
            with pytest.raises(BrokenPlugin) as refused:
                quartier.load("ludo")
            assert {"one 1.0", "two 1.0"} <= set(refused.value.fields.values())
            assert "Zwei Pakete stellen „ludo“ bereit" in refused.value.text("de")
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
        ("rules.py", "winners", "winners(s)", "Return the winning seats as bits"),
        (
            "text.py",
            "line",
            "line(before, after, actor, action, t, names)",
            "Return the log line of an event",
        ),
        (
            "drawing.py",
            "preview",
            "preview(before, after, seat, action, t)",
            "Draw what a move would change",
        ),
    ],
)
def test_what_a_title_lacks_is_one_sentence(
    tmp_path: Path, title_copy: Path, file: str, function: str, called: str, meaning: str
) -> None:
    drop(title_copy / file, function)
    with install_package(tmp_path, "unfinished", GROUP, {"rough": title_copy.name}):
        with pytest.raises(BrokenPlugin) as refused:
            quartier.load("rough")
        message = str(refused.value)
        assert all(part in message for part in ("unfinished 1.0", str(title_copy / file), called, meaning)), (
            message
        )


def make_package(folder: Path, part: str) -> Path:
    """The folder of a part, which was a single module and becomes a package with one module in it."""
    package = folder / part
    package.mkdir()
    text = (folder / f"{part}.py").read_text("utf-8").replace("from .rules", "from ..rules")
    (package / "__init__.py").write_text('"""A package."""\n', "utf-8")
    (package / "everything.py").write_text(text, "utf-8")
    (folder / f"{part}.py").unlink()
    return package


def test_a_part_may_be_a_package_with_modules_of_any_names(tmp_path: Path, title_copy: Path) -> None:
    for part in ("rules", "bots"):
        make_package(title_copy, part)
    for part in ("text.py", "drawing.py"):
        text = (title_copy / part).read_text("utf-8")
        (title_copy / part).write_text(
            text.replace("from .rules import", "from .rules.everything import"), "utf-8"
        )
    hints = title_copy / "bots" / "everything.py"
    hints.write_text(hints.read_text("utf-8").replace("..rules", "..rules.everything"), "utf-8")
    with install_package(tmp_path, "packed", GROUP, {"packed": title_copy.name}):
        state = quartier.load("packed").new()
        state.play(0, "d")
        assert state.seen_by(1, "en").choices()


def test_what_a_package_lacks_is_stated_of_its_folder(tmp_path: Path, title_copy: Path) -> None:
    drop(make_package(title_copy, "text") / "everything.py", "line")
    with install_package(tmp_path, "unfinished", GROUP, {"rough": title_copy.name}):
        with pytest.raises(BrokenPlugin) as refused:
            quartier.load("rough")
        assert f"{title_copy / 'text'} doesn’t define the function line(" in str(refused.value)


def test_two_definitions_of_a_name_are_refused(tmp_path: Path, title_copy: Path) -> None:
    package = make_package(title_copy, "text")
    (package / "more.py").write_text("def prompt(s, seat, t):\n    return 'Choose.'\n", "utf-8")
    with install_package(tmp_path, "unfinished", GROUP, {"rough": title_copy.name}):
        with pytest.raises(BrokenPlugin) as refused:
            quartier.load("rough")
        files = (str(package / "everything.py"), str(package / "more.py"), "both define prompt")
        assert all(part in str(refused.value) for part in files)


def test_a_name_that_a_module_imports_is_the_same(tmp_path: Path, title_copy: Path) -> None:
    package = make_package(title_copy, "text")
    more = "from itertools import count\n\nfrom .everything import SYNTAX, prompt\n"
    (package / "more.py").write_text(more, "utf-8")
    drawing = title_copy / "drawing.py"
    drawing.write_text(
        drawing.read_text("utf-8").replace("from .text import", "from .text.everything import"), "utf-8"
    )
    with install_package(tmp_path, "twice", GROUP, {"twice": title_copy.name}):
        assert not hasattr(quartier.load("twice").spec.text, "count")


TOML = """
sentence = "Drop discs."
minutes = [5, 10]
[scene]
record = "example"
events = 3
x = 1.5
y = 2
side = 3
[[bots]]
name = "Ada"
sentence = "Drops."
[swatches.colours]
r = 1
"""


def test_metadata_is_read_from_toml(tmp_path: Path) -> None:
    file = tmp_path / "title.toml"
    assert load_metadata(file) == TitleMetadata()
    file.write_text(TOML, "utf-8")
    assert load_metadata(file) == TitleMetadata(
        "Drop discs.",
        (5, 10),
        scene=Scene("example", 3, 1.5, 2, 3),
        bots=(Character("Ada", "Drops."),),
        swatches={"colours": {"r": 1}},
    )


@pytest.mark.parametrize(
    ("text", "change", "message"),
    [
        ("Drop discs.", 'Drop "discs.', "isn’t valid TOML"),
        ("minutes", "hours", "unknown field “hours”. Fields: sentence, minutes"),
        ("[5, 10]", "[5]", "“minutes” has the wrong type. Expected: list of 2 numbers"),
        ("[5, 10]", "[5, true]", "“minutes.2” has the wrong type. Expected: whole number"),
        ("events = 3", "", "has no field “scene.events”"),
        ('"Ada"', "3", "“bots.1.name” has the wrong type. Expected: text"),
        ("[[bots]]", "[bots]", "“bots” has the wrong type. Expected: list"),
        ("r = 1", 'r = "1"', "“swatches.colours.r” has the wrong type. Expected: whole number"),
    ],
)
def test_what_is_wrong_in_metadata_is_named(tmp_path: Path, text: str, change: str, message: str) -> None:
    file = tmp_path / "title.toml"
    file.write_text(TOML.replace(text, change), "utf-8")
    with pytest.raises(BrokenTitle) as refused:
        load_metadata(file)
    assert message in str(refused.value)
    assert str(file) in str(refused.value)


@pytest.mark.parametrize("file_name", ["text.py", "data/rulebook.de.md"])
def test_a_missing_file_is_named(tmp_path: Path, title_copy: Path, file_name: str) -> None:
    (title_copy / file_name).unlink()
    with install_package(tmp_path, "unfinished", GROUP, {"rough": title_copy.name}):
        with pytest.raises(BrokenPlugin, match=Path(file_name).stem) as refused:
            quartier.load("rough")
        assert "unfinished 1.0" in str(refused.value)


def test_a_function_that_takes_something_else_is_named(tmp_path: Path, title_copy: Path) -> None:
    rules = title_copy / "rules.py"
    text = rules.read_text("utf-8")
    rules.write_text(re.sub(r"def score\(s: (\w+), seat: int\)", r"def score(s: \1)", text), "utf-8")
    with (
        install_package(tmp_path, "unfinished", GROUP, {"rough": title_copy.name}),
        pytest.raises(BrokenPlugin, match=r"score.*can’t be called as score\(s, seat\)"),
    ):
        quartier.load("rough")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("rules.py", "s.discs[actor] |=", "s.disks[actor] |=", "the record has no field “disks”. Did you mean discs?"),
        ("rules.py", "s.turn = 1 - actor", "s.x = actor", "the record has no field “x”. Its fields: discs"),
        ("bots.py", "cells = s.discs[seat]", "cells = s.turns", "the record has no field “turns”. Did you mean turn?"),
        ("rules.py", "s.turn = 1 - actor", "s.turn = other(actor)", "NameError: name 'other' is not defined."),
        ("text.py", '{"phase": PHASES', '{"over": PHASES', "`view` returns over."),
        ("rules.py", "return 1 if s.phase == CONNECTED and", "return 1 if", "`score` depends on hidden information"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_rule_is_named_with_its_line(
    tmp_path: Path, title_copy: Path, file: str, old: str, new: str, message: str
) -> None:
    source = title_copy / file
    text = source.read_text("utf-8")
    assert text.count(old) == 1
    changed = text.replace(old, new)
    if "hidden" in message:
        changed += "\n\ndef conceal(s: Record, seat: int) -> None:\n    s.turn = 0\n"
    source.write_text(changed, "utf-8")
    with install_package(tmp_path, "unfinished", GROUP, {"rough": title_copy.name}):
        with pytest.raises(BrokenPlugin) as refused:
            quartier.load("rough")
        location = f"{source}, line {text[: text.index(old)].count(chr(10)) + 1}: "
        assert message in str(refused.value)
        assert "`" in message or location in str(refused.value)


@pytest.mark.parametrize(
    "line",
    ["taken = [n for n in range(2)]", "taken = {0: 1}", "taken = str(actor)", "taken = np.zeros(2)"],
)
def test_what_no_rule_may_make_is_named_with_its_line(tmp_path: Path, title_copy: Path, line: str) -> None:
    rules = title_copy / "rules.py"
    text = rules.read_text("utf-8")
    first = "    s.discs[actor] |= landing(s, action)\n"
    rules.write_text(text.replace(first, f"    {line}\n{first}    s.turn += len(taken)\n"), "utf-8")
    with install_package(tmp_path, "unfinished", GROUP, {"rough": title_copy.name}):
        with pytest.raises(BrokenRule) as refused:
            quartier.load("rough").compile()
        location = f"{rules}, line {text[: text.index(first)].count(chr(10)) + 1}: this rule doesn’t compile."
        assert str(refused.value).startswith(location)


@pytest.mark.parametrize(
    ("hints", "message"),
    [
        ("OBSERVATION = ()", "doesn’t define the function observe(s, seat, out)"),
        (
            "def observe(s, seat, out):\n    out[0] = 1",
            "doesn’t define OBSERVATION: the parts of what `observe` writes",
        ),
    ],
)
def test_observations_have_parts_and_a_function(
    tmp_path: Path, title_copy: Path, hints: str, message: str
) -> None:
    (title_copy / "bots.py").write_text(f'"""Half of it."""\n{hints}\n', "utf-8")
    with install_package(tmp_path, "unfinished", GROUP, {"rough": title_copy.name}):
        with pytest.raises(BrokenPlugin) as refused:
            quartier.load("rough")
        assert message in str(refused.value)


def test_the_command_line_says_it_in_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with install_package(tmp_path, "broken-two", GROUP, {"nowhere": "no_module_of_that_name"}):
        assert main(["games", "--lang", "de"]) == 0
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("Hinweis: „nowhere“ aus dem Paket broken-two 1.0")
