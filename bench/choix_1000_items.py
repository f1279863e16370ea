"""1,000 items, 5,000 comparisons (the paper's large-data setting) against choix's opt_pairwise.

choix fits Bradley-Terry, another model, so its scores cannot be pdrank's. What is compared first:
- one round of pdrank is a convex problem; SciPy's minimiser, given the same problem, must find the same scores;
- pdrank's ranking must be no further from the truth than choix's.
Then the whole program (start, reading the CSV, all rounds, writing JSON) is timed against the fit in choix, whose data are
already in memory.
"""

import csv
import tempfile
from pathlib import Path

import choix
import numpy as np
import scipy.optimize
import scipy.special
import scipy.stats

from common import Ratio, best_seconds, rank, simulate

GAMMA = 1e-3


def read_votes(path: Path) -> tuple[list[str], list[tuple[int, int]]]:
    ids: dict[str, int] = {}
    with path.open(newline="") as file:
        rows = [(ids.setdefault(row["winner"], len(ids)), ids.setdefault(row["loser"], len(ids)))
                for row in csv.DictReader(file)]
    return list(ids), rows


def scores_of(result: dict, names: list[str]) -> np.ndarray:
    by_name = {place["item"]: place["score"] for place in result["ranking"]}
    return np.array([by_name[name] for name in names])


def first_round_by_scipy(count: int, votes: np.ndarray) -> np.ndarray:
    winner, loser = votes[:, 0], votes[:, 1]

    def objective(x: np.ndarray) -> tuple[float, np.ndarray]:
        t = 1 - (x[winner] - x[loser])
        force = scipy.special.expit(t)
        gradient = 2 * GAMMA * x - np.bincount(winner, force, count) + np.bincount(loser, force, count)
        return np.logaddexp(0, t).sum() + GAMMA * x @ x, gradient

    found = scipy.optimize.minimize(objective, np.zeros(count), jac=True, method="L-BFGS-B",
                                    options={"maxiter": 100_000, "maxfun": 100_000, "ftol": 1e-15, "gtol": 1e-10,
                                             "maxcor": 50})
    return found.x


def run(program: Path) -> list[Ratio]:
    with tempfile.TemporaryDirectory() as name:
        votes_path, truth_path = simulate(program, Path(name), 1000, 5000)
        names, votes = read_votes(votes_path)
        with truth_path.open(newline="") as file:
            by_name = {row["item"]: float(row["score"]) for row in csv.DictReader(file)}
        truth = np.array([by_name[item] for item in names])

        one_round = scores_of(rank(program, votes_path, "--gamma", str(GAMMA), "--max-rounds", "1"), names)
        expected = first_round_by_scipy(len(names), np.array(votes))
        difference = np.abs(one_round - expected).max() / np.abs(expected).max()

        by_choix = choix.opt_pairwise(len(names), votes, alpha=GAMMA)
        full = rank(program, votes_path)
        tau = scipy.stats.kendalltau(scores_of(full, names), truth).statistic
        tau_choix = scipy.stats.kendalltau(by_choix, truth).statistic

        choix_seconds = best_seconds(lambda: choix.opt_pairwise(len(names), votes, alpha=GAMMA), 3)
        program_seconds = best_seconds(lambda: rank(program, votes_path), 7)
    return [
        Ratio("one round: largest difference from SciPy's minimiser, relative", difference, 1e-4, at_least=False),
        Ratio("Kendall tau with the truth, less choix's", tau - tau_choix, 0),
        Ratio("choix opt_pairwise / whole pdrank program, time", choix_seconds / program_seconds, 20),
        Ratio("choix opt_pairwise / pdrank's own count of its solve, time",
              choix_seconds / full["convergence"]["seconds"], 20),
    ]
