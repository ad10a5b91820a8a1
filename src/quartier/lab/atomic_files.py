"""Atomic file writes: check the target before the work, and replace it only when everything is written."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_


def must_be_writable(file: Path) -> None:
    """Check before hours of work that a file can be written. Raises BadOption without its folder, else QuartierError."""
    if not file.parent.is_dir():
        raise BadOption(N_("There’s no folder {place}."), place=str(file.parent))
    if file.is_dir():
        raise _cannot(file, errno.EISDIR)
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise _cannot(file, errno.EACCES)


def must_be_replaceable(file: Path) -> None:
    """Check the same for `write_atomically`, whose folder has to hold a temporary file."""
    must_be_writable(file)
    if _may_be_replaced(file) and not os.access(file.resolve().parent, os.W_OK):
        raise _cannot(file, errno.EACCES)


def write_atomically(file: Path, text: str) -> None:
    """Write a text to a temporary file and rename it over the target. Raises QuartierError."""
    real = file.resolve()  # a link stays one
    temporary = real.with_name(f".{real.name}.part")
    with wrap_os_errors(file):
        if not _may_be_replaced(file):
            file.write_text(text, encoding="utf-8")
            return
        try:
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(real)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise


@contextmanager
def wrap_os_errors(file: Path) -> Iterator[None]:
    """Turn an OSError about this file into a QuartierError."""
    try:
        yield
    except OSError as error:
        raise _cannot(file, error.errno or errno.EIO) from error


def _may_be_replaced(file: Path) -> bool:
    """Return whether the file may be renamed over: never /dev/null or a pipe."""
    return file.is_file() or not file.exists()


def _cannot(file: Path, number: int) -> QuartierError:
    return QuartierError(N_("Can’t write {file}: {reason}."), file=str(file), reason=os.strerror(number))
