"""Numbers of the rules that may be varied: data of a game, kept with it, refused with a sentence, and no rule minds them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import quartier
from quartier.conformance.games import load_interpreted
from quartier.conformance.positions import some_actions, step
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.text.errors import BadOption, IllegalMove
from quartier.games.registry import OURS

VARIED = [name for name in OURS if quartier.load(name).spec.parameters]
ENDS = [
    pytest.param(title, name, value, id=f"{title} {name}={value}")
    for title in VARIED
    for name, parameter in quartier.load(title).spec.parameters.items()
    for value in (parameter.least, parameter.most)
    if value != parameter.default
]


@pytest.mark.parametrize("title", VARIED)
def test_what_is_not_varied_is_as_the_rules_say(title: str) -> None:
    game = quartier.load(title)
    usual = {name: parameter.default for name, parameter in game.spec.parameters.items()}
    plain, explicit = (game.new(seed=5, **options) for options in ({}, usual))
    assert plain == explicit
    assert plain.record() == explicit.record()
    assert not set(usual) & set(game.options)


@pytest.mark.parametrize(("title", "name", "value"), ENDS)
def test_games_with_other_numbers_end_and_agree(title: str, name: str, value: int) -> None:
    """By the interpreted rules, which the conformance suite holds against the compiled ones."""
    game = load_interpreted(title)
    state = game.new(chance="manual", **{**game.ending, name: value})
    dice, looked = Dice(7), 0
    while not state.over:
        if state.seats_to_act() and looked < 3:
            looked += 1
            legal_and_forbidden_agree(state)
        step(state, dice)
        assert len(state.past) <= game.max_events
    again = quartier.replay(state.record())
    assert again == state
    assert again.options[name] == value
    assert quartier.from_bytes(bytes(state)).options == state.options


def legal_and_forbidden_agree(state: quartier.State) -> None:
    """What is listed is not forbidden, and nothing else is allowed."""
    for seat in state.seats_to_act():
        legal = set(state.legal(seat))
        for action in some_actions(state.game, Random(3)):
            assert (state.refusal(seat, action) is None) == (action in legal)
    assert state.legal(CHANCE) == []


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (
            {"store_points": 31},
            r"“store_points” must be a whole number from 0 to 30, not “31”. The rulebook’s value is 10",
        ),
        ({"store_points": True}, r"“store_points” must be .*, not “True”"),
        ({"store_points": "10"}, r"“store_points” must be .*, not “10”"),
        ({"stor_points": 5}, r"no option “stor_points”. Did you mean store_points\?"),
    ],
)
def test_a_bad_number_is_refused(setup: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        quartier.load("block_city").new(**setup)


def test_a_record_says_what_was_varied_and_is_refused_where_it_cannot_be() -> None:
    state = quartier.load("block_city").new(seats=2, seed=1, store_points=15)
    record = state.record()
    assert '[Options "store_points=15"]' in record
    with pytest.raises(quartier.BadRecord, match=r"Line 3: Parameter “store_points” must be .*, not “99”"):
        quartier.replay(record.replace("=15", "=99"))


def test_points_in_words_are_those_that_are_played() -> None:
    state = quartier.load("block_city").new(store_points=15, park_3=20, miss_points=4)
    text = " ".join(category.sentence for category in state.seen_by(None, "en").categories())
    assert "15 points for each department store" in text
    assert "2, 6, 20, 22" in text
    assert "Each miss costs 4 points" in text


def test_a_miss_is_drawn_and_explained_with_what_it_costs() -> None:
    state = quartier.load("block_city").new(seats=1, seed=4, miss_points=4, park_1=7, store_points=3)
    while not any(move.startswith("X") for move in state.moves(0)):
        state.play(0, min(state.moves(0)))
    missing = next(move for move in state.moves(0) if move.startswith("X"))
    building = f"building-{missing.partition('@')[2]}"
    assert state.seen_by(0, "en").tooltip("building-P01").sentence.count("One park scores 7 points") == 1
    state.play(0, missing)
    view = state.seen_by(0, "en")
    assert "−4" in view.parts()["board"]
    assert "−2" not in view.parts()["board"]
    assert view.tooltip(building).sentence.startswith("Costs 4 points")


def test_hints_know_the_points_of_parks() -> None:
    """An empty city promises nothing by its parks where they bring nothing."""
    game = quartier.load("block_city")
    usual, none = (
        game.new(seats=1, seed=4, **{f"park_{size}": points for size in range(1, 11)} if points == 0 else {})
        for points in (None, 0)
    )
    worth = [game.kernels.evaluate_at(state.array, 0) for state in (usual, none)]
    assert worth[0] > worth[1]


def test_neue_heimat_follows_its_numbers() -> None:
    game = quartier.load("neue_heimat")
    varied = {"cheques": 7, "limit": 2, "shown": 5, "blanks": 0, "box_points": 3, "rows_to_end": 1}
    state = game.new(seats=2, seed=3, **varied)
    assert sum(event.move.startswith("cube") for event in state.events) == 5
    seat = min(state.seats_to_act())
    state.play(seat, "box")
    assert state.scores()[seat] == 3
    view = state.view(seat)
    assert [row["limit"] for row in view["rows"].values()] == [2, 2, 2]
    assert (
        "Each million in your slush fund is worth 3 points."
        in state.seen_by(None, "en").categories()[1].sentence
    )
    with pytest.raises(BadOption, match="lay out 24 cubes"):
        game.new(board=game.laboratory[0], shown=24)


@pytest.mark.rules("NH-12")
def test_nobody_bids_less_than_the_least_bid() -> None:
    state = quartier.load("neue_heimat").new(seats=3, seed=3, least_bid=4)
    state.play(min(state.seats_to_act()), "offer 1L")
    first = min(state.seats_to_act())
    assert sorted(state.moves(first)) == sorted([*(f"bid {amount}" for amount in range(4, 13)), "pass"])
    with pytest.raises(IllegalMove, match="below the minimum bid"):
        state.play(first, "bid 3")
    touches = {id for choice in state.seen_by(first, "en").choices() for path in choice.paths for id in path}
    assert "number-bid-4" in touches
    assert "number-bid-3" not in touches
    state.play(first, "bid 4")
    assert "bid 5" in state.moves(min(state.seats_to_act()))


@pytest.mark.rules("NH-21", "NH-29")
@pytest.mark.parametrize("factor", [0, 2, 5])
def test_the_mayor_multiplies_by_his_factor(factor: int) -> None:
    """In points, in the picture and in words."""
    state = quartier.load("neue_heimat").new(seats=2, seed=1, mayor_factor=factor)
    for seat, move in ((0, "offer 1L"), (1, "pass"), (0, "put B1"), (1, "offer mayor"), (0, "pass")):
        state.play(seat, move)
    score = state.scores()[0]
    assert score < 0
    state.play(1, "put B")
    assert state.scores() == [factor * score, 0]
    view = state.seen_by(0, "en")
    assert f"×{factor}" in view.parts()["board"]
    assert f"in the mayor’s row they count {factor} times" in view.categories()[0].sentence
    assert (view.tooltip("street-B").now or "").endswith(f"The mayor makes it count {factor} times.")


def test_city_blocks_is_played_with_other_tiles() -> None:
    """Each copy is a tile by itself: drawn, seen, placed and kept in the record."""
    state = quartier.load("city_blocks").new(seed=4, courthouses=0, malls=3, house_1=2, schools=1)
    random, tiles = Random(3), [list[str](), list[str]()]
    while not state.over:
        seat = min(state.seats_to_act())
        assert state.seen_by(1 - seat, "en").parts()["board"]
        move = random.choice(state.moves(seat))
        tiles[seat].append(move[:2])
        state.play(seat, move)
    assert {"CH"}.isdisjoint(tiles[0] + tiles[1])
    assert 1 < max(own.count("MA") for own in tiles) <= 3
    assert quartier.replay(state.record()) == state


def test_in_city_blocks_a_player_without_tiles_misses_turns_and_the_game_still_ends() -> None:
    game = quartier.load("city_blocks")
    few = {"house_1": 0, "house_2": 0, "store_2": 0, "store_3": 0, "factory_3": 0}
    state, random = game.new(seed=4, **few), Random(1)
    turns = [0, 0]
    while not state.over:
        seat = min(state.seats_to_act())
        rebuilds = [move for move in state.moves(seat) if "x" in move]
        turns[seat] += 1
        state.play(seat, random.choice(rebuilds or state.moves(seat)))
    assert sum(turns) >= 30
    assert state.view(None)["blocks"]
    with pytest.raises(BadOption, match=r"a player has 14\. There must be at least 15"):
        game.new(**few, store_4=0)


def test_metromania_counts_stations_by_its_number() -> None:
    game, random = quartier.load("metromania"), Random(6)
    usual, triple = (game.new(seed=9, seats=3, station_points=points) for points in (1, 3))
    while not any(usual.scores()):
        seat = min(usual.seats_to_act())
        move = random.choice([move for move in usual.moves(seat) if move != "none"])
        for state in (usual, triple):
            state.play(seat, move)
    assert triple.scores() == [3 * score for score in usual.scores()]
    assert "3 points for every destination" in triple.seen_by(None, "en").categories()[0].sentence
