"""JSON models that layers below the views send: bodies of errors, and who is present at a table.

As `views.models`, they are a source of the page's types (`web/contract.py`).
"""

from typing import NotRequired

from typing_extensions import TypedDict


class IllegalMoveReason(TypedDict):
    """The rule that forbids a move."""

    rule: str
    """Its id."""
    text: str
    link: str
    """To the rule in the rulebook."""


class ErrorBody(TypedDict):
    """Why a request failed."""

    code: str
    text: str
    rule: NotRequired[str]
    """The id of the rule that forbids the move."""
    link: NotRequired[str]
    """To this rule."""


class Presence(TypedDict):
    """Who looks at the table just now."""

    online: list[int]
    """Seats with an open page."""
    spectators: int
    """Open pages without a seat."""
