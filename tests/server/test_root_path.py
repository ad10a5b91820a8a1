"""A site below a path of its host, https://club.example/quartier/: every link, cookie and address is below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import quartier
from quartier.server.errors import StartupError
from quartier.server.http.base_url import validate_base_url

from .harness import FRIEND, GREEDY, Player, Running, archived_day, me, open_table, quiet, running

ROOT = "/quartier"
PACKAGE = Path(quartier.__file__).parent
WEB = Path(__file__).parents[2] / "web"
LINK = re.compile(r'\b(?:href|src|action|data-(?!send)[a-z]+)="(/[^"]*)"')
ELSEWHERE = re.compile("|".join(["/stream", *(name for name in quartier.titles() if name != "city_blocks")]))
"""Links that are not followed: pages of other titles are made as those of the first one, and a stream has no end."""
DAY = re.compile(r"\d{4}-\d\d-\d\d")
SITE_PATH = re.compile(r"/(?:[a-z]+)(?:[/?#].*)?")
"""What a path of the site looks like among the strings of an answer in JSON."""


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server below a path."""
    settings = quiet(
        tmp_path_factory.mktemp("below") / "games.db",
        base_url=f"https://club.example{ROOT}/",
        hosts=("127.0.0.1",),
    )
    with running(settings) as server:
        yield server


@pytest.fixture(scope="module")
def ada(below: Running) -> Player:
    """Ada, signed in, with a finished game and a running one."""
    player = open_table(below.url + ROOT, me(), GREEDY)
    player.client.post("/api/account/register", json={"name": "Ada", "password": "correct horse battery"})
    assert player.post("resign").status_code == 200
    over = player.table
    running_game = player.client.post("/api/tables", json={"title": "city_blocks", "seats": [me(), FRIEND]})
    player.table = running_game.json()["id"]
    player.invites = {0: over}
    return player


def _paths(answer: Any) -> Iterator[str]:
    """All strings in an answer in JSON that are paths."""
    if isinstance(answer, dict):
        for value in answer.values():
            yield from _paths(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from _paths(value)
    elif isinstance(answer, str) and SITE_PATH.fullmatch(answer):
        yield answer


def test_every_link_of_every_page_is_below_the_path(ada: Player) -> None:
    """Follow all links as a browser does; each page answers."""
    server = str(ada.client.base_url).removesuffix(f"{ROOT}/")
    over = ada.invites[0]
    first = ("/", "/host", f"/table/{ada.table}", f"/api/tables/{ada.table}/text", f"/replay/{over}/text")
    day = f"/today/city_blocks/{archived_day()}"
    more = (
        day,
        f"{day}/text",
        "/account/oidc",
        "/account/mail",
        "/invited",
        "/tournaments",
        "/api/v1/docs",
        "/nowhere",
    )
    waiting, requested, errors = [ROOT + path for path in first + more], set[str](), set[str]()
    while waiting:
        path = waiting.pop().split("#")[0].replace("&amp;", "&")
        kind = DAY.sub("DAY", path.split("?")[0])
        if kind in requested or ELSEWHERE.search(path):
            continue
        requested.add(kind)
        answer = ada.client.get(f"{server}{path}", headers={"Accept-Language": "en"})
        if answer.status_code >= 400:
            errors.add(path)
        assert answer.headers.get("Location", ROOT).startswith(ROOT), (path, answer.headers["Location"])
        if answer.is_redirect:
            waiting.append(answer.headers["Location"])
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            links = LINK.findall(answer.text)
            assert [link for link in links if not link.startswith(f"{ROOT}/")] == [], path
            waiting += links
    assert {path.removeprefix(ROOT) for path in errors} == {
        "/account/oidc",
        "/account/mail",
        "/host",
        "/nowhere",
    }
    for page in (
        "/lobby",
        "/ratings/city_blocks",
        "/rules/city_blocks/quick-reference",
        "/learn/city_blocks",
    ):
        assert ROOT + page in requested
    assert {f"{ROOT}/manifest.webmanifest", f"{ROOT}/privacy", f"{ROOT}/people/Ada"} <= requested


def test_paths_in_answers_are_below_the_path(ada: Player) -> None:
    """Whatever a program or the page's script is sent: links to rules, tables, records and replays."""
    over, day = ada.invites[0], archived_day()
    paths: list[str] = []
    for path in (
        f"/api/tables/{ada.table}",
        f"/api/tables/{over}",
        f"/api/tables/{over}/summary",
        f"/api/tables/{ada.table}/about/tile-1?seat=0",
        f"/api/replays/{over}?at=0",
        f"/api/replays/{over}/finale",
        "/api/account/games",
        "/api/account/played",
        "/api/lobby",
        "/api/lessons/city_blocks",
        f"/api/puzzles/city_blocks/{day}",
    ):
        answer = ada.client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        paths += _paths(answer.json())
    refused = ada.post("moves", move="nonsense", version=ada.view()["version"])
    paths += _paths(refused.json())
    rematch = ada.client.post(
        f"/api/tables/{over}/rematch", json={"seat": 0, "client_move_id": "rematch-of-that-game"}
    )
    paths += _paths(rematch.json())
    assert {path.split("/")[2].split("?")[0] for path in paths} >= {"rules", "table", "api", "replay"}
    assert [path for path in paths if not path.startswith(f"{ROOT}/")] == []


def test_sentences_that_name_a_path_name_it_below_the_path(ada: Player) -> None:
    alone = {"title": "city_blocks", "seats": [GREEDY, GREEDY]}
    ada.client.post("/api/tables", json=alone)
    answers = [
        ada.client.post("/api/tables", json=alone),
        ada.client.delete("/api/lobby"),
        ada.client.post(f"{ada.path}/follow", json={"stream": "of-nobody"}),
    ]
    assert [answer.status_code for answer in answers] == [429, 405, 404]
    for answer in answers:
        assert f" {ROOT}/" in answer.json()["error"]["text"]


def test_invitations_lead_below_the_path(below: Running) -> None:
    player = httpx.Client(base_url=below.url + ROOT)
    table = player.post("/api/v1/tables", json={"title": "city_blocks", "seats": [me(), FRIEND]}).json()
    assert table["url"] == f"https://club.example{ROOT}/table/{table['id']}"
    assert table["seats"][1]["invite_url"].startswith(f"{table['url']}#join=")


def test_cookies_are_for_the_path_alone(below: Running) -> None:
    """Another site of the same host gets none of them; ended ones are deleted where they are."""
    client = httpx.Client(base_url=below.url + ROOT)
    opened = client.post("/api/tables", json={"title": "city_blocks", "seats": [me(), FRIEND]})
    register = {"name": "Bea", "password": "correct horse battery"}
    answers = [
        opened,
        client.post("/api/account/register", json=register),
        client.post("/api/account/sign-out", json={"forget": True, "tables": [opened.json()["id"]]}),
    ]
    cookies = [cookie for answer in answers for cookie in answer.headers.get_list("set-cookie")]
    assert len(cookies) >= 5
    assert [cookie for cookie in cookies if f"Path={ROOT}/" not in cookie] == []
    assert not client.cookies


@pytest.mark.parametrize("path", ["/learn", "/static/icon.svg", "/health", "/api/lobby"])
def test_a_proxy_may_remove_the_path(below: Running, path: str) -> None:
    assert httpx.get(below.url + ROOT + path).content == httpx.get(below.url + path).content
    assert httpx.get(below.url + path).status_code == 200


def test_the_path_without_a_slash_leads_to_the_home_page(below: Running) -> None:
    answer = httpx.get(below.url + ROOT)
    assert answer.is_redirect
    assert httpx.URL(answer.headers["Location"]).path == f"{ROOT}/"


def test_a_missing_file_or_endpoint_is_refused_as_json(below: Running) -> None:
    for path in ("/static/none.js", "/api/none"):
        assert httpx.get(below.url + ROOT + path).json()["error"]["code"] == "http_404"


def test_the_installed_app_and_its_worker_are_below_the_path(below: Running) -> None:
    manifest = httpx.get(f"{below.url}{ROOT}/manifest.webmanifest").json()
    assert {manifest[field] for field in ("id", "start_url", "scope")} == {f"{ROOT}/"}
    assert all(icon["src"].startswith(f"{ROOT}/static/") for icon in manifest["icons"])
    assert f'const ICON="{ROOT}/static/' in httpx.get(f"{below.url}{ROOT}/worker.js").text


def test_the_api_document_names_the_path(below: Running) -> None:
    document = httpx.get(f"{below.url}{ROOT}/api/v1/openapi.json").json()
    assert document["servers"] == [{"url": ROOT}]
    assert f"GET {ROOT}/api/v1/tables/" in httpx.get(f"{below.url}{ROOT}/api/v1/docs").text


@pytest.mark.parametrize(
    "url",
    [
        "https://club.example/a?b=1",
        "https://club.example/#a",
        "https://club.example/../a",
        "https://club.example/a b",
    ],
)
def test_a_base_url_with_more_than_a_path_is_refused(url: str) -> None:
    with pytest.raises(StartupError, match="there may only be a path"):
        validate_base_url(url)


# ----- no source bypasses the path -----

LINK_IN_TEMPLATE = re.compile(r"""["'=](/[a-z{][^"']*)["']""")
PATH_IN_SCRIPT = re.compile(r"""["'`](/[a-z][^"'`]*)["'`]""")
REQUEST = re.compile(
    r"""(?:\b(?:get|post(?:File|Text|Reliably)?|openTable|take|LiveStream)(?:<.*>)?|super)\(["'`]/api/"""
    r"""|(?:base = |return |path = )["'`]/api/"""
)
COMMENT = re.compile(r"\s*(?:/?\*|//).*")
PATH_IN_VIEW = re.compile(
    r"""(?<!site_path\()(?<!site_path\(f)"(/(?:table|replay|rules|learn|today|deals|people|account|static|style)/[^"]+)\""""
)


def test_no_template_links_past_the_path() -> None:
    """Only `data-send`, which the script gives to `post`, and the arguments of `way` are paths without it."""
    for template in (PACKAGE / "server" / "http" / "templates").glob("*.html"):
        text = re.sub(
            r'data-send="(?:/api/|{{.*?}})|way\("\w+", "/\w*"|api = "/api/', "", template.read_text("utf-8")
        )
        assert LINK_IN_TEMPLATE.findall(text) == [], template.name


def test_no_script_links_past_the_path() -> None:
    """Only the paths of requests have no root path: `get`, `post` and `LiveStream` put it before them."""
    for script in (WEB / "src").rglob("*.ts"):
        for line in script.read_text("utf-8").splitlines():
            if PATH_IN_SCRIPT.search(line.replace('src*="/', "")) and not COMMENT.fullmatch(line):
                assert REQUEST.search(line), f"{script.name}: {line.strip()}"


def test_no_view_links_past_the_path() -> None:
    for folder in ("views", "http", "commands"):
        for module in (PACKAGE / "server" / folder).rglob("*.py"):
            code = re.sub(r"@\w+\.\w+\(.*", "", module.read_text("utf-8"))
            assert PATH_IN_VIEW.findall(code) == [], module.name
