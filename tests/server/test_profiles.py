"""Profiles and leaderboards: what others see of somebody, what only they see, and their games as a file of their own."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import quartier
from quartier.server.access.throttling import LoginThrottle
from quartier.server.commands.rating import finish
from quartier.server.limits import Limits
from quartier.server.storage.schema import ban, game_table
from quartier.server.storage.transaction import Job, Transaction
from quartier.server.views import bot_levels
from quartier.server.views.profile import profile
from quartier.server.views.profile.charts import Point, rating_chart, score_chart

from .harness import FRIEND, Player, browser, everyone_moves, me, quiet, running
from .test_ratings import STRONG, open_rated_table, outcomes, pair, register, request_table, sits
from .timing import Timed, serve_timed


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    """One server for all: each test has accounts of its own."""
    with serve_timed(quiet(tmp_path_factory.mktemp("profiles") / "games.db")) as here:
        here.server.services.account_service.throttle = LoginThrottle()
        yield here


@pytest.fixture(autouse=True)
def fresh(here: Timed) -> None:
    here.server.services.account_service.throttle = LoginThrottle()


def page(player: Player, path: str, lang: str = "en", **params: str) -> str:
    answer = player.client.get(path, params={"lang": lang, **params}, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return re.sub(r"\s+", " ", re.sub(r"<(?!/?(?:text|svg|title))[^>]*>", " ", answer.text.split("<main")[1]))


def hide(player: Player, hidden: bool) -> httpx.Response:
    return player.client.post("/api/account/profile", json={"hidden": hidden})


def test_a_profile_tells_of_the_games_and_rivals_by_title(
    here: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = pair(here.url, "Profile One", "Profile / Zwei?")
    own_texts = (event["text"] for event in ada.everything() if event["actor"] == ada.seat)
    first = next(text for text in own_texts if not text.startswith("!"))
    bob.post("resign").raise_for_status()
    open_rated_table(ada, STRONG, title="block_city")
    monkeypatch.setattr(finish, "MIN_MOVES", 1)  # no bot thinks here
    everyone_moves(ada, moves=1)
    ada.post("resign").raise_for_status()
    profile = page(browser(here.url), "/people/profile one", title="city_blocks")
    (own, _) = outcomes(here.server, bob.table)
    assert f"{round(own.after)} ±" in profile
    assert "1 game, 1 won" in profile
    assert "Rating by game (1): from 1000 to 1117, highest 1117, lowest 1000." in profile
    assert first in profile
    assert "Profile / Zwei?" in profile
    assert "1 of 2" in profile
    assert "Your profile" not in profile
    german = page(browser(here.url), "/people/Profile%20%2F%20Zwei%3F", "de")
    assert "Gewertete Partien" in german
    assert "2 von 2" in german
    assert "BlockCity" not in german
    own_page = page(ada, "/people")
    assert "Your profile" in own_page
    assert "Bot (Strong) 1313" in own_page  # the title played last


def test_games_by_link_are_seen_by_their_players_only(here: Timed) -> None:
    ada, _ = pair(here.url, "Profile Three", "Profile Four", rated=False)
    ada.post("resign").raise_for_status()
    assert "No finished games yet." in page(browser(here.url), "/people/Profile Three")
    assert "Profile Four" not in page(browser(here.url), "/people/Profile Three")
    assert "Profile Four" in page(ada, "/people")
    assert "No finished games yet." in page(ada, "/people/Profile Four")


def test_a_hidden_profile_is_nobodys_and_on_no_leaderboard(here: Timed) -> None:
    ada, bob = pair(here.url, "Profile Five", "Profile Six")
    ada.post("resign").raise_for_status()
    stranger = browser(here.url)
    assert "Profile Five" in page(stranger, "/ratings/city_blocks")
    assert hide(ada, True).status_code == 200
    hidden = stranger.client.get("/people/Profile Five")
    nobody = stranger.client.get("/people/Nobody At All")
    assert hidden.status_code == nobody.status_code == 404
    assert "their profile is hidden" in nobody.text
    assert "Profile Five" not in page(stranger, "/ratings/city_blocks")
    assert "No one else can see your profile" in page(ada, "/people")
    rival = bob.client.get("/people", follow_redirects=True).text
    assert "Profile Five" in rival  # they have played together
    assert "/people/Profile%20Five" not in rival
    assert hide(ada, False).status_code == 200
    assert stranger.client.get("/people/Profile Five").status_code == 200
    assert hide(stranger, True).status_code == 401


def test_what_a_host_hides_and_whom_a_host_bans_nobody_sees_here(here: Timed) -> None:
    ada, _ = pair(here.url, "Profile Barred", "Profile Beside")
    ada.post("resign").raise_for_status()
    (own, _) = outcomes(here.server, ada.table)
    stranger = browser(here.url)
    assert "Profile Barred" in page(stranger, "/ratings/city_blocks")
    banned = {"account": own.account, "name": "x", "reason": "x", "since": 0.0}

    def barred(writing: Transaction) -> None:
        writing.connection.execute(ban.insert().values(banned))
        hidden = game_table.update().where(game_table.c.id == ada.table)
        writing.connection.execute(hidden.values(hidden=True))

    here.server.services.tables.writer.run(Job(barred, exclusive=True))
    assert "Profile Barred" not in page(stranger, "/ratings/city_blocks")
    assert "No finished games yet." in page(stranger, "/people/Profile Beside")


@pytest.mark.parametrize("name", ["%00", "a" * 900, "%F0%9F%98%80", "..", "%2e%2e%2fx", "%ED%A0%80"])
def test_no_name_breaks_the_page(here: Timed, name: str) -> None:
    assert browser(here.url).client.get(f"/people/{name}").status_code in (200, 404)


def test_bots_stand_on_the_leaderboard_and_people_once_they_are_known(
    here: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _ = pair(here.url, "Profile Seven", "Profile Eight")
    ada.post("resign").raise_for_status()
    leaderboard = page(browser(here.url), "/ratings/city_blocks")
    bots = [leaderboard.index(f"Bot ({level})") for level in ("Master", "Expert", "Strong", "Beginner")]
    assert bots == sorted(bots)
    assert leaderboard.index("Profile Eight") > bots[-1]  # 1117, but who knows after one game?
    monkeypatch.setattr("quartier.server.views.profile.leaderboard.MAX_CERTAIN_DEVIATION", 1000.0)
    leaderboard = page(browser(here.url), "/ratings/city_blocks")
    measured = bot_levels.of_levels(quartier.load("city_blocks"))
    expected_ratings = {
        f"Bot ({bot_levels.LEVEL_NAMES[level]})": rating for level, rating in measured.items()
    }
    expected_ratings["Profile Eight"] = 1117
    assert sorted(expected_ratings, key=leaderboard.index) == sorted(
        expected_ratings, key=expected_ratings.__getitem__, reverse=True
    )
    assert "no help from programs" in leaderboard
    assert browser(here.url).client.get("/ratings/no_such_game").status_code == 404
    assert "City Blocks" in page(browser(here.url), "/ratings")


def test_all_finished_games_come_as_records_and_nothing_of_running_ones(here: Timed) -> None:
    ada, bob = pair(here.url, "Profile Nine", "Profile Ten")
    finished = ada.table
    bob.post("resign").raise_for_status()
    sits(bob, open_rated_table(ada, FRIEND)).raise_for_status()
    still, waiting = ada.table, request_table(ada, me("Ada"), FRIEND).json()["id"]
    answer = ada.client.get("/api/account/games.zip")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="quartier-games.zip"'
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    (record,) = [name for name in archive.namelist() if name != "left-out.txt"]
    assert finished in record
    text = archive.read(record).decode()
    assert quartier.replay(text).headers["Termination"] == "seat 1 resigned"
    left_out = archive.read("left-out.txt").decode()
    assert sorted(left_out.splitlines()) == sorted(
        f"{standing}: not over yet" for standing in (still, waiting)
    )
    assert browser(here.url).client.get("/api/account/games.zip").status_code == 401


def test_nobody_has_their_games_made_into_a_file_without_end(
    tmp_path: Path,
) -> None:
    with running(quiet(tmp_path / "games.db", limits=Limits())) as server:
        ada = register(server.url, "Profile Eleven")
        answers = [ada.client.get("/api/account/games.zip") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert int(answers[-1].headers["Retry-After"]) > 3000


def test_a_title_that_was_taken_away_leaves_the_rest(here: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _ = pair(here.url, "Profile Twelve", "Profile Thirteen")
    ada.post("resign").raise_for_status()
    monkeypatch.setattr("quartier.titles", lambda: ["block_city"])
    assert "No finished games yet." in page(browser(here.url), "/people/Profile Twelve")


def test_pictures_say_in_words_what_they_show_and_hold_every_value() -> None:
    points = [Point(1000.0 + step, 50.0) for step in (0, -40, 300, 120)]
    curve = rating_chart(points, [("Strong 1350", 1350), ("Far 2500", 2500)], "How it went")
    assert 'aria-label="How it went"' in curve
    assert "Strong 1350" in curve
    assert "Far" not in curve
    assert "style=" not in curve
    assert rating_chart(points[:1], [], "One").count("<circle") == 1
    bars = score_chart([-12, -12, 0, 57], "Points")
    assert bars.count("<rect") >= 3
    assert "−12" in bars
    assert score_chart([5], "One").count("<rect") == 1


def test_an_address_leads_to_any_name() -> None:
    assert profile.address("Ada / Bea?") == "/people/Ada%20%2F%20Bea%3F"
