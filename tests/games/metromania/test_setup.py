"""City data, the deal and the first player (MM-1, MM-3, MM-4, MM-6 to MM-8, MM-33, MM-34)."""

import copy
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import quartier
from quartier import Dice, State
from quartier.core.game.boards import BadBoard
from quartier.games.metromania.rules.board import LETTER_NAMES
from quartier.games.metromania.rules.dealing import DEALABLE, marker_of, type_of
from quartier.games.metromania.rules.geometry import CORNERS
from quartier.games.metromania.rules.state import PLAIN
from tests.games.metromania import slow
from tests.games.metromania.network import SETUP, after_setup

DATA: dict[str, Any] = quartier.load("metromania").spec.boards.standard().data


def with_change(change: Any) -> dict[str, Any]:
    """The city data after a change."""
    data = copy.deepcopy(DATA)
    change(data)
    return data


# ----- the city -----


@pytest.mark.rules("MM-1", "MM-3")
def test_a_city_is_six_pieces_in_any_order_and_turn() -> None:
    state = quartier.load("metromania").new(chance="manual")
    for sector in range(6):
        assert state.moves("*") == sorted(set(SETUP) - set(SETUP[:sector]))
        state.play("*", SETUP[sector])
        assert state.chances() == {f"rotate {turn}": 1 for turn in range(3)}
        state.play("*", f"rotate {sector % 3}")
    counts = Counter(state.open_record().kind)
    assert [counts[kind] for kind in range(5)] == [6, 6, 6, 1, 1]
    assert counts[PLAIN] == 150 - 20
    for sector in range(6):
        kinds = Counter(state.open_record().kind[25 * sector + cell] for cell in range(25))
        assert [kinds[kind] for kind in range(3)] == [1, 1, 1]


@pytest.mark.rules("MM-1", "MM-3")
def test_pieces_lie_as_the_rulebook_turns_them() -> None:
    for seed in range(30):
        state = quartier.load("metromania").new(2, seed=seed)
        reference = slow.SlowGame(state)
        for actor, move in state.events:
            reference.play(actor, move, set(), 0)
        kinds = {
            frozenset(rules_points(triangle)): kind
            for triangle, kind in enumerate(state.open_record().kind)
            if kind >= 0
        }
        names = ("residential", "commercial", "entertainment", "lake", "park")
        assert {corners: names[kind] for corners, kind in kinds.items()} == reference.kinds


def rules_points(triangle: int) -> list[tuple[int, int]]:
    """The corners of a triangle as coordinates."""
    from quartier.games.metromania.rules.geometry import VERTEX_COORDINATES

    return [VERTEX_COORDINATES[int(v)] for v in CORNERS[triangle]]


@pytest.mark.rules("MM-3")
def test_no_special_triangles_of_a_piece_share_a_vertex_and_lake_and_park_are_apart() -> None:
    for piece, declared in DATA["pieces"].items():
        cells = dict(slow.piece_cells(0, 0))
        specials = [cells[tuple(cell)] for markers in declared.values() for cell in markers]
        assert all(not one & other for i, one in enumerate(specials) for other in specials[:i]), piece
    assert [piece for piece, declared in DATA["pieces"].items() if {"lake", "park"} & set(declared)] == [
        "P2",
        "P5",
    ]


@pytest.mark.rules("MM-4")
def test_every_city_edge_has_two_white_and_two_black_arrows() -> None:
    s = after_setup().open_record()
    for edge in range(6):
        colours = [
            "white" if s.white >> f & 1 else "black" if s.black >> f & 1 else None
            for f in range(5 * edge, 5 * edge + 5)
        ]
        assert colours == ["white", "black", None, "white", "black"]


# ----- other cities -----

BROKEN = {
    "P1": lambda d: d["pieces"].pop("P1"),
    "District P3 has no cell [2, 5]": lambda d: d["pieces"]["P3"].update(residential=[[2, 5]]),
    "District P3 has no cell [5, 0]": lambda d: d["pieces"]["P3"].update(residential=[[5, 0]]),
    "Cell [3, 0] of district P1 is both commercial and residential": lambda d: d["pieces"].update(
        P1={"commercial": [[3, 0]], "residential": [[3, 0]], "entertainment": [[4, 7]]}
    ),
    "District P6 has 0 commercial": lambda d: d["pieces"]["P6"].pop("commercial"),
    "District P4 has 2 residential": lambda d: d["pieces"]["P4"].update(residential=[[2, 0], [0, 0]]),
    "unknown type “zoo”": lambda d: d["pieces"]["P4"].update(zoo=[[0, 0]]),
    "one lake, but this one has 0": lambda d: d["pieces"]["P2"].pop("lake"),
    "one park, but this one has 2 (P1, P5)": lambda d: d["pieces"]["P1"].update(park=[[0, 0]]),
    "District P2 has both the lake and the park": lambda d: (
        d["pieces"]["P5"].pop("park"),
        d["pieces"]["P2"].update(park=[[0, 0]]),
    ),
    "District P2 needs a list": lambda d: d["pieces"].update(P2=[1]),
    "city’s 6 sides": lambda d: d["arrows"].pop(),
    "Side 2 of the city must have 5": lambda d: d["arrows"][2].pop(),
    "Frame triangle 1 on side 4 of the city": lambda d: d["arrows"][4].__setitem__(1, "grey"),
    "at least 4 black": lambda d: [
        edge.__setitem__(space, None) for edge in d["arrows"][:5] for space in (1, 4)
    ],
    "exactly these letters": lambda d: d["letters"].pop("F"),
    "Letter B": lambda d: d["letters"].update(B=["commercial", "commercial"]),
    "Letter C": lambda d: d["letters"].update(C=[["residential"], "commercial"]),
    "residential has 5": lambda d: d["letters"].update(B=["residential", "entertainment"]),
    "“trip” in “scoring”": lambda d: d["scoring"].update(trip="12"),
    "“unplaced_marker” in “scoring”": lambda d: d["scoring"].update(unplaced_marker=4),
    "“stations” in “supply”": lambda d: d["supply"].update(stations=0),
    "“tunnels_per_line” in “supply”": lambda d: d["supply"].update(tunnels_per_line=19),
    "“3” in “lines_done_to_end”": lambda d: d["lines_done_to_end"].pop("3"),
}


@pytest.mark.rules("MM-33")
@pytest.mark.parametrize("message", BROKEN)
def test_a_broken_city_is_named(message: str) -> None:
    with pytest.raises(BadBoard) as refused:
        quartier.load("metromania").new(board=with_change(BROKEN[message]))
    assert message in refused.value.text("en")
    assert refused.value.text("de") != refused.value.text("en")


@pytest.mark.rules("MM-4")
def test_more_players_need_more_arrows() -> None:
    game = quartier.load("metromania")
    assert game.new(2, board="four").seats == 2
    with pytest.raises(BadBoard, match="at least 6 white arrows"):
        game.new(3, board="four")


@pytest.mark.rules("MM-33")
def test_another_city_is_played_with_its_own_figures() -> None:
    def change(data: dict[str, Any]) -> None:
        data["name"] = "Box"
        data["scoring"].update(trip=20, minutes_per_change=1)
        data["supply"].update(stations=7, tunnels_per_line=12)
        data["letters"].update(A=["commercial", "entertainment"], B=["residential", "commercial"])

    state = quartier.load("metromania").new(2, seed=1, board=with_change(change))
    s = state.open_record()
    assert (s.trip_points, s.change, s.supply, s.tunnels) == (20, 1, 7, 12)
    assert '[Board "Box"]' in state.record()
    assert {hand[0] for hand in state.view(0)["markers"]} == {"AC", "AE"}


@pytest.mark.rules("MM-33")
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rulebook_shows_the_values_in_force(lang: str) -> None:
    rule = quartier.load("metromania").rule("MM-33", lang)
    rows = [line for line in rule.splitlines() if line.startswith("|")]
    values = [
        int(row.split("|")[2].replace("−", "-"))
        for row in rows
        if row.split("|")[2].strip().lstrip("−").isdigit()
    ]
    done = DATA["lines_done_to_end"]
    assert values == [*DATA["scoring"].values(), *DATA["supply"].values(), *done.values()]


# ----- markers -----


def legal_hand(markers: list[str], size: int) -> bool:
    """MM-7 in the words of the rulebook."""
    return len({m[0] for m in markers}) == size == len(markers) and {m[1] for m in markers} == {"R", "C", "E"}


@pytest.mark.rules("MM-6", "MM-7")
@pytest.mark.parametrize("seats", [3, 4])
def test_hands_have_every_type_and_different_letters(seats: int) -> None:
    for seed in range(150):
        state = quartier.load("metromania").new(seats, seed=seed)
        hands = state.view(None)["markers"]
        assert all(legal_hand(hand, 12 // seats) for hand in hands)
        dealt = Counter(marker for hand in hands for marker in hand)
        assert set(dealt.values()) == {1}
        assert sorted(dealt) == sorted(
            f"{a}{t[0].upper()}" for a, pair in DATA["letters"].items() for t in pair
        )


@pytest.mark.rules("MM-7")
@pytest.mark.parametrize("seats", [3, 4])
def test_a_marker_is_dealt_if_and_only_if_some_deal_goes_on_from_there(seats: int) -> None:
    size = 12 // seats
    everything = [f"{a}{t[0].upper()}" for a, pair in DATA["letters"].items() for t in pair]

    def possible(hands: tuple[tuple[str, ...], ...], hand: tuple[str, ...], rest: frozenset[str]) -> bool:
        """Search for any way to complete the deal."""
        if len(hand) == size:
            if not legal_hand(list(hand), size):
                return False
            return not rest or possible((*hands, hand), (), rest)
        lacking = {"R", "C", "E"} - {m[1] for m in hand}
        if len(lacking) > size - len(hand):
            return False
        fitting = sorted(m for m in rest if m[0] not in {other[0] for other in hand})
        return any(
            possible(hands, (*hand, m), rest - {m}) for m in fitting if not hand or m > hand[-1] or True
        )

    for seed in range(6):
        state, dice = quartier.load("metromania").new(seats, chance="manual"), Dice(seed)
        while not state.moves("*")[0].startswith("marker"):
            state.draw(dice)
        hands: list[list[str]] = [[] for _ in range(seats)]
        for number in range(12):
            hand = hands[number // size]
            rest = frozenset(set(everything) - {m for hand in hands for m in hand})
            # The last hands are the hard ones; the first draws are free.
            if number >= 12 - 2 * size:
                free = [m for m in rest if m[0] not in {other[0] for other in hand}]
                expected = {m for m in free if possible((), (*hand, m), rest - {m})}
                assert {move.split(" ", 1)[1].replace(" ", "") for move in state.moves("*")} == expected
            assert set(state.chances().values()) == {1}
            hand.append(state.draw(dice).move.split(" ", 1)[1].replace(" ", ""))


@pytest.mark.rules("MM-7")
def test_two_players_take_a_side_of_the_trip_list_each() -> None:
    first = [f"{letter}{pair[0][0].upper()}" for letter, pair in DATA["letters"].items()]
    second = [f"{letter}{pair[1][0].upper()}" for letter, pair in DATA["letters"].items()]
    for side in range(2):
        state = quartier.load("metromania").new(2, chance="manual")
        for piece in SETUP:
            state.play("*", piece)
            state.play("*", "rotate 0")
        assert state.moves("*") == ["side 0", "side 1"]
        state.play("*", f"side {side}")
        hands = [sorted(hand) for hand in state.view(None)["markers"]]
        assert hands == ([sorted(first), sorted(second)] if side == 0 else [sorted(second), sorted(first)])


@pytest.mark.rules("MM-6")
def test_twelve_markers_of_six_letters_and_two_types_each() -> None:
    assert DEALABLE[0, 0b111111111111] == DEALABLE[1, 0b111111111111] == 1
    assert Counter(type_of(marker) for marker in range(12)) == {0: 4, 1: 4, 2: 4}
    s = after_setup().open_record()
    for letter, pair in DATA["letters"].items():
        number = LETTER_NAMES.index(letter)
        kinds = {type_of(marker_of(s, number, kind)) for kind in range(3) if marker_of(s, number, kind) >= 0}
        assert kinds == {("residential", "commercial", "entertainment").index(name) for name in pair}


# ----- the first player -----


@pytest.mark.rules("MM-8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_player_starts_and_turns_go_clockwise(seats: int) -> None:
    for first in range(seats):
        state = after_setup(seats).at(len(after_setup(seats).past) - 1)
        assert state.chances() == {f"first {seat}": 1 for seat in range(seats)}
        state.play("*", f"first {first}")
        turns = []
        for _ in range(seats + 1):
            seat = min(state.to_act())
            turns.append(seat)
            play_turn(state)
        assert turns == [(first + i) % seats for i in range(seats + 1)]


def play_turn(state: State) -> None:
    """Play first moves until somebody else is in turn."""
    seat = min(state.to_act())
    while state.to_act() == {seat}:
        state.play(seat, state.moves(seat)[0])


@pytest.mark.rules("MM-34")
def test_everything_is_open() -> None:
    for seed in range(3):
        state = quartier.load("metromania").new(3, seed=seed)
        assert all(state.observes_draw(seat) for seat in (None, 0, 1, 2))
        assert all(state.concealed(seat).to_bytes() == state.to_bytes() for seat in (None, 0, 1, 2))
        assert state.view(0) | {"concealed": None} == state.view(None) | {"concealed": None}
        assert state.determinize(1, Dice(1)).to_bytes() == state.to_bytes()


def test_all_orders_of_pieces_can_come() -> None:
    pieces = {tuple(quartier.load("metromania").new(2, seed=seed).open_record().piece) for seed in range(60)}
    assert len(pieces) > 50
    assert pieces <= set(permutations(range(6)))
