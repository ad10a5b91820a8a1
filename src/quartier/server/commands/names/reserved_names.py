"""Reserved names: words for people without a name, and titles that seem to speak for the server, in each language."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from quartier.core.text.confusables import skeleton
from quartier.core.text.languages import N_, languages, translator

_PAGE_TERMS: Final = (
    N_("Open seat"),
    N_("Someone"),
    N_("a spectator"),
    N_("Guest"),
    N_("Moderator"),
)
"""What the pages call seats and people themselves; reserved in each language of the server."""
_RESERVED_NAMES: Final = [
    "guest",
    "somebody",
    "someone",
    "anonymous",
    "nobody",
    "you",
    "deleted",
    "deleted account",
    "deleted user",
    "open seat",
    "free seat",
    "empty seat",
    "player",
    "spectator",
    "host",
    "quartier",
    "organiser",
    "organizer",
    "system",
    "gast",
    "jemand",
    "anonym",
    "niemand",
    "du",
    "gelöscht",
    "gelöschtes konto",
    "freier platz",
    "offener platz",
    "leerer platz",
    "spieler",
    "spielerin",
    "zuschauer",
    "gastgeber",
    "gastgeberin",
    "veranstalter",
    "turnierleitung",
]
"""Whole names, in English and German."""
_TITLES: Final = [
    "moderator",
    "moderators",
    "moderation",
    "mod",
    "mods",
    "admin",
    "admins",
    "administrator",
    "administration",
    "support",
    "server",
    "staff",
    "official",
    "operator",
    "helpdesk",
    "moderatorin",
    "administratorin",
    "betreiber",
    "betreiberin",
    "kundendienst",
    "offiziell",
    "spielleitung",
]
"""Words that no name may contain, in English and German."""
_GLUED: Final = ("moderator", "administrator")
"""Titles that are found inside longer words, too."""
MADE_UP: Final = (
    N_("Brave Badger"),
    N_("Busy Beaver"),
    N_("Calm Heron"),
    N_("Clever Fox"),
    N_("Gentle Hedgehog"),
    N_("Lucky Lynx"),
    N_("Merry Magpie"),
    N_("Quick Hare"),
    N_("Sunny Sparrow"),
    N_("Wise Owl"),
    N_("Witty Otter"),
    N_("Young Raven"),
)
"""The names that a page gives its guests: no account can take them away from the others."""


def is_reserved(name: str) -> bool:
    """Return whether a name looks like a reserved word, also with numbers, or contains a title."""
    parts = [skeleton(part) for part in re.split(r"[\W_]+", name) if part and not part.isdecimal()]
    whole = "".join(parts)
    spelled_out = skeleton(name)  # "M o d e r a t o r", "S-u-p-p-o-r-t"
    if whole in _reserved_skeletons() or spelled_out in _reserved_skeletons() | _titles():
        return True
    return any(part in _titles() for part in parts) or any(skeleton(title) in spelled_out for title in _GLUED)


def is_made_up(name: str) -> bool:
    """Return whether a name looks like one that pages give their guests."""
    return skeleton(name) in _made_up_names()


@lru_cache
def _reserved_skeletons() -> frozenset[str]:
    return frozenset(map(skeleton, _RESERVED_NAMES)) | _in_all_languages(_PAGE_TERMS)


@lru_cache
def _titles() -> frozenset[str]:
    return frozenset(map(skeleton, _TITLES))


@lru_cache
def _made_up_names() -> frozenset[str]:
    return _in_all_languages(MADE_UP)


def _in_all_languages(messages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(skeleton(translator(lang)(message)) for lang in languages() for message in messages)
