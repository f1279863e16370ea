"""How hard the programs make it for an attacker, read from the binaries: addresses at random (PIE), tables of addresses
that cannot be written (RELRO), no memory that can be written and run, no folder of ours to load from."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PROGRAM = Path(os.environ.get("PDRANK_BIN") or Path(__file__).resolve().parents[2] / "build/release/bin/pdrank")
PROGRAMS = [PROGRAM, PROGRAM.with_name("pdrank-mpi")]


def folders(read: str) -> list[str]:
    """Where libraries are looked for beside the system's own places; those of Open MPI and PETSc are such."""
    return [folder for path in re.findall(r"R(?:UN)?PATH.*\[(.*)\]", read) for folder in path.split(":") if folder]


def faults(binary: Path) -> set[str]:
    """What is missing."""
    read = subprocess.run(["readelf", "-hldW", binary], capture_output=True, text=True, check=True).stdout
    found = {
        "PIE": re.search(r"Type:\s+DYN", read),
        "RELRO": re.search(r"GNU_RELRO", read),
        "no stack that can be run": re.search(r"GNU_STACK.*\bRW\s", read),
        "nothing to be written and run": not re.search(r"LOAD.*\bRWE\b", read),
        "no path of ours": all(folder.startswith("/usr/lib/") for folder in folders(read)),
    }
    return {name for name, holds in found.items() if not holds}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_hardened(program):
    if not program.exists():
        pytest.skip("it is not built here")
    assert faults(program) == set()


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc to make a soft program with")
def test_a_soft_program_is_seen(tmp_path):
    source = tmp_path / "soft.c"
    source.write_text("int main(void) { return 0; }\n")
    words = "-no-pie -Wl,-z,norelro -z execstack -Wl,-rpath,/tmp".split()
    subprocess.run(["gcc", source, "-o", tmp_path / "soft", *words], check=True)
    assert faults(tmp_path / "soft") == {
        "PIE",
        "RELRO",
        "no stack that can be run",
        "no path of ours",
    }
