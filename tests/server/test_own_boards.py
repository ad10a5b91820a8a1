"""Files of a host: a board with an error is named and touches nothing else, and byte-order marks are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import quartier
from quartier.core.game.boards import Boards
from quartier.server import custom_boards
from quartier.server.accounts.oidc.config import load_providers
from quartier.server.commands.names import word_filter
from quartier.server.doctor import run_checks
from quartier.server.storage.audit import audit

from .harness import FRIEND, browser, me, play_some, quiet, running, two_players

TITLE = "block_city"


@pytest.fixture
def broken_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A board of BlockCity with a comma too few."""
    file = tmp_path / "boards" / TITLE / "mine.json"
    file.parent.mkdir(parents=True)
    file.write_text('{\n  "name": "Mine"\n  "rows": []\n}\n')
    monkeypatch.setenv("QUARTIER_BOARDS", str(tmp_path / "boards"))
    spec = quartier.load(TITLE).spec
    monkeypatch.setattr(spec, "boards", Boards(spec.name, spec.data, spec.rules.read_board))
    return file


def test_a_broken_board_is_left_out_and_games_on_other_boards_continue(
    tmp_path: Path, broken_file: Path
) -> None:
    settings = quiet(tmp_path / "games.db")
    with running(settings) as server:
        players = two_players(server.url, title=TITLE)
        play_some(players, 2)
        table = players[0].table
    with running(settings) as server:
        visitor = browser(server.url)
        for path in (
            "/",
            "/lobby",
            "/tournaments",
            "/api/v1/titles",
            f"/table/{table}",
            f"/api/tables/{table}",
        ):
            assert visitor.client.get(path).status_code == 200, path
        seats = [me(), FRIEND]
        refused = visitor.client.post("/api/tables", json={"title": TITLE, "seats": seats, "board": "Mine"})
        assert refused.status_code == 422
        assert str(broken_file) not in refused.text
    assert audit(settings).broken == []


def test_a_broken_board_is_named_with_its_place(
    tmp_path: Path, broken_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = []
    monkeypatch.setattr(custom_boards.log, "warning", lambda event, **values: lines.append((event, values)))
    custom_boards.log_broken_boards("en")
    ((event, values),) = lines
    assert (event, values["file"]) == ("board_left_out", str(broken_file))
    assert "line 3 column 3" in values["reason"]
    checks = [check.text("en") for check in run_checks(quiet(tmp_path / "games.db"))]
    assert any(str(broken_file) in text and "line 3 column 3" in text for text in checks)


@pytest.fixture
def hosts_board(broken_file: Path) -> dict[str, Any]:
    """A board of BlockCity that the host has added."""
    standard = (quartier.load(TITLE).spec.data / "board.json").read_text("utf-8")
    data = {**json.loads(standard), "name": "Mine"}
    broken_file.write_text(json.dumps(data))
    return data


def test_a_record_on_a_hosts_board_is_read_and_one_on_a_board_that_breaks_is_not(
    tmp_path: Path, hosts_board: dict[str, Any]
) -> None:
    game = quartier.load(TITLE)
    record = game.new(seed=1, board={**hosts_board, "name": "Strange"}).record()
    with running(quiet(tmp_path / "games.db")) as server:
        client = browser(server.url).client
        accepted = client.post("/api/records", content=game.new(seed=1, board="Mine").record())
        assert accepted.status_code == 201
        assert client.get(f"/api/replays/{accepted.json()['id']}").status_code == 200
        refused = client.post("/api/records", content=record.replace("rows", "lines", 1))
        assert refused.status_code == 422
        assert "“rows”" in refused.json()["error"]["text"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_word_list_of_a_windows_editor_is_read(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "words.txt"
    file.write_text("blöd\r\nfool*\r\n", encoding=encoding)
    unwanted = word_filter.read(quiet(tmp_path / "games.db", unwanted_words=file))
    assert "blöd" not in unwanted.mask("so blöd")
    assert "foolish" not in unwanted.mask("foolish")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_provider_file_of_a_windows_editor_is_read(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "issuers.toml"
    text = '[club]\r\nissuer = "https://id.example.org"\r\nclient = "quartier"\r\nname = "Größe"\r\n'
    file.write_text(text, encoding=encoding)
    settings = quiet(tmp_path / "games.db", issuers=file, base_url="https://club.example")
    assert [provider.name for provider in load_providers(settings)] == ["Größe"]
