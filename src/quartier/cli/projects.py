"""Writing the project of a new title: a copy of `examples/skeleton`, or of another title, under a new name."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import quartier
from quartier.core.game.plugins import offers
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_, languages_of, translator
from quartier.games.registry import GROUP, OURS

SKELETON, EXAMPLE, CARD_GAME = "skeleton", "connect_four", "leduc"
_NAMES = {SKELETON: "Skeleton", EXAMPLE: "Connect Four", CARD_GAME: "Leduc Poker"}
"""The projects to copy, with the English names of their games."""
_TEXTS = (".py", ".md", ".po", ".toml", ".css", ".txt")
_LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", "*.mo", "levels*.json", "network-*", "priority.json", "puzzles.jsonl", ".*"
)
"""Files that are not copied: compiled ones, and measurements of the other title."""


def example(name: str) -> Path:
    """Return the folder of one of the projects to copy: shipped in the package, or beside it in a source tree."""
    package = Path(quartier.__file__).parent
    shipped = package / "examples"
    return (shipped if shipped.is_dir() else package.parents[1] / "examples") / name


def check_name(name: str, folder: Path) -> None:
    """Raise BadOption unless a title in that folder may have this name."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise BadOption(_NO_NAME, name=name)
    owner = _owner(name, folder)
    if owner:
        raise BadOption(_TAKEN, name=name, owner=owner, place=folder)


def _owner(name: str, folder: Path) -> str:
    """Return what already has the name; "" if nothing does."""
    if name in OURS:
        return f"quartier {quartier.__version__} ({OURS[name]})"
    if offers(GROUP).get(name):
        return offers(GROUP)[name][0].origin
    if folder.exists():
        return str(folder)
    spec = find_spec(name)
    return spec.origin or "" if spec else ""  # a folder without code reserves no name


@dataclass(frozen=True)
class Source:
    """The title that a new one is copied from: its folder, the project around it, and its names."""

    name: str
    project: str
    folder: Path
    called: tuple[str, ...]
    """Its names in all its languages, English first."""

    @classmethod
    def of(cls, name: str) -> Source:
        """Return a project to copy, or an installed title in the project of the example. UnknownTitle if it is neither."""
        if name in _NAMES:
            folder = example(name) / "src" / name
            return cls(name, name, folder, _names(_NAMES[name], folder))
        spec = quartier.load(name).spec
        return cls(name, EXAMPLE, spec.folder, _names(spec.rules.NAME, spec.folder))


def _names(english: str, folder: Path) -> tuple[str, ...]:
    """Return what a game is called in all its languages."""
    return tuple(dict.fromkeys(translator(lang, folder)(english) for lang in languages_of(folder)))


def write(name: str, source: Source, folder: Path) -> None:
    """Write the project of a new title into `folder`, which must not exist yet."""
    shutil.copytree(example(source.project), folder, ignore=_LEFT_OUT)
    if source.name != source.project:
        _put_in(folder, source)
    shutil.move(folder / "src" / source.project, folder / "src" / name)
    for file in sorted(folder.rglob("*")):
        if file.suffix in _TEXTS:
            file.write_text(_renamed(file.read_text("utf-8"), name, source), "utf-8")
    _sort_imports(folder)


def _put_in(folder: Path, source: Source) -> None:
    """Replace the example by another title, whose tests prove only its own rules."""
    package = folder / "src" / EXAMPLE
    shutil.rmtree(package)
    shutil.copytree(source.folder, package, ignore=_LEFT_OUT)
    (folder / "tests" / "test_rules.py").unlink()
    suite = folder / "tests" / "test_conformance.py"
    suite.write_text(_without_proofs(suite.read_text("utf-8")), "utf-8")


def _without_proofs(text: str) -> str:
    """Return the test suite without the check that every rule has a test."""
    text = text.replace(
        ", and every rule has its proof in these tests.", ". Add ProvedRules when every rule has its test."
    )
    return text.replace(", ProvedRules", "")


def _sort_imports(folder: Path) -> None:
    """Sort imports of Quartier as third-party there, if Ruff is installed: in our own titles they are first-party."""
    if find_spec("ruff"):
        command = [
            sys.executable,
            "-m",
            "ruff",
            "check",
            "--quiet",
            "--no-cache",
            "--fix",
            "--select",
            "I",
            ".",
        ]
        subprocess.run(command, cwd=folder, check=False)


def _renamed(text: str, name: str, source: Source) -> str:
    """Return the same text about the new title. OpenSpiel's games keep their names."""
    words = name.replace("_", " ").title()
    for called in (_NAMES[source.project], *source.called):
        text = text.replace(f"Test{called.replace(' ', '')}", f"Test{words.replace(' ', '')}")
        text = text.replace(called, words)
    return re.sub(rf'(?<!load_game\(")\b({source.project}|{source.name})\b', name, text)


_NO_NAME = N_("“{name}” isn’t a valid name. Use lower-case letters, digits and _, as in my_game.")
_TAKEN = N_("The name “{name}” is taken by {owner}, so {place} can’t use it. Choose another one.")
