"""How the end of a game is told: the same for everybody, also of games given up and of records."""

from __future__ import annotations

import random
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import quartier
from quartier.server.views.finished import share_image, summary
from quartier.server.views.finished.endings import Result, described
from quartier.server.views.replays import Replay

from .harness import Running, browser, open_table, two_players

NAMES = ["Ada", "Bea", "Bot (strong)", "Cem", "Dora", "Emil"]


def finished(title: str, seats: int, seed: int, moves: int = 600, **options: object) -> Replay:
    """A game of random moves, as a replay."""
    state = quartier.load(title).new(seats=seats, seed=seed, **options)
    rng = random.Random(seed)
    while not state.over and len(state.past) < moves:
        seat = min(state.to_act())
        state.play(seat, rng.choice(state.moves(seat)))
    names = NAMES[:seats]
    result = Result(state, names, state.winners())
    return Replay("x", state, names, [None] * seats, [False] * seats, result, "")


@pytest.mark.parametrize(
    ("winners", "headline"),
    [
        ([0], "Ada’s city is the finest"),
        ([2], "Bot (strong) has the finest city"),
        ([0, 1], "Ada and Bea have built equally fine cities"),
    ],
)
def test_the_winner_is_named_and_nobody_is_told_to_have_lost(winners: list[int], headline: str) -> None:
    state = finished("block_city", 3, 1).state
    assert described(Result(state, NAMES[:3], winners), "en")["headline"] == headline


@pytest.mark.parametrize(
    ("winners", "headline"),
    [([1], "Das beste Netz betreibt Bea"), ([0, 1], "Ada und Bea teilen sich den ersten Platz")],
)
def test_a_title_praises_its_winner_in_its_own_words(winners: list[int], headline: str) -> None:
    state = finished("metromania", 2, 1).state
    assert described(Result(state, NAMES[:2], winners), "de")["headline"] == headline


@pytest.mark.parametrize("title", quartier.titles())
def test_every_title_says_in_two_languages_why_it_is_over(title: str) -> None:
    options = {"turn_limit": 5} if title == "gridlock" else {}
    found = finished(title, 2, 3, **options)
    assert found.state.over
    assert found.result is not None
    said = [described(found.result, lang)["reason"] for lang in ("en", "de")]
    assert all(said)
    assert said[0] != said[1]


def test_a_tie_that_a_rule_broke_is_told_with_the_rule() -> None:
    """BC-19: of two with equal points whoever has filled more buildings."""
    game = quartier.load("block_city")
    for seed in range(400):
        state = finished("block_city", 6, seed).state
        scores = state.scores()
        if scores.count(max(scores)) > len(state.winners()):
            assert "more filled buildings decide" in state.seen_by(None, "en").ending()
            return
        assert "decide" not in state.seen_by(None, "en").ending(), game
    raise AssertionError("no tie in 400 games")


def test_the_turning_point_is_the_winners_largest_gain_and_names_what_changed() -> None:
    found = finished("block_city", 3, 2)
    told = summary.described(found, None, "en")
    turning = told["turning"]
    assert turning is not None
    points = summary.scores(found.state)
    (winner,) = found.state.winners()
    before, after = points[turning["at"] - 1][1][winner], points[turning["at"]][1][winner]
    assert turning["gain"] == f"+{after - before}"
    assert "→" in turning["text"]
    assert told["curve"].count("expected") == 3
    assert points[-1] == (found.total, found.state.scores())


def test_the_best_move_of_who_looks_is_their_own_with_most_points_and_nobody_elses() -> None:
    found = finished("block_city", 3, 2)
    points = summary.scores(found.state)
    for seat in range(3):
        best = summary.described(found, seat, "en")["best"]
        assert best is not None
        assert found.state.past[best["at"] - 1].actor == seat
        gains = [after[seat] - before[seat] for (_, before), (_, after) in pairwise(points)]
        assert best["gain"] == f"+{max(gains)}"
    assert summary.described(found, None, "en")["best"] is None


@pytest.mark.rules("MM-28", "MM-31")
def test_what_is_scored_at_the_end_is_nobodys_best_move() -> None:
    for seed in range(4):
        found = finished("metromania", 3, seed)
        told = summary.described(found, 0, "en")
        for moment in (told["turning"], told["best"]):
            assert moment is None or moment["at"] < found.total


def test_the_reason_says_by_how_much_the_winner_is_ahead() -> None:
    found = finished("block_city", 3, 2)
    scores = found.state.scores()
    first, second = sorted(scores, reverse=True)[:2]
    assert found.result is not None
    said = f"{first - second} ahead of {NAMES[scores.index(second)]}."
    assert described(found.result, "en")["reason"].endswith(said)
    alone = finished("block_city", 1, 2)
    assert alone.result is not None
    assert "ahead" not in described(alone.result, "en")["reason"]


@pytest.mark.parametrize(("title", "seats"), [("city_blocks", 2), ("block_city", 6), ("neue_heimat", 5)])
def test_the_picture_to_share_is_a_drawing_with_headline_and_all_scores(title: str, seats: int) -> None:
    found = finished(title, seats, 3)
    drawn = share_image.drawn(found, None, "en", "dark")
    root = ElementTree.fromstring(drawn)
    assert (root.get("width"), root.get("height"), root.get("data-theme")) == ("1080", "1350", "dark")
    said = {"".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")}
    assert found.result is not None
    assert {*found.names, described(found.result, "en")["headline"]} <= said
    assert {str(score).replace("-", "−") for score in found.state.scores()} <= said


def test_the_picture_of_a_game_is_there_when_it_is_over(server: Running) -> None:
    ada, _ = two_players(server.url)
    address = f"/api/replays/{ada.table}/picture"
    assert ada.client.get(address).status_code == 409
    ada.post("resign")
    answer = ada.client.get(address)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cache-control"].startswith("private")


def test_the_finale_of_a_table_is_told_when_its_game_is_over(server: Running) -> None:
    ada, bea = two_players(server.url)
    address = f"/api/replays/{ada.table}/finale"
    assert ada.client.get(address).status_code == 409
    assert ada.post("resign").status_code == 200
    told = ada.client.get(address).json()
    assert set(told) == {"board", "curve", "turning", "best", "count"}
    assert told["count"] == []  # it was given up
    over = [player.view(lang="en")["over"] for player in (ada, bea)]
    assert over[0] == over[1]
    assert over[0]["winners"] == [1]
    assert over[0]["reason"].endswith("has resigned.")


def test_a_record_of_a_game_that_was_given_up_says_so(server: Running) -> None:
    ada, _ = two_players(server.url)
    ada.post("resign")
    text = ada.client.get(f"{ada.path}/record").text
    stranger = browser(server.url).client
    record = stranger.post("/api/records", content=text).json()["id"]
    over = stranger.get(f"/api/replays/{record}?lang=en").json()["over"]
    assert over == ada.view(lang="en")["over"]


def test_a_record_that_was_broken_off_has_no_finale(server: Running) -> None:
    player = open_table(server.url, {"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bea"})
    text = quartier.load("city_blocks").new(seed=1).record()
    record = player.client.post("/api/records", content=text).json()["id"]
    assert player.client.get(f"/api/replays/{record}/finale").status_code == 409
    assert player.client.get(f"/api/replays/{record}").json()["over"] is None
