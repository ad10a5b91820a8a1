"""An exploiter learns from its own moves against one bot; nothing that learns for up to an hour beats the top level."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from quartier.conformance.games import load_compiled
from quartier.core.text.errors import BadOption, QuartierError
from quartier.lab.learning.best_response import (
    GAMES,
    Round,
    config_against,
    evaluate,
    exploit,
    play_batch,
)
from quartier.lab.learning.training import Training

RIVAL = "greedy"
LONG_RUNS = [
    ("block_city", 60, 100),
    ("city_blocks", 5, 40),
    ("gridlock", 5, 20),
    ("metromania", 5, 40),
    ("neue_heimat", 5, 40),
]
"""For how many minutes it learns, and how many games it then plays."""
GAMES_OF = {"gridlock": {"turn_limit": 60}}
"""Options of games that need not end: those with which the title's network learned."""


@pytest.fixture(autouse=True)
def compile_titles() -> None:
    load_compiled("block_city")


def test_a_batch_is_the_same_every_time_and_teaches_the_exploiter_alone() -> None:
    config = config_against("block_city", seed=3)
    weights = Training(config).weights()
    first, again = (play_batch(config, RIVAL, 0, 1, 0.1, weights) for _ in range(2))
    for name in ("counts", "seats", "strayed", "bases", "targets"):
        assert (getattr(first.samples, name) == getattr(again.samples, name)).all(), name
    assert 0.0 <= first.share == again.share <= 1.0
    changes = np.count_nonzero(np.diff(first.samples.seats))
    assert changes == GAMES - 1, "it sits in both seats in turn, and learns of no other one"


def test_it_goes_on_from_what_the_title_knows_until_its_time_is_up() -> None:
    config, rounds = config_against("block_city"), list[Round]()
    training = exploit(config, RIVAL, 0.5, workers=1, on_round=rounds.append)
    assert training.generation == len(rounds) >= 1
    assert rounds[-1].games == training.generation * config.batches * config.batch
    assert np.isfinite(training.learner.weights).all()
    match = evaluate(config, training.weights(), RIVAL, 20, workers=1)
    assert match.low > 0.5, "what the network knew is not forgotten: it beats the greedy bot from the first"


def test_it_sits_in_all_seats_of_three_as_often() -> None:
    config = replace(config_against("block_city", seats=3), batch=2)
    weights = Training(config).weights()
    seats = [set(play_batch(config, "random", 0, n, 0.0, weights).samples.seats) for n in range(3)]
    assert seats == [{0, 1}, {2, 0}, {1, 2}]


def test_nobody_exploits_without_a_rival() -> None:
    with pytest.raises(BadOption, match="at least 2 seats, not 1"):
        config_against("block_city", seats=1)


def test_a_title_that_tells_nothing_is_refused() -> None:
    with pytest.raises(QuartierError, match="Can’t train"):
        exploit(config_against("connect_four"), RIVAL, 0.1)


@pytest.mark.soak
@pytest.mark.parametrize(("title", "minutes", "games"), LONG_RUNS)
def test_no_learning_of_minutes_or_an_hour_beats_the_top_level(
    title: str, minutes: int, games: int, capsys: pytest.CaptureFixture[str]
) -> None:
    load_compiled(title)
    config = config_against(title, **GAMES_OF.get(title, {}))
    weights = exploit(config, "6", 60.0 * minutes).weights()
    match = evaluate(config, weights, "6", games)
    with capsys.disabled():
        reach = f"{match.share:.1%} ({match.low:.1%} to {match.high:.1%})"
        print(f"\n{title}: an exploiter of {minutes} minutes wins {reach} against level 6")
    assert not match.is_stronger
