"""Intersections (GL-4): sixteen kinds, and the rotations of each.

Exits are bits of a mask, clockwise from north: N=1 NE=2 SE=4 S=8 SW=16 NW=32. A face is a kind in one rotation.
"""

import numpy as np

SIDES = 6
ALL_SIDES = (1 << SIDES) - 1
NORTH, NORTH_WEST = 1, 32

# GL-4: the smallest mask of each kind; from ROTARY on the same with a rotary.
MASKS = np.array([5, 3, 9, 31, 21, 13, 11, 7, 27, 15, 23, 63, 1, 21, 27, 63], np.int64)
COUNTS = np.array([8, 4, 6, 4, 4, 6, 6, 4, 6, 4, 4, 2, 1, 2, 2, 1], np.int64)
KINDS = len(MASKS)
ROTARY = 12
TILES = int(COUNTS.sum())
NAMES = tuple(f"{mask}{'o' if kind >= ROTARY else ''}" for kind, mask in enumerate(MASKS))


def rotate(mask: int, steps: int) -> int:
    """Return a mask turned clockwise by some sixths."""
    twice = int(mask) << steps
    return (twice | twice >> SIDES) & ALL_SIDES


def rotations(mask: int) -> list[int]:
    """Return the different masks that rotation gives, in ascending order; the first one is canonical."""
    return sorted({rotate(mask, steps) for steps in range(SIDES)})


_LISTS = [rotations(int(mask)) for mask in MASKS]

# By kind: its number of faces, and the number of its first face.
TURNS = np.array([len(masks) for masks in _LISTS], np.int64)
FIRST_FACE = np.array([sum(map(len, _LISTS[:kind])) for kind in range(KINDS)], np.int64)

# By face: its kind and its mask.
FACE_KIND = np.array([kind for kind, masks in enumerate(_LISTS) for _ in masks], np.int64)
FACE_MASK = np.array([mask for masks in _LISTS for mask in masks], np.int64)
FACES = len(FACE_KIND)

# By mask: its canonical mask, and its index among the rotations of that.
CANONICAL = np.array([rotations(mask)[0] for mask in range(1 << SIDES)], np.int64)
ROTATION_INDEX = np.array([rotations(mask).index(mask) for mask in range(1 << SIDES)], np.int64)
