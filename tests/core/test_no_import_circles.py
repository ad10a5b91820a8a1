"""No module of the package needs itself, however far around, not even for its types."""

from __future__ import annotations

import ast
from pathlib import Path

import quartier

ROOT = Path(quartier.__file__).parent.parent


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name; a package by its own."""
    result = {}
    for file in sorted((ROOT / "quartier").rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        result[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return result


def at_import(body: list[ast.stmt]) -> list[ast.Import | ast.ImportFrom]:
    """The imports that run when the module is imported, and those for types only; none that a function makes later."""
    result: list[ast.Import | ast.ImportFrom] = []
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            result.append(statement)
        elif not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for part in ("body", "orelse", "handlers", "finalbody"):
                result += at_import(getattr(statement, part, []))
    return result


def base(statement: ast.ImportFrom, module: str, is_package: bool) -> str:
    """The module after "from", relative ones made absolute."""
    if not statement.level:
        return statement.module or ""
    up = module.split(".")[: len(module.split(".")) - statement.level + is_package]
    return ".".join([*up, *filter(None, [statement.module])])


def imports_of(module: str, file: Path, modules: dict[str, Path]) -> set[str]:
    """The modules that one imports. A name of a package that is a module of it is that module, not the package."""
    names: set[str] = set()
    for statement in at_import(ast.parse(file.read_text(encoding="utf-8")).body):
        if isinstance(statement, ast.Import):
            names |= {alias.name for alias in statement.names}
            continue
        package = base(statement, module, file.name == "__init__.py")
        within = {f"{package}.{alias.name}" for alias in statement.names}
        names |= within & set(modules)
        names |= {package} if within - set(modules) else set()
    return names & set(modules) - {module}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that need each other (strongly connected components of more than one), by Tarjan's way."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    result: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            start = stack.index(module)
            group, stack[start:] = stack[start:], []
            result.extend([sorted(group)] if len(group) > 1 else [])

    for module in sorted(graph):
        if module not in index:
            visit(module)
    return result


def test_no_import_circles() -> None:
    all_modules = modules()
    graph = {module: imports_of(module, file, all_modules) for module, file in all_modules.items()}
    assert circles(graph) == []


def test_a_circle_would_be_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert circles({"a": {"b"}, "b": set()}) == []
