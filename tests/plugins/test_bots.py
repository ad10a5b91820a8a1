"""Bots from outside: by name, as class, function or instance; and what happens to a game that one of them spoils."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import quartier
from quartier import BadOption, Dice, State, bots, lab
from quartier.bots.plugins import GROUP
from quartier.cli.main import main
from quartier.core.game.plugins import PluginWarning
from tests.plugins import players
from tests.plugins.packages import install_package

HERE = "tests.plugins.players"


@pytest.mark.parametrize(
    "given",
    [
        players.First,
        players.First(),
        players.patient,
        f"{HERE}:First",
        f"{HERE}:patient",
        lambda: players.First(),
    ],
    ids=["class", "instance", "function", "class by name", "function by name", "function without a game"],
)
def test_a_bot_of_ones_own_chooses(given: bots.Bot) -> None:
    game = quartier.load("connect_four")
    state = game.new()
    assert bots.make(given, game).choose(state.concealed(0), 0, Dice(1)) == "a"


def test_an_instance_begins_every_game_anew() -> None:
    game = quartier.load("connect_four")
    one, other = (bots.make(players.ONE, game) for _ in range(2))
    assert one is not other
    assert players.ONE.moves == 0


def test_a_package_brings_a_bot(tmp_path: Path) -> None:
    game = quartier.load("connect_four")
    with install_package(tmp_path, "some-bots", GROUP, {"patient": f"{HERE}:First"}):
        assert bots.make("patient", game).choose(game.new().concealed(0), 0, Dice(1)) == "a"
        with pytest.raises(BadOption, match="Did you mean patient"):
            bots.make("patent", game)


@pytest.mark.parametrize("name", ["greedy", "1", "mcts:20"])
def test_our_names_stay_ours(tmp_path: Path, name: str) -> None:
    game = quartier.load("connect_four")
    pattern = rf"“{name}”.*late 1\.0.*quartier\.bots"
    with (
        install_package(tmp_path, "late", GROUP, {name: f"{HERE}:First"}),
        pytest.warns(PluginWarning, match=pattern),
    ):
        bot = bots.make(name, game)
    assert not isinstance(bot, players.First)


def test_worker_processes_do_not_say_it_again(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with (
        install_package(tmp_path, "late", GROUP, {"mcts:2": f"{HERE}:First"}),
        pytest.warns(PluginWarning, match="late"),
    ):
        assert lab.arena("connect_four", ["mcts:2", f"{HERE}:First"], games=40, workers=2).workers == 2
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (players.Mute, r"“Mute” isn’t a bot. It needs a method choose\(position, seat, dice\)"),
        (f"{HERE}:Mute", "needs a method choose"),
        (f"{HERE}:Nobody", "no bot.*Nobody"),
        ("nowhere.at.all:Bot", "No module named 'nowhere'"),
        (7, "no bot “7”"),
        (7.5, "Can’t create"),
    ],
)
def test_what_is_no_bot_is_reported(given: object, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        bots.make(given, quartier.load("connect_four"))  # type: ignore[arg-type]


@pytest.mark.parametrize("workers", [1, 2])
def test_the_arena_goes_on_when_a_bot_fails(workers: int) -> None:
    results = lab.arena("connect_four", [f"{HERE}:Rash", players.First], games=30, seed=5, workers=workers)
    rash, first = results.standings
    assert (rash.forfeits, rash.losses, first.forfeits, first.wins) == (30, 30, 0, 30)
    assert len(results.forfeits) == 20
    forfeit = results.forfeits[0]
    assert str(forfeit) == (
        f"{HERE}:Rash in seat 1 forfeited game 0 of seed 5: RuntimeError: I forgot the way"
    )
    state: State = quartier.replay(forfeit.record)
    assert not state.over
    assert len(state.past) == 4


def test_an_illegal_move_loses_the_game() -> None:
    results = lab.arena("connect_four", [players.Cheat, "random"], games=4, seed=1)
    assert results.standings[0].forfeits == 4
    assert "win: “win” isn’t a move." in results.forfeits[0].reason


def test_alone_nobody_wins_by_default() -> None:
    results = lab.arena("block_city", [players.Cheat], games=2, seed=1)
    assert (results.standings[0].wins, results.standings[0].losses) == (0, 2)


def test_what_other_processes_cannot_get_plays_in_this_one() -> None:
    def local(game: quartier.Game) -> players.First:
        return players.First()

    assert lab.arena("connect_four", [local, "random"], games=4).workers == 1
    with pytest.raises(BadOption, match=r"package\.module:Bot"):
        lab.arena("connect_four", [local, "random"], games=4, workers=2)


def test_a_forfeit_is_no_measure_of_a_level(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    levels = f"random,{HERE}:Cheat"
    file = str(tmp_path / "levels.json")
    assert main(["rate", "connect_four", "--levels", levels, "--games", "4", "--output", file]) == 1
    assert "forfeits" in capfd.readouterr().err


def test_the_tables_of_simulate_show_forfeits(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "connect_four", "--seats", f"{HERE}:Cheat,random", "--games", "4"]
    assert main(arguments) == 0
    out = capfd.readouterr().out
    assert "Forfeits" in out
    assert f"{HERE}:Cheat in seat 1 forfeited game 0 of seed 1: " in out
    assert '[Game "connect_four"]' in out
    assert main([*arguments, "--json"]) == 0
    results = json.loads(capfd.readouterr().out)
    assert results["standings"][0]["forfeits"] == 4
    assert results["forfeits"][0]["record"].startswith('[Game "connect_four"]')


def test_a_person_wins_against_a_bot_that_fails(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("d\n"))
    assert main(["play", "connect_four", "--bot", f"{HERE}:Cheat", "--lang", "de"]) == 0
    assert f"{HERE}:Cheat auf Platz 2 verliert diese Partie kampflos: win" in capfd.readouterr().out


def test_a_bot_in_the_present_folder_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    text = (
        "class Mine:\n    def choose(self, position, seat, dice):\n        return position.moves(seat)[0]\n"
    )
    (tmp_path / "bot_of_this_folder.py").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    arguments = [
        "simulate",
        "connect_four",
        "--seats",
        "bot_of_this_folder:Mine,random",
        "--games",
        "2",
        "--json",
    ]
    assert main(arguments) == 0
    assert json.loads(capfd.readouterr().out)["standings"][0]["forfeits"] == 0


@pytest.mark.parametrize("title", quartier.titles())
def test_a_value_function_gets_all_moves_as_one_batch(title: str) -> None:
    game = quartier.load(title)
    bot, state, dice = bots.make(f"{HERE}:Total", game), game.new(seed=5), Dice(5)
    for _ in range(3):
        seat = min(state.seats_to_act())
        view = state.concealed(seat)
        move = bot.choose(view, seat, dice)
        sums = {}
        for other in view.moves(seat):
            after = view.copy()
            after.play(seat, other)
            sums[other] = after.observation(seat).sum()
        assert sums[move] == max(sums.values())
        state.play(seat, move)
