"""What all tests share: soak tests run only when `-m` asks for them."""

import pytest
from hypothesis import settings

# Examples are not kept in the working tree; a failure prints how to repeat it.
settings.register_profile("quartier", database=None, print_blob=True)
settings.load_profile("quartier")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked `soak` unless the marker expression names them."""
    if "soak" in config.option.markexpr:
        return
    soaks = {item for item in items if item.get_closest_marker("soak")}
    if soaks:
        config.hook.pytest_deselected(items=list(soaks))
        items[:] = [item for item in items if item not in soaks]
