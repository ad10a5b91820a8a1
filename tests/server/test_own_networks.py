"""A host's networks are bots in the set-up, at tables for which they were trained; broken ones are left out and named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import quartier
from quartier.server import custom_networks
from quartier.server.doctor import run_checks

from .harness import FRIEND, browser, me, open_table, quiet, running, wait_until

TITLE = "block_city"
BOT = {"kind": "bot", "bot": "learned@mine:1000"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a network for two to four players, and one without weights."""
    data, folder = quartier.load(TITLE).spec.data, tmp_path / "networks" / TITLE
    folder.mkdir(parents=True)
    for suffix in (".npz", ".json"):
        shutil.copy(data / f"network-2-3-4{suffix}", folder / f"mine{suffix}")
    shutil.copy(data / "network-2-3-4.json", folder / "torn.json")
    monkeypatch.setenv("QUARTIER_NETWORKS", str(tmp_path / "networks"))
    return folder


def test_a_hosts_network_plays(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", workers=1)) as server:
        assert 'value="learned@mine:1000"' in browser(server.url).client.get("/").text
        player = open_table(server.url, BOT, me(), title=TITLE)
        assert player.view()["seats"][0]["name"] == "mine"
        wait_until(lambda: player.view()["log"])


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"access": "public"}, "own_network"),
        ({"rated": True}, "own_network"),
        ({"board": "Hafenzeile"}, "bad_option"),
        ({"options": {"surrounding": "lowest"}}, "bad_option"),
        ({"seats": [me(), {"kind": "bot", "bot": "learned@torn:1000"}]}, "unknown_bot"),
        ({"seats": [me(), {"kind": "bot", "bot": "learned@/etc/passwd:1000"}]}, "unknown_bot"),
    ],
)
def test_a_network_sits_only_where_it_may(tmp_path: Path, more: dict[str, object], code: str) -> None:
    with running(quiet(tmp_path / "games.db")) as server:
        wish = {"title": TITLE, "seats": [me(), BOT, FRIEND], **more}
        answer = browser(server.url).client.post("/api/tables", json=wish)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code), answer.text


def test_a_broken_network_is_named_with_its_reason(tmp_path: Path, folder: Path) -> None:
    checks = [check.text("en") for check in run_checks(quiet(tmp_path / "games.db"))]
    assert any(str(folder / "torn.npz") in text for text in checks)
    assert not any("mine" in text and "left out" in text for text in checks)


def test_for_a_network_that_is_gone_the_greedy_bot_plays() -> None:
    assert custom_networks.bot_of(TITLE, "learned@gone:1000") == "greedy"
