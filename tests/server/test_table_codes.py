"""Six letters lead to a free seat of a table, and to nothing else: they tell no invitation to who does not have them, are
gone when all seats are taken, and cannot be found by trying.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from quartier.server.limits import Limits
from quartier.server.storage import schema, table_rows
from quartier.server.storage.secrets import CODE_LETTERS

from .harness import FRIEND, GREEDY, Running, browser, me, open_table, quiet, running


def _find(server: Running, code: str) -> httpx.Response:
    return httpx.post(f"{server.url}/api/tables/by-code", json={"code": code}, params={"lang": "en"})


def _wrong(right: str) -> str:
    return right[:5] + ("A" if right[5] != "A" else "B")


def test_a_code_leads_to_the_free_seat(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND)
    code = ada.view()["code"]
    assert len(code) == 6
    assert set(code) <= set(CODE_LETTERS)
    for typed in (code, code.lower(), f" {code[:3]}-{code[3:]} "):
        answer = _find(server, typed)
        assert answer.json() == {"url": f"/table/{ada.table}#join={ada.invites[1]}"}
    bob = browser(server.url)
    bob.join(ada.table, answer.json()["url"].partition("#join=")[2], "Bob")
    assert bob.seat == 1


def test_only_who_opened_the_table_sees_the_code(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND, FRIEND, title="metromania")
    bob = browser(server.url)
    bob.join(ada.table, ada.invites[1], "Bob")
    stranger = browser(server.url)
    stranger.table = ada.table
    assert ada.view()["code"]
    for other in (bob, stranger):
        view = other.view()
        assert view["code"] is None
        assert ada.view()["code"] not in str(view)
        assert ada.invites[2] not in str(view)


def test_a_code_is_gone_when_all_seats_are_taken(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND, FRIEND, title="metromania")
    code, free = ada.view()["code"], set(ada.invites.values())
    for name in ("Bob", "Cem"):
        invite = _find(server, code).json()["url"].partition("#join=")[2]
        assert invite in free
        free.discard(invite)
        browser(server.url).join(ada.table, invite, name)
    answer = _find(server, code)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_code")
    assert ada.view()["code"] is None
    with server.services.database.read() as connection:
        where = sa.select(schema.game_table.c.code).where(schema.game_table.c.id == ada.table)
        assert connection.scalar(where) is None


@pytest.mark.parametrize("seats", [(me(), GREEDY), (me("Ada"), me("Bea"))])
def test_a_table_without_a_free_seat_has_no_code(server: Running, seats: Any) -> None:
    assert open_table(server.url, *seats).view()["code"] is None


def test_a_code_lasts_a_day(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = open_table(server.url, me(), FRIEND)
    code = ada.view()["code"]
    later = time.time() + table_rows.CODE_SECONDS
    monkeypatch.setattr(table_rows.time, "time", lambda: later + 1)
    assert _find(server, code).status_code == 404


def test_who_tries_many_codes_is_throttled(tmp_path: Path) -> None:
    bound, now = Limits().codes, 0.0
    with running(quiet(tmp_path / "games.db", limits=Limits())) as server:
        server.services.quotas.clock = lambda: now
        ada = open_table(server.url, me(), FRIEND)
        code = ada.view()["code"]
        answers = [_find(server, _wrong(code)) for _ in range(bound.per_address)]
        assert {answer.status_code for answer in answers} == {404}
        assert not any(ada.invites[1] in answer.text or ada.table in answer.text for answer in answers)
        refused = _find(server, code)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_codes")
        assert refused.headers["retry-after"] == "600"
        now = bound.within + 1
        assert _find(server, code).status_code == 200


def test_right_codes_are_no_guesses(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", limits=Limits())) as server:
        code = open_table(server.url, me(), FRIEND).view()["code"]
        assert {_find(server, code).status_code for _ in range(2 * Limits().codes.per_address)} == {200}


@pytest.mark.parametrize("message", ["", "ABC", "ABCDEFG", "ÄBCDEF", "%_____", "123456", "IIIIII", "A" * 40])
def test_what_is_no_code_opens_nothing(server: Running, message: str) -> None:
    refused = _find(server, message)
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "no_code")


def test_two_tables_never_have_the_same_code(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    code = open_table(server.url, me(), FRIEND).view()["code"]
    codes = iter([code, code, "ZZZZZZ"])
    monkeypatch.setattr(table_rows, "new_code", lambda: next(codes))
    assert open_table(server.url, me(), FRIEND).view()["code"] == "ZZZZZZ"
    assert re.fullmatch("[A-Z]{6}", code)
