"""Programs for other systems, by zig's compiler (scripts/cross): that of arm64 runs here, in an emulator, and ranks as the other
does; those of macOS are compiled and linked, and ask for no library but the system's."""

import csv
import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PDRANK_BIN") or REPO / "build/release/bin/pdrank")
PYTHON = REPO / "build/venv/bin/python"
EXAMPLES = sorted(path for path in (REPO / "examples").glob("*.csv") if path.name != "truth.csv")
EMULATOR = shutil.which("qemu-aarch64-static")

ARM64 = 0x0100000C
X86_64 = 0x01000007


def cross(system: str, *words: object) -> Path:
    if not (REPO / "build/zig/bin/python").exists():
        pytest.skip("build/zig is absent; scripts/setup cross makes it")
    # Compiling as a user has it: nothing of what this build is made with.
    environment = {name: value for name, value in os.environ.items() if not name.endswith("FLAGS")}
    command = [REPO / "scripts/cross", system, *words]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return REPO / "build/cross" / system


@pytest.fixture(scope="module")
def arm64() -> list[str]:
    if not EMULATOR:
        pytest.skip("qemu-aarch64-static is absent; scripts/setup cross installs it")
    return [EMULATOR, str(cross("linux-arm64") / "bin/pdrank")]


def table(command: list[str], data: Path) -> list[dict[str, str]]:
    words = [*command, "rank", str(data), "--format", "csv"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return list(csv.DictReader(done.stdout.splitlines()))


def test_arm64_needs_no_library(arm64):
    said = subprocess.run(["readelf", "-hld", arm64[-1]], capture_output=True, text=True, check=True).stdout
    assert "AArch64" in said and "INTERP" not in said and "NEEDED" not in said


@pytest.mark.parametrize("data", EXAMPLES, ids=lambda path: path.stem)
def test_arm64_ranks_as_the_other(arm64, data):
    there, here = table([str(PROGRAM)], data), table(arm64, data)
    assert len(there) == len(here) > 1
    for one, other in zip(there, here, strict=True):
        for column, value in one.items():
            if column in ("score", "score_low", "score_high", "above_next"):
                assert (value == "") == (other[column] == "")
                assert float(other[column] or 0) == pytest.approx(float(value or 0), rel=1e-9, abs=1e-9), column
            else:
                assert other[column] == value, column


def test_arm64_needs_nothing_else(arm64, tmp_path):
    """In a folder with the emulator, the program and the data, and nothing more."""
    emulator, program = arm64
    for file in (emulator, program, REPO / "examples/votes.csv"):
        shutil.copy(file, tmp_path)
    inside = ["unshare", "-r", "/usr/sbin/chroot", tmp_path, f"/{Path(emulator).name}", "/pdrank"]
    words = ["rank", "votes.csv", "--report", "r.html", "--output", "ranking.csv.gz", "--quiet"]
    done = subprocess.run(list(map(str, [*inside, *words])), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "item-07 comes first" in (tmp_path / "r.html").read_text() and (tmp_path / "ranking.csv.gz").exists()


def read_macho(file: Path) -> tuple[int, set[str], bool]:
    """The processor that it is for, the libraries that it asks for, and whether it is signed, as macOS on arm64 wants it."""
    data = file.read_bytes()
    magic, processor, _, _, commands = struct.unpack_from("<5I", data)
    assert magic == 0xFEEDFACF
    libraries, is_signed, at = set(), False, 32
    for _ in range(commands):
        command, size = struct.unpack_from("<2I", data, at)
        if command in (0xC, 0x80000018):
            (name,) = struct.unpack_from("<I", data, at + 8)
            libraries.add(data[at + name : at + size].split(b"\0")[0].decode())
        is_signed |= command == 0x1D
        at += size
    return processor, libraries, is_signed


SYSTEM = {"/usr/lib/libSystem.B.dylib"}
MACS = {"macos-arm64": ARM64, "macos-x86_64": X86_64}


@pytest.mark.parametrize("system", MACS)
def test_macos_program(system):
    processor, libraries, is_signed = read_macho(cross(system) / "bin/pdrank")
    assert processor == MACS[system] and libraries == SYSTEM
    assert is_signed or system != "macos-arm64"


@pytest.mark.parametrize("system", MACS)
def test_macos_extension(system):
    if not PYTHON.exists():
        pytest.skip("build/venv is absent; make python makes it")
    build = cross(system, "--extension", PYTHON)
    (made,) = (build / "python/bindings/pdrank").glob("_core*.so")
    processor, libraries, is_signed = read_macho(made)
    assert processor == MACS[system] and libraries <= SYSTEM
    assert is_signed or system != "macos-arm64"
