"""The layouts that release 0.1.0 gave its records: positions as its digests hashed them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from quartier.core.engine.records import RecordBase

FOLDER = Path(__file__).parents[1] / "fixtures" / "released" / "0.1.0"


@cache
def layout(title: str) -> np.dtype[Any]:
    """The record of a title as 0.1.0 stored it."""
    frozen = json.loads((FOLDER / "frozen_layouts.json").read_text(encoding="utf-8"))["titles"][title]
    fields = [field for field in frozen["fields"] if not field["gap"]]
    return np.dtype(
        {
            "names": [field["name"] for field in fields],
            "formats": [(field["dtype"], tuple(field["shape"])) for field in fields],
            "offsets": [field["offset"] for field in fields],
            "itemsize": frozen["itemsize"],
        }
    )


def convert_layout(title: str, record_class: RecordBase, position: bytes) -> bytes:
    """A position of the present record in the layout of 0.1.0. Fields that have gone since were zero."""
    now, then = record_class.from_bytes(position), np.zeros(1, layout(title))
    for name in set(then.dtype.names or ()) & set(now.dtype.names or ()):
        then[name] = now[name]
    return then.tobytes()
