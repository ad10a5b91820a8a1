"""A Ray cluster of two nodes plays and learns what one process would."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quartier import lab
from quartier.core.text.errors import BadOption, QuartierError
from quartier.lab.ladders import Ladder

from .own import KilledByName, KilledOnce
from .test_arena import LINE_UP, comparable
from .test_learning import SHORT_TRAINING, same, train

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")
NODE = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}


ROOT = Path(__file__).parents[2]


def at_the_terminal(address: str) -> dict[str, Any]:
    """What the command prints as JSON, and nothing else, though a process is killed meanwhile."""
    seats = f"{KilledByName.__module__}:{KilledByName.__name__},random"
    wishes = ["--seats", seats, "--games", "40", "--seed", "4", "--ray", address]
    command = [sys.executable, "-m", "quartier", "arena", "city_blocks", *wishes, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return dict(json.loads(done.stdout))


@contextmanager
def two_nodes() -> Iterator[str]:
    """The address of a cluster whose nodes have one core each."""
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=NODE)
    try:
        cluster.add_node(**NODE)
        yield cluster.address
    finally:
        cluster.shutdown()


@pytest.mark.soak
def test_two_nodes_play_and_learn_what_one_process_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arena, rating and training; a process that is killed in the middle is replaced, and its games count once."""
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "120")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv(KilledByName.MARKER, str(tmp_path / "again"))
    killed = KilledOnce(tmp_path / "killed"), "random"
    with two_nodes() as address:
        interrupted = lab.arena("city_blocks", killed, games=40, seed=4, workers=address)
        assert (tmp_path / "killed").exists()
        assert (interrupted.workers, interrupted.forfeits) == (2, [])
        assert comparable(interrupted) == comparable(
            lab.arena("city_blocks", killed, games=40, seed=4, workers=1)
        )
        assert at_the_terminal(address)["standings"][0]["share"] == interrupted.standings[0].share
        assert (tmp_path / "again").exists()
        with ray.init(address=address, log_to_driver=False):  # one connection for the rest, as in a notebook
            assert same(
                train(SHORT_TRAINING, generations=1, workers=address), train(SHORT_TRAINING, generations=1)
            )
            rating = Ladder.begin("block_city", ["random", "greedy"], 2)
            bouts = [rating.measure(rating.pairs[0], 500, 1, who).bouts[0] for who in (address, 1)]
            assert replace(bouts[0], seconds=0.0) == replace(bouts[1], seconds=0.0)
            assert ray.is_initialized()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "Invalid Ray cluster address"),
        ("127.0.0.1:{port}", "Can’t find a Ray cluster at 127.0.0.1:"),
    ],
)
def test_an_address_of_no_cluster_is_refused_at_once(address: str, message: str) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))  # and no one listens
        target = address.format(port=listener.getsockname()[1])
        with pytest.raises((BadOption, QuartierError), match=message):
            lab.arena("city_blocks", LINE_UP, games=500, seed=4, workers=target)
