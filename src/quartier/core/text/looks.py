"""How names look: those that a reader takes for one another have the same `skeleton` (after Unicode's UTS #39)."""

from __future__ import annotations

import unicodedata

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
"""By a letter what is taken for it: Cyrillic, Greek and Armenian letters, numbers and signs."""
_AS = str.maketrans({twin: letter for letter, twins in _TWINS.items() for twin in twins})


def skeleton(text: str) -> str:
    """Letters and numbers alone, as they look: "Аdа", "A.D.A." and "Àdä" are all "ada". Text without any is itself."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(sign for sign in plain.translate(_AS) if sign.isalnum())
    return bare.replace("rn", "m").replace("vv", "w") or plain
