"""The text of control events is stored for ever: each is read as it is written, and written as it was in release 0.1.0."""

from __future__ import annotations

import pytest

from quartier.core.text.own_name import with_own_name
from quartier.server.domain import events
from quartier.server.domain.events import (
    AnswerBotTakeover,
    AnswerTakeback,
    AskBots,
    AskBotTakeover,
    AskRematch,
    AskTakeback,
    BadEvent,
    BotTakeover,
    Cancel,
    Change,
    ControlEvent,
    FillWithBot,
    Join,
    Leave,
    Nonce,
    NotReady,
    OutOfTournament,
    Rated,
    Ready,
    Rematch,
    Resign,
    Return,
    Row,
    Substitute,
    TimeExpired,
    Undo,
    Unrated,
)
from quartier.server.domain.table import apply, empty
from quartier.server.domain.table_setup import TableSetup
from quartier.server.views.messages import control_line

STORED = {
    "!join Ada": Join("Ada"),
    "!join  Ada  von ask no": Join(" Ada  von ask no"),
    "!leave Ada von Ask": Leave("Ada von Ask", removed=False),
    "!removed Ada": Leave("Ada", removed=True),
    "!bots": AskBots(),
    "!fill 3": FillWithBot("3"),
    "!cancel": Cancel(),
    "!nonce 00ff00ff00ff00ff00ff00ff00ff00ff": Nonce("00ff00ff00ff00ff00ff00ff00ff00ff"),
    "!time": TimeExpired(),
    "!time 3": TimeExpired("3"),
    "!time 3 returns": TimeExpired("3", returns=True),
    "!undo 12": Undo(12),
    "!takeback ask": AskTakeback(),
    "!takeback yes": AnswerTakeback(yes=True),
    "!takeback no": AnswerTakeback(yes=False),
    "!resign": Resign(),
    "!resign 3": Resign("3"),
    "!replace ask 1 greedy": AskBotTakeover(1, "greedy"),
    "!replace yes": AnswerBotTakeover(yes=True),
    "!replace no": AnswerBotTakeover(yes=False),
    "!bot 4": BotTakeover("4"),
    "!return": Return(),
    "!rematch": AskRematch(),
    "!next 7f3k9x2mpa": Rematch("7f3k9x2mpa"),
    "!unrated": Unrated(),
    "!ready": Ready(),
    "!unready Ada": NotReady("Ada"),
    "!substitute Eve": Substitute("Eve"),
    "!tournament removed": OutOfTournament("removed"),
    "!tournament deadline": OutOfTournament("deadline"),
    "!tournament ended": OutOfTournament("ended"),
    "!rated 0:1000:1117 1:1000:883": Rated((Change(0, 1000, 1117), Change(1, 1000, 883))),
}


@pytest.mark.parametrize(("text", "control"), STORED.items())
def test_stored_for_ever(text: str, control: ControlEvent) -> None:
    assert events.read(text) == control
    assert control.write() == text


def test_every_control_event_is_here() -> None:
    assert {type(control) for control in STORED.values()} == set(ControlEvent.__subclasses__())


@pytest.mark.parametrize("text", STORED)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_one_has_a_meaning_and_a_sentence(text: str, lang: str) -> None:
    table = empty(TableSetup("tabletable", "city_blocks", {}, (None, None), "2026-11-21"))
    actor = "*" if text.startswith("!next") else 0
    row = Row(1, actor, text)
    apply(table, Row(1, 0, "!undo 1") if text == "!undo 12" else row)
    assert table.version == 1
    names = ["Ada", "Bea"]
    named, own = (control_line(table, row, players, lang) for players in (names, with_own_name(names, 0)))
    assert "{" not in named + own
    assert "Ada" not in own or isinstance(events.read(text), FillWithBot | Join | Leave | NotReady)


@pytest.mark.parametrize(
    "text",
    [
        "!",
        "!dance",
        "!undo",
        "!undo x",
        "!takeback",
        "!takeback maybe",
        "!replace ask 1",
        "!replace",
        "!time 3 4",
        "!tournament",
        "!tournament won",
    ],
)
def test_what_nobody_can_have_written(text: str) -> None:
    with pytest.raises(BadEvent):
        events.read(text)
