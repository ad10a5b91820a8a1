"""No one passes for another person: names of accounts are their own where strangers meet, and guests are marked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from quartier.core.text.languages import translator
from quartier.server.access.throttling import LoginThrottle
from quartier.server.commands.names import reserved_names
from quartier.server.commands.names.reserved_names import is_made_up, is_reserved

from .harness import FRIEND, Player, Running, browser, me, open_table, quiet, running
from .hosting import code

PASSWORD = "three green bicycles"
CYRILLIC = "M\u0430gnus"
PUBLIC = {"title": "city_blocks", "access": "public", "time": {"base": 900, "increment": 20}}
RATED = {"title": "city_blocks", "rated": True, "time": {"days": 3}}
PLAYER_TS = Path(__file__).parents[2] / "web" / "src" / "net" / "player.ts"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all, with the account Magnus."""
    with running(quiet(tmp_path_factory.mktemp("names") / "games.db")) as server:
        server.magnus = register(server, "Magnus")  # type: ignore[attr-defined]
        yield server


@pytest.fixture(scope="module")
def other(server: Running) -> Player:
    """Another account."""
    return register(server, "Somebody's rival")


@pytest.fixture(autouse=True)
def fresh(server: Running) -> None:
    server.services.account_service.throttle = LoginThrottle()


def register(server: Running, name: str) -> Player:
    player = browser(server.url)
    answer = player.client.post("/api/account/register", json={"name": name, "password": PASSWORD})
    assert answer.status_code < 300, answer.text
    return player


def opens(player: Player, name: str, *others: dict[str, str], **wishes: Any) -> httpx.Response:
    seats = [me(name), *(others or (FRIEND,))]
    answer = player.client.post("/api/tables", json={**PUBLIC, "seats": seats, **wishes})
    if answer.status_code == 201:
        player.table, player.seat = answer.json()["id"], 0
        player.invites = {seat["seat"]: seat["invite"] for seat in answer.json()["seats"] if "invite" in seat}
    return answer


# ----- names of accounts -----


@pytest.mark.parametrize("impostor", ["guest", "account"])
@pytest.mark.parametrize("name", ["Magnus", CYRILLIC, "M a g n u 5", "\u039c\u00e1gnus"])
def test_among_strangers_an_accounts_name_is_only_its_own(
    server: Running, other: Player, impostor: str, name: str
) -> None:
    """At a table of one's own or another's, by quick match, in the chat, and among a day's results."""
    table = browser(server.url)
    assert opens(table, "Ada").status_code == 201
    player = other if impostor == "account" else browser(server.url)
    join = {"invite": table.invites[1], "name": name, "client_move_id": "sixteen-letters-a"}
    message = {"seat": None, "name": name, "text": "Hello"}
    for answer in (
        opens(player, name),
        player.client.post(f"/api/tables/{table.table}/join", json=join),
        player.client.post(
            f"/api/lobby/{table.table}/join", json={"name": name, "client_move_id": "sixteen-letters-a"}
        ),
        player.client.post("/api/lobby/play", json={"title": "city_blocks", "name": name}),
        player.client.post(f"/api/tables/{table.table}/words", json=message),
        player.client.post("/api/deals/city_blocks", json={"name": name}),
    ):
        assert code(answer) == (422, "name"), answer.text
        assert "An account has this name" in answer.json()["error"]["text"]


def test_its_owner_bears_it_and_among_friends_anyone_may(server: Running) -> None:
    assert opens(server.magnus, "Magnus").status_code == 201  # type: ignore[attr-defined]
    assert opens(server.magnus, "Maggie").status_code == 201  # type: ignore[attr-defined]
    friends = open_table(server.url, me("Magnus"), FRIEND)
    assert friends.view()["seats"][0]["name"] == "Magnus"


def test_no_number_makes_a_name_that_is_an_accounts(server: Running) -> None:
    register(server, "Rudolf 2")
    table = browser(server.url)
    opens(table, "Rudolf")
    browser(server.url).join(table.table, table.invites[1], "Rudolf")
    assert [seat["name"] for seat in table.view()["seats"]] == ["Rudolf", "Rudolf 3"]


def test_a_rated_seat_shows_its_accounts_name_and_rating_whatever_was_typed(server: Running) -> None:
    one, two = register(server, "Honest Anna"), register(server, "Honest Ben")
    assert opens(one, "Magnus", **RATED).status_code == 201
    two.join(one.table, one.invites[1], CYRILLIC)
    seats = one.view()["seats"]
    assert [seat["name"] for seat in seats] == ["Honest Anna", "Honest Ben"]
    assert [(seat["rating"], seat["provisional"], seat["guest"]) for seat in seats] == [
        (1000, True, False)
    ] * 2
    assert [line["line"] for line in one.view(lang="en")["log"][:2]] == [
        "You joined.",
        "Honest Ben joined.",
    ]


def test_the_name_at_a_rated_table_stays_the_accounts_while_the_game_runs(server: Running) -> None:
    one, two = register(server, "Before"), register(server, "Rival of Before")
    opens(one, "Before", **RATED)
    two.join(one.table, one.invites[1], "Two")
    rename = {"name": "Afterwards", "current": PASSWORD}
    assert code(one.client.post("/api/account/name", json=rename)) == (409, "rated_game")
    for _ in range(2):
        one.post("resign")
    assert one.client.post("/api/account/name", json=rename).status_code == 200


# ----- guests -----


def test_guests_are_marked_in_seats_chat_and_log(server: Running) -> None:
    guest = browser(server.url)
    assert opens(guest, "Gerlinde").status_code == 201
    owner = register(server, "Owner of a name")
    owner.join(guest.table, guest.invites[1], "Owner of a name")
    owner.seat = 1
    assert [seat["guest"] for seat in guest.view()["seats"]] == [True, False]
    lines = [line["line"] for line in owner.view(lang="en")["log"]]
    assert lines[:2] == ["Gerlinde (guest) joined.", "You joined."]
    assert owner.view(lang="de")["log"][0]["line"] == "Gerlinde (Gast) spielt mit."
    watcher = browser(server.url)
    for player, seat in ((guest, 0), (owner, 1), (watcher, None)):
        message = {"seat": seat, "name": "Zoe", "text": "Hello"}
        player.client.post(f"/api/tables/{guest.table}/words", json=message).raise_for_status()
    messages = watcher.client.get(f"/api/tables/{guest.table}/words").json()["words"]
    assert [message["guest"] for message in messages] == [True, False, True]
    page = owner.client.get(f"/api/tables/{guest.table}/text", params={"lang": "en"}).text
    assert "Gerlinde (guest)" in page
    assert "Owner of a name (guest)" not in page


def test_a_guest_who_signs_up_is_no_guest_any_more(server: Running) -> None:
    guest = browser(server.url)
    opens(guest, "Gudrun")
    own = {"name": "Gudrun", "password": PASSWORD}
    guest.client.post("/api/account/register", json=own).raise_for_status()
    guest.client.post(f"/api/tables/{guest.table}/keep", json={}).raise_for_status()
    assert guest.view()["seats"][0]["guest"] is False


# ----- reserved words -----


RESERVED = (
    "Moderator,M0derat\u043er,Anna (Moderator),ModeratorAnna,Moderatorin,Admin Max,Support,Support-Team,Server,"
    "S u p p o r t,Guest,Guest 7,Gast,Gast 12,Somebody,Someone,Jemand,Deleted,Gel\u00f6scht,Geloscht,Open seat,0pen-Seat,"
    "Freier Platz,Offener Platz,Quartier,Gastgeber"
)


@pytest.mark.parametrize("name", RESERVED.split(","))
def test_words_of_the_server_are_nobodys_name_in_both_languages(server: Running, name: str) -> None:
    player = browser(server.url)
    own = {"name": name, "password": PASSWORD}
    assert code(player.client.post("/api/account/register", json=own)) == (422, "name")
    assert code(opens(player, name)) == (422, "name")


@pytest.mark.parametrize(
    "name", ["Hostess", "Modest Max", "Serverin", "Supportive Sam", "Adminton", "Gerlinde", "Desi"]
)
def test_names_that_only_begin_like_one_are_fine(name: str) -> None:
    assert not is_reserved(name)


def test_no_account_takes_away_the_names_that_pages_give_to_guests(server: Running) -> None:
    own = {"name": "Brave B\u0430dger", "password": PASSWORD}
    assert code(browser(server.url).client.post("/api/account/register", json=own)) == (422, "name")
    assert opens(browser(server.url), "Brave Badger").status_code == 201
    assert is_made_up(translator("de")("Brave Badger"))
    in_page = PLAYER_TS.read_text(encoding="utf-8")
    assert all(f't("{name}")' in in_page for name in reserved_names.MADE_UP)
    assert in_page.count('t("') == len(reserved_names.MADE_UP)
