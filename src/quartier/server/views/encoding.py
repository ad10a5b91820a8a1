"""Models as they go over the wire."""

from __future__ import annotations

from pydantic_core import to_json

from quartier.server.views.accounts.models import (
    Accepted,
    KeptSeats,
    NewLink,
    NewToken,
    PasskeyAsked,
    RecoveryCodes,
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
from quartier.server.views.learning.models import HintAnswer, Lesson
from quartier.server.views.lobby.chat_models import Talk, Word
from quartier.server.views.lobby.models import (
    FoundTable,
    Lobby,
    Place,
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
    Presence,
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
    | HintAnswer
    | Lesson
    | StoredRecord
    | ReplayView
    | Finale
    | ChanceProof
    | Review
    | Health
    | Changed
    | Talk
    | Word
    | Lobby
    | Place
    | Visitor
    | RecoveryCodes
    | YourGames
    | PasskeyAsked
    | KeptSeats
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
