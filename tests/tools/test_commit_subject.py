"""Messages of commits: which are kept, and what is said about the others."""

import subprocess
import sys
from pathlib import Path

import pytest
from tools.commit_subject import faults

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tools" / "commit_subject.py"


@pytest.mark.parametrize(
    "message",
    [
        "feat: a sixth title",
        "fix(city_blocks): the swap comes before the award (CB-13)",
        "refactor(core, bots)!: entries move to the bots\n\nThe core knew the search.\n",
        "fix: " + "x" * 67,
        "docs: why\n# Please enter the commit message for your changes.\n",
        "Merge branch 'main'",
        'Revert "feat: a sixth title"',
        "fixup! feat: a sixth title",
    ],
)
def test_a_good_message_is_kept(message: str) -> None:
    assert faults(message) == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("fix: " + "x" * 68, "73 characters"),
        ("a sixth title", "type and a colon"),
        ("feature: a sixth title", "type and a colon"),
        ("fix:the swap", "type and a colon"),
        ("fix: ", "type and a colon"),
        ("", "type and a colon"),
        ("fix: the swap\nbecause", "empty line"),
    ],
)
def test_a_bad_message_is_told_what_is_wrong(message: str, said: str) -> None:
    (sentence,) = faults(message)
    assert said in sentence


def test_git_hears_the_answer(tmp_path: Path) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text("Fixed it.\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "type and a colon" in done.stderr


def test_the_hooks_are_well_formed_and_fetch_nothing() -> None:
    config = ROOT / ".pre-commit-config.yaml"
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-config", str(config)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "http" not in config.read_text(encoding="utf-8")
