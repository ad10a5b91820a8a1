"""How the end of a game is told: the same for everybody, also of games given up and of records."""

from __future__ import annotations

import random
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import quartier
from quartier.core.game.game import Game
from quartier.core.game.title_spec import TitleSpec
from quartier.server.views.finished import share_image, summary
from quartier.server.views.finished.endings import Result, ending_view
from quartier.server.views.replays import Replay

from .harness import Running, browser, open_table, two_players

NAMES = ["Ada", "Bea", "Bot (strong)", "Cem", "Dora", "Emil"]


def finish_game(title: str, seats: int, seed: int, moves: int = 600, **options: object) -> Replay:
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
        ([0], "Ada has built the finest city"),
        ([2], "Bot (strong) has built the finest city"),
        ([0, 1], "Ada and Bea share first place"),
    ],
)
def test_the_winner_is_named_and_nobody_is_called_a_loser(winners: list[int], headline: str) -> None:
    state = finish_game("block_city", 3, 1).state
    assert ending_view(Result(state, NAMES[:3], winners), "en")["headline"] == headline


def test_a_title_without_praise_has_plain_words() -> None:
    state = finish_game("connect_four", 2, 1).state
    (winner,) = state.winners()
    ending = ending_view(Result(state, NAMES[:2], [winner]), "en")
    assert ending["headline"] == f"{NAMES[winner]} wins"


@pytest.mark.parametrize(
    ("winners", "headline"),
    [([1], "Bea hat das beste Netz"), ([0, 1], "Ada und Bea teilen sich den ersten Rang")],
)
def test_a_title_praises_its_winner_in_its_own_words(winners: list[int], headline: str) -> None:
    state = finish_game("metromania", 2, 1).state
    assert ending_view(Result(state, NAMES[:2], winners), "de")["headline"] == headline


@pytest.mark.parametrize("title", quartier.titles())
def test_every_title_says_in_two_languages_why_it_is_over(title: str) -> None:
    options = {"turn_limit": 5} if title == "gridlock" else {}
    game_end = finish_game(title, 2, 3, **options)
    assert game_end.state.over
    assert game_end.result is not None
    reasons_given = [ending_view(game_end.result, lang)["reason"] for lang in ("en", "de")]
    assert all(reasons_given)
    assert reasons_given[0] != reasons_given[1]


def test_a_tie_that_a_rule_broke_is_reported_with_the_rule() -> None:
    """BC-19: of two with equal points whoever has filled more buildings."""
    game = quartier.load("block_city")
    for seed in range(400):
        state = finish_game("block_city", 6, seed).state
        scores = state.scores()
        if scores.count(max(scores)) > len(state.winners()):
            assert "Tied on points: more filled buildings win." in state.seen_by(None, "en").ending()
            return
        assert "more filled" not in state.seen_by(None, "en").ending(), game
    raise AssertionError("no tie in 400 games")


def test_the_turning_point_is_the_winners_largest_gain_and_names_what_changed() -> None:
    game_end = finish_game("block_city", 3, 2)
    summary_shown = summary.summary_view(game_end, None, "en")
    turning = summary_shown["turning"]
    assert turning is not None
    points = summary.scores(game_end.state)
    (winner,) = game_end.state.winners()
    before, after = points[turning["at"] - 1][1][winner], points[turning["at"]][1][winner]
    assert turning["gain"] == f"+{after - before}"
    assert "→" in turning["text"]
    assert summary_shown["curve"].count("expected") == 3
    assert points[-1] == (game_end.total, game_end.state.scores())


def test_the_best_move_of_who_looks_is_their_own_with_most_points_and_nobody_elses() -> None:
    game_end = finish_game("block_city", 3, 2)
    points = summary.scores(game_end.state)
    for seat in range(3):
        best = summary.summary_view(game_end, seat, "en")["best"]
        assert best is not None
        assert game_end.state.past[best["at"] - 1].actor == seat
        gains = [after[seat] - before[seat] for (_, before), (_, after) in pairwise(points)]
        assert best["gain"] == f"+{max(gains)}"
    assert summary.summary_view(game_end, None, "en")["best"] is None


@pytest.mark.rules("MM-28", "MM-31")
def test_what_is_scored_at_the_end_is_nobodys_best_move() -> None:
    for seed in range(4):
        game_end = finish_game("metromania", 3, seed)
        summary_shown = summary.summary_view(game_end, 0, "en")
        for moment in (summary_shown["turning"], summary_shown["best"]):
            assert moment is None or moment["at"] < game_end.total


def test_the_board_at_the_end_is_the_viewers_own() -> None:
    """The winner doesn't know the card that seat 0 has folded."""
    state = Game(TitleSpec("tests.titles.high_card")).new(chance="manual")
    for actor, move in (("*", "draw 5"), ("*", "draw 2"), (0, "fold"), (1, "stay")):
        state.play(actor, move)
    end = Replay(
        "x", state, NAMES[:2], [None] * 2, [False] * 2, Result(state, NAMES[:2], state.winners()), ""
    )
    boards = [summary.summary_view(end, viewer, "en")["board"] for viewer in (None, 0, 1)]
    assert [">5<" in board for board in boards] == [False, True, False]
    assert ">5<" not in share_image.share_image(end, None, "en", "light")


def test_the_reason_says_by_how_much_the_winner_is_ahead() -> None:
    game_end = finish_game("block_city", 3, 2)
    scores = game_end.state.scores()
    first, second = sorted(scores, reverse=True)[:2]
    assert game_end.result is not None
    sentence = f"Ahead of {NAMES[scores.index(second)]} by {first - second}."
    assert ending_view(game_end.result, "en")["reason"].endswith(sentence)
    alone = finish_game("block_city", 1, 2)
    assert alone.result is not None
    assert "Ahead" not in ending_view(alone.result, "en")["reason"]


@pytest.mark.parametrize(("title", "seats"), [("city_blocks", 2), ("block_city", 6), ("neue_heimat", 5)])
def test_the_picture_to_share_is_a_drawing_with_headline_and_all_scores(title: str, seats: int) -> None:
    game_end = finish_game(title, seats, 3)
    picture = share_image.share_image(game_end, None, "en", "dark")
    root = ElementTree.fromstring(picture)
    assert (root.get("width"), root.get("height"), root.get("data-theme")) == ("1080", "1350", "dark")
    texts = {"".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert game_end.result is not None
    assert {*game_end.names, ending_view(game_end.result, "en")["headline"]} <= texts
    assert {str(score).replace("-", "−") for score in game_end.state.scores()} <= texts


def test_the_picture_of_a_game_is_there_when_it_is_over(server: Running) -> None:
    ada, _ = two_players(server.url)
    address = f"/api/replays/{ada.table}/picture"
    assert ada.client.get(address).status_code == 409
    ada.post("resign")
    answer = ada.client.get(address)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cache-control"].startswith("private")


def test_the_finale_of_a_table_is_reported_when_its_game_is_over(server: Running) -> None:
    ada, bea = two_players(server.url)
    address = f"/api/replays/{ada.table}/finale"
    assert ada.client.get(address).status_code == 409
    assert ada.post("resign").status_code == 200
    body = ada.client.get(address).json()
    assert set(body) == {"board", "curve", "turning", "best", "count", "next"}
    assert body["count"] == []  # it was given up
    over = [player.view(lang="en")["over"] for player in (ada, bea)]
    assert over[0] == over[1]
    assert over[0]["winners"] == [1]
    assert over[0]["reason"].endswith("resigned.")


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
