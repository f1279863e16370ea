"""A Debian on which nothing is installed but make: what scripts/setup installs there is enough to build from source.

The folder with that Debian is made by debootstrap, as root and with a network. What is compiled afterwards is what all other tests
compile, so it is only configured.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
MIRROR = "http://deb.debian.org/debian"


def run(*words: object, **options: object) -> str:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def fresh(tmp_path_factory) -> Path:
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        pytest.skip("debootstrap and root are needed")
    root = tmp_path_factory.mktemp("fresh")
    made = subprocess.run(["debootstrap", "--variant=minbase", "--include=make,ca-certificates", "bookworm", root, MIRROR],
                          capture_output=True, text=True)  # fmt: skip
    if made.returncode != 0:
        pytest.skip(f"debootstrap did not get there: {made.stdout.splitlines()[-1:]}")
    (root / "source").mkdir()
    listed = run("git", "ls-files", "-z", cwd=REPO)
    subprocess.run(["xargs", "-0", "cp", "--parents", "--target-directory", root / "source"], input=listed, text=True, cwd=REPO, check=True)
    shutil.copy("/etc/resolv.conf", root / "etc")
    return root


def inside(root: Path, command: str) -> str:
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
    return run("/usr/sbin/chroot", root, "/bin/sh", "-c", f"cd /source && {command}", env=environment)


def test_what_is_installed_for_a_build_is_enough(fresh):
    assert not (fresh / "usr/bin/g++").exists() and not (fresh / "usr/include/gtest").exists()
    inside(fresh, "scripts/setup build")
    said = inside(fresh, "cmake --preset release -DPDRANK_FULL=ON")
    assert "GoogleTest was not found" in said
    assert "file" in inside(fresh, "command -v file"), "CPack asks it what needs libraries"
    targets = inside(fresh, "ninja -C build/release -t targets all")
    assert "bin/pdrank: " in targets and "test_unit_core" not in targets


def test_what_is_installed_for_tests_is_enough(fresh):
    """Python's packages are fetched for the environment as well, so it is named as made."""
    inside(fresh, "mkdir -p build/venv && cp scripts/locks/tests.txt build/venv/locked.txt && scripts/setup test")
    inside(fresh, "cmake --preset release -DPDRANK_FULL=ON -DPDRANK_TESTS=ON -DPDRANK_DISTRIBUTED=ON")
    assert "test_unit_core" in inside(fresh, "ninja -C build/release -t targets all")
