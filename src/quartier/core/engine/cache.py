"""The folder of compiled rules on disk: one folder for each title and state of its sources. Old ones are removed."""

import os
import shutil
import time
from pathlib import Path

from platformdirs import user_cache_path

KEPT = 2
"""Folders of a title that stay: the present one and one more, for whoever goes back and forth between two states."""
IN_USE = 3600.0
"""Seconds after its last use in which a folder stays anyway: another process may still be filling it."""


def cache_folder() -> Path:
    """Where compiled code is kept between runs: in QUARTIER_CACHE, else where this system keeps a user's caches."""
    if "QUARTIER_CACHE" in os.environ:
        return Path(os.environ["QUARTIER_CACHE"])
    return user_cache_path("quartier", appauthor=False)


def folder_of(title: str, fingerprint: str) -> Path:
    """The folder for a title's compiled rules, made and marked as used now; the title's old ones are gone then.

    A folder that cannot be written is returned all the same: see `writable`.
    """
    folder = cache_folder() / f"{title}-{fingerprint}"
    if writable(folder):
        os.utime(folder)
        remove_old(folder.parent, title)
    return folder


def writable(folder: Path) -> bool:
    """Whether there is such a folder, or can be, and files may be put there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def remove_old(cache: Path, title: str) -> None:
    """Remove all but the last used folders of a title. What cannot be removed stays, and harms nobody."""
    ages = {folder: _last_use(folder) for folder in cache.glob(f"{title}-*")}
    by_use = sorted(ages, key=lambda folder: ages[folder], reverse=True)
    for folder in by_use[KEPT:]:
        if time.time() - ages[folder] > IN_USE:
            shutil.rmtree(folder, ignore_errors=True)


def _last_use(folder: Path) -> float:
    """Seconds since 1970; 0 for a folder that another process has just removed."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
