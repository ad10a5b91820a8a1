"""The second bot of a top level takes its time: it searches as the first does, for as long as people wait."""

from __future__ import annotations

from pathlib import Path

import pytest

import quartier
from quartier import Dice, bots
from quartier.bots import registry as ladders
from quartier.bots.registry import (
    PATIENT,
    Level,
    Searcher,
    manner,
)
from quartier.bots.settings import parse_budget
from quartier.conformance.games import load_compiled
from quartier.core.text.errors import BadOption
from quartier.games.registry import OURS
from quartier.lab.ladders import Ladder

PATIENTS = [
    (title, character)
    for title in OURS
    for character in bots.characters(quartier.load(title))
    if character.manner == PATIENT
]


def test_several_titles_have_someone_who_takes_time() -> None:
    assert len(PATIENTS) >= 3
    assert {patience.name for _, patience in PATIENTS} == {f"{bots.LEVELS[-1]}+{PATIENT}"}


@pytest.mark.parametrize(("title", "patient"), PATIENTS)
def test_it_searches_as_the_first_of_its_level_does_for_seconds(title: str, patient: Level) -> None:
    first = parse_budget(bots.levels(quartier.load(title))[-1].bot)
    own = parse_budget(patient.bot)
    assert own.learned == first.learned
    assert own.seconds is not None
    assert 1.0 <= own.seconds <= 3.0, "what a person waits for"


@pytest.mark.parametrize(("title", "patient"), PATIENTS)
def test_it_was_measured_against_the_first_and_won_more_than_half(title: str, patient: Level) -> None:
    top = bots.levels(quartier.load(title))[-1]
    assert patient.games >= 8
    assert patient.share is not None
    assert patient.share > 0.5
    assert patient.rating is not None
    assert top.rating is not None
    assert patient.rating > top.rating


@pytest.mark.parametrize(("title", "patient"), PATIENTS)
def test_it_is_made_by_its_name_and_plays(title: str, patient: Level) -> None:
    game = load_compiled(title)
    state, bot = game.new(2, seed=1), bots.make(patient.name, game)
    assert isinstance(bot, Searcher)
    assert bot.level == patient.name
    seat = min(state.to_act())
    assert bot.choose(state.concealed(seat), seat, Dice(1)) in state.moves(seat)


def test_levels_without_it_say_so() -> None:
    with pytest.raises(BadOption, match="only bots that look one move ahead have styles"):
        bots.make(f"6+{PATIENT}", load_compiled("connect_four"))
    with pytest.raises(BadOption, match=f"no style “{PATIENT}”"):
        bots.make(f"5+{PATIENT}", load_compiled("block_city"))


def test_a_ladder_may_have_one(tmp_path: Path) -> None:
    measured = Ladder.begin("city_blocks", ["greedy", "mcts:2"], seconds=["", "mcts:0.01s"]).measure(
        (2, 2), 2
    )
    measured.write(tmp_path / "levels.json")
    second = ladders._read(tmp_path / "levels.json")[1].second
    assert second is not None
    assert (second.name, second.bot, second.games) == (f"2+{PATIENT}", "mcts:0.01s", 2)


@pytest.mark.parametrize(
    ("bot", "style"),
    [("greedy+tall", "tall"), ("learned~2+parks", "parks"), ("learned:1s", PATIENT), ("mcts:0.5s", PATIENT)],
)
def test_second_characters_are_named_after_their_manner(bot: str, style: str) -> None:
    assert manner(bot) == style


@pytest.mark.parametrize("bot", ["greedy", "learned:400", "mcts:40x2", "random"])
def test_others_cannot_be_second_characters(bot: str) -> None:
    assert manner(bot) == ""
