"""Static files, addressed by the hash of their content, so that browsers can cache them for good."""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import lru_cache
from os import PathLike
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from quartier.server.root_path import site_path

STATIC = Path(__file__).parent / "static"
CHUNK = re.compile(r"[0-9A-Z]{8}\.js")
"""The name of a part of the page's script holds the hash of its content."""


@lru_cache(maxsize=256)
def _fingerprint(path: Path, changed_ns: int) -> str:
    """Ten hex digits of a static file's content; `changed_ns` (mtime) only makes an edited file a new key."""
    return content_hash(path.read_bytes())


def content_hash(content: bytes) -> str:
    """Ten hex digits that change with the content."""
    return hashlib.sha256(content).hexdigest()[:10]


def asset(name: str) -> str:
    """URL of a static file; the content's hash in it makes long caching safe."""
    path = STATIC / name
    if not path.is_file():
        return site_path(f"/static/{name}")
    return site_path(f"/static/{name}?v={_fingerprint(path, path.stat().st_mtime_ns)}")


@lru_cache(maxsize=1)
def build() -> str:
    """Ten hex digits that change with any script or style sheet; of this process, so of its pages."""
    files = (
        sorted(path for path in STATIC.iterdir() if path.suffix in (".js", ".css")) if STATIC.is_dir() else []
    )
    return content_hash(b"".join(path.read_bytes() for path in files))


def script(page: str) -> tuple[str, list[str]]:
    """URL of a page's script, and those of what it imports, which the browser may fetch at the same time.

    A page without a script of its own has the one of all pages that are made by the server.
    """
    path = STATIC / "imports.json"
    imports = _imports(path, path.stat().st_mtime_ns) if path.is_file() else {}
    name = f"{page}.js" if f"{page}.js" in imports else "page.js"
    return asset(name), [site_path(f"/static/{chunk}") for chunk in imports.get(name, [])]


@lru_cache(maxsize=8)
def _imports(path: Path, changed_ns: int) -> dict[str, list[str]]:
    """The parts that each page's script begins with; `changed_ns` (mtime) only makes a new build a new key."""
    result: dict[str, list[str]] = json.loads(path.read_text("utf-8"))
    return result


class Static(StaticFiles):
    """Static files; one that is asked for by its content's hash never changes."""

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        lasting = b"v=" in scope.get("query_string", b"") or CHUNK.fullmatch(Path(full_path).name)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response
