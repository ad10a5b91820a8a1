"""Static files, asked for by the hash of their content, so that they may be kept for ever and are never stale."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from os import PathLike
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"


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
        return f"/static/{name}"
    return f"/static/{name}?v={_fingerprint(path, path.stat().st_mtime_ns)}"


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
        lasting = b"v=" in scope.get("query_string", b"")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response
