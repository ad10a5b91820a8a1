"""Names of people: seen as they are, told apart, and never taken for a bot's."""

from __future__ import annotations

import pytest

from quartier.core.text.confusables import skeleton
from quartier.server.commands.names import player_names
from quartier.server.errors import DomainError

from .harness import FRIEND, Running, browser, me, open_table

CYRILLIC_ADA = "\u0410d\u0430"
FAMILY = "\U0001f469\u200d\U0001f467 Mia"


@pytest.mark.parametrize(
    ("raw_name", "stored_name"),
    [
        ("  Ada  Byron ", "Ada Byron"),
        ("\u210dugo", "Hugo"),  # NFKC: one name, one way to write it
        ("Jo\u0308rg", "J\u00f6rg"),
        (FAMILY, FAMILY),
        ("Abbot", "Abbot"),
        ("Robot", "Robot"),
        ("\u2728", "\u2728"),
    ],
)
def test_a_name_is_kept_in_one_form(raw_name: str, stored_name: str) -> None:
    assert player_names.clean(raw_name) == stored_name


@pytest.mark.parametrize(
    "name",
    [
        "A\u200bda",
        "\u2800",
        "\u3164",
        "Ada\u3164",
        "\u034f",
        "a\u200db",
        "Ada\ufeff",
        "Z" + "\u0300" * 4,
        "\u0300",
    ],
)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    with pytest.raises(DomainError) as refused:
        player_names.clean(name)
    assert refused.value.code == "name"


@pytest.mark.parametrize("name", ["Bot", "Rosa (bot)", "B0T Emil", "\u0412ot", "[bot]Emil", "\u24d1ot"])
def test_nobody_is_called_a_bot(name: str) -> None:
    with pytest.raises(DomainError, match="looks like a bot"):
        player_names.clean(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", CYRILLIC_ADA),
        ("Ada", "A.D.A."),
        ("Ada", "\u00c0da"),
        ("Lili", "L1l!"),
        ("Arne", "Ame"),
        ("Otto", "0tt0"),
        ("Hans", "\u0397ans"),  # Greek capitals, which look otherwise than their small letters
        ("Nora", "\u039dora"),
        ("Mia", "\u039cia"),
        ("Stevie", "Ste\u03bdie"),
        ("Ada", "\u13aa\u13a0\u13aa"),  # Cherokee
        ("Ada", "\ua4eeda"),  # Lisu
        ("Magnus", "\u1d0d\u1d00\u0262\u0274\u1d1cs"),  # small capitals
        ("\u039d\u03af\u03ba\u03bf\u03c2", "\u03bd\u03af\u03ba\u03bf\u03c2"),  # Nikos, in Greek
    ],
)
def test_names_that_look_the_same_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_differ_have_two() -> None:
    assert (
        len({skeleton(name) for name in ("Ada", "Anna", "\u65e5\u672c", "\u2728", "\U0001f600", "Mia")}) == 6
    )


def test_at_a_table_nobody_is_taken_for_another(server: Running) -> None:
    """The second of two who look the same has a number, also where the name is as long as can be."""
    ada = open_table(server.url, me("Ada"), me("Ada"), FRIEND, FRIEND, title="block_city")
    for seat, name in ((2, CYRILLIC_ADA), (3, "x" * 24)):
        browser(server.url).join(ada.table, ada.invites[seat], name)
    seated = [seat["name"] for seat in ada.view()["seats"]]
    assert seated == ["Ada", "Ada 2", f"{CYRILLIC_ADA} 3", "x" * 24]
    assert player_names.make_unique("x" * 24, ["X" * 24]) == "x" * 22 + " 2"


def test_no_bot_looks_like_a_person(server: Running) -> None:
    """A person may be called like a bot; the bot then comes under another name, also where only the look is the same."""
    table = open_table(server.url, me("R\u043es\u0430"), {"kind": "bot", "bot": "2"})
    assert table.view()["seats"][1]["name"] != "Rosa"
