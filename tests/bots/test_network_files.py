"""`learned@PATH`: your own networks play wherever a bot is named, and only what they were trained for."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import Dice, bots, lab
from quartier.bots.registry import is_ours
from quartier.bots.settings import Budget, budget, looks_one_ahead, network_path, noise
from quartier.bots.styles import split_style
from quartier.bots.weights import Weights, features
from quartier.conformance.games import load_compiled
from quartier.core.engine.networks import HIDDEN, ONE
from quartier.core.text.errors import BadOption

SHIPPED = Path(quartier.__file__).parent / "games" / "block_city" / "data"


def own_copy(folder: Path, **changes: Any) -> Path:
    """Your own network: the shipped one with another card."""
    shutil.copy(SHIPPED / "network-2-3-4.npz", folder / "mine.npz")
    card = json.loads((SHIPPED / "network-2-3-4.json").read_text(encoding="utf-8"))
    (folder / "mine.json").write_text(json.dumps({**card, **changes}), encoding="utf-8")
    return folder / "mine.npz"


@pytest.mark.parametrize(
    ("name", "path", "search", "wrong"),
    [
        ("learned@mine", "mine", None, 0.0),
        ("learned@my/net.npz~2.5", "my/net.npz", None, 2.5),
        ("learned@my/net.npz:400", "my/net.npz", Budget(400, learned=True), 0.0),
        (
            "learned@C:\\nets\\a+b=c.npz:400x2~1.5",
            "C:\\nets\\a+b=c.npz",
            Budget(400, None, 2, True, 1.5),
            0.0,
        ),
        ("learned:400", "", Budget(400, learned=True), 0.0),
        ("greedy~2", "", None, 2.0),
        ("learned@", "", None, 0.0),
        ("mcts@mine:400", "", None, 0.0),
    ],
)
def test_a_name_says_file_search_and_noise(name: str, path: str, search: Budget | None, wrong: float) -> None:
    assert (network_path(name), budget(name), noise(name)) == (path, search, wrong)
    assert split_style(name) == (name, "")
    assert is_ours(name) == (bool(path or search or wrong))
    assert looks_one_ahead(name) == (is_ours(name) and search is None)


@pytest.mark.parametrize("name", ["learned", "learned:40"])
def test_a_file_plays_as_the_same_network_does_that_is_shipped(name: str, tmp_path: Path) -> None:
    mine = name.replace("learned", f"learned@{own_copy(tmp_path)}")
    played = [lab.arena("block_city", [bot, "greedy"], 6, seed=4, workers=1) for bot in (name, mine)]
    assert played[0].standings[0].score_mean == played[1].standings[0].score_mean
    assert played[0].moves == played[1].moves
    assert played[1].standings[0].name == mine
    assert not played[1].forfeits


def test_of_a_folder_each_game_gets_its_network() -> None:
    game = load_compiled("block_city")
    bot = bots.make(f"learned@{SHIPPED}", game)
    for setup in ({"seats": 2}, {"seats": 4, "surrounding": "lowest"}):
        state = game.new(seed=2, **setup)
        seat = min(state.seats_to_act())
        expected = bots.make("learned", game).choose(state.concealed(seat), seat, Dice(1))
        assert bot.choose(state.concealed(seat), seat, Dice(1)) == expected


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": "metromania"}, "is a network for metromania, not for BlockCity"),
        ({"told": "0123456789abcdef"}, "other features of BlockCity"),
    ],
)
def test_a_network_of_another_title_or_version_is_refused(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(BadOption, match=message):
        bots.make(f"learned@{own_copy(tmp_path, **changes)}", load_compiled("block_city"))


@pytest.mark.parametrize(
    ("setup", "difference"),
    [
        ({"seats": 1}, "seats = 1, only for 2, 3, 4"),
        ({"seats": 2, "board": "Hafenzeile"}, "board = Hafenzeile, only for Blockstadt"),
        ({"seats": 2, "surrounding": "lowest"}, "surrounding = lowest, only for highest"),
        ({"seats": 2, "set_points": 20}, "set_points = 20, only for 30"),
    ],
)
def test_a_network_refuses_games_for_which_it_was_not_trained(
    setup: dict[str, Any], difference: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_compiled("block_city")
    monkeypatch.setattr(game.spec.bots, "COMPATIBLE_OPTIONS", {}, raising=False)
    name, state = f"learned@{own_copy(tmp_path)}", game.new(**setup)
    with pytest.raises(BadOption, match=difference):
        bots.make(name, game, state)
    seat = min(state.seats_to_act())
    with pytest.raises(BadOption, match=difference):
        bots.make(name, game).choose(state.concealed(seat), seat, Dice(1))
    with pytest.raises(BadOption, match=difference):
        lab.arena("block_city", [name] * state.seats, 2, **{k: v for k, v in setup.items() if k != "seats"})


def test_another_version_of_the_rules_is_named(tmp_path: Path) -> None:
    game = load_compiled("block_city")
    name = f"learned@{own_copy(tmp_path, rules=99)}"
    with pytest.raises(BadOption, match=rf"rules = {game.version}, only for 99"):
        bots.make(name, game, game.new(2))


def test_what_is_no_network_says_so(tmp_path: Path) -> None:
    game = load_compiled("block_city")
    (tmp_path / "alone.npz").write_bytes(b"PK")
    (tmp_path / "broken.npz").write_bytes(b"PK")
    (tmp_path / "broken.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BadOption, match=r"no network in .*nowhere"):
        bots.make(f"learned@{tmp_path / 'nowhere'}", game)
    with pytest.raises(BadOption, match="both files"):
        bots.make(f"learned@{tmp_path / 'alone.npz'}", game)
    with pytest.raises(BadOption, match="Can’t read the network"):
        bots.make(f"learned@{tmp_path / 'broken'}", game)


def test_arrays_of_another_framework_become_a_network(tmp_path: Path) -> None:
    game = load_compiled("block_city")
    (shipped,) = (one for one in Weights.all_in(SHIPPED) if one.name == "network-2-3-4")
    bots.save_network(tmp_path / "mine.npz", game, shipped.rows / ONE, shipped.head / ONE, seats=(2, 3))
    mine = Weights.read(tmp_path / "mine.json")
    assert (mine.rows == shipped.rows).all()
    assert (mine.head == shipped.head).all()
    assert {name: mine.card[name] for name in ("title", "board", "told", "rules")} == {
        name: shipped.card[name] for name in ("title", "board", "told", "rules")
    }
    state = game.new(3, seed=1)
    seat = min(state.seats_to_act())
    bot = bots.make(f"learned@{tmp_path / 'mine'}:20", game, state)
    assert bot.choose(state.concealed(seat), seat, Dice(1)) in state.moves(seat)


@pytest.mark.parametrize(
    ("rows", "weight", "message"),
    [(3, 0.0, "must have the shapes"), (None, 8.0, "between"), (None, float("nan"), "between")],
)
def test_arrays_that_no_network_has_are_refused(
    rows: int | None, weight: float, message: str, tmp_path: Path
) -> None:
    game = load_compiled("block_city")
    shape = (features(game) + 1 if rows is None else rows, HIDDEN + 1)
    with pytest.raises(BadOption, match=message):
        bots.save_network(tmp_path / "mine", game, np.full(shape, weight), np.zeros(HIDDEN))
    assert not list(tmp_path.iterdir())
