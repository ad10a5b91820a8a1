"""What the server sends of hints, explanations and first games: models like those in `show.models`."""

from typing_extensions import TypedDict

from quartier.server.views.models import Nothing, TitleName


class RuleLink(TypedDict):
    rule: str
    link: str


class Tooltip(TypedDict):
    """The tooltip of a component on the table."""

    name: str
    """Of its kind."""
    text: str
    """What it does."""
    now: str
    """How it is with this one now; may be empty."""
    rules: list[RuleLink]


About = Tooltip | Nothing
"""What is said of a thing; empty where nothing can be said."""


class Coaching(TypedDict):
    """What the page needs to coach a player's first game of a title."""

    first: bool
    """Hints are allowed, and the account has played no other game of the title. What a guest has played only the browser
    knows."""
    kinds: dict[str, str]
    """The kind of each drawn component, in words, by its touch id or data-about; without what the hand holds and the
    tutorial's first chapter teaches; empty where nothing is coached."""


class LessonStep(TypedDict):
    """One step of a first game; its table is a View in which nothing else can be chosen."""

    heading: str
    text: str
    spotlight: list[list[str]]
    """What the sentence speaks of: ids to touch or of drawn elements, one light around each group."""
    move: str | None
    """The one that the learner plays; None if there is only something to see."""
    rules: list[RuleLink]
    between: list[int]
    """Positions to show on the way from the step before, as numbers of events."""
    at: int
    """The position of the step."""


class LessonChapter(TypedDict):
    """A chapter of a lesson, of about a minute."""

    heading: str
    steps: list[LessonStep]
    end: int
    """The position after the last step."""


class Lesson(TypedDict):
    """A lesson of a title, taught at the table."""

    title: TitleName
    chapters: list[LessonChapter]
    seats: int
    """How many play in it."""
    seat: int
    """The learner's: the game afterwards gives them the same, so that the colour stays."""
    rival: str
    """The level of the bots against whom one plays afterwards."""


class HintStep(TypedDict):
    """One step of what is expected."""

    look: int
    """The look of the seat that does it."""
    name: str
    """Of whose seat that is; empty for the viewer's own."""
    label: str
    places: list[str]
    """Where on the viewer's board it happens, as touch ids."""


class Hint(TypedDict):
    """One of the best moves."""

    move: str
    label: str
    value: float
    """The share of the win that it promises; alone: points."""
    promise: str
    """The same in words, empty where it isn't reliable; in a game that is decided, what the move brings at once."""
    why: str
    """What speaks for it; empty where a title has no words for that."""
    line: list[HintStep]
    """The move itself, and what is expected after it: as far as the seat may know, in a world that it can imagine."""


class Hints(TypedDict):
    verdict: str
    """In a sentence, that the game is as good as won or lost; else empty."""
    moves: list[Hint]
    """Best first."""


class HintAnswer(Hints):
    version: int
