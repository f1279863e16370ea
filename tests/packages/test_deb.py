"""The package for Debian: what is in it, what it asks for, installed and removed."""

import os
import re
import subprocess
from pathlib import Path

import pytest

PROGRAM = Path(os.environ.get("PDRANK_BIN") or Path(__file__).resolve().parents[2] / "build/release/bin/pdrank")
BUILD = PROGRAM.parents[1]
FILES = {
    "./usr/bin/pdrank",
    "./usr/share/man/man1/pdrank.1",
    "./usr/share/bash-completion/completions/pdrank",
    "./usr/share/zsh/vendor-completions/_pdrank",
    "./usr/share/fish/vendor_completions.d/pdrank.fish",
}


def run(*words: object, **options: object) -> str:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("deb")
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, cwd=BUILD)
    (made,) = folder.glob("*.deb")
    return made


def test_has_the_program_its_manual_and_its_completions_and_nothing_else(package):
    listed = [line.split(maxsplit=5) for line in run("dpkg", "--contents", package).splitlines()]
    assert {words[5] for words in listed if not words[0].startswith("d")} == FILES


def test_asks_for_the_libraries_that_the_program_is_linked_with(package):
    version = run(PROGRAM, "--version").split()[1]
    assert run("dpkg", "--field", package, "Version").strip() == version
    asked = run("dpkg", "--field", package, "Depends")
    assert re.search(r"\blibc6 \(>= ", asked) and "libstdc++6" in asked and "libfmt" in asked


def test_is_installed_and_removed(package, tmp_path):
    for folder in ("var/lib/dpkg/updates", "var/lib/dpkg/info"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "var/lib/dpkg/status").touch()
    dpkg = ["dpkg", f"--root={tmp_path}", "--force-not-root,script-chrootless,depends", "--log=/dev/null"]
    run(*dpkg, "--install", package)
    assert run(tmp_path / "usr/bin/pdrank", "--version") == run(PROGRAM, "--version")
    assert run(PROGRAM, "manual") == (tmp_path / "usr/share/man/man1/pdrank.1").read_text()
    assert "install ok installed" in run(*dpkg, "--status", "pdrank")
    run(*dpkg, "--purge", "pdrank")
    assert not [path for path in tmp_path.rglob("*pdrank*") if path.is_file()]
