"""What the documents say is so: commands exist, links lead somewhere, dependencies have their reason."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from runpy import run_path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from packaging.version import Version
from trove_classifiers import classifiers

import quartier
from quartier.cli.main import _command
from quartier.games.registry import OURS
from tools import write_settings

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
COMMANDS = [
    (file.name, line.strip())
    for file in DOCUMENTS
    for line in file.read_text(encoding="utf-8").splitlines()
    if re.match(r" {4}(?:\w+=\S+ )*quartier ", line)
]


@pytest.mark.parametrize(("file", "line"), COMMANDS, ids=[f"{file}: {line[:30]}" for file, line in COMMANDS])
def test_a_documented_command_exists_with_its_options(file: str, line: str) -> None:
    text = shlex.split(line, comments=True)
    name, *arguments = text[text.index("quartier") + 1 :]
    command = _command().commands[name]
    if hasattr(command, "commands"):  # several by one name, as `quartier admin`
        command = command.commands[arguments[0]]
    params = {option for parameter in command.params for option in parameter.opts}
    used = {argument.partition("=")[0] for argument in arguments if argument.startswith("--")}
    assert used - {"--lang"} <= params


def test_the_table_of_settings_is_written_from_their_declarations() -> None:
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert write_settings.with_table(text) == text, "run tools/write_settings.py"
    rows = re.findall(r"^\| `(--[\w-]+)` \|", write_settings.table(), re.MULTILINE)
    assert set(rows) == {p.opts[0] for p in _command().commands["serve"].params} | {"--lang"}


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_between_documents_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\((?!https?://)([^)#]*)[^)]*\)", file.read_text(encoding="utf-8")):
        assert (file.parent / target).exists(), target


def test_the_architecture_names_files_that_there_are() -> None:
    text = (
        (ROOT / "docs" / "architecture.md")
        .read_text(encoding="utf-8")
        .partition("## Where to start reading")[2]
    )
    rows = re.findall(r"^\| `([^`]+)` \| (.*) \|$", text, re.MULTILINE)
    assert len(rows) > 8
    for package, description in rows:
        folder = "src/" + package.replace(".", "/") if package.startswith("quartier") else package
        for name in re.findall(r"`([\w/]+(?:\.py|\.ts|/))`", description):
            # "`table/table.ts`: ...; `phase.ts` beside it"
            assert list((ROOT / folder).glob(name if "/" in name else f"**/{name}")), (package, name)
        assert (ROOT / folder).is_dir(), package


def test_every_command_is_in_the_readme() -> None:
    documented = {line.split()[1] for file, line in COMMANDS if file == "README.md"}
    assert documented >= {*_command().commands}


def test_every_title_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in OURS:
        assert f"`{name}`" in readme
        assert quartier.load(name).title("en") in readme


def test_every_dependency_has_its_reason_and_no_other_has_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    page = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    requirements = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    requirements += [name for extra in project["project"]["optional-dependencies"].values() for name in extra]
    names = {re.match(r"[\w.-]+", requirement)[0] for requirement in requirements}  # type: ignore[index]
    names |= {*page.get("dependencies", {}), *page.get("devDependencies", {})}
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| ([\w.@/-]+) \| \S", text, re.MULTILINE)) - {"package"}
    assert explained == names


def test_who_cites_names_the_project_as_it_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    fields = dict(
        re.findall(r"^([\w-]+): \"?([^\"\n]+)", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)
    )
    assert (fields["license"], fields["repository-code"]) == (
        project["license"],
        project["urls"]["Repository"],
    )
    assert {"cff-version", "message", "title", "type"} <= fields.keys()


def test_changelog_sections_are_releases() -> None:
    """Unreleased changes may be on top; below is each release with its date, the newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    if releases[0] == ("Unreleased", ""):
        del releases[0]
    assert all(day for _, day in releases)
    versions = [Version(name) for name, _ in releases]
    assert versions == sorted(versions, reverse=True)
    present = Version(quartier.__version__)
    assert present == versions[0] or (present.is_devrelease and present > versions[0])


MAX_CHANGELOG_ENTRY = 200
"""Characters of an entry; what needs more belongs in the docs."""


def test_changelog_entries_are_single_lines_of_a_known_type() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    types = "|".join(entry["directory"] for entry in config["type"])
    for file in sorted((ROOT / config["directory"]).iterdir()):
        if file.name not in config["ignore"]:
            assert re.fullmatch(rf"\+[a-z0-9-]+\.({types})\.md", file.name), file.name
            (line,) = file.read_text(encoding="utf-8").splitlines()
            assert len(line) <= MAX_CHANGELOG_ENTRY, file.name
            assert line.endswith("."), file.name


def test_towncrier_inserts_a_release_above_the_others(tmp_path: Path) -> None:
    for name in ("CHANGELOG.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "changelog.d").mkdir()
    entry = tmp_path / "changelog.d" / "+lobby-filter.added.md"
    entry.write_text("The lobby can be filtered by game.\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "towncrier",
        "build",
        "--yes",
        "--version",
        "9.0.0",
        "--date",
        "2030-01-31",
    ]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    text = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    section = "## [9.0.0] - 2030-01-31\n\n### Added\n\n- The lobby can be filtered by game.\n"
    assert text.index(section) == text.index("## [")
    assert not entry.exists()


def test_what_pypi_shows_has_absolute_addresses() -> None:
    metadata = ProjectMetadata(str(ROOT), PluginManager())
    home = metadata.core.urls["Repository"]
    assert metadata.version == quartier.__version__
    assert all(url.startswith(home) for url in metadata.core.urls.values())
    assert set(metadata.core.classifiers) <= classifiers
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", metadata.core.readme)
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)]*)\)", metadata.core.readme)
    raw = home.replace("https://github.com/", "https://raw.githubusercontent.com/") + "/main/"
    assert pictures
    assert all((ROOT / url.removeprefix(raw)).is_file() for url in pictures)
    assert all(url.startswith("https://") for url in links)


def test_the_levels_in_the_documents_are_those_that_were_measured() -> None:
    """If this fails: `python benchmarks/levels_table.py`."""
    assert run_path(str(ROOT / "benchmarks/levels_table.py"))["table"]() in (
        ROOT / "docs/levels.md"
    ).read_text("utf-8")
