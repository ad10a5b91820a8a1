"""`quartier mcp`: language models play and learn, over the Model Context Protocol."""

from __future__ import annotations

import typer

from quartier.cli.help import PLAY, add_command
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "mcp",
        mcp,
        N_("Let a language model play, over the Model Context Protocol (MCP) on standard input and output."),
        PLAY,
        "quartier mcp --lang en",
    )


def mcp() -> None:
    """Serve one client until it closes standard input."""
    try:
        from quartier.cli.mcp.server import Games, make_server
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "quartier":
            raise
        raise QuartierError(_MISSING, name=error.name) from error
    make_server(Games()).run("stdio")


_MISSING = N_('MCP needs the package {name}. Install it with: pip install "quartier[mcp]"')
