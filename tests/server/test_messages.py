"""Every sentence that the server can say is there in German, with the same placeholders."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from quartier import bots, server
from quartier.core.text.languages import translator
from quartier.server.domain.bot_levels import DEFAULT_LEVEL, LEGACY_LEVELS
from quartier.server.views.bot_levels import LEVEL_NAMES

FILES = sorted(Path(server.__file__).parent.rglob("*.py"))


def _sentences() -> list[str]:
    """The arguments of N_("...") and t("...") in the server's sources."""
    sentences = []
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("N_", "t"):
                sentences += [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
    return sorted(set(sentences))


SAME = {"Bot ({level})", "Buchholz", "Sonneborn-Berger"}
"""A word and two names that both languages have."""


@pytest.mark.parametrize("sentence", sorted({*_sentences(), *LEVEL_NAMES.values()}))
def test_german_text(sentence: str) -> None:
    german = translator("de")(sentence)
    assert (german != sentence) == (sentence not in SAME)
    assert set(re.findall(r"\{\w*\}", german)) == set(re.findall(r"\{\w*\}", sentence))


def test_every_level_has_a_word() -> None:
    assert set(LEVEL_NAMES) == {*bots.LEVELS, *LEGACY_LEVELS}
    assert DEFAULT_LEVEL in bots.LEVELS


def test_the_sentences_are_found() -> None:
    assert len(_sentences()) > 50
