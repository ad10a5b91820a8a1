"""The balance lab: a seed gives one report, variants are played on the deals of the base, pages need nothing else."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import bots
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.game.boards import BadBoard
from quartier.core.text.errors import BadOption
from quartier.lab.balance import (
    Balance,
    balance,
    page,
    usage_section,
)
from quartier.lab.balance.figures import mean, part, share, share_of
from quartier.lab.balance.formatting import cost, duration
from quartier.lab.balance.metrics import Bout, Measurements, sources
from quartier.lab.balance.runner import Experiment, read_seats, shares
from quartier.lab.balance.usage import worth
from quartier.lab.balance.variants import variants
from quartier.lab.executors import WorkerPool
from quartier.lab.matches import Match
from quartier.lab.plan import Plan

BOTS, GAMES = ("random", "greedy"), 10
VARY, BOARDS = ("store_points=0,10", "surrounding=lowest"), ("Hafenzeile",)


@pytest.fixture(scope="module")
def base_report() -> Balance:
    return balance("block_city", BOTS, GAMES, 3, vary=VARY, boards=BOARDS, workers=1)


def test_a_variant_is_played_on_the_deals_of_the_base(base_report: Balance) -> None:
    """Random moves know no points, so they are the same moves: only the score differs, and by the stores alone."""
    base, without, _, _ = (findings.mirrors[0] for findings in base_report.findings)
    assert without.measures["moves"] == base.measures["moves"]
    assert without.sources["Parks"] == base.sources["Parks"]
    assert without.sources["Stores"].value == 0 < base.sources["Stores"].value
    value = without.differences["score"].value
    assert value == pytest.approx(-base.sources["Stores"].value)


def test_what_is_as_in_the_base_is_not_played_twice(base_report: Balance) -> None:
    names = [findings.variant.name for findings in base_report.findings]
    assert names == ["", "store_points=0", "surrounding=lowest", "board=Hafenzeile"]


def test_the_stronger_bot_and_the_fixed_order_are_tried(base_report: Balance) -> None:
    duels = {(duel.bot, duel.others): duel for duel in base_report.findings[0].duels}
    assert set(duels) == {("greedy", "random"), ("priority", "greedy")}
    assert all(duel.games == GAMES and duel.share.low > 0.5 for duel in duels.values())
    assert all(0 <= (duel.deal or 0) <= 1 for duel in duels.values())


def test_rules_that_refuse_are_not_called_silent(base_report: Balance) -> None:
    """Somebody tried to write while the dice were due, too low a number, and after the end."""
    for findings in base_report.findings:
        assert not {"BC-5", "BC-6", "BC-9", "BC-12"} & set(findings.silent)


@contextmanager
def far_away(count: int, ready: Callable[..., None], *args: Any) -> Iterator[WorkerPool]:
    """A crew whose work and results travel as to other processes, and come back in another order."""

    class Backwards(ThreadPoolExecutor):
        def submit(self, work: Any, /, *args: Any, **more: Any) -> Any:
            work, args = pickle.loads(pickle.dumps((work, args)))
            return super().submit(lambda: pickle.loads(pickle.dumps(work(*args))))

    ready(*args)
    with Backwards(count) as pool:
        yield WorkerPool(count, pool)


def test_who_plays_changes_nothing(base_report: Balance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quartier.lab.balance.runner.worker_pool", far_away)
    again = balance("block_city", BOTS, GAMES, 3, vary=VARY, boards=BOARDS, workers=2)
    assert again == base_report


@pytest.mark.soak
def test_the_same_seed_gives_the_same_report_in_other_processes() -> None:
    result = [balance("connect_four", BOTS, 3 * GAMES, 3, workers=workers) for workers in (1, 2)]
    assert result[0] == result[1]


def test_compiled_and_interpreted_games_are_measured_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    match, result = Match("connect_four", {}, ("random", "random"), Plan(2, 2, 5)), []
    monkeypatch.setattr("quartier.lab.balance.metrics._PLAYOUTS", 2)
    for game in (load_compiled("connect_four"), load_interpreted("connect_four")):
        monkeypatch.setattr("quartier.lab.balance.metrics.load", lambda _, game=game: game)
        result.append(Bout(match).measure(0, 2))
    for one, other in zip(*result, strict=True):
        assert np.array_equal(one, other, equal_nan=True)


def test_parts_together_are_the_whole() -> None:
    bout = Bout(Match("connect_four", {}, ("random", "random"), Plan(2, 6, 5)))
    whole, parts = bout.measure(0, 6), [bout.measure(0, 2), bout.measure(2, 6)]
    for one, other in zip(whole, Measurements.concatenate(parts), strict=True):
        assert np.array_equal(one, other, equal_nan=True)
    assert shares(whole).sum(axis=1).tolist() == [1.0] * 6


def test_points_by_category_add_up_to_the_scores() -> None:
    state = load_compiled("block_city").new(seats=3, seed=8)
    while not state.over:
        seat = min(state.seats_to_act())
        state.play_action(seat, min(state.legal(seat)))
    assert [sum(row) for row in sources(state)] == state.scores()


def test_a_solo_game_has_points_and_no_shares() -> None:
    alone = balance("block_city", ["random"], 4, seats=1, workers=1).findings[0]
    assert alone.mirrors[0].seat_share == alone.duels == []
    assert {"score", "moves", "choices"} <= set(alone.mirrors[0].measures)
    assert "margin" not in alone.mirrors[0].measures


def test_no_bot_is_tried_against_itself_as_if_it_were_another_one() -> None:
    report = balance("city_blocks", ["random", "priority"], games=4, vary=["hand=4"], workers=1)
    for findings in report.findings:
        assert [mirror.bot for mirror in findings.mirrors] == ["random", "priority"]
        assert [(duel.bot, duel.others) for duel in findings.duels] == [("priority", "random")]
    base, other = (findings.mirrors[-1].measures["margin"] for findings in report.findings)
    margin = report.findings[1].mirrors[-1].differences["margin"]
    assert margin.value == pytest.approx(other.value - base.value)


def test_the_same_bot_twice_has_two_mirrors_and_a_duel() -> None:
    (findings,) = balance("block_city", ["greedy", "greedy"], games=4, workers=1).findings
    assert [mirror.bot for mirror in findings.mirrors] == ["greedy", "greedy"]
    assert (findings.duels[0].bot, findings.duels[0].others) == ("greedy", "greedy")


def test_bots_that_cannot_travel_are_refused_where_they_would_have_to() -> None:
    with pytest.raises(BadOption, match="Worker processes can’t load these bots"):
        balance("city_blocks", [lambda game: bots.make("random", game)], games=4, workers=2)


def test_few_values_say_less_than_many() -> None:
    two, eight = (mean([0.0, 1.0] * count) for count in (1, 4))
    assert two is not None
    assert eight is not None
    assert (two.low, two.high) == pytest.approx((0.5 - 12.706 * 0.5, 0.5 + 12.706 * 0.5), abs=1e-3)
    assert eight.high - 0.5 == pytest.approx(2.365 * 0.5345 / 8**0.5, abs=1e-3)
    assert mean([1.0]) == (1.0, 1.0, 1.0)
    assert part([0.0, 1.0]) == (0.5, 0.0, 1.0)
    assert share_of([1.0, 1.0, float("nan")]) == share(2, 2)
    assert share(2, 2).low < 0.5


def test_a_mean_has_an_interval() -> None:
    result = mean([1.0, 2.0, 3.0, float("nan")])
    assert result is not None
    assert result.value == 2.0
    assert result.low == pytest.approx(2 - 4.303 / 3**0.5)
    assert mean([float("nan")]) is None


def test_worth_is_the_lead_for_each_use_more() -> None:
    """By hand: who used it twice more than the other is 6 points ahead, in games of whatever level."""
    times = np.array([[2, 0], [1, 3], [4, 4]] * 12)
    level = np.arange(36)[:, None]
    result = worth(times, 3 * times + level)
    assert result is not None
    assert result.value == pytest.approx(3)
    assert result.low == pytest.approx(result.high)
    assert worth(times[:18], times[:18]) is None


def test_worth_of_two_seats_is_the_difference_between_those_who_used_it_and_the_others() -> None:
    times = np.array([[1, 0], [0, 1]] * 10)
    ends = np.array([[7, 5], [4, 4]] * 10)
    result = worth(times, ends)
    margins = np.array([2, 0] * 10)
    assert result is not None
    assert result.value == pytest.approx(margins.mean())
    assert result.high - result.value == pytest.approx(2.093 * margins.std(ddof=1) / 20**0.5, rel=1e-3)


def test_uses_are_counted_by_seat(base_report: Balance) -> None:
    """By hand from the record of a game: who wrote which number how often, and in how many decisions it could be written."""
    match = Match("block_city", {}, ("random", "greedy"), Plan(2, 2, 5))
    result = Bout(match).measure(0, 2)
    for game, ended in zip(result.uses, match.games(quartier.load("block_city"), 0, 2), strict=True):
        for seat in range(2):
            moves = [
                (text, ended.state.at(index).moves(seat))
                for index, (actor, text) in enumerate(ended.state.events)
                if actor == seat
            ]
            for number in range(1, 7):
                at, begins = 3 + number - 1, f"{number}@"
                could = sum(any(move.startswith(begins) for move in legal) for _, legal in moves)
                did = sum(text.startswith(begins) for text, _ in moves)
                assert list(game[at, seat, :2]) == [could, did]


def test_uses_are_listed(base_report: Balance) -> None:
    base = base_report.findings[0].mirrors[1]
    assert [name for name, _ in usage_section.lists(base)][:2] == ["Moves", "Numbers written"]
    assert all(use.taken is not None and use.used.value > 0 for use in usage_section.lists(base)[0][1][:1])
    text = page.html(base_report)
    assert text.count("<details>") == 4 * (2 + 3)
    assert "Usage and worth" in text


@pytest.mark.parametrize(
    ("vary", "boards", "expected"),
    [
        (["stor_points=3"], [], r"no option “stor_points”. Did you mean store_points\?"),
        (["store_points=3,99"], [], r"“store_points” must be a whole number from 0 to 30, not “99”"),
        (["surrounding=middle"], [], r"“surrounding” can’t be “middle”. Possible values: highest, lowest"),
        (["store_points"], [], r"Invalid variant"),
        (["store_points=20:5"], [], r"Invalid range “20:5” for “store_points”"),
        (["store_points=5:x:5"], [], r"Invalid range “5:x:5” for “store_points”"),
        (["store_points=5:20:0"], [], r"Invalid range “5:20:0” for “store_points”"),
        (["store_points=0:999999999"], [], r"“store_points” would have 1000000000 values"),
        (["store_points=0:29,0:29"], [], r"“store_points” would have 60 values"),
        (["store_points=20:40:10"], [], r"“store_points” must be a whole number from 0 to 30, not “40”"),
        ([], ["Hafenzeil"], r"no board “Hafenzeil”. Did you mean Hafenzeile\?"),
    ],
)
def test_what_cannot_be_varied_is_refused(vary: list[str], boards: list[str], expected: str) -> None:
    with pytest.raises((BadOption, BadBoard), match=expected):
        variants(quartier.load("block_city"), 2, vary, boards)


def test_a_range_includes_both_ends_and_goes_with_other_values() -> None:
    game = quartier.load("block_city")
    result = variants(game, 2, ["store_points = 5:20:5, 1", "miss_points=1:3"])
    assert [variant.name for variant in result] == [
        "",
        *(f"store_points={value}" for value in (5, 15, 20, 1)),
        *(f"miss_points={value}" for value in (1, 3)),
    ]


def test_several_numbers_of_seats_are_compared_each_with_its_own_base() -> None:
    game = quartier.load("block_city")
    report = balance("block_city", ["random"], 4, seats=[3, 2], vary=["store_points=0"], workers=1)
    both = [balance("block_city", ["random"], 4, seats=n, vary=["store_points=0"], workers=1) for n in (2, 3)]
    assert report.findings == both[0].findings + both[1].findings
    assert report.seats == [2, 3]
    assert read_seats(game, "all") == list(range(2, game.seats[1] + 1))
    assert read_seats(game, "3,2") == [3, 2]
    assert read_seats(game, "") is None
    assert "--players 2,3" in page.html(report)
    for text, message in (("two", "Invalid number of players “two”"), ("2,99", "99")):
        with pytest.raises(BadOption, match=message):
            Experiment("block_city", ["random"], 4, seats=read_seats(game, text))


def test_an_experiment_knows_its_cost_before_it_runs() -> None:
    experiment = Experiment("block_city", BOTS, GAMES, vary=VARY, workers=1)
    assert experiment.total == 3 * 4 * GAMES
    assert experiment.seconds() > 0
    assert [duration(seconds) for seconds in (3, 90.0, 9000)] == [
        "less than a minute",
        "about 2 min",
        "about 2.5 hours",
    ]
    assert cost(1500, 600) == "1,500 games: about 10 min"


def test_each_question_has_one_chart_with_all_variants_and_seats() -> None:
    report = balance("block_city", BOTS, 4, seats=[2, 3], vary=["store_points=0:20:10"], workers=1)
    text = page.html(report)
    assert text.count("<figure>") == 8
    chart = text[text.index("<figure>") : text.index("</figure>")]
    assert chart.count("<circle") == 2 * 2 * 3
    labels = re.findall(r'text-anchor="middle"[^>]*>([^<]*)<', chart)
    assert labels == ["0", "base", "20", "store_points"]
    assert "greedy, 3 players" in chart


def test_without_variants_there_is_nothing_to_compare() -> None:
    assert "<figure>" not in page.html(balance("block_city", ["random"], 2, workers=1))


class Loads(HTMLParser):
    """What a page asks for from elsewhere, and scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.base_report: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        loaded = {"src", "href", "srcset", "data"} & {name for name, _ in attributes}
        if tag in {"script", "link", "iframe", "object"} or loaded:
            self.base_report.append(tag)


@pytest.mark.parametrize(("lang", "expected"), [("en", "balance report"), ("de", "Balance-Bericht")])
def test_the_page_needs_nothing_else(base_report: Balance, lang: str, expected: str) -> None:
    with quartier.language(lang):
        text = page.html(base_report)
    loads = Loads()
    loads.feed(text)
    assert loads.base_report == []
    assert "url(" not in text
    assert expected in text
    assert f'<html lang="{lang}">' in text
    assert "prefers-color-scheme:dark" in text
    assert "--vary store_points=0 --vary surrounding=lowest --board Hafenzeile" in text


def test_on_another_board_the_page_names_no_command() -> None:
    """None plays the base on one: that is for Python alone."""
    text = page.html(balance("block_city", ["random"], 2, board="Hafenzeile"))
    assert "Board: Hafenzeile." in text
    assert "<code>quartier" not in text
