"""Help in the reader's language: commands in groups, each with an example, and Typer's own texts translated."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import typer
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from quartier.cli.console import say
from quartier.core.text.languages import N_

PLAY: Final = N_("Playing")
HOST: Final = N_("Hosting")
RESEARCH: Final = N_("Research")
DESIGN: Final = N_("Game design")


class _Translated:
    """The parts of a command's help that Typer writes itself."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the usage line, with brackets only around optional parts."""
        pieces = re.sub(r"\{(\w+)\}", r"\1", " ".join(self.collect_usage_pieces(ctx)))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{say(N_('Usage:'))} ")

    def get_help_option(self, ctx: Any) -> Any:
        """Return --help with a translated description."""
        option = super().get_help_option(ctx)  # type: ignore[misc] # of the class that this is mixed into
        if option is not None:
            option.help, option.metavar = say(N_("Show this help and exit.")), ""
        return option


class Command(_Translated, TyperCommand):
    """A command whose help is in the reader's language."""


class Group(_Translated, TyperGroup):
    """A group of commands whose help is in the reader's language."""


def add_command(
    app: typer.Typer, name: str, function: Callable[..., Any], help: str, group: str | None, example: str
) -> None:
    """Add a command.

    Args:
        app: The application, or the group of commands.
        name: The command's name.
        function: What it runs.
        help: What it does, as a message id.
        group: The panel of the overview that lists it, as a message id; None for the usual one.
        example: A command line, which the help shows.
    """
    app.command(name, cls=Command, help=help, epilog=example, rich_help_panel=group)(function)


def translate(command: Any) -> None:
    """Translate the help of a command, and of its subcommands, from message ids into the current language."""
    _translate_headings()
    _translate(command)


def _translate(command: Any) -> None:
    subcommands = getattr(command, "commands", None)
    for name in ("help", "short_help", "rich_help_panel"):
        _translate_attribute(command, name)
    command.options_metavar = say(N_("[OPTIONS]"))
    if subcommands is None:
        command.epilog = say(N_("Example: {command}"), command=command.epilog)
    else:
        _translate_attribute(command, "epilog")
        command.subcommand_metavar = say(N_("COMMAND [ARGUMENTS]..."))
    for parameter in command.params:
        _translate_attribute(parameter, "help")
        parameter.metavar = _placeholder(parameter)
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = _no_type
    for subcommand in (subcommands or {}).values():
        _translate(subcommand)


def _translate_attribute(owner: Any, name: str) -> None:
    text = getattr(owner, name, None)
    if text:
        setattr(owner, name, say(text))


def _placeholder(parameter: Any) -> str | None:
    """Return the help's placeholder for a parameter's value: "" for a flag, None for Typer's own."""
    if getattr(parameter, "is_flag", False):
        return ""
    if parameter.metavar:
        return say(parameter.metavar)
    is_option = parameter.param_type_name == "option"
    placeholder = _PLACEHOLDERS.get(type_of(parameter)) if is_option else None
    return say(placeholder) if placeholder else None


def _no_type(ctx: Any) -> str:
    """Return the type that an argument's help shows: none, because its description states it."""
    return ""


def type_of(parameter: Any) -> Any:
    """Return the declared type of an option or an argument; None if Typer doesn't provide it."""
    return getattr(getattr(parameter, "type_descriptor", None), "annotation", None)


def _translate_headings() -> None:
    """Translate Typer's texts that every help shares."""
    rich_utils.ARGUMENTS_PANEL_TITLE = say(N_("Arguments"))
    rich_utils.OPTIONS_PANEL_TITLE = say(N_("Options"))
    rich_utils.COMMANDS_PANEL_TITLE = say(N_("Commands"))
    rich_utils.DEFAULT_STRING = say(N_("[default: {value}]"), value="{}")
    rich_utils.ENVVAR_STRING = say(N_("[env var: {name}]"), name="{}")
    rich_utils.REQUIRED_LONG_STRING = say(N_("[required]"))


_PLACEHOLDERS = {str: N_("TEXT"), int: N_("N"), float: N_("N"), Path: N_("FILE")}
