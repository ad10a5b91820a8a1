"""Gridlock tables for tests: the test decides every draw, then lays roads, cars and cones straight into the position."""

from typing import Any

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.games.gridlock.rules import tiles, turn
from quartier.games.gridlock.rules.board import SPACES
from quartier.games.gridlock.rules.spaces import add, mark_zones
from quartier.games.gridlock.rules.state import TURNING
from quartier.games.gridlock.text.labels import kinds_of

NAME = "gridlock"
STARTS = ("Harvard", "Aquarium", "MIT", "Fenway Park")
GOALS = (
    "Museum of Fine Arts", "Copley Square", "Symphony Hall", "Museum of Science",
    "Boston Garden", "Theater District", "Faneuil Hall", "North End",
)  # fmt: skip


def dealt(
    seats: int = 2,
    starts: tuple[str, ...] = STARTS,
    goals: dict[int, tuple[str, ...]] | None = None,
    hands: dict[int, tuple[str, str]] | None = None,
    first: int = 0,
    **options: Any,
) -> State:
    """A game before the first round. Without other wishes everybody holds two wide bends and the same destinations."""
    state = load_compiled(NAME).new(seats, chance="manual", **options)
    for seat in range(seats):
        state.play("*", f"start {starts[seat]}")
    for seat in range(seats):
        for name in (goals or {}).get(seat, GOALS)[: state.options["cards"] - 1]:
            state.play("*", f"goal {name}")
    for seat in range(seats):
        for name in (hands or {}).get(seat, ("5", "5")):
            state.play("*", f"tile {name}")
    state.play("*", f"first {first}")
    return state


def table(
    roads: dict[str, tuple[str, int]] | None = None,
    cars: dict[int, str] | None = None,
    cones: tuple[str, ...] = (),
    **wishes: Any,
) -> State:
    """A game after the first round, with roads `{"4,7": ("13", 26)}`, cars `{0: "4,7"}` and cones."""
    state = dealt(**wishes)
    s = state.open_record()
    s.phase, s.opening = TURNING, 0
    for key, (name, mask) in (roads or {}).items():
        lay(s, space(state, key), name, mask)
    for seat, key in (cars or {}).items():
        s.car[seat] = space(state, key)
    for key in cones:
        add(s.cone, space(state, key))
    mark_zones(s)
    state.past.clear()
    return state


def lay(s: Any, where: int, name: str, mask: int) -> None:
    """A tile from the pile lies on a space."""
    kind = tiles.NAMES.index(name)
    face = next(f for f in range(tiles.FACES) if tiles.FACE_KIND[f] == kind and tiles.FACE_MASK[f] == mask)
    hand, held_tile = [s.hand[0, 0], s.hand[0, 1]], s.held[0]
    s.pile[kind] -= 1
    s.stock -= 1
    turn.lay(s, 0, face, where)
    s.hand[0, 0], s.hand[0, 1] = hand
    s.held[0] = held_tile


def space(state: State, space_name: str) -> int:
    """The number of a space."""
    return state.read(f"stop {space_name}") % SPACES


def stops(state: State, seat: int = 0) -> set[str]:
    """The spaces where a leg of the seat can end."""
    return {move.removeprefix("stop ") for move in state.moves(seat) if move.startswith("stop ")}


def verbs(state: State, seat: int = 0) -> set[str]:
    """The kinds of moves that a seat has."""
    return {move.split()[0] for move in state.moves(seat)}


def hand(state: State, seat: int) -> list[str]:
    """The tiles in a hand."""
    return [tiles.NAMES[kind] for kind in kinds_of(state.open_record(), seat)]


def refusal(state: State, seat: int, move: str) -> str:
    """The rule that forbids a move."""
    violation = state.refusal(seat, state.read(move))
    assert violation is not None, move
    assert violation.text("en") != violation.text("de")
    return violation.rule


def play(state: State, *moves: str) -> State:
    """Play moves by the seat in turn; tiles are drawn as the pile has them, the lowest kind first."""
    for move in moves:
        (actor,) = state.to_act()
        state.play(actor, move)
        while state.to_act() == {"*"}:
            state.play("*", min(state.chances(), key=lambda text: state.read(text)))
    return state
