"""Optional dependencies: import modules that need an extra."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_


def server_modules(*names: str) -> list[ModuleType]:
    """Import modules of the server. Raises QuartierError if its packages are not installed."""
    try:
        return [import_module(f"quartier.server.{name}") for name in names]
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "quartier":
            raise
        raise QuartierError(
            N_('The server needs the package {name}. Install it with: pip install "quartier[server]"'),
            name=error.name,
        ) from error
