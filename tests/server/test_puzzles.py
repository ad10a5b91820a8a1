"""Daily puzzles over the wire: today's and older ones, what is said of a move, and nothing that its seat may not know."""

from __future__ import annotations

from datetime import date, timedelta

import httpx
import pytest

import quartier
from quartier.core.game.puzzles import (
    Puzzle,
    has_puzzles,
    number_on,
    puzzles_of,
)
from quartier.server.errors import DomainError
from quartier.server.views.daily.puzzles import find, today

from .contract import check_answer
from .harness import Running, archived_day

TITLES = [name for name in quartier.titles() if has_puzzles(quartier.load(name))]


DAY = archived_day()


def of_the_day(title: str) -> tuple[str, Puzzle]:
    """Where a title's puzzle is, and what it is."""
    puzzles = puzzles_of(quartier.load(title))
    return f"/api/puzzles/{title}/{DAY.isoformat()}", puzzles[number_on(DAY, len(puzzles))]


@pytest.mark.parametrize("title", TITLES)
def test_a_move_is_judged_and_the_solution_explained(server: Running, title: str) -> None:
    url, puzzle = of_the_day(title)
    with httpx.Client(base_url=server.url, params={"lang": "en"}, timeout=60) as client:

        def ask(path: str, move: str | None = None) -> dict:
            answer = client.get(url + path, params={"move": move} if move else {})
            check_answer(answer)
            return answer.json()

        assert ask("")["day"] == DAY.isoformat()
        offered = {choice["move"] for choice in ask("/table")["choices"]}
        assert {move.move for move in puzzle.moves} <= offered
        greedy = ask("/tries", puzzle.greedy)
        assert not greedy["solved"]
        assert greedy["view"] is None
        assert not greedy["compared"]
        assert "obvious" in greedy["text"]
        for move in puzzle.best:
            solved = ask("/tries", move)
            assert solved["solved"]
            assert "bot" not in solved["why"]  # reasons of the game, or none
            assert not solved["view"]["choices"]
            assert [comparison["kind"] for comparison in solved["compared"]].count("greedy") == 1
        solution = ask("/tries")
        assert not solution["solved"]
        assert solution["view"] is not None


@pytest.mark.parametrize(
    ("lang", "first", "other"),
    [
        ("en", "In games played to the end it scored", "Just as good: "),
        (
            "de",
            "In zu Ende gespielten Partien brachte er",
            "In zu Ende gespielten Partien brachte dieser Zug",
        ),
    ],
)
@pytest.mark.parametrize("title", ["block_city", "city_blocks", "metromania", "neue_heimat"])
def test_of_several_solutions_only_the_first_is_called_been_played_to_the_end(
    server: Running, title: str, lang: str, first: str, other: str
) -> None:
    all_puzzles = puzzles_of(quartier.load(title))
    days = (today() - timedelta(days=back) for back in range(1, 330))
    puzzles = ((day, all_puzzles[number_on(day, len(all_puzzles))]) for day in days)
    day, puzzle = next((day, puzzle) for day, puzzle in puzzles if puzzle.gain and len(puzzle.best) > 1)
    for move in puzzle.best:
        path = f"{server.url}/api/puzzles/{title}/{day.isoformat()}/tries"
        answer = httpx.get(path, params={"lang": lang, "move": move}, timeout=60).json()
        solved_one, silent = (first, other) if move == puzzle.best[0] else (other, first)
        assert solved_one in answer["text"]
        assert silent not in answer["text"]


@pytest.mark.parametrize("title", TITLES)
def test_no_answer_holds_what_the_record_hides(server: Running, title: str) -> None:
    """What was drawn unseen is told as in any log, as a draw and no more."""
    path, puzzle = of_the_day(title)
    state = puzzle.position(quartier.load(title))
    text = httpx.get(f"{server.url}{path}/table", params={"lang": "en"}, timeout=60).json()
    texts = [line["text"] for line in text["log"] if not line["text"].startswith("!")]
    assert texts == [state.event_text(index, puzzle.seat) for index in range(len(state.past))]


def test_a_touch_that_leads_nowhere_is_answered_by_its_rule(server: Running) -> None:
    path, puzzle = of_the_day("city_blocks")
    state = puzzle.position(quartier.load("city_blocks"))
    rival = 1 - puzzle.seat  # on what one has built oneself one may build again
    built = next(event.move for event in state.events if "@" in event.move and event.actor == rival)
    piece = next(move.partition("@")[0] for move in state.moves(puzzle.seat) if "@" in move)
    body = {"seat": puzzle.seat, "path": [f"hand-{piece}", f"block-{built.partition('@')[2]}"]}
    answer = httpx.post(f"{server.url}{path}/why", json=body, params={"lang": "en"}, timeout=60)
    check_answer(answer)
    assert answer.json()["rule"].startswith("CB-")


def test_what_is_not_there_is_refused(server: Running) -> None:
    title = TITLES[0]
    tomorrow, archived = (today() + timedelta(2)).isoformat(), DAY.isoformat()
    for path, status in {
        f"/api/puzzles/{title}/{tomorrow}": 404,
        f"/api/puzzles/{title}/{tomorrow}/table": 404,
        f"/today/{title}/{tomorrow}": 404,
        f"/api/puzzles/{title}/never": 422,
        f"/api/puzzles/connect_four/{archived}": 404,
        f"/api/puzzles/{title}/{archived}/tries?move=nonsense": 422,
    }.items():
        assert httpx.get(server.url + path, timeout=60).status_code == status, path


@pytest.mark.parametrize("title", TITLES)
def test_nobody_looks_up_a_puzzle_to_come_on_the_same_day_of_another_year(title: str) -> None:
    date_shown, count = today(), len(puzzles_of(quartier.load(title)))
    to_come = {number_on(date_shown + timedelta(ahead), count) for ahead in range(1, 30)}
    opened = {_number(title, date_shown - timedelta(back)) for back in range(3 * 366)} - {None}
    assert len(opened) > 300
    assert not opened & to_come


def _number(title: str, day: date) -> int | None:
    """Which puzzle is open of a day; None if none is."""
    try:
        return find(title, day)[0]
    except DomainError:
        return None


@pytest.mark.parametrize(("lang", "message"), [("de", "ist geschlossen"), ("en", "has closed")])
def test_a_puzzle_that_is_closed_says_so(server: Running, lang: str, message: str) -> None:
    path = f"{server.url}/api/puzzles/{TITLES[0]}/2024-02-29"
    answer = httpx.get(path, params={"lang": lang})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_any_more")
    assert message in answer.json()["error"]["text"]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_pages_of_the_day(server: Running, lang: str) -> None:
    page = httpx.get(f"{server.url}/today", params={"lang": lang}).text
    for title in TITLES:
        assert f'href="/today/{title}"' in page
        assert httpx.get(f"{server.url}/today/{title}/2028-02-29").status_code == 404
        assert httpx.get(f"{server.url}/today/{title}/{DAY}", params={"lang": lang}).status_code == 200
    assert 'href="/today"' in httpx.get(server.url).text
