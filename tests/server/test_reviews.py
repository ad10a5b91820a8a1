"""Reviews of finished games: made once, kept, put into words; and tables that go on from a position of the game."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
import sqlalchemy as sa

import quartier
from quartier.core.text.languages import translator
from quartier.server.domain.bot_levels import DEFAULT_LEVEL
from quartier.server.storage import table_rows
from quartier.server.views.finished import curve
from quartier.server.views.finished.verdicts import grade, select_moments
from quartier.server.views.learning.explanations import is_gain, reasons_for

from .harness import GREEDY, Player, Running, browser, me, open_table, play_here, wait_until


def _finish_game(server: Running, moves: int = 3) -> Player:
    """A table of two at one device, given up after some moves."""
    ada = open_table(server.url, me("Ada"), me("Bea"))
    play_here(ada, moves)
    assert ada.post("resign").status_code == 200
    return ada


def _review(player: Player, begin: bool = False, lang: str = "en") -> dict[str, Any]:
    path = f"/api/replays/{player.table}/review"
    answer = (player.client.post if begin else player.client.get)(path, params={"lang": lang})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def _decisions(server: Running, table: str) -> list[tuple[int, int, str]]:
    """Event, seat and move of every decision of a game."""
    events = server.services.tables.load(table)[1].state.events
    return [(index, int(event.actor), event.move) for index, event in enumerate(events) if event.actor != "*"]


def _keep_review(
    server: Running, table: str, events: int, better: str | None = None
) -> list[tuple[int, int, str]]:
    """As the laboratory gives it: the first decision cost 25% and the lead, the second 4%, the third nothing.

    `better` is what it found better than the first.
    """
    costly = _decisions(server, table)[:3]
    losses = (
        (0.25, [0.55, 0.45], [0.3, 0.7]),
        (0.04, [0.3, 0.7], [0.26, 0.74]),
        (0.0, [0.3, 0.7], [0.3, 0.7]),
    )
    decisions = [
        {
            "event": event,
            "seat": seat,
            "move": move,
            "best": move,
            "loss": loss,
            "best_values": best,
            "values": values,
        }
        for (event, seat, move), (loss, best, values) in zip(costly, losses, strict=True)
    ]
    decisions[0]["best"] = better or costly[0][2]
    data = {
        "points": [{"event": event, "values": [0.5, 0.5]} for event in range(events)]
        + [{"event": events, "values": [0.2, 0.8]}],
        "decisions": decisions,
        "luck": [-0.05, 0.05],
        "choices": [-0.25, -0.04],
        "others": [0.04, 0.25],
        "drift": [-0.04, 0.04],
        "costly": [0, 1],
    }
    with server.services.database.write() as connection:
        table_rows.add_review(connection, table, data)
    return costly


def test_a_review_is_made_once_and_kept(server: Running) -> None:
    ada = _finish_game(server)
    assert _review(ada) == {"status": "none", "part": 0.0}
    assert _review(ada, begin=True)["status"] == "running"
    assert _review(ada, begin=True)["status"] == "running"
    wait_until(lambda: _review(ada)["status"] != "running", 150)
    review = _review(ada)
    assert review["status"] == "ready"
    assert {seat["name"] for seat in review["seats"]} == {"Ada", "Bea"}
    server.services.reviews.close()  # nothing could be made any more
    assert _review(ada, begin=True) == review
    assert _review_of_a_stranger(server, ada.table) == review


def _review_of_a_stranger(server: Running, table: str) -> dict[str, Any]:
    """Nothing of a finished game is secret: whoever watches sees the same."""
    stranger = browser(server.url)
    stranger.table = table
    return _review(stranger)


def test_a_running_game_has_no_review(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Bea"))
    for ask in (ada.client.get, ada.client.post):
        answer = ask(f"/api/replays/{ada.table}/review")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "still_running")


@pytest.mark.parametrize("title", quartier.titles())
def test_a_game_without_decisions_is_refused_before_its_review_starts(server: Running, title: str) -> None:
    """It was resigned before the first move; as a failed review it could be requested again and again."""
    ada = open_table(server.url, me("Ada"), me("Bea"), title=title)
    assert ada.post("resign").status_code == 200
    for _ in range(2):
        refused = ada.client.post(f"/api/replays/{ada.table}/review", params={"lang": "en"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_decisions")
        assert refused.json()["error"]["text"].startswith("There’s nothing to analyse")
    assert _review(ada) == {"status": "none", "part": 0.0}
    page = ada.client.post(f"/replay/{ada.table}/text", params={"lang": "en"})
    assert (page.status_code, "There’s nothing to analyse" in page.text) == (409, True)


def test_a_record_that_was_broken_off_has_none(server: Running) -> None:
    state = server.services.tables.load(_finish_game(server).table)[1].state
    response = browser(server.url).client.post("/api/records", content=state.record().encode())
    refused = browser(server.url).client.post(f"/api/replays/{response.json()['id']}/review")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_finished")
    page = browser(server.url).client.get(f"/replay/{response.json()['id']}")
    assert "tab-review" not in page.text


def test_what_was_found_is_put_into_words(server: Running) -> None:
    ada = _finish_game(server)
    total = len(server.services.tables.load(ada.table)[1].state.events)
    decisions = _keep_review(server, ada.table, total)
    review = _review(ada, lang="de")
    first, second = review["moments"]
    assert (first["event"], first["seat"], first["cost"]) == (decisions[0][0], decisions[0][1], "−25\u00a0%")
    assert (first["verdict"], first["judged"]) == ("turning", "Wendepunkt")
    assert (second["event"], second["verdict"]) == (decisions[1][0], "slip")
    assert first["label"] == first["best_label"] != ""
    assert first["why"] == "", "it is the same move"
    assert [(verdict["at"], verdict["verdict"]) for verdict in review["verdicts"]] == [
        (event + 1, verdict)
        for (event, _, _), verdict in zip(decisions, ("turning", "slip", "best"), strict=True)
    ]
    assert f'href="?at={decisions[0][0]}"' in review["curve"]
    assert len(re.findall('class="expected seat-', review["curve"])) == 2


def test_facts_speak_for_the_better_move_or_no_reason_is_given(server: Running) -> None:
    ada = _finish_game(server)
    state = server.services.tables.load(ada.table)[1].state
    event, seat, move = _decisions(server, ada.table)[0]
    best = next(
        choice.move
        for choice in state.at(event).seen_by(seat, "de").choices()
        if choice.move != move and not is_gain(choice.gain)
    )
    _keep_review(server, ada.table, len(state.events), best)
    first = _review(ada, lang="de")["moments"][0]
    facts = reasons_for(state.at(event).concealed(seat), seat, best, (), "de", move)
    assert (first["best"], first["why"]) == (best, facts)


def test_luck_and_skill_add_up_to_the_result(server: Running) -> None:
    ada = _finish_game(server)
    total = len(server.services.tables.load(ada.table)[1].state.events)
    decisions = _keep_review(server, ada.table, total)
    seats = {seat["seat"]: seat for seat in _review(ada, lang="de")["seats"]}
    assert [(balance["name"], balance["text"]) for balance in seats[0]["balances"]] == [
        ("Glück", "−9\u00a0%"),
        ("Können", "−21\u00a0%"),
    ]
    assert seats[0]["told"].endswith("Glück −9\u00a0%, Können −21\u00a0%: von 50\u00a0% auf 20\u00a0%.")
    assert seats[1]["told"].endswith("Glück +9\u00a0%, Können +21\u00a0%: von 50\u00a0% auf 80\u00a0%.")
    fine = {seat: sum(other == seat for _, other, _ in decisions[2:]) for seat in (0, 1)}
    count = {seat: sum(other == seat for _, other, _ in decisions) for seat in (0, 1)}
    for seat, seat_view in seats.items():
        assert seat_view["accuracy"] == (round(100 * fine[seat] / count[seat]) if count[seat] else None)


@pytest.mark.parametrize(
    ("losses", "verdicts"),
    [
        ((0.0, 0.02, 0.05, 0.2), ["best", "good", "slip", "mistake"]),
        ((0.009, 0.0999, 0.1, 0.03), ["best", "slip", "mistake", "slip"]),
    ],
)
def test_a_verdict_is_by_what_a_decision_cost(losses: tuple[float, ...], verdicts: list[str]) -> None:
    assert grade(_of_losses(losses), seats=2) == verdicts


def test_the_turning_point_is_the_worst_mistake_that_gave_the_lead_away() -> None:
    data = _of_losses((0.3, 0.2, 0.15, 0.05))
    for index in (1, 2, 3):
        data["decisions"][index]["values"] = [0.2, 0.8]
    assert grade(data, seats=2) == ["mistake", "turning", "mistake", "slip"]


def test_at_most_five_moments_are_picked_and_those_of_people_first() -> None:
    data = _of_losses((0.05, 0.3, 0.2, 0.15, 0.12, 0.11, 0.0, 0.25))
    for index, decision in enumerate(data["decisions"]):
        decision["seat"] = int(index in (1, 2))
    verdicts = grade(data, seats=2)
    assert select_moments(data, verdicts, [False, True]) == [0, 3, 4, 5, 7]
    assert select_moments(data, verdicts, [False, False]) == [1, 2, 3, 4, 7]
    data["decisions"][1]["values"] = [0.2, 0.8]
    assert select_moments(data, grade(data, seats=2), [False, True]) == [1, 3, 4, 5, 7]


def _of_losses(losses: tuple[float, ...]) -> dict[str, Any]:
    """The decisions of a review, none of which changed who leads."""
    even = {"seat": 0, "best_values": [0.6, 0.4], "values": [0.6, 0.4]}
    return {"decisions": [{**even, "event": event, "loss": loss} for event, loss in enumerate(losses)]}


def test_a_review_that_breaks_can_be_asked_for_again(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = _finish_game(server)
    monkeypatch.setattr(server.services.reviews._queue._process, "work_out", lambda *_: None)
    _review(ada, begin=True)
    wait_until(lambda: _review(ada)["status"] == "failed")
    monkeypatch.setattr(
        server.services.reviews._queue._process, "work_out", lambda *_: {"points": [], "of": "another"}
    )
    assert _review(ada, begin=True)["status"] == "running"


def test_a_review_that_cannot_be_kept_does_not_run_for_ever(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, reviews = _finish_game(server), server.services.reviews

    def taken(*_: object) -> None:
        raise sa.exc.IntegrityError("insert", {}, Exception("another process was first"))

    monkeypatch.setattr(reviews._queue._process, "work_out", lambda *_: {"points": []})
    monkeypatch.setattr(table_rows, "add_review", taken)
    _review(ada, begin=True)
    wait_until(lambda: _review(ada)["status"] != "running")
    assert _review(ada)["status"] == "failed"


def test_what_is_known_of_reviews_is_bounded(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = _finish_game(server)
    reviews, state = server.services.reviews, server.services.tables.load(ada.table)[1].state
    monkeypatch.setattr(reviews._queue._process, "work_out", lambda *_: None)
    for number in range(reviews.MAX_TRACKED + 8):
        reviews.begin(f"game {number}", state, "192.0.2.1")
        wait_until(lambda number=number: reviews.look(f"game {number}").status == "failed")
    assert reviews.look("game 0").status == "none"
    assert reviews.look("game 8").status == "failed"


def test_after_the_end_no_review_seems_to_run(server: Running) -> None:
    ada = _finish_game(server)
    server.services.reviews.close()
    refused = ada.client.post(f"/api/replays/{ada.table}/review")
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "busy")
    assert _review(ada)["status"] == "none"


def test_lines_differ_without_their_colours() -> None:
    points = [(0, [0.25] * 4), (10, [0.1, 0.2, 0.3, 0.4])]
    svg_text = curve.review_curve(points, [0, 1, 2, 3], [], "", translator("en"))
    assert len({*re.findall('stroke-dasharray="([^"]*)"', svg_text)}) == 3
    assert len(re.findall(r'<g class="seat-\d">', svg_text)) == 4


def test_marks_do_not_cover_each_other() -> None:
    points = [(event, [0.5, 0.5]) for event in range(101)]
    marks = [curve.Mark(number, event, 0, "") for number, event in enumerate((50, 51, 52), 1)]
    svg_text = curve.review_curve(points, [0, 1], marks, "", translator("en"))
    offsets = re.findall(
        r'class="costly[^>]*><line[^>]*/><g transform="translate\([\d.]+ ([\d.]+)\)"', svg_text
    )
    heights = sorted(map(float, offsets))
    assert len(heights) == 3
    assert all(b - a >= 2 * curve.MARK - 1 for a, b in pairwise(heights))


def test_alone_the_curve_is_of_points() -> None:
    svg_text = curve.review_curve([(0, [12.0]), (10, [61.0])], [0], [], "", translator("en"))
    assert re.findall(r">(\d+)</text>", svg_text)[:3] == ["0", "35", "70"]


# ----- playing on -----


def _play_on(player: Player, **body: Any) -> Any:
    return player.client.post(f"/api/replays/{player.table}/table", json=body)


def test_a_game_goes_on_from_one_of_its_positions(server: Running) -> None:
    ada = _finish_game(server)
    event, seat, move = _decisions(server, ada.table)[1]
    response = _play_on(ada, at=event, seat=seat, name="Eve")
    assert response.status_code == 201, response.text
    old, eve = ada.table, browser(server.url)
    eve.client.headers["Authorization"] = f"Bearer {response.json()['seats'][0]['secret']}"
    eve.table, eve.seat = response.json()["id"], seat
    view = eve.view()
    assert view["turn"] == {**view["turn"], "yours": True, "actors": [seat]}
    assert [seat["bot"] for seat in view["seats"]] == [
        None if number == seat else DEFAULT_LEVEL for number in (0, 1)
    ]
    assert view["seats"][seat]["name"] == "Eve"
    assert move in {choice["move"] for choice in view["choices"]}
    load = server.services.tables.load
    assert load(eve.table)[1].state.events == load(old)[1].state.events[:event]
    assert eve.move(move, view["version"]).status_code == 200


def test_bots_keep_their_levels(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), GREEDY)
    assert ada.post("resign").status_code == 200
    state = server.services.tables.load(ada.table)[1].state
    response = _play_on(ada, at=len(state.events), seat=0, name="Ada")
    ada.table = response.json()["id"]
    assert ada.view()["seats"][1]["bot"] == "greedy"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"at": 10_000, "seat": 0, "name": "Eve"}, "no_position"),
        ({"at": 1, "seat": 9, "name": "Eve"}, "no_position"),
        ({"at": 1, "seat": 0, "name": " "}, "name"),
        ({"at": -1, "seat": 0, "name": "Eve"}, "malformed"),
    ],
)
def test_what_cannot_be_played_on_is_refused(server: Running, body: dict[str, Any], code: str) -> None:
    refused = _play_on(_finish_game(server, moves=1), **body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, code)
