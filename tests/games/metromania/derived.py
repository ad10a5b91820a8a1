"""The derived fields of a record of Metromania, found anew from what lies on the board."""

from typing import Any

from quartier.games.metromania.rules.geometry import AROUND, STEP, TRIANGLES, VERTICES


def derive(s: Any) -> None:
    """Write all derived fields that change in a game, `worth` and `barred` excepted."""
    for vertex in range(VERTICES):
        s.blank[vertex] = as_bits(is_free(s, int(t)) and s.kind[int(t)] < 0 for t in AROUND[vertex])
        s.goals[vertex] = as_bits(is_free(s, int(t)) and 0 <= s.kind[int(t)] < 3 for t in AROUND[vertex])
    lines = range(len(s.length))
    for line in lines:
        s.ahead[line] = ahead(s, line) if s.length[line] > 0 and s.end[line] < 0 else 0
    s.white_left = s.white & ~sum(1 << s.start[line] for line in lines if s.start[line] >= 0)
    s.black_left = s.black & ~sum(1 << s.end[line] for line in lines if s.end[line] >= 0)


def is_free(s: Any, triangle: int) -> bool:
    """Whether there is such a triangle without a counter."""
    return 0 <= triangle < TRIANGLES and s.counter[triangle] < 0


def ahead(s: Any, line: int) -> int:
    """The directions from the end of a line to vertices that it does not touch."""
    tip = s.vertex[line, s.length[line] - 1]
    return as_bits(end >= 0 and not s.lines[int(end)] >> line & 1 for end in STEP[tip])


def as_bits(flags: Any) -> int:
    """Flags as a set."""
    return sum(1 << i for i, flag in enumerate(flags) if flag)
