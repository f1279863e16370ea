"""How hard the programs make it for an attacker, read from the binaries: addresses at random (PIE), tables of addresses
that cannot be written (RELRO, and all bound at the start), no memory that can be written and run, no folder of ours to load from,
guarded stacks, functions of the C library that check sizes, and marks where an indirect call may arrive (x86-64)."""

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PDRANK_BIN") or REPO / "build/release/bin/pdrank")
PROGRAMS = [PROGRAM, PROGRAM.with_name("pdrank-mpi")]
MARK = b"\xf3\x0f\x1e\xfa"  # endbr64
FEW_MARKS = 100  # what a program has of the C library alone


def folders(read: str) -> list[str]:
    """Where libraries are looked for beside the system's own places; those of Open MPI and PETSc are such."""
    return [folder for path in re.findall(r"R(?:UN)?PATH.*\[(.*)\]", read) for folder in path.split(":") if folder]


def faults(binary: Path, own: tuple[str, ...] = ("/usr/lib/",)) -> set[str]:
    """What is missing. Libraries may be looked for in folders that begin with one of `own`."""
    read = subprocess.run(["readelf", "-hldW", "--dyn-syms", binary], capture_output=True, text=True, check=True).stdout
    is_x86 = re.search(r"Machine:.*X86-64", read)
    found = {
        "PIE": re.search(r"Type:\s+DYN", read),
        "RELRO": re.search(r"GNU_RELRO", read),
        "bound at the start": re.search(r"\bBIND_NOW\b|Flags:.*\bNOW\b", read),
        "no stack that can be run": re.search(r"GNU_STACK.*\bRW\s", read),
        "nothing to be written and run": not re.search(r"LOAD.*\bRWE\b", read),
        "no path of ours": all(folder.startswith(own) for folder in folders(read)),
        "guarded stacks": "__stack_chk_fail" in read,
        "checked sizes": re.search(r"\b__\w+_chk\b", read.replace("__stack_chk_fail", "")),
        "marked targets": not is_x86 or binary.read_bytes().count(MARK) > FEW_MARKS,
    }
    return {name for name, holds in found.items() if not holds}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_hardened(program):
    if not program.exists():
        pytest.skip("it is not built here")
    assert faults(program) == set()


def test_the_extension_is_hardened(tmp_path):
    wheels = sorted((REPO / "build/wheel/dist").glob("pdrank-*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        pytest.skip("no wheel in build/wheel/dist: make python makes it")
    with zipfile.ZipFile(wheels[-1]) as wheel:
        (name,) = [name for name in wheel.namelist() if re.search(r"/_core\..*so$", name)]
        binary = Path(wheel.extract(name, tmp_path))
    assert faults(binary, own=("$ORIGIN",)) == set()


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc to make a soft program with")
def test_a_soft_program_is_seen(tmp_path):
    source = tmp_path / "soft.c"
    source.write_text(
        "#include <stdio.h>\n#include <string.h>\n"
        "int main(int count, char** words) { char text[64]; strcpy(text, words[0]); return puts(text) + count; }\n"
    )
    words = "-O2 -no-pie -fno-stack-protector -U_FORTIFY_SOURCE -Wl,-z,norelro -Wl,-z,lazy -z execstack -Wl,-rpath,/tmp".split()
    if is_x86 := os.uname().machine == "x86_64":
        words.append("-fcf-protection=none")
    subprocess.run(["gcc", source, "-o", tmp_path / "soft", *words], check=True)
    assert faults(tmp_path / "soft") == {
        "PIE",
        "RELRO",
        "bound at the start",
        "no stack that can be run",
        "no path of ours",
        "guarded stacks",
        "checked sizes",
        *(["marked targets"] if is_x86 else []),
    }
