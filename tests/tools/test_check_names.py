"""The budget of names: what counts, and that it only falls."""

import json
from pathlib import Path

import pytest
from tools.check_names import BUDGET, main

EMPTY = {"dialect": 0, "participles": 0, "constants": {}, "basenames": {}}


def write(root: Path, path: str, text: str = "") -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def budget(root: Path) -> dict[str, object]:
    data: dict[str, object] = json.loads((root / BUDGET).read_text(encoding="utf-8"))
    return data


def listed_names(root: Path, text: str, path: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    write(root, path, text)
    assert main(["--list"], root) == 0
    return [line.split(" ", 1)[1] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("found = 1\n", "variable found"),
        ("_found = 1\n", "variable _found"),
        ("for each in range(3): pass\n", "variable each"),
        ("class Shown: pass\n", "class Shown"),
        ("def load(places): pass\n", "parameter places"),
        ("load = lambda known: known\n", "parameter known"),
        ("class A:\n    def load(self): self.held = 1\n", "variable held"),
        ("try: pass\nexcept ValueError as found: pass\n", "variable found"),
        ("def told_where(): pass\n", "function told_where"),
        ("def _carried(): pass\n", "function _carried (participle)"),
        ("async def opened(): pass\n", "function opened (participle)"),
        ("MOST = 3\n", "constant MOST"),
        ("_LONGEST: int = 3\n", "constant _LONGEST"),
    ],
)
def test_dialect_is_listed(tmp_path: Path, text: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert listed_names(tmp_path, text, "src/quartier/core/a.py", capsys) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "is_known = last_seen = drawn_card = cached_table = shared_memory = 1\n",
        "def sorted(self): pass\n",
        "def seed(): pass\n",
        "def concealed(): pass\n",
        "def place(tile): pass\n",
        "def is_carried(): pass\n",
        "MAX_NAME_LENGTH = MOST_RECENT = 3\n",
        "def load():\n    MOST_RECENT = 3\n",
        "class View(TypedDict):\n    held: int\n\nclass Table(View):\n    place: int\n",
        "class Body(BaseModel):\n    words: str\n",
        "@router.get('/')\ndef load(wanted: str): pass\n",
        "state.held = known['found'] + 1\n",
    ],
)
def test_standard_terms_and_contracts_are_not_listed(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listed_names(tmp_path, text, "src/quartier/core/a.py", capsys) == []


def test_terms_of_a_rulebook_are_exempt_in_games_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "house = 1\n"
    assert listed_names(tmp_path, text, "src/quartier/games/neue_heimat/a.py", capsys) == []
    assert listed_names(tmp_path, text, "src/quartier/server/a.py", capsys) == ["variable house"]


def test_typescript_is_scanned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
const found = 1;
export async function carried() {}
let opened = (name: string): number => 1;
const closed = tables.filter((table) => table.closed);
"""
    assert listed_names(tmp_path, text, "web/src/a.ts", capsys) == [
        "variable found",
        "function carried (participle)",
        "function opened (participle)",
    ]


def test_modules_of_one_basename_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "src/quartier/server/storage/x/a.py")
    assert listed_names(tmp_path, "", "src/quartier/server/storage/y/a.py", capsys) == ["basename a"] * 2


def test_a_path_narrows_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "src/quartier/core/a.py", "\nfound = 1\n")
    write(tmp_path, "src/quartier/bots/a.py", "found = 1\n")
    assert main(["--list", str(tmp_path / "src/quartier/core")], tmp_path) == 0
    assert capsys.readouterr().out == "src/quartier/core/a.py:2 variable found\n"


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"src/quartier/core/a.py": "found = 1\n"}, "quartier/core: dialect: 1, budget 0"),
        ({"tests/a.py": "def opened(): pass\n"}, "tests: participles: 1, budget 0"),
        ({"src/quartier/lab/a.py": "MOST = 1\n"}, "quartier/lab: constants MOST: 1, budget 0"),
        (
            {"src/quartier/server/storage/x/a.py": "", "src/quartier/server/storage/y/a.py": ""},
            "quartier/server: basenames server/storage/a: 2, budget 0",
        ),
        (
            {"src/quartier/games/gridlock/x/a.py": "", "src/quartier/games/gridlock/a.py": ""},
            "quartier/games: basenames games/gridlock/a: 2, budget 0",
        ),
    ],
)
def test_a_count_above_its_budget_fails_and_is_never_written(
    tmp_path: Path, files: dict[str, str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, text in files.items():
        write(tmp_path, path, text)
    write(tmp_path, str(BUDGET), "{}")
    for arguments in ([], ["--lower"]):
        assert main(arguments, tmp_path) == 1
        assert sentence in capsys.readouterr().err
    assert budget(tmp_path) == {}


def test_namesakes_may_stand_in_different_layers(tmp_path: Path) -> None:
    for folder in ("core", "bots", "games/gridlock", "games/metromania"):
        write(tmp_path, f"src/quartier/{folder}/a.py")
    for path in ("server/x/models", "server/x/z/models", "server/x/__init__", "server/y/__init__"):
        write(tmp_path, f"src/quartier/{path}.py")
    assert main([], tmp_path) == 0


def test_a_count_below_its_budget_asks_to_lower_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "src/quartier/core/a.py", "found = 1\n")
    write(
        tmp_path,
        str(BUDGET),
        json.dumps({"quartier/core": {**EMPTY, "dialect": 2, "constants": {"MOST": 1}}}),
    )
    assert main([], tmp_path) == 1
    assert "run tools/check_names.py --lower" in capsys.readouterr().err
    assert main(["--lower"], tmp_path) == 0
    assert budget(tmp_path) == {"quartier/core": {**EMPTY, "dialect": 1}}
    assert main([], tmp_path) == 0


def test_one_larger_count_stops_all_writing(tmp_path: Path) -> None:
    write(tmp_path, "src/quartier/core/a.py", "found = 1\ndef opened(): pass\n")
    before = {"quartier/core": {**EMPTY, "dialect": 2}}
    write(tmp_path, str(BUDGET), json.dumps(before))
    assert main(["--lower"], tmp_path) == 1
    assert budget(tmp_path) == before


def test_the_summary_names_the_shares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "src/quartier/core/a.py", "value = 1\ndef load(): pass\n")
    assert main([], tmp_path) == 0
    assert "to end at: dialect 0.3%, participles 3.0%" in capsys.readouterr().out
