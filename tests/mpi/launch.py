"""How the tests start pdrank-mpi, and what they leave out of what mpiexec says."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
BIN = os.environ.get("PDRANK_BIN", str(REPO / "build/release/bin/pdrank"))
MPI_BIN = os.environ.get("PDRANK_MPI_BIN", str(REPO / "build/release/bin/pdrank-mpi"))
MPIEXEC = os.environ.get("PDRANK_MPIEXEC", "mpiexec")

# More processes than cores, which give way while they wait. No network is looked for: that saves a fifth of the start.
LOCAL = "--oversubscribe --mca mpi_yield_when_idle 1 --mca btl self,vader --mca pml ob1 --mca plm isolated".split()
# mpiexec puts its own words between lines of dashes; those of the library it waits with come when a pipe closes early.
NOISE = re.compile(r"^-{70,}\n.*?^-{70,}\n|^\[warn\] Epoll [^\n]*\n", re.MULTILINE | re.DOTALL)


@dataclass
class Ran:
    status: int
    out: str
    err: str


def command(processes: int, *arguments, options=LOCAL) -> list[str]:
    return [MPIEXEC, *options, "-n", str(processes), MPI_BIN, *map(str, arguments)]


def environment() -> dict[str, str]:
    as_root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}  # in a container there is no other
    return {**os.environ, **as_root, "COLUMNS": "80"}


def without_noise(err: str) -> str:
    return NOISE.sub("", err)


def run(processes: int, *arguments, stdin: bytes = b"", cwd=None, timeout: float = 240) -> Ran:
    """Runs pdrank-mpi by so many processes; what it wrote to stderr is without mpiexec's own words."""
    done = subprocess.run(
        command(processes, *arguments), input=stdin, capture_output=True, cwd=cwd, timeout=timeout, env=environment()
    )
    return Ran(done.returncode, done.stdout.decode(), without_noise(done.stderr.decode()))


def run_alone(*arguments, cwd=None) -> Ran:
    """Runs pdrank, with whose results all is compared."""
    done = subprocess.run(
        [BIN, *map(str, arguments)], capture_output=True, cwd=cwd, timeout=240, env={**os.environ, "COLUMNS": "80"}
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
