"""Types as an editor sees them: the documented loops, the fields of records, the installed package."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
EXAMPLE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def complaints(folder: Path, *sources: str) -> str:
    """What mypy, as strict as the project's own check, says about scripts, all in one run; "" for nothing."""
    scripts = [folder / f"script_{number}.py" for number in range(len(sources))]
    for script, source in zip(scripts, sources, strict=True):
        script.write_text(source, encoding="utf-8")
    config = folder / "mypy.ini"
    config.write_text(
        f"[mypy]\nstrict = True\nmypy_path = {ROOT / 'src'}\nfollow_imports = silent\n", encoding="utf-8"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--config-file",
            config,
            "--cache-dir",
            ROOT / ".mypy_cache",
            *scripts,
        ],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_the_documents_programs_check(tmp_path: Path) -> None:
    scripts: dict[str, str] = {}
    for file in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        examples = EXAMPLE.findall(file.read_text(encoding="utf-8"))
        programs = [
            example for example in examples if re.match("import |from ", example)
        ]  # the others are excerpts
        if programs:
            scripts[file.name] = "\n".join(programs)
    assert "README.md" in scripts
    assert complaints(tmp_path, *scripts.values()) == "", list(scripts)


def test_the_example_of_each_package_checks(tmp_path: Path) -> None:
    import quartier
    from quartier import bots, lab

    examples = []
    for module in (quartier, bots, lab):
        lines = re.findall(r"^\s*>>> (.*)$", module.__doc__ or "", re.MULTILINE)
        assert lines, module.__name__
        examples.append("\n".join(lines))
    assert complaints(tmp_path, *examples) == ""


RULE = """
from quartier.games.city_blocks.rules.state import Record


def turn(s: Record) -> int:
    s.tile[3] = s.turn
    return s.tile[3]


def misspelt(s: Record) -> int:
    s.turm = 1
    return s.tiles[3]


def of_the_wrong_kind(s: Record) -> str:
    return s.turn
"""


def test_a_misspelt_field_of_a_record_is_an_error(tmp_path: Path) -> None:
    errors = complaints(tmp_path, RULE)
    lines = sorted({int(line) for line in re.findall(r"^script_0\.py:(\d+): error", errors, re.MULTILINE)})
    wrong = [
        number
        for number, line in enumerate(RULE.splitlines(), 1)
        if re.search("turm|tiles|return s.turn", line)
    ]
    assert lines == wrong, errors


def test_an_installed_wheel_brings_its_types(tmp_path: Path) -> None:
    """Built, unpacked where nothing else of the project is, and checked against."""
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        env={**os.environ, "HATCH_BUILD_NO_HOOKS": "true"},  # the page is not what is asked for
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=False)
    packages = next(environment.glob("[Ll]ib/**/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        assert "quartier/py.typed" in archive.namelist()
        archive.extractall(packages)
    script = tmp_path / "script.py"
    script.write_text(
        "import quartier\nstate = quartier.load('gridlock').new()\nreveal_type(state.seats_to_act())\nstate.ply()\n",
        encoding="utf-8",
    )
    python = (
        next(environment.glob("bin/python"))
        if sys.platform != "win32"
        else environment / "Scripts/python.exe"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    matches = re.findall(r"^script\.py:(\d+): (\w+)", done.stdout, re.MULTILINE)
    assert matches == [("3", "note"), ("4", "error")], done.stdout
    assert "set[int]" in done.stdout
