"""The wheel by itself: installed where nothing else is, it works, and asks the machine for no library but the usual.

The command line is in it, and runs without NumPy. The archive of the source becomes a wheel without a network."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PDRANK_BIN") or REPO / "build/release/bin/pdrank")
USUAL = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libpthread.so.0"}

TEXTS = {
    "man/man1/pdrank.1": ["manual"],
    "bash-completion/completions/pdrank": ["completion", "bash"],
    "zsh/site-functions/_pdrank": ["completion", "zsh"],
    "fish/vendor_completions.d/pdrank.fish": ["completion", "fish"],
}
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
    for name, words in TEXTS.items():
        assert (folder / "clean/share" / name).read_text() == run(clean, "-m", "pdrank", *words), name


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


MAX_BYTES = 6_000_000


def test_is_small(wheel):
    assert wheel.stat().st_size <= MAX_BYTES


@pytest.fixture(scope="module")
def bare(wheel, tmp_path_factory) -> Path:
    """The programs of an environment that has the wheel and not even NumPy."""
    folder = tmp_path_factory.mktemp("bare")
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin/python", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel)
    return folder / "bin"


def alone(programs: Path) -> dict[str, str]:
    """Variables with which a command finds nothing but what is installed there: no compiler, no library."""
    return {"PATH": str(programs)}


def call(programs: Path, *words: object, **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([programs / words[0], *words[1:]], capture_output=True, env=alone(programs), **options)


def test_the_command_ranks_without_numpy(bare, tmp_path):
    assert b"No module named 'numpy'" in call(bare, "python", "-c", "import numpy").stderr
    votes = REPO / "examples/votes.csv"
    done = call(bare, "pdrank", "rank", votes, "--output", "ranking.csv", "--report", "r.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == subprocess.run([PROGRAM, "rank", votes], capture_output=True, check=True).stdout
    table = run(PROGRAM, "rank", votes, "--format", "csv")
    assert (tmp_path / "ranking.csv").read_text() == table
    assert "item-07 comes first" in (tmp_path / "r.html").read_text()


def test_the_module_is_the_command(bare):
    for words in (["--version"], ["help", "rank"], ["rank", "missing.csv"], ["completion", "bash"]):
        as_program, as_module = call(bare, "pdrank", *words), call(bare, "python", "-m", "pdrank", *words)
        assert as_module.stdout == as_program.stdout and as_module.stderr == as_program.stderr
        assert as_module.returncode == as_program.returncode == (3 if "missing.csv" in words else 0)


def test_what_the_command_lacks_it_says(bare):
    done = call(bare, "pdrank", "serve")
    assert done.returncode == 2 and b"built without `pdrank serve`" in done.stderr


def test_the_command_takes_any_file_name(bare, tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff.csv"
    shutil.copy(REPO / "examples/votes.csv", name)
    done = call(bare, "pdrank", "rank", name, "--format", "csv")
    assert done.returncode == 0 and done.stdout.count(b"\n") == 21, done.stderr


def test_a_closed_pipe_ends_the_command_as_a_shell_expects(bare):
    reading, writing = os.pipe()
    os.close(reading)
    words = [bare / "pdrank", "simulate", "--items", "300", "--trials", "2"]
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, env=alone(bare))
    os.close(writing)
    assert done.returncode == -signal.SIGPIPE and done.stderr == b""


@pytest.mark.long
def test_the_archive_of_the_source_becomes_a_wheel_offline(tmp_path):
    """On Debian's packages, without a network and without Node.js; all of the engine is compiled."""
    run(REPO / "scripts/sdist")
    (archive,) = (REPO / "build/wheel/sdist").glob("*.tar.gz")
    with tarfile.open(archive) as source:
        source.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.glob("pdrank-*")
    tools = tmp_path / "tools"  # all that a path usually has, but for Node.js
    tools.mkdir()
    for path in ("/usr/bin", Path(sys.executable).parent):
        for tool in Path(path).iterdir():
            if tool.name not in ("node", "npm") and not (tools / tool.name).exists():
                (tools / tool.name).symlink_to(tool)
    pip = ["unshare", "-rn", sys.executable, "-m", "pip"]
    words = [*pip, "wheel", folder, "--no-build-isolation", "--no-deps", "--no-index", "-w", tmp_path]
    environment = os.environ | {"PATH": str(tools)}
    done = subprocess.run(words, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = tmp_path.glob("pdrank-*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "made")
    run(tmp_path / "made/bin/python", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", made)
    votes = REPO / "examples/votes.csv"
    done = call(tmp_path / "made/bin", "pdrank", "rank", votes, "--quiet", "--report", tmp_path / "r.html")
    assert done.returncode == 0, done.stderr
    assert "item-07 comes first" in (tmp_path / "r.html").read_text()


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
