"""pdrank-mpi is built only where PETSc and MPI are: without it these tests are skipped."""

import shutil
from pathlib import Path

import pytest
from launch import BIN, MPI_BIN, MPIEXEC


def pytest_collection_modifyitems(items):
    if not Path(MPI_BIN).is_file():
        reason = f"no program at {MPI_BIN}: scripts/setup --distributed and build, or set PDRANK_MPI_BIN"
    elif shutil.which(MPIEXEC) is None:
        reason = f"no {MPIEXEC}: scripts/setup --distributed"
    else:
        return
    for item in items:
        item.add_marker(pytest.mark.skip(reason=reason))


def pytest_sessionstart(session):
    if not Path(BIN).is_file():
        pytest.exit(f"no program at {BIN}: build it, or set PDRANK_BIN", returncode=2)
