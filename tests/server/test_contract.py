"""What leaves the server is what the models say. The harness holds every answer of every test against them (`contract`);
here a game of each title is played for it, and every route that declares a model is asked.
"""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

import quartier
from quartier.server.moderation import actions
from quartier.server.moderation.service import account_named
from quartier.server.storage.moderation import policy
from quartier.server.views import models

from . import contract
from .harness import (
    FRIEND,
    GREEDY,
    Listener,
    Player,
    Running,
    archived_day,
    browser,
    me,
    open_table,
    play_here,
    play_some,
    wait_until,
)
from .hosting import MACHINE, PASSWORD, finish_game, host, post, with_account
from .outside import BrowserOutside

MOVES = 8
WORKED_OUT = {"play_next_bot", "hint", "enrol_passkey", "sign_in_by_passkey", "remove_passkey"}
BY_MAIL = {"ask_for_link", "ask_to_confirm", "remove_address", "confirm_address", "enter_by_link"}
"""Asked by tests of their own, for a bot has to think, a device to sign, or a letter to come: test_hints, test_passkeys,
test_email_links, test_challenge.
"""


def _players(server: Running, title: str) -> tuple[Player, Player]:
    ada = open_table(server.url, me("Ada"), FRIEND, title=title)
    assert ada.view()["seats"][1]["kind"] == "open"
    ada.client.get(f"{ada.path}/summary").raise_for_status()
    ada.client.get("/api/games").raise_for_status()
    ada.client.post("/api/tables/by-code", json={"code": ada.view()["code"]}).raise_for_status()
    bea = browser(server.url)
    bea.join(ada.table, ada.invites[1], "Bea")
    return ada, bea


@pytest.mark.parametrize("title", quartier.titles())
def test_a_played_game_says_what_the_models_say(server: Running, title: str) -> None:
    ada, bea = players = _players(server, title)
    spectator = browser(server.url)
    spectator.table = ada.table
    ears = [Listener(player, last=0) for player in (ada, bea, spectator)]
    play_some(players, MOVES, lambda choices: choices[len(choices) // 2])
    spectator.view(lang="de")
    ada.client.get(f"{ada.path}/past", params={"at": 5}).raise_for_status()
    assert bea.post("resign").status_code == 200
    version = spectator.view()["version"]
    for ear in ears:
        wait_until(lambda ear=ear: ear.views and ear.views[-1]["version"] == version and ear.presence)
        ear.close()
    for at in (0, MOVES, version):
        spectator.client.get(f"/api/replays/{ada.table}", params={"at": at}).raise_for_status()


def test_every_route_answers_with_its_model(server: Running) -> None:
    contract.answered.clear()
    ada, bea = players = _players(server, "city_blocks")
    play_some(players, 2)
    _answer_each_other(ada, bea)
    _look_back(ada, bea)
    _take_back_alone(server)
    _learn(ada)
    _puzzle_over(ada)
    _meet(server)
    _host(server)
    _have_an_account(ada)
    _hold_a_tournament(server)
    _choose_notifications(server)
    _let_programs_play(server)
    _prove(server)
    assert {route.name for route in contract.DECLARED} - contract.answered == WORKED_OUT | BY_MAIL


def _prove(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), GREEDY, provable=True)
    ada.post("nonce", nonce="a" * 32).raise_for_status()
    ada.post("resign").raise_for_status()
    ada.client.get(f"/api/replays/{ada.table}/chance").raise_for_status()


def _let_programs_play(server: Running) -> None:
    """Every route of the machine API, and a token that comes and goes."""
    program = browser(server.url)
    account = {"name": "Author", "password": PASSWORD}
    program.client.post("/api/account/register", json=account).raise_for_status()
    program.client.post("/api/account/programs", json={"name": "Deep"}).raise_for_status()
    (token,) = server.services.programs.of(_account(server, "Author"))
    assert post(program, "account/programs/revoke", id=token.id).status_code == 200
    program.client.get("/api/v1/titles").raise_for_status()
    program.client.get("/api/v1/titles/city_blocks/moves").raise_for_status()
    seats = [{"kind": "me", "name": "One"}, {"kind": "friend"}]
    table = program.client.post("/api/v1/tables", json={"title": "city_blocks", "seats": seats}).json()
    path, invite = f"/api/v1/tables/{table['id']}", table["seats"][1]["invite"]
    other = program.client.post(f"{path}/join", json={"invite": invite, "name": "Two"}).json()["secret"]
    keys = [{"Authorization": f"Bearer {secret}"} for secret in (table["seats"][0]["secret"], other)]
    body = program.client.get(path, headers=keys[0]).json()
    mover = keys[body["to_act"][0]]
    legal = program.client.get(path, headers=mover).json()["legal"]["actions"][0]
    move = {"version": body["version"], "action": legal, "client_move_id": "move"}
    program.client.post(f"{path}/moves", headers=mover, json=move).raise_for_status()
    program.client.post(f"{path}/resign", headers=mover, json={"client_move_id": "enough"}).raise_for_status()


def _answer_each_other(ada: Player, bea: Player) -> None:
    """Every command of two players, those that are refused included."""
    mover, other = (ada, bea) if ada.view()["turn"]["yours"] else (bea, ada)
    mover.post("takeback")
    other.post("takeback", answer="no")
    mover.post("why", path=["block-a1", "block-a1"])
    for name in ("block-a1", "no-such-thing"):
        mover.client.get(f"{mover.path}/about/{name}").raise_for_status()
    mover.client.get(f"{mover.path}/coaching").raise_for_status()
    assert mover.move("no such move", mover.view()["version"]).status_code == 422
    assert mover.move("H1@a1", 0).status_code == 409
    ada.client.post(f"{ada.path}/claim", json={"secret": ada.secret}).raise_for_status()
    ada.post("replace", absent=bea.seat)
    bea.post("replace", answer="no")
    bea.post("return")
    played = mover.view()["choices"][0]["move"]
    assert mover.move(played, mover.view()["version"]).status_code == 200


def _look_back(ada: Player, bea: Player) -> None:
    """Everything after the end."""
    ada.client.get(f"{ada.path}/boards/1").raise_for_status()
    ada.client.get(f"{ada.path}/past", params={"at": 3}).raise_for_status()
    ada.post("resign").raise_for_status()
    for player in (ada, bea, ada):
        player.post("rematch").raise_for_status()
    ada.client.get(f"/api/replays/{ada.table}").raise_for_status()
    ada.client.get(f"/api/replays/{ada.table}/finale").raise_for_status()
    ada.client.get(f"/api/replays/{ada.table}/about/block-a1").raise_for_status()
    ada.client.get(f"/api/replays/{ada.table}/review").raise_for_status()
    ada.client.post(f"/api/replays/{ada.table}/review").raise_for_status()
    body = {"at": 15, "seat": 0, "name": "Ada"}
    ada.client.post(f"/api/replays/{ada.table}/table", json=body).raise_for_status()
    ada.client.post(f"/api/replays/{ada.table}/challenge", json={"seat": 0}).raise_for_status()
    record = ada.client.get(f"{ada.path}/record").text
    ada.client.post("/api/records", content=record.encode()).raise_for_status()


def _learn(anybody: Player) -> None:
    """First games, of which one title has none."""
    for title in quartier.titles():
        body = anybody.client.get(f"/api/lessons/{title}").json()
        for number, chapter in enumerate(body.get("chapters", [{"end": 0, "steps": []}])):
            for at in (
                chapter["end"],
                *(at for step in chapter["steps"] for at in (*step["between"], step["at"])),
            ):
                anybody.client.get(f"/api/lessons/{title}/{number}/{at}")
            anybody.client.get(f"/api/lessons/{title}/{number}/{chapter['end']}/about/no-such-thing")


def _puzzle_over(anybody: Player) -> None:
    """The puzzle and the deal of a day."""
    anybody.client.post("/api/deals/city_blocks", json={"name": "Ada"}).raise_for_status()
    url = f"/api/puzzles/city_blocks/{archived_day().isoformat()}"
    anybody.client.post(f"{url}/why", json={"seat": 0, "path": ["ground"]}).raise_for_status()
    for path in ("", "/table", "/tries", "/about/block-a1"):
        anybody.client.get(url + path).raise_for_status()


def _host(server: Running) -> None:
    """A host's commands, each once, about somebody who is gone at the end."""
    hera, rude = host(server, "Hera"), with_account(server, "Rude")
    ada, bob = finish_game(server)
    bob.client.post(f"{ada.path}/forget", json={}).raise_for_status()
    ada.client.post(f"{ada.path}/words/1/report").raise_for_status()
    service = server.services.moderation
    bodies: dict[str, dict[str, Any]] = {
        "host/reports": {"id": 1, "action": "close"},
        "host/games": {"id": ada.table, "action": "delete"},
        "host/accounts": {"name": "Rude", "action": "sign_out"},
        "host/bans": {"kind": "account", "who": "Rude", "reason": "Rude"},
        "host/bans/lift": {"id": 1},
        "host/invitations": {"note": "a club", "uses": 1, "days": 1},
        "host/house": {"invite_only": False},
        "host/keep": {"days": None},
        "host/claim": {"code": actions.link(service)},
        "invitation": {"code": actions.invite(service, MACHINE, "", 1, 1)},
    }
    for path, body in bodies.items():
        assert post(hera, path, **body).status_code == 200, path
    page = hera.client.get("/host").text
    hera.client.post(
        "/api/host/invitations/withdraw", json={"id": _first_invitation(server)}
    ).raise_for_status()
    assert "a club" in page
    assert post(rude, "account/delete", name="Rude", current=PASSWORD).status_code == 401
    assert post(hera, "account/delete", name="Hera", current=PASSWORD).status_code == 200


def _account(server: Running, name: str) -> str:
    with server.services.database.read() as connection:
        return account_named(connection, name).id


def _first_invitation(server: Running) -> str:
    with server.services.database.read() as connection:
        return policy.invitations(connection, 0.0)[0].id


def _meet(server: Running) -> None:
    """Strangers at public tables, and all that can be done while a seat is free."""
    ada, bea = browser(server.url), browser(server.url)
    meeting = ada.client.post("/api/lobby/play", json={"title": "city_blocks", "name": "Ada"}).json()
    ada.table = meeting["id"]
    assert ada.client.get("/api/lobby").json()["open"]
    ada.client.post(f"{ada.path}/withdraw", json={"seat": 1}).raise_for_status()
    bea.client.post(f"/api/lobby/{meeting['id']}/join", json={"name": "Bea"}).raise_for_status()
    bea.table, bea.seat = ada.table, 1
    for player in (ada, bea):
        player.post("ready").raise_for_status()
    _talk(ada, bea, meeting["id"])
    for command, body in (
        ("bots", {"seat": 0, "client_move_id": "bots"}),
        ("remove", {"seat": 0}),
        ("cancel", {}),
    ):
        other = open_table(server.url, me("Cem"), FRIEND)
        other.client.post(f"{other.path}/{command}", json=body).raise_for_status()


def _have_an_account(guest: Player) -> None:
    """All that can be asked of an account; the last recovery code ends in a new session."""
    own = {"name": "Ada of the Contract", "password": "three green bicycles"}
    proof = {"current": own["password"]}

    def ask(path: str, **body: Any) -> Any:
        return guest.client.post(f"/api/account/{path}", json=body).raise_for_status().json()

    ask("register", **own)
    ask("sign-in", **own)
    ask("name", name=own["name"])
    ask("settings", settings={"sound": "off"})
    ask("passkeys/new")
    ask("passkeys/ask")
    ask("password", password=own["password"], **proof)
    ask("sessions/end")
    guest.client.post(f"{guest.path}/keep", json={}).raise_for_status()
    guest.client.post(f"{guest.path}/link", json={"seat": 0}).raise_for_status()
    ask("recover", code=ask("codes", **proof)["codes"][0], **own)
    for path in ("", "/games", "/played"):
        guest.client.get(f"/api/account{path}").raise_for_status()
    ask("sign-out")


def _choose_notifications(server: Running) -> None:
    """All that can be chosen to be told; letters are only for who has an address."""
    player = browser(server.url)

    def ask(path: str, **body: Any) -> int:
        return player.client.post(f"/api/account/{path}", json=body).status_code

    ask("register", name="Bea of the Contract", password="three green bicycles")
    seats = {"title": "city_blocks", "seats": [me("Bea"), FRIEND]}
    table = player.client.post("/api/tables", json=seats).json()["id"]
    endpoint = {"endpoint": "https://push.example.org/1", **BrowserOutside().keys}
    assert {
        ask("here"),
        ask("notices/push", **endpoint),
        ask("notices/push/remove", id="1"),
        ask("notices/webhook", url="https://hooks.example.org/1"),
        ask("notices/mail", mail="off"),
        ask("notices/quiet", table=table, quiet="on"),
    } == {200}


def _talk(ada: Player, bea: Player, table: str) -> None:
    """Words at a table, and what can be done about them."""
    bea.table, path = table, f"/api/tables/{table}/words"
    ear = Listener(bea)
    wait_until(lambda: ear.views)
    ada.client.post(path, json={"text": "Hello", "seat": 0}).raise_for_status()
    wait_until(lambda: ear.talk)
    ear.close()
    bea.client.post(f"{path}/1/report").raise_for_status()
    bea.client.post(f"{path}/1/shun", json={"how": "mute"}).raise_for_status()
    bea.client.get(path).raise_for_status()
    ada.client.post(f"{path}/hush", json={"hushed": True}).raise_for_status()


def _take_back_alone(server: Running) -> None:
    """At one device nobody need be asked."""
    both = open_table(server.url, me("Ada"), me("Bea"))
    play_here(both, 1)
    both.post("undo", version=both.view()["version"]).raise_for_status()


@pytest.mark.parametrize(
    ("wrong", "model"),
    [
        ({"online": [0]}, models.Presence),
        ({"online": [0], "spectators": 0, "more": 1}, models.Presence),
        ({"online": ["0"], "spectators": 0}, models.Presence),
        ({"at": 1, "parts": {"board": "", "hand": "", "other": ""}}, models.Moment),
        ({"rule": "CB-1"}, models.Why),
    ],
)
def test_a_wrong_answer_is_noticed(wrong: Any, model: Any) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(model).validate_python(wrong)


def _hold_a_tournament(server: Running) -> None:
    """Three players, a substitute, and everything that its organiser can do."""
    ada, bea, cem, dora, eva = people = [browser(server.url) for _ in range(5)]
    for player, name in zip(people, ("First", "Second", "Third", "Fourth", "Fifth"), strict=True):
        account = {"name": name, "password": "three green bicycles"}
        player.client.post("/api/account/register", json=account).raise_for_status()
    wish = {"name": "Cup", "title": "city_blocks", "kind": "robin", "rounds": 1}
    paths = [
        f"/api/tournaments/{ada.client.post('/api/tournaments', json=wish).json()['id']}" for _ in range(2)
    ]
    path = paths[0]
    for player, command, body in (
        (bea, "join", {}),
        (cem, "join", {}),
        (dora, "join", {}),
        (ada, "deadline", {"hours": 5}),
        (ada, "begin", {}),
        (bea, "withdraw", {}),
    ):
        player.client.post(f"{path}/{command}", json=body).raise_for_status()
    (left,) = [line["number"] for line in ada.client.get(path).json()["standings"] if line["gone"]]
    ada.client.post(f"{path}/place", json={"number": left}).raise_for_status()
    offered = ada.client.get(path).json()["handovers"][0]["url"].partition("=")[2]
    eva.client.post(f"{path}/take-over", json={"place": offered}).raise_for_status()
    ada.client.post(f"{path}/remove", json={"number": (left + 1) % 3}).raise_for_status()
    eva.client.post(f"{path}/report", json={}).raise_for_status()
    eva.client.post(f"{path}/withdraw", json={}).raise_for_status()  # it may be over by now
    yours = {
        tournament["id"]: tournament["yours"]
        for tournament in eva.client.get("/api/tournaments").json()["tournaments"]
    }
    assert yours == {path[-10:]: True, paths[1][-10:]: False}
    ada.client.post(f"{paths[1]}/end", json={}).raise_for_status()
