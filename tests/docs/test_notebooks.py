"""The notebooks run from top to bottom, with numbers so small that it is quick, and are kept without what a run leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
TIMEOUT = 300
"""Seconds for a cell, on a machine that others use, too."""
_FORGET = """
_kept = globals().get("_kept", {*globals(), "_kept"})
for _name in set(globals()) - _kept:
    del globals()[_name]
"""
"""What another notebook has defined is gone. `%reset` would forget too much for the processes that a cell may start."""
QUICK_SETTINGS = {
    "write-a-bot": {"games": 10},
    "train-one": {"training_games": 2000, "trial_games": 10, "opponents": ["greedy"]},
    "test-a-rule": {"games": 4, "bots": ["random", "greedy"]},
    "host-a-club-night": {"members": {"Rita": "random", "Gus": "greedy"}, "seconds": TIMEOUT},
}


@pytest.fixture(scope="module")
def kernel() -> Iterator[KernelManager]:
    """One process of Python for all notebooks: it takes longer to start than most of their cells."""
    manager = KernelManager(kernel_name="python3")
    yield manager
    if manager.has_kernel:
        manager.shutdown_kernel(now=True)


def read(file: Path) -> Any:
    """A notebook, which is well-formed."""
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    return notebook


def run(file: Path, kernel: KernelManager, quick: dict[str, Any]) -> None:
    """All cells, with other parameters behind the cell that has them, and names of its own."""
    notebook = read(file)
    at = [
        number for number, cell in enumerate(notebook.cells) if "parameters" in cell.metadata.get("tags", ())
    ]
    code = "".join(f"{name} = {value!r}\n" for name, value in quick.items())
    for number in at:
        notebook.cells.insert(number + 1, nbformat.v4.new_code_cell(code))
    notebook.cells.insert(0, nbformat.v4.new_code_cell(_FORGET))
    client = NotebookClient(notebook, km=kernel, timeout=TIMEOUT, resources={"metadata": {"path": FOLDER}})
    client.execute()


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file: Path, kernel: KernelManager) -> None:
    run(file, kernel, QUICK_SETTINGS.get(file.stem, {}))


@pytest.mark.soak
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_as_it_stands(file: Path, kernel: KernelManager) -> None:
    run(file, kernel, {})


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_kept_without_what_a_run_leaves(file: Path) -> None:
    for cell in read(file).cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_the_links_of_a_notebook_lead_somewhere(file: Path) -> None:
    for cell in read(file).cells:
        if cell.cell_type == "markdown":
            for target in re.findall(r"\]\((?!https?://)([^)#]*)[^)]*\)", cell.source):
                assert (file.parent / target).exists(), target


def test_the_notebooks_are_five_and_their_parameters_are_there() -> None:
    assert len(NOTEBOOKS) == 5
    for name, quick in QUICK_SETTINGS.items():
        (cell,) = (
            cell
            for cell in read(FOLDER / f"{name}.ipynb").cells
            if "parameters" in cell.metadata.get("tags", ())
        )
        assert all(re.search(rf"\b{given}\b", cell.source) for given in quick)
