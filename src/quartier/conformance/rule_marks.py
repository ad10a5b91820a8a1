"""The rules named by tests, read from their sources: a mark counts on a test function of an ordinary run."""

import ast
from collections.abc import Iterator
from pathlib import Path


def marked_rules(folder: Path) -> dict[str, list[str]]:
    """Return rule id -> the tests that name it, as `file::test`."""
    result: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for test in _tests(ast.parse(file.read_text(encoding="utf-8"))):
            for rule in _rules_of(test):
                result.setdefault(rule, []).append(f"{file.relative_to(folder)}::{test.name}")
    return result


def _tests(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not _is_left_out(node):
            yield node


def _is_left_out(test: ast.FunctionDef) -> bool:
    marks = {_mark_name(decorator) for decorator in test.decorator_list}
    return bool(marks & {"soak", "skip", "skipif", "xfail"})


def _mark_name(decorator: ast.expr) -> str:
    """Return `rules` for `@pytest.mark.rules(...)`, `soak` for `@pytest.mark.soak`."""
    mark = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(mark).removeprefix("pytest.mark.")


def _rules_of(test: ast.FunctionDef) -> list[str]:
    """Return the ids in the `rules` marks of a test; anything but plain strings there is an error."""
    marks = [
        call for call in test.decorator_list if isinstance(call, ast.Call) and _mark_name(call) == "rules"
    ]
    return [ast.literal_eval(argument) for mark in marks for argument in mark.args]
