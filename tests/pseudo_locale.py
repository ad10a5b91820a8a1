"""A pseudo-locale: every message accented, 40 % longer and between marks of writing direction, to find what breaks."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from tools.translations import SHARED, Id, messages, titles

LANG = "qps"
"""Of the range that ISO 639 keeps for private use."""
MARK = "\u200f"
"""The right-to-left mark: it has no width, and no page may lose it or show it as a character."""
LONGER = 0.4
_ACCENTED = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñöšúýžÁÇÉÍÑÖŠÚÝŽ")


def pseudo(text: str) -> str:
    """Return a message as the pseudo-locale has it; placeholders and markup stay."""
    parts = re.split(r"(\{[^}]*\}|<[^>]*>|`[^`]*`)", text)
    accented = "".join(part if index % 2 else part.translate(_ACCENTED) for index, part in enumerate(parts))
    return MARK + accented + "·" * round(LONGER * len(text)) + MARK


def write(folder: Path) -> None:
    """Write the catalogues of the pseudo-locale as `QUARTIER_LOCALES` has them."""
    target = folder / LANG / "LC_MESSAGES"
    target.mkdir(parents=True)
    for name in (SHARED, *titles()):
        catalogue = Catalog("en", project="Quartier", fuzzy=False)  # with the plural forms of English
        for message in messages(name):
            catalogue.add(message, _translation(message))
        with (target / f"{name}.po").open("wb") as file:
            write_po(file, catalogue)


def _translation(message: Id) -> Id:
    return pseudo(message) if isinstance(message, str) else tuple(map(pseudo, message))
