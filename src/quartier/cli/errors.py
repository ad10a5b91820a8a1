"""Error handling: one line and an exit code (1 failure, 2 wrong usage, 130 interrupted)."""

from __future__ import annotations

import os
import re
import sys
import warnings
from ast import literal_eval
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

import typer

from quartier.cli.console import notices, say
from quartier.cli.help import type_of
from quartier.core.game.boards import BadBoard
from quartier.core.game.plugins import PluginWarning
from quartier.core.text.errors import BadOption, QuartierError, UnknownTitle
from quartier.core.text.languages import N_

FAILED, USAGE_ERROR, INTERRUPTED = 1, 2, 130


def run_reporting_errors(work: Callable[[], object], debug: bool) -> int:
    """Run `work` and return the exit code. Errors are printed as one line, with a stack trace only for `debug`."""
    try:
        outcome = work()
        sys.stdout.flush()
        return outcome if isinstance(outcome, int) else 0
    except BrokenPipeError:
        return _reader_left()
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except Exception as error:
        if debug:
            raise
        print_error(_sentence(error))
        return _code(error)


def print_error(sentence: str) -> None:
    """Print one line on standard error."""
    notices().print(f"{say(N_('Error'))}: {sentence}", style="red", markup=False)


@contextmanager
def plugin_warnings_as_notes() -> Iterator[None]:
    """Print warnings about unusable plugins as one line on standard error, without a source location."""
    with warnings.catch_warnings():
        usual = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *location: Any, **more: Any) -> None:
            if issubclass(category, PluginWarning):
                notices().print(f"{say(N_('Note'))}: {message}", style="yellow", markup=False)
            else:
                usual(message, category, *location, **more)

        warnings.showwarning = show
        yield


def _reader_left() -> int:
    # `quartier rules city_blocks | head -3` is not a failure; Python would complain when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _code(error: Exception) -> int:
    if isinstance(error, UnknownTitle | BadOption | BadBoard):
        return USAGE_ERROR
    return int(getattr(error, "exit_code", FAILED))


def _sentence(error: Exception) -> str:
    if isinstance(error, QuartierError):
        return str(error)
    if hasattr(error, "format_message"):
        return _misuse(error)
    if isinstance(error, OSError):
        return say(N_("{file}: {reason}."), file=error.filename or "", reason=error.strerror or error).lstrip(
            ": "
        )
    return say(_UNEXPECTED, name=type(error).__name__, reason=error)


def _misuse(error: Any) -> str:
    """Translate Typer's usage error, with the nearest valid name."""
    context = getattr(error, "ctx", None)
    if hasattr(error, "option_name") and hasattr(error, "possibilities"):
        named = [name for parameter in context.command.params for name in parameter.opts] if context else []
        options = [name for name in named if name.startswith("-")]  # arguments are named there, too
        return _with_suggestion(_NO_OPTION, _NO_OPTION_NEAR, error.option_name, options)
    if hasattr(error, "option_name"):
        return say(_NO_VALUE if "requires" in error.message else _NEEDLESS_VALUE, name=error.option_name)
    if hasattr(error, "param_type") and error.param is not None and context:
        return say(_MISSING, name=_parameter_name(error.param), command=context.command_path)
    commands: Any = getattr(context.command, "commands", None) if context else None
    if commands and (missed := _MISSED.match(error.message)):
        return _with_suggestion(_NO_COMMAND, _NO_COMMAND_NEAR, literal_eval(missed[1]), list(commands))
    if context and error.message == "Missing command.":
        return say(_MISSING, name=say(N_("COMMAND")), command=context.command_path)
    if context and error.message.startswith("Got unexpected extra argument"):
        return say(
            _TOO_MUCH, words=error.message.rpartition("(")[2].rstrip(")"), command=context.command_path
        )
    return _no_such_number(error) or str(error.format_message())


def _no_such_number(error: Any) -> str:
    """Return the message for an invalid number; "" for any other error."""
    errors: Any = getattr(error.__cause__, "errors", None)
    parameter: Any = getattr(error, "param", None)
    if errors is None or not hasattr(parameter, "min"):
        return ""
    details, least, most = errors()[0], parameter.min, parameter.max
    if "parsing" not in details["type"] and "than_equal" not in details["type"]:
        return ""
    number_type = type_of(parameter)
    if number_type is bool:
        return say(N_("Answer yes or no, not “{value}”."), value=details["input"])
    kind = say(N_("a number") if number_type is float else N_("a whole number"))
    message = _NUMBER if least is None else _NUMBER_FROM if most is None else _NUMBER_BETWEEN
    limits = {"least": _plain(least), "most": _plain(most)}
    return say(message, name=_parameter_name(parameter), value=details["input"], kind=kind, **limits)


def _plain(limit: float | None) -> float | None:
    """Format a limit as a user would type it: 0, not 0.0."""
    return int(limit) if isinstance(limit, float) and limit.is_integer() else limit


def _parameter_name(parameter: Any) -> str:
    """Return an option as it is typed, an argument as help names it."""
    option = str(parameter.opts[0])
    return option if option.startswith("-") else str(parameter.metavar or option)


def _with_suggestion(message: str, message_near: str, name: str, candidates: list[str]) -> str:
    near = get_close_matches(name, candidates, 1, 0.6)
    listed = ", ".join(candidates)
    return say(message_near, name=name, near=near[0]) if near else say(message, name=name, known=listed)


_MISSED = re.compile(r"No such command (.+?)\.(?: Did you mean .*)?$", re.DOTALL)
"""Typer's wording; the name is quoted by Python's repr."""
_UNEXPECTED = N_(
    "Unexpected error ({name}: {reason}). Add --debug for details, and please report it with the command "
    "you ran."
)
_NO_OPTION = N_("There’s no option {name}. Available: {known}.")
_NO_OPTION_NEAR = N_("There’s no option {name}. Did you mean {near}?")
_NO_COMMAND = N_("There’s no command {name}. Available: {known}.")
_NO_COMMAND_NEAR = N_("There’s no command {name}. Did you mean {near}?")
_NO_VALUE = N_("{name} needs a value.")
_NEEDLESS_VALUE = N_("{name} doesn’t take a value.")
_MISSING = N_("Missing {name}. See {command} --help.")
_TOO_MUCH = N_("Unexpected argument: {words}. See {command} --help.")
_NUMBER = N_("{name} must be {kind}, not “{value}”.")
_NUMBER_FROM = N_("{name} must be {kind} of at least {least}, not “{value}”.")
_NUMBER_BETWEEN = N_("{name} must be {kind} from {least} to {most}, not “{value}”.")
