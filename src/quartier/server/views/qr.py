"""QR codes of invitations, as SVG."""

from __future__ import annotations

import io
from functools import lru_cache

import segno


@lru_cache(maxsize=512)
def qr_svg(url: str) -> str:
    """The URL as an inline `<svg>`: dark on light whatever the theme, because cameras want it so."""
    out = io.BytesIO()
    segno.make(url, error="m").save(
        out,
        kind="svg",
        scale=4,
        border=3,
        dark="#22262B",
        light="#FFFDF8",
        xmldecl=False,
        svgclass=None,
        omitsize=True,
    )
    return out.getvalue().decode()
