"""Errors in a title's rules: one sentence with file and line, where the compiler would fill a page."""

from __future__ import annotations

import ast
import re
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from quartier.core.text.errors import QuartierError, nearest
from quartier.core.text.languages import N_


class BrokenRule(QuartierError):
    """A rule that fails or doesn't compile; the message names the file and the line."""


class _Access(NamedTuple):
    """An attribute of a record that some rule reads or writes."""

    name: str
    file: Path
    line: int


def check_fields(parts: Iterable[ModuleType], names: Iterable[str], record: str = "Record") -> None:
    """Raise BrokenRule if a function of a title's rules or bots uses a field that its record doesn't have.

    Args:
        parts: The modules, or the packages with all their modules.
        names: The names of the fields.
        record: The name of the record's class, by which parameters are annotated.
    """
    fields = list(names)
    for access in _accesses(parts, record):
        if access.name not in (*fields, "board", "derived"):
            near = nearest(access.name, fields)
            raise BrokenRule(
                _NO_FIELD_NEAR if near else _NO_FIELD,
                file=access.file,
                line=access.line,
                name=access.name,
                near=near,
                known=", ".join(fields),
            )


def explain(error: Exception, parts: Iterable[ModuleType]) -> BrokenRule | None:
    """Return the compiler's error in a sentence; None if it names no line and no function of the title."""
    message, parts = str(error), list(parts)
    location = _line_in(message, parts) or _function_in(message, parts)
    if location is None:
        return None
    reason = next(line for line in message.splitlines() if line and not line.startswith("Failed in"))
    return BrokenRule(_NOT_COMPILED, file=location[0], line=location[1], reason=reason.rstrip(":. "))


def explain_failure(error: Exception, folder: Path) -> Exception:
    """Return what the title's own code raised as a BrokenRule with its last line below `folder`, else the error itself."""
    lines = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(str(folder))
    ]
    if not lines:
        return error
    reason = f"{type(error).__name__}: {error}"
    return BrokenRule(_FAILS, file=lines[-1].filename, line=lines[-1].lineno, reason=reason)


def _line_in(message: str, parts: list[ModuleType]) -> tuple[str, int] | None:
    """Return the first line of the title that a message of the compiler names."""
    folders = tuple(str(_path(part)) for part in parts)
    locations = re.findall(r" at (\S[^\n]*?) \((\d+)\)", message)
    return next(((file, int(line)) for file, line in locations if file.startswith(folders)), None)


def _function_in(message: str, parts: list[ModuleType]) -> tuple[str, int] | None:
    """Return where the first function that it names is defined, if that is in the title."""
    named = re.search(r"<function [\w.]*?(\w+) at 0x", message)
    for file in (file for part in parts for file in _files(part)):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if named and isinstance(node, ast.FunctionDef) and node.name == named[1]:
                return str(file), node.lineno
    return None


def _accesses(parts: Iterable[ModuleType], record: str) -> Iterator[_Access]:
    for file in (file for part in parts for file in _files(part)):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                yield from _accesses_in(function, record, file)


def _accesses_in(function: ast.FunctionDef, record: str, file: Path) -> Iterator[_Access]:
    """Yield the attributes of a function's records."""
    records = {
        argument.arg
        for argument in function.args.args
        if isinstance(argument.annotation, ast.Name) and argument.annotation.id == record
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in records:
            yield _Access(node.attr, file, node.lineno)


def _path(part: ModuleType) -> Path:
    file = Path(part.__file__ or "")
    return file.parent if file.name == "__init__.py" else file


def _files(part: ModuleType) -> list[Path]:
    path = _path(part)
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


_NO_FIELD = N_("{file}, line {line}: the record has no field “{name}”. Its fields: {known}.")
_NO_FIELD_NEAR = N_("{file}, line {line}: the record has no field “{name}”. Did you mean {near}?")
_FAILS = N_("{file}, line {line}: {reason}.")
_NOT_COMPILED = N_(
    "{file}, line {line}: this rule doesn’t compile. Rules are numbers, loops and function calls: no lists, sets, "
    "dicts or strings, nothing that allocates memory. Numba says: {reason}."
)
