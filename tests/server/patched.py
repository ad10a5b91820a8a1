"""A View put together from patches, as the page does it (web/src/net/patched.ts)."""

from __future__ import annotations

from typing import Any


class Patched:
    """What a stream of patches amounts to."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.pieces: list[list[int]] = []
        self.view: dict[str, Any] = {}

    def apply(self, patch: dict[str, Any]) -> dict[str, Any]:
        """The View after a patch."""
        if patch["fresh"]:
            self.texts, self.pieces, self.view = [], [], {"parts": {}}
        self.texts += patch["texts"]
        self.pieces += patch["pieces"]
        view = {**self.view, **patch["sections"]}
        parts = {name: self._joined(numbers) for name, numbers in patch["drawn"].items()}
        view["parts"] = {**self.view["parts"], **parts}
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
        (at_once, choice_label, sentence, effects, *own), *pieces = (
            self.pieces[number] for number in numbers
        )
        points, verb, gain = self.texts[effects].split("\n")
        move, label, *paths = self.texts[sentence].split("\n")
        all_pieces = ([choice_label, *own], *pieces)
        return {
            "move": move,
            "paths": [path.split(" ") for path in paths],
            "label": label,
            "ghost": self._joined([text for count, *texts in all_pieces for text in texts[count:]]),
            "points": points,
            "verb": verb,
            "gain": gain,
            "brings": " ".join(self.texts[text] for count, *texts in all_pieces for text in texts[:count]),
            "at_once": at_once == 1,
        }
