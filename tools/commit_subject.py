"""Whether the message of a commit is as we keep them. Git calls it with the file (see .pre-commit-config.yaml).

A subject reads `fix(city_blocks): the swap comes before the award`: Conventional Commits, up to 72 characters, so that
no list of commits cuts it. A body, if there is one, begins after an empty line and says why.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

MAX_SUBJECT_LENGTH = 72
"""Characters of a subject: what `git log` and web pages show of it in one line."""
TYPES = ("build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "revert", "style", "test")
CONVENTIONAL = re.compile(rf"(?:{'|'.join(TYPES)})(?:\([\w, -]+\))?!?: \S")
GITS_OWN = re.compile(r"(?:Merge|Revert|fixup!|squash!|amend!) ")
"""What Git itself writes."""


def faults(message: str) -> list[str]:
    """One sentence for each thing that is wrong with the message; lines that begin with # are Git's comments."""
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    subject, *rest = lines or [""]
    if GITS_OWN.match(subject):
        return []
    wrong = []
    if not CONVENTIONAL.match(subject):
        wrong.append(
            f"The subject does not begin with a type and a colon, as in 'fix: ...': {', '.join(TYPES)}."
        )
    if len(subject) > MAX_SUBJECT_LENGTH:
        wrong.append(
            f"The subject has {len(subject)} characters; {MAX_SUBJECT_LENGTH} are the limit. Say why in the body."
        )
    if rest and rest[0]:
        wrong.append("An empty line is missing between the subject and the body.")
    return wrong


def main(arguments: list[str]) -> int:
    """0 if the message in that file is well formed; 1 with what is wrong on standard error."""
    (file,) = arguments
    wrong = faults(Path(file).read_text(encoding="utf-8"))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
