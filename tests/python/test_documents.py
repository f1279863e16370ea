"""The Python documents: every block runs and shows what they say, and so does the notebook."""

import os
import re
from pathlib import Path

import pytest
from documents import REPO, Section, agree, sections, working_folder
from notebooks import code_cells, execute, stored, varies

PROGRAM = Path(os.environ.get("PDRANK_CLI") or os.environ.get("PDRANK_BIN") or REPO / "build/release/bin/pdrank")
DOCUMENTS = [REPO / "docs/PYTHON.md", REPO / "docs/MIGRATION.md", REPO / "docs/CONCEPTS.md", REPO / "README.md"]
NOTEBOOK = REPO / "docs/tutorial.ipynb"
MOST_BYTES = 300_000
ALL = [(document, section) for document in DOCUMENTS for section in sections(document)]


def name(value) -> str:
    return value.title if isinstance(value, Section) else value.stem


@pytest.mark.parametrize(("document", "section"), ALL, ids=name)
def test_blocks_show_what_the_document_says(document, section, monkeypatch):
    monkeypatch.setenv("PATH", str(PROGRAM.parent), prepend=os.pathsep)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    if missing := section.missing():
        pytest.skip("; ".join(missing))
    with working_folder():
        for block, printed in section.run():
            place = f"{document.name}:{block.line}"
            assert block.shown is not None or printed == "", f"{place}: the document does not show it"
            assert block.shown is None or agree(block.shown, printed), f"{place} shows now:\n{printed}"


def test_nothing_is_left_out():
    """Every block that is fenced as Python is found, with what it shows."""
    for document in DOCUMENTS:
        text = document.read_text()
        found = [block for of, section in ALL if of == document for block in section.blocks]
        assert len(found) == len(re.findall(r"^```python$", text, flags=re.MULTILINE)) > 0
    assert sum(block.shown is not None for _, section in ALL for block in section.blocks) >= 30


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n...\nc\n", "a\nb\nb\nc\n", True),
        ("...\n", "", True),
        ("a\n", "a\nb\n", False),
        ("a.c\n", "abc\n", False),
        ("", "a\n", False),
        ("a\n...\nc\n", "a\nb\n", False),
        ("a\n...\na\n", "a\n", False),
        ("...\nb\n...\nc\n...\n", "a\nb\nb\nc\n", True),
        ("...\nc\n...\nb\n...\n", "a\nb\nb\nc\n", False),
        ("0.125 12 %\n", "0.124 12 %\n", True),
        ("0.125 12 %\n", "0.123 12 %\n", False),
        ("0.125 12 %\n", "0.125 13 %\n", False),
        ("0.125\n", "0.1250\n", False),
        ("68.883149\n", "68.883068\n", True),
        ("0.000149\n", "0.000068\n", False),
    ],
)
def test_agree(shown, printed, same):
    assert agree(shown, printed) is same


def test_notebook_shows_what_it_stores(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")
    for cell, now in zip(code_cells(NOTEBOOK), execute(NOTEBOOK), strict=True):
        assert varies(cell) or agree(stored(cell), now), "".join(cell["source"])


def test_notebook_is_small_and_of_no_machine():
    text = NOTEBOOK.read_text()
    assert len(text) < MOST_BYTES
    assert not re.search(r"/(home|root|tmp|Users|work)/|execution\.|\"version\"", text)
    assert '"output_type": "error"' not in text and '"name": "stderr"' not in text
