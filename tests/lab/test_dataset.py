"""Data sets: what is in a row, going on after a kill, the same rows on any number of processes, and the example."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import BadOption, QuartierError
from quartier.lab.dataset import DatasetSpec, write
from quartier.lab.dataset_card import card, write_card

parquet = pytest.importorskip("pyarrow.parquet")
EXAMPLE = Path(__file__).parents[2] / "examples" / "read_dataset.py"
GAMES = 5


def order(
    folder: Path, *bots: str, shard: int = 2, title: str = "connect_four", **options: Any
) -> DatasetSpec:
    return DatasetSpec(title, bots or ("random", "greedy"), 7, shard, options, str(folder))


def rows(folder: Path) -> list[dict[str, Any]]:
    table = parquet.read_table(folder / "data").to_pylist()
    return sorted(table, key=lambda row: (row["game"], row["event"]))


@pytest.fixture(scope="module")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of City Blocks, with its card."""
    folder = tmp_path_factory.mktemp("data") / "set"
    spec = order(folder, "greedy", "mcts:4", title="city_blocks")
    write_card(spec, *write(spec, GAMES))
    return folder


def test_a_row_is_what_a_seat_knew_could_do_and_did(data_set: Path) -> None:
    game = quartier.load("city_blocks")
    loaded = rows(data_set)
    assert {row["game"] for row in loaded} == set(range(GAMES))
    for row in loaded:
        concealed = game.from_bytes(row["position"], 2, {}, row["seat"])
        assert concealed.observation(row["seat"]).tolist() == row["observation"]
        assert sorted(concealed.legal(row["seat"])) == row["legal"]
        assert row["action"] in row["legal"]
        assert concealed.write(row["action"]) == row["move"]
        assert (row["policy"] is None) == (row["bot"] == "greedy" or len(row["legal"]) == 1)
        if row["policy"]:
            assert len(row["policy"]) == len(row["legal"])
            assert sum(row["policy"]) == pytest.approx(1, abs=1e-5)
            assert row["policy"][row["legal"].index(row["action"])] > 0
        assert row["scores"][row["seat"]] == row["score"]
        assert row["outcome"] in (0, 0.5, 1)
        assert (row["rules"], row["quartier"]) == (game.version, quartier.__version__)


def test_bots_change_seats(data_set: Path) -> None:
    assert {(row["seat"], row["bot"]) for row in rows(data_set)} == {
        (0, "greedy"),
        (1, "greedy"),
        (0, "mcts:4"),
        (1, "mcts:4"),
    }


def test_a_killed_process_loses_and_doubles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, broken = order(tmp_path / "whole"), order(tmp_path / "broken")
    write(whole, GAMES)
    replace = Path.replace

    def fail_replace(self: Path, target: Path) -> Path:
        if "0000002" in self.name and self.suffix == ".part":
            raise KeyboardInterrupt
        return replace(self, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", fail_replace)
        with pytest.raises(KeyboardInterrupt):
            write(broken, GAMES)
    assert list((tmp_path / "broken" / "data").glob("*.part"))
    write(broken, 3)  # the last file is only begun
    write(broken, GAMES)
    assert not list((tmp_path / "broken" / "data").glob("*.part"))
    assert rows(tmp_path / "broken") == rows(tmp_path / "whole")


def test_processes_change_nothing(tmp_path: Path) -> None:
    write(order(tmp_path / "one", shard=3), GAMES)
    write(order(tmp_path / "two"), GAMES, workers=2)
    assert rows(tmp_path / "one") == rows(tmp_path / "two")


@pytest.mark.parametrize(
    ("again", "sentence"),
    [
        ({"bots": ("greedy", "greedy")}, "a different “bots”"),
        ({"seed": 8}, "a different “seed”: 7, not 8"),
        ({"shard": 9}, "a different “shard”"),
    ],
)
def test_another_data_set_is_not_mixed_in(again: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    first = order(tmp_path / "set")
    write(first, 1)
    with pytest.raises(BadOption, match=sentence):
        write(DatasetSpec(**{**vars(first), **again}), 1)


def test_nothing_is_thrown_away(tmp_path: Path) -> None:
    write(order(tmp_path / "set"), 3)
    with pytest.raises(BadOption, match="already has 3 games"):
        write(order(tmp_path / "set"), 2)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").touch()
    with pytest.raises(BadOption, match="isn’t empty"):
        write(order(tmp_path / "other"), 1)


@pytest.mark.parametrize("text", ["{", "[]", "3", '{"name": "mine"}', "\udcff"])
def test_a_header_of_something_else_is_named(tmp_path: Path, text: str) -> None:
    header = tmp_path / "set" / "dataset.json"
    header.parent.mkdir()
    header.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(QuartierError, match=r"dataset\.json isn’t part of a data set"):
        write(order(tmp_path / "set"), 1)
    assert header.read_bytes() == text.encode("utf-8", "surrogateescape")


@pytest.mark.parametrize("name", ["games-foo.parquet", "games-0-x.parquet", "games-0000000-0000002.parquet"])
def test_a_file_of_something_else_is_named(tmp_path: Path, name: str) -> None:
    write(order(tmp_path / "set"), 3)
    file, other = (
        tmp_path / "set" / "data" / file_name for file_name in (name, "games-0000002-0000003.parquet")
    )
    file.write_text("")
    with pytest.raises(QuartierError, match=f"{name} isn’t part of a data set"):
        write(order(tmp_path / "set"), GAMES)
    assert file.exists()
    assert other.exists()


def test_the_order_is_written_once_and_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data_set: list[str] = []
    write_text = Path.write_text

    def count_write(self: Path, text: str, **how: str) -> int:
        data_set.append(self.name)
        return write_text(self, text, **how)

    monkeypatch.setattr(Path, "write_text", count_write)
    for games in (1, 2, 2):
        write(order(tmp_path / "set"), games)
    assert data_set == 2 * [".dataset.json.part"], "once for each command that adds games"


def test_the_card_says_what_each_column_is(data_set: Path) -> None:
    text = (data_set / "README.md").read_text(encoding="utf-8")
    head, body = text.split("---\n", 2)[1:]
    assert "path: data/*.parquet" in head
    for column in parquet.read_table(data_set / "data").column_names:
        assert f"`{column}`" in body
    assert "from_bytes(position, 2, {}, seat)" in body
    other = card(order(data_set, title="gridlock", cards=5), 1, 2_000_000)
    assert "`cards=5`" in other
    assert "`turn_limit=" in other
    assert "n>1M" in other


def test_the_example_reads_it(data_set: Path) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    run = subprocess.run(
        [sys.executable, str(EXAMPLE), str(data_set)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert f"{len(rows(data_set))} decisions" in run.stdout


@pytest.mark.soak
def test_the_library_of_hugging_face_reads_it(data_set: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    loaded = datasets.load_dataset(str(data_set), split="train", cache_dir=str(tmp_path))
    assert loaded.num_rows == len(rows(data_set))
    assert np.shape(loaded[0]["observation"]) == (quartier.load("city_blocks").observation.size,)


def test_the_order_can_be_read(data_set: Path) -> None:
    header = json.loads((data_set / "dataset.json").read_text(encoding="utf-8"))
    assert header["bots"] == ["greedy", "mcts:4"]
    assert header["quartier"] == quartier.__version__
