"""`quartier balance`, and parameters as options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import quartier
from quartier.cli.titles import parse_options
from quartier.core.text.errors import BadOption
from quartier.lab.balance import page
from tests.cli.terminal import Terminal


def test_the_command_writes_a_page_and_prints_the_main_figures(
    quartier_command: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "report.html"
    arguments = ("balance", "block_city", "--bots", "random", "--games", "4", "--workers", "1")
    command = quartier_command(*arguments, "--vary", "most_sets=0", "--html", str(file), "--lang", "de")
    assert "Grundform" in command.out
    assert "8 Partien: weniger als eine Minute" in command.err
    assert "most_sets=0" in command.out
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")
    plain = json.loads(quartier_command(*arguments, "--json").out)
    assert [finding["variant"]["name"] for finding in plain["findings"]] == [""]


def test_a_folder_is_no_report(quartier_command: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "report.html"
    folder.mkdir()
    command = quartier_command("balance", "block_city", "--html", str(folder))
    assert (command.code, command.out) == (1, "")
    assert "Can’t write" in command.err


def test_the_figures_are_printed_whatever_happens_to_the_report(
    quartier_command: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "write", lambda report, file: 1 / 0)
    arguments = ("balance", "block_city", "--bots", "random", "--games", "2", "--workers", "1")
    command = quartier_command(*arguments, "--html", str(tmp_path / "report.html"))
    assert (command.code, "random" in command.out) == (1, True)


def test_a_report_is_no_picture(quartier_command: Terminal) -> None:
    command = quartier_command("balance", "block_city", "--html", "report.svg")
    assert command.code == 2
    assert "The report must be an .html file, not report.svg." in command.err


def test_a_parameter_is_chosen_like_an_option() -> None:
    game = quartier.load("block_city")
    assert parse_options(game, ["most_sets=0", "passive_miss=true"]) == {"most_sets": 0, "passive_miss": True}
    with pytest.raises(BadOption, match=r"“most_sets” must be a whole number from 0 to 4, not “9”"):
        parse_options(game, ["most_sets=9"])
