"""The bots' evaluation for spectators: for whom, of which position, and from what knowledge."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import httpx
import pytest

from quartier.conformance.games import load_compiled
from quartier.server.domain.table import empty
from quartier.server.domain.table_setup import TableSetup
from quartier.server.workers.evaluations import DELAY, allows, evaluated_event
from quartier.server.workers.jobs import EvaluationJob, JobContext, concealed_view

from .harness import GREEDY, Player, Running, browser, me, open_table, play_some, two_players


class _Queue:
    """Notes the jobs; a test finishes them."""

    def __init__(self) -> None:
        self.jobs: list[EvaluationJob] = []
        self.coming: list[Future[list[float] | None]] = []
        self.at_once = True

    def submit(self, job: EvaluationJob, *_: Any, **__: Any) -> Future[list[float] | None]:
        coming: Future[list[float] | None] = Future()
        self.jobs.append(job)
        self.coming.append(coming)
        if self.at_once:
            coming.set_result([0.25, 0.75])
        return coming


@pytest.fixture
def queue(server: Running, monkeypatch: pytest.MonkeyPatch) -> _Queue:
    queue = _Queue()
    monkeypatch.setattr(server.services.evaluations, "_queue", queue)
    return queue


def _watch(server: Running, player: Player) -> Player:
    spectator = browser(server.url)
    spectator.table = player.table
    return spectator


def _ask(player: Player, lang: str = "en") -> httpx.Response:
    return player.client.get(f"{player.path}/evaluation", params={"lang": lang}, timeout=30)


def _error(answer: httpx.Response) -> str:
    return f"{answer.status_code} {answer.json()['error']['code']}"


def test_spectators_see_it_some_moves_late(server: Running, queue: _Queue) -> None:
    players = two_players(server.url)
    watching = _watch(server, players[0])
    assert watching.view()["evaluated"]
    assert not players[0].view()["evaluated"]
    assert _ask(watching).json() == {"behind": DELAY, "chances": []}
    play_some(players, DELAY)
    shares = _ask(watching, "de").json()["chances"]
    assert [(share["name"], share["value"], share["text"]) for share in shares] == [
        ("Ada", 0.25, "25\u00a0%"),
        ("Bob", 0.75, "75\u00a0%"),
    ]
    _, table = server.services.tables.load(watching.table)
    event = evaluated_event(table)
    assert event is not None
    later = table.state.past[event:]
    assert sum(past.actor >= 0 for past in later) == DELAY
    (job,) = queue.jobs
    assert job.position == concealed_view(table.state.at(event), None)  # nothing that anybody hides
    assert job.seat == later[0].actor
    _ask(watching)
    assert len(queue.jobs) == 1  # the same position once
    play_some(players, 1)
    _ask(watching)
    assert len(queue.jobs) == 2


def test_one_position_of_a_table_at_a_time(server: Running, queue: _Queue) -> None:
    players = two_players(server.url)
    play_some(players, DELAY)
    queue.at_once = False
    service = server.services.evaluations
    _, table = server.services.tables.load(players[0].table)
    first = service.ask(table, "one")
    play_some(players, 1)
    _, later = server.services.tables.load(players[0].table)
    assert service.ask(later, "another") is first
    queue.coming[0].set_result(None)  # it has failed
    second = service.ask(later, "another")
    assert second is not first
    assert service.ask(later, "one") is second


def test_players_and_games_that_count_get_none(server: Running, queue: _Queue) -> None:
    players = two_players(server.url)
    for player in players:
        assert _error(_ask(player)) == "403 plays"
    private = two_players(server.url, access="private")
    assert _error(_ask(_watch(server, private[0]))) == "403 private"
    alone = open_table(server.url, me("Ada"), title="block_city")
    assert _error(_ask(_watch(server, alone))) == "422 no_evaluation"
    ended = open_table(server.url, me("Ada"), GREEDY)
    assert ended.post("resign").status_code == 200
    assert _error(_ask(_watch(server, ended))) == "422 no_evaluation"
    assert queue.jobs == []


@pytest.mark.parametrize(
    ("counts", "allowed"),
    [({}, True), ({"rated": True}, False), ({"tournament": "x"}, False), ({"day_key": "x"}, False)],
)
def test_nobody_sees_it_while_a_game_counts(counts: dict[str, Any], allowed: bool) -> None:
    table = empty(TableSetup("x", "city_blocks", {}, ("1", "1"), "2026-11-21", **counts))
    assert allows(table) is allowed


@pytest.mark.slow
@pytest.mark.parametrize("title", ["city_blocks", "metromania"])
def test_the_shares_add_up(title: str) -> None:
    game = load_compiled(title)
    state = game.new(seats=2, seed=3)
    (seat,) = state.seats_to_act()
    job = EvaluationJob(title, seat, concealed_view(state, None))
    values = job.work(game, JobContext(lambda _: None, lambda: False))
    assert len(values) == 2
    assert sum(values) == pytest.approx(1, abs=0.01)


@pytest.mark.slow
def test_with_a_seed_a_position_always_has_the_same_values() -> None:
    game = load_compiled("city_blocks")
    state = game.new(seats=2, seed=3)
    (seat,) = state.seats_to_act()
    job = EvaluationJob("city_blocks", seat, concealed_view(state, None), "learned:50", seed=7)
    context = JobContext(lambda _: None, lambda: False)
    assert job.work(game, context) == job.work(game, context)
