"""What the figures were measured on, in general terms."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def describe() -> dict[str, str | int]:
    """Cores, processor family, system, and the versions that matter."""
    packages = ("numba", "numpy", "open_spiel")
    return {
        "cores": os.cpu_count() or 1,
        "processor": processor(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{name: _version(name) for name in packages},
    }


def processor() -> str:
    """The family of the processor: "AMD EPYC", "Apple M2", or the architecture if nothing says more."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return " ".join(names[0].split()[:2]) if names else platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
