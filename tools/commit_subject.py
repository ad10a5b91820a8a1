"""Check commit messages: one from Git's commit-msg hook (see .pre-commit-config.yaml), or all new ones in `make check`.

    python tools/commit_subject.py FILE    check the message in FILE
    python tools/commit_subject.py         check every commit after CHECKED_SINCE

A subject reads `fix(city_blocks): swap before the award (CB-13)`: Conventional Commits, up to 72 characters, so that
no list of commits cuts it. A body, if there is one, begins after an empty line and says why.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHECKED_SINCE = "faca49e73be350927791a4318fed73fe0dfb802a"
"""Commits up to this one are not checked: some of their subjects are too long. If a bad subject was published, move it."""
MAX_SUBJECT_LENGTH = 72
"""Characters of a subject: what `git log` and web pages show of it in one line."""
TYPES = ("build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "revert", "style", "test")
CONVENTIONAL = re.compile(rf"(?:{'|'.join(TYPES)})(?:\([\w, -]+\))?!?: \S")
WRITTEN_BY_GIT = re.compile(r"(?:Merge|Revert|fixup!|squash!|amend!) ")


class HistoryError(Exception):
    """The commits cannot be listed; the text is Git's reason."""


def faults(message: str) -> list[str]:
    """Return one sentence for each fault of the message. Lines that begin with # are Git's comments."""
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    subject, *rest = lines or [""]
    if WRITTEN_BY_GIT.match(subject):
        return []
    result = []
    if not CONVENTIONAL.match(subject):
        result.append(
            f"The subject does not begin with a type and a colon, as in 'fix: ...': {', '.join(TYPES)}."
        )
    if len(subject) > MAX_SUBJECT_LENGTH:
        result.append(
            f"The subject has {len(subject)} characters; {MAX_SUBJECT_LENGTH} are the limit. Say why in the body."
        )
    if rest and rest[0]:
        result.append("An empty line is missing between the subject and the body.")
    return result


def commit_messages(root: Path, since: str) -> dict[str, str]:
    """Return the messages of all commits after `since`, by abbreviated hash.

    Raises:
        HistoryError: there is no Git, no repository, or no commit `since`, as in a source archive or a shallow clone.
    """
    command = ["git", "-C", str(root), "log", "-z", "--format=%h %B", f"{since}..HEAD", "--"]
    try:
        log = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    except OSError as error:
        raise HistoryError(str(error)) from error
    if log.returncode:
        raise HistoryError(log.stderr.strip().partition("\n")[0])
    entries = (entry.partition(" ") for entry in log.stdout.split("\0") if entry)
    return {commit: message for commit, _, message in entries}


def check_history(root: Path, since: str) -> int:
    """Return 1 if a commit after `since` has a fault, with all of them on standard error; otherwise 0."""
    try:
        messages = commit_messages(root, since)
    except HistoryError as error:
        print(f"Commit subjects not checked: {error}")
        return 0
    result = 0
    for commit, message in messages.items():
        for sentence in faults(message):
            subject = message.partition("\n")[0]
            print(f"{commit} {subject}\n    {sentence}", file=sys.stderr)
            result = 1
    return result


def check_file(file: Path) -> int:
    """Return 1 if the message in the file has a fault, with all of them on standard error; otherwise 0."""
    sentences = faults(file.read_text(encoding="utf-8"))
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return int(bool(sentences))


def main(arguments: list[str]) -> int:
    """Check the file that is named, or else the new commits."""
    return check_file(Path(arguments[0])) if arguments else check_history(ROOT, CHECKED_SINCE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
