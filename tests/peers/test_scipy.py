"""scipy: rank correlations, the paired t-test; and the maximum of the Crowd-BT posterior by a general optimiser."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, logit
from scipy.stats import kendalltau, spearmanr, t as student, ttest_rel
from votes import Votes, call, column, generate, rank, read

# pdrank evaluate


@pytest.mark.parametrize("levels", [3, 10, 10**6], ids=["many ties", "some ties", "no ties"])
@pytest.mark.parametrize("seed, items", [(1, 5), (2, 40), (3, 700)])
def test_rank_correlations(seed, items, levels, tmp_path):
    random = np.random.default_rng(seed)
    a = random.integers(levels, size=items)
    b = (a + random.integers(levels, size=items)) // 2
    paths = tmp_path / "a.csv", tmp_path / "b.csv"
    for path, values in zip(paths, (a, b)):
        path.write_text("item,score\n" + "".join(f"{n},{value}\n" for n, value in enumerate(values)))
    got = call("evaluate", *paths)

    order = np.sign(a[:, None] - a) * np.sign(b[:, None] - b)  # every pair twice
    assert got["kendall_tau_a"] == pytest.approx(order.sum() / (items * (items - 1)), abs=1e-12)
    assert got["kendall_gamma"] == pytest.approx(order.sum() / np.abs(order).sum(), abs=1e-12)
    assert got["kendall_tau_b"] == pytest.approx(kendalltau(a, b, variant="b").statistic, abs=1e-12)
    assert got["spearman"] == pytest.approx(spearmanr(a, b).statistic, abs=1e-12)


# pdrank compare


@pytest.mark.parametrize("folds", [2, 5, 10])
def test_paired_t_test(folds):
    """scipy's t, made smaller as Nadeau and Bengio say because folds share their training rows, and p-values corrected
    for the number of pairs of methods by hand (Holm)."""
    votes = generate(9, 20, 600, annotators=5)
    methods = "bradley-terry,borda,pdrank,elo,win-rate"
    lines = call("compare", "-", "--folds", folds, "--methods", methods, stdin=votes.as_csv())["methods"]
    raw = {}
    for i, j in combinations(range(len(lines)), 2):
        t = ttest_rel(lines[j]["fold_log_loss"], lines[i]["fold_log_loss"]).statistic
        corrected = t * np.sqrt((1 / folds) / (1 / folds + 1 / (folds - 1)))
        raw[i, j] = 2 * student.sf(abs(corrected), folds - 1)
    holm, largest = {}, 0.0
    for place, pair in enumerate(sorted(raw, key=raw.get)):
        largest = max(largest, (len(raw) - place) * raw[pair])
        holm[pair] = min(1, largest)
    expected = [holm[0, j] for j in range(1, len(lines))]
    assert [line["p_value"] for line in lines[1:]] == pytest.approx(expected, abs=1e-9)


# Crowd-BT


class CrowdBt:
    """Minus the log posterior of crowd_bt.cpp, and its gradient, in the scores and the log odds of the qualities.

    No library on PyPI computes it: crowd-kit's NoisyBradleyTerry, the nearest, has other parameters (each annotator has
    a bias, too) and other priors. Rows that name no annotator belong to one more, here "", whose quality is that of the
    prior, 0.9, where there are none.
    """

    PRIOR = np.array([9, 1])  # Beta(10, 2), as exponents of eta and 1 - eta

    def __init__(self, votes: Votes, gamma: float):
        self.gamma, self.items = gamma, len(votes.items)
        self.annotators = sorted({"", *(row.annotator for row in votes.rows)})
        answers = []
        for row in votes.rows:
            i, j, k = votes.number[row.winner], votes.number[row.loser], self.annotators.index(row.annotator)
            answers += [(i, j, k, row.weight / 2), (j, i, k, row.weight / 2)] if row.tie else [(i, j, k, row.weight)]
        winner, loser, annotator, count = zip(*answers)
        self.winner, self.loser, self.annotator = map(np.array, (winner, loser, annotator))
        self.count = np.array(count, float)

    def __call__(self, point: np.ndarray) -> tuple[float, np.ndarray]:
        scores, eta = point[: self.items], expit(point[self.items :])
        follows = expit(scores[self.winner] - scores[self.loser])
        quality = eta[self.annotator]
        probability = quality * follows + (1 - quality) * (1 - follows)
        value = self.gamma * scores @ scores - self.count @ np.log(probability)
        value -= (self.PRIOR @ np.log([eta, 1 - eta])).sum()

        slope = -self.count / probability  # of the value in the probability
        by_margin = slope * (2 * quality - 1) * follows * (1 - follows)
        by_score = np.bincount(self.winner, by_margin, self.items) - np.bincount(self.loser, by_margin, self.items)
        by_eta = np.bincount(self.annotator, slope * (2 * follows - 1), eta.size)
        by_eta += self.PRIOR[1] / (1 - eta) - self.PRIOR[0] / eta
        return value, np.concatenate([by_score + 2 * self.gamma * scores, by_eta * eta * (1 - eta)])

    def point(self, votes: Votes, result: dict) -> np.ndarray:
        """Where pdrank ended."""
        reliability = {card["annotator"]: card["reliability"] for card in result["annotators"]} | {"": 0.9}
        return np.concatenate([column(votes, result), logit([reliability[name] for name in self.annotators])])


CROWDS = {
    "strict": dict(seed=9, items=15, rows=600, annotators=12),
    "ties and weights": dict(seed=10, items=15, rows=400, tie_share=0.1, most_weight=3, annotators=12),
    "many annotators": dict(seed=11, items=20, rows=900, tie_share=0.05, annotators=100),
}


@pytest.fixture(params=[*CROWDS, "iqa/ref01_annotated.csv"])
def crowd(request) -> Votes:
    """Without annotators who only tied: pdrank reports no reliability of them."""
    votes = generate(**CROWDS[request.param]) if request.param in CROWDS else read(request.param)
    strict = {row.annotator for row in votes.rows if not row.tie}
    return Votes([row for row in votes.rows if row.annotator in strict])


@pytest.mark.parametrize("gamma", [0.01, 1])
def test_crowd_bt(crowd, gamma):
    """The posterior may have several maxima. pdrank's is one: the gradient is zero there and an optimiser finds nothing
    better nearby. And it is the one that an optimiser finds from where pdrank starts, to the digits that
    expectation-maximisation gives (it ends when a step is below 1e-8, the distance left may be a hundred steps)."""
    result = rank(crowd, "crowd-bt", "--gamma", gamma, "--round-tolerance", 1e-8)
    objective = CrowdBt(crowd, gamma)
    end = objective.point(crowd, result)
    value, gradient = objective(end)
    assert result["convergence"]["objective"] == pytest.approx(value, rel=1e-12)
    assert np.abs(gradient).max() < 1e-5

    start = np.where(np.arange(end.size) < objective.items, 0, logit(0.9))
    options = dict(ftol=1e-16, gtol=1e-8, maxiter=10_000)
    for point in (end, start):
        found = minimize(objective, point, jac=True, method="L-BFGS-B", options=options)
        assert value == pytest.approx(found.fun, rel=1e-9)
        assert end == pytest.approx(found.x, abs=1e-5)
