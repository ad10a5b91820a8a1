"""The pages and what stands around every answer: language, headers, health, metrics, addresses of invitations."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from prometheus_client import generate_latest

import quartier
from quartier.server.http import pages
from quartier.server.metrics import METHODS, OTHER

from . import raw
from .harness import FRIEND, Running, me, open_table, play_some, quiet, running, two_players


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_page_in_both_languages(server: Running, lang: str) -> None:
    players = two_players(server.url)
    play_some(players, 1)
    players[0].post("resign")
    for path in ("/", f"/table/{players[0].table}", "/rules/city_blocks", f"/replay/{players[0].table}?at=3"):
        page = httpx.get(server.url + path, params={"lang": lang} | dict(httpx.URL(path).params))
        assert page.status_code == 200, path
        assert f'<html lang="{lang}"' in page.text
        assert page.headers["content-security-policy"].startswith("default-src 'self'")


def test_the_rulebook_has_an_anchor_for_every_rule(server: Running) -> None:
    for lang in ("de", "en"):
        text = httpx.get(f"{server.url}/rules/city_blocks", params={"lang": lang}).text
        for rule in quartier.load("city_blocks").rule_ids():
            assert text.count(f'id="{rule}"') == 1, (lang, rule)


@pytest.mark.parametrize(
    ("params", "headers", "expected"),
    [
        ({}, {}, "en"),  # the server's default
        ({}, {"Accept-Language": "de"}, "de"),
        ({}, {"Accept-Language": "fr, en;q=0.3, de-AT;q=0.7"}, "de"),
        ({}, {"Accept-Language": ";;q=x,,de;q=abc"}, "de"),
        ({}, {"Accept-Language": "de", "Cookie": "lang=en"}, "en"),
        ({"lang": "de"}, {"Accept-Language": "en", "Cookie": "lang=en"}, "de"),
        ({"lang": "klingon"}, {"Accept-Language": "de"}, "de"),
    ],
)
def test_the_language_that_was_asked_for(server: Running, params: dict, headers: dict, expected: str) -> None:
    assert f'<html lang="{expected}"' in httpx.get(server.url, params=params, headers=headers).text


def test_health_and_metrics(server: Running) -> None:
    players = two_players(server.url)
    play_some(players, 2)
    assert httpx.get(server.url + "/health").json()["ok"] is True
    metrics = generate_latest(server.services.metrics.registry).decode()
    assert (
        'quartier_requests_total{method="POST",route="/api/tables/{table_id}/moves",status="200"} 2.0'
        in metrics
    )
    assert "quartier_streams 0.0" in metrics
    assert players[0].table not in metrics


def test_metrics_have_few_labels_whatever_is_asked(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND)
    before = _series(server)
    for number in range(20):
        for path in (
            ada.path,
            f"/table/{number}",
            f"/nothing/{number}",
            f"/static/{number}",
            f"/{ada.table}",
        ):
            raw.send(server.url, raw.Request(b"BREW%d" % number, path.encode()))
            raw.send(server.url, raw.Request(b"GET", path.encode()))
    added = _series(server) - before
    assert added
    assert _methods(added) <= METHODS | {OTHER}
    assert not any(ada.table in series for series in added)
    assert len({series for series in added if "quartier_requests_total" in series}) <= 12


def _series(server: Running) -> set[str]:
    """The names and labels of all metrics."""
    lines = generate_latest(server.services.metrics.registry).decode().splitlines()
    return {line.rsplit(" ", 1)[0] for line in lines if not line.startswith("#")}


def _methods(series: set[str]) -> set[str]:
    methods = (re.search(r'method="([^"]*)"', name) for name in series)
    return {match[1] for match in methods if match}


def test_answers_are_kept_by_nobody(server: Running) -> None:
    ada = open_table(server.url, me(), FRIEND)
    assert ada.client.get(ada.path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"base_url": "https://games.example.org/"}, "https://games.example.org/table/"),
        ({}, "http://127.0.0.1:"),
    ],
)
def test_invitations_have_the_address_of_the_host(tmp_path: Path, changes: dict, expected: str) -> None:
    with running(quiet(tmp_path / "games.db", **changes)) as server:
        ada = open_table(server.url, me(), FRIEND)
        assert ada.view()["seats"][1]["invite_url"].startswith(expected)


def test_an_invitation_for_the_local_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host came by 127.0.0.1, the server listens on all addresses: a phone needs the other one."""
    monkeypatch.setattr("quartier.server.http.base_url.local_address", lambda: "192.0.2.7")
    with running(quiet(tmp_path / "games.db", host="0.0.0.0")) as server:
        ada = open_table(server.url, me(), FRIEND)
        invitation = ada.view()["seats"][1]["invite_url"]
        assert invitation.startswith("http://192.0.2.7:")
        home = invitation.partition("/table/")[0]
        assert f'data-home="{home}"' in httpx.get(f"{server.url}/table/{ada.table}").text


def test_why_a_touched_path_leads_nowhere(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Bob"))
    view = ada.view()
    ada.seat = view["viewer"]["seat"]
    ada.move(view["choices"][0]["move"], view["version"])
    view = ada.view()
    ada.seat = view["viewer"]["seat"]
    hand = view["choices"][0]["paths"][0][0]
    block = "block-" + next(line["text"] for line in view["log"] if "@" in line["text"]).split("@")[1]
    body = ada.post("why", path=[hand, block]).json()
    assert body["rule"].startswith("CB-")
    assert body["link"].endswith("#" + body["rule"])
    assert ada.post("why", path=[view["choices"][0]["paths"][0][0]]).json() == {}


@pytest.mark.parametrize("title", quartier.titles())
def test_a_picture_of_every_title(server: Running, title: str) -> None:
    """The first page only names the pictures; each is a whole document, in the wanted colours, made once."""
    page = httpx.get(server.url, params={"lang": "en"}).text
    assert f'src="/picture/{title}?lang=en&amp;theme="' in page
    assert "data-piece" not in page
    address = f"{server.url}/picture/{title}"
    answer = httpx.get(address, params={"lang": "en", "theme": "dark"}, timeout=30)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    root = ElementTree.fromstring(answer.text)
    assert root.get("data-theme") == "dark"
    used = set(re.findall(r'href="#([\w-]+)"', answer.text))
    assert used <= set(re.findall(r'\bid="([\w-]+)"', answer.text))
    plain = httpx.get(address, params={"lang": "en", "theme": "dark' onload='x"}).text
    assert "onload" not in plain
    assert ElementTree.fromstring(plain).get("data-theme") is None


def test_pages_of_a_title_link_the_styles_of_its_drawings(server: Running) -> None:
    """Only of that title, as a file of ours that never changes under its address; the first page needs none."""
    ada = open_table(server.url, me(), FRIEND)
    table, home = (httpx.get(server.url + page).text for page in (f"/table/{ada.table}", "/"))
    (address,) = re.findall(r'<link rel="stylesheet" href="(/style/[^"]+)">', table)
    assert address.startswith("/style/city_blocks.css?v=")
    assert "/style/" not in home
    answer = httpx.get(server.url + address)
    assert answer.text == quartier.load("city_blocks").styles
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    for other in ("/style/city_blocks.css", "/style/city_blocks.css?v=0123456789"):
        assert httpx.get(server.url + other).headers["cache-control"] == "no-cache"
    assert httpx.get(f"{server.url}/style/city_block.css").status_code == 404


def test_a_page_asks_at_once_for_all_parts_of_its_script_which_may_be_kept_for_ever(server: Running) -> None:
    parts = re.findall(r'<link rel="modulepreload" href="([^"]+)">', httpx.get(server.url).text)
    assert parts
    for part in parts:
        assert "immutable" in httpx.get(server.url + part).headers["cache-control"]


@pytest.mark.parametrize(
    ("address", "text"),
    [("/picture/city_block", "Did you mean City Blocks?"), ("/rules/qqqqqq", "Check the link")],
)
def test_a_page_of_an_unknown_title_names_no_internal_name(server: Running, address: str, text: str) -> None:
    answer = httpx.get(f"{server.url}{address}", params={"lang": "en"})
    assert answer.status_code == 404
    assert text in answer.text
    assert "city_blocks" not in answer.text.replace('href="/rules/city_blocks"', "")
    assert ('href="/rules/city_blocks">City Blocks</a>' in answer.text) == ("City Blocks" in text)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_dialog_offers_every_seat_option_and_board(server: Running, lang: str) -> None:
    page = httpx.get(server.url, params={"lang": lang}).text
    for title in quartier.titles():
        game = quartier.load(title)
        form = page.split(f'id="setup-{title}"')[1].split("</form>")[0]
        assert form.count('<fieldset class="seat-wish') == game.seats[1]
        assert form.count('value="nobody"') == game.seats[1] - game.seats[0]
        offered = set(re.findall(r'name="(\w+)"[^>]* data-option', form))
        assert offered | set(re.findall(r'data-swatches="(\w+)"', form)) == set(game.options)
        assert ("Quartier’s own figures" in form or "Zahlen von Quartier" in form) == (title == "metromania")
        boards = game.boards if len(game.boards) > 1 else []
        offered = form.split("data-board")[1].split("</select>")[0] if boards else ""
        assert re.findall(r'<option value="([^"]+)"', offered) == boards


# ----- constant pages -----


@pytest.mark.parametrize("path", ["/rules/city_blocks", "/chance", "/learn", "/learn/city_blocks"])
def test_a_constant_page_is_rendered_once(
    server: Running, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not sent again to a browser that has it."""
    first = httpx.get(server.url + path, params={"lang": "de"})
    monkeypatch.setattr(pages.templates, "TemplateResponse", None)
    second = httpx.get(server.url + path, params={"lang": "de"})
    plain = httpx.get(server.url + path, params={"lang": "de"}, headers={"Accept-Encoding": "identity"})
    assert first.text == second.text == plain.text
    assert (first.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
    condition = {"If-None-Match": first.headers["etag"]}
    again = httpx.get(server.url + path, params={"lang": "de"}, headers=condition)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert "cookie" in again.headers["vary"].lower()


def test_a_constant_page_is_of_its_language_and_theme(server: Running) -> None:
    def page(lang: str, theme: str) -> str:
        cookies = {"Cookie": f"theme={theme}"}
        return httpx.get(f"{server.url}/rules/city_blocks", params={"lang": lang}, headers=cookies).text

    assert len({page(lang, theme) for lang in ("en", "de") for theme in ("light", "dark") * 2}) == 4
