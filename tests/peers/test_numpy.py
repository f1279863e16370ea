"""numpy: standard errors by a dense pseudo-inverse, HodgeRank by dense least squares."""

from itertools import combinations

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import norm
from votes import CLOSE, column, rank


@pytest.mark.parametrize("gamma", [0, 0.5])
def test_standard_errors(votes, gamma):
    """Scores of mean zero vary as the pseudo-inverse of the Hessian there says."""
    result = rank(votes, "bradley-terry", "--gamma", gamma)
    scores = column(votes, result)
    margin = scores[:, None] - scores
    curvature = votes.counts * expit(margin) * expit(-margin)
    hessian = np.diag(curvature.sum(axis=1) + 2 * gamma) - curvature
    centring = np.eye(len(hessian)) - 1 / len(hessian)
    peer = np.sqrt(np.diag(np.linalg.pinv(centring @ hessian @ centring)))
    assert column(votes, result, "standard_error") == pytest.approx(peer, rel=CLOSE)


# The score difference that the wins of a pair stand for. Half a win is added to each side where unanimous pairs would
# be infinitely far apart. The probit is times sqrt(2): each item of a pair, not their difference, has variance 1.
TRANSFORMS = {
    "linear": lambda won, lost: (won - lost) / (won + lost),
    "log-odds": lambda won, lost: np.log((won + 0.5) / (lost + 0.5)),
    "probit": lambda won, lost: np.sqrt(2) * norm.ppf((won + 0.5) / (won + lost + 1)),
    "arcsine": lambda won, lost: np.arcsin((won - lost) / (won + lost)),
}


def differences(pairs: np.ndarray, items: int) -> np.ndarray:
    """A row for each pair i, j: +1 at i, -1 at j."""
    return np.eye(items)[pairs[:, 0]] - np.eye(items)[pairs[:, 1]]


def circles(pairs: np.ndarray, items: int) -> np.ndarray:
    """A row for each triangle of pairs i < j < k: +1, +1, -1 at the pairs ij, jk, ik."""
    number = {tuple(pair): n for n, pair in enumerate(pairs.tolist())}
    rows = []
    for i, j, k in combinations(range(items), 3):
        if {(i, j), (j, k), (i, k)} <= number.keys():
            rows.append(np.zeros(len(pairs)))
            rows[-1][[number[i, j], number[j, k], number[i, k]]] = 1, 1, -1
    return np.array(rows)


def share_explained(basis: np.ndarray, flow: np.ndarray) -> tuple[np.ndarray, float]:
    """Least squares of the flow on the columns, and how much of its square they explain."""
    solution = np.linalg.lstsq(basis, flow, rcond=None)[0]
    return solution, np.sum((basis @ solution) ** 2) / np.sum(flow**2)


@pytest.mark.parametrize("transform", TRANSFORMS)
def test_hodgerank(votes, transform):
    """Scores are least squares, a pair weighing as much as it has answers. What they leave is split into circles of
    three items, of which pdrank gives four digits, and longer ones. Scores and circles are orthogonal, so each can be
    fitted to the whole flow."""
    items, pairs = len(votes.items), np.argwhere(np.triu(votes.counts))
    won, lost = votes.wins[pairs[:, 0], pairs[:, 1]], votes.wins[pairs[:, 1], pairs[:, 0]]
    root = np.sqrt(won + lost)[:, None]
    flow = root[:, 0] * TRANSFORMS[transform](won, lost)
    scores, gradient_share = share_explained(root * differences(pairs, items), flow)
    _, curl_share = share_explained(circles(pairs, items).T / root, flow)

    result = rank(votes, "hodgerank", "--transform", transform)
    assert column(votes, result) == pytest.approx(scores, abs=CLOSE)
    assert result["figures"]["gradient_share"] == pytest.approx(gradient_share, abs=CLOSE)
    assert result["figures"]["curl_share"] == pytest.approx(curl_share, abs=1e-4)
