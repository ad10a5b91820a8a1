"""Boards that a host adds with QUARTIER_BOARDS: those that can't be used are left out, and named."""

from __future__ import annotations

import os
from collections.abc import Iterator

import structlog

import quartier
from quartier.core.game.boards import OWN_BOARDS, BrokenBoard

log = structlog.get_logger("quartier")


def broken_boards() -> Iterator[BrokenBoard]:
    """Yield the board files of all titles that are left out."""
    if os.environ.get(OWN_BOARDS):  # otherwise no title must be loaded
        for name in quartier.titles():
            yield from quartier.load(name).spec.boards.errors()


def log_broken_boards(lang: str) -> None:
    """Log each board file that is left out, with the place of its error."""
    for broken in broken_boards():
        log.warning("board_left_out", file=str(broken.file), reason=broken.error.text(lang))
