"""People with accounts who are away from their tables, for tests of what they are told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import sqlalchemy as sa

from quartier.server.accounts.login import ClientInfo
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.http.cookies import Cookie
from quartier.server.notifications.scheduler import PUSH_DELAY
from quartier.server.storage.notifications.notification_schema import (
    mail_address,
    notification,
    notification_queue,
)

from .harness import FRIEND, Player, browser, me
from .outside import BrowserOutside, Outside
from .timing import DAYS, Timed

numbers = count(1)


def register(here: Timed) -> Player:
    """A browser that is signed in to a new account, which has no password: that takes long to hash."""
    player, name = browser(here.url), f"Away {next(numbers)}"
    doors = here.server.services.account_service
    door = doors.create_account(ClientInfo("", "", None), name, username_skeleton(name), None)
    player.set_cookie(Cookie.SESSION, door.token)
    return player


def account_of(here: Timed, player: Player) -> str:
    result = here.server.services.sessions.account(player.cookie(Cookie.SESSION))
    assert result is not None
    return result


def choose(player: Player, what: str, **body: Any) -> None:
    answer = player.client.post(f"/api/account/notices/{what}", json=body)
    assert answer.status_code == 200, answer.text


def subscribe(player: Player, there: Outside, path: str = "/push/1") -> BrowserOutside:
    outside = BrowserOutside()
    choose(player, "push", endpoint=there.url + path, **outside.keys)
    return outside


def together(here: Timed, **more: Any) -> tuple[Player, Player]:
    """Ada and Bob with accounts, at a table at which it is Ada's turn; nobody has chosen anything yet."""
    ada, bob = register(here), register(here)
    seat_together(ada, bob, **more)
    return ada, bob


def seat_together(ada: Player, bob: Player, **more: Any) -> None:
    body = {"title": "city_blocks", "seats": [me("Ada"), FRIEND], **more}
    table = ada.client.post("/api/tables", json=body).json()
    ada.table, ada.seat = table["id"], 0
    bob.join(ada.table, table["seats"][1]["invite"], "Bob")


def plays(player: Player) -> None:
    view = player.view()
    answer = player.move(view["choices"][0]["move"], view["version"])
    assert answer.status_code == 200, answer.text


def passes(here: Timed, seconds: float) -> None:
    """The server has seen what has happened; time goes by, and what is due then is delivered."""
    scheduler = here.server.services.notification_scheduler
    for moment in (0, seconds, 0):
        here.passes(moment)
        scheduler.wait()


def rows(here: Timed, table: sa.Table) -> list[Any]:
    with here.server.services.database.read() as connection:
        return list(connection.execute(sa.select(table)))


def confirm_address(here: Timed, player: Player, address: str) -> None:
    """The player has confirmed an address, and wants letters."""
    row = {"account": account_of(here, player), "address": address, "normalized": address}
    with here.server.services.database.write() as connection:
        connection.execute(mail_address.insert().values(row))
    choose(player, "mail", mail="on")


def delivered_once_by_two(one: Timed, two: Timed, there: Outside) -> None:
    """At the same moment, and although both hold themselves for the chosen one, as after a long silence."""
    players = together(one, time=DAYS)
    mover, other = sorted(players, key=lambda process: not process.view()["turn"]["yours"])
    subscribe(other, there)
    twin = browser(two.url)
    twin.set_cookie(Cookie.SESSION, mover.cookie(Cookie.SESSION))
    twin.table, twin.seat = mover.table, mover.seat
    plays(twin)
    schedulers = [process.server.services.notification_scheduler for process in (one, two)]
    with ThreadPoolExecutor(4) as pool:
        for seconds in (0, PUSH_DELAY, PUSH_DELAY):
            one.clock.at += seconds
            list(pool.map(lambda scheduler: scheduler.look(one.clock.at, True), schedulers * 2))
            for scheduler in schedulers:
                scheduler.wait()
    assert len(there.posted) == 1
    for table in (notification_queue, notification):
        assert rows(one, table) == []
