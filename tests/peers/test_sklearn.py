"""scikit-learn: the linear support vector machine of svm.cpp, on features made from its definition."""

import numpy as np
import pytest
from sklearn.svm import LinearSVC
from votes import CLOSE, column, rank


@pytest.mark.parametrize("cost", [0.01, 0.1, 1])
def test_svm(votes, cost):
    """LIBLINEAR wants two classes, so every second pair is turned round, which without bias is the same example.

    It is behind scikit-learn; pdrank has steps of its own."""
    share = np.divide(votes.wins, votes.counts, out=np.zeros_like(votes.wins), where=votes.counts > 0)
    winner, loser = np.nonzero(share > 0.5)
    label = np.where(np.arange(winner.size) % 2, 1, -1)
    examples = label[:, None] * (share[winner] - share[loser])
    machine = LinearSVC(loss="squared_hinge", dual=False, fit_intercept=False, C=cost, tol=1e-12, max_iter=10_000)
    alpha = machine.fit(examples, label).coef_[0]
    objective = alpha @ alpha / 2 + cost * np.sum(np.maximum(0, 1 - label * (examples @ alpha)) ** 2)

    result = rank(votes, "svm", "--svm-cost", cost)
    assert column(votes, result) == pytest.approx(share @ alpha, abs=CLOSE)
    assert result["convergence"]["objective"] == pytest.approx(objective, rel=1e-9)
