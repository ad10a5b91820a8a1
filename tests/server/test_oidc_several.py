"""Several issuers: each has its button and its address to come back to, an account has one identity of each, and an issuer
may move from the options into the file.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
import sqlalchemy as sa

from quartier.server.access.throttling import LoginThrottle
from quartier.server.errors import StartupError
from quartier.server.services import open_services
from quartier.server.storage import schema
from quartier.server.storage.database import Database

from . import clusters
from .harness import Player, browser, quiet, running
from .issuers import BACK, CLIENT, HOME, SECRET, Issuer, certified_provider, issuer
from .timing import Timed, serve_timed

PASSWORD = "seven quiet harbours"


def file_of(folder: Path, **issuers: str) -> Path:
    """A file of issuers by key."""
    tables = [
        f'[{key}]\nname = "The {key}"\nissuer = "{url}"\nclient = "{CLIENT}"\nsecret = "{SECRET}"\n'
        for key, url in issuers.items()
    ]
    file = folder / "issuers.toml"
    file.write_text("\n".join(tables))
    return file


@pytest.fixture(scope="module")
def club() -> Iterator[Issuer]:
    with issuer() as provider:
        provider.back = f"{BACK}/club"
        yield provider


@pytest.fixture(scope="module")
def school() -> Iterator[Issuer]:
    with issuer() as provider:
        provider.back = f"{BACK}/school"
        yield provider


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, club: Issuer, school: Issuer) -> Iterator[Timed]:
    folder = tmp_path_factory.mktemp("several")
    file = file_of(folder, club=club.url, school=school.url)
    settings = quiet(folder / "games.db", issuers=file, base_url=HOME, hosts=("127.0.0.1",), anywhere=True)
    with serve_timed(settings) as server:
        club.now = school.now = server.clock.now
        yield server


@pytest.fixture
def here(server: Timed) -> Timed:
    server.server.services.account_service.throttle = LoginThrottle()
    return server


def question(player: Player, key: str) -> str:
    """Where somebody is sent who presses the button."""
    answer = player.client.get(f"/account/oidc/start/{key}")
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def come_back(player: Player, key: str, callback: dict[str, str]) -> httpx.Response:
    return player.client.get(f"/account/oidc/back/{key}", params=callback | {"lang": "en"})


def sign_in(player: Player, key: str, there: Issuer, who: str) -> str:
    """Where somebody stands who has signed in there."""
    there.who = who
    answer = come_back(player, key, there.agree(question(player, key)))
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def post(player: Player, what: str, **body: Any) -> httpx.Response:
    return player.client.post(f"/api/account/{what}", json=body, params={"lang": "en"})


def name_of(player: Player) -> str | None:
    account = player.client.get("/api/account").json()["account"]
    return None if account is None else account["name"]


def page(player: Player, path: str = "/account/oidc") -> str:
    return html.unescape(player.client.get(path, params={"lang": "en"}).text)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_an_account_is_entered_by_one_identity_of_each(here: Timed, club: Issuer, school: Issuer) -> None:
    ada = browser(here.url)
    assert "Sign in with The club" in page(ada, "/account")
    assert "Sign in with The school" in page(ada, "/account")
    assert sign_in(ada, "club", club, "ada") == "/account/oidc"
    assert post(ada, "oidc/enrol", name="Ada of Two").status_code == 200
    assert "Connect to The school" in page(ada)
    assert sign_in(ada, "school", school, "ada") == "/account/oidc"  # the same name there is another person's
    assert "Connect Ada of Two to The school?" in page(ada)
    assert post(ada, "oidc/connect").status_code == 200
    for key, there in (("club", club), ("school", school)):
        again = browser(here.url)
        assert sign_in(again, key, there, "ada") == "/account"
        assert name_of(again) == "Ada of Two"
    identities = ada.client.get("/api/account/export").json()["stored"]["oidc_identity"]
    assert {identity["issuer"] for identity in identities} == {club.url, school.url}
    assert post(ada, "oidc/remove", issuer="club").status_code == 200
    assert code(post(ada, "oidc/remove", issuer="school")) == (422, "last_way_in")
    assert code(post(ada, "oidc/remove", issuer="other")) == (404, "no_issuer")
    assert sign_in(browser(here.url), "club", club, "ada") == "/account/oidc"
    assert post(ada, "delete", name="Ada of Two", current="").status_code == 200
    with here.server.services.database.read() as connection:
        assert connection.execute(sa.select(schema.oidc_identity)).all() == []


def test_no_issuer_answers_for_another(here: Timed, club: Issuer, school: Issuer) -> None:
    """Whoever begins at one is not signed in by what the other says, even if it says it well."""
    ada = browser(here.url)
    callback = club.agree(question(ada, "club"))
    answer = come_back(ada, "school", callback)
    assert (answer.status_code, name_of(ada)) == (403, None)
    callback = club.agree(question(ada, "club"))
    answer = come_back(ada, "club", callback | {"iss": school.url})
    assert (answer.status_code, name_of(ada)) == (403, None)


def test_an_unknown_key_leads_nowhere(here: Timed) -> None:
    player = browser(here.url)
    for path in ("start/other", "start", "back/other", "back", "start/a%00b"):
        assert player.client.get(f"/account/oidc/{path}").status_code == 404


GOOD = '[club]\nissuer = "https://id.example.org"\nclient = "quartier"\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[club", "valid TOML"),
        ("club = 3", "“club” must be a TOML table"),
        (GOOD.replace("club", "Our_Club"), "invalid key “Our_Club”"),
        (GOOD.replace("client", "cleint"), "invalid entry “cleint”"),
        (GOOD + "secret = 7", "invalid entry “secret”"),
        ('[club]\nissuer = "https://id.example.org"', "[club] is missing “client”"),
        (GOOD.replace("https", "http"), "“http://id.example.org” needs a public URL"),
        (GOOD + f'name = "{"x" * 31}"', "at most 30 characters"),
        (GOOD + GOOD.replace("club", "too"), "https://id.example.org is configured twice"),
        ("".join(GOOD.replace("club", f"c{n}").replace("id.", f"id{n}.") for n in range(13)), "at most 12"),
        (GOOD.replace("club", "openid").replace("id.", "other."), "Two providers use the key “openid”"),
    ],
)
def test_a_file_that_is_wrong_is_reported(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "issuers.toml"
    file.write_text(text)
    one = {"oidc_issuer": "https://first.example.org", "oidc_client": CLIENT} if "openid" in text else {}
    settings = quiet(tmp_path / "games.db", issuers=file, base_url=HOME, **one)
    with pytest.raises(StartupError) as refused:
        open_services(settings)
    assert sentence in refused.value.text("en")
    assert not (tmp_path / "games.db").exists()


def test_a_file_that_is_not_there_and_a_server_without_an_address(tmp_path: Path) -> None:
    for changes, sentence in (
        ({"issuers": tmp_path / "none.toml", "base_url": HOME}, "none.toml: No such file"),
        ({"issuers": file_of(tmp_path, club="https://id.example.org")}, "requires --base-url"),
    ):
        with pytest.raises(StartupError) as refused:
            open_services(quiet(tmp_path / "games.db", **changes))
        assert sentence in refused.value.text("en")


# ----- an issuer that was named by options -----


@pytest.mark.parametrize("by_file", [False, True], ids=["by the same options", "by a file now"])
def test_identities_of_an_issuer_by_options_open_the_same_account(tmp_path: Path, by_file: bool) -> None:
    with issuer() as club:
        settings = quiet(tmp_path / "games.db", base_url=HOME, hosts=("127.0.0.1",), anywhere=True)
        options = {"oidc_issuer": club.url, "oidc_client": CLIENT, "oidc_secret": SECRET}
        with serve_timed(replace(settings, **options)) as here:
            ada = browser(here.url)
            assert came_back(here, ada, club, "") == "/account/oidc"
            assert post(ada, "oidc/enrol", name="Ada of Club").status_code == 200
        if by_file:
            options = {"issuers": file_of(tmp_path, club=club.url)}
        with serve_timed(replace(settings, **options)) as here:
            again = browser(here.url)
            assert came_back(here, again, club, "/club" if by_file else "") == "/account"
            assert name_of(again) == "Ada of Club"


def came_back(here: Timed, player: Player, club: Issuer, where: str) -> str:
    """Sign in as Ada and return where the server leads from there."""
    club.back, club.now, club.who = BACK + where, here.clock.now, "ada"
    location = player.client.get(f"/account/oidc/start{where}").headers["Location"]
    answer = player.client.get(f"/account/oidc/back{where}", params=club.agree(location))
    return answer.headers["Location"]


def test_an_account_has_one_identity_of_an_issuer_on_both_databases(tmp_path: Path, address: str) -> None:
    """Even where two processes connect one at the same moment."""
    row = {"id": "a", "name": "A", "name_skeleton": "a", "settings": {}, "created_at": 1.0}
    identity = {"issuer": "https://id.example.org", "account": "a", "created_at": 1.0, "used_at": 1.0}
    for database in (
        Database(quiet(tmp_path / "games.db")),
        Database(quiet(database=clusters.empty_database(address))),
    ):
        database.prepare()
        with database.write() as connection:
            connection.execute(schema.account.insert().values(row))
            connection.execute(schema.oidc_identity.insert().values(identity | {"subject": "first"}))
        with pytest.raises(sa.exc.IntegrityError), database.write() as connection:
            connection.execute(schema.oidc_identity.insert().values(identity | {"subject": "second"}))
        database.close()


# ----- the issuer that is certified, twice -----


def test_with_the_certified_issuer(tmp_path: Path) -> None:
    """One that is named by options, as before there were several, and one in the file."""
    folder = tmp_path / "issuer"
    folder.mkdir()
    with certified_provider(folder, BACK, f"{BACK}/school") as (first, second):
        file = file_of(tmp_path, school=second)
        one = {"oidc_issuer": first, "oidc_client": CLIENT, "oidc_secret": SECRET, "oidc_name": "Club"}
        data, hosts = tmp_path / "games.db", ("127.0.0.1",)
        settings = quiet(data, issuers=file, base_url=HOME, hosts=hosts, anywhere=True, **one)
        with running(settings) as server:
            grace = browser(server.url)
            for where, address in (("", first), ("/school", second)):
                back_at(grace, where, address)
                if not where:
                    assert post(grace, "oidc/enrol", name="Grace of Both").status_code == 200
            assert post(grace, "oidc/connect").status_code == 200
            for where, address in (("", first), ("/school", second)):
                again = browser(server.url)
                back_at(again, where, address)
                assert name_of(again) == "Grace of Both"


def back_at(player: Player, where: str, address: str) -> None:
    """Somebody has signed in at the certified issuer and comes back."""
    location = player.client.get(f"/account/oidc/start{where}").headers["Location"]
    with httpx.Client(timeout=60) as outside:
        callback = sign_in_at_provider(outside, location, BACK + where)
    assert callback["iss"] == address
    answer = player.client.get(f"/account/oidc/back{where}", params=callback)
    assert answer.status_code == 303, answer.text


def sign_in_at_provider(outside: httpx.Client, url: str, back: str) -> dict[str, str]:
    """What somebody brings back who signs in at the issuer as "grace", and agrees."""
    answer = outside.get(url)
    for _ in range(12):
        if answer.is_redirect:
            url = urljoin(str(answer.url), answer.headers["Location"])
            if url.startswith(back):
                return dict(httpx.URL(url).params)
            answer = outside.get(url)
            continue
        form = re.search(r'<form[^>]*action="([^"]+)"', answer.text)
        assert form is not None, answer.text
        prompts = dict(re.findall(r'name="(prompt)" value="(\w+)"', answer.text))
        answer = outside.post(
            urljoin(str(answer.url), html.unescape(form[1])),
            data=prompts | {"login": "grace", "password": "any"},
        )
    raise AssertionError(json.dumps(url))
