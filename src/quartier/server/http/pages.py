"""Routes of HTML pages: thin Jinja2 templates; everything that moves is loaded by the page's script over `/api`.

Every template gets the common context:
    lang        "de" | "en", the language of the page (`?lang=` > cookie `lang` > Accept-Language > the server's default)
    langs       all languages, {"de": "Deutsch", "en": "English"}
    t           translator: t("English text") -> text in `lang`; placeholders by `.format(...)`
    ngettext    ngettext("{count} move", "{count} moves", n) -> the plural form for n
    here        path and query of this page without `lang`, so `here ~ "lang=en"` links the same page in English
    asset       asset("table.js") -> "/quartier/static/app.js?v=<hash>"; never cached stale
    script      script("table") -> URL of a page's script, and those of the parts that it begins with
    styles      styles("metromania") -> "/quartier/style/metromania.css?v=<hash>", what the title's drawings add; or ""
    root_path   root_path() -> what each path in a link begins with, "/quartier" or ""; not in data-send, which is for `post`
    version     version of the package
    signs       the sign of each seat as an SVG path around (0, 0)
    faces       the faces of this page by the ids of their symbols: of people, and of the bots of its title
    icons       the shapes of all icons as SVG, to which drawings refer
    theme       "light", "dark", or "" for the system's
    section     the part of the navigation that the page is in
    has_lobby   whether there is a lobby
    puzzle_day  the day of the present puzzles, "2026-11-23", or "" without puzzles
    page        the name of the template: "home", "table", "account" ...

and its own:
    home.html   titles: the list of `views.catalogue.titles`; portraits: portraits("metromania") -> the faces of its bots by
                the ids of their symbols; lesson: lesson("metromania", lang) -> the address of its first game, or "";
                pictures have addresses of their own, /picture/NAME; today: the day, "2026-11-23"; has_puzzles;
                lobby: whether there is one; clocks: the list of `views.clocks.clock_view.presets`; signed_in: to an account;
                own_board: the name of a board that its reader has brought, which stands in the set-up of the first title
    own-board.html  title: {"name", "text"}; problem: why a file was refused
    lobby.html  titles, clocks: as above; the public tables come from GET /api/lobby
    table.html  id, title: {"name", "text"}, home: base URL of links that others open;
                lesson: address of the first game, or ""; tournament: the id of whose table it is, or none;
                rated: its end changes ratings;
                the state itself comes from GET /api/tables/{id}?lang=&seat=
    games.html  nothing more: one's games come from GET /api/games and /api/account/played
    learn.html  titles, lesson: as for home.html; has_quick_reference: has_quick_reference("metromania")
    rules.html  title: {"name", "text"}, body: safe HTML of the rulebook, every rule with id="CB-9"; lesson: as above
    lesson.html title: {"name", "text"}; what is said and shown comes from GET /api/lessons/{name}
    today.html  deals: the list of `views.daily.deals.tables`; titles: those that have puzzles; days: those of the archive,
                "2026-11-23", the last one first
    deals.html  day, deals: as above; key: of a day that is over, else ""
    puzzle.html title: {"name", "text"}, day, today; what is asked and shown comes from GET /api/puzzles/{name}/{day}
    chance.html nothing more
    profile.html profile: a `views.profile.profile.Profile`
    ratings.html title: {"name", "text"}, titles: all of them; rows: of `views.profile.leaderboard`;
                own: an account is signed in
    replay.html id, title: {"name", "text"}, total: number of events, at: event to begin with (0..total), finished: whether
                there can be a review; record: address of its record;
                the position comes from GET /api/replays/{id}?at=&lang=
    tournaments.html  found: the list, as GET /api/tournaments has it; titles: as above; signed_in; public: whether there is
                a lobby
    tournament.html  tournament: as GET /api/tournaments/{id} has it; left: until its moment, in words; until: that moment;
                place: the secret of a handover link; signed_in
    account.html host: whether a host is signed in; mail: whether e-mail is configured; issuers: key and name of each
    oidc.html   issuers: as above; account: the name of the account that is signed in, else ""; has_password;
                connected: the providers it is connected with; arrived: the provider of a pending login, or None
    host.html   moderation: the dict of `views.moderation.dashboard`; home: base URL of links; balance: whether there are
                balance reports
    balance.html  report: the dict of `views.moderation.balance.balance_view`, or none; games: those with what can be
                varied in them; bots: the line-ups
    text.html   view: the table's View; groups: its moves, of `views.text_page`; max_open; sections: the position in words;
                recent: lines since the viewer's last move; clocks: by seat, in words; covered: whether hands must first be
                asked for; asked: for a takeback; key: of the next command; typed, problem: what was refused, and why
    text-puzzle.html  question, day, view, groups, max_open, sections, typed, problem: as above; day_start: as a time;
                answer: a `PuzzleAnswer`, or none; share: share(50) -> "50%"
    text-replay.html  id, finished, sections, share: as above; view: a `ReplayView`; review: a `Review`; judged: the verdict
                on the last event; chances: names and chances of winning
    claim.html  kind: "host" | "invited"; name: of the account that is signed in, else ""
    programs.html  operations: each route of the machine API, as `http.openapi.documents` formats it; refused: a sentence
                for each status that is no success
    tokens.html programs: the account's API tokens; signed_in
    privacy.html told: the list of `views.moderation.privacy.paragraphs`; contact: as the host has set it
    error.html  status, text: what happened and what to do; nothing_here: the address leads nowhere; near: a title meant
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup
from starlette.templating import Jinja2Templates

from quartier import __version__
from quartier.bots import LEVELS, characters
from quartier.core.drawing import faces
from quartier.core.drawing.pieces import (
    ICONS,
    SEATS,
    SIGNS,
    definitions,
)
from quartier.core.text.languages import Translator, language_name, languages, translator
from quartier.server import custom_networks
from quartier.server.errors import DomainError
from quartier.server.http.bodies.tables import ReplayId, TableId
from quartier.server.http.constant_pages import constant_page
from quartier.server.http.credentials import read_credentials
from quartier.server.http.dependencies import AppServices, BaseUrl, Language
from quartier.server.http.language import language_of
from quartier.server.http.responses import svg_response
from quartier.server.http.static import asset, build, content_hash, script
from quartier.server.root_path import root_path, site_path
from quartier.server.services import services_of
from quartier.server.views import (
    bot_levels,
    catalogue,
    replays,
    title_pictures,
)
from quartier.server.views.clocks import clock_view
from quartier.server.views.daily import puzzles
from quartier.server.views.learning import lessons, rulebook

HERE = Path(__file__).parent

router = APIRouter(include_in_schema=False)
templates = Jinja2Templates(directory=HERE / "templates")
templates.env.globals["root_path"] = root_path


def styles(title: str) -> str:
    """URL of what a title adds to the page's stylesheet, with the hash of its content; "" if it adds nothing."""
    text = catalogue.game(title).styles
    return site_path(f"/style/{title}.css?v={content_hash(text.encode())}") if text else ""


def _here(request: Request) -> str:
    """Path and query of the page without `lang`, ending so that `lang=xx` can be appended."""
    query = request.url.remove_query_params("lang").query
    return f"{request.url.path}?{query}&" if query else f"{request.url.path}?"


def render(request: Request, page: str, status_code: int = 200, **context: Any) -> HTMLResponse:
    """One page as HTML with the common context of the module's docstring."""
    lang = language_of(request)
    t = translator(lang)
    common = {
        "lang": lang,
        "langs": {code: language_name(code) for code in sorted(languages())},
        "t": t,
        "ngettext": t.ngettext,
        "client_translations": partial(_client_translations, t),
        "here": _here(request),
        "asset": asset,
        "script": script,
        "build": build(),
        "styles": styles,
        "version": __version__,
        "signs": SIGNS,
        "faces": _faces(context["title"]["name"] if page in _BOT_PAGES else ""),
        "icons": definitions(ICONS),
        "page": page,
        "section": _SECTIONS.get(page, page),
        "has_lobby": services_of(request).settings.lobby,
        "puzzle_day": puzzles.today().isoformat() if puzzles.titles() else "",
        "theme": request.cookies.get("theme", ""),
        "moment": _moment,
    }
    return templates.TemplateResponse(request, f"{page}.html", common | context, status_code, PRIVATE_HEADERS)


_SECTIONS = {
    "tournaments": "lobby",
    "tournament": "lobby",
    "deals": "today",
    "rules": "learn",
    "chance": "learn",
    "profile": "ratings",
    "notifications": "account",
    "mail": "account",
    "link": "account",
    "oidc": "account",
    "tokens": "account",
    "claim": "account",
    "own-board": "home",
    "host": "account",
    "balance": "account",
    "privacy": "account",
}
"""In which part of the navigation a page is, where it is not named like it."""


def _client_translations(t: Translator, messages: list[str | list[str]]) -> dict[str, str | dict[str, str]]:
    """Return the translations of the client's messages by message id; a pair of ids, one and many, has its plural forms."""
    return {
        message if isinstance(message, str) else message[0]: t(message)
        if isinstance(message, str)
        else t.plural_forms(*message)
        for message in messages
    }


def _moment(at: float, day: bool = False) -> Markup:
    """A moment, or only its day, as a page says it: the script puts it into the reader's own time and words."""
    time = datetime.fromtimestamp(at, UTC)
    return Markup('<time datetime="{}"{}>{}</time>').format(
        time.isoformat(timespec="seconds"),
        Markup(" data-day") if day else "",
        time.strftime("%Y-%m-%d" if day else "%Y-%m-%d %H:%M UTC"),
    )


PRIVATE_HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Accept-Language, Cookie"}
"""A page is in a language, and of a visitor: kept by their browser only, and shown again only if it is still so."""
_BOT_PAGES = ("table", "lesson", "puzzle", "replay")
"""Pages on which bots sit."""


@cache
def _faces(title: str) -> dict[str, str]:
    """The faces of people, and of a title's bots at all levels, by the ids of their symbols."""
    result: dict[str, str] = {
        bot_levels.symbol(look, None): faces.shapes(look, faces.PERSON) for look in range(SEATS)
    }
    if title:
        visor = catalogue.game(title).spec.metadata.visor
        for look, level in product(range(SEATS), LEVELS):
            result[bot_levels.symbol(look, level)] = faces.shapes(look, bot_levels.face(level), visor)
    return result


@cache
def _portraits(title: str) -> dict[str, str]:
    """The bots of a title as its card shows them, by the ids of their symbols."""
    visor = catalogue.game(title).spec.metadata.visor
    levels = {character.name: character.number for character in characters(catalogue.game(title))}
    levels |= {network: bot_levels.face(network) for network in custom_networks.levels(title)}
    return {
        f"bot-{title}-{level}": faces.shapes(_PORTRAIT, number, visor) for level, number in levels.items()
    }


_PORTRAIT = 1
"""The look of an opponent."""


def error_page(request: Request, refused: DomainError, near: str | None = None) -> HTMLResponse:
    """A refusal as a friendly page; with a link to the title `near` the one that was asked for."""
    text, nothing_here = refused.text(language_of(request)), refused.code in _NOTHING_HERE
    return render(
        request,
        "error",
        refused.status,
        status=refused.status,
        text=text,
        nothing_here=nothing_here,
        near=near and {"name": near, "text": catalogue.game(near).title(language_of(request))},
    )


_NOTHING_HERE = (
    "http_404",
    "no_table",
    "no_replay",
    "no_tournament",
    "no_profile",
    "no_account",
    "no_picture",
)
"""Codes of 404 for addresses that lead nowhere; others name something that this server does not offer."""


@router.get("/")
def home(request: Request, services: AppServices) -> HTMLResponse:
    """Tables of the device, titles, joining by a code, and opening a record."""
    return home_page(request, services.settings.lobby, catalogue.titles(language_of(request)))


def home_page(request: Request, lobby: bool, titles: list[dict[str, Any]], **more: Any) -> HTMLResponse:
    """The home page with these titles."""
    lang = language_of(request)
    return render(
        request,
        "home",
        titles=titles,
        portraits=_portraits,
        lesson=lessons.address,
        today=puzzles.today().isoformat(),
        has_puzzles=bool(puzzles.titles()),
        lobby=lobby,
        clocks=clock_view.presets(lang),
        signed_in=read_credentials(request).account is not None,
        **more,
    )


@router.get("/games")
def games(request: Request) -> HTMLResponse:
    """The visitor's games, running and finished, with statistics: the page's script loads them."""
    return render(request, "games")


@router.get("/style/{title}.css")
def style(title: str, v: str = "") -> Response:
    """The stylesheet of a title's own drawings; what is asked for by the hash of its present content never changes."""
    text = catalogue.game(title).styles
    lasting = v == content_hash(text.encode())
    cache_control = "public, max-age=31536000, immutable" if lasting else "no-cache"
    return Response(text, media_type="text/css", headers={"Cache-Control": cache_control})


@router.get("/picture/{title}")
def picture(request: Request, title: str, theme: str = "") -> Response:
    """The picture of a title, for `<img>`: slow to make once, so the page that shows it does not wait for it."""
    return svg_response(title_pictures.svg(title, language_of(request), theme))


@router.get("/picture/{title}/{name}")
def rulebook_picture(request: Request, title: str, name: str, theme: str = "") -> Response:
    """A picture of a rulebook, for `<img>`."""
    return svg_response(title_pictures.of_rulebook(title, name, language_of(request), theme))


@router.get("/table/{table_id}")
def table(
    request: Request, services: AppServices, lang: Language, home: BaseUrl, table_id: TableId
) -> HTMLResponse:
    """The table: players and spectators share the URL; who one is shows in the API's cookie only."""
    setup = services.tables.setup_of(table_id)
    title, lesson = catalogue.title(setup.title, lang), lessons.address(setup.title, lang)
    return render(
        request,
        "table",
        id=table_id,
        title=title,
        home=home,
        lesson=lesson,
        tournament=setup.tournament,
        rated=setup.rated,
    )


@router.get("/rules/{title}")
def rules(request: Request, title: str) -> Response:
    """The rulebook; `#CB-9` jumps to a rule."""

    def make() -> HTMLResponse:
        lang = language_of(request)
        body = rulebook.html(title, lang, request.cookies.get("theme", ""))
        lesson = lessons.address(title, lang)
        return render(request, "rules", title=catalogue.title(title, lang), body=body, lesson=lesson)

    return constant_page(request, make)


@router.get("/rules/{title}/quick-reference")
def quick_reference(request: Request, title: str) -> Response:
    """The quick reference of the rulebook alone, to print."""

    def make() -> HTMLResponse:
        lang = language_of(request)
        body = rulebook.quick_reference(title, lang, request.cookies.get("theme", ""))
        return render(request, "rules", title=catalogue.title(title, lang), body=body, lesson="")

    return constant_page(request, make)


@router.get("/chance")
def chance(request: Request) -> Response:
    """How provable chance works, and how to check it."""
    return constant_page(request, lambda: render(request, "chance"))


@router.get("/replay/{replay_id}")
def replay(
    request: Request, services: AppServices, lang: Language, replay_id: ReplayId, at: int | None = None
) -> HTMLResponse:
    """A finished game or an uploaded record, step by step."""
    game = replays.find(services.tables, replay_id, lang)
    begin = game.total if at is None else min(max(at, 0), game.total)
    title = catalogue.title(game.title, lang)
    return render(
        request,
        "replay",
        id=replay_id,
        title=title,
        finished=game.is_finished,
        total=game.total,
        at=begin,
        record=game.record_url,
    )
