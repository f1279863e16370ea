"""Every `sh` block of the documents runs, and prints what the plain block behind it shows.

A line `...` there stands for any lines. Every link leads to a file, and to a heading if it names one.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tests/python"))
from documents import agree, same_but_for_rounding  # noqa: E402

PROGRAM = Path(os.environ.get("PDRANK_BIN", REPOSITORY / "build/release/bin/pdrank"))
DATA = Path(os.environ.get("PDRANK_DATA", REPOSITORY.parent / "shared/data"))
DOCUMENTS = [*(REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "examples/README.md", "bench/README.md")),
             *sorted((REPOSITORY / "docs").glob("*.md"))]


def blocks(document: Path, language: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", document.read_text(), flags=re.MULTILINE | re.DOTALL)
    return [text for of_language, text in fenced if of_language == language]


def shown_outputs() -> list[tuple[Path, str, str]]:
    """Document, command, and what the document shows of its output."""
    pattern = re.compile(r"^```sh\n((?:(?!```).*\n)*)```\n\n```\n((?:(?!```).*\n)*)```$", flags=re.MULTILINE)
    return [(document, *found) for document in DOCUMENTS for found in pattern.findall(document.read_text())]


SHOWN = shown_outputs()


def named(value: Path | str) -> str:
    return value.stem if isinstance(value, Path) else value.splitlines()[0]


def run(script: str, folder: Path) -> subprocess.CompletedProcess:
    environment = os.environ | {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "COLUMNS": "80"}
    return subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, env=environment, text=True,
                          capture_output=True, timeout=300)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(REPOSITORY / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_commands_run(document: Path, folder: Path) -> None:
    for block in blocks(document, "sh"):
        done = run(block, folder)
        assert done.returncode == 0, f"{block}\n{done.stderr}"


def test_there_are_commands() -> None:
    assert sum(len(blocks(document, "sh")) for document in DOCUMENTS) >= 5


@pytest.mark.parametrize(("document", "command", "shown"), SHOWN, ids=named)
def test_documents_show_what_the_program_prints(document: Path, command: str, shown: str, folder: Path) -> None:
    printed = run(command, folder).stdout
    assert agree(shown, printed), f"{document.name} should show:\n{printed}"


def test_there_are_outputs() -> None:
    assert len(SHOWN) >= 3


def test_choosing_shows_what_compare_prints() -> None:
    """But for the times, the first column of numbers."""
    if not (DATA / "readinglevel").is_dir():
        pytest.skip(f"real data not found at {DATA} (set PDRANK_DATA)")
    shown = next(block for block in blocks(REPOSITORY / "docs/CHOOSING.md", "") if block.startswith("12,726 rows"))
    printed = run("pdrank compare comparisons.csv --truth truth.csv", DATA / "readinglevel").stdout

    def without_times(text: str) -> list[str]:
        lines = (re.sub(r"^(\S+) +[0-9.]+ +([0-9.]+ +[0-9.]+ %)", r"\1 \2", line) for line in text.splitlines())
        return [word for line in lines for word in line.split()]

    pairs = zip(without_times(shown), without_times(printed), strict=True)
    assert [pair for pair in pairs if not same_but_for_rounding(*pair)] == []


def anchors(document: Path) -> set[str]:
    """What GitHub calls the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_links_lead_somewhere(document: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", document.read_text()):
        there = document.parent / target if target else document
        assert there.exists(), f"{document.name}: {target}"
        assert not anchor or anchor in anchors(there), f"{document.name}: {target}#{anchor}"


def test_every_document_is_in_the_table_of_contents() -> None:
    contents = (REPOSITORY / "docs/README.md").read_text()
    missing = [path.name for path in sorted((REPOSITORY / "docs").glob("*.md")) if f"({path.name})" not in contents]
    assert missing == ["README.md"]


def test_adding_shows_a_method_as_it_is() -> None:
    shown, line = blocks(REPOSITORY / "docs/ADDING.md", "cpp")
    methods = REPOSITORY / "src/pdrank/methods"
    assert shown == (methods / "win_rate.cpp").read_text()
    assert line in (methods / "registry.cpp").read_text()


def test_examples_are_what_the_simulator_makes(tmp_path: Path) -> None:
    (command,) = blocks(REPOSITORY / "examples/README.md", "sh")
    assert run(command, tmp_path).returncode == 0
    for name in ("votes.csv", "truth.csv"):
        assert (tmp_path / name).read_bytes() == (REPOSITORY / "examples" / name).read_bytes()
