"""A terminal for every test of the command line."""

import pytest

from tests.cli.terminal import Terminal


@pytest.fixture
def quartier_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(capsys, monkeypatch)
