"""Root path: where the site is below its host, such as "/quartier" for https://club.example/quartier/.

Links are made deep in the views, where no request is known; so the root path is a context variable of the request.
"""

from __future__ import annotations

from contextvars import ContextVar

_root_path: ContextVar[str] = ContextVar("root_path", default="")


def set_root_path(path: str) -> None:
    """Set the root path for the current request: "" or "/quartier"."""
    _root_path.set(path)


def root_path() -> str:
    """Return the root path of the current request, without a trailing slash."""
    return _root_path.get()


def site_path(path: str) -> str:
    """Return a path of this site as a browser requests it: "/quartier/table/k7mwp3tq9x" for "/table/k7mwp3tq9x"."""
    return _root_path.get() + path
