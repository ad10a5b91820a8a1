"""Words at a table: who hears what, how often one may speak, and that nothing of it is part of the game."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from quartier.server.commands.authorization import Credentials, authenticate
from quartier.server.commands.chat import (
    MAX_MESSAGE_LENGTH,
    RATE_LIMITS,
    REACTIONS,
    SPECTATOR_RATE_LIMITS,
)
from quartier.server.commands.names import word_filter
from quartier.server.commands.names.word_filter import MASK, WordFilter
from quartier.server.commands.reports import MAX_REPORTS
from quartier.server.errors import StartupError
from quartier.server.storage.chat import MAX_STORED_MESSAGES
from quartier.server.storage.schema import chat_message, game_table, report
from quartier.server.views.lobby import chat

from .harness import (
    FRIEND,
    Listener,
    Player,
    Running,
    browser,
    me,
    open_table,
    play_some,
    quiet,
    running,
    two_players,
    wait_until,
)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds by which the test is ahead."""
    ahead, real = [0.0], time.time
    monkeypatch.setattr(time, "time", lambda: real() + ahead[0])
    return ahead


def _say(player: Player, text: str = "", **more: Any) -> Any:
    seat = {} if "name" in more else {"seat": player.seat}
    return player.client.post(f"{player.path}/words", json={"text": text, **seat, **more})


def _chat_texts(player: Player) -> list[str]:
    answer = player.client.get(f"{player.path}/words")
    assert answer.status_code == 200, answer.text
    return [message["text"] for message in answer.json()["words"]]


def _last(player: Player) -> int:
    return int(player.client.get(f"{player.path}/words").json()["words"][-1]["seq"])


def _do(player: Player, seq: int, verb: str, **body: Any) -> Any:
    return player.client.post(f"{player.path}/words/{seq}/{verb}", json=body)


def _watcher(server: Running, table: str) -> Player:
    player = browser(server.url)
    player.table = table
    return player


def test_players_talk_and_it_is_no_part_of_the_game(server: Running) -> None:
    ada, bob = two_players(server.url)
    version, record = ada.view()["version"], bob.view() and ada.client.get(f"{ada.path}/record").text
    ears = [Listener(ada), Listener(bob)]
    for ear in ears:
        wait_until(lambda ear=ear: ear.views)
    body = _say(ada, "  Hello,\n <b>Bob</b>! ").json()
    assert (body["text"], body["name"], body["seat"], body["yours"]) == ("Hello, <b>Bob</b>!", "Ada", 0, True)
    assert _say(bob, reaction="thanks").json()["kind"] == "reaction"
    for ear in ears:
        wait_until(lambda ear=ear: sum(len(message["words"]) for message in ear.talk) == 2)
        ear.close()
    assert [(w["text"], w["yours"]) for message in ears[1].talk for w in message["words"]] == [
        ("Hello, <b>Bob</b>!", False),
        ("thanks", True),
    ]
    assert (ada.view()["version"], ada.client.get(f"{ada.path}/record").text) == (version, record)
    late = Listener(bob)
    wait_until(lambda: late.talk)  # who comes back is told what was said
    late.close()
    assert len(late.talk[0]["words"]) == 2


def test_a_message_that_comes_while_another_is_sent_is_sent_once(server: Running) -> None:
    """Whoever is told the first finds the second in the database already, and hears of it once more by itself."""
    ada, bob = two_players(server.url)
    _say(ada, "One")
    row, table = server.services.tables.load(ada.table)
    _say(bob, "Two")
    recipient = chat.Recipient(authenticate(row, Credentials((bob.secret,))), None, "en")
    messages = [chat.new_messages(server.services.tables, row, table, recipient, 0)]
    row, table = server.services.tables.load(ada.table)
    messages.append(chat.new_messages(server.services.tables, row, table, recipient, 1))
    assert [[text["text"] for text in message] for message in messages] == [["One"], ["Two"]]


def test_players_do_not_hear_who_watches_before_the_end(server: Running) -> None:
    ada, bob = two_players(server.url)
    eve, fay = (_watcher(server, ada.table) for _ in range(2))
    ears = {player.table + name: Listener(player) for name, player in (("ada", ada), ("fay", fay))}
    for ear in ears.values():
        wait_until(lambda ear=ear: ear.views)
    assert _say(ada, "Good luck").status_code == 201
    assert _say(eve, "Ada should take the corner", name="Eve").status_code == 201
    assert _chat_texts(fay) == ["Good luck", "Ada should take the corner"]
    assert _chat_texts(ada) == _chat_texts(bob) == ["Good luck"]
    for ear in ears.values():
        wait_until(lambda ear=ear: ear.talk)
    seq = _last(eve)
    assert _do(ada, seq, "shun", how="mute").status_code == 404  # not even that there is one
    play_some((ada, bob), 1)
    assert all(
        message["seat"] is not None for talk in ears[ada.table + "ada"].talk for message in talk["words"]
    )
    bob.post("resign").raise_for_status()
    assert _chat_texts(ada) == ["Good luck", "Ada should take the corner"]
    wait_until(lambda: any(w["seat"] is None for talk in ears[ada.table + "ada"].talk for w in talk["words"]))
    for ear in ears.values():
        ear.close()


def test_who_watches_is_not_taken_for_a_player(server: Running) -> None:
    ada, _ = two_players(server.url)
    eve = _watcher(server, ada.table)
    assert _say(eve, "hi", name="Ad\u0430").json()["name"] == "Ad\u0430 2"
    assert _say(eve, "hi", name="Rosa (bot)").json()["error"]["code"] == "name"
    assert _say(eve, "hi", name="").json()["error"]["code"] == "name"
    assert _say(eve, "hi", seat=0, name="Eve").json()["error"]["code"] == "no_seat"
    assert _say(eve, reaction="hello", name="Eve").json()["error"]["code"] == "no_seat"
    assert _say(ada, "hi", name="Someone").json()["error"]["code"] == "has_seat"


def test_who_is_muted_or_blocked_is_not_sent(server: Running) -> None:
    ada, bob = two_players(server.url)
    eve = _watcher(server, ada.table)
    assert _say(bob, "Nonsense").status_code == 201
    body = _do(ada, _last(ada), "shun", how="mute").json()
    assert body["words"] == []
    assert [(message["name"], message["everywhere"]) for message in body["spared"]] == [("Bob", False)]
    ear = Listener(ada)
    wait_until(lambda: ear.views)
    _say(bob, "More of it")
    _say(ada, "Only me")
    wait_until(lambda: ear.talk)
    ear.close()
    assert [w["text"] for talk in ear.talk for w in talk["words"]] == ["Only me"]
    assert _chat_texts(eve) == ["Nonsense", "More of it", "Only me"]  # it holds for Ada alone
    again = _do(ada, body["spared"][0]["seq"], "shun", how="hear").json()
    assert [w["text"] for w in again["words"]] == ["Nonsense", "More of it", "Only me"]
    assert _do(ada, _last(ada), "shun", how="mute").json()["error"]["code"] == "own_word"


def test_a_block_holds_at_all_tables(server: Running) -> None:
    """Also nobody is led to a table where somebody waits whom they have blocked, or who has blocked them."""
    ada, bob = two_players(server.url)
    _say(bob, "Nonsense")
    body = _do(ada, _last(ada), "shun", how="block").json()
    assert body["spared"][0]["everywhere"]
    other = open_table(server.url, me("Cem"), FRIEND, FRIEND, title="block_city")
    for player, seat, name in ((ada, 1, "Ada"), (bob, 2, "Bob")):
        player.join(other.table, other.invites[seat], name)
    _say(bob, "Here, too")
    assert (_chat_texts(ada), _chat_texts(other)) == ([], ["Here, too"])
    first = bob.client.post("/api/lobby/play", json={"title": "gridlock", "name": "Bob"}).json()
    second = ada.client.post("/api/lobby/play", json={"title": "gridlock", "name": "Ada"}).json()
    assert first["id"] != second["id"]
    refused = bob.client.post(f"/api/lobby/{second['id']}/join", json={"name": "Bob"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "apart")


def test_a_report_reaches_the_host_once(server: Running, clock: list[float]) -> None:
    ada, bob = two_players(server.url)
    _say(bob, "Something vile")
    seq = _last(ada)
    for _ in range(2):
        assert _do(ada, seq, "report").status_code == 200
    with server.services.database.read() as connection:
        (row,) = connection.execute(sa.select(report)).all()
    assert (row.game_id, row.name, row.text) == (ada.table, "Bob", "Something vile")
    assert _do(ada, 99, "report").json()["error"]["code"] == "no_word"
    assert _do(bob, seq, "report").json()["error"]["code"] == "own_word"
    for number in range(MAX_REPORTS[0]):
        clock[0] += 61
        _say(bob, f"vile {number}")
        last = _do(ada, _last(ada), "report")
    assert last.json()["error"]["code"] == "too_many_reports"


def test_an_opener_switches_the_chat_off(server: Running) -> None:
    ada, bob = two_players(server.url)
    ear = Listener(bob)
    wait_until(lambda: ear.views)
    path = f"{ada.path}/words/hush"
    assert bob.client.post(path, json={"hushed": True}).json()["error"]["code"] == "not_opener"
    ada.client.post(path, json={"hushed": True}).raise_for_status()
    wait_until(lambda: ear.views[-1]["hushed"])
    ear.close()
    for answer in (
        _say(ada, "hi"),
        _say(bob, reaction="hello"),
        _say(_watcher(server, ada.table), "hi", name="Eve"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "hushed")
    ada.client.post(path, json={"hushed": False}).raise_for_status()
    assert _say(bob, "hi").status_code == 201


def test_nobody_talks_without_end(server: Running, clock: list[float]) -> None:
    ada, bob = two_players(server.url)
    (few, moment), (many, while_) = RATE_LIMITS
    for number in range(few):
        assert _say(ada, f"word {number}").status_code == 201
    refused = _say(ada, reaction="hurry")
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_fast")
    assert _say(bob, "hi").status_code == 201
    for _ in range(many // few - 1):
        clock[0] += moment + 1
        for _ in range(few):
            assert _say(ada, "more").status_code == 201
    clock[0] += moment + 1
    assert _say(ada, "too much").status_code == 429
    clock[0] += while_
    assert _say(ada, "hi again").status_code == 201


def test_nor_do_those_who_watch_together(server: Running) -> None:
    ada, _ = two_players(server.url)
    most = SPECTATOR_RATE_LIMITS[0][0]
    responses = [_say(_watcher(server, ada.table), "hi", name=f"W{number}") for number in range(most + 1)]
    assert [answer.status_code for answer in responses] == [201] * most + [429]
    assert _say(ada, "hi").status_code == 201


def test_the_chat_is_kept_within_bounds_and_goes_with_the_table(
    server: Running, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quartier.server.storage.chat.MAX_STORED_MESSAGES", 3)
    assert MAX_STORED_MESSAGES == 500
    ada, _ = two_players(server.url)
    for number in range(5):
        _say(ada, str(number))
    assert _chat_texts(ada) == ["2", "3", "4"]
    with server.services.database.write() as connection:
        for child in ("event", "seat"):
            connection.exec_driver_sql(f"delete from {child} where game_id = ?", (ada.table,))
        connection.execute(game_table.delete().where(game_table.c.id == ada.table))
        assert connection.scalar(sa.select(sa.func.count()).select_from(chat_message)) == 0


def test_nobody_talks_where_they_may_not_watch(server: Running) -> None:
    ada = browser(server.url)
    wish = {"title": "city_blocks", "seats": [me("Ada"), FRIEND], "access": "private"}
    body = ada.client.post("/api/tables", json=wish).json()
    ada.table = body["id"]
    bob, eve = browser(server.url), _watcher(server, body["id"])
    bob.join(body["id"], body["seats"][1]["invite"], "Bob")
    _say(bob, "Just us")
    for answer in (eve.client.get(f"{eve.path}/words"), _say(eve, "hi", name="Eve"), _do(eve, 1, "report")):
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "private")


@pytest.mark.parametrize(
    ("text", "stored_text"),
    [
        ("\uff28\uff45\uff4c\uff4c\uff4f", "Hello"),
        ("a\u202eb\u200bc\u0000d"[:5], "abc"),
        ("one\u2028two\tthree", "one two three"),
        ("Z" + "\u0300" * 9, "Z\u0300\u0300"),
        ("x" * MAX_MESSAGE_LENGTH, "x" * MAX_MESSAGE_LENGTH),
    ],
)
def test_a_text_is_kept_in_one_form(server: Running, text: str, stored_text: str) -> None:
    ada, _ = two_players(server.url)
    assert _say(ada, text).json()["text"] == stored_text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": "", "seat": 0}, "words"),
        ({"text": "\u200b \u2800", "seat": 0}, "words"),
        ({"text": "x" * (MAX_MESSAGE_LENGTH + 1), "seat": 0}, "words"),
        ({"text": "x" * 1001, "seat": 0}, "malformed"),
        ({"text": "a\x00b", "seat": 0}, "malformed"),
        ({"reaction": "wave", "seat": 0}, "reaction"),
        ({"text": "hi", "seat": 1}, "no_seat"),
        ({"text": "hi", "seat": 99}, "malformed"),
        ({"text": "hi", "more": 1}, "malformed"),
        ({"text": ["hi"]}, "malformed"),
    ],
)
def test_bad_words_get_a_sentence(server: Running, body: dict[str, Any], code: str) -> None:
    ada, _ = two_players(server.url)
    answer = ada.client.post(f"{ada.path}/words", json=body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["code"] == code
    assert _chat_texts(ada) == []
    for path, wrong in (("/1/shun", {"how": "love"}), ("/0/report", {}), ("/hush", {"hushed": "yes"})):
        assert ada.client.post(f"{ada.path}/words{path}", json=wrong).status_code == 422


def test_there_are_six_reactions(server: Running, clock: list[float]) -> None:
    ada, _ = two_players(server.url)
    for reaction in REACTIONS:
        clock[0] += 11
        assert _say(ada, reaction=reaction).status_code == 201
    assert _chat_texts(ada) == list(REACTIONS)
    assert len(REACTIONS) == 6


def test_a_host_hides_words(tmp_path: Path) -> None:
    file = tmp_path / "unwanted.txt"
    file.write_text("# what we do not want\n\ndarn\nheck*\n", encoding="utf-8")
    with running(quiet(tmp_path / "games.db", unwanted_words=file)) as server:
        ada, _ = two_players(server.url)
        text = _say(ada, "Darn, d4rn and hecking darning!").json()["text"]
        assert text == f"{MASK}, {MASK} and {MASK} darning!"
        eve = _watcher(server, ada.table)
        assert _say(eve, "hi", name="Heckler").json()["error"]["code"] == "name"
        for path, body in (
            ("/api/lobby/play", {"title": "city_blocks", "name": "d4rn"}),
            ("/api/tables", {"title": "city_blocks", "seats": [me("Darn"), FRIEND]}),
            ("/api/deals/city_blocks", {"name": "Darn it"}),
        ):
            refused = eve.client.post(path, json=body)
            assert (refused.status_code, refused.json()["error"]["code"]) == (422, "name"), refused.text


def test_a_filter_that_cannot_be_read_is_reported_before_the_start(tmp_path: Path) -> None:
    with pytest.raises(StartupError, match="word filter file"):
        word_filter.read(quiet(tmp_path / "games.db", unwanted_words=tmp_path / "nowhere.txt"))
    assert WordFilter(["*", ""]).mask("all stays") == "all stays"


def test_a_message_that_is_sent_again_with_its_id_is_posted_once(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db")) as server:
        ada, bob = two_players(server.url)
        first = _say(ada, "good luck", client_move_id="once")
        for _ in range(RATE_LIMITS[0][0] + 1):  # a repetition counts for no rate
            again = _say(ada, "good luck", client_move_id="once")
            assert (again.status_code, again.json()) == (201, first.json())
        assert (
            _say(bob, "good luck", client_move_id="once").status_code == 201
        )  # another sender's id is another id
        spectator = browser(server.url)
        spectator.table = ada.table
        spectator.view()
        for _ in range(2):
            assert _say(spectator, "good luck", name="Sue", client_move_id="once").status_code == 201
        other = _say(ada, "have fun", client_move_id="once")
        assert (other.status_code, other.json()["error"]["code"]) == (422, "reused_id")
        spectator_texts = _chat_texts(spectator)
        assert spectator_texts == ["good luck"] * 3
