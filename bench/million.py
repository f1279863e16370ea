"""1,000,000 items, 10,000,000 comparisons, from a CSV file with names to a ranking.

The yardstick is polars.read_csv of the same file: how long it takes to merely read the data, by a library that is known
for doing that fast. How good the solve is, is held against the machine: the bytes of edge data that its passes read and
write, at the speed of copying memory, are the least time they could take.

First, one round must meet its optimality conditions, computed here from the file, and the rounds must settle.
"""

import os
from dataclasses import asdict, dataclass

import numpy as np
import polars
from scipy.special import expit

from common import Bench, best_seconds
from data import Votes, read_votes, tau_with_truth
from program import Ranked, Simulated, WholeRun, best_run, copy_bytes_per_second, rank, simulate

GAMMA = 0.01
KINDS = {"gamma auto": ("--method", "pdrank"), "gamma 0.01": ("--method", "pdrank", "--gamma", str(GAMMA))}
ONE_ROUND = ("--method", "pdrank", "--gamma", str(GAMMA), "--max-rounds", "1", "--inner-tolerance", "1e-9")


def make(bench: Bench) -> Simulated:
    return simulate(bench, bench.size(1_000_000), bench.size(10_000_000))


def residual(votes: Votes, score: np.ndarray) -> float:
    """Of the first round: the largest gradient of an item, against the forces on it (docs/MATH.md, section 3)."""
    force = expit(1 - (score[votes.winner] - score[votes.loser]))
    up, down = (np.bincount(side, force, votes.items) for side in (votes.winner, votes.loser))
    gradient = 2 * GAMMA * score - up + down
    return np.max(np.abs(gradient) / (up + down + 2 * GAMMA * np.abs(score).max()))


def check_round(bench: Bench, data: Simulated) -> None:
    votes = read_votes(data.votes)
    score = rank(bench, data.votes, *ONE_ROUND).by_name(votes.names)
    bench.check("one round: optimality residual, by NumPy", residual(votes, score), at_most=1e-6)


@dataclass
class Kind:
    run: WholeRun
    solve: Ranked


def measure(bench: Bench, data: Simulated, kind: str) -> Kind:
    solve = rank(bench, data.votes, *KINDS[kind])
    bench.check(f"{kind}: ended other than settled", solve.convergence["status"] != "converged", at_most=0)
    bench.show(f"{kind}: Kendall tau with the truth", tau_with_truth(solve, data.truth))
    return Kind(best_run(bench, data.votes, 2, *KINDS[kind]), solve)


def run(bench: Bench) -> None:
    data = make(bench)
    check_round(bench, data)
    kinds = {kind: measure(bench, data, kind) for kind in KINDS}
    polars_seconds = best_seconds(lambda: polars.read_csv(data.votes), 5)
    copy = copy_bytes_per_second(bench, os.cpu_count() or 1)
    bench.keep(polars_seconds=polars_seconds, copy_bytes_per_second=copy)
    for kind, of in kinds.items():
        bench.keep(**{kind: asdict(of.run) | {"convergence": of.solve.convergence}})
        ratio = of.run.seconds / polars_seconds
        bench.hold(f"{kind}: `pdrank rank` / polars.read_csv", ratio, at_most=30)
        bench.show(f"{kind}: the same / 12", ratio / 12)
        bench.hold(f"{kind}: peak memory, GB", of.run.peak_bytes / 1e9, at_most=1.2)
    for kind, of in kinds.items():
        roofline = of.solve.counted("edge_bytes") / copy
        bench.hold(f"{kind}: passes over the edges", of.solve.counted("passes"), at_most=500)
        bench.hold(f"{kind}: solve / copying its edge data", of.solve.seconds / roofline, at_most=4)
