"""Players' names: short visible text. Whatever it contains, it is only ever shown as text."""

from __future__ import annotations

import unicodedata

from quartier.core.text.languages import N_
from quartier.server.refusals import Refused

LONGEST = 24
_REFUSED = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
# Invisible signs that turn the writing direction would reorder the words around the name.
_DIRECTION = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(name: str) -> str:
    """The trimmed name. Raises Refused 422 for an empty or long one, or one with control characters."""
    name = unicodedata.normalize("NFC", name).strip()
    if not name:
        raise Refused(422, "name", N_("Please enter a name."))
    if len(name) > LONGEST:
        raise Refused(422, "name", N_("This name is too long: at most {most} characters."), most=LONGEST)
    if any(unicodedata.category(sign) in _REFUSED or sign in _DIRECTION for sign in name):
        raise Refused(
            422, "name", N_("This name contains invisible control characters. Please type it again.")
        )
    return name
