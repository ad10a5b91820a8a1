"""What the figures were measured on, in general terms."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version

from quartier.core import provenance


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
    return " ".join(provenance.processor().split()[:2])


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
