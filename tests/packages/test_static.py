"""The program that needs nothing of the machine (scripts/static): it runs in an empty folder and ranks as the other does. And the
archive that it is handed out in (scripts/pack)."""

import gzip
import json
import os
import shutil
import subprocess
import tarfile
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


def pack() -> Path:
    done = subprocess.run([REPO / "scripts/pack", "linux-x86_64"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = (REPO / "build/packed").glob("pdrank-*-linux-x86_64.tar.gz")
    return made


@pytest.fixture(scope="module")
def packed(program, tmp_path_factory) -> Path:
    """The archive, moved away so that another one can be made."""
    return Path(shutil.move(pack(), tmp_path_factory.mktemp("packed")))


def test_the_archive_has_all_that_belongs_to_the_program(packed, program, tmp_path):
    name = packed.name.removesuffix(".tar.gz")
    with tarfile.open(packed) as archive:
        members = archive.getmembers()
        archive.extractall(tmp_path)
    assert {member.name.removeprefix(f"{name}/") for member in members if member.isfile()} == {
        "bin/pdrank",
        "share/man/man1/pdrank.1",
        "share/bash-completion/completions/pdrank",
        "share/zsh/site-functions/_pdrank",
        "share/fish/vendor_completions.d/pdrank.fish",
        "share/doc/pdrank/LICENSE",
        "share/doc/pdrank/THIRD_PARTY.txt",
        "share/doc/pdrank/sbom.cdx.json",
    }
    assert {(member.uid, member.gid, member.uname, member.gname) for member in members} == {(0, 0, "", "")}
    assert len({member.mtime for member in members}) == 1
    folder = tmp_path / name
    assert (folder / "bin/pdrank").read_bytes() == program.read_bytes() and os.access(folder / "bin/pdrank", os.X_OK)
    share = folder / "share"
    for words, path in (
        ("manual", "man/man1/pdrank.1"),
        ("completion bash", "bash-completion/completions/pdrank"),
        ("completion zsh", "zsh/site-functions/_pdrank"),
        ("completion fish", "fish/vendor_completions.d/pdrank.fish"),
    ):
        said = subprocess.run([program, *words.split()], capture_output=True, text=True, check=True).stdout
        assert said and (share / path).read_text() == said
    assert (share / "doc/pdrank/LICENSE").read_text() == (REPO / "LICENSE").read_text()
    parts = {part["name"] for part in json.loads((share / "doc/pdrank/sbom.cdx.json").read_text())["components"]}
    assert {"fmtlib", "highway", "eigen3", "cli11", "nlohmann-json3", "zlib", "libzstd", "xz-utils", "bzip2", "glibc", "gcc-12"} <= parts


def test_the_archive_has_the_same_bytes_twice(packed):
    """Packed again, a second later at least: times of the clock would show."""
    again = pack()
    assert again.stat().st_mtime_ns > packed.stat().st_mtime_ns
    assert again.read_bytes() == packed.read_bytes()
    assert gzip.decompress(packed.read_bytes())[:5] == b"pdran"
