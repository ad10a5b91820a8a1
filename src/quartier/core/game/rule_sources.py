"""Sources of rules: where each rule, or a part of it, comes from. A title keeps them in `data/marks.json`.

The file is a list of objects in the order of the rules, at least one for each: `id` and `kind`, and for the
kinds that need them `source` and `sentence`, texts by language, and `option`::

    {"id": "C4-7", "kind": "reading", "sentence": {"en": "...", "de": "..."}, "option": "pop_out"}
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from quartier.core.game.title_checks import BrokenTitle
from quartier.core.text.languages import N_, in_language, translator

SYMBOLS = {"source": "●", "elsewhere": "○", "reading": "◆"}
"""The kinds of marks, each with its symbol in a rulebook."""
MEANINGS = {
    "source": N_("From our source"),
    "elsewhere": N_("From another source"),
    "reading": N_("Our own reading or number"),
}
_NEEDED = {"source": (), "elsewhere": ("source", "sentence"), "reading": ("sentence",)}
_ALLOWED = {"source": set(), "elsewhere": {"source", "sentence"}, "reading": {"sentence", "option"}}


@dataclass(frozen=True)
class Mark:
    """Where a rule, or a part of it, comes from; the texts are in one language.

    `kind` is one of SYMBOLS. For a rule from elsewhere `source` names the other edition, and `sentence` says
    what is taken from there; for a reading `sentence` describes the alternative, and `option` names the
    option for it, if any.
    """

    rule: str
    kind: str
    source: str = ""
    sentence: str = ""
    option: str = ""

    @property
    def symbol(self) -> str:
        """Return the symbol of its kind."""
        return SYMBOLS[self.kind]


def read_marks(file: Path, rules: list[str], options: Collection[str], lang: str) -> list[Mark]:
    """Return the sources of a title's rules, in their order; empty if there is no file. Raises BrokenTitle."""
    if not file.is_file():
        return []
    entries = _entries(file)
    for entry in entries:
        _check(file, entry, rules, options)
    _check_rules(file, [entry["id"] for entry in entries], rules)
    return [_mark(entry, lang) for entry in entries]


def line_of(mark: Mark, lang: str) -> str:
    """Return the line below the rule: "◆ Our reading, ...: ... Option `strict_dig`."; "" for what the source
    itself says.
    """
    t = translator(lang)
    if mark.kind == "source":
        return ""
    if mark.kind == "elsewhere":
        text = t(_ELSEWHERE).format(source=mark.source, sentence=mark.sentence)
    else:
        text = t(_READING).format(sentence=mark.sentence)
    return f"{mark.symbol} {text}" + (" " + t(_OPTION).format(option=mark.option) if mark.option else "")


def _mark(entry: dict[str, Any], lang: str) -> Mark:
    texts = {field: in_language(entry[field], lang) for field in _NEEDED[entry["kind"]]}
    return Mark(entry["id"], entry["kind"], option=entry.get("option", ""), **texts)


# ----- checks -----


def _entries(file: Path) -> list[dict[str, Any]]:
    """Read the objects of the file."""
    try:
        result = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BrokenTitle(_NOT_JSON, file=file, reason=error) from error
    if not isinstance(result, list) or not all(isinstance(entry, dict) for entry in result):
        raise BrokenTitle(_NO_LIST, file=file)
    return result


def _check(file: Path, entry: dict[str, Any], rules: list[str], options: Collection[str]) -> None:
    """Check one entry: its rule, its kind, and the fields that its kind requires and allows."""
    rule, kind = entry.get("id"), entry.get("kind")
    if rule not in rules:
        raise BrokenTitle(_NO_RULE, file=file, rule=rule, first=rules[0], last=rules[-1])
    if kind not in SYMBOLS:
        raise BrokenTitle(_NO_KIND, file=file, rule=rule, kind=kind, known=", ".join(SYMBOLS))
    for field in _NEEDED[kind]:
        _check_texts(file, entry, field)
    for field in entry.keys() - {"id", "kind"} - _ALLOWED[kind]:
        raise BrokenTitle(_NO_FIELD, file=file, rule=rule, kind=kind, field=field)
    if "option" in entry and entry["option"] not in options:
        options_text = ", ".join(options) or "–"
        raise BrokenTitle(_NO_OPTION, file=file, rule=rule, option=entry["option"], known=options_text)


def _check_texts(file: Path, entry: dict[str, Any], field: str) -> None:
    """Raise BrokenTitle unless there is a text in English, and no text is empty."""
    texts = entry.get(field)
    by_language = {"en": None, **texts} if isinstance(texts, dict) else {"en": None}
    for lang, text in by_language.items():
        if not isinstance(text, str) or not text.strip():
            raise BrokenTitle(
                _NO_TEXT, file=file, rule=entry["id"], kind=entry["kind"], field=field, lang=lang
            )


def _check_rules(file: Path, marked: list[str], rules: list[str]) -> None:
    """Check that every rule has an entry, in the order of the rules."""
    for rule in rules:
        if rule not in marked:
            raise BrokenTitle(_NO_MARK, file=file, rule=rule)
    for before, after in pairwise(marked):
        if rules.index(after) < rules.index(before):
            raise BrokenTitle(_NO_ORDER, file=file, rule=after, before=before)


_READING = N_("Our reading; another is possible: {sentence}")
_ELSEWHERE = N_("Other source ({source}): {sentence}")
_OPTION = N_("Option `{option}`.")
_NOT_JSON = N_("{file} isn’t valid JSON: {reason}.")
_NO_LIST = N_("{file} must be a list of marks, each an object with “id” and “kind”.")
_NO_RULE = N_("{file} marks a rule that doesn’t exist: “{rule}”. Rules run from {first} to {last}.")
_NO_KIND = N_("{file} gives {rule} an unknown kind “{kind}”. Available: {known}.")
_NO_TEXT = N_("{file}: the mark of {rule}, of kind “{kind}”, needs a “{field}” in the language “{lang}”.")
_NO_FIELD = N_("{file}: the mark of {rule} has “{field}”, which marks of kind “{kind}” don’t have.")
_NO_OPTION = N_("{file}: the mark of {rule} names an unknown option “{option}”. Options: {known}.")
_NO_MARK = N_("{file} has no mark for the rule {rule}.")
_NO_ORDER = N_("{file} lists the mark of {rule} after one of {before}. List marks in the order of the rules.")
