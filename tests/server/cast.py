"""Who asks, and for what: people, tables and whatever else requests at random may name.

All come through a proxy, each from an address of their own, for guessing and new accounts are limited by address.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from quartier.server.moderation import actions, queries
from quartier.server.moderation.service import open_moderation
from quartier.server.settings import Settings
from quartier.server.storage import schema
from quartier.server.storage.api_tokens import program

from .harness import FRIEND, Player, browser, me, wait_until
from .hosting import MACHINE, PASSWORD
from .issuers import Issuer
from .outside import BrowserOutside

RECORD = b'[Game "city_blocks"]\n[Players "2"]\n\n* bonus 5\n'
TITLES = ["city_blocks"] * 20 + ["block_city", "metromania", "neue_heimat", "gridlock"]
"""The others take their time here, where nothing is compiled."""
ADDRESSES = 1000
"""So many visitors there are: fewer than the server remembers."""
Headers = list[tuple[bytes, bytes]]


@dataclass
class Caller:
    """Somebody who asks: the headers by which they are who they are, and what is right for them only."""

    headers: Headers = field(default_factory=list)
    own: dict[str, list[Any]] = field(default_factory=dict)


@dataclass
class Cast:
    """What is right in which field or parameter, and who asks."""

    known: dict[str, list[Any]]
    callers: list[Caller] = field(default_factory=lambda: [Caller()])

    def knows(self, value: Any, *names: str) -> None:
        """This is right in the fields and parameters that are called so."""
        _knows(self.known, value, *names)


def _knows(cast: dict[str, list[Any]], value: Any, *names: str) -> None:
    for name in names:
        cast.setdefault(name, []).append(value)


def address(random: Random) -> str:
    """Of one of so many visitors."""
    number = random.randrange(ADDRESSES)
    return f"10.9.{number // 250}.{number % 250}"


def cast(url: str, settings: Settings, club: Issuer, random: Random) -> Cast:
    """A host, somebody with an account, guests and programs, with tables, a record, a tournament and words; two of them
    come from an issuer and have yet to say what that shall mean.
    """
    result = Cast(_always() | {name: [key] for name, key in BrowserOutside().keys.items()})
    ada, bob, guest = (_comes(url, random) for _ in range(3))
    _open_server(url, settings, result)
    for player in (ada, bob):
        _signs_up(result, player, f"P{random.getrandbits(40):010x}")
    _made_host(settings, result.known["who"][0])
    own: dict[int, dict[str, list[Any]]] = {}
    for player in (ada, bob):
        own[id(player)] = {"seat": [0]}
        _plays(result, own[id(player)], player, guest)
        _announces(result, own[id(player)], player)
    own[id(guest)] = {"seat": [1], "table_id": result.known["begun"]}
    guest.client.cookies.update(guest.client.post("/api/deals/city_blocks", json={"name": "Guest"}).cookies)
    for player in (bob, guest):
        _arrives(player, club)
    _ids(settings, result)
    result.callers += [
        Caller(_cookies(player), own[id(player)]) for player in (ada, ada, bob, bob, guest, guest)
    ]
    result.callers += [Caller(_bearer(token), own[id(guest)]) for token in result.known["token"]]
    return result


def _always() -> dict[str, list[Any]]:
    today = datetime.now(UTC).date().isoformat()
    return {
        "current": [PASSWORD],
        "password": [PASSWORD, "another good sentence"],
        "title": TITLES,
        "day": [today, today, "2026-01-02"],
        "seat": [0, 1],
        "version": [*range(9)],
        "lang": ["de", "en"],
        "kind": ["me", "friend", "bot", "swiss", "robin", "account", "address", "seat"],
        "bot": ["greedy", "random"],
        "options": [{}],
        "board": [None],
        "time": [None, "3d", "900+20"],
        "days": [1, 7],
        "hours": [24],
        "rounds": [1],
        "seats": [2],
        "invite_only": [False],
        "reason": ["Rude."],
        "address": ["ada@example.org"],
        "endpoint": ["https://push.example.org/1"],
        "url": ["https://hook.example.org/1", ""],
        "theme": ["light", "dark"],
        "step": [0, 1],
        "owner": [0, 1],
    }


def _comes(url: str, random: Random) -> Player:
    player = browser(url)
    # Not one of those from which others guess at names and passwords: that would count against whoever signs up.
    player.client.headers["X-Forwarded-For"] = f"10.8.{random.randrange(250)}.{random.randrange(250)}"
    return player


def _open_server(url: str, settings: Settings, cast: Cast) -> None:
    """Whatever hosts have decided before, everybody may come in; and there are invitations."""
    service = open_moderation(settings)
    try:
        actions.invite_only(service, MACHINE, enabled=False)
        for ban in queries.bans(service):
            actions.lift_ban(service, MACHINE, ban.id)
        cast.knows(actions.invite(service, MACHINE, "", 10, 1), "code")
        cast.knows(actions.link(service), "code")
        cast.knows(actions.make_program(service, "Machine").token, "token")
        for program in queries.programs(service)[:-2]:
            actions.revoke_program(service, program.id)
    finally:
        service.close()
    wait_until(lambda: browser(url).client.get("/api/lobby").status_code == 200)


def _signs_up(cast: Cast, player: Player, name: str) -> None:
    answer = player.client.post("/api/account/register", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    cast.knows(name, "name", "who")
    body = player.client.post("/api/account/programs", json={"name": name[1:]}).json()
    cast.knows(body["shown"], "token")
    codes = player.client.post("/api/account/codes", json={"current": PASSWORD}).json()["codes"]
    cast.known.setdefault("code", []).extend(codes)


def _made_host(settings: Settings, name: str) -> None:
    service = open_moderation(settings)
    try:
        actions.grant(service, name)
    finally:
        service.close()


def _plays(cast: Cast, own: dict[str, list[Any]], player: Player, guest: Player) -> None:
    """A table that waits, one where somebody may move and has talked, one that is over, and a record."""
    for access, ends in (("public", None), ("link", False), ("link", True)):
        _begins(cast, player, access, provable=bool(ends))
        _knows(own, player.table, "table_id")
        if ends is not None:
            guest.join(player.table, player.invites.pop(1), "Guest")
            _talks(cast, player)
        if ends:
            for who in (player, guest):
                assert who.post("nonce", nonce="a" * 32).status_code == 200
            player.post("resign")
            cast.knows(player.table, "replay_id", "id")
    cast.knows(guest.secret, "secret", "token")
    uploaded = player.client.post("/api/records", content=RECORD).json()["id"]
    cast.knows(uploaded, "replay_id", "id")


def _begins(cast: Cast, player: Player, access: str, provable: bool) -> None:
    options = {"title": "city_blocks", "seats": [me("Ada"), FRIEND], "access": access, "provable": provable}
    body = player.client.post("/api/tables", json=options).json()
    player.table, player.invites = body["id"], {1: body["seats"][1]["invite"]}
    cast.knows(player.table, "table_id", "table", "id")
    cast.knows(player.invites[1], "invite")
    cast.knows(player.view()["code"], "code")


def _talks(cast: Cast, player: Player) -> None:
    view = player.view()
    for choice in view["choices"][:3]:
        cast.knows(choice["move"], "move")
    cast.knows(player.table, "begun")
    assert player.client.post(f"{player.path}/words", json={"seat": 0, "text": "hello"}).status_code == 201
    cast.knows("1", "seq")


def _ids(settings: Settings, cast: Cast) -> None:
    """Of what is only told on pages."""
    service = open_moderation(settings)
    try:
        with service.store.database.read() as connection:
            for table in (program, schema.invitation):
                for (row,) in connection.execute(sa.select(table.c.id)):
                    cast.knows(row, "id")
    finally:
        service.close()


def _announces(cast: Cast, own: dict[str, list[Any]], player: Player) -> None:
    body = {"name": "Club league", "title": "city_blocks", "kind": "robin", "rounds": 1}
    response = player.client.post("/api/tournaments", json=body)
    assert response.status_code == 201, response.text
    cast.knows(response.json()["id"], "tournament_id")
    _knows(own, response.json()["id"], "tournament_id")


def _arrives(player: Player, club: Issuer) -> None:
    club.who = uuid4().hex
    location = player.client.get("/account/oidc/start").headers["Location"]
    assert player.client.get("/account/oidc/back", params=club.agree(location)).status_code == 303


def _cookies(player: Player) -> Headers:
    """All cookies of a browser, whatever they are for."""
    cookies = {cookie.name: cookie.value for cookie in player.client.cookies.jar}
    return [(b"Cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode())]


def _bearer(token: str) -> Headers:
    return [(b"Authorization", f"Bearer {token}".encode())]
