"""The bounds for one visitor, as a host may choose them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

NEVER = 1 << 30
"""More than anybody reaches."""


@dataclass(frozen=True)
class Quota:
    """So often within `within` seconds: at most `each` by one browser, and `together` from one address.

    An address may be a school's; a browser may claim to be another one with every request. So both count.
    """

    each: int
    together: int
    within: float = 600.0

    def times(self, factor: float) -> Quota:
        """The same, so many times as much; 0: without bounds."""
        if not factor:
            return Quota(NEVER, NEVER, self.within)
        return replace(
            self, each=max(1, round(self.each * factor)), together=max(1, round(self.together * factor))
        )


@dataclass(frozen=True)
class Limits:
    """No evening among friends comes near them."""

    tables: Quota = Quota(40, 160)
    joins: Quota = Quota(40, 160)
    tournaments: Quota = Quota(5, 20, 3600.0)
    records: Quota = Quota(20, 80)
    reviews: Quota = Quota(20, 80)
    proofs: Quota = Quota(20, 80)
    """Games of which all draws are told: each is followed from its beginning."""
    exports: Quota = Quota(3, 12, 3600.0)
    """All games of an account as one file: each of its logs is followed."""
    words: Quota = Quota(60, 240)
    """Said at all tables."""
    codes: Quota = Quota(10, 10)
    """Wrong ones. At a thousand open tables this finds one in a hundred days."""
    streams: Quota = Quota(NEVER, 256)
    """Open at the same time from one address: a tab at a table is one."""
    spectators: Quota = Quota(NEVER, 256)
    """Streams at one table of those who have no seat there."""

    def times(self, factor: float) -> Limits:
        """The same, so many times as much; 0: without bounds."""
        return Limits(**{field.name: getattr(self, field.name).times(factor) for field in fields(self)})
