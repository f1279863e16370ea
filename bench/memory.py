"""Peak memory against size: bytes for each item and comparison must not grow with the data."""

from common import Bench
from program import simulate, whole_run

SIZES = (20_000, 80_000, 320_000)
COMPARISONS_AN_ITEM = 5
A_FEW_STEPS = ("--method", "pdrank", "--gamma", "0.01", "--max-rounds", "2", "--max-iterations", "3")


def run(bench: Bench) -> None:
    two = bench.folder / "two.csv"
    two.write_text("winner,loser\na,b\n")
    floor = whole_run(bench, two, *A_FEW_STEPS).peak_bytes
    each = []
    for items in SIZES:
        votes = simulate(bench, items, COMPARISONS_AN_ITEM * items).votes
        peak = whole_run(bench, votes, *A_FEW_STEPS).peak_bytes
        each.append((peak - floor) / (items * (1 + COMPARISONS_AN_ITEM)))
    bench.keep(floor_bytes=floor, bytes_for_each=each)
    bench.show(f"bytes for each item and comparison, {SIZES[-1]:,} items", each[-1])
    bench.hold(f"the same, {SIZES[-1]:,} items / {SIZES[0]:,} items", each[-1] / each[0], at_most=1.2)
