"""How far it is from a line's end, the way it is heading, to triangles and arrows: in a city without lines and stations."""

from typing import Any

import numpy as np

from ..rules.endings import WAYS, outward
from ..rules.geometry import (
    BEND,
    CORNERS,
    DIRECTIONS,
    EXIT,
    FRAMES,
    FREE,
    STEP,
    TRIANGLES,
    VERTICES,
)

OUT_OF_REACH = 15
"""So far, or farther."""


def _following() -> Any:
    """By way, the three ways that may follow (MM-13); that behind the last one where there is none."""
    result = np.full((WAYS, 3), WAYS, np.int64)
    for way in range(WAYS):
        vertex, heading = divmod(way, DIRECTIONS)
        for i, direction in enumerate(np.flatnonzero(BEND[heading] == FREE)):
            if STEP[vertex, direction] >= 0:
                result[way, i] = STEP[vertex, direction] * DIRECTIONS + direction
    return result


def _steps(near: Any) -> Any:
    """By way and target, how many steps lead to a way that is `near` the target: uint8."""
    following = _following()
    steps = np.where(np.vstack([near, np.zeros_like(near[:1])]), 0, OUT_OF_REACH)
    for _ in range(OUT_OF_REACH):
        steps[:-1] = np.minimum(steps[:-1], 1 + steps[following].min(axis=1))
    return np.minimum(steps[:-1], OUT_OF_REACH).astype(np.uint8)


def _touching() -> Any:
    near = np.zeros((VERTICES, TRIANGLES), bool)
    near[CORNERS.T, np.arange(TRIANGLES)] = True
    return near.repeat(DIRECTIONS, axis=0)


def _leaving() -> Any:
    near = np.zeros((WAYS, FRAMES), bool)
    for way in range(WAYS):
        vertex, heading = divmod(way, DIRECTIONS)
        for side, frame in enumerate(EXIT[vertex]):
            if frame >= 0 and BEND[heading, outward(frame, side)] == FREE:
                near[way, frame] = True
    return near


TO_TRIANGLE = _steps(_touching())
"""(546, 150): by way (vertex * 6 + direction from which one came), the counters to a corner of a triangle."""
TO_FRAME = _steps(_leaving())
"""(546, 30): by way, the counters to the rim from which a line may go onto a frame triangle."""
