"""The wheel by itself: installed where nothing else is, it works, and asks the machine for no library but the usual."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PDRANK_BIN") or REPO / "build/release/bin/pdrank")
USUAL = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libpthread.so.0"}

SCRIPT = """
import sys
from pdrank import _core
result = _core.rank(_core.read([sys.argv[1]]), {"method": "pdrank"})
print(_core.__version__, *result.ranking_columns()["item"][:3])
"""


@pytest.fixture(scope="session")
def wheel() -> Path:
    wheels = sorted((REPO / "build/wheel/dist").glob("pdrank-*.whl"))
    if not wheels:
        pytest.skip("no wheel in build/wheel/dist: make python makes it")
    return wheels[-1]


def run(*command: object, **options: object) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(python: str, wheel: Path, folder: Path) -> Path:
    run(python, "-m", "venv", folder / "clean")
    clean = folder / "clean/bin/python"
    run(clean, "-m", "pip", "install", "--quiet", wheel)
    return clean


def check(python: str, wheel: Path, folder: Path) -> None:
    clean = install(python, wheel, folder)
    votes = shutil.copy(REPO / "examples/votes.csv", folder)
    version, *best = run(clean, "-c", SCRIPT, votes, cwd=folder).split()
    assert f"pdrank {version}" == run(PROGRAM, "--version").strip()
    table = run(PROGRAM, "rank", votes, "--method", "pdrank", "--format", "csv")
    assert best == [line.split(",")[1] for line in table.splitlines()[1:4]]


def test_in_a_clean_environment(wheel, tmp_path):
    check(sys.executable, wheel, tmp_path)


def newer_pythons() -> list[str]:
    found = [shutil.which(f"python3.{minor}") for minor in range(sys.version_info[1] + 1, 20)]
    found += [str(path) for path in Path.home().glob(".pyenv/versions/3.*/bin/python3")]
    return [python for python in found if python and version_of(python) > sys.version_info[:2]]


def version_of(python: str) -> tuple[int, ...]:
    script = "import sys, venv; print(*sys.version_info[:2])"
    done = subprocess.run([python, "-c", script], capture_output=True, text=True)
    return tuple(map(int, done.stdout.split()))


def test_under_a_newer_python(wheel, tmp_path):
    if "-abi3-" not in wheel.name:
        pytest.skip("the wheel is for one Python alone")
    pythons = newer_pythons()
    if not pythons:
        pytest.skip("there is no newer Python here")
    check(pythons[0], wheel, tmp_path)


def test_needs_only_the_usual_libraries(wheel, tmp_path):
    if not shutil.which("readelf"):
        pytest.skip("readelf is missing")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    files = {file.name: file for file in (tmp_path / "pdrank").glob("*.so*")}
    assert any(name.startswith("_core.") for name in files)
    for file in files.values():
        said = run("readelf", "-d", file)
        needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", said))
        needed = {name for name in needed if not name.startswith("ld-")}
        assert needed and needed <= USUAL | files.keys(), file
        assert set(re.findall(r"\(R(?:UN)?PATH\).*\[(.*)\]", said)) <= {"$ORIGIN"}, file


def test_the_stub_in_the_source_is_the_one_that_was_made(wheel):
    with zipfile.ZipFile(wheel) as archive:
        made = archive.read("pdrank/_core.pyi").decode()
    kept = REPO / "python/pdrank/_core.pyi"
    assert kept.read_text() == made, f"copy {REPO}/build/wheel/cmake/python/bindings/pdrank/_core.pyi to {kept}"


def test_has_all_of_the_package(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    source = REPO / "python/pdrank"
    expected = {f"pdrank/{path.relative_to(source)}" for path in source.rglob("*.py")} | {"pdrank/py.typed"}
    assert expected <= names
