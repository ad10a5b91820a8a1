"""Compiled code on disk: a folder for each module of loops of each title, and for each version of its sources.

Old ones are removed.
"""

import os
import re
import shutil
import time
from pathlib import Path

from platformdirs import user_cache_path

MAX_FOLDERS = 2
"""Number of folders kept per owner: the present one and one more, for switching between two versions."""
IN_USE_SECONDS = 3600.0
"""Seconds after its last use before a folder may be removed: another process may still be filling it."""
_NAME_IN_0_1_0 = re.compile(r"[a-z0-9_]+-[0-9a-f]{20}")
"""Release 0.1.0 used one folder per title: `gridlock-...` instead of `gridlock.kernels-...`."""
_WRITTEN = {".nbi", ".nbc"}
"""Suffixes of the files that the compiler writes: indexes and code."""


def cache_folder() -> Path:
    """Return the cache root: QUARTIER_CACHE, or the system's cache folder of the user."""
    if "QUARTIER_CACHE" in os.environ:
        return Path(os.environ["QUARTIER_CACHE"])
    return user_cache_path("quartier", appauthor=False)


def folder_of(owner: str, fingerprint: str) -> Path:
    """Create the folder for the compiled code of an owner ("gridlock.kernels"), and mark it as used now.

    Removes old folders of that owner, and those of 0.1.0. A folder that cannot be written to is returned
    nevertheless: see `writable`.
    """
    folder = cache_folder() / f"{owner}-{fingerprint}"
    if writable(folder):
        os.utime(folder)
        remove_old(folder.parent, owner)
        remove_those_of_0_1_0(folder.parent)
    return folder


def writable(folder: Path) -> bool:
    """Return whether the folder exists or can be created, and files can be written to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def remove_old(cache: Path, owner: str) -> None:
    """Remove all but the last used folders of an owner. Folders that cannot be removed are left; they do no harm."""
    by_use = sorted(cache.glob(f"{owner}-*"), key=_last_use, reverse=True)
    _remove_unused(by_use[MAX_FOLDERS:])


def remove_those_of_0_1_0(cache: Path) -> None:
    """Remove the folders left by release 0.1.0: those named like its caches that contain only compiled code."""
    named = [folder for folder in cache.iterdir() if _NAME_IN_0_1_0.fullmatch(folder.name)]
    _remove_unused([folder for folder in named if _holds_only_code(folder)])


def _holds_only_code(folder: Path) -> bool:
    return folder.is_dir() and all(file.suffix in _WRITTEN for file in folder.rglob("*") if not file.is_dir())


def _remove_unused(folders: list[Path]) -> None:
    for folder in folders:
        if time.time() - _last_use(folder) > IN_USE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _last_use(folder: Path) -> float:
    """Return the folder's modification time in seconds since 1970; 0 if another process has just removed it."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
