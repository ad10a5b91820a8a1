"""Share image of a finished game: the winner's city under the evening sky, the headline, all scores."""

from __future__ import annotations

import re

from quartier.core.drawing import pieces
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    path,
    picture,
    rect,
    stylesheet,
    text,
)
from quartier.server.views import bot_levels
from quartier.server.views.finished import endings, summary
from quartier.server.views.replays import Replay
from quartier.server.views.title_pictures import apply_theme

WIDTH, HEIGHT = 1080, 1350
EDGE, HEAD = 40, 190
"""Space beside the city, and above it."""
FOOT, ROW = 54, 96
"""Space below the players, and for a row of them."""
ABREAST = 4
"""Players in a row, at most."""
HEADLINE, LETTER = 58, 0.67
"""Size of the headline, and how wide a letter is, by its size."""
CROWN = "M3 21 1.5 6l9 6L18 2l7.5 10 9-6L33 21z"
STYLES = (
    ".sky-0 { stop-color: var(--sky-0); } .sky-1 { stop-color: var(--sky-1); } "
    ".sky-2 { stop-color: var(--sky-2); } .sky-3 { stop-color: var(--sky-3); } "
    ".quartier text.on-sky { fill: #FFFDF8; } .quartier text.dim { fill-opacity: .85; }"
)
_BOARD = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def share_image(replay: Replay, eyes: int | None, lang: str, theme: str) -> str:
    """Return the share image as an SVG document."""
    board = summary.shown_board(replay, eyes, lang)
    rows = _rows(replay.state.seats)
    ground = HEIGHT - FOOT - ROW * len(rows)
    title = replay.state.game.title(lang)
    document = picture(
        WIDTH,
        HEIGHT,
        title,
        el("style", Svg(stylesheet() + replay.state.game.styles + STYLES)),
        pieces.definitions(pieces.used_icons(board)),
        _sky(),
        *_headline(replay, lang),
        _city(board, ground - HEAD - EDGE // 2),
        *(_players(replay, row, ground + ROW * number) for number, row in enumerate(rows)),
        text(WIDTH / 2, HEIGHT - 20, f"Quartier · {title}", 24, "middle on-deep on-sky dim"),
        class_="quartier",
        lang=lang,
    )
    # Some browsers draw a picture into a canvas only if it has a size of its own.
    return apply_theme(document.replace("<svg", f'<svg width="{WIDTH}" height="{HEIGHT}"', 1), theme)


def _sky() -> Svg:
    stops = (
        el("stop", offset=offset, class_=f"sky-{number}") for number, offset in enumerate((0, 0.5, 0.82, 1))
    )
    fade = el("linearGradient", *stops, id="dusk", x1=0, x2=0, y1=0, y2=1)
    return join(el("defs", fade), rect(0, 0, WIDTH, HEIGHT, fill="url(#dusk)"))


def _headline(replay: Replay, lang: str) -> tuple[Svg, ...]:
    if replay.result is None:
        return ()
    headline, reason = endings.headline(replay.result, lang), endings.reason(replay.result, lang)
    return (
        text(WIDTH / 2, 90, headline, _font_size(headline, HEADLINE), "middle heavy on-sky"),
        text(WIDTH / 2, 142, reason, _font_size(reason, 30), "middle on-sky dim"),
    )


def _font_size(line: str, size: int) -> int:
    """The size in which a line is not wider than the picture."""
    return min(size, int((WIDTH - 2 * EDGE) / (LETTER * max(1, len(line)))))


def _city(board: str, tall: int) -> Svg:
    """The board as large as it fits into its place."""
    size = _BOARD.search(board)
    width, height = (int(size[1]), int(size[2])) if size else (1, 1)
    scale = min((WIDTH - 2 * EDGE) / width, tall / height)
    wide, high = round(width * scale), round(height * scale)
    x, y = (WIDTH - wide) // 2, HEAD + (tall - high) // 2
    placed = board.replace("<svg", f'<svg x="{x}" y="{y}" width="{wide}" height="{high}"', 1)
    return join(rect(x - 8, y - 8, wide + 16, high + 16, 18, class_="land"), Svg(placed))


def _rows(seats: int) -> list[list[int]]:
    """Seats in as few rows as hold them, evenly."""
    number = -(-seats // ABREAST)
    per_row = -(-seats // number)
    return [list(range(start, min(start + per_row, seats))) for start in range(0, seats, per_row)]


def _players(replay: Replay, row: list[int], y: float) -> Svg:
    wide = (WIDTH - 2 * EDGE) / len(row)
    return join(*(_player(replay, seat, EDGE + wide * column, y, wide) for column, seat in enumerate(row)))


def _player(replay: Replay, seat: int, x: float, y: float, wide: float) -> Svg:
    """A card: face, name and score; who has won wears a crown."""
    looks, bot = replay.state.looks(), replay.face(seat)
    won = replay.result is not None and seat in replay.result.winners
    visor = replay.state.game.spec.metadata.visor
    face = group(Svg(bot_levels.face_svg(looks[seat], bot, visor)), transform="translate(44 44) scale(2.1)")
    crown = at(90, -14, path(CROWN, class_="gold outline")) if won else join()
    score = str(replay.state.scores()[seat]).replace("-", "−")
    available = wide - 12 - 82 - 30 * LETTER * len(score) - 34
    name = replay.names[seat]
    size = max(15, min(26, int(available / (LETTER * max(1, len(name))))))
    return at(
        round(x, 1) + 6,
        y,
        rect(0, 0, round(wide - 12, 1), ROW - 12, 16, class_="card"),
        face,
        text(82, 51, name, size, "heavy" if won else "bold"),
        text(round(wide - 32, 1), 55, score, 38, "end heavy"),
        crown,
        class_=f"seat-{looks[seat]}",
    )
