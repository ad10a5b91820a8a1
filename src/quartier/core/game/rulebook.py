"""The text of a rulebook: its parts, rule by rule, with the title's rule sources inserted."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from operator import attrgetter

from quartier.core.game.rule_sources import SYMBOLS, Mark, line_of
from quartier.core.text.languages import N_, translator


def parts(text: str, rules: list[str]) -> list[str]:
    """Split a rulebook into parts: each rule up to the next rule, heading or picture, and the text between."""
    border = re.compile(rf"^(?:{_beginning(rules)}|#|!\[)", re.MULTILINE)
    starts = [0, *(match.start() for match in border.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(starts) if start < end]


def part_of(text: str, rules: list[str], rule: str) -> str:
    """Return the part with one rule."""
    return next(part for part in parts(text, rules) if re.match(_beginning([rule]), part))


def with_marks(text: str, rules: list[str], marks: list[Mark], lang: str) -> str:
    """Insert rule sources: symbols after the ids, lines below the rules, a legend after the introduction."""
    if not marks:
        return text
    of_rule = {rule: list(parts_with_marks) for rule, parts_with_marks in groupby(marks, attrgetter("rule"))}
    beginning = re.compile(f"({_beginning(rules)})")
    parts_with_marks = [_marked_part(part, beginning, of_rule, lang) for part in parts(text, rules)]
    begins = (
        index for index, part in enumerate(parts_with_marks) if part.startswith("##") or beginning.match(part)
    )
    first = next(begins, len(parts_with_marks))
    return "".join([*parts_with_marks[:first], translator(lang)(LEGEND), "\n\n", *parts_with_marks[first:]])


def _marked_part(part: str, beginning: re.Pattern[str], of_rule: dict[str, list[Mark]], lang: str) -> str:
    rule = beginning.match(part)
    if not rule:
        return part
    marks = of_rule[rule["id"]]
    below = [line for line in (line_of(mark, lang) for mark in marks) if line]
    return "\n\n".join([f"{rule[0]} {_symbols(marks)}{part[rule.end() :].rstrip()}", *below]) + "\n\n"


def _symbols(marks: list[Mark]) -> str:
    """Return each kind once, in the order of SYMBOLS."""
    kinds = {mark.kind for mark in marks}
    return "".join(symbol for kind, symbol in SYMBOLS.items() if kind in kinds)


def _beginning(rules: list[str]) -> str:
    """Return a pattern for the beginning of a rule: its id in bold type, in a list or not."""
    return rf"(?:[-*] )?\*\*(?P<id>{'|'.join(map(re.escape, rules))})\*\*"


LEGEND = N_(
    "● From our source. ○ From another source, named below the rule. ◆ Our own reading or number, with "
    "the alternative below the rule."
)
