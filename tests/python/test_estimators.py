"""The estimators: in scikit-learn, without it, and with comparisons that come and go."""

import copy
import inspect
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from conftest import VOTES, random_answers
from sklearn.base import clone, is_classifier
from sklearn.calibration import CalibratedClassifierCV
from sklearn.exceptions import NotFittedError
from sklearn.metrics import log_loss
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks

import pdrank
from pdrank import BradleyTerry, PDRank, Posterior, _core

KINDS = pytest.mark.parametrize("kind", [PDRank, Posterior, BradleyTerry])


def duels(seed=1, items=15, rows=400, wrong=0.1, names="item-{:02}"):
    """X and y: pairs in either order, and whether the first won."""
    winner, loser = random_answers(seed, items, rows, wrong)
    y = np.random.default_rng(seed + 1).integers(0, 2, rows)
    X = np.where((y == 1)[:, None], np.stack([winner, loser], 1), np.stack([loser, winner], 1))
    return (np.array([[names.format(k) for k in row] for row in X], dtype=object) if names else X), y


@KINDS
def test_fit_with_y_is_fit_on_winners_and_losers(kind):
    X, y = duels()
    rows = [(a, b) if won else (b, a) for (a, b), won in zip(X, y, strict=True)]
    by_y, by_rows = kind().fit(X, y), kind().fit(rows)
    assert by_y.items_.tolist() == by_rows.items_.tolist()
    assert by_y.scores_.tolist() == by_rows.scores_.tolist()
    assert by_y.result_.to_csv() == by_rows.result_.to_csv()


@KINDS
def test_fit_is_rank(kind):
    model = kind().fit(VOTES)
    options = {"inner_rule": "kkt"} if kind is PDRank else {}
    result = pdrank.rank(VOTES, method=model.result_.method, **options)
    assert model.result_.to_csv() == result.to_csv()
    assert model.scores_.tolist() == list(result.scores.values())
    assert model.items_.tolist() == list(result.scores)
    assert model.ranking_.equals(result.ranking)


FORMS = {
    "array": lambda X: X,
    "lists": lambda X: X.tolist(),
    "tuples": lambda X: [tuple(row) for row in X],
    "pandas": lambda X: pd.DataFrame(X, columns=["a", "b"]),
    "polars": lambda X: pl.DataFrame(X.tolist(), schema=["a", "b"], orient="row"),
    "pyarrow": lambda X: pl.DataFrame(X.tolist(), schema=["a", "b"], orient="row").to_arrow(),
    "dict": lambda X: {"a": X[:, 0], "b": X[:, 1]},
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("names", ["item-{:02}", None], ids=["names", "numbers"])
def test_X_in_any_form(form, names):
    X, y = duels(names=names)
    expected = PDRank(gamma=0.01).fit(X, y)
    model = PDRank(gamma=0.01).fit(FORMS[form](X), y)
    assert model.scores_.tolist() == expected.scores_.tolist()
    assert model.items_.tolist() == expected.items_.tolist()
    assert isinstance(model.items_.tolist()[0], str if names else int)
    np.testing.assert_array_equal(model.predict_proba(FORMS[form](X)), expected.predict_proba(X))


def test_ties_weights_and_annotators():
    X = [("A", "B"), ("B", "C"), ("A", "C"), ("C", "B")]
    model = PDRank(gamma=0.01).fit(X, [1, 0.5, 1, 0], sample_weight=[1, 2, 1, 3])
    table = {"winner": ["A", "B", "A", "B"], "loser": ["B", "C", "C", "C"], "weight": [1, 2, 1, 3], "tie": [0, 1, 0, 0]}
    expected = pdrank.rank(table, method="pdrank", inner_rule="kkt", gamma=0.01)
    assert dict(zip(model.items_, model.scores_, strict=True)) == pytest.approx(expected.scores)
    crowd = Posterior().fit([(*pair, "x") for pair in X], [1, 1, 1, 0])
    assert list(crowd.result_.annotators["annotator"]) == ["x"]


@KINDS
def test_predictions(kind):
    X, y = duels(wrong=0.15)
    train, test, y_train, y_test = train_test_split(X, y, random_state=0)
    model = kind().fit(train, y_train)
    p = model.predict_proba(test)
    assert p.shape == (len(test), 2)
    np.testing.assert_allclose(p.sum(axis=1), 1)
    assert ((p > 0) & (p < 1)).all()
    np.testing.assert_array_equal(model.predict(test), p.argmax(axis=1))
    np.testing.assert_array_equal(model.predict(test), (model.decision_function(test) > 0).astype(int))
    np.testing.assert_allclose(model.predict_proba(test[:, ::-1])[:, 0], p[:, 1])  # whoever is named first
    assert model.score(test, y_test) == np.mean(model.predict(test) == y_test) > 0.75
    assert log_loss(y_test, p) < 0.55  # a coin has 0.69, and 15 % wrong answers at least 0.42


@KINDS
def test_what_the_data_cannot_tell_is_one_half(kind):
    model = kind().fit([("A", "B"), ("B", "C"), ("X", "Y")] * 10)
    p = model.predict_proba([("A", "nobody"), ("nobody", "no one"), ("A", "Y"), ("A", "A")])
    np.testing.assert_array_equal(p, 0.5)
    assert model.predict_proba([("A", "C")])[0, 1] > 0.5


@KINDS
def test_probabilities_are_calibrated_under_both_kinds_of_noise(kind):
    for noise in ("toggle:0.15", "bt:4"):
        made = pdrank.simulate(items=30, comparisons=3000, noise=noise, seed=4, frames="dict").comparisons
        X, y = np.stack([made["winner"], made["loser"]], axis=1), np.arange(3000) % 2
        X = np.where((y == 1)[:, None], X, X[:, ::-1])
        model = kind().fit(X[:1500], y[:1500])
        p = model.predict_proba(X[1500:])[:, 1]
        error = pdrank.metrics.calibration(p, y[1500:].astype(float), bins=5).expected_error
        assert error < (0.06 if noise == "bt:4" else 0.1), noise  # one slope knows no coin tosses


# scikit-learn


@KINDS
def test_clone_and_parameters(kind):
    model = kind(seed=7, ties="drop")
    copied = clone(model)
    assert copied is not model and copied.get_params() == model.get_params()
    assert copied.set_params(seed=8, level=0.8) is copied
    assert (copied.seed, copied.level, model.seed) == (8, 0.8, 7)
    assert set(model.get_params()) == set(inspect.signature(kind).parameters)
    with pytest.raises(ValueError, match="nonsense"):
        model.set_params(nonsense=1)
    assert is_classifier(model)


@KINDS
def test_parameters_are_the_engines_options(kind):
    records = {record["name"] for record in _core.option_records("rank")}
    of_methods = {option for method in _core.methods() for option in method["options"]}
    own = next(method["options"] for method in _core.methods() if method["name"] == kind()._method)
    shared = records - of_methods - {"method"}
    if kind is not PDRank:
        shared -= {"preset"}
    if kind is Posterior:
        shared -= {"bootstrap"}  # it has draws of its own
    assert set(kind().get_params()) - {"progress"} == set(own) | shared


@KINDS
def test_cross_validation(kind):
    X, y = duels()
    accuracy = cross_val_score(kind(), X, y, cv=3)
    assert accuracy.mean() > 0.8
    assert accuracy == pytest.approx(cross_val_score(kind(), X, y, cv=3, scoring="accuracy"))
    assert cross_val_score(kind(), X, y, cv=3, scoring="neg_log_loss").mean() > -0.5
    assert cross_val_score(kind(), X, y, cv=3, scoring="roc_auc").mean() > 0.85
    assert cross_val_predict(kind(), X, y, cv=3, method="predict_proba").shape == (len(X), 2)


def test_grid_search():
    X, y = duels(wrong=0.2)
    search = GridSearchCV(PDRank(), {"gamma": [1e-2, 1e3]}, cv=2, scoring="neg_log_loss").fit(X, y)
    assert search.best_params_["gamma"] != 1e3
    assert search.best_estimator_.result_.options["gamma"] == search.best_params_["gamma"]


def test_in_pipelines_and_meta_estimators():
    X, y = duels()
    assert make_pipeline(PDRank(gamma=0.01)).fit(X, y).score(X, y) > 0.8
    numbers, y = duels(names=None)
    assert CalibratedClassifierCV(PDRank(gamma=0.01), cv=2).fit(numbers, y).predict_proba(numbers).shape == (400, 2)


@KINDS
@pytest.mark.parametrize(
    "check",
    [
        "check_estimator_cloneable",
        "check_estimator_repr",
        "check_no_attributes_set_in_init",
        "check_parameters_default_constructible",
        "check_get_params_invariance",
        "check_set_params",
        "check_estimator_tags_renamed",
        "check_valid_tag_types",
        "check_mixin_order",
    ],
)
def test_checks_of_scikit_learn(kind, check):
    """Those about the shape of an estimator. The others feed it measurements, which are not pairs of items."""
    getattr(estimator_checks, check)(kind.__name__, kind())


@KINDS
def test_predicting_changes_nothing_and_pickles_and_copies_predict_the_same(kind):
    X, y = duels()
    model = kind().fit(X, y)
    before = dict(model.__dict__)
    expected = model.predict_proba(X)
    assert model.__dict__ == before
    for other in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        np.testing.assert_array_equal(other.predict_proba(X), expected)
        assert other.result_.to_csv() == model.result_.to_csv()
        other.partial_fit([("new", X[0, 0])])
        assert "new" in other.items_.tolist()
    assert "new" not in model.items_.tolist()


@KINDS
def test_not_fitted(kind):
    for call in ("predict", "predict_proba", "decision_function", "remove"):
        with pytest.raises(NotFittedError, match="call fit first"):
            getattr(kind(), call)([("A", "B")])


@pytest.mark.parametrize(
    ("X", "y", "words"),
    [
        ([("A", "B")], [2], "y is 2 in row 1, but must be 1 (the first item won), 0 (the second) or 0.5 (a tie)"),
        ([("A", "B"), ("B", "A")], [1, -1], "y is -1 in row 2"),
        ([("A", "B")], ["left"], "y must be numbers: 1 (the first item won), 0 (the second) or 0.5 (a tie)"),
        ([("A", "B")], [1, 0], "X has 1 rows, but y has 2"),
        ([("A", "A")], [1], "the same item"),
        ([("A",)], [1], "row 1 has 1 values"),
    ],
)
def test_mistakes_are_told(X, y, words):
    with pytest.raises(ValueError) as caught:
        PDRank().fit(X, y)
    assert words in str(caught.value)


# Comparisons that come and go.

ROWS = [(f"item-{a}", f"item-{b}") for a, b in zip(*random_answers(5, 25, 600, 0.15), strict=True)]


def scores_of(model) -> dict:
    return dict(zip(model.items_.tolist(), model.scores_.tolist(), strict=True))


def assert_same(model, expected, tolerance=1e-6):
    ours, theirs = scores_of(model), scores_of(expected)
    assert ours.keys() == theirs.keys()
    assert max(abs(ours[item] - theirs[item]) for item in theirs) <= tolerance * max(1, max(map(abs, theirs.values())))


@pytest.mark.parametrize("options", [{"gamma": 0.01}, {}, {"gamma": 1e-3, "round_tolerance": 1e-4}], ids=str)
def test_partial_fit_is_fit_on_everything_and_remove_undoes_it(options):
    model = PDRank(**options).fit(ROWS[:400])
    for part in (ROWS[400:401], ROWS[401:450], ROWS[450:]):
        model.partial_fit(part)
    assert_same(model, PDRank(**options).fit(ROWS))
    assert len(model.result_.comparisons) == 600
    model.remove(ROWS[450:]).remove(ROWS[400:450])
    assert_same(model, PDRank(**options).fit(ROWS[:400]))


def test_partial_fit_with_y_and_new_items():
    X, y = duels()
    model = PDRank(gamma=0.01).partial_fit(X[:300], y[:300]).partial_fit(X[300:], y[300:])
    assert_same(model, PDRank(gamma=0.01).fit(X, y))
    model.partial_fit([("new", X[0, 0])], [0])
    assert_same(model, PDRank(gamma=0.01).fit([*X.tolist(), ["new", X[0, 0]]], [*y, 0]))
    model.remove([("new", X[0, 0])], [0])
    assert_same(model, PDRank(gamma=0.01).fit(X, y))
    assert "new" not in scores_of(model)


def test_partial_fit_of_numbers_weights_ties_and_annotators():
    X, y = duels(names=None)
    y = y.astype(float)
    y[::10] = 0.5
    three = np.column_stack([X, np.arange(len(X)) % 4])
    weight = 1 + np.arange(len(X)) % 3
    model = PDRank(gamma=0.01).fit(three[:200], y[:200], weight[:200])
    model.partial_fit(three[200:], y[200:], weight[200:])
    expected = PDRank(gamma=0.01).fit(three, y, weight)
    assert_same(model, expected)
    assert all(type(item) is int for item in scores_of(model))
    assert sorted(model.result_.annotators["annotator"]) == [0, 1, 2, 3]
    model.remove(three[200:], y[200:], weight[200:])
    assert_same(model, PDRank(gamma=0.01).fit(three[:200], y[:200], weight[:200]))


def test_posterior_takes_more_rows_too():
    model = Posterior(seed=3).fit(ROWS[:400]).partial_fit(ROWS[400:])
    assert model.result_.to_csv() == Posterior(seed=3).fit(ROWS).result_.to_csv()


def test_removing_what_is_not_there_changes_nothing():
    model = PDRank(gamma=0.01).fit(ROWS)
    before = scores_of(model)
    for rows in ([("item-1", "unheard of")], [ROWS[0]] * 200, [(ROWS[0][0], ROWS[0][1], "somebody")]):
        with pytest.raises(ValueError, match=r"not there|there is no|no such"):
            model.remove(rows)
        assert scores_of(model) == before
        assert len(model.result_.comparisons) == len(ROWS)
    with pytest.raises(ValueError):
        PDRank().fit([("A", "B")]).remove([("A", "B")])  # nothing would be left


def test_a_bad_row_changes_nothing():
    model = PDRank(gamma=0.01).fit(ROWS)
    before = scores_of(model)
    with pytest.raises(ValueError, match="same item"):
        model.partial_fit([("A", "A")])
    assert scores_of(model) == before


def test_without_scikit_learn():
    """Everything but what scikit-learn itself would give."""
    script = """
import sys
sys.modules["sklearn"] = None
import pdrank
model = pdrank.PDRank(gamma=0.01).fit([("A", "B"), ("B", "C"), ("A", "C")])
assert model.get_params()["gamma"] == 0.01 and model.set_params(seed=3).seed == 3
assert repr(model) == "PDRank(gamma=0.01, seed=3)", repr(model)
assert model.predict([("A", "C")]).tolist() == [1]
try:
    pdrank.Posterior().predict([("A", "B")])
except ValueError as error:
    assert "call fit first" in str(error)
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-c", script], check=True)


# What callers do with their data, and what becomes of a fit that fails.


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64])
def test_the_callers_arrays_may_change(dtype):
    winner, loser = (column.astype(dtype) for column in random_answers(3, 10, 200))
    expected = PDRank(gamma=0.01).fit({"winner": winner.copy(), "loser": loser.copy()})
    for X in ({"winner": winner, "loser": loser}, np.asfortranarray(np.stack([winner, loser], axis=1))):
        model = PDRank(gamma=0.01).fit(X)
        for column in X.values() if isinstance(X, dict) else X.T:
            assert not np.shares_memory(model.result_.comparisons.winner, column)
            assert not np.shares_memory(model.result_.comparisons.loser, column)
        assert model.scores_.tolist() == expected.scores_.tolist()
    weight = np.ones(200)
    kept = PDRank(gamma=0.01).fit(np.stack([winner, loser], axis=1), np.ones(200), weight).result_.comparisons
    weight[:] = 9
    assert kept.weight is None or (kept.weight == 1).all()


@KINDS
def test_score_without_y(kind):
    X, y = duels()
    won = np.where((y == 1)[:, None], X, X[:, ::-1])
    model = kind().fit(won)
    assert model.score(won) == model.score(X, y)
    assert model.score(won[:, ::-1]) == pytest.approx(1 - model.score(won))
    assert cross_val_score(kind(), won, cv=3).mean() > 0.8
    battles = {"left": X[:, 0], "right": X[:, 1], "outcome": y}
    assert model.score(battles) == model.score(X, y)
    table = {"winner": ["item-14", "item-00", "item-01"], "loser": ["item-00", "item-14", "item-02"]}
    assert model.score({**table, "weight": [3, 1, 1], "tie": [0, 0, 1]}) == 0.75
    with pytest.raises(NotFittedError):
        kind().score(won)


def test_rows_that_weigh_nothing_are_left_out():
    X, y = duels()
    weight = np.arange(len(X)) % 3
    model = PDRank(gamma=0.01).fit(X, y, weight)
    expected = PDRank(gamma=0.01).fit(X[weight > 0], y[weight > 0], weight[weight > 0])
    assert model.result_.to_csv() == expected.result_.to_csv()
    crowd = np.column_stack([X, np.where(weight > 0, "x", "y")])
    assert list(PDRank().fit(crowd, y, weight).result_.annotators["annotator"]) == ["x"]
    for wrong, words in (
        (np.where(weight == 2, -1, 1), "sample_weight is -1 in row 3, but must be 0 or more"),
        (np.where(weight == 1, np.nan, 1), "sample_weight is nan in row 2"),
        (weight * 0, "sample_weight is 0 in all rows"),
        (weight[1:], "X has 400 rows, but sample_weight has 399"),
    ):
        with pytest.raises(ValueError, match=words):
            PDRank().fit(X, y, wrong)


def test_a_grid_of_short_floats():
    X, y = duels()
    search = GridSearchCV(PDRank(), {"gamma": np.logspace(-3, 0, 2, dtype=np.float32)}, cv=2).fit(X, y)
    assert search.best_estimator_.result_.options["gamma"] == float(search.best_params_["gamma"])
    assert search.predict_proba(X).shape == (len(X), 2)


@KINDS
def test_a_fit_that_fails_at_the_end_changes_nothing(kind, monkeypatch):
    model = kind().fit(ROWS)
    before, p = dict(model.__dict__), model.predict_proba(ROWS)

    def stopped(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr("pdrank.estimators.rank_source", stopped)
    for call in (model.fit, model.partial_fit):
        with pytest.raises(KeyboardInterrupt):
            call([("A", "B")])
        assert model.__dict__.keys() == before.keys()
        assert all(model.__dict__[name] is value for name, value in before.items())
    np.testing.assert_array_equal(model.predict_proba(ROWS), p)
    fresh = kind()
    with pytest.raises(KeyboardInterrupt):
        fresh.fit(ROWS)
    with pytest.raises(NotFittedError):
        fresh.predict(ROWS)


def test_probabilities_are_those_of_the_result():
    made = pdrank.simulate(items=12, trials=6, noise="bt:3", seed=3, frames="dict").comparisons
    for kind in (PDRank, Posterior, BradleyTerry):
        model = kind().fit(made)
        pairs = [(model.items_[0], model.items_[5]), (model.items_[7], model.items_[2])]
        predicted = model.result_.predict(pairs)
        np.testing.assert_array_equal(model.predict_proba(pairs)[:, 1], np.asarray(predicted["probability"]))
