"""Balance reports of moderators: nobody else sees them, they say what they cost, one runs at a time, none runs for ever."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import quartier
from quartier.server.storage.moderation import balance_reports as stored
from quartier.server.storage.moderation.balance_reports import ReportRow
from quartier.server.storage.transaction import Job
from quartier.server.workers.jobs import JobContext
from quartier.server.workers.queue import JobQueue

from .harness import Player, Running, browser, quiet, running, wait_until
from .hosting import code, host, post, with_account

REQUEST = {
    "title": "city_blocks",
    "bots": "random,greedy",
    "vary": "hand=4:6:2 malls=2",
    "players": "",
    "games": 2,
}
PAGE = "/host/balance"


@pytest.fixture
def server(untried: Running) -> Running:
    return untried


def report_of(server: Running) -> ReportRow:
    report = server.services.balance.look()
    assert report is not None
    return report


def becomes(server: Running, status: str) -> None:
    wait_until(lambda: report_of(server).status == status, seconds=240)


def text_of(player: Player, path: str = PAGE, lang: str = "en") -> str:
    answer = player.client.get(path, params={"lang": lang})
    assert answer.status_code == 200
    return answer.text


def store(server: Running, status: str, **values: Any) -> None:
    """A report that no process works on."""

    def put(writing: Any) -> None:
        stored.replace(
            writing.connection, "one", {key: str(value) for key, value in REQUEST.items()}, writing.now
        )
        stored.update(writing.connection, "one", stored.ESTIMATING, status=status, **values)

    server.services.tables.writer.run(Job(put, exclusive=True))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are done here and now: a process of their own would load everything first."""

    def submit(self: JobQueue, job: Any, limit: float, is_cancelled: Any, progress: Any) -> Future[Any]:
        coming: Future[Any] = Future()
        coming.set_result(job.work(quartier.load(job.title), JobContext(progress, is_cancelled)))
        return coming

    monkeypatch.setattr(JobQueue, "submit", submit)


@pytest.mark.soak
def test_a_report_is_estimated_and_made_in_a_process_of_its_own(server: Running) -> None:
    assert_made(server, host(server, "Iris"))


def test_a_report_is_estimated_then_made(server: Running, at_once: None) -> None:
    assert_made(server, host(server, "Ada"))


def assert_made(server: Running, ada: Player) -> None:
    assert "Balance report" in text_of(ada, "/host")
    assert post(ada, "host/balance", **REQUEST).status_code == 200
    becomes(server, stored.ESTIMATED)
    page = text_of(ada)
    assert "32 games: less than a minute" in page
    assert 'value="start"' in page
    assert "http-equiv" not in page
    assert post(ada, "host/balance/step", action="start").status_code == 200
    becomes(server, stored.READY)
    assert "Open report" in text_of(ada)
    report = ada.client.get(f"{PAGE}/report", params={"lang": "de"})
    assert "Balance-Bericht" in report.text
    assert "malls=2" in report.text
    assert "style-src 'unsafe-inline'" in report.headers["content-security-policy"]
    assert post(ada, "host/balance/step", action="cancel").status_code == 200
    assert ada.client.get(f"{PAGE}/report").status_code == 404


def test_only_moderators_see_it(server: Running) -> None:
    for player, expected in ((browser(server.url), 401), (with_account(server, "Bob"), 403)):
        assert player.client.get(PAGE).status_code == expected
        assert player.client.get(f"{PAGE}/report").status_code == expected
        assert post(player, "host/balance", **REQUEST).status_code == expected
        assert post(player, "host/balance/step", action="start").status_code == expected
    assert server.services.balance.look() is None


def test_what_cannot_be_varied_is_refused(server: Running) -> None:
    refused = (
        ({"vary": "hand=4:9"}, "“hand” must be a whole number from 1 to 8, not “9”"),
        ({"vary": "hand=9:4"}, "Invalid range “9:4” for “hand”"),
        ({"players": "5"}, "City Blocks is for 2 players, not 5"),
    )
    carla = host(server, "Carla")
    for changes, sentence in refused:
        answer = post(carla, "host/balance", **{**REQUEST, **changes})
        assert answer.status_code == 422
        assert sentence in answer.json()["error"]["text"]


def test_bots_and_games_are_limited(server: Running) -> None:
    ada = host(server, "Dora")
    for changes in ({"bots": "/etc/passwd"}, {"bots": "mcts:1000000"}, {"games": 100_000}):
        assert post(ada, "host/balance", **{**REQUEST, **changes}).status_code == 422


def test_one_runs_at_a_time_and_can_be_cancelled(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = host(server, "Emma")
    store(server, stored.RUNNING)
    page = text_of(ada)
    assert 'http-equiv="refresh"' in page
    assert "New balance report" not in page
    assert code(post(ada, "host/balance", **REQUEST)) == (409, "busy")
    post(ada, "host/balance/step", action="cancel")
    assert "Cancelled" in text_of(ada)
    answers: list[bool] = []
    monkeypatch.setattr(
        JobQueue, "submit", lambda self, job, limit, is_cancelled, report: answers.append(is_cancelled())
    )
    post(ada, "host/balance", **REQUEST)
    assert answers == [False]


def test_a_report_whose_process_has_ended_is_interrupted(server: Running) -> None:
    ada = host(server, "Fay")
    now = server.services.tables.clock.now()
    store(server, stored.RUNNING, seen_at=now - 2 * stored.SILENCE)
    assert "Interrupted when the server stopped" in text_of(ada)
    assert "unterbrochen" in text_of(ada, lang="de").lower()


def test_what_takes_too_long_is_not_started(server: Running) -> None:
    ada = host(server, "Gina")
    store(server, stored.ESTIMATED, games=10**6, seconds=3e6)
    assert 'value="start"' not in text_of(ada)
    assert code(post(ada, "host/balance/step", action="start")) == (422, "too_long")


def test_a_server_can_do_without(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", balance_minutes=0)) as server:
        ada = host(server, "Hana")
        assert "/host/balance" not in text_of(ada, "/host")
        assert ada.client.get(PAGE).status_code == 404
