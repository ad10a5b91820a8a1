"""Progress where no terminal is: what takes long is named once, what does not is not."""

from __future__ import annotations

from threading import Event

import pytest

from quartier.cli import progress


def test_what_takes_long_is_named_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """And only once, however often its progress is reported."""
    printed, notified = [""] * 0, Event()

    class Pipe:
        is_terminal = False

        def print(self, text: str) -> None:
            printed.append(text)
            notified.set()

    monkeypatch.setattr(progress, "notices", Pipe)
    monkeypatch.setattr(progress, "NOTICE_DELAY", 0.01)
    with progress.bar("Compiling Gridlock") as report:
        report(0, 2)
        assert notified.wait(60)
        report(1, 2)
    assert printed == ["Compiling Gridlock…"]


def test_what_is_done_at_once_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "NOTICE_DELAY", 60.0)
    with progress.bar("Compiling Gridlock") as report:
        report(1, 1)
    assert capsys.readouterr().err == ""
