"""The end of a line: where it may be finished, and whether that is still possible (MM-20, MM-21, MM-26, MM-27)."""

from typing import Any

import numpy as np

from quartier.core.engine.bits import lowest, scratch

from .digging import can_dig_with, lay, may_bend, passable, reach_markers
from .geometry import CITY_EDGES, DIRECTIONS, EXIT, FRAME_END, FRAMES, INWARD, STEP, TRIANGLES, VERTICES
from .lines import FAR_FRAMES, build, growing, has_begun, is_finished, left_behind, start_edge, tip
from .state import NONE, Record


def _steps_to_rim(frames: int) -> list[int]:
    """Return by vertex the fewest steps to the rim beside any of a set of frame triangles."""
    rims = {int(vertex) for frame in range(FRAMES) if frames >> frame & 1 for vertex in FRAME_END[frame]}
    steps, fresh = dict.fromkeys(rims, 0), rims
    while fresh:
        fresh = {int(other) for vertex in fresh for other in STEP[vertex] if other >= 0} - set(steps)
        steps.update(dict.fromkeys(fresh, max(steps.values()) + 1))
    return [steps[vertex] for vertex in range(VERTICES)]


ANY_EDGE = CITY_EDGES
TO_RIM = np.array([_steps_to_rim(frames) for frames in (*FAR_FRAMES.tolist(), (1 << FRAMES) - 1)], np.int64)
"""(7, 91): by start edge, the fewest steps to where a line may end (MM-21); last row: to the rim at ANY_EDGE.
"""
WAYS = VERTICES * DIRECTIONS
"""Number of search states: a vertex, and the direction in which it was reached."""


def outward(frame: int, side: int) -> int:
    """Return the direction from the rim along a side of a frame triangle to its apex."""
    return int((INWARD[frame, side] + 3) % DIRECTIONS)


def on_rim(vertex: int) -> bool:
    """Return whether a vertex touches a frame triangle."""
    return bool(EXIT[vertex, 0] >= 0 or EXIT[vertex, 1] >= 0)


def exits(s: Record, vertex: int, heading: int, arrows: int) -> int:
    """MM-13, MM-20: return the arrows that a line can enter from a vertex."""
    result = 0
    for side in range(2):
        frame = EXIT[vertex, side]
        if frame >= 0 and arrows >> frame & 1 and may_bend(s, vertex, heading, outward(frame, side)):
            result |= 1 << frame
    return result


def open_ends(s: Record, line: int) -> int:
    """MM-20, MM-21: return the frame triangles on which a line may be finished now."""
    if not growing(s, line) or not on_rim(tip(s, line)):
        return 0
    arrows, far = s.black_left, FAR_FRAMES[start_edge(s, line)]
    result = exits(s, tip(s, line), s.heading[line], arrows)
    if result & ~far and in_reach(s, line, arrows & far, start_edge(s, line)):
        return int(result & far)
    return result


def finish_line(s: Record, seat: int, line: int, frame: int) -> None:
    """MM-20: lay the last counter on the frame; leaving another line makes a station at the rim (MM-23)."""
    vertex = tip(s, line)
    if left_behind(s, line, vertex, NONE):
        build(s, seat, vertex)
    lay(s, line, TRIANGLES + frame, NONE)
    s.end[line] = frame
    s.ahead[line] = 0
    s.black_left &= ~(1 << frame)


def is_blocked(s: Record, line: int) -> bool:
    """MM-26: return whether a begun, unfinished line could be neither continued nor finished if it were its owner's turn."""
    if not has_begun(s, line) or is_finished(s, line):
        return False
    return not can_dig_with(s, line, 0, reach_markers(s, line // 2)) and open_ends(s, line) == 0


def hopeless(s: Record, line: int) -> bool:
    """MM-27: return whether a line is begun and unfinished, and no free black arrow on any city edge is in its reach."""
    if not has_begun(s, line) or is_finished(s, line):
        return False
    return not in_reach(s, line, s.black_left, ANY_EDGE)


def is_done(s: Record, line: int) -> bool:
    """MM-27: return whether a line is finished or can't be finished any more; in version 1: finished or blocked."""
    if is_finished(s, line):
        return True
    return is_blocked(s, line) if s.version == 1 else hopeless(s, line)


def done_lines(s: Record) -> int:
    """MM-27: return how many lines of all players are finished or can no longer be finished."""
    count = 0
    for line in range(2 * s.players):
        if is_done(s, line):
            count += 1
    return count


def enough_done(s: Record) -> bool:
    """MM-27: return whether enough lines are done to end the building. Stops early, because most lines need no look."""
    missing, left = s.enough, 0
    for line in range(2 * s.players):
        if is_finished(s, line):
            missing -= 1
        elif has_begun(s, line):
            left += 1
    for line in range(2 * s.players):
        if missing <= 0 or missing > left:
            break
        if has_begun(s, line) and not is_finished(s, line):
            left -= 1
            if is_done(s, line):
                missing -= 1
    return missing <= 0


def in_reach(s: Record, line: int, arrows: int, edge: int) -> bool:
    """MM-21: return whether a chain of steps, each legal on the present board, leads to one of the arrows.

    `arrows` are free ones: those far from a city edge, or on ANY_EDGE. Usually the direct way gets there, and
    no search is needed.
    """
    left = s.tunnels - s.length[line]
    if arrows == 0 or TO_RIM[edge, tip(s, line)] >= left:
        return False
    return straight_on(s, line, arrows, edge, left) or can_reach_arrow(s, line, arrows, edge, left)


def straight_on(s: Record, line: int, arrows: int, edge: int, left: int) -> bool:
    """Return whether an arrow is reached greedily: always the legal step that gets nearest to the rim, then along it."""
    vertex, heading = tip(s, line), s.heading[line]
    for _ in range(left):
        if exits(s, vertex, heading, arrows):
            return True
        nearest, chosen = VERTICES, NONE
        directions = passable(s, line, vertex, heading)
        while directions:
            direction = lowest(directions)
            if TO_RIM[edge, STEP[vertex, direction]] < nearest:
                nearest, chosen = TO_RIM[edge, STEP[vertex, direction]], direction
            directions &= directions - 1
        if chosen == NONE:
            return False
        vertex, heading = STEP[vertex, chosen], chosen
    return False


def can_reach_arrow(s: Record, line: int, arrows: int, edge: int, left: int) -> bool:
    """Search breadth first over (vertex, heading), within the line's remaining counters, the last on the arrow."""
    queue, visited = scratch(WAYS), scratch(VERTICES)
    queue[0] = tip(s, line) * DIRECTIONS + s.heading[line]
    first, behind = 0, 1
    while left > 0 and first < behind:
        last = behind
        for i in range(first, last):
            vertex, heading = queue[i] // DIRECTIONS, queue[i] % DIRECTIONS
            if exits(s, vertex, heading, arrows):
                return True
            if TO_RIM[edge, vertex] < left:
                behind = spread(s, line, vertex, heading, queue, visited, behind)
        first = last
        left -= 1
    return False


def spread(s: Record, line: int, vertex: int, heading: int, queue: Any, visited: Any, behind: int) -> int:
    """Enqueue the ways that continue from a vertex; MM-17 does not apply here."""
    directions = passable(s, line, vertex, heading)
    while directions:
        direction = lowest(directions)
        following = STEP[vertex, direction]
        if not visited[following] >> direction & 1:
            visited[following] |= 1 << direction
            queue[behind] = following * DIRECTIONS + direction
            behind += 1
        directions &= directions - 1
    return behind
