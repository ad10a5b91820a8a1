"""What a title's `text` and `drawing` define, required and optional, as protocols that `TitleSpec` checks."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Protocol

from quartier.core.drawing.svg import Fragments
from quartier.core.game.boards import Board
from quartier.core.text.ascii_art import Picture
from quartier.core.text.description import Section
from quartier.core.text.effects import Gain
from quartier.core.text.final_count import Counted
from quartier.core.text.languages import Translator
from quartier.core.text.scoring_help import Category
from quartier.core.text.stat_labels import Tally
from quartier.core.text.tooltips import Effect, TooltipItem, TooltipKind


class Text(Protocol):
    """What a title's `text` defines. `s` is an opened record (`s.board` its board), `t` a translator."""

    SYNTAX: Annotated[str, "the sentence for a text that is no move"]
    REFUSALS: Annotated[dict[int, str], "a sentence for each number that `explain_illegal` returns"]
    SEAT_NAMES: Annotated[tuple[str, ...], "what the seats are called, by seat"]

    def write(self, action: int, board: Board) -> str:
        """The notation of an action."""
        ...

    def read(self, text: str, board: Board) -> int:
        """The action of a notation, or -1."""
        ...

    def paths(self, action: int, board: Board) -> list[list[str]]:
        """The ids to touch for a move, in order; several if several orders are natural.

        Ids beginning with "button-" become buttons, those of the form "number-bid-5" one control for all numbers. Moves
        with the same path are turned through; a path may begin with the whole path of another move and lengthens it.
        """
        ...

    def label(self, s: Any, action: int, t: Translator) -> str:
        """A move in words, with places by name: "House 3 at Grant and Cleveland"."""
        ...

    def place_name(self, s: Any, touch: str, t: Translator) -> str:
        """What can be touched on the board by name, as people would say where it is: "between MIT and Copley Square".

        `touch` is an id as in `paths`; "" for what is not on the board. Labels, log lines and refusals say it so, and the
        spoken name of the piece (its aria-label) begins with it. The notation is for records only.
        """
        ...

    def line(
        self, before: Any, after: Any, actor: int, action: int | None, t: Translator, names: list[str]
    ) -> str:
        """The log line of an event; `action` is None for a draw that the viewer may not see."""
        ...

    def prompt(self, s: Any, seat: int, t: Translator) -> str:
        """What a seat is asked to do now."""
        ...

    def sources(self, s: Any, seat: int, t: Translator) -> list[tuple[str, int]]:
        """Where a seat's score comes from."""
        ...

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        """A (concealed) position as a plain dict in the terms of the rulebook."""
        ...

    def ascii_art(self, s: Any, t: Translator) -> str | Picture:
        """A (concealed) position in characters, for a terminal; a `core.text.ascii_art.Picture` has colours and folds."""
        ...


class OptionalText(Protocol):
    """What a title's `text` may define beside that.

    A title explains what is on its table if it has TOOLTIP_KINDS; then it also has `tooltip_item`.
    """

    ASKS: Annotated[
        dict[str, str],
        "what is asked after a touch that is not yet a move, by the touched id or the part of it before the first hyphen",
    ]
    STEPS: Annotated[dict[str, str], "a word for what is touched, by the same keys"]
    ENDS: Annotated[
        tuple[int, ...],
        "the moves that only end a turn: they need no Confirm once something was done in it",
    ]
    PRAISE: Annotated[str, "what a winner has done best, about {name}"]
    TIE_BREAK: Annotated[str, "what decides among equal scores"]
    COUNTED_LAST: Annotated[
        bool,
        "whether much is scored with the last event, no matter who causes it; it never counts as a best move",
    ]
    TOOLTIP_KINDS: Annotated[
        dict[str, TooltipKind], "each kind of component that tooltips explain, by its name"
    ]

    def seat_names(self, s: Any) -> list[str]:
        """What the seats are called, where their colours change."""
        ...

    def seat_looks(self, s: Any) -> list[int]:
        """Which of the common looks the seats have, where their colours change."""
        ...

    def refusal_fields(self, s: Any, actor: int, action: int) -> dict[str, Any]:
        """What the sentences in REFUSALS name beside {move}."""
        ...

    def rank(self, s: Any, seat: int, actions: Any) -> list[int]:
        """A number for each legal move: of several with the same touches the lowest comes first.

        With 0 it is what they usually mean, and needs no Confirm if it can be taken back freely.
        """
        ...

    def reason(self, s: Any, seat: int, path: list[str]) -> int | tuple[int, str] | None:
        """Why touches lead to no legal move, where the last rule that forbids theirs is not what a player needs to hear.

        The action most likely meant, or a rule's number and a sentence, or None. The ground beside all pieces is "ground".
        """
        ...

    def afterwards(self, s: Any, seat: int, t: Translator) -> dict[str, str]:
        """How the seat's turn continues after a move, by the verb of its button."""
        ...

    def places(self, s: Any, actor: int, action: int, seat: int | None) -> list[str]:
        """Where on a viewer's board (None: a spectator) an event happens, from the position before it.

        As ids to touch, or beside the board, as an id that begins with "beside-" and is the `data-place` of something small.
        Without this, the ids touched for it that do not begin with "hand-", "card", "button-" or "number-"; a title needs it
        whose ids mean other things later, or to others.
        """
        ...

    def sound(self, before: Any, after: Any, actor: int, action: int) -> str:
        """What an event sounds like, one of `core.text.sounds.SOUNDS`, or ""."""
        ...

    def verdict(self, s: Any, t: Translator) -> str:
        """The result in words, or ""."""
        ...

    def ending(self, s: Any, t: Translator) -> str:
        """In a sentence, why the game is over."""
        ...

    def aim(self, s: Any, t: Translator) -> str:
        """What wins, in a few words. Like the next two it gets what is public."""
        ...

    def progress(self, s: Any, t: Translator) -> str:
        """How far the game has come, in a few words: "12 blocks left"."""
        ...

    def end_warning(self, s: Any, names: list[str], t: Translator) -> str:
        """In a sentence, by what the game ends, when that can happen within a round; else ""."""
        ...

    def end_triggered(self, s: Any) -> bool:
        """Whether the end is certain, so that nothing but the last turns is still to come."""
        ...

    def categories(self, s: Any, t: Translator) -> list[Category]:
        """How points are made, the same as long as a game runs."""
        ...

    def count(self, s: Any, seat: int, names: list[str], t: Translator) -> list[Counted]:
        """The final count: its steps add up to the scores."""
        ...

    def describe_effect(
        self, before: Any, after: Any, seat: int, action: int, points: int, t: Translator
    ) -> Gain:
        """What a legal move of a seat brings.

        The verb for the button that plays it, the gain in a few characters, and a sentence that also says what a move
        without points leads to. `points` are those that its score gains; both records are what the seat knows, with their
        derived values.
        """
        ...

    def explain(self, before: Any, after: Any, seat: int, action: int, group: str, t: Translator) -> str:
        """In a sentence, what a move does for one of the network's groups of features, or ""."""
        ...

    def is_idle(self, before: Any, after: Any, seat: int, action: int, recent: Sequence[int]) -> bool:
        """Whether a legal move of a seat achieves nothing, such as taking back what the seat has just done.

        A hint then prefers other moves that are nearly as good. `recent` are the actions of the seat since its previous turn
        began; both records are what the seat knows, with their derived values. By default no move is idle.
        """
        ...

    def tooltip_item(
        self, s: Any, seat: int, name: str, t: Translator, names: list[str]
    ) -> TooltipItem | None:
        """What has an id to touch, or is named by its data-about in the drawing, for a viewer (CHANCE: a spectator).

        None where there is no such thing. `s` is what that viewer knows, with its derived values; `names` are those of
        the seats.
        """
        ...

    def effects(self, s: Any, t: Translator, names: list[str]) -> list[Effect]:
        """What is in force in a position beside the options."""
        ...

    def describe_position(self, s: Any, seat: int, t: Translator, names: list[str]) -> list[Section]:
        """What a player who can't see the table needs beside the spoken names of the drawn pieces, for the text page.

        Such as how places are numbered, or where lines run. `seat` is the viewer's (CHANCE: a spectator).
        """
        ...

    def tallies(self, board: Board, t: Translator) -> list[Tally]:
        """What `count_stats` of the rules counts, in words."""
        ...


class Drawing(Protocol):
    """What a title's `drawing` defines. All get concealed, opened records."""

    def render(self, s: Any, seat: int | None, t: Translator, last: list[str]) -> dict[str, Fragments]:
        """SVG of the "board", of the "hand" and, if the title has one, of its table beside the board, the "aside".

        Each in fragments (`svg.drawing`): one for each part that changes separately, so that a page is sent only what is
        new. The board's viewBox is its play area; its ground continues beyond (`svg.beyond`). Hand and aside are 360 units
        wide, for a column in which a unit is about a pixel; () where there is nothing to show. `last` are the ids touched
        by the last move.
        """
        ...

    def preview(self, before: Any, after: Any, seat: int, action: int, t: Translator) -> Fragments:
        """What a move would change, as fragments of SVG in board coordinates; `s.derived` of both records are at hand."""
        ...


class OptionalDrawing(Protocol):
    """What a title's `drawing` may define beside that.

    What many moves say and draw alike it may give in pieces: then it has `shared_fragments` and `draw_fragment`.
    """

    PICTURES: Annotated[
        dict[str, Callable[[Translator], str]],
        "a function that draws each picture that the rulebooks show as `![...](picture:name)`",
    ]

    def motion_paths(self, before: Any, seat: int, action: int) -> dict[str, list[tuple[float, float]]]:
        """By data-piece, the corners of the path on which a move sends a piece, from its old place to the new.

        In board units.
        """
        ...

    def preview_keys(self, before: Any, seat: int, actions: Any, derived: Any) -> Any:
        """A number for each move, of everything on which its label, preview and gain depend beside its own number.

        Its points, the seat, the board and the language are not in it either. Where it is the same they are not made again;
        UNCACHED: they are. `derived` are the derived values after the moves.
        """
        ...

    def shared_fragments(self, before: Any, seat: int, actions: Any, derived: Any) -> list[Any]:
        """An array for each kind of piece: such numbers of what a move's piece of that kind shows, NOTHING without one."""
        ...

    def draw_fragment(self, before: Any, after: Any, seat: int, action: int, kind: int, t: Translator) -> Any:
        """What the piece of a kind says and draws, after the gain's own sentences and the preview."""
        ...

    def render_seat_board(self, s: Any, seat: int, t: Translator) -> Fragments:
        """The board of a seat in fragments, drawn from public information, for the other players."""
        ...
