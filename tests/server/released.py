"""The database that release 0.1.0 wrote, unpacked for a test."""

import gzip
import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from tests.games.released import FOLDER


def unpack(name: str, folder: Path) -> Path:
    """A copy of `tables` or `broken` that may be written to."""
    file = folder / f"{name}.db"
    file.write_bytes(gzip.decompress((FOLDER / f"{name}.sqlite.gz").read_bytes()))
    return file


@cache
def expected_answers() -> dict[str, Any]:
    """What 0.1.0 says of it."""
    return dict(json.loads((FOLDER / "expected.json").read_text(encoding="utf-8")))


def tables(**names: Any) -> list[dict[str, Any]]:
    """What 0.1.0 says of each table with these values."""
    return [table for table in expected_answers()["tables"] if names.items() <= table.items()]


def everything(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a data file, by table."""
    with closing(sqlite3.connect(file)) as connection:
        names = [row[0] for row in connection.execute("select name from sqlite_master where type = 'table'")]
        return {name: sorted(connection.execute(f"select * from {name}"), key=repr) for name in names}
