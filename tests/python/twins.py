"""Slow, plain twins of the engine, from the formulas of docs/MATH.md alone."""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import norm


def counts(winner: np.ndarray, loser: np.ndarray, items: int) -> np.ndarray:
    """counts[i, j]: how often i beat j."""
    table = np.zeros((items, items))
    np.add.at(table, (winner, loser), 1.0)
    return table


def connected_parts(table: np.ndarray) -> list[list[int]]:
    """The items of each connected part."""
    left, parts = set(range(len(table))), []
    while left:
        part, border = set(), {left.pop()}
        while border:
            part |= border
            border = {int(j) for i in border for j in np.flatnonzero(table[i] + table[:, i])} - part
        left -= part
        parts.append(sorted(part))
    return parts


def is_strong(table: np.ndarray) -> bool:
    """Whether every item can be reached from every other along wins."""
    reach = (table > 0) | np.eye(len(table), dtype=bool)
    for k in range(len(table)):
        reach |= np.outer(reach[:, k], reach[k])
    return bool(reach.all())


def weighted_logistic(edges: np.ndarray, weight: np.ndarray, items: int, gamma: float, lead: float) -> np.ndarray:
    """argmin of sum w softplus(lead - a'x) + gamma |x|^2 over x with mean zero."""
    A = np.zeros((len(edges), items))
    A[np.arange(len(edges)), edges[:, 0]] = 1
    A[np.arange(len(edges)), edges[:, 1]] = -1
    basis = np.linalg.svd(np.ones((1, items)))[2][1:].T  # of the vectors with mean zero
    B = A @ basis

    def value(z):
        return weight @ np.logaddexp(0, lead - B @ z) + gamma * z @ z

    def slope(z):
        return -B.T @ (weight * expit(lead - B @ z)) + 2 * gamma * z

    def curvature(z):
        p = expit(lead - B @ z)
        return B.T @ ((weight * p * (1 - p))[:, None] * B) + 2 * gamma * np.eye(len(z))

    z = minimize(value, np.zeros(items - 1), jac=slope, hess=curvature, method="trust-exact", options={"gtol": 1e-6}).x
    for _ in range(5):  # Newton's last digits
        z = z - np.linalg.solve(curvature(z), slope(z))
    return basis @ z


def pd_rank(table: np.ndarray, gamma: float, epsilon: float, rounds: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Sections 1 and 2, of one connected part: scores, omega by edge (as np.argwhere has them), objective."""
    edges = np.argwhere(table > 0)
    count = table[tuple(edges.T)]
    omega = np.ones(len(edges))
    for _ in range(rounds):
        x = weighted_logistic(edges, count * omega, len(table), gamma, 1.0)
        softplus = np.logaddexp(0, 1 - (x[edges[:, 0]] - x[edges[:, 1]]))
        omega = 1 / (softplus + epsilon)
    return x, omega, count @ np.log(softplus + epsilon) + gamma * x @ x


def bradley_terry(table: np.ndarray, gamma: float) -> np.ndarray:
    """Section 6, of one connected part."""
    edges = np.argwhere(table > 0)
    return weighted_logistic(edges, table[tuple(edges.T)], len(table), gamma, 0.0)


def hodge_rank(table: np.ndarray, transform: str) -> np.ndarray:
    """Section 7, least squares over the pairs of one connected part."""
    items = len(table)
    rows, target = [np.ones(items)], [0.0]
    for i, j in itertools.combinations(range(items), 2):
        total = table[i, j] + table[j, i]
        if total == 0:
            continue
        share = table[i, j] / total
        if transform in ("log-odds", "probit"):
            share = (table[i, j] + 0.5) / (total + 1)
        wanted = {
            "linear": 2 * share - 1,
            "log-odds": math.log(share / (1 - share)) if 0 < share < 1 else math.inf,
            "probit": math.sqrt(2) * norm.ppf(share),
            "arcsine": math.asin(2 * share - 1),
        }[transform]
        row = np.zeros(items)
        row[i], row[j] = 1, -1
        rows.append(math.sqrt(total) * row)
        target.append(math.sqrt(total) * wanted)
    return np.linalg.lstsq(np.array(rows), np.array(target), rcond=None)[0]


def kendall(a, b) -> dict[str, float]:
    """Pair by pair."""
    found = dict.fromkeys(("pairs", "concordant", "discordant", "ties_a", "ties_b", "ties_both"), 0)
    for i, j in itertools.combinations(range(len(a)), 2):
        da, db = np.sign(a[i] - a[j]), np.sign(b[i] - b[j])
        found["pairs"] += 1
        found["concordant"] += int(da * db > 0)
        found["discordant"] += int(da * db < 0)
        found["ties_a"] += int(da == 0)
        found["ties_b"] += int(db == 0)
        found["ties_both"] += int(da == 0 and db == 0)
    difference = found["concordant"] - found["discordant"]
    free = (found["pairs"] - found["ties_a"]) * (found["pairs"] - found["ties_b"])
    ordered = found["concordant"] + found["discordant"]
    found["tau_a"] = difference / found["pairs"]
    found["tau_b"] = difference / math.sqrt(free) if free else math.nan
    found["gamma"] = difference / ordered if ordered else math.nan
    return found


def top_k_overlap(a, b, k: int) -> float:
    """The mean over all ways to break ties at random."""

    def best(scores):
        sets = [chosen for chosen in itertools.combinations(range(len(scores)), k) if _is_best(scores, set(chosen))]
        return np.mean([[i in chosen for i in range(len(scores))] for chosen in sets], axis=0)

    return float(best(a) @ best(b))


def _is_best(scores, chosen: set[int]) -> bool:
    left = [scores[i] for i in range(len(scores)) if i not in chosen]
    return not left or min(scores[i] for i in chosen) >= max(left)
