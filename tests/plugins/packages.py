"""Installed packages, for tests: what the metadata of a distribution says, in a folder of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quartier.core.game import plugins
from quartier.games import registry


@contextmanager
def install_package(folder: Path, name: str, group: str, offers: dict[str, str]) -> Iterator[None]:
    """Inside, a package of this name is installed, which makes these offers; its modules lie in `folder`."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = [f"{key} = {value}" for key, value in offers.items()]
    (metadata / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines]) + "\n", "utf-8")
    sys.path.insert(0, str(folder))
    forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        forget()


def forget() -> None:
    """What is read once in a process is read anew."""
    plugins.offers.cache_clear()
    registry._outside.cache_clear()
