"""Every sentence of the core has German words, with the same fields, and with German quotation marks."""

import pytest

from quartier.conformance.messages import PACKAGE, SHARED, german, message_ids
from quartier.conformance.suite.german import check_german


@pytest.mark.parametrize("files", ["core/**/*.py", "games/*.py"])
def test_every_shared_message_has_german(files: str) -> None:
    ids = message_ids(sorted(PACKAGE.glob(files)))
    ids |= message_ids([PACKAGE / "__init__.py"])
    translations = german(SHARED)
    assert {text: location for text, location in ids.items() if text not in translations} == {}


def test_german_is_well_formed() -> None:
    check_german(SHARED)
