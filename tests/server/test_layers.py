"""The layers of the server: what lies below imports nothing from above, and no folder collects everything."""

from __future__ import annotations

from pathlib import Path

from quartier import server
from tests.core.test_no_import_circles import modules, needed

ROOT = Path(server.__file__).parent
MAX_MODULES_PER_FOLDER, MAX_MODULE_LINES = 24, 500
LAYERS = (
    ("clock", "gc_tuning", "limits", "lru_cache", "settings"),
    ("errors", "logs"),
    ("pubsub",),
    ("domain",),
    ("outbound",),
    ("storage",),
    ("access",),
    ("commands",),
    ("accounts",),
    ("notifications",),
    ("moderation",),
    ("workers",),
    ("scheduler",),
    ("views",),
    ("sse",),
    ("services",),
    ("http",),
    ("app", "doctor", "serve"),
)
"""Bottom first: a layer imports from those before it and from itself."""
UPWARD = {
    ("errors", "views.models"): "the body of an error is one of the page's models",
    ("pubsub.hub", "views.models"): "a presence message is one of the page's models",
    ("commands.tournaments.organise", "accounts.sessions"): "an organiser is a signed-in account",
    ("commands.tournaments.participate", "accounts.sessions"): "a participant is a signed-in account",
    ("notifications.messages", "views.catalogue"): "an email names games as the page does",
    ("services", "http.metrics"): "the counters that every service increments",
}
"""The imports that run upward, each with its reason (docs/architecture.md)."""


def level(module: str) -> int:
    """Return the index of a module's layer."""
    package = module.split(".")[0]
    return next(index for index, layer in enumerate(LAYERS) if package in layer)


def server_imports() -> set[tuple[str, str]]:
    """Return every import between two modules of the server, without the common prefix."""
    prefix = "quartier.server."
    files = modules()
    return {
        (name.removeprefix(prefix), other.removeprefix(prefix))
        for name, file in files.items()
        if name.startswith(prefix)
        for other in needed(name, file, files)
        if other.startswith(prefix)
    }


def test_imports_point_down() -> None:
    upward = {(name, other) for name, other in server_imports() if level(name) < level(other)}
    assert upward == set(UPWARD)


def test_the_list_has_every_package() -> None:
    entries = {
        path.stem for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert entries - {"__init__"} == {package for layer in LAYERS for package in layer}


def test_no_folder_collects_everything() -> None:
    for folder in {file.parent for file in ROOT.rglob("*.py")}:
        assert len(list(folder.glob("*.py"))) <= MAX_MODULES_PER_FOLDER, folder


def test_no_module_is_too_long() -> None:
    for file in ROOT.rglob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= MAX_MODULE_LINES, file
