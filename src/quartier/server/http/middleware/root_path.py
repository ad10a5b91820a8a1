"""Root path middleware: serves the site below a path of its host."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from quartier.server.root_path import root_path, set_root_path


class RootPathMiddleware:
    """ASGI middleware: sets `root_path` for routes and links. A proxy may remove it from the request's path or leave it."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._root_path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        set_root_path(self._root_path)
        if scope["type"] == "http":
            scope["root_path"] = self._root_path
            if not f"{scope['path']}/".startswith(f"{self._root_path}/"):
                scope["path"] = self._root_path + scope["path"]  # ASGI's path includes the root path
        await self._app(scope, receive, send)


def route_path(scope: Scope) -> str:
    """Return the path of a request below the root path, as routes declare it."""
    path: str = scope["path"]
    return path.removeprefix(root_path())
