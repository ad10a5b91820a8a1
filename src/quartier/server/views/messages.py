"""What the server itself says about a table: control events in the log, whose turn it is, how it ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from quartier.core.game.player_view import PlayerView
from quartier.core.text.effects import with_sign
from quartier.core.text.languages import N_, Translator, translator
from quartier.core.text.numbers import figure, percent
from quartier.core.text.own_name import by_name
from quartier.server.domain import events, ready_check
from quartier.server.domain.events import (
    AnswerBotTakeover,
    AnswerTakeback,
    AskBots,
    AskBotTakeover,
    AskRematch,
    AskTakeback,
    BotTakeover,
    Cancel,
    Change,
    ControlEvent,
    FillWithBot,
    Join,
    Leave,
    LeftTournament,
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
    UnratedReason,
)
from quartier.server.domain.table import Table
from quartier.server.domain.tournaments.results import adjudicate
from quartier.server.storage.table_rows import TableRow
from quartier.server.views import bot_levels
from quartier.server.views.clocks import clock_view
from quartier.server.views.finished import endings
from quartier.server.views.finished.endings import Result, join_names


def seat_name(table: Table, seat: int, t: Translator) -> str:
    """Who the seat belongs to, or that it is open; for a person, also that a bot plays now."""
    own = player_name(table, seat, t)
    return t("{name} (bot)").format(name=own) if seat in table.takeover_bots else own


def is_guest(row: TableRow, table: Table, seat: int) -> bool:
    """Whether the seat's person has no account. People who were forgotten are no one."""
    return bool(table.names.get(seat)) and table.setup.bots[seat] is None and row.seats[seat].of_guest


def mark(row: TableRow, table: Table, seat: int, own: Collection[int], t: Translator) -> str:
    """The mark beside a person's name: the account's rating at a rated table, or that another is a guest."""
    line = row.seats[seat]
    if line.rating is not None:
        return f"{line.rating}?" if line.provisional else str(line.rating)
    return t("Guest") if is_guest(row, table, seat) and seat not in own else ""


def kept_for(table: Table, seat: int, called: Mapping[int, str], t: Translator) -> str | None:
    """Who alone can take an open seat, where somebody is known; `called`: whose the seats are, by name."""
    if seat in table.names or table.bot(seat) is not None or seat not in called:
        return None
    return person_name(called[seat], t)


def look(table: Table, actor: int | str) -> int | None:
    """Which of the common looks an actor's seat has; None for chance."""
    return None if actor == "*" else int(table.state.looks()[int(actor)])


def player_name(table: Table, seat: int, t: Translator) -> str:
    """The same for whom the seat belongs to, whoever plays it now."""
    if table.setup.bots[seat] is not None:
        return bot_levels.names(table)[seat]
    name = table.names.get(seat)
    return t("Open seat") if name is None else person_name(name, t)


def person_name(name: str, t: Translator) -> str:
    """What somebody is called: who wanted to be forgotten has no name."""
    return name or t("Someone")


def player_names(table: Table, t: Translator) -> list[str]:
    """To whom the seats belong, in order: the names for the log, which do not change while bots come and go."""
    return [player_name(table, seat, t) for seat in range(table.seats)]


def control_line(table: Table, row: Row, names: Sequence[str], lang: str) -> str:
    """A control event as a sentence; `names`: whom the seats belong to, the viewer as an `OwnName`."""
    t, control = translator(lang), events.read(row.move)
    if isinstance(control, Rated):
        return changes(control.changes, names, t)
    if isinstance(control, OutOfTournament) and control.chances:
        return _adjudication(table, control.chances, names, t)
    name = _who(row, control, names, t)
    other = names[control.seat] if isinstance(control, AskBotTakeover) else ""
    sentence = _sentence(control)
    form = by_name(name, sentence, _OWN_FORMS.get(sentence, sentence))
    form = by_name(other, form, _BOT_FOR_YOU)
    return t(form).format(name=name, other=other, level=_level(control, t))


def changes(rated: Sequence[Change], names: Sequence[str], t: Translator) -> str:
    """What a rated game has made of the ratings."""
    parts = [
        f"{by_name(names[seat], names[seat], t('you'))} {after} ({with_sign(after - before)})"
        for seat, before, after in rated
    ]
    return t("Ratings: {changes}.").format(changes=", ".join(parts))


def _adjudication(table: Table, chances: Sequence[int], names: Sequence[str], t: Translator) -> str:
    """How an unfinished game was decided for its tournament, and by what."""
    judgement = adjudicate([True] * table.seats, chances)
    text = _EVEN if len(set(judgement)) == 1 else _DECIDED
    parts = [
        f"{by_name(name, name, t('you'))} {percent(chance / 100, lang=t.lang)}"
        for name, chance in zip(names, chances, strict=True)
    ]
    return t(text).format(chances=", ".join(parts))


def _who(row: Row, control: ControlEvent, names: Sequence[str], t: Translator) -> str:
    """Whom the event is about. Who came and went again was called otherwise than who sits there now."""
    holder = "" if row.actor == "*" else names[int(row.actor)]
    if isinstance(control, Join | Leave | NotReady | Substitute):
        name = person_name(control.name, t)
        return holder if name == holder and not isinstance(control, Leave | NotReady) else name
    return holder


def _level(control: ControlEvent, t: Translator) -> str:
    level = control.level if isinstance(control, BotTakeover | Resign | FillWithBot | TimeExpired) else None
    return "" if level is None else bot_levels.level_name(level, t)


def _sentence(control: ControlEvent) -> str:
    if isinstance(control, AnswerTakeback | AnswerBotTakeover):
        return _AGREES if control.yes else _REFUSES
    if isinstance(control, Resign) and control.level is not None:
        return _HANDS_OVER
    if isinstance(control, Join) and control.guest:
        return _GUEST_JOINS
    if isinstance(control, Leave):
        return _REMOVED if control.removed else _LEAVES
    if isinstance(control, Unrated):
        return _UNRATED[control.reason]
    if isinstance(control, OutOfTournament):
        return _OUT_OF_TOURNAMENT[control.reason]
    if isinstance(control, TimeExpired) and control.level is not None:
        return _PLAYED_FOR if control.returns else _PLAYED_ON
    return _LINES[type(control)]


_AGREES = N_("{name} agreed.")
_REFUSES = N_("{name} declined.")
_GUEST_JOINS = N_("{name} (guest) joined.")
_LEAVES = N_("{name} left the table.")
_REMOVED = N_("{name} was removed by the table’s host.")
_HANDS_OVER = N_("{name} resigned. A bot ({level}) plays on.")
_PLAYED_ON = N_("{name} ran out of time. A bot ({level}) plays on.")
_PLAYED_FOR = N_("{name} ran out of time. A bot ({level}) plays until they return.")
_DECIDED = N_(
    "The round is over. The bots’ evaluation decides the match: {chances}. The game no longer counts in the tournament. It "
    "can be finished."
)
_EVEN = N_(
    "The round is over. The match is a draw, because the bots’ evaluation is nearly even: {chances}. The game no longer "
    "counts in the tournament. It can be finished."
)
_UNRATED: dict[UnratedReason, str] = {
    "moves": N_("No ratings change: not every player made two moves."),
    "network": N_("No ratings change: the players share an internet connection."),
    "moderator": N_("A moderator voided this game: it changes no ratings."),
}
_OUT_OF_TOURNAMENT: dict[LeftTournament, str] = {
    "removed": N_("The organiser removed {name} from the tournament. The game continues."),
    "deadline": N_("The round is over: this game no longer counts in the tournament. It can be finished."),
    "ended": N_("The tournament is over: this game no longer counts in it. It can be finished."),
}
_LINES: dict[type[ControlEvent], str] = {
    Join: N_("{name} joined."),
    AskBots: N_("{name} suggested filling the open seats with bots."),
    FillWithBot: N_("{name}, a bot ({level}), took the open seat."),
    Cancel: N_("The table was cancelled."),
    Nonce: N_("{name}’s device added a random number."),
    Undo: N_("{name} undid a move."),
    AskTakeback: N_("{name} requested a takeback."),
    Resign: N_("{name} resigned."),
    TimeExpired: N_("{name} ran out of time."),
    AskBotTakeover: N_("{name} wants a bot to play for {other}."),
    BotTakeover: N_("A bot ({level}) is now playing for {name}."),
    Return: N_("{name} is back."),
    Ready: N_("{name} is ready."),
    NotReady: N_("{name} wasn’t here for the start and lost the seat."),
    Substitute: N_("{name} took over this seat."),
    AskRematch: N_("{name} offered a rematch."),
    Rematch: N_("The rematch has started."),
}

_BOT_FOR_YOU = N_("{name} wants a bot to play for you.")
_OWN_FORMS: dict[str, str] = {
    _AGREES: N_("You agreed."),
    _REFUSES: N_("You declined."),
    _GUEST_JOINS: N_("You joined."),
    _HANDS_OVER: N_("You resigned. A bot ({level}) plays on."),
    _PLAYED_ON: N_("You ran out of time. A bot ({level}) plays on."),
    _PLAYED_FOR: N_("You ran out of time. A bot ({level}) plays until you return."),
    _OUT_OF_TOURNAMENT["removed"]: N_("The organiser removed you from the tournament. The game continues."),
    _LINES[Join]: N_("You joined."),
    _LINES[AskBots]: N_("You suggested filling the open seats with bots."),
    _LINES[Nonce]: N_("Your device added a random number."),
    _LINES[Undo]: N_("You undid a move."),
    _LINES[AskTakeback]: N_("You requested a takeback."),
    _LINES[Resign]: N_("You resigned."),
    _LINES[TimeExpired]: N_("You ran out of time."),
    _LINES[AskBotTakeover]: N_("You want a bot to play for {other}."),
    _LINES[BotTakeover]: N_("A bot ({level}) is now playing for you."),
    _LINES[Return]: N_("You’re back."),
    _LINES[Ready]: N_("You’re ready."),
    _LINES[Substitute]: N_("You took over this seat."),
    _LINES[AskRematch]: N_("You offered a rematch."),
}
"""The same to the player whom they are about."""


def headline(table: Table, viewer: int | None, lang: str) -> str:
    """The one line above the board: whose turn it is, or who has won."""
    t = translator(lang)
    if table.over:
        return endings.headline(result(table, lang), lang)
    actors = table.to_act()
    if table.cancelled:
        return t("This table was cancelled")
    if table.checks_ready and viewer in table.missing_ready():
        return t("Are you there?")
    if not actors:
        return t("Waiting for players")
    if table.may_move(viewer):
        return t("Your turn")
    return t("{name} to move").format(
        name=join_names([seat_name(table, seat, t) for seat in sorted(actors)], t)
    )


def result(table: Table, lang: str) -> Result:
    """How the table's game ended."""
    t = translator(lang)
    names = [seat_name(table, seat, t) for seat in range(table.seats)]
    late = table.resigned is not None and table.resigned in table.out_of_time
    return Result(table.state, names, table.winners(), table.resigned, late, _remark(table, lang))


def _remark(table: Table, lang: str) -> str:
    """What the game has made of ratings, or what a challenger made of the same deal."""
    t = translator(lang)
    if table.unrated:
        return t(_UNRATED[table.unrated])
    return changes(table.rated, player_names(table, t), t) if table.rated else _beside_challenger(table, lang)


def score_to_beat(table: Table, lang: str) -> str:
    """What a challenge is about; empty at a table without one."""
    return _of_challenge(table, lang, N_("Score to beat: {points} ({name})"))


def _beside_challenger(table: Table, lang: str) -> str:
    """What the challenger made of the same deal; empty at a table without a challenge."""
    return _of_challenge(table, lang, N_("{name} scored {points} with this deal."))


def _of_challenge(table: Table, lang: str, sentence: str) -> str:
    challenge, t = table.setup.challenge, translator(lang)
    if challenge is None:
        return ""
    return t(sentence).format(name=person_name(challenge.name, t), points=figure(challenge.score, lang=lang))


def prompt(table: Table, player_view: PlayerView) -> str:
    """What the viewer is asked to do; when it is nothing, what everybody waits for."""
    viewer, t = player_view.seat, translator(player_view.lang)
    if table.cancelled:
        return t("This table was cancelled before the game started. You can open another.")
    if not table.all_joined:
        begins = t("The game starts once everyone has joined.")
        return f"{t(clock_view.RATED[0])} {begins}" if table.setup.rated else begins
    if table.checks_ready:
        absent = [player_name(table, seat, t) for seat in sorted(table.missing_ready())]
        text = t("Waiting for {name}. Players who aren’t here within {seconds} s lose the seat.")
        return text.format(name=join_names(absent, t), seconds=ready_check.seconds(table))
    if not table.has_begun:
        return t("The game starts once every player’s device has added a random number.")
    if table.may_move(viewer):
        return player_view.prompt()
    if viewer in table.takeover_bots and not table.over:
        return t("A bot is playing for you.")
    return _waiting_for(table, t)


def of_touches(table: Table, name: Literal["ASKS", "STEPS"], lang: str) -> dict[str, str]:
    """What the title says of touches: what it asks after one that is not yet a move, or the word for each."""
    spec = table.state.game.spec
    t = translator(lang, spec.folder)
    return {touched: t(title_text) for touched, title_text in getattr(spec.text, name, {}).items()}


def _waiting_for(table: Table, t: Translator) -> str:
    """Who is still to choose, when there are several at once; a single bot thinks."""
    seats = sorted(table.to_act() - {"*"})
    if len(seats) > 1:
        return t("Still choosing: {name}").format(
            name=join_names([seat_name(table, seat, t) for seat in seats], t)
        )
    bot = table.due_bot()
    return "" if bot is None else t("{name} is thinking").format(name=seat_name(table, bot, t))
