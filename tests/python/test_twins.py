"""The engine against twins that are slow and plain."""

import math

import numpy as np
import pytest
import scipy.stats
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

import pdrank

quick = settings(max_examples=40, deadline=None, derandomize=True)


@st.composite
def answers(draw, most_items: int = 7, most_rows: int = 40):
    """Winners and losers, every item in at least one comparison."""
    items = draw(st.integers(2, most_items))
    pair = st.tuples(st.integers(0, items - 1), st.integers(1, items - 1)).map(lambda p: (p[0], (p[0] + p[1]) % items))
    rows = draw(st.lists(pair, min_size=1, max_size=most_rows))
    names, numbers = np.unique(np.array(rows), return_inverse=True)
    return numbers.reshape(-1, 2).T.astype(np.int64), len(names)


def part_by_part(table, solve):
    """Scores by item: each connected part on its own, with mean zero."""
    scores = np.zeros(len(table))
    for part in twins.connected_parts(table):
        scores[part] = solve(table[np.ix_(part, part)])
    return scores


def engine_scores(rows, items, **options):
    result = pdrank.rank(winners=rows[0], losers=rows[1], **options)
    return np.array([result.scores[item] for item in range(items)]), result


@quick
@given(answers(), st.sampled_from([1e-2, 0.1, 1.0]), st.sampled_from([1e-2, 0.3]), st.integers(1, 4))
def test_pd_rank(given_rows, gamma, epsilon, rounds):
    rows, items = given_rows
    table = twins.counts(*rows, items)
    expected = part_by_part(table, lambda part: twins.pd_rank(part, gamma, epsilon, rounds)[0])
    scores, result = engine_scores(
        rows,
        items,
        method="pdrank",
        gamma=gamma,
        epsilon=epsilon,
        max_rounds=rounds,
        round_tolerance=0,
        inner_rule="kkt",
        inner_tolerance=1e-12,
    )
    np.testing.assert_allclose(scores, expected, atol=1e-6)
    margin = expected[rows[0]] - expected[rows[1]]
    omega = 1 / (np.logaddexp(0, 1 - margin) + epsilon)
    np.testing.assert_allclose(result.confidence["weight"], omega, rtol=1e-5)
    np.testing.assert_allclose(result.confidence["probability_correct"], 1 / (1 + np.exp(-omega)), rtol=1e-5)
    if len(twins.connected_parts(table)) == 1:
        objective = twins.pd_rank(table, gamma, epsilon, rounds)[2]
        assert result.convergence["objective"] == pytest.approx(objective, abs=1e-6)


@quick
@given(answers(), st.sampled_from([1e-3, 0.05, 1.0]))
def test_bradley_terry_with_a_ridge(given_rows, gamma):
    rows, items = given_rows
    expected = part_by_part(twins.counts(*rows, items), lambda part: twins.bradley_terry(part, gamma))
    scores, _ = engine_scores(rows, items, method="bradley-terry", gamma=gamma)
    np.testing.assert_allclose(scores, expected, atol=1e-6)


@quick
@given(answers(most_items=5))
def test_bradley_terry_maximum_likelihood(given_rows):
    """Without a prior where the graph is strong, with gamma = 0.01 where it is not."""
    rows, items = given_rows
    table = twins.counts(*rows, items)

    def solve(part):
        return twins.bradley_terry(part, 0 if twins.is_strong(part) else 0.01)

    scores, _ = engine_scores(rows, items, method="bradley-terry")
    parts = twins.connected_parts(table)
    if len(parts) == 1:
        np.testing.assert_allclose(scores, part_by_part(table, solve), atol=1e-6)
    winner_and_loser = np.concatenate([rows, rows[::-1]], axis=1)  # each answer both ways, and once more
    both = np.concatenate([winner_and_loser, rows], axis=1)
    expected = part_by_part(twins.counts(*both, items), lambda part: twins.bradley_terry(part, 0))
    scores, _ = engine_scores(both, items, method="bradley-terry", gamma=0)
    np.testing.assert_allclose(scores, expected, atol=1e-6)


@quick
@given(answers(), st.sampled_from(["linear", "log-odds", "probit", "arcsine"]))
def test_hodge_rank(given_rows, transform):
    rows, items = given_rows
    expected = part_by_part(twins.counts(*rows, items), lambda part: twins.hodge_rank(part, transform))
    scores, _ = engine_scores(rows, items, method="hodgerank", transform=transform)
    np.testing.assert_allclose(scores, expected, atol=1e-6)


few_values = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=2, max_size=12)


@quick
@given(few_values)
def test_kendall(pairs):
    a, b = zip(*pairs, strict=True)
    found, expected = pdrank.metrics.kendall(a, b), twins.kendall(a, b)
    for name, value in expected.items():
        assert getattr(found, name) == pytest.approx(value, nan_ok=True), name
    for variant, name in (("a", "tau_a"), ("b", "tau_b"), ("gamma", "gamma")):
        assert pdrank.metrics.kendall_tau(a, b, variant) == pytest.approx(expected[name], nan_ok=True)
    if not math.isnan(expected["tau_b"]):
        assert found.tau_b == pytest.approx(scipy.stats.kendalltau(a, b).statistic)


@quick
@given(few_values)
def test_spearman(pairs):
    a, b = zip(*pairs, strict=True)
    ranks = scipy.stats.rankdata(a), scipy.stats.rankdata(b)
    constant = len(set(a)) == 1 or len(set(b)) == 1
    expected = math.nan if constant else float(np.corrcoef(*ranks)[0, 1])
    assert pdrank.metrics.spearman(a, b) == pytest.approx(expected, nan_ok=True)


@quick
@given(few_values.filter(lambda pairs: len(pairs) < 8), st.data())
def test_top_k(pairs, data):
    a, b = zip(*pairs, strict=True)
    k = data.draw(st.integers(1, len(a)))
    assert pdrank.metrics.top_k(a, b, k) == pytest.approx(twins.top_k_overlap(a, b, k))


unit = st.floats(0.01, 0.99)
predicted = st.lists(st.tuples(unit, st.sampled_from([0, 0.5, 1]), st.floats(0.1, 5)), min_size=1, max_size=20)


@quick
@given(predicted)
def test_losses(rows):
    p, y, w = (np.array(column) for column in zip(*rows, strict=True))
    margin = np.log(p / (1 - p))
    expected = np.average(-y * np.log(p) - (1 - y) * np.log(1 - p), weights=w)
    assert pdrank.metrics.log_loss(p, y, w) == pytest.approx(expected)
    assert pdrank.metrics.logistic_loss(margin, y, w) == pytest.approx(expected)
    strict = y != 0.5
    hit = np.where(margin == 0, 0.5, (margin > 0) == (y > 0.5))
    accuracy = np.average(hit[strict], weights=w[strict]) if strict.any() else math.nan
    assert pdrank.metrics.label_accuracy(margin, y, w) == pytest.approx(accuracy, nan_ok=True)


@quick
@given(predicted)
def test_slope_is_where_the_loss_is_least(rows):
    p, y, w = (np.array(column) for column in zip(*rows, strict=True))
    margin = np.log(p / (1 - p))
    r = math.sqrt(np.average(margin**2, weights=w))

    def loss(s):
        answers_loss = w @ (y * np.logaddexp(0, -s * margin) + (1 - y) * np.logaddexp(0, s * margin))
        return answers_loss + (np.logaddexp(0, -s * r) + np.logaddexp(0, s * r)) / 2

    slope = pdrank.metrics.fit_slope(margin, y, w)
    assert slope >= 0
    for other in (slope * 0.99, slope * 1.01, slope + 1e-3, 0.0):
        assert loss(slope) <= loss(other) + 1e-9


def test_paired_t_test_is_scipys():
    random = np.random.default_rng(1)
    a, b = random.normal(size=9), random.normal(0.3, size=9)
    found, expected = pdrank.metrics.paired_t_test(a, b), scipy.stats.ttest_rel(a, b)
    assert (found.t, found.p_value) == pytest.approx((expected.statistic, expected.pvalue))
    shared = pdrank.metrics.paired_t_test(a, b, overlap=0.1)
    assert shared.t == pytest.approx(found.t * math.sqrt((1 / 9) / (1 / 9 + 0.1 / 0.9)))


def test_calibration_bin_by_bin():
    random = np.random.default_rng(2)
    p, w = random.random(200), random.random(200)
    y = (random.random(200) < p).astype(float)
    found = pdrank.metrics.calibration(p, y, w, bins=5)
    error = 0.0
    for b in range(5):
        inside = (p >= b / 5) & (p < (b + 1) / 5)
        assert found.weight[b] == pytest.approx(w[inside].sum())
        assert found.mean_probability[b] == pytest.approx(np.average(p[inside], weights=w[inside]))
        error += w[inside].sum() * abs(np.average(p[inside] - y[inside], weights=w[inside])) / w.sum()
    assert found.expected_error == pytest.approx(error)
