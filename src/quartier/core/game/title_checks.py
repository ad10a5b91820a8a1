"""Checks that a title's modules define what they should. Something missing is one sentence: file, function, purpose."""

from __future__ import annotations

import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, get_type_hints

from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_


class BrokenTitle(QuartierError):
    """An incomplete title; the message names the file, the function and what it should do."""


class Part(ModuleType):
    """A part of a title, such as "rules": the contract's names that a module, or a package with all its
    modules, defines.
    """

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__, module.__doc__)
        self.__file__ = module.__file__
        self.files: dict[str, str] = {}
        """The file that defines each name."""

    @property
    def path(self) -> Path:
        """The file of a part that is a single module, else its folder."""
        file = Path(self.__file__ or "")
        return file.parent if file.name == "__init__.py" else file


def load_part(package: str, name: str, meaning: str, names: Iterable[str]) -> Part:
    """Load a part of a title: `rules.py`, or the package `rules` with all its modules.

    Args:
        package: the title's folder as a package.
        name: of the part: "rules", "bots", "text" or "drawing".
        meaning: what it should hold, for the error.
        names: the contract's names, looked for in all modules of the part.

    Raises:
        BrokenTitle: there is no such part, or two of its modules define different things under one of the names.
    """
    module = _import_part(package, name, meaning)
    part, others = Part(module), list(_submodules(module))
    for wanted in names:
        if wanted in vars(module) and not isinstance(vars(module)[wanted], ModuleType):
            _define(part, wanted, module)
        for other in others:
            if _defines(other, wanted, module.__name__):
                _define(part, wanted, other)
    return part


def _import_part(package: str, name: str, meaning: str) -> ModuleType:
    module = f"{package}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in (module, package):
            raise
        raise BrokenTitle(_NO_PART, module=module, meaning=meaning) from error


def _submodules(module: ModuleType) -> Iterator[ModuleType]:
    """Return the modules of a package, including subpackages; none for a single module."""
    for info in pkgutil.iter_modules(getattr(module, "__path__", ()), f"{module.__name__}."):
        submodule = import_module(info.name)
        yield submodule
        yield from _submodules(submodule)


def _defines(module: ModuleType, name: str, part: str) -> bool:
    """Return whether a module of a part defines this name itself; submodules and foreign imports don't count."""
    if name not in vars(module):
        return False
    value = vars(module)[name]
    if isinstance(value, FunctionType | BuiltinFunctionType | type) or hasattr(value, "__wrapped__"):
        return f"{value.__module__}.".startswith(f"{part}.")
    return not isinstance(value, ModuleType)


def _define(part: Part, name: str, module: ModuleType) -> None:
    """Add a module's definition of a name to a part. BrokenTitle if it already has a different one."""
    value = vars(module)[name]
    source = sys.modules.get(value.__module__, module) if isinstance(value, FunctionType | type) else module
    file = source.__file__ or ""
    if name in part.files and vars(part)[name] is not value:
        raise BrokenTitle(_TWO_DEFINITIONS, name=name, file=part.files[name], other=file)
    setattr(part, name, value)
    part.files[name] = file


def check_names(part: Part, meanings: Mapping[str, str]) -> None:
    """Raise BrokenTitle unless a part has these names."""
    for name, meaning in meanings.items():
        if not hasattr(part, name):
            raise BrokenTitle(_NO_NAME, file=part.path, name=name, meaning=meaning)


def check_functions(part: Part, functions: Mapping[str, Callable[..., Any]]) -> None:
    """Raise BrokenTitle unless a part has functions of these names that can be called like those declared."""
    for name, function in functions.items():
        own = getattr(part, name, None)
        called, parameters = _call_signature(name, function)
        if not callable(own) or not _takes(own, parameters):
            message = _NO_FUNCTION if own is None else _OTHER_FUNCTION
            meaning = _meaning(function)
            file = part.files.get(name, part.path)
            raise BrokenTitle(message, file=file, name=name, called=called, meaning=meaning)


def _call_signature(name: str, function: Callable[..., Any]) -> tuple[str, int]:
    """Return how a declared function is called, and with how many arguments."""
    names = [parameter for parameter in inspect.signature(function).parameters if parameter != "self"]
    return f"{name}({', '.join(names)})", len(names)


def _takes(function: Callable[..., Any], count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


def _meaning(function: Callable[..., Any]) -> str:
    """Return the first paragraph of its docstring, on one line."""
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())


def functions_of(protocol: type) -> dict[str, Callable[..., Any]]:
    """Return the methods that a Protocol declares."""
    members = vars(protocol).items()
    return {
        name: member
        for name, member in members
        if isinstance(member, FunctionType) and not name.startswith("_")
    }


def names_of(protocol: type) -> dict[str, str]:
    """Return the attributes that a Protocol declares as Annotated, with their meaning."""
    hints = get_type_hints(protocol, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def check_protocol(part: Part, protocol: type, optional: bool = False) -> None:
    """Raise BrokenTitle unless a part has all that a Protocol declares; with `optional`, unless what it has fits."""
    functions = functions_of(protocol)
    if optional:
        functions = {name: function for name, function in functions.items() if hasattr(part, name)}
    else:
        check_names(part, names_of(protocol))
    check_functions(part, functions)


def members_of(*protocols: type) -> list[str]:
    """Return the names of all members of these Protocols."""
    return [name for protocol in protocols for name in (*names_of(protocol), *functions_of(protocol))]


_NO_PART = N_("There’s no module {module}. It should contain {meaning}.")
_TWO_DEFINITIONS = N_("{file} and {other} both define {name}. Rename one of them.")
_NO_NAME = N_("{file} doesn’t define {name}: {meaning}.")
_NO_FUNCTION = N_("{file} doesn’t define the function {called}. What it should do: {meaning}")
_OTHER_FUNCTION = N_(
    "{file} defines {name}, but it can’t be called as {called}. What it should do: {meaning}"
)
