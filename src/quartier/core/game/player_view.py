"""A position as one viewer sees it, in one language: everything here starts from what the viewer may know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from quartier.core.drawing.document import standalone
from quartier.core.drawing.inline import with_plain_styles
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    join,
    number,
    untouchable,
)
from quartier.core.engine.contract import CHANCE
from quartier.core.game import view_codec
from quartier.core.game.boards import Board
from quartier.core.game.choices import (
    NOTHING_OFFERED,
    Choice,
    Offer,
    Offered,
)
from quartier.core.game.position import Past, Position
from quartier.core.game.title_spec import Option, Title
from quartier.core.game.touch_resolution import all_paths, ending
from quartier.core.text.errors import IllegalMove
from quartier.core.text.final_count import Counted, of_sources
from quartier.core.text.languages import N_, Translator, capital, current, translator
from quartier.core.text.scoring_help import Category
from quartier.core.text.sounds import SILENT, SOUNDS, UNSEEN
from quartier.core.text.speaking import checked
from quartier.core.text.tooltips import Effect, Explained

OFF_BOARD = ("hand-", "card", "button-", "number-")
"""How ids begin that lie in a hand or are buttons of the page."""
BESIDE = "beside-"
"""How places begin that lie not on the viewer's board but small beside it (`data-place`)."""


@dataclass(frozen=True)
class LogLine:
    """An event worded for one viewer."""

    index: int
    actor: int | str
    text: str
    places: list[str]
    """Where on the board, as ids to touch: empty if nothing there was touched, or the viewer may not know what."""
    sound: str = SILENT
    """What it sounds like, one of `core.text.sounds.SOUNDS`; SILENT: nothing."""
    ends: bool = False
    """It did nothing but end a turn."""


class Perspective:
    """What a seat (None: a spectator) sees of a position, worded in `lang`; it follows the position when that is played.

    BadOption for a seat or a language that does not exist.
    """

    def __init__(self, position: Position, seat: int | None, lang: str | None = None) -> None:
        self.seat = position.viewer_number(seat)
        self.lang = checked(lang or current())
        self._position = position
        self._declared = position.game.declared
        self._t: Translator = translator(self.lang, self._declared.folder)
        self._seen: tuple[bytes, Position, Any] | None = None
        """The position as it was last asked for, what the viewer knows of it, and that opened."""
        self._looked: tuple[bytes, Any] | None = None
        """The position of the past that was last asked for, and what the viewer knew of it, opened."""

    def __repr__(self) -> str:
        return f"<{self._position.game.name} as seat {self.seat} sees it, in {self.lang!r}>"

    # ----- the table -----

    def view(self) -> dict[str, Any]:
        """The table as a plain dict; "concealed" is for `quartier.from_view`, which makes a State of it again."""
        position = self._position
        return {
            "game": position.game.name,
            "seats": position.seats,
            "options": dict(position.options),
            "to_act": sorted(position.to_act(), key=str),
            "over": position.over,
            "scores": position.scores(),
            "winners": position.winners(),
            **self._declared.words.view(self._opened(), self._viewer()),
            view_codec.CONCEALED: view_codec.packed(self._known(), self.seat),
        }

    def parts(self) -> dict[str, str]:
        """SVG of "board", "aside" and "hand" for a page; pieces on the board know the way of the last move (data-way)."""
        return {name: join(*drawn) for name, drawn in self.fragments().items()}

    def fragments(self) -> dict[str, Fragments]:
        """The same in the fragments of which they are made: one that did not change is the same text as before."""
        drawing, last = self._declared.drawing, _last_move(self._position)
        drawn = drawing.render(self._opened(), self.seat, self._t, self._touched(last))
        board = with_ways(drawn["board"], self._ways(last))
        return {"board": board, "aside": drawn.get("aside", ()), "hand": drawn["hand"]}

    def board_of(self, seat: int) -> str:
        """The board that lies before a seat, as everybody may know it, to be looked at only. Empty where all seats play on
        one board: a title with boards of their own has a `render_seat_board` in its drawing.
        """
        drawn = getattr(self._declared.drawing, "render_seat_board", None)
        if drawn is None:
            return ""
        known = self._position.concealed(None).marked_as_seen_by(self._position.viewer_number(seat))
        return untouchable(join(*drawn(known.opened(), seat, self._t)))

    def svg(self) -> str:
        """Board and hand in one document, with a stylesheet for light and dark."""
        game = self._position.game
        return standalone(self.parts(), self.lang, game.title(self.lang), game.styles)

    def plain_svg(self) -> str:
        """The same document in the light colours, as viewers show it that know no stylesheets."""
        return with_plain_styles(self.svg())

    def _known(self) -> Position:
        return self._concealed()[1]

    def _opened(self) -> Any:
        return self._concealed()[2]

    def _concealed(self) -> tuple[bytes, Position, Any]:
        """What the viewer knows now: concealed once, however many things are asked of it."""
        now = self._position.to_bytes()
        if self._seen is None or self._seen[0] != now:
            known = self._position.concealed(self.seat)
            self._seen = now, known, known.opened()
        return self._seen

    def _opened_then(self, position: bytes) -> Any:
        """What the viewer knew then. Who reads a log asks twice: what an event led to is where the next one began."""
        if self._looked is None or self._looked[0] is not position:
            self._looked = position, self._position.known(position, self.seat)
        return self._looked[1]

    def _touched(self, last: Past | None) -> list[str]:
        """The ids touched by the last move of a seat; none where a title says that it was not on the viewer's board."""
        if last is None:
            return []
        if hasattr(self._declared.words, "places") and all(
            place.startswith(BESIDE) for place in self._places_of(last)
        ):
            return []
        paths = self._declared.words.paths(last.action, self._position.board)
        return paths[0] if paths else []

    def _places_of(self, past: Past) -> list[str]:
        return self._places(self._opened_then(past.before), past.actor, past.action)

    def _ways(self, last: Past | None) -> dict[str, list[tuple[float, float]]]:
        """The ways on which the last move sent pieces (a title's `motion_paths` in its drawing, if it has one), by data-piece."""
        ways = getattr(self._declared.drawing, "motion_paths", None)
        if not ways or not last:
            return {}
        return dict(ways(self._opened_then(last.before), last.actor, last.action))

    # ----- moves -----

    def prompt(self) -> str:
        """What the seat is asked to do now; empty if it may not act."""
        if self.seat is None or self.seat not in self._position.seats_to_act():
            return ""
        return capital(self._declared.words.prompt(self._opened(), self.seat, self._t))

    def afterwards(self) -> dict[str, str]:
        """How the seat's turn goes on after a move, by the verb of its button (a title's `afterwards(s, seat, t)`)."""
        said = getattr(self._declared.words, "afterwards", None)
        if said is None or self.seat is None or self.seat not in self._position.seats_to_act():
            return {}
        return dict(said(self._opened(), self.seat, self._t))

    def choices(self) -> list[Choice]:
        """What a page needs for each legal move of the seat; empty if it may not act."""
        return self.offered().choices()

    def offered(self) -> Offered:
        """The same in pieces: one that was offered before is the same object as then."""
        if self.seat is None:
            return NOTHING_OFFERED
        return Offer(self._known(), self.seat, self.lang, self._has_begun(self.seat)).offered()

    def _has_begun(self, seat: int) -> bool:
        """Whether the seat has done something in the turn that it is to go on with."""
        past = self._position.past
        return bool(past) and past[-1].actor == seat and past[-1].action not in ending(self._declared)

    def why(self, path: list[str]) -> IllegalMove | None:
        """Why touching these ids leads to no move of the seat; None if it leads to one, or means nothing."""
        if self.seat is None:
            return None
        known = self._known()
        actions = _actions_from(self._declared, known.board, tuple(path))
        refusals = [known.refusal(self.seat, action) for action in actions]
        if None in refusals:
            return None
        # Where several moves were possible, the later rule is the more specific one.
        return self._reason(known, path) or max(
            (refusal for refusal in refusals if refusal),
            key=lambda refusal: int(refusal.rule.rsplit("-", 1)[1]),
            default=None,
        )

    def _reason(self, known: Position, path: list[str]) -> IllegalMove | None:
        """Why the touches lead nowhere in the title's own words (its `reason`, if it has one)."""
        asked = getattr(self._declared.words, "reason", None)
        if not asked or not path or self.seat not in known.seats_to_act():
            return None
        said = asked(known.opened(), self.seat, path)
        if isinstance(said, tuple):
            rule, sentence = said
            return IllegalMove(f"{self._declared.rules.PREFIX}-{rule}", sentence, self._declared.folder)
        return None if said is None else known.refusal(int(self.seat or 0), said)

    # ----- words -----

    def log(self, names: list[str] | None = None) -> list[LogLine]:
        """Every event worded for the viewer; `names` replace the names of the seats."""
        return [self.log_line(index, names) for index in range(len(self._position.past))]

    def log_line(self, index: int, names: list[str] | None = None) -> LogLine:
        """One event worded from what the viewer knows before and after it."""
        position = self._position
        past, latest = position.past[index], index + 1 == len(position.past)
        before = self._opened_then(past.before)
        after = self._opened() if latest else self._opened_then(position.past[index + 1].before)
        action = position.visible_action(index, self.seat)
        text = self._declared.words.line(
            before, after, past.actor, action, self._t, names or self.seat_names()
        )
        places = [] if action is None else self._places(before, past.actor, action)
        heard = self._sound(before, after, past.actor, action)
        who = "*" if past.actor == CHANCE else past.actor
        return LogLine(index, who, text, places, heard, ends=action in ending(self._declared))

    def deed(self, actor: int, move: str) -> tuple[str, list[str]]:
        """A move that somebody could make now, in words, and where on the viewer's board it would be."""
        action, known = self._position.read(move), self._opened()
        return self._declared.words.label(known, action, self._t), self._places(known, actor, action)

    def _sound(self, before: Any, after: Any, actor: int, action: int | None) -> str:
        """What an event sounds like (a title's `sound`; without it only the moves of seats are heard)."""
        said = getattr(self._declared.words, "sound", None)
        if action is None:
            return UNSEEN
        if said is None:
            return SILENT if actor == CHANCE else SOUNDS[0]
        return str(said(before, after, actor, action))

    def _places(self, before: Any, actor: int, action: int) -> list[str]:
        """Where on the viewer's board an event happens: as the title says (its `places`), else where it was touched."""
        words = self._declared.words
        named = getattr(words, "places", None)
        if named:
            return list(named(before, actor, action, self.seat))
        paths = words.paths(action, self._position.board)
        return [touch for touch in (paths[0] if paths else []) if not touch.startswith(OFF_BOARD)]

    def seat_names(self) -> list[str]:
        """What the seats are called without names of their own; a title whose colours may change has `seat_names(s)`."""
        words = self._declared.words
        named = getattr(words, "seat_names", None)
        found = named(self._position.opened()) if named else words.SEAT_NAMES[: self._position.seats]
        return [self._t(name) for name in found]

    def sources(self, seat: int) -> list[tuple[str, int]]:
        """Where a seat's score comes from: (label, points). Scores are public, so a spectator's knowledge is enough."""
        return self._declared.words.sources(self._public(), seat, self._t)

    def explained(self, name: str, names: list[str] | None = None) -> Explained | None:
        """What the viewer may know of a thing that is drawn; `name`: its id to touch, or its data-about; `names` replace
        the names of the seats.

        None where there is no such thing, or the title (without `text/tooltips.py`) explains nothing.
        """
        things = self._declared.things
        found = things and things.thing(
            self._opened(), self._viewer(), name, self._t, names or self.seat_names()
        )
        if not things or not found:
            return None
        kind, prefix = things.THINGS[found.kind], self._declared.rules.PREFIX
        rules = tuple(f"{prefix}-{number}" for number in kind.rules)
        sentence = self._t(kind.sentence).format(**found.figures)
        return Explained(self._t(kind.name), sentence, found.now, rules)

    def effects(self, names: list[str] | None = None) -> list[Effect]:
        """What is in force now that changes what the rules say otherwise: options other than usual, and open effects."""
        told = getattr(self._declared.things, "effects", None)
        open_ones = told(self._opened(), self._t, names or self.seat_names()) if told else []
        return [*self._chosen(), *open_ones]

    def _chosen(self) -> list[Effect]:
        """The options of this game that are not as usual; who has which colour changes no rule."""
        declared, t = self._declared, self._t
        return [
            Effect(
                t(declared.front.options.get(name, name)), _worded(option, self._position.options[name], t)
            )
            for name, option in declared.options.items()
            if self._position.options[name] != option.default and name not in declared.front.swatches
        ]

    def _viewer(self) -> int:
        return CHANCE if self.seat is None else self.seat

    def categories(self) -> list[Category]:
        """How points are made in this game (a title's `categories`, if it has one)."""
        told = getattr(self._declared.words, "categories", None)
        return list(told(self._public(), self._t)) if told else []

    def count(self, names: list[str] | None = None) -> list[Counted]:
        """The final count in steps that add up to the scores, with places on the board that this seat sees (a spectator: the
        first seat's). A title says them in its `count(s, seat, names, t)`, else they are its sources; none before the end.
        """
        position = self._position
        if not position.over:
            return []
        called, told = names or self.seat_names(), getattr(self._declared.words, "count", None)
        if told:
            # A finished game is open: what lay in a hand is told, too.
            return list(told(position.opened(), self.seat or 0, called, self._t))
        return of_sources([self.sources(seat) for seat in range(position.seats)], called)

    def _public(self) -> Any:
        """What everybody knows, opened."""
        return self._opened() if self.seat is None else self._position.concealed(None).opened()

    def verdict(self) -> str:
        """The result in words, where winning or losing does not say it (a title's `verdict`); else empty."""
        said = getattr(self._declared.words, "verdict", None)
        if not said or not self._position.over:
            return ""
        return str(said(self._public(), self._t))

    def ending(self) -> str:
        """Why the game is over (a title's `ending`), and what decided among equal scores (its `TIE_BREAK`); may be empty."""
        if not self._position.over:
            return ""
        words, known = self._declared.words, self._public()
        said = str(words.ending(known, self._t)) if hasattr(words, "ending") else ""
        rule = self._t(words.TIE_BREAK) if hasattr(words, "TIE_BREAK") and self._tie_was_broken() else ""
        return f"{said} {rule}".strip()

    def _tie_was_broken(self) -> bool:
        scores, winners = self._position.scores(), self._position.winners()
        return scores.count(max(scores)) > len(winners)


def _worded(option: Option, value: bool | int | str, t: Translator) -> str:
    """What an option does in a game: a switch that is on does what it says."""
    said = t(option.help)
    return said if value is True else f"{said} {t(_HERE).format(value=value_text(value, t))}"


def value_text(value: bool | int | str, t: Translator) -> str:
    """An option's value for people."""
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    return t(value) if isinstance(value, str) else str(value)


_HERE = N_("Here: {value}.")


def _last_move(position: Position) -> Past | None:
    """The last event of the past that is a seat's; None if there is none."""
    return next((past for past in reversed(position.past) if past.actor != CHANCE), None)


def with_ways(board: Fragments, ways: dict[str, list[tuple[float, float]]]) -> Fragments:
    """A drawn board whose pieces carry the corners of their ways in board units, oldest first."""
    for piece, corners in ways.items():
        named = f' data-piece="{piece}"'
        way = " ".join(f"{number(round(x, 1))},{number(round(y, 1))}" for x, y in corners)
        carried = f'{named} data-way="{way}"'
        board = tuple(Svg(drawn.replace(named, carried)) if named in drawn else drawn for drawn in board)
    return board


@lru_cache(maxsize=4096)
def _actions_from(title: Title, board: Board, path: tuple[str, ...]) -> list[int]:
    """Every action, legal or not, with a path that begins with these touches."""

    def begins(other: list[str]) -> bool:
        return tuple(other[: len(path)]) == path

    return [action for action, paths in enumerate(all_paths(title, board)) if any(map(begins, paths))]
