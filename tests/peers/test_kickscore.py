"""kickscore 0.2.0: scores that drift as a Wiener process of given strength, by expectation propagation.

kickscore keeps the items apart where pdrank keeps their covariance, and knows no mistaken answers: the means agree to a
part of their deviation, not to the last digit. It is in the environment of the benchmarks (make test-all).
"""

from datetime import date, timedelta

import numpy as np
import pytest
from votes import call

ks = pytest.importorskip("kickscore", reason="kickscore is not installed (scripts/setup bench)")

ITEMS, ANSWERS, DAYS, DRIFT = 10, 3000, 1461, 0.6
YEAR = 365.25


def seasons(seed: int) -> list[tuple[str, str, int]]:
    """Winner, loser, day."""
    random = np.random.default_rng(seed)
    steps = random.normal(scale=DRIFT / np.sqrt(YEAR), size=(DAYS, ITEMS))
    steps[0] = random.normal(scale=0.7, size=ITEMS)
    score = steps.cumsum(axis=0)
    answers = []
    for day in np.sort(random.integers(DAYS, size=ANSWERS)):
        i, j = random.choice(ITEMS, size=2, replace=False)
        if score[day, i] - score[day, j] + random.logistic() < 0:
            i, j = j, i
        answers.append((f"item {i}", f"item {j}", int(day)))
    return answers


@pytest.mark.parametrize("seed", [1, 2])
def test_scores_that_drift(seed):
    answers = seasons(seed)
    lines = [f"{winner},{loser},{date(2020, 1, 1) + timedelta(days=day)}" for winner, loser, day in answers]
    result = call("rank", "-", "--time", "date", "--drift", DRIFT, stdin="\n".join(["winner,loser,date", *lines, ""]))

    first, last = answers[0][2] / YEAR, answers[-1][2] / YEAR
    spread = result["figures"]["spread"]
    peer = ks.BinaryModel(obs_type="logit")
    for k in range(ITEMS):
        peer.add_item(f"item {k}", kernel=ks.kernel.Wiener(var=DRIFT**2, t0=first, var_t0=spread**2))
    for winner, loser, day in answers:
        peer.observe(winners=[winner], losers=[loser], t=day / YEAR)
    assert peer.fit(method="ep", max_iter=200)

    items = [place["item"] for place in result["ranking"]]
    ours = np.array([place["score"] for place in result["ranking"]])
    mean, variance = np.array([peer.item[item].predict([last]) for item in items])[:, :, 0].T
    apart = (ours - (mean - mean.mean())) / np.sqrt(variance)
    assert np.abs(apart).max() < 0.8
    assert np.abs(apart).mean() < 0.3
