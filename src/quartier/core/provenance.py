"""Provenance: what an experiment was done with, so that one can cite and repeat it."""

from __future__ import annotations

import platform
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

import quartier

_GIT_SECONDS = 10.0


def provenance(seed: int | None = None, command: str = "") -> dict[str, Any]:
    """Describe what an experiment is done with, as plain data for JSON.

    Args:
        seed: The seed of the experiment; None if it has none.
        command: The command that does it; by default that of this process.

    Returns:
        "quartier" (the version) and "commit" (None outside a checkout; it ends in "-dirty" with uncommitted changes);
            the versions "python", "numpy" and "numba"; "processor" and "system"; "date" in UTC; "seed" and "command".

    Examples:
        >>> provenance(seed=7, command="quartier arena city_blocks --seed 7")["seed"]
        7
    """
    return {
        "quartier": quartier.__version__,
        "commit": commit(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": version("numba"),
        "processor": processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "seed": seed,
        "command": command or shlex.join(sys.orig_argv),
    }


@cache
def commit(root: Path = Path(__file__).parents[3]) -> str | None:
    """Return the commit of a checkout, with "-dirty" after uncommitted changes; None if it isn't one of Quartier."""
    if not (root / ".git").exists() or not (root / "src" / "quartier").is_dir():
        return None
    describe = ("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *describe],
            capture_output=True,
            text=True,
            timeout=_GIT_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


@cache
def processor() -> str:
    """Return the model of the processor, or its architecture if nothing says more."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
