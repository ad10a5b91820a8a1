"""What installed packages provide by entry points, and errors about those that cannot be used."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

Loaded = TypeVar("Loaded")


class BrokenPlugin(QuartierError):
    """A plugin of an installed package that cannot be used; the message names the package."""


class PluginWarning(UserWarning):
    """A warning about a skipped plugin, with the reason."""


@dataclass(frozen=True)
class Offer:
    """One entry point: its name, its target, and the package that provides it ("connect-four 0.1.0")."""

    name: str
    value: str
    origin: str


@cache
def offers(group: str) -> dict[str, tuple[Offer, ...]]:
    """Return by name the entry points of a group; read once per process."""
    result: dict[str, tuple[Offer, ...]] = {}
    for entry in entry_points(group=group):
        result[entry.name] = (*result.get(entry.name, ()), Offer(entry.name, entry.value, _origin(entry)))
    return result


def _origin(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def the_only(group: str, name: str) -> Offer | None:
    """Return the entry point of a name; None if there is none. BrokenPlugin if two packages claim it."""
    matches = offers(group).get(name, ())
    if len(matches) > 1:
        raise BrokenPlugin(_TAKEN_TWICE, name=name, one=matches[0].origin, other=matches[1].origin)
    return matches[0] if matches else None


def load_offer(offer: Offer, load: Callable[[str], Loaded]) -> Loaded:
    """Return the result of `load` for an entry point. BrokenPlugin names the package, whatever its code raises."""
    try:
        return load(offer.value)
    except QuartierError as error:
        raise BrokenPlugin(_BROKEN, name=offer.name, origin=offer.origin, reason=error) from error
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise BrokenPlugin(_BROKEN, name=offer.name, origin=offer.origin, reason=reason) from error


def usable(group: str, own: dict[str, str], load: Callable[[str], object]) -> tuple[str, ...]:
    """Return the names of loadable plugins, in order; each unusable one causes a PluginWarning.

    `own` are Quartier's own names, which plugins can't take.
    """
    return tuple(name for name in sorted(offers(group)) if _is_usable(group, name, own, load))


def _is_usable(group: str, name: str, own: dict[str, str], load: Callable[[str], object]) -> bool:
    if name in own:
        leave_out(group, name, own[name])
        return False
    try:
        load(name)
    except BrokenPlugin as error:
        _warn(error)
        return False
    return True


def leave_out(group: str, name: str, own: str) -> None:
    """Issue a PluginWarning for each package that claims one of Quartier's own names; `own` says where it is defined."""
    for offer in offers(group).get(name, ()):
        _warn(BrokenPlugin(_NAME_TAKEN, name=name, origin=offer.origin, own=own))


def _warn(error: BrokenPlugin) -> None:
    warnings.warn(str(error), PluginWarning, stacklevel=2)


_BROKEN = N_("Can’t use “{name}” from the package {origin}: {reason}")
_NAME_TAKEN = N_("Ignoring “{name}” from the package {origin}: Quartier already uses that name ({own}).")
_TAKEN_TWICE = N_("Two packages provide “{name}”: {one} and {other}. Uninstall one of them.")
