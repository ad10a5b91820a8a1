"""What documents and docstrings show as Python is so: it runs, or it stands in the sources word for word."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import environment

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "quartier"
BLOCKS = [
    pytest.param(block, id=f"{file.name}: {block.splitlines()[0][:40]}")
    for file in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    for block in re.findall(
        r"^```python\n(.*?)^```", file.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
]
WITH_EXAMPLES = [
    ".".join(file.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for file in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_runs_or_stands_in_the_sources(block: str) -> None:
    if stands_in_the_sources(block):
        return
    assert re.match(r"import |from ", block), "neither a program (it imports nothing) nor an excerpt"
    done = subprocess.run(
        [sys.executable, "-c", block], env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def stands_in_the_sources(excerpt: str) -> bool:
    """Whether these lines follow one another in a file of ours; empty ones do not count."""
    lines = _lines(excerpt)
    files = (
        file for folder in ("src", "tests", "examples") for file in sorted((ROOT / folder).rglob("*.py"))
    )
    return any(lines in _lines(file.read_text(encoding="utf-8")) for file in files)


def _lines(text: str) -> str:
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return "\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_of_a_docstring_run(module: str) -> None:
    failed, attempted = doctest.testmod(importlib.import_module(module))
    assert attempted
    assert failed == 0


def test_the_packages_that_people_import_have_examples() -> None:
    assert {"quartier", "quartier.bots", "quartier.lab", "quartier.adapters.openspiel"} <= {*WITH_EXAMPLES}
