"""PD-Rank as it was published, in straightforward Python: the rounds and the primal-dual loop of the paper, with one
call of a scalar root finder for each comparison in each iteration. The paper's settings and stopping rules; formulas as
in docs/MATH.md, sections 2 and 3, where slips of the paper's text are put right. Steps are as long as pdrank's: 1 over
an upper bound of the norm that is at most 1 % above it."""

import math
from dataclasses import dataclass

import numpy as np
import scipy.sparse
import scipy.sparse.linalg
from scipy.optimize import brentq
from scipy.special import expit

EPSILON = 1e-2
GAMMA = 1e-4
RELAXATION = 1.9
EXCESS = 0.02  # of the bound on |A|^2


def prox(point: float, weight: float) -> float:
    """The u with u - point - weight sigmoid(1 - u) = 0, which lies in [point, point + weight]; a little wider, so
    that rounding does not spoil the signs at the ends."""
    return brentq(_residual, point - 1, point + weight + 1, args=(point, weight))


def _residual(u: float, point: float, weight: float) -> float:
    return u - point - weight * _sigmoid(1 - u)


def _sigmoid(t: float) -> float:
    return 1 / (1 + math.exp(-t)) if t > -700 else 0.0


@dataclass
class Published:
    scores: np.ndarray
    rounds: int
    iterations: int


class Edges:
    """Equal comparisons merged, and the operator A: row n has +1 at the winner, -1 at the loser."""

    def __init__(self, winner: np.ndarray, loser: np.ndarray, items: int) -> None:
        pairs, count = np.unique(np.stack([winner, loser], axis=1).astype(np.int64), axis=0, return_counts=True)
        rows = np.arange(len(pairs))
        sign = np.repeat([1.0, -1.0], len(pairs))
        self.count = count.astype(float)
        self.matrix = scipy.sparse.csr_matrix((sign, (np.tile(rows, 2), pairs.T.ravel())), (len(pairs), items))
        self.norm = math.sqrt(self._squared_norm_bound(pairs, items))

    def _squared_norm_bound(self, pairs: np.ndarray, items: int) -> float:
        start = np.random.default_rng(1).standard_normal(items)
        largest = scipy.sparse.linalg.eigsh(self.matrix.T @ self.matrix, 1, v0=start, return_eigenvectors=False)[0]
        degree = np.bincount(pairs.ravel(), minlength=items)
        return min(largest / (1 - EXCESS), degree[pairs].sum(axis=1).max())


def published_rank(edges: Edges) -> Published:
    matrix, items = edges.matrix, edges.matrix.shape[1]
    inner_tolerance, round_tolerance = (1e-3, 1e-1) if items > 500 else (1e-2, 1e-2)
    x, omega = np.zeros(items), np.ones(matrix.shape[0])
    rounds = iterations = 0
    while True:
        weight, x_before, omega_before = edges.count * omega, x, omega
        v = -weight * expit(1 - matrix @ x)
        cost = _cost(weight, matrix @ x, x)
        while True:
            x, v = _iterate(edges, weight, x, v)
            iterations += 1
            before, cost = cost, _cost(weight, matrix @ x, x)
            if abs(before - cost) <= inner_tolerance * abs(before):
                break
        rounds += 1
        omega = 1 / (np.logaddexp(0, 1 - matrix @ x) + EPSILON)
        if _settled(omega, omega_before, round_tolerance) or _settled(x, x_before, round_tolerance):
            return Published(x, rounds, iterations)


def _iterate(edges: Edges, weight: np.ndarray, x: np.ndarray, v: np.ndarray):
    tau = sigma = 1 / edges.norm
    p = (x - tau * (edges.matrix.T @ v)) / (1 + 2 * GAMMA * tau)
    p -= p.mean()
    point = v / sigma + edges.matrix @ (2 * p - x)
    root = np.array([prox(at, of) for at, of in zip(point.tolist(), (weight / sigma).tolist(), strict=True)])
    q = sigma * (point - root)
    return x + RELAXATION * (p - x), v + RELAXATION * (q - v)


def _cost(weight: np.ndarray, margin: np.ndarray, x: np.ndarray) -> float:
    return weight @ np.logaddexp(0, 1 - margin) + GAMMA * x @ x


def _settled(now: np.ndarray, before: np.ndarray, tolerance: float) -> bool:
    size = np.linalg.norm(before)
    return size > 0 and np.linalg.norm(now - before) <= tolerance * size
