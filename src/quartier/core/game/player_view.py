"""A position as one viewer sees it, in one language: everything here starts from what the viewer may know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from quartier.core.drawing.accessible_names import accessible_names
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
from quartier.core.game.base_state import BaseState, Past
from quartier.core.game.boards import Board
from quartier.core.game.choices import (
    NO_CHOICES,
    Choice,
    ChoiceBuilder,
    ChoiceSet,
)
from quartier.core.game.title_spec import Option, TitleSpec
from quartier.core.game.touch_resolution import all_paths, ending
from quartier.core.text.description import Section
from quartier.core.text.errors import IllegalMove
from quartier.core.text.final_count import Counted, of_sources
from quartier.core.text.goal import DEFAULT_AIM, Goal
from quartier.core.text.languages import N_, Translator, capital, current, translator
from quartier.core.text.scoring_help import Category
from quartier.core.text.sounds import SILENT, SOUNDS, UNSEEN
from quartier.core.text.speaking import check_language
from quartier.core.text.tooltips import Effect, Tooltip, kind_item

OFF_BOARD = ("hand-", "card", "button-", "number-")
"""Prefixes of ids that are in a hand or are buttons of the page."""
BESIDE_BOARD = "beside-"
"""The prefix of places that are not on the viewer's board but shown small beside it (`data-place`)."""


@dataclass(frozen=True)
class LogLine:
    """An event described for one viewer."""

    index: int
    """The index of the event, from 0."""
    actor: int | str
    """The seat, or "*" for chance."""
    text: str
    """The event in words."""
    places: list[str]
    """Its location on the board, as ids to touch; empty if nothing there was touched, or it is hidden from the viewer."""
    sound: str = SILENT
    """Its sound, one of `core.text.sounds.SOUNDS`; SILENT for none."""
    ends: bool = False
    """Whether it only ended a turn."""


class PlayerView:
    """What a player sees of a position, in a language. It follows the position when moves are played on it.

    Args:
        position: The position.
        seat: A seat, or None for a spectator.
        lang: The language of all texts, by default the current one.

    Raises:
        BadOption: There is no such seat or language.
    """

    def __init__(self, position: BaseState, seat: int | None, lang: str | None = None) -> None:
        self.seat = position.viewer_number(seat)
        self.lang = check_language(lang or current())
        self._position = position
        self._spec = position.game.spec
        self._t: Translator = translator(self.lang, self._spec.folder)
        self._concealed_now: tuple[bytes, BaseState, Any] | None = None
        """The position at the last call, what the viewer knows of it, and its opened record."""
        self._past_record: tuple[bytes, Any] | None = None
        """The earlier position of the last call, and the opened record of what the viewer knew of it."""

    def __repr__(self) -> str:
        return f"<{self._position.game.name} as seat {self.seat} sees it, in {self.lang!r}>"

    # ----- the table -----

    def view(self) -> dict[str, Any]:
        """Return the table as a plain dict of JSON values.

        Returns:
            Game, seats, options, whose turn it is, scores and the title's own fields; "concealed" is for
                `quartier.from_view`.
        """
        position = self._position
        return {
            "game": position.game.name,
            "seats": position.seats,
            "options": dict(position.options),
            "to_act": sorted(position.to_act(), key=str),
            "over": position.over,
            "scores": position.scores(),
            "winners": position.winners(),
            **self._spec.text.view(self._record(), self._viewer()),
            view_codec.CONCEALED: view_codec.encode_view(self._known_state(), self.seat),
        }

    def parts(self) -> dict[str, str]:
        """Draw the table for a page.

        Returns:
            The SVG of "board", "aside" (the side panel; "" if there is none) and "hand". Pieces on the board have the
                path of the last move as `data-way`.
        """
        return {name: join(*fragments) for name, fragments in self.fragments().items()}

    def fragments(self) -> dict[str, Fragments]:
        """Return the drawings of `parts` in fragments; one that didn't change is the same text as before."""
        drawing, last = self._spec.drawing, _last_move(self._position)
        parts = drawing.render(self._record(), self.seat, self._t, self._touched_ids(last))
        board = with_motion_paths(parts["board"], self._motion_paths(last))
        return {"board": board, "aside": parts.get("aside", ()), "hand": parts["hand"]}

    def description(self, names: list[str] | None = None) -> list[Section]:
        """Describe the table for people who can't see it.

        Args:
            names: The names of the players by seat, by default those of the seats.

        Returns:
            What a screen reader says of all drawn pieces, by part of the table; then what the title's
                `describe_position` adds, if it has one.
        """
        describe = getattr(self._spec.text, "describe_position", None)
        sections = [
            section for svg in self.parts().values() for section in accessible_names(svg, names or ())
        ]
        if describe:
            sections += describe(self._record(), self._viewer(), self._t, names or self.seat_names())
        return sections

    def board_of(self, seat: int) -> str:
        """Draw the board in front of a seat as everyone may see it, without anything to touch.

        Args:
            seat: The seat whose board it is.

        Returns:
            SVG; "" where all seats play on one board (the title's drawing has no `render_seat_board`).

        Raises:
            BadOption: There is no such seat.
        """
        render = getattr(self._spec.drawing, "render_seat_board", None)
        if render is None:
            return ""
        state = self._position.concealed(None).as_seen_by(self._position.viewer_number(seat))
        return untouchable(join(*render(state.open_record(), seat, self._t)))

    def svg(self) -> str:
        """Draw board and hand as one SVG document, with a stylesheet for light and dark."""
        game = self._position.game
        return standalone(self.parts(), self.lang, game.title(self.lang), game.styles)

    def plain_svg(self) -> str:
        """Draw the same document in the light colours, for viewers that don't support stylesheets."""
        return with_plain_styles(self.svg())

    def _known_state(self) -> BaseState:
        return self._concealed()[1]

    def _record(self) -> Any:
        return self._concealed()[2]

    def _concealed(self) -> tuple[bytes, BaseState, Any]:
        """Return what the viewer knows now: concealed once, however many queries follow."""
        now = self._position.to_bytes()
        if self._concealed_now is None or self._concealed_now[0] != now:
            state = self._position.concealed(self.seat)
            self._concealed_now = now, state, state.open_record()
        return self._concealed_now

    def _record_then(self, position: bytes) -> Any:
        """Return what the viewer knew then. Cached: a log needs each position twice, after an event and before the next."""
        if self._past_record is None or self._past_record[0] is not position:
            self._past_record = position, self._position.open_bytes(position, self.seat)
        return self._past_record[1]

    def _touched_ids(self, last: Past | None) -> list[str]:
        """Return the ids touched by the last move of a seat; none if the title places it outside the viewer's board."""
        if last is None:
            return []
        if hasattr(self._spec.text, "places") and all(
            id_.startswith(BESIDE_BOARD) for id_ in self._places_of(last)
        ):
            return []
        paths = self._spec.text.paths(last.action, self._position.board)
        return paths[0] if paths else []

    def _places_of(self, past: Past) -> list[str]:
        return self._places(self._record_then(past.before), past.actor, past.action)

    def _motion_paths(self, last: Past | None) -> dict[str, list[tuple[float, float]]]:
        """Return the motion paths of the pieces in the last move, by data-piece (a title's `motion_paths`)."""
        ways = getattr(self._spec.drawing, "motion_paths", None)
        if not ways or not last:
            return {}
        return dict(ways(self._record_then(last.before), last.actor, last.action))

    # ----- moves -----

    def prompt(self) -> str:
        """Return what the seat is asked to do now; "" if it isn't its turn."""
        if self.seat is None or self.seat not in self._position.seats_to_act():
            return ""
        return capital(self._spec.text.prompt(self._record(), self.seat, self._t))

    def afterwards(self) -> dict[str, str]:
        """Return how the seat's turn continues after a move, by the verb of its button; empty if it isn't the seat's
        turn.
        """
        describe = getattr(self._spec.text, "afterwards", None)
        if describe is None or self.seat is None or self.seat not in self._position.seats_to_act():
            return {}
        return dict(describe(self._record(), self.seat, self._t))

    def choices(self) -> list[Choice]:
        """Return all legal moves of the seat as a page needs them; empty if it may not act."""
        return self.choice_set().choices()

    def choice_set(self) -> ChoiceSet:
        """Return the choices in parts; one that was offered before is the same object as before."""
        if self.seat is None:
            return NO_CHOICES
        _, state, record = self._concealed()
        return ChoiceBuilder(state, record, self.seat, self.lang, self._has_begun(self.seat)).choice_set()

    def _has_begun(self, seat: int) -> bool:
        """Return whether the seat has done something in its present turn."""
        past = self._position.past
        return bool(past) and past[-1].actor == seat and past[-1].action not in ending(self._spec)

    def why(self, path: list[str]) -> IllegalMove | None:
        """Explain why touches lead to no move.

        Args:
            path: The touched ids, in order.

        Returns:
            The rule that forbids it; None if the touches lead to a move, or to nothing at all.
        """
        if self.seat is None:
            return None
        state = self._known_state()
        actions = _actions_from(self._spec, state.board, tuple(path))
        refusals = [state.refusal(self.seat, action) for action in actions]
        if None in refusals:
            return None
        # If several moves were possible, the later rule is the more specific one.
        return self._reason(state, path) or max(
            (refusal for refusal in refusals if refusal),
            key=lambda refusal: int(refusal.rule.rsplit("-", 1)[1]),
            default=None,
        )

    def _reason(self, state: BaseState, path: list[str]) -> IllegalMove | None:
        """Return the title's own explanation of touches (its `reason`, if it has one)."""
        explain = getattr(self._spec.text, "reason", None)
        if not explain or not path or self.seat not in state.seats_to_act():
            return None
        reason = explain(state.open_record(), self.seat, path)
        if isinstance(reason, tuple):
            rule, sentence = reason
            return IllegalMove(f"{self._spec.rules.PREFIX}-{rule}", sentence, self._spec.folder)
        return None if reason is None else state.refusal(int(self.seat or 0), reason)

    # ----- words -----

    def log(self, names: list[str] | None = None) -> list[LogLine]:
        """Describe all events for the viewer.

        Args:
            names: The names of the players by seat, by default those of the seats.

        Returns:
            A line for each event, in order.
        """
        return [self.log_line(index, names) for index in range(len(self._position.past))]

    def log_line(self, index: int, names: list[str] | None = None) -> LogLine:
        """Describe one event, from what the viewer knows before and after it.

        Args:
            index: The index of the event, from 0.
            names: The names of the players by seat, by default those of the seats.
        """
        position = self._position
        past, latest = position.past[index], index + 1 == len(position.past)
        before = self._record_then(past.before)
        after = self._record() if latest else self._record_then(position.past[index + 1].before)
        action = position.visible_action(index, self.seat)
        text = self._spec.text.line(before, after, past.actor, action, self._t, names or self.seat_names())
        ids = [] if action is None else self._places(before, past.actor, action)
        sound = self._sound(before, after, past.actor, action)
        who = "*" if past.actor == CHANCE else past.actor
        return LogLine(index, who, text, ids, sound, ends=action in ending(self._spec))

    def describe_move(self, actor: int, move: str) -> tuple[str, list[str]]:
        """Describe a possible move.

        Args:
            actor: A seat, or -1 (CHANCE).
            move: The move in notation.

        Returns:
            The move in words, and the places on the viewer's board where it would happen, as ids to touch.

        Raises:
            IllegalMove: The text is no move.
        """
        action, state = self._position.read(move), self._record()
        return self._spec.text.label(state, action, self._t), self._places(state, actor, action)

    def _sound(self, before: Any, after: Any, actor: int, action: int | None) -> str:
        """Return the sound of an event (a title's `sound`; without it only the moves of seats have one)."""
        sound_of = getattr(self._spec.text, "sound", None)
        if action is None:
            return UNSEEN
        if sound_of is None:
            return SILENT if actor == CHANCE else SOUNDS[0]
        return str(sound_of(before, after, actor, action))

    def _places(self, before: Any, actor: int, action: int) -> list[str]:
        """Return where on the viewer's board an event happens: by the title's `places`, else where it was touched."""
        words = self._spec.text
        named = getattr(words, "places", None)
        if named:
            return list(named(before, actor, action, self.seat))
        paths = words.paths(action, self._position.board)
        return [touch for touch in (paths[0] if paths else []) if not touch.startswith(OFF_BOARD)]

    def seat_names(self) -> list[str]:
        """Return the names of the seats, such as their colours."""
        words = self._spec.text
        named = getattr(words, "seat_names", None)
        names = named(self._position.open_record()) if named else words.SEAT_NAMES[: self._position.seats]
        return [self._t(name) for name in names]

    def sources(self, seat: int) -> list[tuple[str, int]]:
        """Return how the score of a seat is made up.

        Args:
            seat: A seat.

        Returns:
            Pairs of a label and its points. Scores are public, so they are the same for all viewers.
        """
        return self._spec.text.sources(self._public(), seat, self._t)

    def tooltip(self, name: str, names: list[str] | None = None) -> Tooltip | None:
        """Return the tooltip of a component that is drawn, as the viewer may know it.

        Args:
            name: Its id to touch, or its `data-about`.
            names: The names of the players by seat, by default those of the seats.

        Returns:
            The tooltip; None if there is no such component, or the title has no `text/tooltips.py`.
        """
        title_text = self._spec.tooltips
        item = title_text and (
            title_text.tooltip_item(self._record(), self._viewer(), name, self._t, names or self.seat_names())
            or kind_item(title_text.TOOLTIP_KINDS, name)
        )
        if not title_text or not item:
            return None
        kind, prefix = title_text.TOOLTIP_KINDS[item.kind], self._spec.rules.PREFIX
        rules = tuple(f"{prefix}-{number}" for number in kind.rules)
        sentence = self._t(kind.sentence).format(**item.figures)
        return Tooltip(self._t(kind.name), sentence, item.now, rules)

    def effects(self, names: list[str] | None = None) -> list[Effect]:
        """Return what changes the usual rules now: non-default options, and effects in play.

        Args:
            names: The names of the players by seat, by default those of the seats.
        """
        describe = getattr(self._spec.text, "effects", None)
        open_ones = describe(self._record(), self._t, names or self.seat_names()) if describe else []
        return [*self._changed_options(), *open_ones]

    def _changed_options(self) -> list[Effect]:
        """Return the options whose values aren't the default; those that only assign colours are left out."""
        spec, t = self._spec, self._t
        return [
            Effect(
                t(spec.metadata.options.get(name, name)),
                _describe_option(option, self._position.options[name], t),
            )
            for name, option in spec.options.items()
            if self._position.options[name] != option.default and name not in spec.metadata.swatches
        ]

    def _viewer(self) -> int:
        return CHANCE if self.seat is None else self.seat

    def goal(self, names: list[str] | None = None) -> Goal:
        """Return what wins, how far the game has come and a warning before its end (a title's `aim`, `progress` and
        `end_warning`).

        Args:
            names: The names of the players by seat, "" for the reader; by default those of the seats.
        """
        words, record = self._spec.text, self._public()
        aim = words.aim(record, self._t) if hasattr(words, "aim") else self._t(DEFAULT_AIM)
        progress = words.progress(record, self._t) if hasattr(words, "progress") else ""
        if self._position.over or not hasattr(words, "end_warning"):
            return Goal(aim, progress, "")
        return Goal(aim, progress, words.end_warning(record, names or self.seat_names(), self._t))

    def categories(self) -> list[Category]:
        """Return how points are scored in this game (a title's `categories`; empty without it)."""
        describe = getattr(self._spec.text, "categories", None)
        return list(describe(self._public(), self._t)) if describe else []

    def count(self, names: list[str] | None = None) -> list[Counted]:
        """Return the final count in steps that add up to the scores.

        Args:
            names: The names of the players by seat, by default those of the seats.

        Returns:
            The steps of the title's `count`, else its sources; places are on the viewer's board, for a spectator on the
                first seat's. Empty until the game is over.
        """
        position = self._position
        if not position.over:
            return []
        seat_names, steps = names or self.seat_names(), getattr(self._spec.text, "count", None)
        if steps:
            # A finished game is public: hands are revealed, too.
            return list(steps(position.open_record(), self.seat or 0, seat_names, self._t))
        return of_sources([self.sources(seat) for seat in range(position.seats)], seat_names)

    def _public(self) -> Any:
        """Return the opened record of the public information."""
        return self._position.public_record()

    def verdict(self) -> str:
        """Return the result in words where winning or losing isn't enough (a title's `verdict`); else ""."""
        sentence = getattr(self._spec.text, "verdict", None)
        if not sentence or not self._position.over:
            return ""
        return str(sentence(self._public(), self._t))

    def ending(self) -> str:
        """Return why the game is over and what broke a tie (a title's `ending` and `TIE_BREAK`); may be ""."""
        if not self._position.over:
            return ""
        words, state = self._spec.text, self._public()
        sentence = str(words.ending(state, self._t)) if hasattr(words, "ending") else ""
        rule = self._t(words.TIE_BREAK) if hasattr(words, "TIE_BREAK") and self._tie_was_broken() else ""
        return f"{sentence} {rule}".strip()

    def _tie_was_broken(self) -> bool:
        scores, winners = self._position.scores(), self._position.winners()
        return scores.count(max(scores)) > len(winners)


def _describe_option(option: Option, value: bool | int | str, t: Translator) -> str:
    """Return what an option does in a game; for a switch that is on, just its help."""
    text = t(option.help)
    return text if value is True else f"{text} {t(_HERE).format(value=value_text(value, t))}"


def value_text(value: bool | int | str, t: Translator) -> str:
    """Return an option's value for people."""
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    return t(value) if isinstance(value, str) else str(value)


_HERE = N_("Here: {value}.")


def _last_move(position: BaseState) -> Past | None:
    """Return the last event that is a seat's move; None if there is none."""
    return next((past for past in reversed(position.past) if past.actor != CHANCE), None)


def with_motion_paths(board: Fragments, ways: dict[str, list[tuple[float, float]]]) -> Fragments:
    """Return a drawn board whose pieces have the corners of their paths, in board units, oldest first."""
    for piece, corners in ways.items():
        named = f' data-piece="{piece}"'
        way = " ".join(f"{number(round(x, 1))},{number(round(y, 1))}" for x, y in corners)
        attributes = f'{named} data-way="{way}"'
        board = tuple(
            Svg(fragment.replace(named, attributes)) if named in fragment else fragment for fragment in board
        )
    return board


@lru_cache(maxsize=4096)
def _actions_from(title: TitleSpec, board: Board, path: tuple[str, ...]) -> list[int]:
    """Return all actions, legal or not, with a path that begins with these touches."""

    def begins(other: list[str]) -> bool:
        return tuple(other[: len(path)]) == path

    return [action for action, paths in enumerate(all_paths(title, board)) if any(map(begins, paths))]
