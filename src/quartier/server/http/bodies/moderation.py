"""Request bodies of moderation routes. They come from plain forms, so numbers and switches may be strings."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from quartier.server.http.bodies.tables import Body, Name, Text
from quartier.server.moderation.actions import MAX_BAN_DAYS, MAX_STATS, Action
from quartier.server.moderation.fair_play import FairPlayAction

BalanceBots = Literal["random,greedy", "random,greedy,mcts:50", "random,greedy,learned", "greedy,learned"]
"""The line-ups of a balance report: bots that play a game in seconds."""
MAX_BALANCE_GAMES: Final = 2000


def _none(value: Any) -> Any:
    """A field that was left empty."""
    return None if value == "" else value


Days = Annotated[Annotated[int, Field(ge=1, le=MAX_BAN_DAYS)] | None, BeforeValidator(_none)]
"""None: for ever."""
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Id = Annotated[Text, Field(min_length=1, max_length=40)]
Reason = Annotated[Text, Field(max_length=1000)]
Code = Annotated[Text, Field(max_length=100)]


class FormBody(Body):
    """What a form has sent."""

    model_config = ConfigDict(extra="forbid", strict=False)


class CodeBody(FormBody):
    """A host code or an invitation code."""

    code: Code


class GameBody(FormBody):
    """A table or an uploaded record, and what becomes of it."""

    id: Id
    action: Literal["delete", "hide", "show"]


class RatedGameBody(FormBody):
    """A rated game, or all those of two accounts at a title; and whether they count."""

    action: FairPlayAction
    id: Annotated[Text, Field(max_length=40)] = ""
    one: Name = ""
    other: Name = ""
    title: Annotated[Text, Field(max_length=40)] = ""


class AccountBody(FormBody):
    """An account, and what becomes of it."""

    name: Name
    action: Literal["sign_out", "hide", "show", "delete"]


class BanBody(FormBody):
    """Who is banned: an account by its name, a network address, or a seat as TABLE/NUMBER."""

    kind: Literal["account", "address", "seat"]
    who: Name
    reason: Reason
    days: Days = None


class BanNumber(FormBody):
    """Which ban is lifted."""

    id: Number


class InviteOnlyBody(FormBody):
    """Whether only the invited may play."""

    invite_only: bool


class KeepBody(FormBody):
    """For how many days guests' finished games are kept."""

    days: Days = None


class InvitationBody(FormBody):
    """An invitation for so many people."""

    note: Annotated[Text, Field(max_length=80)] = ""
    uses: Annotated[int, Field(ge=1, le=MAX_STATS)] = 1
    days: Annotated[int, Field(ge=1, le=365)] = 14


class InvitationId(FormBody):
    """Which invitation is withdrawn."""

    id: Id


class BalanceBody(FormBody):
    """What a balance report is to find out."""

    title: Name
    bots: BalanceBots
    vary: Annotated[Text, Field(max_length=1000)] = ""
    players: Annotated[Text, Field(max_length=40)] = ""
    games: Annotated[int, Field(ge=2, le=MAX_BALANCE_GAMES)]


class BalanceStepBody(FormBody):
    """What becomes of a balance report."""

    action: Literal["start", "cancel"]


class ReportBody(FormBody):
    """What is done about a report."""

    id: Number
    action: Action
    reason: Reason = ""
    days: Days = None
