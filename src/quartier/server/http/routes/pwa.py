"""Routes of the progressive web app: manifest, icon and service worker."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response

from quartier.core.text.languages import translator
from quartier.server.http.dependencies import Language
from quartier.server.http.static import STATIC, asset
from quartier.server.root_path import site_path

router = APIRouter(include_in_schema=False)
LOOKED_AT = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}


@router.get("/manifest.webmanifest")
def manifest(lang: Language) -> Response:
    """How the page is installed."""
    t = translator(lang)
    icons = [("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable", 512, "maskable")]
    fields = {
        "id": site_path("/"),
        "name": "Quartier",
        "short_name": "Quartier",
        "description": t("city-building board games"),
        "lang": lang,
        "start_url": site_path("/"),
        "scope": site_path("/"),
        "display": "standalone",
        "background_color": "#F4EFE5",
        "theme_color": "#F4EFE5",
        "icons": [
            {"src": asset(f"{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in icons
        ],
    }
    return Response(json.dumps(fields), media_type="application/manifest+json", headers=LOOKED_AT)


@router.get("/apple-touch-icon.png")
def icon() -> FileResponse:
    """Where iPhones look for it by themselves when the page is put on the home screen."""
    return FileResponse(STATIC / "icon-192.png", headers={"Cache-Control": "public, max-age=86400"})


@router.get("/worker.js")
def worker(lang: Language) -> Response:
    """The service worker, with what it says. It lies at the top, because it serves all pages."""
    constants = {"LANG": lang, "ICON": asset("icon-192.png"), "PAGE": _no_connection(lang)}
    begin = ";".join(f"const {name}={json.dumps(text)}" for name, text in constants.items())
    path = STATIC / "worker.js"
    text = _script(path, path.stat().st_mtime_ns) if path.is_file() else ""
    return Response(f"{begin};\n{text}", media_type="text/javascript", headers=LOOKED_AT)


def _no_connection(lang: str) -> str:
    """What is shown where the server cannot be reached: whole in itself, because nothing else can be fetched then."""
    t = translator(lang)
    heading, text = (
        t("No connection"),
        t("Can’t reach Quartier. Every move you saw confirmed is saved."),
    )
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        f'<meta name="viewport" content="width=device-width"><title>{heading} – Quartier</title><style>{_LOOK}</style>'
        f'<h1>{heading}</h1><p>{text}<p><a href="">{t("Try again")}</a>'
    )


_LOOK = """
body { margin: 18vh auto 0; max-width: 32rem; padding: 0 1.2rem; font: 17px/1.5 "Avenir Next", "Segoe UI", sans-serif;
  background: light-dark(#f4efe5, #14181d) }
a { display: inline-block; padding: .6rem 1.4rem; border: 1.5px solid; border-radius: 12px; color: inherit;
  font-weight: 600; text-decoration: none }
"""


@lru_cache(maxsize=4)
def _script(path: Path, changed_ns: int) -> str:
    """`changed_ns` (mtime) only makes an edited file a new key."""
    return path.read_text("utf-8")
