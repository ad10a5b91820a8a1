"""The message ids in the sources, and the catalogues of translations."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

import quartier

PACKAGE = Path(quartier.__file__).parent
MARKERS = {"t", "N_", "_", "gettext"}


def messages_in(file: Path) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield each message of a source with its line: (id,) in `t(...)` and `N_(...)`, (one, many) in `t.ngettext(...)`."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (count := _message_count(node.func)):
            texts = [list(_texts(argument)) for argument in node.args[:count]]
            yield from ((message, node.lineno) for message in zip(*texts, strict=True))


def message_ids(files: list[Path]) -> dict[str, str]:
    """Map message ids to a place `file:line` that uses them; each plural form counts as a message of its own."""
    result: dict[str, str] = {}
    for file in files:
        for message, line in messages_in(file):
            for text in message:
                result.setdefault(text, f"{file.name}:{line}")
    return result


def _message_count(function: ast.expr) -> int:
    """Return how many arguments of a call are message ids: two of `ngettext`, one of `t`, `N_` and `translator(lang)`."""
    if isinstance(function, ast.Attribute):
        return 2 if function.attr == "ngettext" else 0
    if isinstance(function, ast.Call):
        return int(isinstance(function.func, ast.Name) and function.func.id == "translator")
    if isinstance(function, ast.Name):
        return 2 if function.id == "ngettext" else int(function.id in MARKERS)
    return 0


def _texts(argument: ast.expr) -> Iterator[str]:
    """Yield the possible texts of an argument: itself, or both branches of a condition."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    if isinstance(argument, ast.IfExp):
        yield from _texts(argument.body)
        yield from _texts(argument.orelse)


def catalogue(folder: Path, lang: str) -> Path:
    """Return the catalogue of a game in a language."""
    return folder / "data" / f"messages.{lang}.po"


def shared_catalogue(lang: str) -> Path:
    """Return the catalogue of what all games share, in a language."""
    return PACKAGE / "locale" / lang / "LC_MESSAGES" / "quartier.po"


def translations(file: Path) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Map messages, (id,) or (one, many), to their translated forms, without the unfinished ones."""
    if not file.exists():
        return {}
    with file.open("rb") as source:
        messages = read_po(source, abort_invalid=True)
    return {
        _forms(message.id): _forms(message.string)
        for message in messages
        if message.id and message.string and not message.fuzzy
    }


def translated_messages(file: Path) -> dict[str, str]:
    """Map message ids to their translations; the id of many to the last plural form."""
    result: dict[str, str] = {}
    for ids, texts in translations(file).items():
        result |= {ids[0]: texts[0], ids[-1]: texts[-1]}
    return result


def _forms(text: str | Iterable[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def fields(text: str) -> set[str]:
    """Return the `{fields}` of a message."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
