"""The wheel where there is no compiler and no Debian: a folder with Python, its libraries and the wheels is all there is."""

import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
PYTHON = REPO / "build/venv/bin/python"


def run(*words: object) -> str:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copy_with_libraries(program: Path, root: Path) -> None:
    """A file, and the shared libraries that it asks for, to the same places under another root."""
    libraries = re.findall(r"(/\S+) \(0x", run("ldd", program))
    for path in [program, *map(Path, libraries)]:
        place = root / str(path).lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> Path:
    """With NumPy's wheel and pdrank's beside the answers."""
    wheels = sorted((REPO / "build/wheel/dist").glob("pdrank-*.whl"))
    if not wheels or not PYTHON.exists():
        pytest.skip("no wheel in build/wheel/dist: make python makes it")
    root = tmp_path_factory.mktemp("root")
    base, library = run(PYTHON, "-c", "import sys, sysconfig; print(sys.base_prefix, sysconfig.get_path('stdlib'))").split()
    version = Path(library).name
    prefix = root / base.lstrip("/")
    copy_with_libraries(Path(base) / "bin" / version, root)
    left_out = shutil.ignore_patterns("__pycache__", "test", "tests", "idlelib", "tkinter", "config-*", "site-packages")
    shutil.copytree(library, prefix / "lib" / version, ignore=left_out)
    for module in (Path(library) / "lib-dynload").glob("*.so"):
        copy_with_libraries(module, root)
    copy_with_libraries(Path(run("gcc", "-print-file-name=libstdc++.so.6").strip()).resolve(), root)
    standard = next(root.rglob("libstdc++.so.6.*"))
    (standard.parent / "libstdc++.so.6").symlink_to(standard.name)
    (root / "work").mkdir()
    (root / "tmp").mkdir()
    shutil.copy(wheels[-1], root / "work")
    shutil.copy(REPO / "examples/votes.csv", root / "work")
    run(PYTHON, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", "--dest", root / "work", wheels[-1])
    (root / "python").symlink_to(Path(base) / "bin" / version)
    return root


def inside(root: Path, *words: object) -> str:
    environment = {"PATH": "/work/clean/bin", "HOME": "/tmp", "LANG": "C.UTF-8"}
    command = [shutil.which("unshare"), "-rn", "/usr/sbin/chroot", root, *words]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tell(figure: str) -> None:
    """Times are told and not judged: scripts/slowest shows them at the end of `make test-all`."""
    times = REPO / "build/times"
    times.mkdir(parents=True, exist_ok=True)
    (times / "wheel.figure").write_text(figure + "\n")
    print(figure)


def test_pip_install_and_a_report(root):
    assert not [name for name in ("bin/sh", "usr/bin/gcc", "usr/bin/cc", "lib/ld.so") if (root / name).exists()]
    inside(root, "/python", "-m", "venv", "/work/clean")
    start = time.monotonic()
    inside(root, "/work/clean/bin/python", "-m", "pip", "install", "--quiet", "--no-index", "--find-links", "/work", "pdrank")
    installed = time.monotonic()
    words = ["rank", "/work/votes.csv", "--report", "/work/r.html"]
    table = inside(root, "/work/clean/bin/python", "/work/clean/bin/pdrank", *words)
    tell("pip install of the wheel with NumPy, then pdrank rank votes.csv --report r.html: "
         f"{installed - start:.1f} s + {time.monotonic() - installed:.1f} s = {time.monotonic() - start:.1f} s")  # fmt: skip
    assert re.search(r"^ +1 .* item-07 ", table, re.MULTILINE)
    assert "item-07 comes first" in (root / "work/r.html").read_text()
    script = "import pdrank; print(next(iter(pdrank.rank('/work/votes.csv').scores)))"
    assert inside(root, "/work/clean/bin/python", "-c", script).strip() == "item-07"
