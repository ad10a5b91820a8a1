"""Random games are the same wherever they are played: in compiled code, and by the kernel for GPUs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

import quartier
from quartier.conformance.games import load_compiled
from quartier.core.text.errors import BadOption, QuartierError
from quartier.envs.random_games import Played, random_games
from tests.conformance.titles import TITLES

GAMES, SEED = 3, 7
IN_SIMULATOR = """
import json, sys, quartier
from quartier.envs.random_games import random_games
found = {}
for title in sys.argv[3:]:
    game = quartier.load(title)
    starts = [game.new(2, seed=seed, **game.ending) for seed in range(2)]
    played = random_games(starts, int(sys.argv[1]), int(sys.argv[2]), "cuda")
    found[title] = [played.scores.tolist(), played.winners.tolist(), played.moves.tolist()]
print(json.dumps(found))
"""


def on_processor(title: str) -> Played:
    """From two starts, in compiled code."""
    game = load_compiled(title)
    starts = [game.new(2, seed=seed, **game.ending) for seed in range(2)]
    return random_games(starts, GAMES, SEED)


def test_the_kernel_for_cards_plays_the_same_games_in_the_simulator() -> None:
    quick = ("city_blocks", "connect_four")
    command = [sys.executable, "-c", IN_SIMULATOR, str(GAMES), str(SEED), *quick]
    run = subprocess.run(
        command, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    for title, digest in json.loads(run.stdout).items():
        ours = on_processor(title)
        assert digest == [ours.scores.tolist(), ours.winners.tolist(), ours.moves.tolist()], title


def test_games_do_not_depend_on_how_many_are_played() -> None:
    start = load_compiled("city_blocks").new(seed=1)
    few, many = random_games(start, 5, 3), random_games([start], 500, 3)
    assert (few.scores == many.scores[:5]).all()
    assert (many.moves > 0).all()
    assert set(many.winners.tolist()) == {1, 2, 3}
    assert not (random_games(start, 5, 4).scores == few.scores).all()


def test_without_a_card_a_sentence_says_so() -> None:
    start = quartier.load("city_blocks").new(seed=1)
    with pytest.raises(QuartierError, match="GPU"):
        random_games(start, 1, device="cuda")
    with pytest.raises(BadOption, match="not “gpu”"):
        random_games(start, 1, device="gpu")


@pytest.mark.soak
@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="needs the extra cuda, and no card")
@pytest.mark.parametrize("title", TITLES)
def test_the_rules_compile_for_cards(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba
    import numpy as np
    from numba import cuda, types
    from numba.cuda import dispatcher

    from quartier.core.cuda import kernel
    from quartier.envs import rollouts

    class Hopper:
        compute_capability = (9, 0)

    monkeypatch.setattr(dispatcher, "get_current_device", Hopper)
    program = quartier.load(title).spec.program
    record = types.Array(numba.from_dtype(program.record.dtype), 1, "C")
    rows = types.Array(types.int64, 2, "C")
    types_of = (record, record, types.Array(types.int64, 1, "C"))
    streams = types.Array(numba.from_dtype(np.dtype(np.uint64)), 2, "C")
    run = kernel(program.on_card(rollouts)["roll_out"]).py_func
    text, _ = cuda.compile_ptx(run, (*types_of, streams, rows, rows, rows), cc=Hopper.compute_capability)
    assert ".entry" in text
