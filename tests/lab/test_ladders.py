"""A ladder keeps its games, and says what they are worth."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quartier
from quartier import bots, lab
from quartier.bots import registry as ladder_of_bots
from quartier.bots.registry import levels_file
from quartier.conformance.games import load_compiled
from quartier.core.text.errors import BadOption, QuartierError, UnknownTitle
from quartier.lab.ladders import Bout, Ladder

LEVELS = ("random", "novice", "greedy", "mcts:8")


def measure_ladder(games: int = 6, levels: tuple[str, ...] = LEVELS, title: str = "connect_four") -> Ladder:
    ladder = Ladder.begin(title, levels)
    for pair in ladder.pairs:
        ladder = ladder.measure(pair, games)
    return ladder


def bout(level: int, against: int, share: float, games: int = 200, **changes: Any) -> Bout:
    """Games that were never played."""
    fields: dict[str, Any] = {"bots": [LEVELS[level - 1], LEVELS[against - 1]], "seed": 1, **changes}
    won = round(share * games)
    return Bout(level, against, fields["bots"], games, fields["seed"], won, 0, games - won, share, 0, 1, 1.0)


def with_bouts(*bouts: Bout, **changes: Any) -> Ladder:
    fields: dict[str, Any] = {"seats": 2, "options": {}, "board": "", **changes}
    return Ladder("connect_four", list(LEVELS), bouts=list(bouts), **fields)


@pytest.mark.parametrize(
    ("levels", "pairs"),
    [
        (["novice", "greedy", "mcts:8", "mcts:9"], [(2, 1), (3, 2), (4, 3), (4, 2)]),
        (["novice", "greedy", "mcts:8"], [(2, 1), (3, 2)]),
        (["random", "greedy"], [(2, 1)]),
        (["random", "novice", "mcts:8"], [(2, 1), (3, 2), (1, 0), (2, 0), (3, 0)]),
    ],
)
def test_neighbours_meet_and_the_top_meets_greedy(levels: list[str], pairs: list[tuple[int, int]]) -> None:
    assert Ladder.begin("city_blocks", levels).pairs == pairs


def test_every_pair_has_a_name_of_its_own() -> None:
    for levels in (["random", "novice", "mcts:8"], ["novice", "greedy", "mcts:8"], ["greedy", "mcts:8"]):
        ladder = Ladder.begin("city_blocks", levels)
        names = [ladder.pair_name(pair) for pair in ladder.pairs]
        assert len(set(names)) == len(names)
        assert [ladder.pair(name) for name in names] == ladder.pairs
    outside = Ladder.begin("city_blocks", ["random", "mcts:8"])
    assert (outside.pair("1/greedy"), outside.pair("top")) == ((1, 0), (2, 0))
    again = outside.measure((2, 1), 4).measure((1, 0), 2).measure((2, 0), 4)
    assert again.command().endswith("--games 2 --seed 1 --pair 1/greedy")


def test_where_greedy_is_the_top_there_is_no_pair_of_that_name() -> None:
    for seconds, names in (((), ["2"]), (["", "greedy+tall"], ["2", "2+"])):
        ladder = Ladder.begin("city_blocks", ["novice", "greedy"], seconds=seconds)
        assert [ladder.pair_name(pair) for pair in ladder.pairs] == names
        with pytest.raises(BadOption, match="no pair “top”"):
            ladder.pair("top")


@pytest.mark.parametrize("name", ["3", "6", "6+tall"])
def test_a_level_that_a_short_ladder_does_not_have_is_an_unknown_bot(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_of_bots, "_UNMEASURED", ("novice", "greedy"))
    ladder_of_bots._read.cache_clear()
    game = quartier.load("connect_four")
    assert bots.make("2", game).level == "2"
    with pytest.raises(BadOption, match=rf"no bot “{re.escape(name)}”\. Available: 1, 2, random"):
        bots.make(name, game)
    ladder_of_bots._read.cache_clear()


def test_second_characters_meet_the_first_of_their_level(tmp_path: Path) -> None:
    ladder = Ladder.begin("city_blocks", ["novice", "greedy"], seconds=["", "greedy+tall"])
    assert ladder.pairs == [(2, 1), (2, 2)]
    assert ladder.pair("2+") == (2, 2)
    ladder = ladder.measure((2, 1), 2).measure((2, 2), 4)
    row = ladder.as_dict()["levels"][1]
    assert (row["bot"], row["second"]["bot"], row["second"]["games"]) == ("greedy", "greedy+tall", 4)
    assert "second" not in ladder.as_dict()["levels"][0]
    assert row["second"]["rating"] == pytest.approx(1000, abs=400)
    ladder.write(tmp_path / "levels.json")
    assert Ladder.read(tmp_path / "levels.json") == ladder
    second = ladder_of_bots._read(tmp_path / "levels.json")[1].second
    assert second is not None
    assert (second.name, second.share) == ("2+tall", row["second"]["share"])


def test_a_second_character_that_costs_its_level_too_much_is_named() -> None:
    ladder = Ladder("city_blocks", ["novice", "greedy"], 2, {}, "", [], ["", "greedy+tall"])
    weak, even = (bout(2, 2, share, bots=["greedy+tall", "greedy"]) for share in (0.35, 0.45))
    assert replace(ladder, bouts=[weak]).narrow() == [weak]
    assert replace(ladder, bouts=[even]).narrow() == []


def test_a_match_is_an_arena_with_every_deal_in_all_seatings() -> None:
    ladder = Ladder.begin("city_blocks", ["random", "greedy"]).measure((2, 1), 10, seed=4)
    arena = lab.arena("city_blocks", ["greedy", "random"], 10, 4, duplicate=True).standings[0]
    (one,) = ladder.bouts
    assert (one.wins, one.shared, one.losses) == (arena.wins, arena.shared, arena.losses)
    assert (one.share, one.share_low, one.share_high) == (arena.share, arena.share_low, arena.share_high)
    assert (one.games, one.seed, one.bots) == (10, 4, ["greedy", "random"])


def test_with_more_seats_one_meets_several_weaker_ones() -> None:
    ladder = Ladder.begin("neue_heimat", ["random", "greedy"], seats=3).measure((2, 1), 6)
    arena = lab.arena("neue_heimat", ["greedy", "random", "random"], 6, 1, duplicate=True).standings[0]
    assert ladder.bouts[0].share == arena.share


def test_games_that_need_not_end_get_options_with_which_they_do() -> None:
    assert Ladder.begin("gridlock", ["random", "greedy"]).options == load_compiled("gridlock").ending
    assert Ladder.begin("gridlock", ["random", "greedy"], turn_limit=30).options == {"turn_limit": 30}


def test_greedy_is_1000_and_the_others_are_where_their_games_put_them() -> None:
    ladder = with_bouts(bout(2, 1, 0.6), bout(3, 2, 0.9), bout(4, 3, 0.7))
    values = [rating.value for rating in ladder.ratings() if rating]
    assert values[2] == 1000
    assert values == sorted(values)
    assert values[3] == pytest.approx(1147, abs=3)


def test_greedy_is_1000_also_where_it_is_no_level() -> None:
    levels = ["random", "novice"]
    bouts = [bout(2, 1, 0.9, bots=["novice", "random"]), bout(2, 0, 0.3, bots=["novice", "greedy"])]
    rows = Ladder("connect_four", levels, 2, {}, "", bouts).as_dict()["levels"]
    assert rows[1]["rating"] == pytest.approx(853, abs=3)
    assert rows[0]["rating"] == pytest.approx(853 - 382, abs=8)
    assert [row["share"] for row in rows] == [None, 0.9]


def test_the_file_can_be_read_by_bots(tmp_path: Path) -> None:
    ladder = with_bouts(bout(2, 1, 0.6), bout(3, 2, 0.9), bout(4, 3, 0.7))
    file = tmp_path / "levels.json"
    ladder.write(file)
    read = ladder_of_bots._read(file)
    assert [level.bot for level in read] == list(LEVELS)
    assert [level.share for level in read] == [None, 0.6, 0.9, 0.7]
    assert read[2].rating == 1000
    assert read[3].low < read[3].rating < read[3].high  # type: ignore[operator]
    assert [level.games for level in read] == [200] * 4


def test_levels_are_the_same_bots_however_many_play() -> None:
    for game in map(quartier.load, quartier.titles()):
        for file in game.spec.data.glob("levels-*.json"):
            ladder = Ladder.read(file)
            assert file.name == levels_file(ladder.seats)
            assert ladder.bots == [level.bot for level in bots.levels(game)]
            assert [level.rating for level in bots.levels(game, ladder.seats)] == [
                row["rating"] for row in ladder.as_dict()["levels"]
            ]
    game = quartier.load("block_city")
    assert bots.levels(game, 5) == bots.levels(game), "it was not measured with five seats"


def test_a_file_keeps_everything(tmp_path: Path) -> None:
    ladder = measure_ladder()
    ladder.write(tmp_path / "levels.json")
    assert Ladder.read(tmp_path / "levels.json") == ladder
    read = json.loads((tmp_path / "levels.json").read_text())
    assert read["command"] == (
        "quartier rate connect_four --levels random,novice,greedy,mcts:8 --games 6 --seed 1"
    )
    assert [row["level"] for row in read["levels"]] == [1, 2, 3, 4]
    assert [(match["level"], match["against"]) for match in read["matches"]] == ladder.pairs


def test_an_unfinished_ladder_has_ratings_where_it_has_games() -> None:
    rows = with_bouts(bout(3, 2, 0.9)).as_dict()["levels"]
    assert [row["rating"] is None for row in rows] == [True, False, False, True]
    assert [row["games"] for row in rows] == [0, 200, 200, 0]


def test_a_pair_that_is_measured_again_replaces_its_games_only() -> None:
    before = with_bouts(bout(2, 1, 0.6), bout(3, 2, 0.9), bout(4, 3, 0.7))
    after = before.measure((3, 2), 4)
    assert [one.games for one in after.bouts] == [200, 4, 200]
    assert after.bouts[0] == before.bouts[0]
    assert "--games 200 --seed 1 && quartier rate" in after.command()
    assert after.command().endswith("--games 4 --seed 1 --pair 3")


def test_the_same_command_gives_the_same_shares() -> None:
    shares = [[one.share for one in measure_ladder().bouts] for _ in range(2)]
    assert shares[0] == shares[1]


def test_games_of_other_bots_are_not_kept() -> None:
    earlier = with_bouts(bout(2, 1, 0.6), bout(4, 3, 0.7, bots=["mcts:999", "greedy"]))
    merged = with_bouts().keeping(earlier)
    assert [one.pair for one in merged.bouts] == [(2, 1)]


@pytest.mark.parametrize("change", [{"seats": 3}, {"options": {"x": 1}}, {"board": "other"}])
def test_games_on_other_terms_are_not_mixed(change: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="different seats or options"):
        with_bouts().keeping(with_bouts(bout(2, 1, 0.6), **change))


@pytest.mark.parametrize(
    ("seats", "share", "narrow"), [(2, 0.59, True), (2, 0.61, False), (3, 0.42, True), (3, 0.44, False)]
)
def test_a_step_that_is_too_small_is_named(seats: int, share: float, narrow: bool) -> None:
    ladder = with_bouts(bout(2, 1, share), seats=seats)
    assert [one.pair for one in ladder.narrow()] == ([(2, 1)] if narrow else [])


def test_the_top_has_to_beat_greedy_clearly() -> None:
    levels = ["novice", "greedy", "mcts:8", "mcts:16"]
    tops = [bout(4, 2, share, bots=["mcts:16", "greedy"]) for share in (0.74, 0.76)]
    narrow = [Ladder("connect_four", levels, 2, {}, "", [top]).narrow() for top in tops]
    assert narrow == [[tops[0]], []]


@pytest.mark.parametrize(
    ("wishes", "error", "says"),
    [
        ({"title": "city_block"}, UnknownTitle, "city_blocks"),
        ({"levels": ["greedy", "gredy"]}, BadOption, "Did you mean greedy"),
        ({"levels": ["greedy", "3"]}, BadOption, "not another level"),
        ({"levels": ["greedy"]}, BadOption, "two levels"),
        ({"seats": 5}, BadOption, "5"),
        ({"seconds": ["greedy"]}, BadOption, "needs a style .*greedy has neither"),
        ({"seconds": ["", "greedy+tall"]}, BadOption, "have no styles"),
        ({"speed": 5}, BadOption, "speed"),
    ],
)
def test_wrong_wishes_are_refused(wishes: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Ladder.begin(**{"title": "connect_four", "levels": LEVELS, **wishes})


@pytest.mark.parametrize("text", ["{", "{}", '{"levels": [{}], "matches": []}', '{"levels": 3}'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "levels.json"
    file.write_text(text)
    with pytest.raises(QuartierError, match="wasn’t written by"):
        Ladder.read(file)


def test_a_title_without_a_ladder_begins_with_the_usual_one() -> None:
    game = load_compiled("connect_four")
    assert Ladder.begin("connect_four").bots == [level.bot for level in bots.levels(game)]
