"""Daily puzzles over the wire: today's and older ones, what is said of a move, and nothing that its seat may not know."""

from __future__ import annotations

from datetime import date, timedelta

import httpx
import pytest

import quartier
from quartier.core.play.puzzles import Puzzle, has_puzzles, number_on, puzzles_of
from quartier.server.show.daily.puzzles import today

from .contract import check_answer
from .harness import Running

TITLES = [name for name in quartier.titles() if has_puzzles(quartier.load(name))]


DAY = date(2026, 1, 5)
"""The same in every run."""


def of_the_day(title: str) -> tuple[str, Puzzle]:
    """Where a title's puzzle is, and what it is."""
    known = puzzles_of(quartier.load(title))
    return f"/api/puzzles/{title}/{DAY.isoformat()}", known[number_on(DAY, len(known))]


@pytest.mark.parametrize("title", TITLES)
def test_a_move_is_judged_and_the_solution_explained(server: Running, title: str) -> None:
    place, puzzle = of_the_day(title)
    with httpx.Client(base_url=server.url, params={"lang": "en"}, timeout=60) as client:

        def ask(path: str, move: str | None = None) -> dict:
            answer = client.get(place + path, params={"move": move} if move else {})
            check_answer(answer)
            return answer.json()

        assert ask("")["day"] == DAY.isoformat()
        offered = {choice["move"] for choice in ask("/table")["choices"]}
        assert {each.move for each in puzzle.moves} <= offered
        greedy = ask("/tries", puzzle.greedy)
        assert not greedy["solved"]
        assert greedy["view"] is None
        assert not greedy["compared"]
        assert "greedy" in greedy["text"]
        for move in puzzle.best:
            solved = ask("/tries", move)
            assert solved["solved"]
            assert solved["why"]
            assert not solved["view"]["choices"]
            assert [each["kind"] for each in solved["compared"]].count("greedy") == 1
        shown = ask("/tries")
        assert not shown["solved"]
        assert shown["view"] is not None


@pytest.mark.parametrize("title", TITLES)
def test_no_answer_holds_what_the_record_hides(server: Running, title: str) -> None:
    """What was drawn unseen is told as in any log, as a draw and no more."""
    place, puzzle = of_the_day(title)
    state = puzzle.position(quartier.load(title))
    text = httpx.get(f"{server.url}{place}/table", params={"lang": "en"}, timeout=60).json()
    told = [line["text"] for line in text["log"] if not line["text"].startswith("!")]
    assert told == [state.event_text(index, puzzle.seat) for index in range(len(state.past))]


def test_a_touch_that_leads_nowhere_is_answered_by_its_rule(server: Running) -> None:
    place, puzzle = of_the_day("city_blocks")
    state = puzzle.position(quartier.load("city_blocks"))
    rival = 1 - puzzle.seat  # on what one has built oneself one may build again
    built = next(each.move for each in state.events if "@" in each.move and each.actor == rival)
    piece = next(move.partition("@")[0] for move in state.moves(puzzle.seat) if "@" in move)
    body = {"seat": puzzle.seat, "path": [f"hand-{piece}", f"block-{built.partition('@')[2]}"]}
    answer = httpx.post(f"{server.url}{place}/why", json=body, params={"lang": "en"}, timeout=60)
    check_answer(answer)
    assert answer.json()["rule"].startswith("CB-")


def test_what_is_not_there_is_refused(server: Running) -> None:
    title = TITLES[0]
    tomorrow = (today() + timedelta(2)).isoformat()
    for path, status in {
        f"/api/puzzles/{title}/{tomorrow}": 404,
        f"/api/puzzles/{title}/{tomorrow}/table": 404,
        f"/today/{title}/{tomorrow}": 404,
        f"/api/puzzles/{title}/never": 422,
        "/api/puzzles/connect_four/2026-01-01": 404,
        f"/api/puzzles/{title}/2026-01-01/tries?move=nonsense": 422,
    }.items():
        assert httpx.get(server.url + path, timeout=60).status_code == status, path


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_pages_of_the_day(server: Running, lang: str) -> None:
    page = httpx.get(f"{server.url}/today", params={"lang": lang}).text
    for title in TITLES:
        assert f'href="/today/{title}"' in page
        assert httpx.get(f"{server.url}/today/{title}/2028-02-29").status_code == 404
        assert httpx.get(f"{server.url}/today/{title}/2024-02-29", params={"lang": lang}).status_code == 200
    assert 'href="/today"' in httpx.get(server.url).text
