"""GL-1 to GL-5: the city, its destinations, the tiles, and what is refused as a city."""

import copy
import re
from collections import Counter
from typing import Any

import pytest

import quartier
from quartier import QuartierError
from quartier.conformance.games import load_compiled
from quartier.core.text.languages import translator
from quartier.games.gridlock.rules import tiles
from quartier.games.gridlock.rules.board import DIRECTIONS, NEIGHBOURS, NONE, SIZE
from quartier.games.gridlock.rules.tiles import SIDES
from quartier.games.gridlock.text.labels import space_name
from tests.games.gridlock.table import table

GAME = load_compiled("gridlock")
BOSTON = GAME.new(chance="manual").board


def space_named(name: str) -> str:
    return next(
        f"{space['col']},{space['h']}" for space in BOSTON.data["spaces"] if space.get("name") == name
    )


def around(name: str) -> list[str]:
    """The neighbours of a space."""
    names = [f"{space['col']},{space['h']}" for space in BOSTON.data["spaces"]]
    first = NEIGHBOURS + names.index(name) * 6
    return [names[i] for i in BOSTON.numbers[first : first + 6] if i != NONE]


@pytest.mark.rules("GL-1", "GL-2")
def test_the_city_has_its_spaces_and_neighbours() -> None:
    spaces = BOSTON.data["spaces"]
    assert Counter(space["kind"] for space in spaces) == {
        "empty": 67, "destination": 12, "river": 4, "park": 3, "tunnel": 2,
    }  # fmt: skip
    assert BOSTON.numbers[SIZE] == 88
    assert all((space["col"] + space["h"]) % 2 == 1 for space in spaces)
    near = BOSTON.numbers[NEIGHBOURS : NEIGHBOURS + 88 * 6]
    assert (near != NONE).sum() == 2 * 229
    names = Counter(space.get("name") for space in spaces if space["kind"] in ("river", "park"))
    assert names == {"Charles River": 4, "Boston Common": 2, "Public Garden": 1}
    goals = {space_named(space["name"]) for space in spaces if space["kind"] == "destination"}
    assert len(goals) == 12
    assert not any(set(around(goal)) & goals for goal in goals)
    assert "4,3" in around(space_named("Museum of Science"))
    assert "6,1" in around(space_named("Boston Garden"))


@pytest.mark.rules("GL-3")
def test_the_tunnels_have_two_exits() -> None:
    s = GAME.new(chance="manual").open_record()
    exits = [s.exits[space] for space in range(88) if s.terrain[space] == 4]
    assert exits == [1 | 32, 1 | 32]


@pytest.mark.rules("GL-4")
def test_there_are_64_tiles_of_16_kinds() -> None:
    counts = dict(zip(tiles.NAMES, map(int, tiles.COUNTS), strict=True))
    assert counts == {
        "5": 8, "3": 4, "9": 6, "31": 4, "21": 4, "13": 6, "11": 6, "7": 4, "27": 6, "15": 4, "23": 4, "63": 2,
        "1o": 1, "21o": 2, "27o": 2, "63o": 1,
    }  # fmt: skip
    assert sum(counts.values()) == tiles.TILES == 64
    for name, mask in zip(tiles.NAMES, tiles.MASKS, strict=True):
        turned = [int(mask) * 2**step % 63 or 63 for step in range(6)] if mask != 63 else [63]
        assert int(mask) == min(turned)
        assert tiles.rotations(int(mask)) == sorted(set(turned)), name
    assert 41 not in tiles.rotations(11), "a mirrored tile is another kind"


@pytest.mark.rules("GL-4")
def test_a_rotary_plays_like_any_tile() -> None:
    plain = table({"1,4": ("21", 42)}, hands={0: ("21", "21o")})
    moves = plain.moves(0)
    assert {move[9:] for move in moves if move.startswith("lay 21@")} == {
        move[10:] for move in moves if move.startswith("lay 21o@")
    }
    assert "lay 21o@4,7=21" in moves
    assert "lay 21o@4,7=42" in moves
    with pytest.raises(quartier.IllegalMove):
        plain.read("lay 21o@4,7=42o")


@pytest.mark.rules("GL-5")
def test_cars_have_colours() -> None:
    def colours(seats: int, **options: Any) -> list[str]:
        return GAME.new(seats, chance="manual", **options).view(None)["colours"]

    assert colours(4) == ["red", "green", "blue", "yellow"]
    assert colours(2, colours="by") == ["blue", "yellow"]
    assert colours(4, colours="by") == ["blue", "yellow", "red", "green"]
    assert colours(3, colours="ygbr") == ["yellow", "green", "blue"]
    state = GAME.new(2, seed=1, colours="by")
    assert state.seen_by(None, "en").log()[0].text.startswith("Blue draws")
    with pytest.raises(QuartierError):
        GAME.new(2, colours="bb")


def change_city(change: Any) -> dict[str, Any]:
    data = copy.deepcopy(BOSTON.data)
    data["name"] = "Broken"
    change({f"{space['col']},{space['h']}": space for space in data["spaces"]}, data["spaces"])
    return data


BROKEN = {
    "4,7": [
        lambda by, spaces: spaces.append(dict(by["4,7"])),
        lambda by, spaces: by["4,7"].update(kind="swamp"),
        lambda by, spaces: by["4,7"].update(exits=["N"]),
        lambda by, spaces: by["4,7"].update(kind="destination"),
        lambda by, spaces: by["4,7"].update(kind="destination", name="MIT"),
        lambda by, spaces: by["4,7"].update(kind="destination", name="A # B"),
        lambda by, spaces: by["4,7"].update(kind="tunnel"),
        lambda by, spaces: by["4,7"].update(kind="tunnel", exits=[]),
        lambda by, spaces: by["4,7"].update(kind="tunnel", exits=["N", "E"]),
    ],
    "4,8": [lambda by, spaces: by["4,7"].update(h=8)],
}


@pytest.mark.rules("GL-1", "GL-2", "GL-3")
@pytest.mark.parametrize(("space", "change"), [(p, c) for p, change in BROKEN.items() for c in change])
def test_a_broken_city_names_the_space(space: str, change: Any) -> None:
    with pytest.raises(QuartierError) as refused:
        GAME.new(board=change_city(change))
    for lang in ("en", "de"):
        assert space in refused.value.text(lang)
    assert refused.value.text("en") != refused.value.text("de")


@pytest.mark.rules("GL-1")
@pytest.mark.parametrize("spaces", [None, [], ["x"], [{"col": 1}], [{"col": 1.5, "h": 0, "kind": "empty"}]])
def test_a_city_needs_spaces(spaces: object) -> None:
    with pytest.raises(QuartierError):
        GAME.new(board={"name": "Broken", "spaces": spaces})


@pytest.mark.rules("GL-1")
def test_a_city_needs_destinations_for_all_cards_and_players() -> None:
    few = change_city(lambda by, spaces: [space.update(kind="park") for space in spaces if space.get("name", "M")[0] == "M"
                                      and space["kind"] == "destination"])  # fmt: skip
    few["spaces"] = [
        space for space in few["spaces"] if space.get("name") not in ("Harvard", "Aquarium", "North End")
    ]
    assert GAME.new(board=few, cards=6, seed=1).board.name == "Broken"
    with pytest.raises(QuartierError) as refused:
        GAME.new(board=few, cards=7)
    assert "6" in refused.value.text("en")
    assert "7" in refused.value.text("de")
    tiny = {
        "name": "Tiny",
        "spaces": [{"col": 0, "h": 2 * i, "kind": "destination", "name": f"D{i}"} for i in range(3)],
    }
    with pytest.raises(QuartierError):
        GAME.new(4, board=tiny, cards=4)


def small(**other: Any) -> dict[str, Any]:
    """The city of the laboratory with other figures."""
    return {**GAME.spec.boards.get("three").data, "name": "Small", **other}


@pytest.mark.rules("GL-1", "GL-4")
def test_a_small_city_says_of_what_there_is_less() -> None:
    s = GAME.new(2, seed=1, board=small(turns=3), turn_limit=5).open_record()
    assert (s.builds, s.stops, s.cones, s.cards, s.limit, s.stock) == (1, 1, 0, 2, 3, 0)
    assert sum(s.pool) == 4
    s = GAME.new(2, seed=1, board=small(turns=30), turn_limit=5, builds=2).open_record()
    assert (s.builds, s.limit) == (2, 5)


@pytest.mark.rules("GL-1", "GL-4")
@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"tiles": {"22": 4}}, "Kinds: 5, 3, 9"),
        ({"tiles": {"21": 9}}, "0 to 8"),
        ({"tiles": dict.fromkeys(tiles.NAMES, 5)}, "at most 64"),
        ({"tiles": {"21": 3}}, "3 road tiles. 2 players need 4"),
        ({"builds": 5}, "“builds” must be a whole number from 1 to 4, not 5"),
        ({"turns": 0}, "“turns” must be a whole number from 1 to 200, not 0"),
        (
            {"spaces": small()["spaces"][:2] + small()["spaces"][3:]},
            "2 players need 2 empty spaces for their first tiles. Small has 1",
        ),
    ],
)
def test_what_a_small_city_cannot_be_is_refused(other: dict[str, Any], message: str) -> None:
    with pytest.raises(QuartierError, match=re.escape(message)) as refused:
        GAME.new(2, board=small(**other))
    assert refused.value.text("de") != refused.value.text("en")


@pytest.mark.rules("GL-1")
def test_another_city_is_played() -> None:
    state = GAME.new(3, seed=3, board="Lindenford", turn_limit=5)
    while not state.over:
        (seat,) = state.to_act()
        state.play(seat, state.moves(seat)[-1])
    assert quartier.replay(state.record()) == state
    assert '[Board "Lindenford"]' in state.record()
    assert "Observatory" in state.svg(0, "en")
    assert len(DIRECTIONS) == SIDES


@pytest.mark.parametrize("name", ["Boston", "Lindenford"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_space_has_a_name_of_its_own(name: str, lang: str) -> None:
    game = quartier.load("gridlock")
    board, t = game.spec.boards.get(name), translator(lang, game.spec.folder)
    spaces = range(len(board.data["spaces"]))
    names = {space_name(board, space, t) for space in spaces}
    assert len(names) == len(spaces)
    assert not any(re.search(r"\d,\d", name) for name in names)
