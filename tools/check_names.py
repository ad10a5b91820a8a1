"""Count dialect names per package and hold them to a budget that may only fall. `python tools/check_names.py`

    python tools/check_names.py                  check the tree against tools/name_budget.json
    python tools/check_names.py --list [PATH]    print every hit below PATH as `path:line kind name`
    python tools/check_names.py --lower          write smaller counts into the budget; larger ones are refused

A *name* is a definition: a function, a class, a parameter, or a variable or `self` attribute that is assigned; each
counts once per scope. `self`, `cls`, `_` and dunder names don't count, nor do contracts: fields of TypedDicts, request
bodies and records, and parameters of HTTP routes and commands. TypeScript is scanned for `function`, `const` and `let`.

A name is *dialect* if it is a word of DIALECT as a whole (underscores and a plural s aside), or if one of its parts is
a word of DIALECT_PARTS: `is_known`, `last_seen`, `drawn_card` are fine, `known`, `seen` and `told_where` are not.
A *participle* is a function whose whole name is a past participle: `carried`, `_told`, but not `is_carried`.
Constants such as MOST don't say of what, and in a layer two modules of the same basename confuse: both are listed.

Two branches that both lower the budget conflict in the data file: keep either side and run `--lower`.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUDGET = Path("tools/name_budget.json")

MAX_DIALECT_SHARE = 0.003
"""Of all names, the share of dialect ones to end at. The summary reports it; the budget leads there."""
MAX_PARTICIPLE_SHARE = 0.03
"""Of all functions, the share of bare participles to end at."""


def _set_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


DIALECT = _set_of(
    """
    anothers apart asked begun beside brings brought carried courier deed desk doorman doubted drawn each every everybody
    found gone heard heed held herald house household hush imagine kept keepsake knocking known made meant place proven
    room said seen shown shows shun sight somebody sought sure taken tell teller tidying told unsaid untold wanted
    whoever word worded
    """
)
"""Words that no reader who knows web servers, databases, search or machine learning would look for."""
DIALECT_PARTS = _set_of(
    """
    anothers deed doorman everybody heard heed herald household hush keepsake knocking said shun somebody teller told
    unsaid untold whoever
    """
)
"""Words that are dialect beside others, too."""
LEGITIMATE = frozenset(
    {
        ("quartier/games", "apart"),  # how far houses of Neue Heimat stand from each other
        ("quartier/games", "house"),  # a building
        ("quartier/games", "room"),  # what an apartment has
        ("quartier/games", "word"),  # 64 bits of a set
        ("quartier/core", "word"),
        ("quartier/bots", "word"),
        ("quartier/cli", "word"),  # what shells complete
    }
)
"""(package, name): terms of a rulebook, of the machine or of a shell."""
PUBLIC = frozenset({"concealed"})
"""The public Python API: stable, other people's code calls it."""

IRREGULAR_PARTICIPLES = _set_of(
    """
    begun bent bitten blown born borne bought broken brought built caught chosen dealt done drawn driven drunk dug eaten
    fallen fed felt fled flown forbidden foreseen forgiven forgotten fought found frozen given gone gotten grown heard
    held hidden hung kept known laid lain lent lit lost made meant met mistaken outdated outgrown overcome overtaken paid
    proven redone redrawn remade rewritten ridden risen said seen sent sewn shaken shown shrunk slain slid sold sought
    spent spoken spun stolen stood stuck sung sunk sworn swum swung taken taught thought thrown told torn understood
    undone unknown unsaid unseen untold withdrawn withheld won worn woven written
    """
)
"""Irregular ones that are no verb or noun besides (`left`, `bound`, `read`, `set` are)."""
NO_PARTICIPLES = _set_of(
    "bed bleed breed deed embed exceed feed heed need proceed red reed seed shed speed succeed weed"
)

LIMITS = _set_of(
    """
    AGAIN ALIKE EARLY ENOUGH EVERY FAR FEW FEWEST LATE LATER LEAST LONG LONGEST MANY MOST NEAR OFTEN PATIENCE QUICK RARE
    SELDOM SHORT SHORTEST SLOW SMALL SOON SURE USUAL WIDE
    """
)
"""Constants that don't say of what; `MAX_NAME_LENGTH` does."""
SHARED_BASENAMES = frozenset({"__init__", "__main__", "models", "routes"})
"""Modules that may have namesakes in their layer."""

PACKAGES = ("core", "games", "bots", "lab", "server", "cli", "adapters", "envs", "conformance")
OTHER_FOLDERS = ("tests", "benchmarks", "tools", "examples")
ROUTE_DECORATORS = frozenset({"get", "post", "put", "patch", "delete", "command", "callback"})
CONTRACT_BASES = frozenset({"TypedDict", "BaseModel", "Game record", "RecordBase"})
"""Fields of TypedDicts and request bodies are JSON of the HTTP interface; those of records are digested and stored."""

_CLASS = re.compile(r"^\s*class (\w+)(?:\[[^\]]*\])?\(([^)]*)\)", re.MULTILINE)
_TYPESCRIPT = re.compile(
    r"\b(?:(function)\*?|const|let)\s+([A-Za-z_$][\w$]*)(\s*=\s*(?:async\s*)?(?:\([^()]*\)(?:\s*:[^=;]*)?|\w+)\s*=>)?"
)
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Name:
    """Is a definition: `kind` is function, class, parameter, variable or constant."""

    path: Path
    line: int
    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.path.as_posix()}:{self.line} {self.kind} {self.name}"


@dataclass
class Tally:
    """Counts what a package has; the fields are those of the data file, besides the totals."""

    names: int = 0
    functions: int = 0
    dialect: int = 0
    participles: int = 0
    constants: Counter[str] = field(default_factory=Counter)
    basenames: Counter[str] = field(default_factory=Counter)

    def budget(self) -> dict[str, object]:
        """Return the counts that may only fall, as JSON."""
        return {
            "dialect": self.dialect,
            "participles": self.participles,
            "constants": dict(sorted(self.constants.items())),
            "basenames": dict(sorted(self.basenames.items())),
        }

    def flat(self) -> dict[str, int]:
        """Return each count that may only fall under a name: "dialect", "constants MOST"."""
        lists = {"constants": self.constants, "basenames": self.basenames}
        named = {f"{kind} {name}": count for kind, counts in lists.items() for name, count in counts.items()}
        return {"dialect": self.dialect, "participles": self.participles, **named}


def package_of(path: Path) -> str:
    """Return the package whose budget a file counts against: `quartier/core`, `tests`, `web`."""
    parts = path.parts
    if parts[:2] != ("src", "quartier"):
        return parts[0]
    return f"quartier/{parts[2]}" if len(parts) > 3 and parts[2] in PACKAGES else "quartier"


def layer_of(path: Path) -> str | None:
    """Return where a basename may mean one thing only: `core`, `server/views`, `games/gridlock`; None elsewhere.

    The server has one axis per folder: of the chat `storage` has the SQL, `http/routes` the routes.
    """
    parts = path.parts
    if parts[:2] != ("src", "quartier") or len(parts) < 4:
        return None
    depth = {"server": 3 if parts[3] == "http" else 2, "games": 2}.get(parts[2], 1)
    return "/".join(parts[2 : min(2 + depth, len(parts) - 1)])


def sources(root: Path) -> list[Path]:
    """Return all files that are scanned, relative to the root."""
    python = [
        path
        for folder in ("src/quartier", *OTHER_FOLDERS)
        for path in (root / folder).rglob("*.py")
        if "node_modules" not in path.parts and "build" not in path.parts
    ]
    return sorted(path.relative_to(root) for path in [*python, *(root / "web/src").rglob("*.ts")])


# Which names are counted


def parts_of(name: str) -> list[str]:
    """Split a snake or camel name into its parts, in small letters."""
    return [part.lower() for part in _PARTS.findall(name)]


def is_dialect(name: Name) -> bool:
    """Return whether a reader from the field would not know the name."""
    parts = [_singular(part) for part in parts_of(name.name)]
    if len(parts) != 1:
        return not DIALECT_PARTS.isdisjoint(parts)
    verb = name.kind == "function" and parts == ["place"]
    return parts[0] in DIALECT and (package_of(name.path), parts[0]) not in LEGITIMATE and not verb


def _singular(part: str) -> str:
    return part if part in DIALECT else part.removesuffix("s")


def is_participle(name: Name) -> bool:
    """Return whether it is a function whose whole name is a past participle."""
    bare = name.name.removeprefix("_")
    if name.kind != "function" or not bare.isalpha() or hasattr(builtins, bare) or bare in PUBLIC:
        return False
    return bare in IRREGULAR_PARTICIPLES or (bare.endswith("ed") and bare not in NO_PARTICIPLES)


def is_limit(name: Name) -> bool:
    """Return whether a constant of a module does not say what it limits."""
    return name.kind == "constant" and name.name.lstrip("_") in LIMITS


# Python


def contract_classes(texts: dict[Path, str]) -> frozenset[str]:
    """Return the names of the classes whose fields are a contract, with those that derive from them."""
    parents = {
        name: {base.split("[")[0].split(".")[-1].strip() for base in bases.split(",")}
        for text in texts.values()
        for name, bases in _CLASS.findall(text)
    }
    derived = set(CONTRACT_BASES)
    while more := {name for name, bases in parents.items() if bases & derived} - derived:
        derived |= more
    return frozenset(derived)


class Definitions(ast.NodeVisitor):
    """Collects the names that a module defines, each once per scope, contracts aside."""

    def __init__(self, path: Path, contracts: frozenset[str]) -> None:
        self.names: list[Name] = []
        self._path = path
        self._contracts = contracts
        self._scopes: list[set[str]] = [set()]
        self._owners: list[ast.AST] = []

    def visit_FunctionDef(self, node: Function) -> None:
        """Add the function's name outside, its parameters and variables inside."""
        self._add(node, "function", node.name)
        self._inside(node, lambda: self._parameters(node))

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """Treat it as any function."""
        self.visit_FunctionDef(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Open a scope with its parameters."""
        self._inside(node, lambda: self._arguments(node.args))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Add the class's name outside, its fields inside."""
        self._add(node, "class", node.name)
        self._inside(node, lambda: None)

    def visit_Name(self, node: ast.Name) -> None:
        """Add a variable that is assigned."""
        if isinstance(node.ctx, ast.Store) and not self._is_field():
            constant = not self._owners and node.id.isupper()
            self._add(node, "constant" if constant else "variable", node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Add an attribute of `self` that is assigned."""
        own = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}
        if isinstance(node.ctx, ast.Store) and own:
            self._add(node, "variable", node.attr, f"self.{node.attr}")
        self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """Add the name of an error."""
        if node.name:
            self._add(node, "variable", node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        """Add a capture of a pattern."""
        if node.name:
            self._add(node, "variable", node.name)
        self.generic_visit(node)

    def _inside(self, node: Function | ast.Lambda | ast.ClassDef, first: Callable[[], None]) -> None:
        self._scopes.append(set())
        self._owners.append(node)
        first()
        self.generic_visit(node)
        self._owners.pop()
        self._scopes.pop()

    def _parameters(self, node: Function) -> None:
        if not self._is_interface(node):
            self._arguments(node.args)

    def _arguments(self, args: ast.arguments) -> None:
        for argument in [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]:
            if argument is not None and argument.arg not in {"self", "cls"}:
                self._add(argument, "parameter", argument.arg)

    def _is_field(self) -> bool:
        """Return whether the variable is a field of a contract: JSON of the HTTP interface, or a stored record."""
        owner = self._owners[-1] if self._owners else None
        return isinstance(owner, ast.ClassDef) and owner.name in self._contracts

    def _is_interface(self, node: Function) -> bool:
        """Return whether parameters are those of an HTTP route or options of a command, which are contracts."""
        called = [entry.func for entry in node.decorator_list if isinstance(entry, ast.Call)]
        routed = any(isinstance(func, ast.Attribute) and func.attr in ROUTE_DECORATORS for func in called)
        command = self._path.parts[1:4] == ("quartier", "cli", "commands") and len(self._owners) == 1
        return routed or (command and not node.name.startswith("_"))

    def _add(
        self,
        node: ast.expr | ast.stmt | ast.arg | ast.excepthandler | ast.pattern,
        kind: str,
        name: str,
        key: str = "",
    ) -> None:
        scope, key = self._scopes[-1], key or name
        dunder = name.startswith("__") and name.endswith("__")
        if key not in scope and not dunder and name.strip("_"):
            scope.add(key)
            self.names.append(Name(self._path, node.lineno, kind, name))


def python_names(path: Path, text: str, contracts: frozenset[str]) -> list[Name]:
    """Return the definitions of a Python file."""
    definitions = Definitions(path, contracts)
    definitions.visit(ast.parse(text))
    return definitions.names


def typescript_names(path: Path, text: str) -> Iterator[Name]:
    """Yield the functions, constants and variables of a TypeScript file; parameters and methods are left out."""
    for match in _TYPESCRIPT.finditer(text):
        kind = "function" if match[1] or match[3] else "variable"
        yield Name(path, text.count("\n", 0, match.start()) + 1, kind, match[2])


def all_names(root: Path, below: Path = Path()) -> Iterator[Name]:
    """Yield the definitions of all files below a path."""
    texts = {path: (root / path).read_text(encoding="utf-8") for path in sources(root)}
    contracts = contract_classes(texts)
    for path, text in texts.items():
        if path.is_relative_to(below):
            yield from (
                python_names(path, text, contracts) if path.suffix == ".py" else typescript_names(path, text)
            )


# Counting


def measure(root: Path) -> dict[str, Tally]:
    """Return the tally of each package; one without any name has none."""
    tallies: dict[str, Tally] = {}
    for name in all_names(root):
        _count(tallies.setdefault(package_of(name.path), Tally()), name)
    for key, paths in _namesakes(root).items():
        tallies.setdefault(package_of(paths[0]), Tally()).basenames[key] = len(paths)
    return tallies


def _count(tally: Tally, name: Name) -> None:
    tally.names += 1
    tally.functions += name.kind == "function"
    tally.dialect += is_dialect(name)
    tally.participles += is_participle(name)
    if is_limit(name):
        tally.constants[name.name.lstrip("_")] += 1


def _namesakes(root: Path) -> dict[str, list[Path]]:
    """Return the modules that share a basename in a layer: `{"server/tables": [...]}`."""
    modules: dict[str, list[Path]] = {}
    for path in sources(root):
        layer = layer_of(path)
        if layer and path.stem not in SHARED_BASENAMES:
            modules.setdefault(f"{layer}/{path.stem}", []).append(path)
    return {key: paths for key, paths in modules.items() if len(paths) > 1}


def hits(root: Path, below: Path = Path()) -> Iterator[str]:
    """Yield a line for each dialect name, bare participle, constant without a subject and shared basename."""
    for name in all_names(root, below):
        participle = is_participle(name)
        if participle or is_limit(name) or is_dialect(name):
            yield f"{name} (participle)" if participle else str(name)
    for paths in _namesakes(root).values():
        yield from (
            f"{path.as_posix()}:1 basename {path.stem}" for path in paths if path.is_relative_to(below)
        )


# The budget


def read_budget(file: Path) -> dict[str, Tally]:
    """Read the budget of each package."""
    data = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {
        package: Tally(
            dialect=entry["dialect"],
            participles=entry["participles"],
            constants=Counter(entry["constants"]),
            basenames=Counter(entry["basenames"]),
        )
        for package, entry in data.items()
    }


def differences(tallies: dict[str, Tally], budget: dict[str, Tally]) -> tuple[list[str], list[str]]:
    """Return sentences about counts above their budget, and about counts below it."""
    above: list[str] = []
    below: list[str] = []
    for package in sorted(tallies.keys() | budget.keys()):
        counts = tallies.get(package, Tally()).flat()
        limits = budget.get(package, Tally()).flat()
        for key in sorted(counts.keys() | limits.keys()):
            count, limit = counts.get(key, 0), limits.get(key, 0)
            if count != limit:
                (above if count > limit else below).append(f"{package}: {key}: {count}, budget {limit}")
    return above, below


def write_budget(file: Path, tallies: dict[str, Tally]) -> None:
    """Write the counts as the new budget."""
    data = {package: tally.budget() for package, tally in sorted(tallies.items())}
    file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def summary(tallies: dict[str, Tally]) -> str:
    """Format the shares of each package and of source and tests, beside the caps."""
    source = [tally for package, tally in tallies.items() if package.startswith("quartier")]
    groups = {**{package: [tally] for package, tally in sorted(tallies.items())}, "source": source}
    groups["all"] = list(tallies.values())
    head = f"{'package':22} {'names':>6} {'dialect':>14} {'functions':>9} {'participles':>14}"
    caps = f"to end at: dialect {MAX_DIALECT_SHARE:.1%}, participles {MAX_PARTICIPLE_SHARE:.1%}"
    return "\n".join([head, *(_row(package, group) for package, group in groups.items()), caps])


def _row(package: str, group: list[Tally]) -> str:
    names, functions = sum(tally.names for tally in group), sum(tally.functions for tally in group)
    dialect, participles = sum(tally.dialect for tally in group), sum(tally.participles for tally in group)
    shares = dialect / max(names, 1), participles / max(functions, 1)
    return (
        f"{package:22} {names:6} {dialect:6} {shares[0]:7.2%} {functions:9} {participles:6} {shares[1]:7.2%}"
    )


def check(root: Path, lower: bool) -> int:
    """Return 0 if each count is its budget; `lower` writes smaller ones, and never a larger one."""
    tallies = measure(root)
    above, below = differences(tallies, read_budget(root / BUDGET))
    print(summary(tallies))
    if above:
        print("\nabove the budget (see --list):", *above, sep="\n  ", file=sys.stderr)
        return 1
    if below and lower:
        write_budget(root / BUDGET, tallies)
    elif below:
        print("\nlower the budget: run tools/check_names.py --lower", *below, sep="\n  ", file=sys.stderr)
        return 1
    return 0


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Check, list or lower the names, as the arguments say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", nargs="?", type=Path, const=root, metavar="PATH", help="print every hit")
    parser.add_argument("--lower", action="store_true", help="write smaller counts into the budget")
    options = parser.parse_args(arguments)
    if options.list is None:
        return check(root, options.lower)
    for line in hits(root, options.list.resolve().relative_to(root.resolve())):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
