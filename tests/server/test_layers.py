"""No folder of the server collects everything. (Which imports may run upward, tests/docs/test_architecture.py checks.)"""

from __future__ import annotations

from pathlib import Path

from quartier import server

ROOT = Path(server.__file__).parent
MAX_MODULES_PER_FOLDER, MAX_MODULE_LINES = 24, 500


def test_no_folder_collects_everything() -> None:
    for folder in {file.parent for file in ROOT.rglob("*.py")}:
        assert len(list(folder.glob("*.py"))) <= MAX_MODULES_PER_FOLDER, folder


def test_no_module_is_too_long() -> None:
    for file in ROOT.rglob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= MAX_MODULE_LINES, file
