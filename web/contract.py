"""Writes the page's types (src/net/types.ts) from the server's models (models.py in the server and in its views).

The models are read as source text: nothing of the package is imported, so this runs in a build without its dependencies,
and the docstrings come along. Only what models need is understood; anything else is an error that names it.
"""

from __future__ import annotations

import ast
from pathlib import Path

WEB = Path(__file__).resolve().parent
SERVER = WEB.parent / "src" / "quartier" / "server"
VIEWS = SERVER / "views"
MODELS = (
    SERVER / "models.py",
    VIEWS / "clocks" / "models.py",
    VIEWS / "models.py",
    VIEWS / "provable_chance.py",
    VIEWS / "finished" / "models.py",
    VIEWS / "learning" / "models.py",
    VIEWS / "planning" / "models.py",
    VIEWS / "daily" / "models.py",
    VIEWS / "lobby" / "models.py",
    VIEWS / "accounts" / "models.py",
    VIEWS / "tournaments" / "models.py",
    VIEWS / "lobby" / "chat_models.py",
)
TYPES = WEB / "src" / "net" / "types.ts"
HEADER = (
    "// Written by web/contract.py from the models in src/quartier/server. Change those, never this file.\n"
)
PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "object": "unknown"}
WIDTH = 120


class Unreadable(ValueError):
    """A model says something that has no counterpart here."""


def typescript(source: str) -> str:
    """All models of a module as TypeScript."""
    body = ast.parse(source).body
    parts = [
        part for index, node in enumerate(body) if (part := _declared(node, _docstring(body, index + 1)))
    ]
    return HEADER + "\n" + "\n".join(parts)


def _declared(node: ast.stmt, comment: str) -> str:
    """A class or an alias; empty for anything else."""
    if isinstance(node, ast.ClassDef):
        return _interface(node)
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return _alias(node.targets[0].id, node.value, comment)
    return ""


def _alias(name: str, value: ast.expr, comment: str) -> str:
    line = f"export type {name} = {_type(value)};"
    if len(line) > WIDTH:
        line = f"export type {name} =" + "".join(f"\n  | {_type(part)}" for part in _parts(value)) + ";"
    return _comment(comment, "") + line + "\n"


def _interface(node: ast.ClassDef) -> str:
    """A class of fields; one without any is an empty object."""
    bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id != "TypedDict"]
    extends = f" extends {', '.join(bases)}" if bases else ""
    fields = [
        _field(field, _docstring(node.body, index + 1))
        for index, field in enumerate(node.body)
        if isinstance(field, ast.AnnAssign)
    ]
    comment = _comment(ast.get_docstring(node) or "", "")
    if not fields and not bases:
        return comment + f"export type {node.name} = Record<string, never>;\n"
    return comment + f"export interface {node.name}{extends} {{\n" + "".join(fields) + "}\n"


def _field(field: ast.AnnAssign, comment: str) -> str:
    assert isinstance(field.target, ast.Name)
    kind, mark = field.annotation, ""
    if isinstance(kind, ast.Subscript) and _name(kind.value) == "NotRequired":
        kind, mark = kind.slice, "?"
    return _comment(comment, "  ") + f"  {field.target.id}{mark}: {_type(kind)};\n"


def _type(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and node.value is None:
        return "null"
    if isinstance(node, ast.Name):
        return PLAIN.get(node.id, node.id)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return " | ".join(_type(part) for part in _parts(node))
    if isinstance(node, ast.Subscript):
        return _generic(_name(node.value), node.slice)
    raise Unreadable(ast.unparse(node))


def _parts(node: ast.expr) -> list[ast.expr]:
    """The members of a union, in order."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_parts(node.left), *_parts(node.right)]
    return [node]


def _generic(name: str, inner: ast.expr) -> str:
    several = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    if name == "Annotated":
        return _text(several[-1])
    if name == "Literal":
        return " | ".join(_literal(each) for each in several)
    if name == "tuple":
        return f"[{', '.join(_type(each) for each in several)}]"
    if name == "dict":
        return f"Record<{', '.join(_type(each) for each in several)}>"
    if name == "list":
        return f"({_type(inner)})[]" if isinstance(inner, ast.BinOp) else f"{_type(inner)}[]"
    raise Unreadable(name)


def _literal(node: ast.expr) -> str:
    return f'"{_text(node)}"'


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise Unreadable(ast.unparse(node))


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)


def _docstring(body: list[ast.stmt], index: int) -> str:
    """The string that stands alone at this place, after what it describes; else empty."""
    node = body[index] if index < len(body) else None
    if (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ):
        return node.value.value
    return ""


def _comment(text: str, indent: str) -> str:
    return f"{indent}/** {' '.join(text.split())} */\n" if text else ""


def is_kept() -> bool:
    """Whether the page's types say what the models say."""
    return TYPES.read_text("utf-8") == typescript(_models())


def write() -> None:
    """Bring the page's types up to date."""
    TYPES.write_text(typescript(_models()), "utf-8")


def _models() -> str:
    return "\n".join(file.read_text("utf-8") for file in MODELS)
