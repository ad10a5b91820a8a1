"""After a game: the same deal for a friend, and the next stronger bot."""

from __future__ import annotations

from typing import Any

import pytest

from quartier.bots import LEVELS
from quartier.core.text.languages import translator
from quartier.server.views import replays
from quartier.server.views.finished import summary

from .harness import GREEDY, Player, Running, browser, me, open_table, play_some


def _draws(player: Player, table: str) -> list[str]:
    record = player.client.get(f"/api/tables/{table}/record").text
    return [line for line in record.splitlines() if line.startswith("* ")]


def _challenge(player: Player, seat: int = 0) -> Any:
    return player.client.post(f"/api/replays/{player.table}/challenge", json={"seat": seat})


def test_a_friend_gets_the_same_draws_in_an_unrated_game(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), title="block_city")
    play_some((ada, ada), 400)
    assert ada.view()["over"]
    answer = _challenge(ada)
    assert answer.status_code == 201, answer.text
    table = answer.json()
    bea = browser(server.url)
    bea.table = table["id"]
    joining = {"invite": table["seats"][0]["invite"], "name": "Bea"}
    bea.client.post(f"{bea.path}/join", json=joining).raise_for_status()
    score = ada.view()["seats"][0]["score"]
    assert bea.view()["goal"]["aim"] == f"Score to beat: {score} (Ada)".replace("-", "−")
    play_some((bea, bea), 400, lambda choices: choices[-1])
    view = bea.view()
    assert view["over"]
    assert not view["rated"]
    assert f"Ada scored {score} with this deal.".replace("-", "−") in view["over"]["reason"]
    theirs, ours = _draws(bea, bea.table), _draws(ada, ada.table)
    shared = min(len(theirs), len(ours))
    assert shared > 5
    assert theirs[:shared] == ours[:shared]


def test_who_has_played_the_deal_gets_no_seat(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), GREEDY)
    ada.post("resign").raise_for_status()
    table = _challenge(ada).json()
    view = ada.client.get(f"/api/tables/{table['id']}").json()
    assert view["viewer"]["seat"] is None
    assert [seat["kind"] for seat in view["seats"]] == ["open", "bot"]


def test_a_running_game_has_no_deal_to_share(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), GREEDY)
    assert _challenge(ada).status_code == 409
    ada.post("resign").raise_for_status()
    assert _challenge(ada, seat=4).status_code == 422


def test_the_daily_challenge_of_today_stays_unknown(server: Running) -> None:
    ada = browser(server.url)
    entered = ada.client.post("/api/deals/block_city", json={"name": "Ada"}).raise_for_status().json()
    ada.table = entered["id"]
    ada.post("resign").raise_for_status()
    assert _challenge(ada).json()["error"]["code"] == "deal_of_today"


@pytest.mark.parametrize(("beaten", "following"), [("1", "2"), (LEVELS[-1], None)])
def test_the_next_bot_is_one_level_stronger(server: Running, beaten: str, following: str | None) -> None:
    ada = open_table(server.url, me("Ada"), {"kind": "bot", "bot": beaten})
    ada.post("resign").raise_for_status()
    game = replays.find(server.services.tables, ada.table, "en")
    assert summary.next_bot(game, 0, translator("en")) is None, "only who has won goes on"
    assert game.result is not None
    game.result.winners[:] = [0]
    bot = summary.next_bot(game, 0, translator("en"))
    assert (bot and bot["level"]) == following


def test_the_next_game_is_against_the_next_bot(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = open_table(server.url, me("Ada"), {"kind": "bot", "bot": "1"})
    ada.post("resign").raise_for_status()
    path, body = f"/api/replays/{ada.table}/next", {"seat": 0, "name": "Ada"}
    assert ada.client.post(path, json=body).json()["error"]["code"] == "no_next_bot"
    monkeypatch.setattr(summary, "next_bot", lambda *_: {"level": "2", "name": "Rosa", "text": "Casual"})
    table = ada.client.post(path, json=body).raise_for_status().json()
    assert table["seats"][0]["kind"] == "me"
    view = ada.client.get(f"/api/tables/{table['id']}").json()
    assert [seat["yours"] for seat in view["seats"]] == [True, False]
