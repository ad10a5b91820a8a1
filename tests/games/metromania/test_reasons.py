"""What a hint says of a line that comes near destinations."""

from __future__ import annotations

import re

from quartier import Dice
from quartier.conformance.games import load_compiled
from quartier.core.text.languages import translator
from quartier.games.metromania.bots.evaluation import look_ahead
from quartier.games.metromania.rules.counters import laid_line
from quartier.games.metromania.rules.dealing import OF_TYPE
from quartier.games.metromania.rules.geometry import CORNERS, TRIANGLES, VERTEX_COORDINATES
from quartier.games.metromania.rules.lines import tip
from quartier.games.metromania.rules.moves import DIG, STATION, dig_line
from quartier.games.metromania.rules.state import NONE, TYPES, Record
from quartier.games.metromania.text.effects import NEARBY_STEPS, explain
from quartier.games.metromania.text.notation import letter_name, markers_of


def _steps(one: int, other: int) -> int:
    """The straight distance between two vertices: no line gets there with fewer tunnels."""
    q, r = (a - b for a, b in zip(VERTEX_COORDINATES[one], VERTEX_COORDINATES[other], strict=True))
    return max(abs(q), abs(r), abs(q + r))


def _within(s: Record, seat: int, vertex: int, steps: int) -> int:
    """How many free destinations for markers in hand have a corner in a straight distance of a vertex."""
    kinds = [kind for kind in range(TYPES) if s.hand[seat] & OF_TYPE[kind]]
    return sum(
        s.kind[triangle] in kinds
        and s.counter[triangle] == NONE
        and min(_steps(vertex, int(corner)) for corner in CORNERS[triangle]) <= steps
        for triangle in range(TRIANGLES)
    )


def test_a_hint_counts_the_destinations_that_a_line_comes_near() -> None:
    """MM-13: no line is shorter than the straight one, and what it touches is near."""
    t, counts = translator("en", "metromania"), set[int]()
    for seed in range(3):
        state = load_compiled("metromania").new(2, seed=seed)
        while "*" in state.to_act():
            state.draw(Dice(seed))
        seat = min(state.seats_to_act())
        view = state.concealed(seat)
        for action in filter(lambda action: action < DIG, view.legal(seat)):
            after = view.copy()
            after.game.kernels.play_at(after.array, seat, action)
            s = after.open_record()
            line = next(line for line in (2 * seat, 2 * seat + 1) if s.length[line])
            sentence = explain(view.open_record(), s, seat, action, "distances", t)
            count = int((re.findall(r"Within \d tunnels: (\d+) destination", sentence) or [0])[0])
            vertex = int(tip(s, line))
            assert _within(s, seat, vertex, 0) <= count <= _within(s, seat, vertex, NEARBY_STEPS)
            counts.add(count)
    assert len(counts) > 3


def test_a_hint_says_how_near_a_tunnel_comes_to_a_destination_and_for_which_markers() -> None:
    """MM-13: where the number of near destinations stays the same, the nearest one is the reason."""
    t, dice, letters = translator("en", "metromania"), Dice(2), set[str]()
    state = load_compiled("metromania").new(2, seed=2)
    for _ in range(40):
        while "*" in state.to_act():
            state.draw(dice)
        seat = min(state.seats_to_act())
        view = state.concealed(seat)
        moves = view.legal(seat)
        for action in filter(lambda action: DIG <= action < STATION, moves):
            after = view.copy()
            after.game.kernels.play_at(after.array, seat, action)
            s = after.open_record()
            sentence = explain(view.open_record(), s, seat, action, "distances", t)
            match = re.fullmatch(r"(\d+) tunnels? to a destination for your marker ([A-F/]+)\.", sentence)
            if match:
                vertex = int(tip(s, dig_line(seat, action - DIG)))
                assert _within(s, seat, vertex, int(match[1])) >= 1
                assert set(match[2].split("/")) <= {
                    letter_name(s, marker) for marker in markers_of(s, s.hand[seat])
                }
                letters.add(match[2])
        state.play_action(seat, moves[len(moves) // 2])
    assert letters


def test_every_tunnel_has_a_reason_that_says_what_it_is_good_for() -> None:
    """MM-20, MM-28, MM-31: points at once, a marker, a trip, a destination, or the way to a black arrow."""
    t, dice = translator("en", "metromania"), Dice(4)
    state, reasons = load_compiled("metromania").new(2, seed=4), list[str]()
    for _ in range(30):
        while "*" in state.to_act():
            state.draw(dice)
        seat = min(state.seats_to_act())
        view = state.concealed(seat)
        moves = view.legal(seat)
        for action in filter(lambda action: action < STATION, moves[::3]):
            after = view.copy()
            after.game.kernels.play_at(after.array, seat, action)
            before, s = view.open_record(), after.open_record()
            line = laid_line(seat, action)
            groups = ("gained", "markers", "lines", "trips")
            reason = " ".join(filter(None, (explain(before, s, seat, action, group, t) for group in groups)))
            assert reason or not look_ahead(s, seat, line)[0], view.write(action)
            reasons.append(reason)
        state.play_action(seat, moves[len(moves) // 2])
    assert any(
        re.search(r"Places your [A-F], an end of trip [A-F]: left over, it costs 4 points", text)
        for text in reasons
    )
    assert any("to a black arrow: a finished line saves 3 points" in text for text in reasons)
    assert any(re.search("Reaches an end of trip", text) for text in reasons)
