"""One peer in a process of its own, on one core: reads requests as lines of JSON, answers with its figures.

`python benchmarks/peer.py quartier|openspiel`
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module


def main(name: str) -> None:
    """Answer until the input ends."""
    stay_on_one_core()
    measure = import_module(f"{name}_peer").measure
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(measure(request["subject"], request["seconds"])), flush=True)


def stay_on_one_core() -> None:
    """Where the system lets us choose, the last core: the first one has the interrupts."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


if __name__ == "__main__":
    main(sys.argv[1])
