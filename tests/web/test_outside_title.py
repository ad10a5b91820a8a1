"""A title that `quartier new-title` wrote, installed outside the repository: its tests, its bots, its page."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.any_title import by_mouse, play
from tests.web.conftest import Opener
from tests.web.site import Site
from tests.web.table import BOT, ME

pytestmark = pytest.mark.soak
TITLE = "night_market"
UV = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))


def ran(folder: Path, *arguments: str) -> str:
    """What a command prints that must succeed."""
    run = subprocess.run(arguments, cwd=folder, env=os.environ, capture_output=True, text=True, timeout=900)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of a new environment that has all of ours, and the new title as a package installs it."""
    folder = tmp_path_factory.mktemp("outside")
    ran(folder, sys.executable, "-m", "quartier", "new-title", TITLE)
    venv.create(folder / "venv")
    result = str(folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    here = sysconfig.get_paths()["purelib"]
    packages = Path(ran(folder, result, "-c", "import site; print(site.getsitepackages()[0])").strip())
    (packages / "ours.pth").write_text(f"import site; site.addsitedir({here!r})\n", "utf-8")
    ran(folder, UV, "pip", "install", "--quiet", "--python", result, "--no-deps", "-e", str(folder / TITLE))
    return result


@pytest.fixture
def project(python: str) -> Path:
    """Where the new title was written."""
    return Path(python).parents[2] / TITLE


@pytest.fixture
def outside(python: str, tmp_path: Path) -> Iterator[Site]:
    """A server in that environment."""
    running = Site(tmp_path, python).start()
    yield running
    running.stop()


def test_it_passes_the_tests_that_it_was_given(python: str, project: Path) -> None:
    ran(project, python, "-m", "pytest", "-x")
    ran(project, python, "-m", "mypy")


def test_bots_play_it(python: str, project: Path) -> None:
    assert TITLE in [
        game["name"] for game in json.loads(ran(project, python, "-m", "quartier", "games", "--json"))
    ]
    arguments = ("simulate", TITLE, "--games", "4", "--seats", "mcts:20,greedy", "--json")
    assert json.loads(ran(project, python, "-m", "quartier", *arguments))["games"] == 4


def test_it_is_played_in_the_page(outside: Site, open_page: Opener) -> None:
    page = open_page(lang="en-GB")
    page.goto(outside.url)
    expect(page.locator("#main")).to_contain_text("Night Market")
    answer = page.context.request.post(f"{outside.url}/api/tables", data={"title": TITLE, "seats": [ME, BOT]})
    assert answer.status == 201, answer.text()
    page.goto(f"{outside.url}{answer.json()['url']}")
    expect(page.locator("#board-part svg")).to_be_visible()
    assert play(page, random.Random(1), by_mouse, 3) == 3


def test_its_english_rulebook_is_shown_in_every_language(outside: Site, open_page: Opener) -> None:
    page = open_page(lang="de-DE")
    page.goto(f"{outside.url}/rules/{TITLE}")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#rulebook")).to_contain_text("take one or two stones")
    page.wait_for_function("document.querySelector('#rulebook figure img').naturalWidth > 0")
