"""Whether a title's modules define what they should. What is missing is one sentence: file, function, what it should do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_


class BrokenTitle(QuartierError):
    """A title that lacks something; the text names the file, the function and what it should do."""


def room(package: str, name: str, meaning: str) -> ModuleType:
    """A module of a title's folder. BrokenTitle if there is none."""
    wanted = f"{package}.{name}"
    try:
        return import_module(wanted)
    except ModuleNotFoundError as error:
        if error.name not in (wanted, package):
            raise
        raise BrokenTitle(_NO_ROOM, module=wanted, meaning=meaning) from error


def optional_room(package: str, name: str) -> ModuleType | None:
    """A module that a title's folder may have."""
    wanted = f"{package}.{name}"
    try:
        return import_module(wanted)
    except ModuleNotFoundError as error:
        if error.name not in (wanted, f"{package}.{name.split('.')[0]}"):
            raise
        return None


def check_names(module: ModuleType, meanings: Mapping[str, str]) -> None:
    """BrokenTitle unless the module has these names."""
    for name, meaning in meanings.items():
        if not hasattr(module, name):
            raise BrokenTitle(_NO_NAME, file=module.__file__, name=name, meaning=meaning)


def check_functions(module: ModuleType, declared: Mapping[str, Callable[..., Any]]) -> None:
    """BrokenTitle unless the module has functions of these names that can be called like those declared."""
    for name, function in declared.items():
        own = getattr(module, name, None)
        called, parameters = _called(name, function)
        if not callable(own) or not _takes(own, parameters):
            message = _NO_FUNCTION if own is None else _OTHER_FUNCTION
            meaning = _meaning(function)
            raise BrokenTitle(message, file=module.__file__, name=name, called=called, meaning=meaning)


def _called(name: str, function: Callable[..., Any]) -> tuple[str, int]:
    """How a declared function is called, and with how many arguments."""
    names = [parameter for parameter in inspect.signature(function).parameters if parameter != "self"]
    return f"{name}({', '.join(names)})", len(names)


def _takes(function: Callable[..., Any], count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


def _meaning(function: Callable[..., Any]) -> str:
    """The first paragraph of its docstring, on one line."""
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())


def functions_of(protocol: type) -> dict[str, Callable[..., Any]]:
    """The methods that a Protocol declares."""
    members = vars(protocol).items()
    return {
        name: each for name, each in members if isinstance(each, FunctionType) and not name.startswith("_")
    }


def names_of(protocol: type) -> dict[str, str]:
    """The attributes that a Protocol declares as Annotated, with their meaning."""
    hints = get_type_hints(protocol, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def check_protocol(module: ModuleType, protocol: type) -> None:
    """BrokenTitle unless the module has all that a Protocol declares."""
    check_names(module, names_of(protocol))
    check_functions(module, functions_of(protocol))


_NO_ROOM = N_("There is no module {module}. It should hold {meaning}.")
_NO_NAME = N_("{file} does not define {name}: {meaning}.")
_NO_FUNCTION = N_("{file} does not define the function {called}. What it should do: {meaning}")
_OTHER_FUNCTION = N_(
    "{file} defines {name}, but it cannot be called as {called}. What it should do: {meaning}"
)
