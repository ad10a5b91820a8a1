"""What touches mean: the client's own selection, run in Node, with moves made up for the purpose."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
_RUN = """
import { buildSync } from "esbuild";
const [choices, steps, mustConfirm] = JSON.parse(process.argv[1]);
const built = buildSync({ entryPoints: ["src/selection.ts"], bundle: true, format: "esm", write: false });
const { Selection } = await import("data:text/javascript," + encodeURIComponent(built.outputFiles[0].text));
let said = "";
const events = {
  changed: () => {},
  confirmed: (choice) => (said = `sent ${choice.move}`),
  refused: (path) => (said = `refused ${path.join(" ")}`),
};
const selection = new Selection(events, () => mustConfirm);
selection.offer(choices, 1);
console.log(JSON.stringify(steps.map(([verb, ...rest]) => {
  said = "";
  selection[verb](...(verb === "offer" ? [choices, ...rest] : rest));
  return said || (selection.staged ? `staged ${selection.staged.move}` : selection.touched.join(" "));
})));
"""


@cache
def _hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _choice(move: str, *paths: str) -> dict[str, Any]:
    touches = [path.split() for path in paths]
    return {"move": move, "paths": touches, "label": move, "ghost": "", "points": ""}


def _told(choices: list[dict[str, Any]], *steps: str, confirm: bool = True) -> list[str]:
    """What the selection says after each step: "touch ID", "turn 1", "confirm", "clear", "offer VERSION"."""
    asked = [[int(word) if word.lstrip("-").isdigit() else word for word in step.split()] for step in steps]
    script = json.dumps([choices, asked, confirm])
    done = _hook().node_tool("node", ["--input-type=module", "-e", _RUN, script])
    assert done.returncode == 0, done.stderr
    told: list[str] = json.loads(done.stdout)
    return told


ONE = [_choice("H@a", "hand-H block-a"), _choice("H@b", "hand-H block-b"), _choice("S@a", "hand-S block-a")]
TURNED = [_choice(f"T{turn}@x", "hand-T space-x") for turn in range(3)] + [_choice("T0@y", "hand-T space-y")]
LONG = [
    _choice("go", "step-1 side-2"),
    _choice("go A", "step-1 side-2 marker-A"),
    _choice("go B", "step-1 side-2 marker-B"),
]
NUMBERS = [_choice(f"bid {n}", f"number-bid-{n}") for n in (3, 4, 5)] + [_choice("pass", "button-pass")]


def test_a_second_touch_confirms_where_nothing_can_be_turned() -> None:
    assert _told(ONE, "touch hand-H", "touch block-b", "touch block-b") == [
        "hand-H",
        "staged H@b",
        "sent H@b",
    ]


def test_touching_something_else_takes_its_place() -> None:
    assert _told(ONE, "touch hand-H", "touch block-b", "touch block-a", "touch hand-S", "touch block-b") == [
        "hand-H",
        "staged H@b",
        "staged H@a",
        "staged S@a",
        "refused hand-S block-b",
    ]


def test_what_follows_by_itself_needs_no_touch() -> None:
    """A tile with a single block is staged at once; touching it again confirms, touching the block is no second touch."""
    assert _told(ONE, "touch hand-S", "touch block-a") == ["staged S@a", "staged S@a"]
    assert _told(ONE, "touch hand-S", "touch hand-S") == ["staged S@a", "sent S@a"]


def test_further_touches_turn() -> None:
    assert _told(TURNED, "touch hand-T", *["touch space-x"] * 4, "confirm") == [
        "hand-T",
        "staged T0@x",
        "staged T1@x",
        "staged T2@x",
        "staged T0@x",
        "sent T0@x",
    ]


def test_turning_goes_both_ways_and_not_beyond_what_there_is() -> None:
    told = _told(TURNED, "touch hand-T", "touch space-x", "turn -1", "turn 1", "touch space-y", "turn 1")
    assert told == ["hand-T", "staged T0@x", "staged T2@x", "staged T0@x", "staged T0@y", "staged T0@y"]


def test_a_turned_piece_stays_turned_while_nothing_happens() -> None:
    """The same version comes again (somebody else has come online); a new version is a new decision."""
    told = _told(TURNED, "touch hand-T", "touch space-x", "turn 1", "offer 1", "offer 2")
    assert told[2:] == ["staged T1@x", "staged T1@x", ""]


def test_a_whole_move_may_be_lengthened() -> None:
    assert _told(LONG, "touch step-1", "touch side-2", "touch marker-B", "touch marker-A", "confirm") == [
        "staged go",
        "staged go",
        "staged go B",
        "staged go A",
        "sent go A",
    ]
    assert _told(LONG, "touch step-1", "touch side-2", "touch side-2") == [
        "staged go",
        "staged go",
        "sent go",
    ]


@pytest.mark.parametrize(
    ("choices", "touches", "last"),
    [
        (ONE, ["hand-H", "block-b"], "sent H@b"),
        (TURNED, ["hand-T", "space-x"], "staged T0@x"),
        (LONG, ["step-1", "side-2"], "staged go"),
        (LONG, ["step-1", "side-2", "marker-A"], "sent go A"),
    ],
)
def test_without_confirming_only_what_is_decided_is_sent(choices: Any, touches: list[str], last: str) -> None:
    assert _told(choices, *(f"touch {touch}" for touch in touches), confirm=False)[-1] == last


def test_a_number_is_put_and_never_sent_by_itself() -> None:
    """A slider passes many numbers on its way."""
    told = _told(NUMBERS, "put number-bid-4", "put number-bid-5", "put number-bid-5", "touch button-pass")
    assert told == ["staged bid 4", "staged bid 5", "staged bid 5", "staged pass"]
    assert _told(NUMBERS, "put number-bid-4", "confirm", confirm=False) == ["staged bid 4", "sent bid 4"]
