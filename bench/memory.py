"""Peak memory against size: bytes for each item and comparison must not grow with the data."""

import tempfile
from pathlib import Path

from common import Ratio, rank_peak_bytes, simulate

SIZES = (20_000, 80_000, 320_000)
COMPARISONS_AN_ITEM = 5


def run(program: Path) -> list[Ratio]:
    with tempfile.TemporaryDirectory() as name:
        empty = Path(name) / "two.csv"
        empty.write_text("winner,loser\na,b\n")
        floor = rank_peak_bytes(program, empty)
        per_element = []
        for items in SIZES:
            votes, _ = simulate(program, Path(name), items, COMPARISONS_AN_ITEM * items)
            peak = rank_peak_bytes(program, votes, "--gamma", "0.01", "--max-rounds", "2", "--max-iterations", "3")
            per_element.append((peak - floor) / (items * (1 + COMPARISONS_AN_ITEM)))
    return [
        Ratio(f"bytes for each item and comparison, {SIZES[-1]} items", per_element[-1]),
        Ratio(f"the same, {SIZES[-1]} items / {SIZES[0]} items", per_element[-1] / per_element[0], 1.2, at_least=False),
    ]
