"""The Dockerfile's RUN lines, its CMD and the command of its HEALTHCHECK do what they should, where no daemon is at hand:
each is executed in a clean root of Debian's, by `chroot`.

What only a daemon does stays untested: its cache of layers, volumes, how it applies HEALTHCHECK, and what compose adds. Two
variables say what a network of one's own needs: QUARTIER_DEBIAN (a mirror of Debian), and QUARTIER_INSIDE (paths that are
shown inside, with colons between; those that other variables name, such as SSL_CERT_FILE, are shown elsewhere).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
MIRROR = os.environ.get("QUARTIER_DEBIAN", "http://deb.debian.org/debian")
INSIDE = [path for path in os.environ.get("QUARTIER_INSIDE", "").split(":") if path]
NETWORK = re.compile(r"(PIP_|SSL_CERT|REQUESTS_CA|CURL_CA|NODE_EXTRA_CA|\w+_proxy$)", re.IGNORECASE)
"""Variables by which programs find their way to the network."""
NEEDED = ("debootstrap", "unshare", "chroot")


@dataclass
class Stage:
    """An image as it is built: a root, and what holds for the commands in it."""

    root: Path
    folder: str = "/"
    user: str = "0"
    variables: dict[str, str] = field(
        default_factory=lambda: {"PATH": "/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin"}
    )

    def command(self, arguments: list[str]) -> list[str]:
        """What executes this inside; what it mounts goes with it."""
        paths = [(path, path) for path in ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", *INSIDE)]
        variables = dict(_network())
        for name, value in _network().items():
            if value.startswith("/"):  # somewhere else, or what is installed could not take its own place
                variables[name] = f"/shown/{name}"
                paths.append((value, variables[name]))
        mounts = [f"mount -t proc proc {self.root}/proc"]
        for path, target in paths:
            if Path(path).exists():
                self._make_place(Path(f"{self.root}{target}"), Path(path).is_dir())
                mounts.append(f"mount --bind {path} {self.root}{target}")
        script = " && ".join([*mounts, f'exec chroot --userspec={self.user}:{self.user} {self.root} "$@"'])
        assignments = [f"{name}={value}" for name, value in {**variables, **self.variables}.items()]
        inside = ["env", "-i", *assignments, "sh", "-c", 'cd "$0" && exec "$@"', self.folder, *arguments]
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", script, "sh", *inside]

    def _make_place(self, target: Path, is_folder: bool) -> None:
        (target if is_folder else target.parent).mkdir(parents=True, exist_ok=True)
        target.touch()

    def run(self, arguments: list[str]) -> None:
        """Execute it to the end; AssertionError with what it said if it fails."""
        done = subprocess.run(self.command(arguments), capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{arguments}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"


def _network() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if NETWORK.match(name)}


def _instructions() -> Iterator[tuple[str, str]]:
    """Name and arguments of each instruction of the Dockerfile."""
    text = (HERE / "Dockerfile").read_text("utf-8")
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for line in plain.replace("\\\n", " ").splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


class Builder:
    """Builds what the Dockerfile says; `stages` by name, `stage` the last one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._clean = folder / "clean"
        command = ["debootstrap", "--variant=minbase", "bookworm", str(self._clean), MIRROR]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"debootstrap cannot make a root here: {done.stdout[-300:]}")
        self.stages: dict[str, Stage] = {}
        self.ran = 0

    def build(self) -> None:
        """Carry out all instructions."""
        for name, rest in _instructions():
            getattr(self, f"_{name.lower()}")(rest)

    def _from(self, rest: str) -> None:
        image, _, name = rest.partition(" AS ")
        assert image == "debian:bookworm-slim"
        root = self._folder / (name or "image")
        subprocess.run(["cp", "--archive", str(self._clean), str(root)], check=True)
        self.stage = self.stages[name or "image"] = Stage(root)

    def _run(self, rest: str) -> None:
        self.stage.run(["sh", "-c", rest])
        self.ran += 1

    def _workdir(self, rest: str) -> None:
        self.stage.folder = rest
        (self.stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def _copy(self, rest: str) -> None:
        if rest == ". .":
            self._source()
            return
        where, source, target = rest.split()
        there, destination = (
            self.stages[where.removeprefix("--from=")].root,
            self.stage.root / target.lstrip("/"),
        )
        destination.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "--archive", f"{there}{source}", str(destination)], check=True)

    def _source(self) -> None:
        """What is in the repository, without what .dockerignore keeps out."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=HERE,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        ignored = {line.strip("/ ") for line in (HERE / ".dockerignore").read_text("utf-8").splitlines()}
        for name in filter(None, listed.split("\0")):
            if (
                ignored.isdisjoint({name, *(str(parent) for parent in Path(name).parents)})
                and (HERE / name).is_file()
            ):
                path = Path(f"{self.stage.root}{self.stage.folder}") / name
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(HERE / name, path)

    def _env(self, rest: str) -> None:
        for pair in rest.split():
            name, _, value = pair.partition("=")
            self.stage.variables[name] = value.replace("$PATH", self.stage.variables["PATH"])

    def _user(self, rest: str) -> None:
        self.stage.user = rest

    def _volume(self, rest: str) -> None:
        assert (self.stage.root / rest.lstrip("/")).is_dir()

    def _expose(self, rest: str) -> None:
        self.port = rest

    def _healthcheck(self, rest: str) -> None:
        self.healthy = json.loads(rest[rest.index("CMD ") + 4 :])

    def _cmd(self, rest: str) -> None:
        self.serves = json.loads(rest)


@pytest.mark.soak
def test_all_lines_that_run_do_so_in_a_clean_root(tmp_path: Path) -> None:
    if os.name != "posix" or os.geteuid() != 0 or not all(map(shutil.which, NEEDED)):
        pytest.skip(f"this takes root, and {', '.join(NEEDED)}")
    builder = Builder(tmp_path)
    builder.build()
    assert builder.ran == (HERE / "Dockerfile").read_text("utf-8").count("\nRUN ")
    image = builder.stage
    arguments = [OTHER_PORT if argument == builder.port else argument for argument in builder.serves]
    asks = [argument.replace(f":{builder.port}/", f":{OTHER_PORT}/") for argument in builder.healthy]
    with subprocess.Popen(
        image.command(arguments),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as server:
        try:
            until = time.monotonic() + 120
            while subprocess.run(image.command(asks), capture_output=True, check=False).returncode:
                assert server.poll() is None
                assert time.monotonic() < until
                time.sleep(1)
        finally:
            os.killpg(server.pid, signal.SIGTERM)  # `unshare` passes nothing on
    assert (image.root / "data" / "games.db").stat().st_uid == int(image.user)
    assert any((image.root / "var" / "cache" / "quartier").rglob("*.nbi"))


OTHER_PORT = "18471"
"""The port of the image may be taken on this machine, whose network the root shares."""
