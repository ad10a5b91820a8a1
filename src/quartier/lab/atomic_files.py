"""Files that keep results: looked at before the work, and under their names only when all of it is written."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_


def must_be_writable(file: Path) -> None:
    """Before hours of work: can the file be written? BadOption without its folder, else QuartierError with the reason."""
    if not file.parent.is_dir():
        raise BadOption(N_("There is no folder {place}."), place=str(file.parent))
    if file.is_dir():
        raise _cannot(file, errno.EISDIR)
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise _cannot(file, errno.EACCES)


def must_be_replaceable(file: Path) -> None:
    """The same for a file that `swap` writes: its folder has to take another file for a while."""
    must_be_writable(file)
    if _may_be_replaced(file) and not os.access(file.resolve().parent, os.W_OK):
        raise _cannot(file, errno.EACCES)


def swap(file: Path, text: str) -> None:
    """Write a text; what was in the file is gone only when all is written. QuartierError if it cannot be."""
    real = file.resolve()  # a link stays one
    begun = real.with_name(f".{real.name}.part")
    with words_for(file):
        if not _may_be_replaced(file):
            file.write_text(text, encoding="utf-8")
            return
        try:
            begun.write_text(text, encoding="utf-8")
            begun.replace(real)
        except OSError:
            begun.unlink(missing_ok=True)
            raise


@contextmanager
def words_for(file: Path) -> Iterator[None]:
    """What the system says against writing it becomes a QuartierError."""
    try:
        yield
    except OSError as error:
        raise _cannot(file, error.errno or errno.EIO) from error


def _may_be_replaced(file: Path) -> bool:
    """Whether another file may take its place: never that of /dev/null or a pipe."""
    return file.is_file() or not file.exists()


def _cannot(file: Path, number: int) -> QuartierError:
    return QuartierError(
        N_("{file} cannot be written: {reason}."), file=str(file), reason=os.strerror(number)
    )
