"""The program that needs nothing of the machine (scripts/static): it runs in an empty folder and ranks as the other does."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PDRANK_BIN") or REPO / "build/release/bin/pdrank")
FILES = sorted(path.name for path in (REPO / "examples").glob("*.csv") if path.name != "truth.csv")  # which holds no answers


@pytest.fixture(scope="module")
def program() -> Path:
    done = subprocess.run([REPO / "scripts/static"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return REPO / "build/static/bin/pdrank"


@pytest.fixture
def empty(program, tmp_path) -> Path:
    """A folder with the program and the data, and no library, shell or device."""
    shutil.copy(program, tmp_path)
    for name in FILES:
        shutil.copy(REPO / "examples" / name, tmp_path)
    return tmp_path


def inside(folder: Path, *words: str) -> str:
    """What the program prints where that folder is all there is."""
    done = subprocess.run(["unshare", "-r", "/usr/sbin/chroot", folder, "/pdrank", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_needs_no_library(program):
    assert "NEEDED" not in subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
    headers = subprocess.run(["readelf", "-l", program], capture_output=True, text=True, check=True).stdout
    assert "INTERP" not in headers and "LOAD" in headers
    said = subprocess.run(["ldd", program], capture_output=True, text=True)
    assert "not a dynamic executable" in said.stderr


def test_is_small(program):
    assert program.stat().st_size < 20_000_000


def test_all_that_is_in_it_works_in_an_empty_folder(empty):
    assert inside(empty, "--version").startswith("pdrank ")
    inside(empty, "rank", "votes.csv", "--quiet", "--report", "r.html", "--output", "ranking.csv.gz")
    assert "item-07 comes first" in (empty / "r.html").read_text()
    shutil.copy(empty / "votes.csv", empty / "again.csv")
    plain = inside(empty, "rank", "votes.csv", "--format", "csv")
    for tool, ending in (("gzip", "gz"), ("xz", "xz"), ("bzip2", "bz2"), ("zstd", "zst")):
        if shutil.which(tool):
            subprocess.run([tool, "-kq", empty / "again.csv"], check=True)
            assert inside(empty, "rank", f"again.csv.{ending}", "--format", "csv") == plain


@pytest.mark.parametrize("name", FILES)
def test_ranks_as_the_other_build(empty, name):
    """To the last digit: compiler and C library are the same."""
    words = ["rank", name, "--format", "csv"]
    there = subprocess.run([PROGRAM, *words], cwd=REPO / "examples", capture_output=True, text=True, check=True).stdout
    assert inside(empty, *words) == there
