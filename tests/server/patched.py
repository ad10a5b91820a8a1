"""A View put together from patches, as the page does it (web/src/net/patched.ts)."""

from __future__ import annotations

from typing import Any


class Patched:
    """What a stream of patches amounts to."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.view: dict[str, Any] = {}

    def apply(self, patch: dict[str, Any]) -> dict[str, Any]:
        """The View after a patch."""
        if patch["fresh"]:
            self.texts, self.view = [], {"parts": {}}
        self.texts += patch["texts"]
        view = {**self.view, **patch["sections"]}
        drawn = {name: self._joined(numbers) for name, numbers in patch["drawn"].items()}
        view["parts"] = {**self.view["parts"], **drawn}
        if "covered" in patch:
            covered = patch["covered"]
            view["covered"] = covered and {name: self._joined(numbers) for name, numbers in covered.items()}
        if "choices" in patch:
            view["choices"] = [self._choice(numbers) for numbers in patch["choices"]]
        if "log" in patch:
            view["log"] = [*self.view.get("log", [])[: patch["log"]["kept"]], *patch["log"]["lines"]]
        self.view = view
        return view

    def _joined(self, numbers: list[int]) -> str:
        return "".join(self.texts[number] for number in numbers)

    def _choice(self, numbers: list[int]) -> dict[str, Any]:
        told, brought = (self.texts[number] for number in numbers[:2])
        ghost = 4 + numbers[3]
        points, verb, gain = brought.split("\n")
        move, label, *paths = told.split("\n")
        return {
            "move": move,
            "paths": [path.split(" ") for path in paths],
            "label": label,
            "ghost": self._joined(numbers[ghost:]),
            "points": points,
            "verb": verb,
            "gain": gain,
            "brings": " ".join(self.texts[number] for number in numbers[4:ghost]),
            "at_once": numbers[2] == 1,
        }
