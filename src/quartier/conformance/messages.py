"""The message ids in the sources, and the German catalogues."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

import quartier

PACKAGE = Path(quartier.__file__).parent
SHARED = PACKAGE / "locale" / "de" / "LC_MESSAGES" / "quartier.po"
MARKERS = {"t", "N_", "_", "gettext"}


def message_ids(files: list[Path]) -> dict[str, str]:
    """Message id -> a place `file:line` that says it; texts in `t(...)` and `N_(...)`."""
    result: dict[str, str] = {}
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _translates(node.func) and node.args:
                for text in _texts(node.args[0]):
                    result.setdefault(text, f"{file.name}:{node.lineno}")
    return result


def _translates(function: ast.expr) -> bool:
    """Whether a call of this is `t(...)`, `N_(...)` or `translator(lang)(...)`."""
    if isinstance(function, ast.Call):
        return isinstance(function.func, ast.Name) and function.func.id == "translator"
    return isinstance(function, ast.Name) and function.id in MARKERS


def _texts(argument: ast.expr) -> Iterator[str]:
    """The texts that an argument may be: itself, or both branches of a condition."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    if isinstance(argument, ast.IfExp):
        yield from _texts(argument.body)
        yield from _texts(argument.orelse)


def german(file: Path) -> dict[str, str]:
    """Message id -> German, without the unfinished ones."""
    if not file.exists():
        return {}
    with file.open("rb") as source:
        catalogue = read_po(source, abort_invalid=True)
    return {
        str(message.id): str(message.string)
        for message in catalogue
        if message.id and message.string and not message.fuzzy
    }


def fields(text: str) -> set[str]:
    """The `{fields}` of a message."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
