"""Names and tournaments are reported to the moderators like chat messages, once, and not one's own."""

from __future__ import annotations

from .harness import FRIEND, Player, Running, browser, me, open_table
from .hosting import code, host, post, with_account

TOURNAMENT = {"title": "city_blocks", "kind": "robin", "rounds": 1, "seats": 2, "time": "3d"}


def read_reports(moderator: Player) -> str:
    return moderator.client.get("/host", params={"lang": "en"}).text


def test_a_name_is_reported_and_erased_at_its_table(server: Running) -> None:
    boss = host(server, "Boss")
    rude = open_table(server.url, me("Rude Name"), FRIEND)
    ada = browser(server.url)
    ada.join(rude.table, rude.invites[1], "Ada")
    path = f"/api/tables/{rude.table}/seats/0/report"
    for _ in range(2):
        assert ada.client.post(path, json={}).status_code == 200
    assert code(rude.client.post(path, json={})) == (422, "own_name")
    assert code(ada.client.post(f"/api/tables/{rude.table}/seats/7/report", json={})) == (404, "nobody_there")
    page = read_reports(boss)
    assert page.count("<q>Rude Name</q>") == 1
    assert "Reported by Ada" in page
    assert post(boss, "host/reports", id=1, action="unsay").status_code == 200
    assert ada.view(lang="en")["seats"][0]["name"] == "Someone"
    assert rude.view()["viewer"]["seats"] == [0]
    assert "<q>Rude Name</q>" not in read_reports(boss)


def test_who_bears_a_reported_name_is_banned(server: Running) -> None:
    boss = host(server, "Boss")
    rude = with_account(server, "Rude Account", open_table(server.url, me("Ada"), FRIEND))
    watcher = browser(server.url)
    assert watcher.client.post(f"/api/tables/{rude.table}/seats/0/report", json={}).status_code == 200
    ban = post(boss, "host/reports", id=1, action="ban", reason="Name", days=1)
    assert ban.status_code == 200
    assert code(rude.client.post("/api/tables", json={"title": "city_blocks", "seats": [me(), FRIEND]})) == (
        403,
        "banned",
    )


def test_a_tournament_is_reported_and_taken_off_the_list(server: Running) -> None:
    boss, organiser = host(server, "Boss"), with_account(server, "Organiser Olga")
    answer = organiser.client.post("/api/tournaments", json={**TOURNAMENT, "name": "Rude Cup"})
    assert answer.status_code == 201, answer.text
    tournament = answer.json()["id"]
    path = f"/api/tournaments/{tournament}/report"
    assert code(organiser.client.post(path, json={})) == (422, "own_tournament")
    reader = browser(server.url)
    assert reader.client.post(path, json={}).status_code == 200
    page = read_reports(boss)
    assert "<q>Rude Cup</q> (Organiser Olga)" in page
    assert f"/tournaments/{tournament}" in page
    assert "Rude Cup" in reader.client.get("/api/tournaments").text
    assert code(post(boss, "host/reports", id=1, action="delete")) == (422, "action")
    assert post(boss, "host/reports", id=1, action="hide").status_code == 200
    assert "Rude Cup" not in reader.client.get("/api/tournaments").text


def test_nobody_reports_names_without_end(server: Running) -> None:
    watcher, seats = browser(server.url), [me(f"Name {number}") for number in range(4)]
    tables = [open_table(server.url, *seats, title="block_city").table for _ in range(3)]
    paths = [f"/api/tables/{table}/seats/{seat}/report" for table in tables for seat in range(4)]
    statuses = [watcher.client.post(path, json={}).status_code for path in paths]
    assert statuses == [200] * 10 + [429] * 2
