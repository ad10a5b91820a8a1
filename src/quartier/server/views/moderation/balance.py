"""View of the last balance report, and of what can be varied."""

from __future__ import annotations

from typing import Any

import quartier
from quartier.core.text.languages import N_, translator
from quartier.core.text.speaking import language
from quartier.server.storage.moderation import balance_reports as stored
from quartier.server.storage.moderation.balance_reports import ReportRow

_STATUS = {
    stored.ESTIMATING: N_("Finding out how long it takes…"),
    stored.ESTIMATED: N_("Ready to start"),
    stored.RUNNING: N_("Playing…"),
    stored.READY: N_("Finished"),
    stored.FAILED: N_("Stopped: it failed or took too long."),
    stored.CANCELLED: N_("Cancelled"),
    stored.INTERRUPTED: N_("Interrupted when the server stopped. Start it again."),
}


def balance_view(report: ReportRow | None, minutes: int, lang: str) -> dict[str, Any] | None:
    """Return the report as `balance.html` takes it."""
    if report is None:
        return None
    from quartier.lab.balance.formatting import cost  # nothing else here needs the laboratory

    with language(lang):
        price = "" if report.games is None else cost(report.games, report.seconds or 0.0)
    return {
        "request": report.request,
        "title": quartier.load(report.request["title"]).title(lang),
        "status": report.status,
        "text": translator(lang)(_STATUS[report.status]),
        "cost": price,
        "percent": int(100 * report.part),
        "is_active": report.status in stored.ACTIVE,
        "fits": (report.seconds or 0.0) <= 60 * minutes,
        "minutes": minutes,
    }


def games(lang: str) -> list[dict[str, Any]]:
    """Return the games with what can be varied in each."""
    return [_game_view(quartier.load(name), lang) for name in quartier.titles()]


def _game_view(game: Any, lang: str) -> dict[str, Any]:
    t = translator(lang, game.spec.folder)
    parameters = [
        (name, f"{parameter.least}–{parameter.most}", t(parameter.help))
        for name, parameter in game.spec.parameters.items()
    ]
    options = [(name, ", ".join(option.texts()), t(option.help)) for name, option in game.options.items()]
    return {"name": game.name, "text": game.title(lang), "varied": parameters + options}
