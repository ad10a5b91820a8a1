"""What a title's `text` and `drawing` define, required and optional, as protocols that `TitleSpec` checks."""

from collections.abc import Callable
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
        """Return the notation of an action."""
        ...

    def read(self, text: str, board: Board) -> int:
        """Return the action of a notation, or -1."""
        ...

    def paths(self, action: int, board: Board) -> list[list[str]]:
        """Return the ids to touch for a move, in order; several if several orders are natural.

        Ids beginning with "button-" become buttons, those of the form "number-bid-5" one control for all
        numbers. Moves with the same path are cycled through; a path may extend the whole path of another
        move.
        """
        ...

    def label(self, s: Any, action: int, t: Translator) -> str:
        """Return the label of a move, with places by name: "House 3 at Grant and Cleveland"."""
        ...

    def place_name(self, s: Any, touch: str, t: Translator) -> str:
        """Return the spoken name of something that can be touched on the board: "between MIT and Copley Square".

        `touch` is an id as in `paths`; "" for what is not on the board. Labels, log lines and violation
        messages use it, and the accessible name of the piece (its aria-label) begins with it. The notation is
        for records only.
        """
        ...

    def line(
        self, before: Any, after: Any, actor: int, action: int | None, t: Translator, names: list[str]
    ) -> str:
        """Return the log line of an event; `action` is None for a draw that the viewer may not see."""
        ...

    def prompt(self, s: Any, seat: int, t: Translator) -> str:
        """Return the prompt for a seat."""
        ...

    def sources(self, s: Any, seat: int, t: Translator) -> list[tuple[str, int]]:
        """Return the sources of a seat's score."""
        ...

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        """Return a (concealed) position as a plain dict in the terms of the rulebook, without keys that every view has."""
        ...

    def ascii_art(self, s: Any, t: Translator) -> str | Picture:
        """Draw a (concealed) position in characters; a `core.text.ascii_art.Picture` has colours and wraps."""
        ...


class OptionalText(Protocol):
    """What a title's `text` may define in addition.

    A title has tooltips if it defines TOOLTIP_KINDS; then it also has `tooltip_item`.
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
        """Return the names of the seats, if their colours can change."""
        ...

    def seat_looks(self, s: Any) -> list[int]:
        """Return the shared looks of the seats, if their colours can change."""
        ...

    def refusal_fields(self, s: Any, actor: int, action: int) -> dict[str, Any]:
        """Return the values of the fields in REFUSALS other than {move}."""
        ...

    def rank(self, s: Any, seat: int, actions: Any) -> list[int]:
        """Return a rank for each legal move: of several with the same touches the lowest comes first.

        Rank 0 is the usual meaning of the touches, and needs no Confirm if it can be undone freely.
        """
        ...

    def reason(self, s: Any, seat: int, path: list[str]) -> int | tuple[int, str] | None:
        """Return why touches lead to no legal move, if the last rule that forbids them isn't the helpful explanation.

        Returns the action most likely meant, or a rule's number and a sentence, or None. The ground beside
        all pieces is "ground".
        """
        ...

    def afterwards(self, s: Any, seat: int, t: Translator) -> dict[str, str]:
        """Return how the seat's turn continues after a move, by the verb of its button."""
        ...

    def places(self, s: Any, actor: int, action: int, seat: int | None) -> list[str]:
        """Return where on a viewer's board (None: a spectator) an event happens, from the position before it.

        Returns ids to touch, or for a place beside the board an id that begins with "beside-" and is the
        `data-place` of a small element. By default, the ids touched for it that do not begin with "hand-",
        "card", "button-" or "number-"; a title needs this if its ids change meaning later, or for other
        viewers.
        """
        ...

    def sound(self, before: Any, after: Any, actor: int, action: int) -> str:
        """Return the sound of an event, one of `core.text.sounds.SOUNDS`, or ""."""
        ...

    def verdict(self, s: Any, t: Translator) -> str:
        """Return the result in words, or ""."""
        ...

    def ending(self, s: Any, t: Translator) -> str:
        """Return a sentence about why the game is over."""
        ...

    def aim(self, s: Any, t: Translator) -> str:
        """Return the goal of the game in a few words. Like the next two it gets public information."""
        ...

    def progress(self, s: Any, t: Translator) -> str:
        """Return how far the game has come, in a few words: "12 blocks left"."""
        ...

    def end_warning(self, s: Any, names: list[str], t: Translator) -> str:
        """Return a sentence about how the game may end within a round; else "". The reader's own name is ""."""
        ...

    def categories(self, s: Any, t: Translator) -> list[Category]:
        """Return how points are scored; it doesn't change during a game."""
        ...

    def count(self, s: Any, seat: int, names: list[str], t: Translator) -> list[Counted]:
        """Return the final count: its steps add up to the scores."""
        ...

    def describe_effect(
        self, before: Any, after: Any, seat: int, action: int, points: int, t: Translator
    ) -> Gain:
        """Describe the effect of a legal move of a seat.

        Returns the verb for the button that plays it, the gain in a few characters, and a sentence that also
        explains a move without points. `points` is the change of its score; both records are what the seat
        knows, with their derived values.
        """
        ...

    def explain(self, before: Any, after: Any, seat: int, action: int, group: str, t: Translator) -> str:
        """Return a sentence about a move with regard to one of the network's feature groups, or ""."""
        ...

    def is_idle(self, before: Any, after: Any, seat: int, action: int) -> bool:
        """Return whether a legal move of a seat achieves nothing.

        A hint then prefers other moves that are nearly as good. Both records are what the seat knows, with
        their derived values. By default no move is idle.
        """
        ...

    def undoes(self, earlier: int, action: int) -> bool:
        """Return whether a move makes an earlier one of the same seat pointless.

        A hint never suggests that shortly after the earlier one. By default no move does.
        """
        ...

    def tooltip_item(
        self, s: Any, seat: int, name: str, t: Translator, names: list[str]
    ) -> TooltipItem | None:
        """Return the tooltip item of an id to touch, or of a data-about in the drawing, for a viewer (CHANCE: a spectator).

        None if there is no such thing. `s` is what that viewer knows, with its derived values; `names` are
        those of the seats.
        """
        ...

    def effects(self, s: Any, t: Translator, names: list[str]) -> list[Effect]:
        """Return the effects in force in a position in addition to the options."""
        ...

    def describe_position(self, s: Any, seat: int, t: Translator, names: list[str]) -> list[Section]:
        """Describe for the text page what a player who can't see the table needs besides the names of the pieces.

        Such as how places are numbered, or where lines run. `seat` is the viewer's (CHANCE: a spectator).
        """
        ...

    def tallies(self, board: Board, t: Translator) -> list[Tally]:
        """Return the labels of what `count_stats` of the rules counts."""
        ...


class Drawing(Protocol):
    """What a title's `drawing` defines. All get concealed, opened records."""

    def render(self, s: Any, seat: int | None, t: Translator, last: list[str]) -> dict[str, Fragments]:
        """Draw the "board", the "hand" and, if the title has one, the side panel beside the board, the "aside".

        Each is a list of fragments (`svg.drawing`), one for each part that changes independently, so that a
        page is sent only what is new. The board's viewBox is its play area; its ground continues beyond
        (`svg.beyond`). Hand and aside are 360 units wide, for a column in which a unit is about a pixel; ()
        if there is nothing to show. `last` are the ids touched by the last move.
        """
        ...

    def preview(self, before: Any, after: Any, seat: int, action: int, t: Translator) -> Fragments:
        """Draw what a move would change, as fragments in board coordinates; `s.derived` of both records is available."""
        ...


class OptionalDrawing(Protocol):
    """What a title's `drawing` may define in addition.

    Text and drawing that many moves share can be split off: then it has `shared_fragments` and
    `draw_fragment`.
    """

    PICTURES: Annotated[
        dict[str, Callable[[Translator], str]],
        "a function that draws each picture that the rulebooks show as `![...](picture:name)`",
    ]

    def motion_paths(self, before: Any, seat: int, action: int) -> dict[str, list[tuple[float, float]]]:
        """Return by data-piece the corners of a piece's path in a move, from its old place to the new.

        In board units.
        """
        ...

    def preview_keys(self, before: Any, seat: int, actions: Any, derived: Any) -> Any:
        """Return a cache key for each move, covering everything on which its label, preview and gain depend.

        Action, points, seat, board and language are added to it. Equal keys reuse the same content; UNCACHED
        never does. `derived` are the derived values after the moves.
        """
        ...

    def shared_fragments(self, before: Any, seat: int, actions: Any, derived: Any) -> list[Any]:
        """Return for each kind of part an array with such keys for the moves' parts of that kind, NOTHING without one."""
        ...

    def draw_fragment(self, before: Any, after: Any, seat: int, action: int, kind: int, t: Translator) -> Any:
        """Return sentences and fragments of a part of a kind, after the gain's own sentences and the preview."""
        ...

    def render_seat_board(self, s: Any, seat: int, t: Translator) -> Fragments:
        """Draw the board of a seat in fragments, from public information, for the other players."""
        ...
