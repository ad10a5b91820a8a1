"""The mechanical check: every rule of a finished title is named by a test, and no test names a rule that is none."""

from importlib import import_module
from pathlib import Path

import quartier
from quartier.core.play.game import Game
from tests.conformance.rule_marks import marked_rules
from tests.conformance.titles import TITLES

# Titles whose rules are not proved yet; a finished title is not in this list.
UNFINISHED: tuple[str, ...] = ()


def test_every_rule_is_named_by_a_test(name: str, game: Game) -> None:
    named = marked_rules()
    missing = [rule for rule in game.rule_ids() if rule not in named]
    assert name in UNFINISHED or not missing, f"no test is marked with {', '.join(missing)}"


def declared_rules() -> set[str]:
    """The rule ids of every folder with rules, also of titles that are not finished."""
    root = Path(quartier.__file__).parent
    files = [*root.glob("games/*/rules"), *root.glob("examples/*/rules")]
    names = [".".join(("quartier", *file.relative_to(root).parts)) for file in files]
    modules = [import_module(name) for name in names]
    return {f"{module.PREFIX}-{number}" for module in modules for number in range(1, module.RULES + 1)}


def test_no_test_names_an_unknown_rule() -> None:
    known = declared_rules()
    unknown = {rule: tests for rule, tests in marked_rules().items() if rule not in known}
    assert not unknown


def test_every_title_is_in_the_suite() -> None:
    assert set(quartier.titles()) <= set(TITLES)


def test_the_rule_ids_are_numbered(game: Game) -> None:
    prefix = game.declared.rules.PREFIX
    assert game.rule_ids() == [f"{prefix}-{number}" for number in range(1, len(game.rule_ids()) + 1)]


def test_only_marks_on_tests_that_run_count(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(
        "import pytest\n"
        "@pytest.mark.rules('X-1', 'X-2')\ndef test_counts(): ...\n"
        "@pytest.mark.rules('X-3')\ndef helper(): ...\n"
        "@pytest.mark.soak\n@pytest.mark.rules('X-4')\ndef test_soak(): ...\n"
        "@pytest.mark.skip\n@pytest.mark.rules('X-5')\ndef test_skipped(): ...\n"
        "class TestMore:\n    @pytest.mark.rules('X-2')\n    def test_method(self): ...\n"
        "# pytest.mark.rules('X-6')\n",
        encoding="utf-8",
    )
    named = marked_rules(tmp_path)
    assert named == {
        "X-1": ["test_one.py::test_counts"],
        "X-2": ["test_one.py::test_counts", "test_one.py::test_method"],
    }
