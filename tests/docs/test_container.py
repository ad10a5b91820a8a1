"""The container's files say what the server understands, and hadolint has nothing to say against them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from quartier.cli.main import _command

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVE = _command().commands["serve"]


def settings() -> set[str]:
    """The variables that `quartier serve` reads, and that for compiled rules."""
    named = [parameter.envvar or () for parameter in SERVE.params]
    return {"QUARTIER_CACHE"}.union(*([stage] if isinstance(stage, str) else stage for stage in named))


def test_hadolint_finds_nothing() -> None:
    program = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("hadolint comes for Linux on x86-64 only")
    done = subprocess.run(
        [program, "--no-color", str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_every_variable_is_a_setting() -> None:
    used = set(re.findall(r"\b(QUARTIER_\w+)=", DOCKERFILE)) | {
        *COMPOSE["services"]["quartier"]["environment"]
    }
    assert used
    assert used <= settings()


def test_the_image_starts_the_server_with_its_own_options() -> None:
    command = json.loads(re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[0])
    params = {option for parameter in SERVE.params for option in parameter.opts}
    assert command[:2] == ["quartier", "serve"]
    assert {argument for argument in command if argument.startswith("--")} <= params
    port = command[command.index("--port") + 1]
    assert f"EXPOSE {port}" in DOCKERFILE
    assert f"127.0.0.1:{port}/health" in DOCKERFILE
    assert f"reverse_proxy quartier:{port}" in (ROOT / "deploy" / "Caddyfile").read_text("utf-8")


def test_the_proxys_network_is_the_one_that_is_believed() -> None:
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert COMPOSE["services"]["quartier"]["environment"]["QUARTIER_PROXIES"] == network["subnet"]
    for service in COMPOSE["services"].values():
        assert service["restart"] == "unless-stopped"
