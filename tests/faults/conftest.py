"""Faults: how many points of each kind are tried, and what was tried, printed at the end."""

import os
from pathlib import Path

import pytest

LIBRARY = os.environ.get("PDRANK_FAULTS", "")
# Of each kind of call; 0: all there are.
POINTS = int(os.environ.get("PDRANK_FAULT_POINTS", "6"))
TRIED: dict[str, int] = {}


def spread(count: int, points: int = POINTS) -> list[int]:
    """The points that are tried, of so many: the first, the last, and evenly in between."""
    if points == 0 or count <= points:
        return list(range(1, count + 1))
    return sorted({1 + round(k * (count - 1) / (points - 1)) for k in range(points)})


def read_counts(path: Path) -> dict[str, int]:
    """How many calls of each kind there were, as the library wrote it."""
    return {name: int(number) for name, number in map(str.split, path.read_text().splitlines())}


def pytest_sessionstart(session):
    if not Path(LIBRARY).is_file():
        pytest.exit("PDRANK_FAULTS names no library: build pdrank_faults", returncode=77)


def pytest_terminal_summary(terminalreporter):
    for name, points in sorted(TRIED.items()):
        terminalreporter.write_line(f"{name:<40} {points:>9,} points")
