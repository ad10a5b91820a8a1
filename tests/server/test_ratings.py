"""Rated games: between accounts and against measured bots, without help; each counts once, whoever dies meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from quartier.server.access.throttling import LoginThrottle
from quartier.server.commands.rating import finish
from quartier.server.domain.rating.ranks import finish_ranks
from quartier.server.storage.audit import audit
from quartier.server.storage.rating.rating_schema import game_result, rating
from quartier.server.storage.transaction import Job, Transaction
from quartier.server.storage.writer_connection import WriterConnection

from .harness import FRIEND, Player, Running, Zygote, browser, everyone_moves, me, quiet, running
from .timing import LIVE, Timed, serve_timed

PASSWORD = "three green bicycles"
RATED = {"title": "city_blocks", "rated": True, "time": LIVE}
STRONG = {"kind": "bot", "bot": "4"}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    """One server for all: each test has accounts of its own."""
    with serve_timed(quiet(tmp_path_factory.mktemp("ratings") / "games.db")) as here:
        yield here


@pytest.fixture(autouse=True)
def fresh(here: Timed) -> None:
    here.server.services.account_service.throttle = LoginThrottle()


def register(url: str, name: str) -> Player:
    player = browser(url)
    player.client.headers["Accept-Language"] = "en"
    own = {"name": name, "password": PASSWORD}
    player.client.post("/api/account/register", json=own).raise_for_status()
    return player


def request_table(player: Player, *seats: dict[str, str], **wishes: Any) -> httpx.Response:
    return player.client.post("/api/tables", json={**RATED, "seats": list(seats), **wishes})


def open_rated_table(player: Player, *others: dict[str, str], **wishes: Any) -> Player:
    """`player` at the first seat of a rated table."""
    answer = request_table(player, me("Ada"), *others, **wishes)
    assert answer.status_code == 201, answer.text
    body = answer.json()
    player.table, player.seat = body["id"], 0
    player.invites = {seat["seat"]: seat["invite"] for seat in body["seats"] if "invite" in seat}
    return player


def sits(player: Player, at: Player, seat: int = 1, name: str = "Bob") -> httpx.Response:
    player.table, player.seat = at.table, seat
    return player.post("join", invite=at.invites[seat], name=name)


def pair(url: str, one: str, other: str, **wishes: Any) -> tuple[Player, Player]:
    ada, bob = register(url, one), register(url, other)
    sits(bob, open_rated_table(ada, FRIEND, **wishes)).raise_for_status()
    everyone_moves(ada, bob)
    return ada, bob


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def stored_ratings(server: Running) -> list[sa.Row[Any]]:
    """All ratings."""
    with server.services.database.read() as connection:
        return list(connection.execute(sa.select(rating)))


def outcomes(server: Running, table_id: str) -> list[sa.Row[Any]]:
    """How a game went, by seat."""
    query = sa.select(game_result).where(game_result.c.game_id == table_id).order_by(game_result.c.seat)
    with server.services.database.read() as connection:
        return list(connection.execute(query))


# ----- what a game changes -----


def test_anyone_who_wins_rises_anyone_who_resigns_falls_and_the_table_says_so(here: Timed) -> None:
    ada, bob = pair(here.url, "Rater One", "Rater Two")
    assert ada.view()["rated"] is True
    assert "No hints, no undo" in ada.view()["time"]["sentence"]
    ada.post("resign").raise_for_status()
    first, second = outcomes(here.server, ada.table)
    assert (first.place, second.place) == (2, 1)
    assert first.after < first.before == second.before == 1000.0 < second.after
    assert first.after - 1000 == pytest.approx(1000 - second.after)
    view = bob.view()
    line = f"Ratings: Rater One {round(first.after)} (−117), Rater Two {round(second.after)} (+117)."
    assert view["over"]["reason"].endswith(line)
    assert view["log"][-1]["line"] == line.replace("Rater Two", "you")
    german = bob.view(lang="de")["over"]["reason"]
    assert german.endswith(line.replace("Ratings", "Wertungszahlen"))
    replay = bob.client.get(f"/api/replays/{bob.table}", params={"lang": "en"}).json()
    assert replay["over"]["reason"].endswith(line)
    assert audit(here.server.services.settings).broken == []


def test_a_bots_rating_stays_as_it_was_measured(here: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finish, "MIN_MOVES", 1)  # no bot thinks here
    ada = open_rated_table(register(here.url, "Rater Three"), STRONG, title="block_city")
    everyone_moves(ada, moves=1)
    before = len(stored_ratings(here.server))
    ada.post("resign").raise_for_status()
    own, bot = outcomes(here.server, ada.table)
    assert (bot.bot, bot.account, bot.before, bot.after) == ("4", None, None, None)
    assert 850 < own.after < 1000  # few are expected to beat it
    assert len(stored_ratings(here.server)) == before + 1


def test_running_out_of_time_is_losing(here: Timed) -> None:
    ada, _ = pair(here.url, "Rater Four", "Rater Five", time={**LIVE, "then": "bot"})
    here.passes(1000)
    late = next(seat for seat, row in enumerate(outcomes(here.server, ada.table)) if row.place == 2)
    (loser,) = [row for row in outcomes(here.server, ada.table) if row.seat == late]
    assert loser.after < loser.before
    assert "ran out of time" in ada.view()["over"]["reason"]


def test_a_game_in_which_someone_never_moved_changes_no_rating(here: Timed) -> None:
    ada, bob = register(here.url, "Rater Void"), register(here.url, "Rater Idle")
    before = len(stored_ratings(here.server))
    for end in ("resign", "time"):
        sits(bob, open_rated_table(ada, FRIEND)).raise_for_status()
        mover = next(player for player in (ada, bob) if player.view()["turn"]["yours"])
        if end == "resign":
            everyone_moves(mover, moves=1)
            bob.post("resign").raise_for_status()
        else:
            here.passes(1000)
        line = "No ratings change: not every player made two moves."
        assert ada.view()["over"]["reason"].endswith(line)
        assert ada.view()["log"][-1]["line"] == line
        assert [row.after for row in outcomes(here.server, ada.table)] == [None, None]
    assert len(stored_ratings(here.server)) == before
    assert audit(here.server.services.settings).broken == []


def test_a_game_of_three_in_which_one_never_moved_changes_no_rating(here: Timed) -> None:
    people = [register(here.url, f"Rater Trio {number}") for number in range(3)]
    open_rated_table(people[0], FRIEND, FRIEND, title="block_city")
    for seat in (1, 2):
        sits(people[seat], people[0], seat, "BC"[seat - 1] * 3).raise_for_status()
    everyone_moves(*people[:2], moves=1)
    for player in (people[2], people[1], people[0]):
        player.post("resign").raise_for_status()
    assert [row.after is None for row in outcomes(here.server, people[0].table)] == [True] * 3


def test_who_gives_up_first_is_last_whatever_a_bot_makes_of_the_seat(here: Timed) -> None:
    people = [register(here.url, f"Rater Row {number}") for number in range(3)]
    open_rated_table(people[0], FRIEND, FRIEND, title="block_city")
    for seat in (1, 2):
        sits(people[seat], people[0], seat, "BC"[seat - 1] * 3).raise_for_status()
    everyone_moves(*people)
    people[1].post("resign").raise_for_status()
    assert outcomes(here.server, people[0].table) == []
    people[2].post("resign").raise_for_status()
    people[0].post("resign").raise_for_status()
    assert [row.place for row in outcomes(here.server, people[0].table)] == [1, 3, 2]


def test_places_follow_the_end_of_the_game_and_equal_ones_tie(here: Timed) -> None:
    ada = open_rated_table(register(here.url, "Rater Six"), FRIEND)
    _, table = here.server.services.tables.load(ada.table)

    class Over:
        over = True

        def scores(self) -> list[int]:
            return [30, 41, 30, 41, 12]

        def winners(self) -> list[int]:
            return [3]  # a tie-break has decided

    class Five:
        seats, given_up, takeover_since, resigned, state = 5, {2}, {2: 9}, None, Over()
        winners = staticmethod(Over().winners)

    assert table.setup.rated
    assert finish_ranks(Five()) == [3, 2, 5, 1, 4]  # type: ignore[arg-type]


def test_only_what_is_not_played_for_a_rating_is_not_rated(here: Timed) -> None:
    ada, bob = pair(here.url, "Rater Seven", "Rater Eight", rated=False)
    ada.post("resign").raise_for_status()
    assert [(row.place, row.after, row.shown) for row in outcomes(here.server, ada.table)] == [
        (2, None, False),
        (1, None, False),
    ]
    assert "Ratings" not in bob.view()["over"]["reason"]
    guest = browser(here.url)
    guest.client.post("/api/tables", json={"title": "city_blocks", "seats": [me("Ada"), STRONG]})
    assert all(row.account for row in stored_ratings(here.server))


def test_a_seat_whose_account_was_deleted_is_left_out(here: Timed) -> None:
    """The other one has neither won nor lost against anybody, and the game still ends."""
    ada, bob = pair(here.url, "Rater Left", "Rater Gone")

    def forgotten(writing: Transaction) -> None:
        writing.load_locked(bob.table)
        writing.change_seat(bob.table, 1, account=None)

    here.server.services.tables.writer.run(Job(forgotten, exclusive=True))
    before = len(stored_ratings(here.server))
    ada.post("resign").raise_for_status()
    assert "Ratings" not in ada.view()["over"]["reason"]
    assert [row.after for row in outcomes(here.server, ada.table)] == [None, None]
    assert len(stored_ratings(here.server)) == before


def test_a_guests_finished_game_counts_for_the_account_that_keeps_it(here: Timed) -> None:
    guest = browser(here.url)
    seats = [me("Ada"), STRONG]
    guest.table = guest.client.post("/api/tables", json={"title": "city_blocks", "seats": seats}).json()["id"]
    guest.post("resign").raise_for_status()
    assert outcomes(here.server, guest.table) == []
    own = {"name": "Rater Kept", "password": PASSWORD}
    guest.client.post("/api/account/register", json=own).raise_for_status()
    for _ in range(2):
        guest.client.post(f"{guest.path}/keep", json={}).raise_for_status()
    assert [(row.place, row.account is None) for row in outcomes(here.server, guest.table)] == [
        (2, False),
        (1, True),
    ]


# ----- what cannot be rated -----


@pytest.mark.parametrize(
    ("seats", "wishes", "says"),
    [
        ([me("Ada"), FRIEND], {"hints": True}, "Rated games have no hints."),
        ([me("Ada"), FRIEND], {"time": None}, "A rated game needs a time control"),
        ([me("Ada"), me("Bea")], {}, "each player needs their own account"),
        ([me("Ada"), {"kind": "bot", "bot": "random"}], {}, "has no measured rating"),
        ([STRONG, STRONG], {}, "A rated game needs a person"),
        ([me("Ada")], {"title": "block_city"}, "A rated game needs a person"),
    ],
)
def test_what_cannot_be_rated_is_refused_with_the_way_out(
    here: Timed, seats: list[dict[str, str]], wishes: dict[str, Any], says: str
) -> None:
    refused = request_table(_refused_to(here), *seats, **wishes)
    assert code(refused) == (422, "not_ratable")
    assert says in refused.json()["error"]["text"]


_REGISTERED_PLAYERS: dict[str, Player] = {}


def _refused_to(here: Timed) -> Player:
    if here.url not in _REGISTERED_PLAYERS:
        _REGISTERED_PLAYERS[here.url] = register(here.url, "Rater Refused")
    return _REGISTERED_PLAYERS[here.url]


def test_guests_neither_open_rated_tables_nor_sit_down_there(here: Timed) -> None:
    guest = browser(here.url)
    assert code(request_table(guest, me("Ada"), FRIEND)) == (403, "needs_account")
    ada = open_rated_table(register(here.url, "Rater Nine"), FRIEND, access="public")
    guest.client.headers["Accept-Language"] = "en"
    refused = sits(guest, ada)
    assert code(refused) == (403, "needs_account")
    assert "Sign in or create an account to join" in refused.json()["error"]["text"]
    lobby = {"name": "Bob"}
    assert code(guest.client.post(f"/api/lobby/{ada.table}/join", json=lobby)) == (403, "needs_account")
    open_tables = guest.client.get("/api/lobby").json()["open"]
    assert [table["variants"][0] for table in open_tables if table["id"] == ada.table] == ["Rated"]
    anyone = {"title": "city_blocks", "name": "Bob"}
    response = guest.client.post("/api/lobby/play", json=anyone)
    assert response.json()["id"] != ada.table
    assert sits(register(here.url, "Rater Ten"), ada).status_code == 200


def test_an_account_has_one_seat_at_a_rated_table(here: Timed) -> None:
    ada = open_rated_table(register(here.url, "Rater Eleven"), FRIEND)
    refused = sits(ada, ada, 1)
    assert code(refused) == (409, "same_account")


def test_there_is_no_help_in_a_rated_game(here: Timed) -> None:
    ada, bob = pair(here.url, "Rater Twelve", "Rater Thirteen")
    mover = ada if ada.view()["turn"]["yours"] else bob
    other = bob if mover is ada else ada
    view = mover.view()
    mover.move(view["choices"][0]["move"], view["version"]).raise_for_status()
    now = mover.view()
    assert (now["undo"], now["restart"], now["hints"]) == (None, False, False)
    version = now["version"]
    assert code(mover.post("undo", version=version)) == (422, "rated")
    assert code(mover.post("takeback", version=version)) == (422, "rated")
    assert code(mover.post("replace", version=version, absent=other.seat)) == (422, "rated")
    assert mover.post("hint", version=version).status_code == 422


def test_a_rematch_of_a_rated_game_is_rated(here: Timed) -> None:
    ada, bob = pair(here.url, "Rater Fourteen", "Rater Fifteen")
    ada.post("resign").raise_for_status()
    ada.post("rematch").raise_for_status()
    bob.table = bob.post("rematch").json()["url"].rpartition("/")[2]
    assert bob.view()["rated"] is True
    bob.seat = bob.view()["viewer"]["seat"]
    ada.table = bob.table
    everyone_moves(ada, bob)
    bob.post("resign").raise_for_status()
    rows = outcomes(here.server, bob.table)
    assert {round(row.before) for row in rows} == {883, 1117}


# ----- once -----


def test_a_game_is_rated_once_by_two_processes(tmp_path: Path) -> None:
    data = tmp_path / "games.db"
    with running(quiet(data)) as one, running(quiet(data)) as two:
        once_by_two(one, two)


def once_by_two(one: Running, two: Running) -> None:
    """Games of the same two people end at both processes at once, each told several times: each counts once, one after
    the other.
    """
    ada, bob = register(one.url, "Twice One"), register(one.url, "Twice Two")
    games = []
    for _ in range(4):
        sits(bob, open_rated_table(ada, FRIEND)).raise_for_status()
        everyone_moves(ada, bob)
        games.append(ada.table)
    twin = browser(two.url)
    twin.client.cookies.update(ada.client.cookies)
    own = {"seat": 0, "client_move_id": "the-end"}

    def ends(at: tuple[Player, str]) -> int:
        return at[0].client.post(f"/api/tables/{at[1]}/resign", json=own).status_code

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(ends, [(who, game) for game in games for who in (ada, twin, ada, twin)]))
    assert set(answers) == {200}
    assert [row.games for row in stored_ratings(one)] == [len(games)] * 2
    for seat in (0, 1):
        rows = [outcomes(two, game)[seat] for game in games]
        changes = {row.before: row.after for row in rows}
        value = 1000.0
        for _ in games:  # each game began where another had ended
            value = changes.pop(value)
        assert changes == {}
        account = rows[0].account
        assert [row.value for row in stored_ratings(one) if row.account == account] == [value]


def test_an_end_that_was_not_committed_has_changed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(quiet(tmp_path / "games.db")) as server:
        ada, bob = pair(server.url, "Commit One", "Commit Two")
        commit, failed = WriterConnection.commit, []

        def fails(self: WriterConnection) -> None:
            if not failed:
                failed.append(True)
                raise sa.exc.OperationalError("COMMIT", None, RuntimeError("the disk is away"))
            commit(self)

        monkeypatch.setattr(WriterConnection, "commit", fails)
        ada.post("resign", client_move_id="the-end")
        assert failed
        assert stored_ratings(server) == [] or [row.games for row in stored_ratings(server)] == [1, 1]
        assert ada.post("resign", client_move_id="the-end").status_code == 200
        assert [row.games for row in stored_ratings(server)] == [1, 1]
        assert len(outcomes(server, bob.table)) == 2


def test_a_game_is_rated_once_when_the_server_is_killed_at_its_end(tmp_path: Path) -> None:
    data = tmp_path / "games.db"
    zygote = Zygote(quiet(data))
    try:
        zygote.start()
        ada, bob = register(zygote.url, "Killed One"), register(zygote.url, "Killed Two")
        for number in range(2):
            sits(bob, open_rated_table(ada, FRIEND)).raise_for_status()
            everyone_moves(ada, bob)
            with ThreadPoolExecutor(1) as pool:
                ending = pool.submit(_says, ada)
                zygote.kill()
                ending.result()
            zygote.start()
            assert _says(ada) == 200
            assert bob.view()["over"], number
    finally:
        zygote.close()
    with running(quiet(data)) as server:
        assert [row.games for row in stored_ratings(server)] == [2, 2]
    assert audit(quiet(data)).broken == []


def _says(player: Player) -> int:
    """The end, under one id for each table; 0: nobody has answered."""
    try:
        return player.post("resign", client_move_id=f"end-{player.table}").status_code
    except httpx.HTTPError:
        return 0


def test_nothing_of_a_rating_is_a_secret_of_the_log(here: Timed) -> None:
    """The line of a rated game says what everybody sees at its end, and no account's id."""
    ada, bob = pair(here.url, "Rater Sixteen", "Rater Seventeen")
    bob.post("resign").raise_for_status()
    rows = outcomes(here.server, ada.table)
    text = ada.client.get(ada.path).text + browser(here.url).client.get(ada.path).text
    assert not any(row.account in text for row in rows)
    assert asdict(here.server.services.tables.load(ada.table)[1].setup)["rated"] is True
