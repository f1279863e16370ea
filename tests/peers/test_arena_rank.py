"""arena-rank 0.1.1: Bradley-Terry with a context, which is what `--control` of bradley-terry is without a prior.

Its optimiser ends where the likelihood does not change by a part in 10^9: scores agree to four digits, not to six; one
Newton step by its own Hessian gives the rest. It is in the environment of the benchmarks (make test-all).
"""

import numpy as np
import pytest
from votes import CLOSE, call

models = pytest.importorskip(
    "arena_rank.models.contextual_bradley_terry", reason="arena-rank is not installed (scripts/setup bench)"
)
data_utils = pytest.importorskip("arena_rank.utils.data_utils")

ITEMS = 8


def battles(seed: int, answers: int = 900):
    random = np.random.default_rng(seed)
    strength = random.normal(size=ITEMS)
    left = random.integers(ITEMS, size=answers)
    right = (left + random.integers(1, ITEMS, size=answers)) % ITEMS
    lead = random.normal(size=(answers, 2)).round(3)
    won = strength[left] - strength[right] + lead @ [0.5, -0.3] + random.logistic(size=answers) > 0
    return np.column_stack([left, right]), won, lead


@pytest.mark.parametrize("seed", [1, 2])
def test_controls(seed):
    pairs, won, lead = battles(seed)
    lines = [
        f"item {i},item {j},{'AB'[not w]},{length},{lists}" for (i, j), w, (length, lists) in zip(pairs, won, lead)
    ]
    options = ["--method", "bradley-terry", "--gamma", 0, "--order-effect", "none", "--control", "length,lists"]
    result = call("rank", "-", *options, stdin="\n".join(["model_a,model_b,winner,length,lists", *lines, ""]))

    dataset = data_utils.ContextualPairDataset(
        competitors=[f"item {k}" for k in range(ITEMS)],
        pairs=pairs,
        outcomes=won.astype(float),
        features=lead,
        weights=np.ones(len(won)),
    )
    peer = models.ContextualBradleyTerry(ITEMS, 2, reg=0.0, hessian_reg=0.0)
    peer.fit(dataset)
    ratings, coefficients = np.array(peer.params["ratings"]), np.array(peer.params["coeffs"])
    hessian, _ = peer.compute_hessian_and_covariance(
        ratings, coefficients, pairs, lead, won.astype(float), np.ones(len(won)), 0.0, 0.0, ITEMS, 2, len(won)
    )
    design = np.zeros((len(won), ITEMS + 2))
    rows = np.arange(len(won))
    design[rows, pairs[:, 0]], design[rows, pairs[:, 1]], design[:, ITEMS:] = 1, -1, lead
    probability = 1 / (1 + np.exp(-design @ np.concatenate([ratings, coefficients])))
    step = np.linalg.pinv(np.array(hessian)) @ (design.T @ (won - probability) / len(won))
    ratings, coefficients = ratings + step[:ITEMS], coefficients + step[ITEMS:]

    of_item = {place["item"]: place["score"] for place in result["ranking"]}
    ours = np.array([of_item[item] for item in dataset.competitors])
    assert ours == pytest.approx(ratings - ratings.mean(), abs=CLOSE)
    for name, coefficient in zip(("length", "lists"), coefficients):
        effect = result["effects"][name]
        assert effect["estimate"] / (effect["unit"] or 1) == pytest.approx(coefficient, abs=CLOSE)
