"""statsmodels 0.15.0: order effects, controls, errors robust to clusters, ordered outcomes; and Davidson's ties by scipy.

A comparison is a row of a logistic regression without a constant: +1 for the item on the left, -1 for that on the
right, 1 for standing left, and what is controlled for. One item is the base, and its score 0; pdrank's have mean 0.
"""

from dataclasses import dataclass

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.optimize import minimize
from scipy.special import expit, logsumexp
from scipy.stats import t as student
from statsmodels.miscmodels.ordinal_model import OrderedModel
from votes import CLOSE, call

ITEMS = 9
TIES = ("--ties", "rao-kupper")


@dataclass
class Battles:
    """Answers about two items that differ in length, in clusters that lean to one side together."""

    left: np.ndarray
    right: np.ndarray
    lead: np.ndarray  # of the left item, in length
    cluster: np.ndarray
    margin: np.ndarray  # with noise: the left item is preferred above 0

    @property
    def design(self) -> np.ndarray:
        columns = np.zeros((len(self.left), ITEMS))
        rows = np.arange(len(self.left))
        columns[rows, self.left] += 1
        columns[rows, self.right] -= 1
        return columns[:, 1:]  # item 0 is the base

    def as_csv(self, ties: float = 0, strong: float = np.inf) -> str:
        lines = []
        for i, j, lead, cluster, margin in zip(self.left, self.right, self.lead, self.cluster, self.margin):
            sign = "=" if abs(margin) <= ties else (">" if margin > 0 else "<") * (2 if abs(margin) > strong else 1)
            lines.append(f"item {i},item {j},A{sign}B,{lead + 10},10,{cluster}")
        return "\n".join(["model_a,model_b,winner,length_a,length_b,prompt", *lines, ""])


def battles(seed: int, answers: int = 700, order: float = 0.4) -> Battles:
    random = np.random.default_rng(seed)
    strength = random.normal(size=ITEMS)
    left = random.integers(ITEMS, size=answers)
    right = (left + random.integers(1, ITEMS, size=answers)) % ITEMS
    lead = random.integers(-9, 10, size=answers)
    cluster = random.integers(80, size=answers)
    lean = random.normal(scale=0.7, size=80)
    margin = strength[left] - strength[right] + order + 0.06 * lead + lean[cluster] + random.logistic(size=answers)
    return Battles(left, right, lead, cluster, margin)


def centred(coefficients, covariance):
    """Scores of mean 0 and their errors, from those of all items but the base."""
    turn = np.eye(ITEMS)[:, 1:] - np.full((ITEMS, ITEMS - 1), 1 / ITEMS)
    return turn @ coefficients, np.sqrt(np.diag(turn @ covariance @ turn.T))


def ranked(text: str, *options) -> dict:
    return call("rank", "-", "--method", "bradley-terry", "--gamma", 0, *options, stdin=text)


def column(result: dict, name: str) -> np.ndarray:
    of_item = {place["item"]: place[name] for place in result["ranking"]}
    return np.array([of_item[f"item {k}"] for k in range(ITEMS)])


def effect(result: dict, name: str, clusters: int = 10**9) -> tuple[float, float]:
    """Estimate and error, in the units of the column. Intervals are Student's."""
    one = result["effects"][name]
    unit = one.get("unit") or 1
    return one["estimate"] / unit, (one["high"] - one["low"]) / (2 * student.ppf(0.95, clusters - 1) * unit)


@pytest.mark.parametrize("robust", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_order_control_and_clusters(seed, robust):
    data = battles(seed)
    design = np.column_stack([data.design, np.ones(len(data.left)), data.lead])
    groups = {"cov_type": "cluster", "cov_kwds": {"groups": data.cluster}} if robust else {}
    peer = sm.Logit((data.margin > 0).astype(float), design).fit(disp=0, tol=1e-12, method="newton", **groups)
    options = ["--order-effect", "common", "--control", "length", *(["--cluster", "prompt"] if robust else [])]
    result = ranked(data.as_csv(), *options)
    scores, errors = centred(peer.params[: ITEMS - 1], peer.cov_params()[: ITEMS - 1, : ITEMS - 1])
    assert column(result, "score") == pytest.approx(scores, abs=CLOSE)
    assert column(result, "standard_error") == pytest.approx(errors, abs=CLOSE)
    assert result["figures"]["log_likelihood"] == pytest.approx(peer.llf, abs=CLOSE)
    clusters = [len(set(data.cluster))] if robust else []
    assert effect(result, "order", *clusters) == pytest.approx((peer.params[-2], peer.bse[-2]), abs=CLOSE)
    assert effect(result, "length", *clusters) == pytest.approx((peer.params[-1], peer.bse[-1]), abs=CLOSE)


@pytest.mark.parametrize("seed", [4, 5])
def test_ordered_outcomes(seed):
    """Thresholds that are free in statsmodels are symmetric where every answer is given a second time from the other
    side; that doubles the likelihood and changes no maximum."""
    data = battles(seed, order=0)
    ties, strong = 0.5, 1.8
    level = np.sign(data.margin) * ((abs(data.margin) > ties).astype(int) + (abs(data.margin) > strong))
    peer = OrderedModel(np.concatenate([level, -level]), np.concatenate([data.design, -data.design]), distr="logit")
    fit = peer.fit(method="bfgs", disp=0, gtol=1e-10, maxiter=2000)
    steps = fit.params[ITEMS - 1 :]
    thresholds = np.cumsum([steps[0], *np.exp(steps[1:])])
    result = ranked(data.as_csv(ties, strong), *TIES, "--order-effect", "none")
    scores, _ = centred(fit.params[: ITEMS - 1], np.eye(ITEMS - 1))
    assert column(result, "score") == pytest.approx(scores, abs=1e-5)  # as far as its optimiser goes
    assert result["figures"]["log_likelihood"] == pytest.approx(fit.llf / 2, abs=CLOSE)
    assert effect(result, "ties")[0] == pytest.approx(thresholds[2], abs=1e-5)


@pytest.mark.parametrize("rule", ["rao-kupper", "davidson"])
@pytest.mark.parametrize("seed", [6, 7])
def test_laws_of_ties(seed, rule):
    """The two laws with an order effect, written down again and maximised by scipy."""
    data = battles(seed)
    outcome = np.where(abs(data.margin) <= 0.6, 1, np.where(data.margin > 0, 0, 2))
    design = np.column_stack([data.design, np.ones(len(data.left))])

    def loss(parameters):
        margin, size = design @ parameters[:-1], np.exp(parameters[-1])
        if rule == "davidson":
            terms = np.column_stack([margin / 2, np.full(len(margin), np.log(size)), -margin / 2])
            logs = terms - logsumexp(terms, axis=1, keepdims=True)
        else:
            win, loss = expit(margin - size), expit(-margin - size)
            logs = np.log(np.column_stack([win, 1 - win - loss, loss]))
        return -logs[np.arange(len(outcome)), outcome].sum()

    peer = minimize(loss, np.zeros(ITEMS + 1), method="BFGS", options={"gtol": 1e-6})
    result = ranked(data.as_csv(0.6), "--ties", rule, "--order-effect", "common")
    assert result["figures"]["log_likelihood"] == pytest.approx(-peer.fun, abs=CLOSE)
    assert column(result, "score") == pytest.approx(centred(peer.x[: ITEMS - 1], np.eye(ITEMS - 1))[0], abs=1e-5)
    assert effect(result, "order")[0] == pytest.approx(peer.x[-2], abs=1e-5)
    assert effect(result, "ties")[0] == pytest.approx(np.exp(peer.x[-1]), abs=1e-5)


# Home games won and lost against each of the others, in the order of the teams (Agresti 2002, page 438).
BASEBALL = {
    "Milwaukee": "4-3 4-2 4-3 6-1 4-2 6-0",
    "Detroit": "3-3 4-2 4-3 6-0 6-1 4-3",
    "Toronto": "2-5 4-3 2-4 4-3 4-2 6-0",
    "New York": "3-3 5-1 2-5 4-3 4-2 6-1",
    "Boston": "5-1 2-5 3-3 4-2 5-2 6-0",
    "Cleveland": "2-5 3-3 3-4 4-3 4-2 2-4",
    "Baltimore": "2-5 1-5 1-6 2-4 1-6 3-4",
}


def test_home_advantage():
    """What the R package BradleyTerry2 1.1-2 finds, Baltimore being its base."""
    lines = ["home,away,winner,weight"]
    for home, games in BASEBALL.items():
        for away, game in zip([team for team in BASEBALL if team != home], games.split()):
            lines += [
                f"{home},{away},{team},{count}" for team, count in zip((home, away), game.split("-")) if count != "0"
            ]
    result = ranked("\n".join([*lines, ""]), "--order-effect", "common")
    score = {place["item"]: place["score"] for place in result["ranking"]}
    above = [score[team] - score["Baltimore"] for team in BASEBALL]
    expected = [1.6195550, 1.4753572, 1.3271104, 1.2813404, 1.1438027, 0.7046945, 0]
    assert above == pytest.approx(expected, abs=CLOSE)
    assert effect(result, "order") == pytest.approx((0.3022607, 0.1309436), abs=CLOSE)
