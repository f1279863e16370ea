"""How the solve grows: 1,000 to 1,000,000 items, 5 comparisons an item, one answer in ten wrong; with `--huge`, to
10,000,000, whose peak memory is held as well.

The exponent is the slope of a straight line through log time against log items; 1 is in proportion to the data. Before
that, tau with the truth must not fall with size: a solve that ends early would be fast too.
"""

import numpy as np

from common import Bench
from data import tau_with_truth
from program import best_solve, simulate, whole_run

DATA_SETS = {1000: 9, 10_000: 3, 100_000: 1, 1_000_000: 1}  # by items: one is little to tell tau by where items are few
COMPARISONS_AN_ITEM = 5
HUGE, MOST_GIGABYTES = 10_000_000, 20
KINDS = {"gamma 0.01": ("--gamma", "0.01"), "gamma auto": ()}


def measure(bench: Bench, items: int, options: tuple[str, ...]) -> tuple[float, float]:
    """Mean seconds of the solve and mean tau with the truth."""
    found = []
    for seed in range(1, DATA_SETS.get(items, 1) + 1):
        data = simulate(bench, items, COMPARISONS_AN_ITEM * items, "--seed", str(seed))
        best = best_solve(bench, data.votes, 1 if items == HUGE else 2, "--method", "pdrank", *options)
        found.append((best.seconds, tau_with_truth(best, data.truth)))
    return tuple(np.mean(found, axis=0).tolist())


def run(bench: Bench) -> None:
    sizes = [items for items in DATA_SETS if not (bench.small and items > 100_000)]
    if bench.huge:
        sizes.append(HUGE)
        votes = simulate(bench, HUGE, COMPARISONS_AN_ITEM * HUGE, "--seed", "1").votes
        peak = whole_run(bench, votes, "--method", "pdrank", "--gamma", "0.01").peak_bytes
        bench.hold(f"{HUGE:,} items: peak memory, GB", peak / 1e9, at_most=MOST_GIGABYTES)
    tau_fall = f"tau with the truth, {sizes[0]:,} items less {sizes[-1]:,} items"
    for kind, options in KINDS.items():
        seconds, tau = zip(*(measure(bench, items, options) for items in sizes), strict=True)
        bench.keep(**{kind: {"items": sizes, "seconds": seconds, "tau": tau}})
        exponent = np.polyfit(np.log(sizes), np.log(seconds), 1)[0]
        if options:
            bench.check(f"{kind}: {tau_fall}", tau[0] - tau[-1], at_most=0.01)
            bench.hold(f"{kind}: exponent of the solve time", exponent, at_most=1.1)
        else:
            bench.show(f"{kind}: {tau_fall}", tau[0] - tau[-1])
            bench.show(f"{kind}: exponent of the solve time", exponent)
