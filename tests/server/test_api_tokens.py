"""Tokens of programs: what they open, what they do not, and how they end."""

from __future__ import annotations

from pathlib import Path

import pytest

from quartier.bots.names import OTHERS
from quartier.server.accounts import api_tokens
from quartier.server.errors import DomainError
from quartier.server.limits import Limits, Quota
from quartier.server.moderation import actions

from .harness import FRIEND, Player, Running, browser, me, quiet, running
from .hosting import MACHINE, PASSWORD, code, post, with_account
from .machines import Machine, open_for_two, stream_positions


def token_of(player: Player, name: str = "Deep Street") -> str:
    """A token for a program of an account."""
    response = player.client.post("/api/account/programs", json={"name": name})
    assert response.status_code == 200, response.text
    return str(response.json()["shown"])


def machine_of(server: Running, token: str) -> Machine:
    return Machine(browser(server.url).client, key=token)


def test_a_program_finds_its_seats_again_by_its_token(server: Running) -> None:
    """It sits down under its own name, and needs no secret that it might lose."""
    ada = with_account(server, "Ada")
    body = ada.client.post("/api/tables", json={"title": "city_blocks", "seats": [me("Ada"), FRIEND]}).json()
    machine = machine_of(server, token_of(ada))
    machine.table = body["id"]
    assert machine.post("join", invite=body["seats"][1]["invite"]).status_code == 200
    position = machine.position()
    assert (position["seat"], position["seats"][1]["name"], position["seats"][1]["kind"]) == (
        1,
        "Deep Street",
        "program",
    )
    assert next(stream_positions(server.url, machine.table, machine.key))["seat"] == 1


def test_a_token_opens_nothing_else_of_the_account(server: Running) -> None:
    ada = with_account(server, "Ada")
    body = ada.client.post("/api/tables", json={"title": "city_blocks", "seats": [me("Ada"), FRIEND]}).json()
    machine = machine_of(server, token_of(ada))
    machine.table = body["id"]
    assert machine.position()["seat"] is None
    assert machine.post("resign").json()["error"]["code"] == "no_seat"
    for path in ("/api/account", "/api/account/games", "/api/account/export"):
        answer = machine.client.get(path, headers=machine.headers)
        assert "Ada" not in answer.text
    refused = machine.client.post("/api/account/programs", json={"name": "More"}, headers=machine.headers)
    assert code(refused) == (401, "signed_out")
    view = machine.client.get(f"/api/tables/{body['id']}", headers=machine.headers).json()
    assert view["viewer"]["seats"] == []


def test_a_tokens_seats_are_its_own(server: Running) -> None:
    """Neither another program of the same account nor the account itself plays them."""
    ada = with_account(server, "Ada")
    first, _ = open_for_two(server.url, key=token_of(ada, "One"))
    other = machine_of(server, token_of(ada, "Two"))
    other.table = ada.table = first.table
    assert first.position()["seat"] == 0
    assert other.position()["seat"] is None
    assert ada.view()["viewer"]["seats"] == []


def test_a_revoked_token_opens_nothing(server: Running) -> None:
    ada, eve = with_account(server, "Ada"), with_account(server, "Eve")
    first, _ = open_for_two(server.url, key=token_of(ada))
    (row,) = server.services.programs.of(_account(server, "Ada"))
    assert code(post(eve, "account/programs/revoke", id=row.id)) == (404, "no_program")
    assert post(ada, "account/programs/revoke", id=row.id).status_code == 200
    answer = first.client.get(first.path, headers=first.headers)
    assert code(answer) == (401, "unknown_token")
    assert code(first.post("resign")) == (401, "unknown_token")
    assert "Deep Street" not in ada.client.get("/account/programs").text


def _account(server: Running, name: str) -> str:
    with server.services.database.read() as connection:
        return actions.account_named(connection, name).id


def test_tokens_are_stored_as_hashes_and_listed_without(tmp_path: Path) -> None:
    data = tmp_path / "games.db"
    with running(quiet(data)) as server:
        ada = with_account(server, "Ada")
        token = token_of(ada)
        program = ada.client.get("/api/account/export").json()["stored"]["program"]
        page = ada.client.get("/account/programs").text
    assert [program_view["name"] for program_view in program] == ["Deep Street"]
    assert "Deep Street" in page
    assert token not in page + str(program)
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
    assert token.encode() not in stored
    assert token.removeprefix(api_tokens.PREFIX).encode() not in stored


def test_with_the_account_its_tokens_go(server: Running) -> None:
    ada = with_account(server, "Ada")
    first, two = open_for_two(server.url, key=token_of(ada))
    assert post(ada, "account/delete", name="Ada", current=PASSWORD).status_code == 200
    server.services.programs._cache.drop(api_tokens.hash_secret(first.key))
    assert code(first.post("resign")) == (401, "unknown_token")
    assert two.position()["seats"][0]["name"] == "One"  # the game stays for the others


@pytest.mark.parametrize(
    ("name", "right"),
    [("Greedy Bot", True), ("", False), ("x" * 30, False), (OTHERS[0], False), ("Admin", False)],
)
def test_a_program_may_be_called_a_bot_and_not_like_one_of_ours(
    server: Running, name: str, right: bool
) -> None:
    ada = with_account(server, "Ada")
    answer = ada.client.post("/api/account/programs", json={"name": name})
    assert answer.status_code == (200 if right else 422)


def test_an_account_has_so_many_programs_and_no_more(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_tokens, "MAX_PROGRAMS", 2)
    ada = with_account(server, "Ada")
    token_of(ada, "One")
    token_of(ada, "Two")
    refused = ada.client.post("/api/account/programs", json={"name": "Three"})
    assert code(refused) == (422, "too_many_programs")


def test_a_ban_of_the_owner_is_one_of_the_program(server: Running) -> None:
    ada = with_account(server, "Ada")
    first, _ = open_for_two(server.url, key=token_of(ada))
    actions.ban_account(server.services.moderation, MACHINE, "Ada", "Too fast", None)
    assert code(first.post("resign")) == (403, "banned")


def test_where_only_the_invited_play_programs_come_as_their_owners(server: Running) -> None:
    """That of an account as the account, that of the hosts as a host, and one without a token not at all."""
    ada = with_account(server, "Ada")
    tokens = [token_of(ada), actions.make_program(server.services.moderation, "Of the house").token, ""]
    actions.invite_only(server.services.moderation, MACHINE, True)
    seats = [{"kind": "me", "name": "Any"}, {"kind": "friend"}]
    answers = [
        browser(server.url).client.post(
            "/api/v1/tables",
            json={"title": "city_blocks", "seats": seats},
            headers={"Authorization": f"Bearer {token}"} if token else {},
        )
        for token in tokens
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 403]


def test_a_program_counts_by_its_token(tmp_path: Path) -> None:
    """Two programs at one address have the bounds of two browsers there."""
    with running(quiet(tmp_path / "games.db", limits=Limits(tables=Quota(1, 3)))) as server:
        ada = with_account(server, "Ada")
        for token in (token_of(ada, "One"), token_of(ada, "Two")):
            first, _ = open_for_two(server.url, key=token)
        seats = [{"kind": "me"}, {"kind": "friend"}]
        again = first.client.post(
            "/api/v1/tables", json={"title": "city_blocks", "seats": seats}, headers=first.headers
        )
        assert again.status_code == 429


def test_the_hosts_tokens_are_made_and_revoked_at_the_machine(server: Running) -> None:
    service = server.services.moderation
    program = actions.make_program(service, "Of the house")
    first, _ = open_for_two(server.url, key=program.token)
    assert first.position()["seat"] == 0
    actions.revoke_program(service, program.row.id)
    server.services.programs._cache.drop(program.row.token_hash)  # another process has done it
    assert code(first.post("resign")) == (401, "unknown_token")
    with pytest.raises(DomainError):
        actions.revoke_program(service, program.row.id)


def test_the_page_is_for_accounts_and_says_so_to_guests(server: Running) -> None:
    guest = browser(server.url).client.get("/account/programs", params={"lang": "en"})
    assert "so sign in or create one first" in guest.text
    assert "Create API token" not in guest.text
    assert code(browser(server.url).client.post("/api/account/programs", json={"name": "x"})) == (
        401,
        "signed_out",
    )
