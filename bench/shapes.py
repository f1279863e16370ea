"""Badly connected graphs against random pairs of the same size: 100,000 items, 500,000 answers.

A line is the solve on a shape over the solve on random pairs, both to the same residual: every run must have settled, and
what the program says of its optimality conditions must hold on all shapes alike; those of HodgeRank and Bradley-Terry,
whose objectives are known from the scores alone, are computed here from the file as well. HodgeRank's equations are then
solved by two libraries made for such systems as well, multigrid (pyamg) and an approximate Cholesky factor (approx-chol)
under SciPy's conjugate gradients, to the residual that HodgeRank ends with; the answers must agree.
"""

import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars

from common import Bench, WrongAnswer, largest_difference, logistic_residual
from program import Ranked, best_solve

ITEMS, ANSWERS_AN_ITEM = 100_000, 5
SAME_RESIDUAL = 1e-8  # or better, on every shape
METHODS = ("hodgerank", "bradley-terry", "pdrank", "posterior")
MOST = 3
Ends = tuple[np.ndarray, np.ndarray]


def random_pairs(items: int, answers: int, random: np.random.Generator) -> Ends:
    first = random.integers(0, items, answers)
    return first, (first + random.integers(1, items, answers)) % items


def chain(items: int, answers: int, random: np.random.Generator) -> Ends:
    low = np.repeat(np.arange(items - 1), answers // items)
    return low, low + 1


def band(items: int, answers: int, random: np.random.Generator) -> Ends:
    width = answers // items
    low = np.repeat(np.arange(items - width), width)
    return low, low + np.tile(np.arange(1, width + 1), items - width)


def grid(items: int, answers: int, random: np.random.Generator) -> Ends:
    side = int(items**0.5)
    place = np.arange(side * side)
    across, down = place[place % side < side - 1], place[: side * (side - 1)]
    low, high = np.concatenate([across, down]), np.concatenate([across + 1, down + side])
    times = answers // len(low)
    return np.tile(low, times), np.tile(high, times)


def star(items: int, answers: int, random: np.random.Generator) -> Ends:
    others = np.tile(np.arange(1, items), answers // items)
    return np.zeros_like(others), others


def power_law(items: int, answers: int, random: np.random.Generator) -> Ends:
    share = np.arange(1, items + 1) ** -0.8
    first, second = (random.choice(items, answers, p=share / share.sum()) for _ in range(2))
    return first[first != second], second[first != second]


def two_clusters(items: int, answers: int, random: np.random.Generator) -> Ends:
    first, second = random_pairs(items // 2, answers, random)
    side = np.where(np.arange(answers) % 2 == 0, 0, items // 2)
    return np.append(first + side, 0), np.append(second + side, items - 1)


SHAPES: dict[str, Callable[[int, int, np.random.Generator], Ends]] = {
    "random pairs": random_pairs,
    "chain": chain,
    "band": band,
    "grid": grid,
    "star": star,
    "power law": power_law,
    "two clusters": two_clusters,
}


def answers_on(bench: Bench, shape: str) -> Path:
    """Scores are normal, answers follow Bradley and Terry's law, one in 25 is turned round."""
    items = bench.size(ITEMS)
    random = np.random.default_rng(1)
    first, second = SHAPES[shape](items, items * ANSWERS_AN_ITEM, random)
    score = random.normal(size=items) * 2
    wins = random.random(len(first)) < 1 / (1 + np.exp(score[second] - score[first]))
    wins ^= random.random(len(first)) < 0.04
    path = bench.folder / f"{shape}.csv"
    ends = {"winner": np.where(wins, first, second), "loser": np.where(wins, second, first)}
    polars.DataFrame(ends).write_csv(path)
    return path


def equations(path: Path):
    """HodgeRank's: the Laplacian of the largest part, its right side, and the items of its rows."""
    from scipy.sparse import coo_array, csr_array
    from scipy.sparse.csgraph import connected_components

    rows = polars.read_csv(path)
    winner, loser = rows["winner"].to_numpy(), rows["loser"].to_numpy()
    items = int(max(winner.max(), loser.max())) + 1
    ones = np.ones(len(winner))
    links = csr_array(coo_array((np.tile(ones, 2), (np.append(winner, loser), np.append(loser, winner))),
                                shape=(items, items)))  # fmt: skip
    _, part = connected_components(links, directed=False)
    kept = np.flatnonzero(part == np.bincount(part).argmax())
    links = links[kept][:, kept]
    laplacian = csr_array(coo_array((links.sum(axis=1), (np.arange(len(kept)),) * 2), shape=links.shape) - links)
    return laplacian, (np.bincount(winner, minlength=items) - np.bincount(loser, minlength=items))[kept] * 1.0, kept


def logistic_residual_on(path: Path, ranked: Ranked) -> float:
    rows = polars.read_csv(path)
    winner, loser = rows["winner"].to_numpy(), rows["loser"].to_numpy()
    kept, ends = np.unique(np.append(winner, loser), return_inverse=True)
    score = ranked.by_name([str(item) for item in kept])
    winner, loser = np.split(ends, 2)
    return logistic_residual(winner, loser, score, ranked.head["options"]["gamma"])


def hodge_residual_on(path: Path, ranked: Ranked) -> float:
    """Of an item: what is left of its equation, by the answers that it has part in."""
    laplacian, right_side, kept = equations(path)
    scores = ranked.by_name([str(item) for item in kept])
    sizes = laplacian.diagonal() * np.abs(scores - scores.mean()).max()
    return float(np.max(np.abs(laplacian @ scores - right_side) / sizes))


RESIDUALS = {"hodgerank": hodge_residual_on, "bradley-terry": logistic_residual_on}  # by NumPy


def check_residuals(bench: Bench, method: str, votes: dict[str, Path], found: dict[str, Ranked]) -> None:
    unsettled = [shape for shape, one in found.items() if one.convergence["status"] != "converged"]
    bench.check(f"{method}: shapes on which it ended other than settled {unsettled or ''}".strip(), len(unsettled),
                at_most=0)  # fmt: skip
    told = [one.convergence["kkt_residual"] for one in found.values()]
    if None not in told:  # the posterior has none
        bench.check(f"{method}: largest residual of all shapes, as it says", max(told), at_most=SAME_RESIDUAL)
    if method in RESIDUALS:
        residual = max(RESIDUALS[method](path, found[shape]) for shape, path in votes.items())
        bench.check(f"{method}: the same, by NumPy", residual, at_most=SAME_RESIDUAL)


def by_pyamg(laplacian, right_side: np.ndarray, tolerance: float) -> np.ndarray:
    import pyamg

    solver = pyamg.smoothed_aggregation_solver(laplacian.tocsr())
    return solver.solve(right_side, tol=tolerance, accel="cg", maxiter=1000)


def by_approx_chol(laplacian, right_side: np.ndarray, tolerance: float) -> np.ndarray:
    import approx_chol
    from scipy.sparse.linalg import cg

    factor = approx_chol.factorize(laplacian)
    return cg(laplacian, right_side, rtol=tolerance, M=factor, maxiter=1000)[0]


def hold_against_libraries(bench: Bench, shape: str, path: Path, ranked: Ranked) -> None:
    laplacian, right_side, kept = equations(path)
    scores = ranked.by_name([str(item) for item in kept])
    scores -= scores.mean()
    residual = np.linalg.norm(laplacian @ scores - right_side) / np.linalg.norm(right_side)
    for name, solve in {"pyamg": by_pyamg, "approx-chol": by_approx_chol}.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            start = time.perf_counter()
            found = solve(laplacian, right_side, max(residual, 1e-12))
            seconds = time.perf_counter() - start
        left = np.linalg.norm(laplacian @ found - right_side) / np.linalg.norm(right_side)
        if left > 100 * max(residual, 1e-12):
            bench.show(f"{shape}: {name} ends at a residual of", left)
            continue
        difference = largest_difference(scores, found - found.mean())
        if difference > 1e-4:
            raise WrongAnswer(f"{shape}: {name} has other scores, {difference:g} apart")
        bench.hold(f"{shape}: {name} / hodgerank", seconds / ranked.seconds, at_least=1)


def run(bench: Bench) -> None:
    votes = {shape: answers_on(bench, shape) for shape in SHAPES}
    for method in METHODS:
        options = ("--method", method, *(("--gamma", "0.01") if method == "pdrank" else ()))
        found = {shape: best_solve(bench, path, 2, *options) for shape, path in votes.items()}
        check_residuals(bench, method, votes, found)
        bench.keep(**{method: {shape: one.convergence for shape, one in found.items()}})
        for shape, one in found.items():
            if shape != "random pairs":
                bench.hold(f"{method} on {shape} / on random pairs", one.seconds / found["random pairs"].seconds,
                           at_most=MOST)  # fmt: skip
        if method == "hodgerank":
            for shape, path in votes.items():
                hold_against_libraries(bench, shape, path, found[shape])
