"""A terminal for every test of the command line."""

from pathlib import Path

import pytest

from quartier.cli.table import record_file
from tests.cli.terminal import Terminal


@pytest.fixture
def quartier_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Terminal:
    monkeypatch.setattr(record_file, "folder", lambda: tmp_path / "games")
    return Terminal(capsys, monkeypatch)
