"""Compiled code on disk: a folder for each module of loops of each title, and for each state of its sources.

Old ones are removed.
"""

import os
import re
import shutil
import time
from pathlib import Path

from platformdirs import user_cache_path

MAX_FOLDERS = 2
"""Folders of an owner that stay: the present one and one more, for whoever goes back and forth between two states."""
IN_USE_SECONDS = 3600.0
"""Seconds after its last use in which a folder stays anyway: another process may still be filling it."""
_NAME_IN_0_1_0 = re.compile(r"[a-z0-9_]+-[0-9a-f]{20}")
"""Release 0.1.0 did not tell modules of loops apart: `gridlock-...` instead of `gridlock.kernels-...`."""
_WRITTEN = {".nbi", ".nbc"}
"""What the compiler puts into a folder: indexes and code."""


def cache_folder() -> Path:
    """Where compiled code is kept between runs: in QUARTIER_CACHE, else where this system keeps a user's caches."""
    if "QUARTIER_CACHE" in os.environ:
        return Path(os.environ["QUARTIER_CACHE"])
    return user_cache_path("quartier", appauthor=False)


def folder_of(owner: str, fingerprint: str) -> Path:
    """The folder for the compiled code of an owner ("gridlock.kernels"), made and marked as used now.

    Old folders of that owner are gone then, and those of 0.1.0. A folder that cannot be written is returned all the same:
    see `writable`.
    """
    folder = cache_folder() / f"{owner}-{fingerprint}"
    if writable(folder):
        os.utime(folder)
        remove_old(folder.parent, owner)
        remove_those_of_0_1_0(folder.parent)
    return folder


def writable(folder: Path) -> bool:
    """Whether there is such a folder, or can be, and files may be put there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def remove_old(cache: Path, owner: str) -> None:
    """Remove all but the last used folders of an owner. What cannot be removed stays, and harms nobody."""
    by_use = sorted(cache.glob(f"{owner}-*"), key=_last_use, reverse=True)
    _remove_unused(by_use[MAX_FOLDERS:])


def remove_those_of_0_1_0(cache: Path) -> None:
    """Remove the folders that release 0.1.0 has left: of such a name, and with nothing in them but compiled code."""
    named = [folder for folder in cache.iterdir() if _NAME_IN_0_1_0.fullmatch(folder.name)]
    _remove_unused([folder for folder in named if _holds_only_code(folder)])


def _holds_only_code(folder: Path) -> bool:
    return folder.is_dir() and all(file.suffix in _WRITTEN for file in folder.rglob("*") if not file.is_dir())


def _remove_unused(folders: list[Path]) -> None:
    for folder in folders:
        if time.time() - _last_use(folder) > IN_USE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _last_use(folder: Path) -> float:
    """Seconds since 1970; 0 for a folder that another process has just removed."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
