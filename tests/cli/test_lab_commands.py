"""`arena`, `review` and `rate` do what their help says, in two languages."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import quartier
from quartier import lab
from quartier.cli import arena_display
from quartier.cli.commands.review import curve_of
from quartier.lab import plots
from quartier.lab.ladders import Ladder
from tests.cli.terminal import RECORDS, CommandResult, Terminal

GREEDY = str(RECORDS / "greedy.txt")
SMALL_BUDGET = ("--budget", "mcts:8")
STANDING = {
    "name",
    "games",
    "wins",
    "shared",
    "losses",
    "share",
    "share_low",
    "share_high",
    "elo",
    "elo_low",
    "elo_high",
    "share_by_seat",
    "score_mean",
    "score_deviation",
    "forfeits",
}


# ----- arena -----


def test_arena_plays_every_deal_in_all_seatings(quartier_command: Terminal) -> None:
    arguments = ("arena", "city_blocks", "--seats", "random,greedy", "--games", "20", "--seed", "5", "--json")
    result = json.loads(quartier_command(*arguments).out)
    again = lab.arena("city_blocks", ["random", "greedy"], 20, 5, duplicate=True).as_dict()
    assert result["standings"] == again["standings"]
    assert result["duplicate"] is True
    assert (result["games"], result["planned"], result["seed"]) == (20, 20, 5)
    assert all(set(standing) == STANDING for standing in result["standings"])
    assert result["standings"][1]["elo_low"] > 0
    assert json.loads(quartier_command(*arguments, "--fresh").out)["duplicate"] is False


def test_arena_prints_intervals_and_elo(quartier_command: Terminal) -> None:
    out = quartier_command("arena", "connect_four", "--seats", "greedy,random", "--games", "40").out
    assert "95% interval" in out
    assert "Elo difference from the others (95%): greedy +" in out
    assert "40 games in" in out
    german = quartier_command("arena", "connect_four", "--seats", "greedy,random", "--lang", "de").out
    assert "Elo-Abstand zu den anderen (95 %): greedy +" in german


def test_arena_of_three_with_a_search(quartier_command: Terminal) -> None:
    arguments = ("arena", "block_city", "--seats", "mcts:4,greedy,greedy", "--games", "6", "--json")
    result = json.loads(quartier_command(*arguments).out)
    assert [standing["name"] for standing in result["standings"]] == ["mcts:4", "greedy", "greedy"]
    assert all(None not in standing["share_by_seat"] for standing in result["standings"])


def test_arena_draws_a_plot(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    arguments = ("arena", "city_blocks", "--seats", "random,greedy", "--games", "4", "--plot", str(file))
    assert quartier_command(*arguments).code == 0
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")


def test_arena_takes_options_and_boards(quartier_command: Terminal) -> None:
    arguments = ("arena", "gridlock", "--seats", "greedy,random", "--games", "2", "--json")
    result = json.loads(quartier_command(*arguments, "-o", "turn_limit=5", "--board", "Lindenford").out)
    assert (result["options"]["turn_limit"], result["board"]) == (5, "Lindenford")


@pytest.fixture
def stopped_arena(quartier_command: Terminal, monkeypatch: pytest.MonkeyPatch) -> CommandResult:
    """An arena in which somebody pressed Ctrl+C after some games."""
    played = lab.arena("city_blocks", ["greedy", "random"], 6, 1)

    def stop(*_: object, **__: object) -> None:
        raise lab.Stopped(played)

    monkeypatch.setattr(arena_display.lab, "arena", stop)
    return quartier_command("arena", "city_blocks", "--seats", "greedy,random")


def test_ctrl_c_prints_what_was_played(stopped_arena: CommandResult) -> None:
    assert (stopped_arena.code, stopped_arena.err) == (130, "")
    assert "6 games in" in stopped_arena.out


# ----- review -----


def test_review_prints_curves_accounts_and_costly_decisions(quartier_command: Terminal) -> None:
    command = quartier_command("review", GREEDY, "--budget", "mcts:60")
    slow = "Analysing City Blocks …\n"  # shown where it takes three seconds, as on a busy machine
    assert (command.code, command.err.replace(slow, "")) == (0, "")
    for heading in ("Win probability", "Own decisions", "Luck", "mistakes", "Better", "Blue", "Red"):
        assert heading in command.out
    assert "█" in command.out
    assert f"quartier replay {GREEDY} --at " in command.out.replace("\n", "")


def test_review_as_json_is_that_of_the_lab(quartier_command: Terminal) -> None:
    result = json.loads(quartier_command("review", GREEDY, *SMALL_BUDGET, "--json").out)
    state = quartier.replay(Path(GREEDY).read_text())
    assert result.pop("provenance")["timed"] == []
    assert result == json.loads(json.dumps(lab.review(state, "mcts:8").as_dict()))


def test_review_of_a_game_that_was_broken_off(quartier_command: Terminal, tmp_path: Path) -> None:
    state = quartier.replay(Path(GREEDY).read_text()).at(40)
    file, picture = tmp_path / "begun.txt", tmp_path / "plot.png"
    file.write_text(state.record())
    command = quartier_command("review", str(file), *SMALL_BUDGET, "--plot", str(picture), "--lang", "de")
    assert (command.code, command.err) == (0, "")
    assert "Gewinnchance" in command.out
    assert "Fehler" in command.out or "Keine Ungenauigkeiten oder Fehler" in command.out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_review_alone_counts_points(quartier_command: Terminal) -> None:
    out = quartier_command("review", str(RECORDS.parent / "block_city" / "solo.txt"), *SMALL_BUDGET).out
    assert "Expected points" in out
    assert "Win probability" not in out


@pytest.mark.parametrize("budget", ["mcts:8", "mcts:60"])
def test_review_shows_names_as_they_are(quartier_command: Terminal, tmp_path: Path, budget: str) -> None:
    state = quartier.replay(Path(GREEDY).read_text())
    state.headers |= {"Seat0": "[/b]", "Seat1": "[red]Eve"}
    file = tmp_path / "game.txt"
    file.write_text(state.record())
    command = quartier_command("review", str(file), "--budget", budget)
    assert command.code == 0, command.err
    assert all(command.out.count(name) >= 3 for name in ("[/b]", "[red]Eve"))


def test_a_curve_is_short_and_ends_at_the_end() -> None:
    assert curve_of([0.0, 0.5, 1.0], 0.0, 1.0) == "▁▅█"
    assert curve_of([0.5] * 500 + [1.0], 0.0, 1.0) == "▅" * 59 + "█"
    assert curve_of([3.0, 3.0], 3.0, 3.0) == "▅▅"


# ----- rate -----


def rate(terminal: Terminal, file: Path, *arguments: str) -> CommandResult:
    return terminal(
        "rate", "connect_four", "--levels", "random,novice,greedy,mcts:8", "--output", str(file), *arguments
    )


def test_rate_measures_every_pair_and_keeps_it(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    output = rate(quartier_command, file, "--games", "4")
    assert output.code == 0
    assert f"Saved to {file}" in output.out.replace("\n", "")
    assert output.err.count("\n") == 3
    saved = json.loads(file.read_text())
    assert [match["games"] for match in saved["matches"]] == [4, 4, 4]
    assert saved["levels"][2]["rating"] == 1000


def test_rate_measures_one_pair_again(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    rate(quartier_command, file, "--games", "4")
    result = json.loads(rate(quartier_command, file, "--games", "6", "--pair", "3", "--json").out)
    assert [match["games"] for match in result["matches"]] == [4, 6, 4]
    assert result.pop("provenance")["seed"] == 1
    assert result == json.loads(file.read_text())


def test_rate_measures_a_second_character(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    arguments = ["rate", "city_blocks", "--levels", "greedy,learned", "--seconds", ",learned+tall"]
    arguments += ["--games", "2", "--output", str(file)]
    command = quartier_command(*arguments)
    assert "Level 2+ (learned+tall) vs 2 (learned)" in command.err
    assert " 2+ " in command.out
    again = json.loads(
        quartier_command(*arguments[:-4], "--games", "4", *arguments[-2:], "--pair", "2+", "--json").out
    )
    assert [match["games"] for match in again["matches"]] == [2, 4]
    assert again["command"].startswith(
        "quartier rate city_blocks --levels greedy,learned --seconds ,learned+tall --games 2 --seed 1"
    )
    assert again["command"].endswith("--games 4 --seed 1 --pair 2+")


def test_rate_resumes(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    assert rate(quartier_command, file, "--games", "4", "--resume").err.count("\n") == 3
    assert rate(quartier_command, file, "--games", "4", "--resume").err == ""
    saved = json.loads(file.read_text())
    saved["matches"] = saved["matches"][:1]
    file.write_text(json.dumps(saved))
    assert rate(quartier_command, file, "--games", "4", "--resume").err.count("\n") == 2


@pytest.fixture
def stopped_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Ctrl+C after so many pairs of a ladder."""
    measure = Ladder.measure

    def stop(pairs: int) -> None:
        left = [True] * pairs

        def play(self: Ladder, *terms: Any) -> Ladder:
            if not left:
                raise KeyboardInterrupt
            left.pop()
            return measure(self, *terms)

        monkeypatch.setattr(Ladder, "measure", play)

    return stop


def test_rate_that_is_stopped_leaves_the_ladder_that_there_was(
    quartier_command: Terminal, tmp_path: Path, stopped_after: Callable[[int], None]
) -> None:
    file, aside = tmp_path / "levels.json", tmp_path / "levels.json.part"
    rate(quartier_command, file, "--games", "4")
    before = file.read_bytes()
    stopped_after(1)
    output = rate(quartier_command, file, "--games", "6")
    assert (output.code, file.read_bytes()) == (130, before)
    message = " ".join(output.err.split())
    assert f"{file} is unchanged; the new ladder is in {aside}. Run the same command with --resume" in message
    assert [match["games"] for match in json.loads(aside.read_text())["matches"]] == [6]
    stopped_after(2)
    refused = rate(quartier_command, file, "--games", "6")
    assert (
        refused.code,
        "Resume it with --resume and the same bots, or delete it." in " ".join(refused.err.split()),
    ) == (2, True)
    unfinished = aside.read_bytes()
    for arguments in (
        ("--pair", "2", "--resume"),
        ("--pair", "2"),
        ("--levels", "novice,greedy", "--resume"),
    ):
        assert rate(quartier_command, file, "--games", "6", *arguments).code == 2, arguments
        assert (file.read_bytes(), aside.read_bytes()) == (before, unfinished), arguments
    assert rate(quartier_command, file, "--games", "6", "--resume").code == 0
    assert [match["games"] for match in json.loads(file.read_text())["matches"]] == [6, 6, 6]
    assert not aside.exists()


def test_rate_that_is_stopped_keeps_a_ladder_of_other_bots(
    quartier_command: Terminal, tmp_path: Path, stopped_after: Callable[[int], None]
) -> None:
    file = tmp_path / "levels.json"
    rate(quartier_command, file, "--games", "4")
    before = file.read_bytes()
    stopped_after(1)
    arguments = ("rate", "connect_four", "--levels", "random,mcts:4,greedy", "--output", str(file))
    assert quartier_command(*arguments, "--games", "2", "--resume").code == 130
    assert file.read_bytes() == before


def test_one_pair_of_other_bots_takes_no_whole_ladders_place(
    quartier_command: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "levels.json"
    rate(quartier_command, file, "--games", "4")
    before = file.read_bytes()
    arguments = ("rate", "connect_four", "--levels", "random,mcts:4,greedy", "--output", str(file))
    command = quartier_command(*arguments, "--games", "2", "--pair", "2")
    assert (command.code, file.read_bytes()) == (0, before)
    assert "is unchanged; the new ladder is in" in " ".join(command.err.split())


@pytest.mark.parametrize("there", [True, False])
def test_rate_that_is_stopped_keeps_every_pair_it_has(
    quartier_command: Terminal, tmp_path: Path, stopped_after: Callable[[int], None], there: bool
) -> None:
    """A ladder that is begun or continued is saved to its file after each pair."""
    file = tmp_path / "levels.json"
    if there:
        rate(quartier_command, file, "--games", "4")
    stopped_after(1)
    output = rate(quartier_command, file, "--games", "6", *(["--resume"] if there else []))
    assert (output.code, "is unchanged" in output.err) == (130, False)
    matches = json.loads(file.read_text())["matches"]
    assert [match["games"] for match in matches] == ([6, 4, 4] if there else [6])
    assert [entry.name for entry in tmp_path.iterdir()] == ["levels.json"]


def test_rate_says_before_that_it_cannot_write(quartier_command: Terminal, tmp_path: Path) -> None:
    output = rate(quartier_command, tmp_path, "--games", "2")
    assert (output.code, output.out) == (1, "")
    assert output.err.replace("\n", "") == f"Error: Can’t write {tmp_path}: Is a directory."


def test_where_greedy_is_the_top_nobody_is_against_it(quartier_command: Terminal, tmp_path: Path) -> None:
    arguments = (
        "rate",
        "connect_four",
        "--levels",
        "random,greedy",
        "--output",
        str(tmp_path / "levels.json"),
    )
    assert quartier_command(*arguments, "--games", "2").code == 0
    command = quartier_command(*arguments, "--pair", "top")
    assert (command.code, command.err) == (2, "Error: There’s no pair “top”. Available: 2.\n")


def test_rate_speaks_german(quartier_command: Terminal, tmp_path: Path) -> None:
    output = rate(quartier_command, tmp_path / "levels.json", "--games", "2", "--lang", "de")
    assert "Stufe 2 (novice) gegen 1 (random)" in output.err
    assert "Gegen die Stufe darunter" in output.out


# ----- wrong questions -----

WRONG = [
    (
        ["arena", "city_blocks", "--plot", "a.pdf"],
        2,
        "of type .svg, .png, not a.pdf",
        "eine Datei vom Typ .svg, .png",
    ),
    (["arena", "city_blocks", "--plot", "/no/where/a.svg"], 2, "no folder /no/where", "gibt es nicht"),
    (
        ["arena", "city_blocks", "--seats", "mcts:x,greedy"],
        2,
        "no bot “mcts:x”",
        "Einen Bot „mcts:x“ gibt es nicht",
    ),
    (
        ["arena", "city_blocks", "--seats", "learned:2k,greedy"],
        2,
        "no bot “learned:2k”. Did you mean learned?",
        "Einen Bot „learned:2k“ gibt es nicht",
    ),
    (["arena", "city_blocks", "--seats", "7,greedy"], 2, "no bot “7”", "Einen Bot „7“ gibt es nicht"),
    (
        ["review", "/no/where.txt"],
        2,
        "File not found: /no/where.txt",
        "Datei nicht gefunden: /no/where.txt",
    ),
    (
        ["review", GREEDY, "--budget", "greedy"],
        2,
        "Invalid search budget “greedy”",
        "Ungültiges Suchbudget „greedy“",
    ),
    (["review", GREEDY, "--plot", "a"], 2, "A plot must be", "Ein Diagramm muss"),
    (["rate", "city_blocks", "--levels", "greedy"], 2, "two levels", "zwei Stufen"),
    (["rate", "city_blocks", "--levels", "greedy,4"], 2, "not another level", "nicht eine andere Stufe"),
    (
        ["rate", "city_blocks", "--levels", "greedy,learned", "--seconds", "greedy+parks"],
        2,
        "no style “parks”. Available: bonuses, tall, special.",
        "keinen Stil „parks“. Verfügbar: bonuses, tall, special.",
    ),
    (
        ["rate", "city_blocks", "--levels", "greedy,learned", "--seconds", ",,greedy+tall"],
        2,
        "more second bots than levels",
        "mehr zweite Bots als Stufen",
    ),
    (["rate", "city_blocks", "--seats", "3"], 2, "for 2 players, not 3", "2"),
    (["rate", "city_blocks", "--pair", "2", "--output", "/no/l.json"], 1, "Can’t read", "nicht lesen"),
]


@pytest.mark.parametrize(
    ("arguments", "code", "english", "german"), WRONG, ids=[" ".join(row[0])[-40:] for row in WRONG]
)
def test_a_wrong_question(
    quartier_command: Terminal, arguments: list[str], code: int, english: str, german: str
) -> None:
    for lang, says in (("en", english), ("de", german)):
        command = quartier_command(*arguments, "--lang", lang)
        assert (command.code, command.out) == (code, "")
        assert says in command.err
        assert command.err.count("\n") == 1


def test_a_pair_that_is_none(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    rate(quartier_command, file, "--games", "2")
    for name in ("1", "5", "best"):
        output = rate(quartier_command, file, "--pair", name)
        assert (output.code, output.err) == (
            2,
            f"Error: There’s no pair “{name}”. Available: 2, 3, 4, top.\n",
        )


def test_a_record_without_a_choice_is_nothing_to_review(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "begun.txt"
    file.write_text(quartier.replay(Path(GREEDY).read_text()).at(3).record())
    command = quartier_command("review", str(file), *SMALL_BUDGET)
    assert (command.code, command.out) == (1, "")
    assert command.err == "Error: There’s nothing to analyse: no player had a choice in this game.\n"


def test_a_plot_without_matplotlib_says_how_to_get_it(
    quartier_command: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    command = quartier_command("arena", "city_blocks", "--plot", "a.svg")
    assert command.code == 1
    assert command.err.replace("\n", "") == (
        'Error: Plots need the package matplotlib. Install it with: pip install "quartier[lab]"'
    )
