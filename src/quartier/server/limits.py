"""Rate limits per visitor, as a host may choose them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

UNLIMITED = 1 << 30
"""More than anybody reaches."""


@dataclass(frozen=True)
class Quota:
    """A limit within `within` seconds: at most `per_browser` by one browser, `per_address` from one address, and `in_total`.

    An address may be a school's; a browser may claim to be another one with every request. So both count.
    """

    per_browser: int
    per_address: int
    within: float = 600.0
    in_total: int = UNLIMITED

    def times(self, factor: float) -> Quota:
        """Return the quota times a factor; 0: without limits."""
        if not factor:
            return Quota(UNLIMITED, UNLIMITED, self.within)
        return replace(
            self,
            per_browser=max(1, round(self.per_browser * factor)),
            per_address=max(1, round(self.per_address * factor)),
            in_total=self.in_total if self.in_total == UNLIMITED else max(1, round(self.in_total * factor)),
        )


@dataclass(frozen=True)
class Limits:
    """The default limits: no evening among friends comes near them."""

    tables: Quota = Quota(40, 160)
    joins: Quota = Quota(40, 160)
    matches: Quota = Quota(200, 2000)
    """Requests for a quick match, repeated by waiting pages. A table that one opens counts among `tables`, too."""
    tournaments: Quota = Quota(5, 20, 3600.0)
    records: Quota = Quota(20, 80)
    reviews: Quota = Quota(20, 80)
    proofs: Quota = Quota(20, 80)
    """Chance proofs: each game is replayed from its beginning."""
    exports: Quota = Quota(3, 12, 3600.0)
    """All games of an account as one file: each of its logs is followed."""
    words: Quota = Quota(60, 240)
    """Said at all tables."""
    codes: Quota = Quota(10, 10, in_total=2000)
    """Wrong ones. At a thousand open tables one visitor finds one in a hundred days, and all together one in half a day."""
    requests: Quota = Quota(UNLIMITED, 4)
    """Running at the same time for one address; the others wait in its own queue (`access.request_slots`)."""
    streams: Quota = Quota(UNLIMITED, 256)
    """Open at the same time from one address: a tab at a table is one."""
    spectators: Quota = Quota(UNLIMITED, 64, in_total=256)
    """Streams at one table of those who have no seat there: from one address, and of all."""

    def times(self, factor: float) -> Limits:
        """Return the limits times a factor; 0: without limits."""
        return Limits(**{field.name: getattr(self, field.name).times(factor) for field in fields(self)})
