"""JSON encoding of view models."""

from __future__ import annotations

from pydantic_core import to_json

from quartier.server.models import Presence
from quartier.server.views.accounts.models import (
    Accepted,
    NewLink,
    NewToken,
    OwnGames,
    PasskeyAsked,
    RecoveryCodes,
    TransferredSeats,
    Visitor,
    YourGames,
)
from quartier.server.views.api_v1.models import (
    Position,
    ProgramJoined,
    ProgramMoves,
    ProgramPlayed,
    ProgramTable,
    ProgramTitles,
)
from quartier.server.views.finished.models import (
    ChanceProof,
    Finale,
    ReplayView,
    Review,
    StoredRecord,
)
from quartier.server.views.learning.models import Coaching, HintAnswer, Lesson
from quartier.server.views.lobby.chat_models import ChatHistory, ChatMessage
from quartier.server.views.lobby.models import (
    FoundTable,
    JoinedSeat,
    Lobby,
    Summary,
)
from quartier.server.views.models import (
    Changed,
    Claimed,
    Done,
    Failure,
    Health,
    Joined,
    MadeTable,
    Missed,
    Moment,
    OpenedBoard,
    Patch,
    RematchAnswer,
    TableEvent,
    View,
    Why,
)
from quartier.server.views.tournaments.models import Announced, Tournament, Tournaments

Sent = (
    View
    | Moment
    | OpenedBoard
    | Done
    | Failure
    | Missed
    | Why
    | RematchAnswer
    | Joined
    | Claimed
    | MadeTable
    | Summary
    | FoundTable
    | Coaching
    | HintAnswer
    | Lesson
    | StoredRecord
    | ReplayView
    | Finale
    | ChanceProof
    | Review
    | Health
    | Changed
    | ChatHistory
    | ChatMessage
    | Lobby
    | JoinedSeat
    | Visitor
    | RecoveryCodes
    | YourGames
    | OwnGames
    | PasskeyAsked
    | TransferredSeats
    | NewLink
    | NewToken
    | Accepted
    | Tournaments
    | Tournament
    | Announced
    | ProgramTitles
    | ProgramMoves
    | Position
    | ProgramPlayed
    | ProgramJoined
    | ProgramTable
)
"""Every answer of a route."""


def as_json(model: Sent | TableEvent | Patch | Presence) -> bytes:
    """A model as compact JSON in UTF-8."""
    return to_json(model)
