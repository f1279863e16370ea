"""1,000,000 items, 10,000,000 comparisons, from a CSV file with names to a ranking.

The yardstick is polars.read_csv of the same file: how long it takes to merely read the data, by a library that is known
for doing that fast. How good the solve is, is held against the machine: the bytes of edge data that its passes read and
write, at the speed of copying memory, are the least time they could take; and beside it, as the other limit, the two
scores that a pass looks up for each edge, at the speed of looking values up in the second cache.

First, one round must meet its optimality conditions, computed here from the file, and the rounds must settle.
"""

import os
from dataclasses import asdict, dataclass

import polars

from common import Bench, best_seconds, logistic_residual
from data import read_votes, tau_with_truth
from program import (
    Ranked,
    Simulated,
    WholeRun,
    best_run,
    copy_bytes_per_second,
    gathers_per_second,
    rank,
    simulate,
)

GAMMA = 0.01
KINDS = {"gamma auto": ("--method", "pdrank"), "gamma 0.01": ("--method", "pdrank", "--gamma", str(GAMMA))}
ONE_ROUND = ("--method", "pdrank", "--gamma", str(GAMMA), "--max-rounds", "1", "--inner-tolerance", "1e-9")


def make(bench: Bench) -> Simulated:
    return simulate(bench, bench.size(1_000_000), bench.size(10_000_000))


def check_round(bench: Bench, data: Simulated) -> None:
    votes = read_votes(data.votes)
    score = rank(bench, data.votes, *ONE_ROUND).by_name(votes.names)
    residual = logistic_residual(votes.winner, votes.loser, score, GAMMA, margin=1)
    bench.check("one round: optimality residual, by NumPy", residual, at_most=1e-6)


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
    cores = os.cpu_count() or 1
    copy, gather = copy_bytes_per_second(bench, cores), gathers_per_second(bench, cores)
    bench.keep(polars_seconds=polars_seconds, copy_bytes_per_second=copy, gathers_per_second=gather)
    for kind, of in kinds.items():
        bench.keep(**{kind: asdict(of.run) | {"convergence": of.solve.convergence}})
        ratio = of.run.seconds / polars_seconds
        bench.hold(f"{kind}: `pdrank rank` / polars.read_csv", ratio, at_most=18)
        bench.hold(f"{kind}: peak memory, GB", of.run.peak_bytes / 1e9, at_most=1.2)
    for kind, of in kinds.items():
        roofline = of.solve.counted("edge_bytes") / copy
        bench.hold(f"{kind}: passes over the edges", of.solve.counted("passes"), at_most=500)
        bench.hold(f"{kind}: solve / copying its edge data", of.solve.seconds / roofline, at_most=2.5)
        gathered = 2 * of.solve.head["graph"]["edges"] * of.solve.counted("passes")
        bench.show(f"{kind}: solve / looking up the scores of its edges", of.solve.seconds / (gathered / gather))
