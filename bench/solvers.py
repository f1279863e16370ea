"""Newton against the primal-dual method on one round of PD-Rank, several shapes of data: which is faster where.

Both go on until the optimality residual is 1e-7, and must then have the same scores. The primal-dual method is cut off
after so many iterations that a line takes seconds; then its time is a lower bound, and the line says so.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars

from common import Bench, largest_difference
from program import Ranked, best_solve, simulate

GAMMAS = ("1e-2", "1e-3", "1e-4")
RESIDUAL = 1e-7
EDGE_VISITS = 250_000_000  # most iterations of the primal-dual method times rows


def chain(bench: Bench) -> Path:
    """A line of 1,000 items, each compared five times with the next; one answer in ten is wrong."""
    path = bench.folder / "chain.csv"
    low = np.repeat(np.arange(999), 5)
    wrong = np.random.default_rng(1).random(len(low)) < 0.1
    polars.DataFrame({"winner": np.where(wrong, low + 1, low), "loser": np.where(wrong, low, low + 1)}).write_csv(path)
    return path


def heavy(bench: Bench) -> Path:
    """1,000 items, 5,000 comparisons with weights from 1 to 10,000."""
    path = bench.folder / "heavy.csv"
    rows = polars.read_csv(simulate(bench, 1000, 5000).votes)
    weight = 10 ** np.random.default_rng(1).uniform(0, 4, len(rows))
    rows.with_columns(weight=polars.Series(weight)).write_csv(path)
    return path


SHAPES: dict[str, Callable[[Bench], Path]] = {
    "dense: 50 items, 24,500 comparisons": lambda bench: simulate(bench, 50, 24_500).votes,
    "sparse: 1,000 items, 5,000 comparisons": lambda bench: simulate(bench, 1000, 5000).votes,
    "chain of 1,000 items": chain,
    "star of 1,000 items": lambda bench: simulate(bench, 1000, 5000, "--shape", "star").votes,
    "sparse with weights of 1 to 10,000": heavy,
    "sparse: 100,000 items, 500,000 comparisons": lambda bench: simulate(bench, 100_000, 500_000).votes,
}


def solve(bench: Bench, votes: Path, solver: str, gamma: str, *options: str, repeats: int) -> Ranked:
    return best_solve(bench, votes, repeats, "--method", "pdrank", "--solver", solver, "--gamma", gamma,
                      "--max-rounds", "1", "--inner-tolerance", str(RESIDUAL), *options)  # fmt: skip


def run(bench: Bench) -> None:
    for shape, make in SHAPES.items():
        votes = make(bench)
        most_iterations = EDGE_VISITS // (sum(1 for _ in votes.open()) - 1)
        newton = {gamma: solve(bench, votes, "newton", gamma, repeats=3) for gamma in GAMMAS}
        pdhg = {gamma: solve(bench, votes, "pdhg", gamma, "--max-iterations", str(most_iterations), repeats=1)
                for gamma in GAMMAS}  # fmt: skip
        bench.keep(**{shape: {gamma: {"newton": newton[gamma].convergence, "pdhg": pdhg[gamma].convergence}
                              for gamma in GAMMAS}})  # fmt: skip
        solved = [gamma for gamma in GAMMAS if pdhg[gamma].convergence["kkt_residual"] <= RESIDUAL]
        if solved:
            difference = max(largest_difference(newton[gamma].scores, pdhg[gamma].by_name(newton[gamma].names))
                             for gamma in solved)  # fmt: skip
            bench.check(f"{shape}: scores, largest difference, relative", difference, at_most=1e-3)
        for gamma in GAMMAS:
            bench.show(f"{shape}, gamma {gamma}: pdhg / newton{'' if gamma in solved else ', at least'}",
                       pdhg[gamma].seconds / newton[gamma].seconds)  # fmt: skip
