"""`quartier serve`: the games in the browser. Its options are declared with the settings, in server/settings.py."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Annotated, Any

import typer

from quartier.cli.arguments import setting_option
from quartier.cli.extras import server_modules
from quartier.cli.help import HOST, add_command
from quartier.core.text.languages import N_, current
from quartier.server import settings

NO_BROWSER = "no_browser"


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "serve",
        serve,
        N_("Start the server and open it in the browser. Stop it with Ctrl+C."),
        HOST,
        "quartier serve --host 0.0.0.0 --port 8000 --no-browser",
    )


def serve(**values: Any) -> int:
    """Run the server in this process; `values` are those of the options by name."""
    (server,) = server_modules("serve")
    no_browser = values.pop(NO_BROWSER)
    return int(server.serve(settings.from_options(values, lang=current()), not no_browser))


def _parameters() -> list[Parameter]:
    """Return a keyword parameter for each option, as Typer reads them."""
    parameters = [
        _parameter(option.name, option.type, setting_option(option.name), option.default)
        for option in settings.options()
    ]
    no_browser = typer.Option("--no-browser", help=N_("Don’t open the browser."))
    return [*parameters, _parameter(NO_BROWSER, bool, no_browser, False)]


def _parameter(name: str, kind: Any, option: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])


serve.__signature__ = Signature(_parameters())  # type: ignore[attr-defined]
