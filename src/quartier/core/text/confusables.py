"""Confusable names: names that a reader could mistake for one another have the same `skeleton` (after Unicode's UTS #39)."""

from __future__ import annotations

import unicodedata

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Invisible characters of other categories.
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0")
_TWINS = {
    "a": "аαɑ4@",
    "b": "ьвβб8",
    "c": "сϲ",
    "d": "ԁđ",
    "e": "еєεə3",
    "g": "ɡց",
    "h": "һհнħ",
    "i": "іιıɩӏl1|!",
    "j": "јϳ",
    "k": "кκ",
    "m": "мμ",
    "n": "ηոп",
    "o": "оοσօ0ø",
    "p": "рρ",
    "q": "ԛգ",
    "r": "гɾ",
    "s": "ѕ5$",
    "t": "тτŧ7",
    "u": "υսμ",
    "v": "ν",
    "w": "ԝωѡ",
    "x": "хχ",
    "y": "уγү",
    "z": "ʐ2",
}
"""By letter its look-alikes: Cyrillic, Greek and Armenian letters, numbers and symbols."""
_AS = str.maketrans({twin: letter for letter, twins in _TWINS.items() for twin in twins})


def shows_nothing(sign: str) -> bool:
    """Return whether a character is invisible, but no space."""
    return sign in _BLANK or unicodedata.category(sign) in _HIDDEN


MAX_MARKS = 2
"""Maximum number of accents on one letter; more of them overlap the lines above and below."""


def visible(text: str) -> str:
    """Return the visible content of a text."""
    result, marks = "", 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS and not shows_nothing(sign):
            result += sign
    return result


def skeleton(text: str) -> str:
    """Return letters and digits by appearance: "Аdа", "A.D.A." and "Àdä" are all "ada". Other text is unchanged."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(sign for sign in plain.translate(_AS) if sign.isalnum())
    return bare.replace("rn", "m").replace("vv", "w") or plain
