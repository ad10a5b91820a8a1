"""The command line speaks German and English."""

import re
from pathlib import Path

import pytest

from quartier.cli import main
from quartier.cli.console import figure, from_environment
from quartier.conformance.messages import PACKAGE, fields, message_ids, shared_catalogue, translated_messages
from quartier.core.text.speaking import language
from tests.cli.terminal import Terminal

SOURCES = [*sorted((PACKAGE / "cli").rglob("*.py")), *sorted((PACKAGE / "bots").glob("*.py"))]
SOURCES += sorted((PACKAGE / "lab").rglob("*.py"))


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_every_message_has_german_with_the_same_fields(file: Path) -> None:
    messages = translated_messages(shared_catalogue("de"))
    for message in message_ids([file]):
        assert message in messages
        assert fields(messages[message]) == fields(message)


@pytest.mark.parametrize("catalogue", sorted(PACKAGE.rglob("*.po")), ids=lambda file: file.stem)
def test_no_message_is_translated_twice(catalogue: Path) -> None:
    """The catalogue would keep one of them, whichever comes last."""
    text = catalogue.read_text(encoding="utf-8")
    messages = [message for message in re.findall(r'^msgid "(.+)"$', text, re.MULTILINE) if message]
    assert len(messages) > 5
    assert {message for message in messages if messages.count(message) > 1} == set()


@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_the_language_may_stand_anywhere(quartier_command: Terminal, index: int) -> None:
    arguments = ["rules", "city_blocks", "--rule=9"]
    english = quartier_command(*arguments).out
    arguments.insert(index, "--lang=de")
    assert english.startswith("CB-9 ● Build:")
    assert quartier_command(*arguments).out.startswith("CB-9 ● Bauen:")


def test_the_language_may_be_a_word_of_its_own(quartier_command: Terminal) -> None:
    assert "Zufall" in quartier_command("rules", "city_blocks", "--lang", "de").out


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "de_CH"}, "de"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_terminal(environment: dict[str, str], spoken: str) -> None:
    assert from_environment(environment) == spoken


def test_help_and_complaints_are_german(quartier_command: Terminal) -> None:
    out = quartier_command("--lang", "de", "--help").out
    assert "Aufruf: quartier [OPTIONEN] BEFEHL" in out
    assert "Alle Spiele mit Personenzahl und Optionen auflisten." in out
    usage = quartier_command("--lang", "de", "review", "--help").out
    assert "Aufruf: quartier review [OPTIONEN] DATEI" in usage
    assert "<str>" not in usage
    assert "Meintest du „games“?" in quartier_command("--lang", "de", "gams").err
    assert quartier_command("gams").err.endswith("Did you mean games?\n")


COMMANDS = [
    (),
    *((name,) for name in main._command().commands),
    *(("admin", name) for name in ("ban", "link")),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_help_is_left_in_english(quartier_command: Terminal, command: tuple[str, ...]) -> None:
    out = quartier_command("--lang", "de", *command, "--help").out
    assert (
        re.findall(r"Usage|Options|Arguments|Commands|default|required|Show|env var|<bool>|Example", out)
        == []
    )


@pytest.mark.parametrize("command", COMMANDS[1:], ids=" ".join)
def test_help_shows_an_example(quartier_command: Terminal, command: tuple[str, ...]) -> None:
    out = quartier_command(*command, "--help").out
    assert f"Example: quartier {' '.join(command)}" in out or "COMMAND" in out


def test_missing_words_are_named_in_german(quartier_command: Terminal) -> None:
    errors = {
        ("bench", "--title"): "--title braucht einen Wert.",
        ("games", "--json=3"): "--json nimmt keinen Wert.",
        ("replay",): "DATEI fehlt. Siehe `quartier replay --help`.",
    }
    for arguments, error in errors.items():
        assert quartier_command("--lang", "de", *arguments) == (2, "", f"Fehler: {error}\n")


def test_results_are_german(quartier_command: Terminal) -> None:
    out = quartier_command("simulate", "city_blocks", "--games", "1000", "--lang", "de").out
    assert "Gewonnen" in out
    assert re.search(r"1\.000 Partien in \d+,\d s", out)


def test_numbers_are_written_as_the_language_does() -> None:
    with language("de"):
        assert figure(1234567.25, 1) == "1.234.567,2"
    assert figure(1234567.25, 1) == "1,234,567.2"
