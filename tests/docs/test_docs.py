"""Every `sh` block of the documents runs, and what the README shows is what the program prints."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PDRANK_BIN", REPOSITORY / "build/release/bin/pdrank"))
DATA = Path(os.environ.get("PDRANK_DATA", REPOSITORY.parent / "shared/data"))
DOCUMENTS = [REPOSITORY / "README.md", REPOSITORY / "examples/README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]


def blocks(document: Path, language: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", document.read_text(), flags=re.MULTILINE | re.DOTALL)
    return [text for of_language, text in fenced if of_language == language]


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


def test_readme_shows_what_the_program_prints(folder: Path) -> None:
    shown = next(block for block in blocks(REPOSITORY / "README.md", "") if block.startswith("600 rows"))
    printed = run("pdrank rank examples/votes.csv", folder).stdout
    position = 0
    for line in shown.splitlines():
        if line in ("...", ""):
            continue
        position = printed.find(line + "\n", position)
        assert position >= 0, f"the program does not print, or not in this order: {line}"


def test_readme_shows_what_compare_prints() -> None:
    """But for the times, the first column of numbers."""
    if not (DATA / "readinglevel").is_dir():
        pytest.skip(f"real data not found at {DATA} (set PDRANK_DATA)")
    shown = next(block for block in blocks(REPOSITORY / "README.md", "") if block.startswith("12,726 rows"))
    printed = run("pdrank compare comparisons.csv --truth truth.csv", DATA / "readinglevel").stdout

    def without_times(text: str) -> list[str]:
        lines = (re.sub(r"^(\S+) +[0-9.]+ +([0-9.]+ +[0-9.]+ %)", r"\1 \2", line) for line in text.splitlines())
        return [word for line in lines for word in line.split()]

    differing = [pair for pair in zip(without_times(shown), without_times(printed), strict=True) if pair[0] != pair[1]]
    assert all(differ_by_rounding(*pair) for pair in differing), differing


def differ_by_rounding(shown: str, printed: str) -> bool:
    """Processors with wider vectors add up in another order, and a figure may stand on the edge of two roundings."""
    if not all(re.fullmatch(r"[0-9]*\.[0-9]+", word) for word in (shown, printed)):
        return False
    digits = len(shown.partition(".")[2])
    return len(printed.partition(".")[2]) == digits and round(abs(float(shown) - float(printed)) * 10**digits) <= 1


def test_readme_shows_what_next_prints(folder: Path) -> None:
    shown = next(block for block in blocks(REPOSITORY / "README.md", "") if block.startswith("600 comparisons"))
    assert shown == run("pdrank next examples/votes.csv --count 5", folder).stdout


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
