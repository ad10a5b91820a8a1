"""The marks of tests: none names a rule that does not exist, and only those of tests that run count."""

from pathlib import Path

import quartier
from quartier.conformance.rule_marks import marked_rules


def test_no_test_names_an_unknown_rule() -> None:
    titles = {rule for name in quartier.titles() for rule in quartier.load(name).rule_ids()}
    unknown = {
        rule: tests for rule, tests in marked_rules(Path(__file__).parents[1]).items() if rule not in titles
    }
    assert not unknown


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
