"""The sentence that says who leads and by what is true in every game: the client's own code, on random positions."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import quartier
from quartier.conformance.positions import random_games, random_positions
from quartier.core.game.state import State

LEADS = """
const { readFileSync } = await import("node:fs");
const { leadOf } = await import("./src/stage/lead.ts");
const cases = JSON.parse(readFileSync(process.argv[1], "utf-8"));
console.log(JSON.stringify(cases.map((seats) => leadOf(seats) ?? null)));
"""
GAMES, POSITIONS, SEED = 6, 6, 52


def _standing(state: State) -> list[dict[str, Any]]:
    """The seats as the page gets them: public scores and sources."""
    public = state.seen_by(None, "en")
    return [
        {"seat": seat, "score": score, "sources": public.sources(seat)}
        for seat, score in enumerate(state.scores())
    ]


def test_who_leads_has_more_of_what_the_sentence_names(hook: ModuleType, tmp_path: Path) -> None:
    games = [quartier.load(title) for title in quartier.titles()]
    states = [state for game in games for state in random_games(game, GAMES, SEED, thorough=False)]
    cases = [_standing(state) for state in random_positions(states, POSITIONS, SEED)]
    (file := tmp_path / "cases.json").write_text(json.dumps(cases))
    done = hook.node_tool(
        "node", ["--experimental-transform-types", "--input-type=module", "-e", LEADS, str(file)]
    )
    assert done.returncode == 0, done.stderr
    leads = json.loads(done.stdout)
    assert sum(lead is not None for lead in leads) > len(games)
    for seats, lead in zip(cases, leads, strict=True):
        best = sorted((seat["score"] for seat in seats), reverse=True)
        if lead is None:
            assert len(best) < 2 or best[0] == best[1], seats
            continue
        first, second = seats[lead["seat"]], seats[lead["next"]]
        assert [first["score"], second["score"]] == best[:2], seats
        assert lead["by"] == best[0] - best[1] > 0
        assert lead["from"], f"nothing says why seat {lead['seat']} leads: {seats}"
        for reason in lead["from"]:
            mine, theirs = (_points(seat, reason["label"]) for seat in (first, second))
            assert (reason["mine"], reason["theirs"]) == (mine, theirs)
            assert mine > theirs, f"{reason} of {seats}"
        assert sum(reason["mine"] - reason["theirs"] for reason in lead["from"]) >= lead["by"]


def _points(seat: dict[str, Any], label: str) -> int:
    return sum(points for name, points in seat["sources"] if name == label)
