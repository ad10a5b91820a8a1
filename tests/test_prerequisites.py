"""The tests' own needs: found wherever they may lie, installed where that may be done, else named in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests import prerequisites
from tests.prerequisites import Machine, Missing, chromium, missing, postgresql, provide


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """A machine without anything, on which every command succeeds and does nothing."""
    return Machine(
        variables={"PATH": str(tmp_path / "bin")},
        root=tmp_path,
        home=tmp_path / "home",
        libraries=[],
        platform="linux",
        is_root=False,
        can_make_venv=True,
        run=lambda command: True,
    )


def program(path: Path) -> Path:
    """An executable file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return path


def system(machine: Machine, text: str) -> None:
    """Say which Linux it is."""
    file = machine.root / "etc/os-release"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")


def with_variables(machine: Machine, **variables: str | Path) -> Machine:
    return replace(machine, variables={**machine.variables, **{k: str(v) for k, v in variables.items()}})


def test_nothing_is_found_on_a_bare_machine(bare: Machine) -> None:
    assert (chromium(bare), postgresql(bare)) == (None, None)
    assert missing(bare) == ["chromium", "postgresql"]


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"])
def test_a_browser_in_path_is_found(bare: Machine, name: str) -> None:
    browser = program(bare.root / "bin" / name)
    assert chromium(bare) == browser


def test_playwrights_newest_browser_comes_before_that_in_path(bare: Machine) -> None:
    program(bare.root / "bin/chromium")
    program(bare.home / ".cache/ms-playwright/chromium-999/chrome-linux/chrome")
    newest = program(bare.home / ".cache/ms-playwright/chromium-1200/chrome-linux64/chrome")
    assert chromium(bare) == newest


def test_playwrights_folder_may_be_named(bare: Machine) -> None:
    browser = program(bare.root / "own/chromium-1/chrome-mac/Chromium.app/Contents/MacOS/Chromium")
    assert chromium(with_variables(bare, PLAYWRIGHT_BROWSERS_PATH=bare.root / "own")) == browser


def test_a_named_browser_comes_first(bare: Machine) -> None:
    program(bare.root / "bin/chromium")
    mine = program(bare.root / "mine/chrome")
    assert chromium(with_variables(bare, QUARTIER_CHROMIUM=mine)) == mine


@pytest.mark.parametrize("variable", ["QUARTIER_CHROMIUM", "QUARTIER_POSTGRESQL"])
def test_what_is_named_must_exist(bare: Machine, variable: str) -> None:
    with pytest.raises(Missing, match=f"{variable} names .*nowhere.*unset {variable}"):
        missing(with_variables(bare, **{variable: bare.root / "nowhere"}))


def test_a_browser_that_does_not_run_does_not_count(bare: Machine) -> None:
    stub = program(bare.root / "bin/chromium-browser")
    broken = replace(bare, run=lambda command: command != [str(stub), "--version"])
    assert "chromium" in missing(broken)


def test_debians_newest_postgresql_is_found(bare: Machine) -> None:
    for version in ("9.6", "15", "17"):
        program(bare.root / f"usr/lib/postgresql/{version}/bin/initdb")
    assert postgresql(bare) == bare.root / "usr/lib/postgresql/17/bin"


def test_postgresql_in_path_is_found_also_through_a_link(bare: Machine) -> None:
    program(bare.root / "opt/pg/initdb")
    real = program(bare.root / "opt/pg/pg_ctl")
    (bare.root / "bin").mkdir()
    (bare.root / "bin/pg_ctl").symlink_to(real)
    assert postgresql(bare) == bare.root / "opt/pg"
    program(bare.root / "bin/initdb")
    assert postgresql(bare) == bare.root / "bin"


@pytest.mark.parametrize("package", prerequisites.CARRIERS)
def test_a_package_that_carries_postgresql_counts(bare: Machine, package: str) -> None:
    initdb = program(bare.root / "site-packages" / package / "pginstall/bin/initdb")
    assert postgresql(replace(bare, libraries=[bare.root / "site-packages"])) == initdb.parent


def test_postgresql_may_be_named_by_its_folder_or_by_a_database(bare: Machine) -> None:
    initdb = program(bare.root / "mine/initdb")
    assert postgresql(with_variables(bare, QUARTIER_POSTGRESQL=initdb.parent)) == initdb.parent
    assert missing(with_variables(bare, QUARTIER_TEST_POSTGRES="postgresql://db/empty")) == ["chromium"]


def test_venv_is_missing_only_without_uv(bare: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prerequisites, "ROOT", bare.root)
    without = replace(bare, can_make_venv=False)
    assert missing(without)[0] == "venv"
    program(bare.root / "bin/uv")
    assert "venv" not in missing(without)


def apt(machine: Machine, packages: Callable[[list[str]], object]) -> tuple[Machine, list[list[str]]]:
    """That machine as root with an apt-get that does what `brings` does, and the commands that were run."""
    program(machine.root / "bin/apt-get")
    commands: list[list[str]] = []

    def run(command: list[str]) -> bool:
        commands.append(command)
        return packages(command) is not False

    return replace(machine, is_root=True, run=run), commands


def install_all(machine: Machine, command: list[str]) -> None:
    if "install" in command:
        program(machine.root / "bin/chromium")
        program(machine.root / "usr/lib/postgresql/15/bin/initdb")


def test_nothing_is_installed_where_all_is_there(bare: Machine) -> None:
    system(bare, "ID=debian\n")
    machine, commands = apt(bare, lambda command: None)
    install_all(bare, ["install"])
    provide(machine)
    assert all(command[-1] == "--version" for command in commands)


def test_root_on_debian_installs_what_is_missing(bare: Machine) -> None:
    system(bare, 'NAME="Debian GNU/Linux"\nID=debian\n')
    machine, commands = apt(bare, lambda command: install_all(bare, command))
    provide(machine)
    update, _, install, *_ = commands
    assert update == ["apt-get", "update", "-qq"]
    assert install[-3:] == ["chromium-headless-shell", "fonts-dejavu-core", "postgresql"]
    assert missing(machine) == []


def test_a_debian_without_the_quicker_browser_gets_the_usual_one(bare: Machine) -> None:
    system(bare, "ID=debian\n")
    machine, commands = apt(
        bare, lambda command: False if command[0] == "apt-cache" else install_all(bare, command)
    )
    provide(machine)
    assert commands[2][-3:] == ["chromium", "fonts-dejavu-core", "postgresql"]


def test_ubuntu_calls_it_chromium_browser(bare: Machine) -> None:
    system(bare, "ID=ubuntu\nID_LIKE=debian\n")
    program(bare.root / "usr/lib/postgresql/15/bin/initdb")

    def brings(command: list[str]) -> bool:
        program(bare.root / "bin/chromium-browser")
        return command[0] != "apt-cache"

    machine, commands = apt(bare, brings)
    provide(machine)
    assert commands[2][-2:] == ["chromium-browser", "fonts-dejavu-core"]


@pytest.mark.parametrize("fails", ["update", "install", "--version", "nothing: it brings nothing"])
def test_a_failing_apt_ends_with_one_sentence(bare: Machine, fails: str) -> None:
    system(bare, "ID=debian\n")

    def brings(command: list[str]) -> bool:
        if "nothing" not in fails:
            install_all(bare, command)
        return fails not in command

    machine, _ = apt(bare, brings)
    with pytest.raises(Missing, match=r"^apt-get could not bring it: the tests need .*: type as root: .*\.$"):
        provide(machine)


def refused(machine: Machine) -> str:
    with pytest.raises(Missing) as caught:
        provide(machine)
    return str(caught.value)


def test_who_is_not_root_is_shown_what_to_type_and_nothing_is_run(bare: Machine) -> None:
    system(bare, 'ID=linuxmint\nID_LIKE="ubuntu debian"\n')
    machine, commands = apt(bare, lambda command: None)
    message = refused(replace(machine, is_root=False))
    assert (
        "type as root: apt-get update && apt-get install chromium-browser fonts-dejavu-core postgresql"
        in message
    )
    assert "sudo" not in message
    assert commands == []


def test_a_mac_and_an_unknown_system_are_shown_what_to_do(bare: Machine) -> None:
    assert "brew install --cask chromium && brew install postgresql" in refused(
        replace(bare, platform="darwin")
    )
    system(bare, "ID=arch\n")
    assert "QUARTIER_POSTGRESQL" in refused(replace(bare, is_root=True))


def test_the_command_says_its_sentence_and_ends_with_1(
    bare: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prerequisites, "Machine", lambda: bare)
    assert prerequisites.main() == 1
    assert capsys.readouterr().err.count("\n") == 1
    program(bare.root / "bin/chromium")
    program(bare.root / "usr/lib/postgresql/15/bin/initdb")
    assert prerequisites.main() == 0


def test_proxies_are_unpacked_and_never_installed(bare: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed they would begin to serve on somebody's machine."""
    monkeypatch.setattr(prerequisites, "FETCHED", bare.root / "fetched")
    program(bare.root / "bin/apt-get")
    program(bare.root / "usr/sbin/nginx")
    system(bare, "ID=debian\n")
    typed: list[list[str]] = []
    prerequisites.fetch_proxies(replace(bare, run=lambda command: typed.append(command) or True))
    fetch, unpack = (command[-1] for command in typed)
    assert "apt-get download -qq caddy" in fetch
    assert "dpkg -x" in unpack
    assert "install" not in fetch + unpack


def test_a_proxy_is_found_where_it_was_unpacked(bare: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prerequisites, "FETCHED", bare.root / "fetched")
    assert prerequisites.proxy("caddy", bare) is None
    caddy = program(bare.root / "fetched/usr/bin/caddy")
    assert prerequisites.proxy("caddy", bare) == caddy


def test_other_browsers_are_installed_where_they_are_missing(bare: Machine) -> None:
    program(bare.root / "bin/apt-get")
    program(bare.root / "bin/firefox-esr")
    program(bare.root / "bin/WebKitWebDriver")
    system(bare, "ID=debian\n")
    typed: list[str] = []
    machine = replace(bare, is_root=True, run=lambda command: typed.append(" ".join(command)) or True)
    prerequisites.install_other_browsers(machine)
    assert [line for line in typed if "install" in line] == [
        "apt-get install -y -qq --no-install-recommends webkit2gtk-driver xvfb"
    ]
    program(bare.root / "bin/Xvfb")
    typed.clear()
    prerequisites.install_other_browsers(machine)
    assert typed == []
