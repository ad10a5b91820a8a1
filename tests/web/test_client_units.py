"""The client's own tests (web/test), run as they are by Node's test runner."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

TESTS = Path(__file__).parents[2] / "web" / "test"


def test_the_clients_own_tests_pass(hook: ModuleType) -> None:
    """What fails is told by its name, its file and the difference; that no test was found is a failure too."""
    # Types are not only left out: the fields that a constructor's parameters declare are code.
    options = ["--experimental-transform-types", "--test", "--test-reporter=spec"]
    done = hook.node_tool("node", [*options, "test/**/*.test.ts"])
    search = re.search(r"^ℹ tests (\d+)$", done.stdout, re.MULTILINE)
    failures = done.stdout.partition("failing tests:")[2] or done.stdout + done.stderr
    assert done.returncode == 0, failures
    assert search is not None, done.stdout
    assert int(search[1]) >= len(unit_tests()) > 0


def unit_tests() -> list[str]:
    """The tests as their files name them; a loop may make several of one."""
    return [
        name
        for file in sorted(TESTS.rglob("*.test.ts"))
        for name in re.findall(r"^ *test\([\"'`](.+?)[\"'`],", file.read_text("utf-8"), re.MULTILINE)
    ]


def test_every_client_test_says_something_of_its_own() -> None:
    names = unit_tests()
    assert len(names) == len(set(names))
