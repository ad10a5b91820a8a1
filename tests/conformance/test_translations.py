"""Every text of the core is translated, with the same fields and proper punctuation."""

import pytest

from quartier.conformance.messages import PACKAGE, message_ids, shared_catalogue, translated_messages
from quartier.conformance.suite.translations import check_translations
from quartier.core.text.languages import languages

TRANSLATIONS = [lang for lang in languages() if lang != "en"]


@pytest.mark.parametrize("lang", TRANSLATIONS)
@pytest.mark.parametrize("files", ["core/**/*.py", "games/*.py"])
def test_every_shared_message_is_translated(files: str, lang: str) -> None:
    ids = message_ids(sorted(PACKAGE.glob(files)))
    ids |= message_ids([PACKAGE / "__init__.py"])
    texts = translated_messages(shared_catalogue(lang))
    assert {text: location for text, location in ids.items() if text not in texts} == {}


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_translations_are_well_formed(lang: str) -> None:
    check_translations(shared_catalogue(lang), lang)
