"""Processes that think let the server go first, where the system can do that."""

import os

import pytest

from quartier.server.workers.worker_pool import give_way


def test_on_windows_there_is_nothing_to_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice")
    give_way(5)


def test_elsewhere_the_process_becomes_nicer(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    monkeypatch.setattr(os, "nice", steps.append)
    give_way(5)
    assert steps == [5]
