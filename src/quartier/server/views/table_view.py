"""The View: everything that one viewer's page shows of a table, as JSON.

The game's part of it comes only from calls that name the viewer (`state.parts(seat)`, `choices(seat)`,
`log_line(.., seat)`), so nothing that the viewer may not know can get into it. That part depends on (table,
version, seat, language) alone and is kept; what depends on the device (own seats, presence, invitations) is
laid over it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from pydantic_core import to_json

from quartier.core.drawing.svg import Fragments
from quartier.core.game.choices import NO_CHOICES, Choice, ChoiceSet
from quartier.core.game.player_view import LogLine, PlayerView, value_text
from quartier.core.text.languages import translator
from quartier.core.text.own_name import with_own_name
from quartier.server.clock import Clock
from quartier.server.commands.authorization import Caller
from quartier.server.deflate import PackedBeginning
from quartier.server.domain import planned_moves, undo
from quartier.server.domain.events import Entry
from quartier.server.domain.table import Table
from quartier.server.lru_cache import LruCache
from quartier.server.models import Presence
from quartier.server.storage.table_rows import TableRow
from quartier.server.views import (
    bot_levels,
    catalogue,
    messages,
    models,
    provable_chance,
    table_links,
)
from quartier.server.views.clocks import clock_view
from quartier.server.views.finished import endings
from quartier.server.views.lobby import waiting_room
from quartier.server.views.models import View
from quartier.server.views.qr import qr_svg
from quartier.server.workers import evaluations


@dataclass(frozen=True)
class Viewer:
    """The viewer: seats of the device, the seat looked from (None: a spectator), language, base URL for links."""

    caller: Caller
    seat: int | None
    lang: str
    base_url: str


@dataclass(frozen=True)
class ViewFragments:
    """A View before it is joined: the drawing and the previews in fragments."""

    sections: models.Sections
    drawing: dict[str, Fragments]
    covered: dict[str, Fragments] | None
    offered: ChoiceSet
    log: list[models.LogLine]


@dataclass(frozen=True)
class Scene:
    """What all viewers see of a table from the same seat in the same language."""

    game: models.Game
    drawing: dict[str, Fragments]
    offered: ChoiceSet
    log: list[models.LogLine]

    @cached_property
    def gzip_beginning(self) -> PackedBeginning:
        """The largest sections of the View as the beginning of its JSON, for all devices and requests."""
        sections = {"parts": _parts(self.drawing), "choices": _choices(self.offered), "log": self.log}
        return PackedBeginning.pack(to_json(sections)[:-1] + b",")


@dataclass(frozen=True)
class Standing:
    """The score of a seat, as all viewers see it."""

    look: int
    score: int
    sources: list[tuple[str, int]]


@dataclass(frozen=True)
class Log:
    """The lines of a table's first `entries` events: they stay until a move is taken back or somebody sits down."""

    entries: int
    live: list[int]
    names: list[str]
    looks: list[int]
    lines: list[models.LogLine]

    def holds(self, table: Table, names: list[str], looks: list[int]) -> bool:
        """Whether the table's log begins with these lines."""
        same = self.names == names and self.looks == looks and self.entries <= len(table.entries)
        return same and self.live == table.live[: len(self.live)]


class Views:
    """Builds Views and worded events, with caches. `bots_after`: see `Settings`."""

    def __init__(self, bots_after: float = 0.0, clock: Clock | None = None) -> None:
        self._bots_after = bots_after
        self._clock = clock or Clock()
        self._scenes: LruCache[Any, Scene] = LruCache(256)
        self._moments: LruCache[Any, models.Parts] = LruCache(64)  # up to 100 kB each
        self._standings: LruCache[Any, list[Standing]] = LruCache(256)
        self._setups: LruCache[Any, models.DescribedSetup] = LruCache(256)
        self._logs: LruCache[Any, Log] = LruCache(128)
        self._lines: LruCache[Any, LogLine] = LruCache(32768)

    def clear(self) -> None:
        """Empty the caches."""
        for cache in (
            self._scenes,
            self._moments,
            self._standings,
            self._setups,
            self._logs,
            self._lines,
        ):
            cache.clear()

    def view(self, row: TableRow, table: Table, viewer: Viewer, presence: Presence) -> View:
        """Return the table as the viewer's device sees it."""
        return join_fragments(self.fragments(row, table, viewer, presence))

    def gzip_view(self, row: TableRow, table: Table, viewer: Viewer, presence: Presence) -> bytes:
        """Return the same as gzipped JSON. Only what depends on the device is encoded and packed anew."""
        fragments = self.fragments(row, table, viewer, presence)
        own_sections = {**fragments.sections, "covered": _covered_parts(fragments)}
        return self._cached_scene(table, viewer.seat, viewer.lang).gzip_beginning.gzip(
            to_json(own_sections)[1:]
        )

    def fragments(self, row: TableRow, table: Table, viewer: Viewer, presence: Presence) -> ViewFragments:
        """Return the same in fragments."""
        scene = self._cached_scene(table, viewer.seat, viewer.lang)
        own_seats, standings = viewer.caller.seats, self._cached_standings(table, viewer.lang)
        actors, seat = table.to_act(), viewer.seat
        now = self._clock.now()
        offers = undo.NO_OFFERS if seat is None else undo.offers(table, seat, set(own_seats))
        sections: models.Sections = {
            **scene.game,
            "viewer": {"seat": viewer.seat, "seats": sorted(own_seats)},
            "opener": viewer.caller.creator,
            "access": cast(models.Access, table.setup.access),
            "hushed": row.chat_disabled,
            "waiting": waiting_room.waiting_view(row, table, self._bots_after, now)
            if table.waiting
            else None,
            "cancelled": table.cancelled,
            "code": row.code if viewer.caller.creator and not table.has_begun else None,
            "seats": [
                _seat(row, table, viewer, presence, seat, standing, seat in actors, now)
                for seat, standing in enumerate(standings)
            ],
            "undo": offers.tier,
            "restart": offers.restart,
        }
        return ViewFragments(
            sections, scene.drawing, self._covered_drawing(table, viewer), scene.offered, scene.log
        )

    def _covered_drawing(self, table: Table, viewer: Viewer) -> dict[str, Fragments] | None:
        """Return the drawing as a spectator sees it, for a device of several seats with hidden information."""
        if viewer.seat is None or len(viewer.caller.seats) < 2 or not _has_secrets(table.state, viewer.seat):
            return None
        return self._cached_scene(table, None, viewer.lang).drawing

    def choices(self, table: Table, seat: int, lang: str) -> list[Choice]:
        """Return the choices that the View offers a seat."""
        return self._cached_scene(table, seat, lang).offered.choices()

    def drawing(self, table: Table, seat: int, lang: str) -> list[str]:
        """Return the parts of the drawing that the View shows a seat, as SVG."""
        return ["".join(fragments) for fragments in self._cached_scene(table, seat, lang).drawing.values()]

    def _cached_scene(self, table: Table, viewer: int | None, lang: str) -> Scene:
        # Names stand in the log's sentences and at the end; they change without a move when a player's name is erased.
        key = (table.setup.id, table.version, viewer, lang, *sorted(table.names.items()))
        result: Scene = self._scenes.get_or_create(key, lambda: self._scene(table, viewer, lang))
        return result

    def _scene(self, table: Table, viewer: int | None, lang: str) -> Scene:
        player_view = table.state.seen_by(viewer, lang)
        offered = player_view.choice_set() if table.may_move(viewer) else NO_CHOICES
        return Scene(
            self._game(table, player_view), player_view.fragments(), offered, self._log(table, player_view)
        )

    def _cached_standings(self, table: Table, lang: str) -> list[Standing]:
        key = (table.setup.id, table.version, lang)
        return self._standings.get_or_create(key, lambda: standings(table.state, lang))

    def _game(self, table: Table, player_view: PlayerView) -> models.Game:
        """What depends on the viewer's seat and language only."""
        state, table_id = table.state, table.setup.id
        viewer, lang = player_view.seat, player_view.lang
        actors = table.to_act()
        mine = table.may_move(viewer)
        return {
            "id": table_id,
            "title": {"name": table.setup.title, "text": state.game.title(lang)},
            "version": table.version,
            "lang": lang,
            "turn": {
                "actors": sorted(actors),
                "yours": mine,
                "prompt": messages.prompt(table, player_view),
                "asks": messages.of_touches(table, "ASKS", lang) if mine else {},
                "steps": messages.of_touches(table, "STEPS", lang) if mine else {},
                "afterwards": player_view.afterwards() if mine else {},
                "headline": messages.headline(table, viewer, lang),
            },
            "goal": _goal(table, player_view),
            "hints": table.setup.hints and viewer is not None,
            "plans": viewer is not None and not table.over and planned_moves.allows(table),
            "evaluated": viewer is None and evaluations.allows(table),
            "rated": table.setup.rated,
            "time": clock_view.control(table, lang),
            "takeback": None if table.takeback_asker is None else {"seat": table.takeback_asker},
            "absence": _absence(table),
            "over": endings.ending_view(messages.result(table, lang), lang) if table.over else None,
            "rematch": table_links.rematch(table),
            "setup": self._setups.get_or_create((table_id, lang), lambda: setup(state, lang)),
            "effects": effects(table, player_view),
            "chance": provable_chance.chance_view(table),
            "links": table_links.links(table, lang),
        }

    def moment(self, table: Table, seq: int, viewer: int | None, lang: str) -> models.Moment:
        """The position after event `seq`, without moves taken back: the viewer saw it then, so it tells nothing new."""
        count = sum(index < seq for index in table.live)
        key = (table.setup.id, table.version, count, viewer, lang)
        return {
            "at": seq,
            "parts": self._moments.get_or_create(key, lambda: parts(table.state.at(count), viewer, lang)),
        }

    def _log(self, table: Table, player_view: PlayerView) -> list[models.LogLine]:
        """Return the log: undone moves are left out, and so is an undo that another move replaces at once."""
        key, names = (
            (table.setup.id, player_view.seat, player_view.lang),
            messages.player_names(table, translator(player_view.lang)),
        )
        looks = table.state.looks()
        cached = self._logs.get(key)
        if cached is None or not cached.holds(table, names, looks):
            cached = Log(0, [], names, looks, [])
        live = set(table.live)
        fresh = [
            self._log_line(table, entry, player_view, cached)
            for index, entry in enumerate(table.since(cached.entries), cached.entries)
            if index in live or (entry.row.control and not table.is_replacing(entry))
        ]
        now = Log(len(table.entries), table.live, names, looks, cached.lines + fresh)
        self._logs.put(key, now)
        return now.lines

    def _log_line(self, table: Table, entry: Entry, player_view: PlayerView, log: Log) -> models.LogLine:
        """One line, in the names and looks of its log."""
        row, line = entry.row, self._line(table, entry, player_view, log.names)
        return {
            "seq": row.seq,
            "actor": actor(row.actor),
            "look": None if row.actor == "*" else log.looks[int(row.actor)],
            "text": entry.text(player_view.seat),
            "line": line.text,
            "name": "" if row.actor == "*" else log.names[int(row.actor)],
            "places": line.places,
            "sound": cast(models.Sound, line.sound),
            "ends": line.ends,
        }

    def event(self, table: Table, entry: Entry, viewer: int | None, lang: str) -> models.TableEvent:
        """Return an event as a viewer may see it; `line` is empty for what isn't in the log."""
        row, player_view = entry.row, table.state.seen_by(viewer, lang)
        names = messages.player_names(table, translator(lang))
        return {
            "seq": row.seq,
            "actor": actor(row.actor),
            "look": messages.look(table, row.actor),
            "text": entry.text(viewer),
            "line": self._line(table, entry, player_view, names).text,
        }

    def _line(self, table: Table, entry: Entry, player_view: PlayerView, names: list[str]) -> LogLine:
        """What the log says of an event to the viewer."""
        who, names = entry.row.actor, with_own_name(names, player_view.seat)
        if table.is_replacing(entry):
            return LogLine(-1, who, "", [])
        if entry.row.control:
            return LogLine(-1, who, messages.control_line(table, entry.row, names, player_view.lang), [])
        index = table.live_index(entry.row.seq)
        if index is None:
            return LogLine(-1, who, "", [])
        # A sequence number never comes back, so the line is for ever.
        key = (table.setup.id, entry.row.seq, player_view.seat, player_view.lang, *names)
        return self._lines.get_or_create(key, lambda: self._move_line(entry, player_view, index, names))

    def _move_line(self, entry: Entry, player_view: PlayerView, index: int, names: list[str]) -> LogLine:
        line = player_view.log_line(index, names)
        is_planned = (entry.row.command or "").startswith(planned_moves.COMMAND)
        if not is_planned or entry.row.actor != player_view.seat:
            return line  # that a reply was planned is only its player's business
        t = translator(player_view.lang)
        return replace(line, text=t("{move} (planned ahead)").format(move=line.text))


def actor(who: int | str) -> models.Actor:
    """Return who has acted: a seat, or chance."""
    return "*" if who == "*" else int(who)


def join_fragments(fragments: ViewFragments) -> View:
    """Return a View from its fragments."""
    return {
        **fragments.sections,
        "parts": _parts(fragments.drawing),
        "covered": _covered_parts(fragments),
        "choices": _choices(fragments.offered),
        "log": fragments.log,
    }


def _covered_parts(fragments: ViewFragments) -> models.Parts | None:
    return _parts(fragments.covered) if fragments.covered else None


def _choices(offered: ChoiceSet) -> list[models.Choice]:
    return [_choice(choice) for choice in offered.choices()]


def _parts(drawing: dict[str, Fragments]) -> models.Parts:
    return cast(models.Parts, {name: "".join(fragments) for name, fragments in drawing.items()})


def parts(state: Any, viewer: int | None, lang: str) -> models.Parts:
    """The parts of the drawing."""
    return cast(models.Parts, state.parts(viewer, lang))


def _choice(choice: Choice) -> models.Choice:
    return {
        "move": choice.move,
        "paths": choice.paths,
        "label": choice.label,
        "ghost": choice.preview,
        "points": choice.points,
        "verb": choice.gain.verb,
        "gain": choice.gain.amount,
        "brings": choice.gain.sentence,
        "at_once": choice.at_once,
    }


def _has_secrets(state: Any, seat: int) -> bool:
    """Return whether a seat has hidden information, which is covered on a shared device."""
    return bool(state.concealed(seat).to_bytes() != state.concealed(None).to_bytes())


def _absence(table: Table) -> models.TakeoverRequest | None:
    """The open question whether a bot plays for a seat, and whose answer is missing."""
    request = table.takeover_request
    if request is None:
        return None
    return {"asker": request.asker, "seat": request.seat, "missing": sorted(table.missing_votes())}


def setup(state: Any, lang: str) -> models.DescribedSetup:
    """What is played: the options as they are and in words; the board if there are several, or for its figures."""
    t = translator(lang, state.game.spec.folder)
    view: list[models.DescribedOption] = [
        {"text": t(option.help), "value": value_text(state.options[name], t)}
        for name, option in state.game.options.items()
    ]
    other = state.board is not state.game.spec.boards.standard()
    names_board = other or len(state.game.boards) > 1 or state.game.figures(state.board, lang)
    board = catalogue.board_text(state.game, state.board, lang) if names_board else None
    return {
        "options": dict(state.options),
        "described": view,
        "board": board,
        "scoring": _scoring(state, lang),
    }


def effects(table: Table, player_view: PlayerView) -> list[models.Effect]:
    """What is in force at a table beside the usual rules."""
    names = messages.player_names(table, translator(player_view.lang))
    return [{"name": effect.name, "text": effect.sentence} for effect in player_view.effects(names)]


def _goal(table: Table, player_view: PlayerView) -> models.Goal:
    """What wins, how far the game has come, and a warning before its end, which calls the viewer "you"."""
    names = messages.player_names(table, translator(player_view.lang))
    if player_view.seat is not None:
        names[player_view.seat] = ""
    aim, progress, warning = player_view.goal(names)
    aim = messages.score_to_beat(table, player_view.lang) or aim
    return {"aim": aim, "progress": progress, "warning": warning if table.has_begun else ""}


def _scoring(state: Any, lang: str) -> list[models.Category]:
    """How points are made, with the rules by their ids."""
    return [
        {
            "name": category.name,
            "sentence": category.sentence,
            "rules": [f"{state.game.spec.rules.PREFIX}-{number}" for number in category.rules],
            "labels": list(category.labels),
        }
        for category in state.seen_by(None, lang).categories()
    ]


def standings(state: Any, lang: str) -> list[Standing]:
    """How the seats stand, in order."""
    public_view = state.seen_by(None, lang)
    return [
        Standing(look, score, public_view.sources(seat))
        for seat, (look, score) in enumerate(zip(state.looks(), state.scores(), strict=True))
    ]


def _seat(
    row: TableRow,
    table: Table,
    viewer: Viewer,
    presence: Presence,
    seat: int,
    standing: Standing,
    due: bool,
    now: float,
) -> models.Seat:
    """One seat of the View; `due`: it may move now."""
    clock = row.clocks[seat] if row.clocks else None
    bot, t = table.bot(seat), translator(viewer.lang)
    kept_for = messages.kept_for(table, seat, row.account_names, t)
    program = bot is None and seat in table.names and row.seats[seat].program is not None
    view: models.Seat = {
        "seat": seat,
        "look": standing.look,
        "name": kept_for or messages.seat_name(table, seat, t),
        "kept": kept_for is not None,
        "kind": "bot" if bot is not None else "human" if seat in table.names else "open",
        "bot": bot,
        "level": bot_levels.played_by(bot, program, t),
        "character": "" if bot is None else _character(table, bot, viewer.lang),
        "rating": _rating(row, table, seat),
        "provisional": bot is None and row.seats[seat].provisional,
        "guest": messages.is_guest(row, table, seat),
        "mark": "" if bot is not None else messages.mark(row, table, seat, viewer.caller.seats, t),
        "face": bot_levels.symbol(standing.look, bot_levels.PROGRAM if program else bot),
        "substituted": seat in table.takeover_bots,
        "may_return": seat in table.takeover_bots and seat not in table.given_up,
        "online": bot is not None or seat in presence["online"],
        "thinking": bot is not None and due,
        "time": clock_view.seat(table, clock, seat, now),
        "score": standing.score,
        "sources": standing.sources,
        "yours": seat in viewer.caller.seats,
    }
    invite = row.seats[seat].invite
    if viewer.caller.creator and view["kind"] == "open" and invite is not None:
        view["invite_url"], view["qr"] = invitation(viewer.base_url, table.setup.id, invite)
    return view


def _rating(row: TableRow, table: Table, seat: int) -> int | None:
    """What the seat's player is worth: measured for a bot, the account's at a rated table."""
    bot = table.bot(seat)
    return row.seats[seat].rating if bot is None else bot_levels.rating(table.state.game, bot, table.seats)


def _character(table: Table, level: str, lang: str) -> str:
    game = table.state.game
    return bot_levels.sentence(game, level, translator(lang, game.spec.folder))


def invitation(base_url: str, table_id: str, invite: str) -> tuple[str, str]:
    """Link and QR code of an invitation. The secret part is a fragment: browsers never send it in a URL."""
    url = f"{base_url}/table/{table_id}#join={invite}"
    return url, qr_svg(url)
