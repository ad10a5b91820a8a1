"""Commit messages: the faults that are reported, by the Git hook and over the new commits."""

import subprocess
import sys
from pathlib import Path

import pytest
from tools.commit_subject import check_history, faults

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
def test_a_good_message_has_no_fault(message: str) -> None:
    assert faults(message) == []


@pytest.mark.parametrize(
    ("message", "expected"),
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
def test_a_bad_message_has_one_fault(message: str, expected: str) -> None:
    (sentence,) = faults(message)
    assert expected in sentence


def test_the_hook_fails_on_a_bad_message(tmp_path: Path) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text("Fixed it.\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "type and a colon" in done.stderr


def _git(root: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *identity, "-C", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose first commit has a bad subject."""
    _git(tmp_path, "init", "--quiet", "--initial-branch=main", "source")
    _commit(tmp_path / "source", "An old subject")
    return tmp_path / "source"


def _commit(root: Path, message: str) -> str:
    _git(root, "commit", "--quiet", "--allow-empty", "--message", message)
    return _git(root, "rev-parse", "HEAD")


def test_only_commits_after_the_base_are_checked(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = _git(repository, "rev-parse", "HEAD")
    _commit(repository, "feat: a sixth game\n\nWhy it is worth having.")
    _commit(repository, "fixup! feat: a sixth game")
    assert check_history(repository, base) == 0
    assert capsys.readouterr() == ("", "")
    bad = _commit(repository, "Fixed it")
    assert check_history(repository, base) == 1
    assert f"{bad[:7]} Fixed it" in capsys.readouterr().err


def test_a_clone_without_tags_is_checked(repository: Path, tmp_path: Path) -> None:
    base = _git(repository, "rev-parse", "HEAD")
    _commit(repository, "Fixed it")
    _git(tmp_path, "clone", "--quiet", "--no-tags", repository.as_uri(), "clone")
    assert check_history(tmp_path / "clone", base) == 1


def test_a_shallow_clone_passes_with_a_notice(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = _git(repository, "rev-parse", "HEAD")
    _commit(repository, "Fixed it")
    _git(tmp_path, "clone", "--quiet", "--depth=1", repository.as_uri(), "clone")
    assert check_history(tmp_path / "clone", base) == 0
    assert capsys.readouterr().out.startswith("Commit subjects not checked: ")


@pytest.mark.parametrize("path", ["/nowhere", None])
def test_a_source_archive_or_a_machine_without_git_passes_with_a_notice(
    path: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    if path:
        monkeypatch.setenv("PATH", path)
    assert check_history(tmp_path, "0" * 40) == 0
    assert capsys.readouterr().out.startswith("Commit subjects not checked: ")


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
