"""The page's types: written from the server's models, and never by hand."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="module")
def contract(hook: ModuleType) -> dict[str, Any]:
    """web/contract.py, which is not part of the package."""
    result: dict[str, Any] = hook.contract()
    return result


def test_the_types_of_the_page_are_those_of_the_server(contract: dict[str, Any]) -> None:
    assert contract["is_kept"](), "type `make types` and commit web/src/net/types.ts"


def test_a_model_that_has_changed_stops_the_check(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hook, "contract", lambda: {"is_kept": lambda: False})
    with pytest.raises(hook.BuildError, match="make types"):
        hook.check_page()


MODELS = '''
"""Not a model."""
from typing_extensions import TypedDict

Actor = int | Literal["*"]
"""A seat, or chance."""

class Empty(TypedDict):
    """Says nothing."""

class Base(TypedDict):
    kind: Literal["human", "bot"]

class Seat(Base):
    """A seat
    of the table."""

    who: list[Actor | None]
    sources: list[tuple[str, float]]
    """Label and points."""
    options: dict[str, bool]
    link: NotRequired[str]
'''
TYPES = """
/** A seat, or chance. */
export type Actor = number | "*";

/** Says nothing. */
export type Empty = Record<string, never>;

export interface Base {
  kind: "human" | "bot";
}

/** A seat of the table. */
export interface Seat extends Base {
  who: (Actor | null)[];
  /** Label and points. */
  sources: [string, number][];
  options: Record<string, boolean>;
  link?: string;
}
"""


def test_models_become_types_with_what_is_stated_of_them(contract: dict[str, Any]) -> None:
    assert contract["typescript"](MODELS) == contract["HEADER"] + TYPES


@pytest.mark.parametrize("kind", ["set[int]", "Literal[1]", "list['Seat']"])
def test_what_has_no_counterpart_is_refused(contract: dict[str, Any], kind: str) -> None:
    with pytest.raises(contract["Unreadable"]):
        contract["typescript"](f"class Model(TypedDict):\n    field: {kind}\n")
