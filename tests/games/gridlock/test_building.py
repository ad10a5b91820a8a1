"""GL-9 to GL-15: building turns, cones and zones, the hand and the pile."""

import pytest

from quartier import State
from quartier.games.gridlock.rules.board import NEIGHBOURS
from quartier.games.gridlock.rules.spaces import within
from quartier.games.gridlock.rules.tiles import KINDS
from tests.games.gridlock.table import hand, play, refusal, space, stops, table, verbs


@pytest.mark.rules("GL-9")
def test_a_turn_builds_or_drives() -> None:
    state = table({"1,4": ("63", 63)}, hands={0: ("13", "5")})
    assert verbs(state) == {"lay", "remove", "cone", "stop", "end"}
    built = play(state.copy(), "lay 13@4,7=26")
    assert built.to_act() == {0}
    assert verbs(built) == {"lay", "turn", "remove", "cone", "end"}
    assert refusal(built, 0, "stop 1,4") == "GL-9"
    driven = play(state.copy(), "stop 1,4")
    assert verbs(driven) == {"stop", "end"}
    assert refusal(driven, 0, "lay 13@4,7=26") == "GL-9"
    assert refusal(state, 1, "end") == "GL-9"


@pytest.mark.rules("GL-9")
def test_four_actions_end_a_building_turn_and_a_pass_is_legal() -> None:
    state = play(table({"4,7": ("13", 26)}), "turn 4,7=13", "turn 4,7=26", "turn 4,7=13")
    assert state.to_act() == {0}
    play(state, "turn 4,7=26")
    assert state.to_act() == {1}
    assert play(state.copy(), "end").to_act() == {0}
    assert state.seen_by(None, "en").log()[-1].text.startswith("Red rotates")


@pytest.mark.rules("GL-10")
def test_tiles_lie_on_empty_spaces_only_and_need_not_match() -> None:
    state = table({"1,4": ("9", 18)})
    assert "lay 5@1,2=10" in state.moves(0)
    for space_name in ("0,3", "0,7", "5,8", "5,16"):
        assert refusal(state, 0, f"lay 5@{space_name}=10") == "GL-10"
    assert refusal(state, 0, "lay 5@1,4=10") == "GL-10"
    assert refusal(state, 0, "lay 13@1,2=13") == "GL-15"


@pytest.mark.rules("GL-11")
def test_a_tile_is_turned_by_any_amount_also_under_a_car() -> None:
    state = table(
        {"4,7": ("13", 26), "4,9": ("63", 63), "4,11": ("9", 9), "4,13": ("21", 21)}, cars={1: "4,7"}
    )
    turns = {move for move in state.moves(0) if move.startswith("turn ")}
    assert turns == {
        *(f"turn 4,7={mask}" for mask in (13, 19, 38, 41, 52)),
        *("turn 4,11=18", "turn 4,11=36", "turn 4,13=42"),
    }
    assert refusal(state, 0, "turn 4,7=26") == "GL-11"
    assert refusal(state, 0, "turn 4,9=63") == "GL-11"
    assert refusal(state, 0, "turn 4,7=11") == "GL-11"
    assert refusal(state, 0, "turn 6,7=11") == "GL-11"


@pytest.mark.rules("GL-12")
def test_a_removed_tile_lies_open_on_the_discard_pile() -> None:
    state = table({"4,7": ("13", 26), "4,9": ("21o", 42)}, cars={1: "4,7"})
    assert refusal(state, 0, "remove 4,7") == "GL-12"
    assert refusal(state, 0, "remove 4,5") == "GL-12"
    play(state, "remove 4,9")
    assert state.view(None)["discard"] == {"21o": 1}
    assert "lay 5@4,9=5" in state.moves(0)


@pytest.mark.rules("GL-13")
def test_a_cone_stands_on_any_space() -> None:
    state = table({"4,7": ("13", 26)})
    cones = [move for move in state.moves(0) if move.startswith("cone ")]
    assert len(cones) == 88
    play(state, "cone 0,7", "cone 5,16")
    assert refusal(state, 0, "cone 4,7") == "GL-13"
    assert refusal(state, 0, "uncone 4,7") == "GL-13"
    assert state.view(None)["cones"] == ["0,7", "5,16"]
    play(state, "uncone 0,7")
    assert refusal(state, 0, "cone 5,16") == "GL-13"
    play(state, "cone 4,7")
    assert state.to_act() == {1}


@pytest.mark.rules("GL-14", "GL-17")
def test_a_zone_is_the_cone_and_its_neighbours() -> None:
    roads = {"4,7": ("13", 26), "4,9": ("13", 26), "4,11": ("13", 26), "3,6": ("13", 26)}
    state = table(roads, cones=("4,7", "5,16"))
    for space_name in ("4,7", "4,9", "3,6"):
        assert refusal(state, 0, f"turn {space_name}=13") == "GL-14"
        assert refusal(state, 0, f"remove {space_name}") == "GL-14"
    assert "turn 4,11=13" in state.moves(0)
    assert "lay 5@4,5=5" in state.moves(0)
    # Zones follow neighbours, not tunnels: the other tunnel's neighbours are free.
    s = state.open_record()
    zone = {i for i in range(88) if within(s.zone[0], s.zone[1], i)}
    numbers, expected = state.board.numbers, set()
    for space_name in ("4,7", "5,16"):
        here = space(state, space_name)
        expected |= {
            here,
            *(int(n) for n in numbers[NEIGHBOURS + here * 6 : NEIGHBOURS + here * 6 + 6] if n >= 0),
        }
    assert zone == expected
    assert space(state, "7,4") not in zone
    play(state, "uncone 4,7")
    assert "turn 4,9=13" in state.moves(0)


@pytest.mark.rules("GL-15")
def test_the_hand_is_refilled_at_the_end_of_every_turn() -> None:
    state = table(hands={0: ("13", "9")})
    state.play(0, "lay 13@4,7=26")
    state.play(0, "lay 9@4,9=9")
    assert verbs(state) == {"turn", "remove", "cone", "end"}
    state.play(0, "end")
    assert state.to_act() == {"*"}
    state.play("*", "tile 63o")
    state.play("*", "tile 3")
    assert sorted(hand(state, 0)) == ["3", "63o"]
    assert refusal(state, -1, "tile 3") == "GL-15"
    assert state.to_act() == {1}


def empty_pile(stock: int, discard: int) -> State:
    """A table whose pile has so many wide bends and whose discard pile so many straight roads, and nothing else."""
    state = table(hands={0: ("13", "11")})
    s = state.open_record()
    for kind in range(KINDS):
        s.pile[kind] = s.discard[kind] = 0
    s.pile[0], s.stock, s.discard[2] = stock, stock, discard
    return state


@pytest.mark.rules("GL-15")
def test_an_empty_pile_is_replaced_only_when_a_tile_is_due() -> None:
    state = empty_pile(2, 3)
    for move in ("lay 13@4,7=26", "lay 11@4,9=11", "end"):
        state.play(0, move)
    for _ in range(2):
        assert state.moves("*") == ["tile 5"]
        state.play("*", "tile 5")
    assert state.view(None)["pile_size"] == 0
    assert state.view(None)["discard"] == {"9": 3}
    state.play(1, "lay 5@4,11=5")
    before = len(state.past)
    state.play(1, "end")
    assert state.view(None)["discard"] == {}
    assert state.view(None)["pile_size"] == 3
    assert state.moves("*") == ["tile 9"]
    assert len(state.past) == before + 1, "shuffling is no event"


@pytest.mark.rules("GL-15")
def test_without_any_tiles_the_hand_stays_short_until_there_are_some() -> None:
    state = empty_pile(1, 0)
    for move in ("lay 13@4,7=26", "lay 11@4,9=11", "end"):
        state.play(0, move)
    state.play("*", "tile 5")
    assert state.to_act() == {1}
    assert state.view(None)["hand_sizes"] == [1, 2]
    state.play(1, "remove 4,9")
    state.play(1, "end")
    assert state.to_act() == {0}, "the other's hand is filled at the end of its owner's turn only"
    state.play(0, "end")
    assert state.moves("*") == ["tile 11"]
    state.play("*", "tile 11")
    assert state.view(None)["hand_sizes"] == [2, 2]


@pytest.mark.rules("GL-14", "GL-18")
def test_removing_a_tile_cuts_a_road() -> None:
    state = table({"1,4": ("63", 63), "1,6": ("63", 63)})
    assert stops(state) == {"1,4", "1,6"}
    play(state, "remove 1,4", "end", "end")
    assert stops(state) == set()
