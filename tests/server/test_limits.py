"""How much of the server one visitor may have: nobody starves the others, and no evening among friends comes near it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

import quartier
from quartier.core.game.state import State
from quartier.server.access import rate_limits as quotas_module
from quartier.server.access.rate_limits import Quotas, Visitor
from quartier.server.errors import TooManyRequests
from quartier.server.limits import UNLIMITED, Limits, Quota
from quartier.server.storage import integrity, table_store
from quartier.server.storage.schema import game_table
from quartier.server.storage.table_rows import UploadedRecord
from quartier.server.views import replays
from quartier.server.workers.bots import BotDriver
from quartier.server.workers.dispatcher import Dispatcher, Task
from quartier.server.workers.fair_queue import REMEMBERED, FairQueue

from .harness import (
    FRIEND,
    GREEDY,
    Listener,
    Running,
    browser,
    me,
    open_table,
    play_here,
    quiet,
    running,
    wait_until,
)

ADA, BEA = Visitor("192.0.2.1", "ada"), Visitor("192.0.2.1", "bea")
"""Two browsers at one address."""


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


# ----- quotas -----


def _retry_after(act: Callable[[], None]) -> int | None:
    """After how many seconds it may be done again; None: it is done."""
    try:
        act()
    except TooManyRequests as refused:
        return refused.retry_after
    return None


def test_a_browser_has_its_own_part_and_an_address_the_whole() -> None:
    clock = Clock()
    quotas = Quotas(Limits(tables=Quota(per_browser=2, per_address=3, within=600.0)), clock)
    assert _retry_after(lambda: quotas.take("tables", ADA)) is None
    clock.now = 100.0
    assert _retry_after(lambda: quotas.take("tables", ADA)) is None
    assert _retry_after(lambda: quotas.take("tables", ADA)) == 500
    assert _retry_after(lambda: quotas.take("tables", BEA)) is None
    assert _retry_after(lambda: quotas.take("tables", BEA)) == 500  # the address has had three
    assert (
        _retry_after(lambda: quotas.take("tables", Visitor("192.0.2.1"))) == 500
    )  # a new cookie does not help
    assert _retry_after(lambda: quotas.take("tables", Visitor("192.0.2.2", "ada"))) is None
    assert _retry_after(lambda: quotas.take("joins", ADA)) is None
    clock.now = 600.0
    assert _retry_after(lambda: quotas.take("tables", ADA)) is None
    assert _retry_after(lambda: quotas.take("tables", ADA)) == 100


def _count_until_refused(quotas: Quotas, addresses: Iterator[str]) -> int:
    """How many attempts from these addresses are counted before one is refused."""
    waits = (_retry_after(partial(quotas.take, "codes", Visitor(address))) for address in addresses)
    return sum(1 for _ in takewhile(lambda wait: wait is None, waits))


@pytest.mark.parametrize(
    ("networks", "expected"),
    [
        ((f"2001:db8:1:{number:x}::/64" for number in range(256)), 40),
        ((f"2001:db8:1:{number:x}::/64" for number in range(0, 65536, 64)), 160),
    ],
)
def test_an_ipv6_visitor_has_a_limit_however_many_networks_they_have(
    networks: Iterator[str], expected: int
) -> None:
    """A /56 four times as much as a /64, a /48 sixteen times."""
    assert _count_until_refused(Quotas(Limits(), Clock()), networks) == expected


def test_wrong_codes_of_all_visitors_have_a_limit() -> None:
    addresses = (f"192.0.{number // 250}.{number % 250}" for number in range(5000))
    assert _count_until_refused(Quotas(Limits(), Clock()), addresses) == Limits().codes.in_total


def test_who_is_refused_waits_no_longer_for_having_asked() -> None:
    clock = Clock()
    quotas = Quotas(Limits(tables=Quota(1, 1, 60.0)), clock)
    quotas.take("tables", ADA)
    for clock.now in (10.0, 20.0, 59.0):
        assert _retry_after(lambda: quotas.take("tables", ADA)) == 60 - clock.now
    clock.now = 60.0
    assert _retry_after(lambda: quotas.take("tables", ADA)) is None


def test_visitors_of_few_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas_module, "MAX_TRACKED", 6)
    quotas = Quotas(Limits(), Clock())
    for number in range(20):
        quotas.take("tables", Visitor(f"192.0.2.{number}", "x"))
    assert len(quotas._done) == 6


def test_an_evening_among_friends_reaches_no_limit() -> None:
    """Eight people at one address, one of whom opens everything: a new table every two minutes for four hours."""
    clock = Clock()
    quotas = Quotas(Limits(), clock)
    friends = [Visitor("192.0.2.1", f"friend {number}") for number in range(7)]
    for clock.now in range(0, 4 * 3600, 120):
        quotas.take("tables", ADA)
        quotas.take("records", ADA)
        quotas.take("reviews", ADA)
        for friend in friends:
            quotas.take("joins", friend)


def test_a_host_may_choose() -> None:
    assert Limits().times(2).tables == Quota(80, 320)
    assert Limits().times(0.001).tables == Quota(1, 1)
    endless = Quotas(Limits().times(0), Clock())
    for _ in range(1000):
        endless.take("tables", ADA)


SMALL_QUOTA = Quota(per_browser=2, per_address=3)
TABLE = {"title": "city_blocks", "seats": [me(), FRIEND]}
RECORD = '[Game "city_blocks"]\n[Players "2"]\n\n* bonus 5\n'
ALMOST_NONE = Limits(tables=SMALL_QUOTA, joins=SMALL_QUOTA, records=SMALL_QUOTA, reviews=SMALL_QUOTA)


def _small(folder: Path, **changes: Any) -> Any:
    return running(quiet(folder / "games.db", limits=ALMOST_NONE, **changes))


def _must_be_too_much(answer: httpx.Response, kind: str, message: str) -> None:
    assert answer.status_code == 429, answer.text
    error = answer.json()["error"]
    assert (error["code"], answer.headers["retry-after"]) == (f"too_many_{kind}", "600")
    assert message in error["text"]
    assert error["text"].endswith("Try again in 10 min.")


def test_tables_are_counted_however_they_are_opened(tmp_path: Path) -> None:
    with _small(tmp_path) as server:
        server.services.quotas.clock = Clock()
        for _ in range(2):
            assert httpx.post(f"{server.url}/api/tables", json=TABLE).status_code == 201
        for path, body in (
            ("/api/tables", TABLE),
            ("/api/lobby/play", {"title": "city_blocks", "name": "Ada"}),
            ("/api/deals/city_blocks", {"name": "Ada"}),
        ):
            _must_be_too_much(httpx.post(server.url + path, json=body), "tables", "many tables")
        with server.services.database.read() as connection:
            assert connection.scalar(sa.select(sa.func.count()).select_from(game_table)) == 2


def test_playing_on_and_playing_again_are_tables_too(tmp_path: Path) -> None:
    with _small(tmp_path) as server:
        server.services.quotas.clock = Clock()
        ada = open_table(server.url, me(), me("Bea"))
        play_here(ada, 1)  # now the browser is known
        again = {"title": "city_blocks", "seats": [me(), me("Bea")]}
        assert ada.client.post("/api/tables", json=again).status_code == 201
        assert ada.post("resign").status_code == 200
        assert ada.post("rematch").json()["id"]
        body = {"at": 1, "seat": 0, "name": "Ada"}
        play_on = ada.client.post(f"/api/replays/{ada.table}/table", json=body)
        _must_be_too_much(play_on, "tables", "many tables")
        _must_be_too_much(ada.post("rematch"), "tables", "many tables")


def test_joins_records_and_reviews_are_counted(tmp_path: Path) -> None:
    with _small(tmp_path) as server:
        server.services.quotas.clock = Clock()
        ada = open_table(server.url, me(), me("Bea"))
        play_here(ada, 1)
        ada.post("resign")
        server.services.reviews.begin = lambda *_: server.services.reviews.look("nothing")  # type: ignore[method-assign]
        join = {"invite": "x", "name": "Eve"}
        for kind, message, ask in (
            ("joins", "joined too many", lambda: httpx.post(f"{server.url}{ada.path}/join", json=join)),
            ("records", "many game records", lambda: httpx.post(f"{server.url}/api/records", content=RECORD)),
            ("reviews", "many analyses", lambda: httpx.post(f"{server.url}/api/replays/{ada.table}/review")),
        ):
            for _ in range(2):
                assert ask().status_code < 429
            _must_be_too_much(ask(), kind, message)


@pytest.mark.parametrize(("proxies", "believed"), [("127.0.0.1", True), ("192.0.2.99", False)])
def test_only_a_named_proxy_is_believed(tmp_path: Path, proxies: str, believed: bool) -> None:
    """Else a visitor would be another one with each request."""
    with _small(tmp_path, proxies=proxies) as server:
        status_codes = [
            httpx.post(
                f"{server.url}/api/tables", json=TABLE, headers={"X-Forwarded-For": f"198.51.100.{number}"}
            ).status_code
            for number in range(4)
        ]
        assert status_codes == [201] * 4 if believed else [201, 201, 429, 429]


@pytest.mark.parametrize("address", ["203.0.113.9:{port}", "[2001:db8::1]:{port}"])
def test_an_address_with_a_port_is_one_visitor(tmp_path: Path, address: str) -> None:
    """Some proxies (Azure's) forward the port, which changes with each connection."""
    with _small(tmp_path, proxies="127.0.0.1") as server:
        status_codes = [
            httpx.post(
                f"{server.url}/api/tables",
                json=TABLE,
                headers={"X-Forwarded-For": address.format(port=1234 + number)},
            ).status_code
            for number in range(4)
        ]
        assert status_codes == [201, 201, 429, 429]


def test_a_new_cookie_with_each_request_does_not_help(tmp_path: Path) -> None:
    with _small(tmp_path) as server:
        status_codes = [
            httpx.post(
                f"{server.url}/api/tables", json=TABLE, headers={"Cookie": f"quartier_visitor={number}"}
            ).status_code
            for number in range(5)
        ]
        assert status_codes == [201, 201, 201, 429, 429]


# ----- streams -----


def _stream(server: Running, path: str, **headers: str) -> httpx.Response:
    """The head of a stream's answer, or a refusal; the stream is closed."""
    with httpx.stream("GET", f"{server.url}{path}/stream", headers=headers) as answer:
        if answer.status_code != 200:
            answer.read()
        return answer


def test_an_address_has_so_many_streams_and_no_more(tmp_path: Path) -> None:
    limits = replace(Limits().times(0), streams=Quota(UNLIMITED, 2))
    with running(quiet(tmp_path / "games.db", limits=limits)) as server:
        ada = open_table(server.url, me(), FRIEND)
        open_ones = [Listener(ada), Listener(ada)]
        wait_until(lambda: server.services.hub.streams == 2)
        refused = _stream(server, ada.path)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_streams")
        assert refused.headers["retry-after"] == "15"
        assert "Close one" in refused.json()["error"]["text"]
        elsewhere = {"X-Forwarded-For": "198.51.100.9"}
        assert _stream(server, ada.path, **elsewhere).status_code == 200
        for stream in open_ones:
            stream.close()
        wait_until(lambda: server.services.hub.streams == 0)
        assert _stream(server, ada.path).status_code == 200
        wait_until(lambda: not server.services.stream_slots._open)


def test_so_many_watch_a_table_and_players_always_have_a_place(tmp_path: Path) -> None:
    limits = replace(Limits().times(0), spectators=Quota(UNLIMITED, 1, in_total=2))
    with running(quiet(tmp_path / "games.db", limits=limits, proxies="127.0.0.1")) as server:
        ada = open_table(server.url, me(), FRIEND)
        stranger = browser(server.url)
        stranger.table = ada.table
        watching = Listener(stranger)
        wait_until(lambda: server.services.hub.streams == 1)
        refused = _stream(server, ada.path)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_spectators")
        assert "your network" in refused.json()["error"]["text"]
        elsewhere, path = {"X-Forwarded-For": "203.0.113.7"}, f"{server.url}{ada.path}/stream"
        with httpx.stream("GET", path, headers=elsewhere):
            wait_until(lambda: server.services.hub.streams == 2)
            refused = _stream(server, ada.path, **{"X-Forwarded-For": "203.0.113.8"})
            assert (refused.status_code, "your network" in refused.text) == (429, False)
            playing = Listener(ada)
            wait_until(lambda: server.services.hub.streams == 3)
        for watcher in (playing, watching):
            watcher.close()
        wait_until(lambda: not server.services.stream_slots._open)


# ----- records -----


def test_the_log_of_a_replay_is_sent_once(server: Running) -> None:
    """Each step brings its own line; the page has the others from its first request."""
    record = RECORD + "* bonus 7\n"
    replay = httpx.post(f"{server.url}/api/records", content=record).json()["id"]
    whole = httpx.get(f"{server.url}/api/replays/{replay}").json()
    assert len(whole["log"]) == whole["total"] == 2
    for at in range(3):
        step = httpx.get(f"{server.url}/api/replays/{replay}", params={"at": at, "log": "last"}).json()
        assert step["log"] == whole["log"][:at][-1:]
        assert step["line"] == (whole["log"][at - 1]["line"] if at else "")
    wrong = httpx.get(f"{server.url}/api/replays/{replay}", params={"log": "some"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "malformed")


@pytest.mark.parametrize("title", ["metromania", "neue_heimat"])
def test_a_line_of_a_log_depends_on_nothing_later(title: str) -> None:
    """So all steps of a replay share one log."""
    state = quartier.load(title).new(seats=3, seed=5)
    while not state.over and len(state.past) < 60:
        seat = min(state.seats_to_act())
        state.play(seat, state.moves(seat)[-1])
    for seat in (None, 0):
        whole = replays.lines(state, seat, "de", ["Ada", "Bea", "Cem"])
        for at in range(0, len(state.past), 7):
            assert replays.lines(state.at(at), seat, "de", ["Ada", "Bea", "Cem"]) == whole[:at]


def test_a_record_is_followed_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    followed = []

    def proven(stored: UploadedRecord) -> State:
        followed.append(stored.id)
        return integrity.verify_record(stored)

    monkeypatch.setattr(table_store, "verify_record", proven)
    replay = httpx.post(f"{server.url}/api/records", content=RECORD).json()["id"]
    for at in (0, 1, 0, 1):
        assert httpx.get(f"{server.url}/api/replays/{replay}?at={at}").status_code == 200
    assert followed == [replay]


# ----- whose bots think -----


def _all(fair: FairQueue[str]) -> list[str]:
    return [fair.take()[1] for _ in range(len(fair))]


def test_visitors_take_turns_however_many_tables_they_have() -> None:
    fair: FairQueue[str] = FairQueue()
    for number in range(200):
        fair.add("greedy", f"greedy {number}")
    fair.add("modest", "modest")
    order = []
    while fair:
        owner, thing = fair.take()
        fair.charge(owner, 3.0)
        order.append(thing)
    assert order.index("modest") <= 1
    assert [thing for thing in order if thing != "modest"] == [f"greedy {number}" for number in range(200)]


def test_who_has_had_less_time_comes_first() -> None:
    fair: FairQueue[str] = FairQueue()
    fair.charge("slow", 10.0)
    for owner in ("slow", "quick", "slow"):
        fair.add(owner, owner)
    assert _all(fair) == ["quick", "slow", "slow"]


def test_nobody_saves_up_turns() -> None:
    """Whoever comes late begins where the others are."""
    fair: FairQueue[str] = FairQueue()
    for _ in range(20):
        fair.add("busy", "busy")
        fair.charge(fair.take()[0], 5.0)
    for _ in range(4):
        fair.add("late", "late")
        fair.add("busy", "busy")
    order = []
    while fair:
        owner, _ = fair.take()
        fair.charge(owner, 5.0)
        order.append(owner)
    assert order == ["late", "busy"] * 4


def test_owners_are_forgotten_who_have_had_no_more_than_others() -> None:
    fair: FairQueue[str] = FairQueue()
    for number in range(5 * REMEMBERED):
        fair.add(str(number), "")
        fair.charge(fair.take()[0], 0.1)
        fair.add("x", "")
        fair.take()
        fair.charge("x", 0.2)
    assert len(fair._had) <= REMEMBERED + 1


def test_among_too_many_owners_those_are_remembered_who_have_had_most() -> None:
    """Also where nothing is taken; and they are not looked through each time."""
    fair: FairQueue[str] = FairQueue()
    fair.charge("slow", 1000.0)
    for number in range(5 * REMEMBERED):
        fair.charge(str(number), number % 7)
        assert len(fair._had) <= REMEMBERED
        if number == REMEMBERED:
            assert len(fair._had) <= REMEMBERED // 2 + 1
    for owner in ("slow", "new"):
        fair.add(owner, owner)
    assert _all(fair) == ["new", "slow"]


def test_a_desk_remembers_not_all_its_visitors() -> None:
    dispatcher = Dispatcher()
    for number in range(5 * REMEMBERED):
        dispatcher.due("table", str(number), people=True)
        task = dispatcher.take(0)
        assert task is not None
        dispatcher.finish(task, 3.0)
    for mapping in (dispatcher._tables, dispatcher._without_people):
        assert len(mapping._had) <= REMEMBERED


def test_tables_with_people_come_before_those_without() -> None:
    dispatcher = Dispatcher()
    for number in range(3):
        dispatcher.due(f"bots {number}", "ada", people=False)
    dispatcher.due("people", "ada", people=True)
    dispatcher.due("others", "bea", people=True)
    order = []
    for _ in range(5):
        task = dispatcher.take(0)
        assert task is not None
        dispatcher.finish(task, 3.0)
        order.append(task.table_id)
    assert order == ["people", "others", "bots 0", "bots 1", "bots 2"]


def test_a_visitor_with_many_tables_does_not_keep_a_beginner_waiting(server: Running) -> None:
    """The measured case: each table has a person, so that it may run. At most one thought is waited for."""
    dispatcher, lay = _watched_dispatcher(server), server.services.bots._enqueue
    for _ in range(20):
        lay(open_table(server.url, me(), GREEDY).table, None)
    body = {"title": "city_blocks", "seats": [me(), GREEDY]}
    answer = httpx.post(f"{server.url}/api/tables", json=body, headers={"X-Forwarded-For": "198.51.100.9"})
    table = answer.json()["id"]
    lay(table, None)
    order = [dispatcher.take(0) for _ in range(3)]
    assert table in {task.table_id for task in order[:2] if task}
    assert len({task.owner for task in order if task}) == 2


def test_after_a_restart_a_table_still_belongs_to_its_visitor(tmp_path: Path) -> None:
    settings = quiet(tmp_path / "games.db")
    with running(settings) as server:
        due = 0
        while due < 3:
            table = open_table(server.url, GREEDY, me()).table
            due += server.services.tables.load(table)[1].due_bot() is not None
    with running(settings) as server:
        dispatcher = _watched_dispatcher(server)
        wait_until(lambda: len(dispatcher._tables) == 3)
        tasks = [dispatcher.take(0) for _ in range(3)]
        owners = {task.owner for task in tasks if task}
        assert len(owners) == 1
        assert not owners & {task.table_id for task in tasks if task}


def _watched_dispatcher(server: Running) -> Dispatcher:
    """The desk of a server whose bots have no workers: the test takes what lies there."""
    driver: BotDriver = server.services.bots
    return driver._dispatcher


def test_a_table_that_nobody_opened_with_bots_is_its_own(server: Running) -> None:
    dispatcher = _watched_dispatcher(server)
    server.services.bots._enqueue("unknown", None)
    assert dispatcher.take(0) == Task(table_id="unknown", owner="unknown")
