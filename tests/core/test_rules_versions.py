"""A game keeps the version of the rules under which it began; records name it."""

import copy
import pickle

import pytest

from quartier import BadOption, BadRecord, State
from quartier.conformance.games import load_interpreted
from quartier.core.game.game import game_of
from quartier.core.text.errors import UnknownRules
from tests.conformance.titles import TITLES

SINCE_VERSION_1 = '[Game "sticks"]\n[Players "2"]\n[Result "0 1"]\n\n0 3\n1 3\n0 3\n1 1\n'
"""As it was written down before there were versions: the last stick wins."""


def replay_game(state: State) -> State:
    """The game of SINCE_VERSION_1 under the rules of `state`."""
    for seat, move in ((0, "3"), (1, "3"), (0, "3"), (1, "1")):
        state.play(seat, move)
    return state


def test_a_new_game_follows_the_newest_version() -> None:
    sticks = game_of("tests.titles.sticks")
    state = replay_game(sticks.new())
    assert (sticks.version, state.rules, state.winners()) == (2, 2, [0])
    assert '[Game "sticks"]\n[Rules "ST/2"]\n[Players "2"]' in state.record()
    assert sticks.replay(state.record()) == state


def test_an_old_record_is_read_as_it_was_meant() -> None:
    sticks = game_of("tests.titles.sticks")
    old = sticks.replay(SINCE_VERSION_1)
    assert (old.rules, old.winners()) == (1, [1])
    assert old.record() == SINCE_VERSION_1
    assert (
        sticks.replay(SINCE_VERSION_1.replace("\n[Pl", '\n[Rules "ST/1"]\n[Pl')).record() == SINCE_VERSION_1
    )
    assert replay_game(sticks.new(rules=1)) == old
    assert replay_game(sticks.new(rules=2)) != old


def test_the_version_goes_with_every_copy() -> None:
    sticks = game_of("tests.titles.sticks")
    state = sticks.new(rules=1)
    state.play(0, "2")
    copies = [
        state.copy(),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.at(0),
        state.concealed(0),
    ]
    copies.append(sticks.from_bytes(state.to_bytes(), 2, {}, rules=1))
    assert [twin.rules for twin in copies] == [1] * len(copies)
    assert "rules=1" in repr(state.concealed(0))


@pytest.mark.parametrize("text", ["ST/3", "ST/0", "ST/-1", "XY/1", "2", "ST/", "ST/²"])
def test_an_unknown_version_is_refused_by_name(text: str) -> None:
    record = SINCE_VERSION_1.replace("\n[Pl", f'\n[Rules "{text}"]\n[Pl')
    with pytest.raises(BadRecord) as refused:
        game_of("tests.titles.sticks").replay(record)
    assert refused.value.line == 2
    if text == "ST/3":
        assert "version 3" in str(refused.value)
        assert "only up to version 2" in str(refused.value)


@pytest.mark.parametrize("version", [0, 3, True, "2"])
def test_there_are_no_games_of_an_unknown_version(version: int) -> None:
    with pytest.raises(BadOption) as refused:
        game_of("tests.titles.sticks").new(rules=version)
    assert isinstance(refused.value, UnknownRules)


@pytest.mark.parametrize("title", TITLES)
def test_the_first_version_goes_without_saying(title: str) -> None:
    """Records of every title in its first version are as they were before there were versions."""
    state = load_interpreted(title).new(seed=1, rules=1)
    assert '[Rules "' not in state.record()
    assert load_interpreted(title).replay(state.record()).rules == 1
