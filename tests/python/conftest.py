"""What the tests of the Python package share: the sample, the command line to compare with, and real data."""

import csv
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

REPO = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("PDRANK_CLI") or os.environ.get("PDRANK_BIN") or REPO / "build/release/bin/pdrank")
DATA = Path(os.environ.get("PDRANK_DATA", REPO.parent / "shared/data"))
VOTES = REPO / "examples/votes.csv"
TRUTH = REPO / "examples/truth.csv"


@pytest.fixture(scope="session")
def cli():
    """cli(arguments...) -> what the command line prints; with a status above 1, what it complains of."""
    if not PROGRAM.is_file():
        pytest.skip(f"no program at {PROGRAM}: build it, or set PDRANK_CLI")

    def run(*arguments, status: int = 0) -> str:
        done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=240)
        assert done.returncode == status, done.stderr
        return done.stdout if status <= 1 else done.stderr

    return run


@pytest.fixture(scope="session")
def data_folder() -> Path:
    if not DATA.is_dir():
        pytest.skip(f"real data not found at {DATA} (set PDRANK_DATA)")
    return DATA


@pytest.fixture(scope="session")
def votes() -> dict[str, list[str]]:
    """The columns of the sample."""
    with VOTES.open() as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


def random_answers(seed: int, items: int, rows: int, wrong: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    """Winners and losers: the higher number wins but for the share that is wrong."""
    random = np.random.default_rng(seed)
    first = random.integers(0, items, rows)
    second = (first + random.integers(1, items, rows)) % items
    better, worse = np.maximum(first, second), np.minimum(first, second)
    turned = random.random(rows) < wrong
    return np.where(turned, worse, better), np.where(turned, better, worse)
