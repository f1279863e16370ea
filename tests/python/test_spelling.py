"""One item has one name, whatever it comes in, and estimators find columns and items as rank does."""

import enum

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pdrank._spelling import spell, spelled

import pdrank
from pdrank import PDRank

OPTIONS = {"method": "borda"}
NUMBERS = [1.0, -0.0, 2.5, 0.1, 1e15, 9007199254740994.0, 1e16, 1e17, 1e23, 3.3e-5, 1e-7, 123456789.0, -7.0, 5e-324]


class Colour(str, enum.Enum):
    red = "r"


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2"])
def test_floats_are_spelled_as_the_engine_spells_those_of_tables(dtype):
    with np.errstate(all="ignore"):
        values = np.array(NUMBERS).astype(dtype)
    values = np.unique(values[np.isfinite(values)])
    read = pdrank.rank(pa.table({"winner": values, "loser": ["z"] * len(values)}), **OPTIONS).comparisons
    assert spelled(values) == [name for name in read.items if name != "z"]
    assert [spell(value) for value in values] == spelled(values)


def test_other_values():
    values = [True, np.False_, 7, np.int8(7), np.uint64(2**63), np.float32(0.1), "a", np.str_("b"), Colour.red, None]
    assert [spell(value) for value in values] == [
        *("true", "false", "7", "7", "9223372036854775808", "0.1", "a", "b", "r", "")
    ]
    assert [spell(value) for value in (float("nan"), pd.NA, np.float32("nan"))] == ["", "", ""]
    assert type(spell(Colour.red)) is str


FORMS = {
    "lists": lambda columns: {name: list(values) for name, values in columns.items()},
    "arrays": lambda columns: {name: np.array(values) for name, values in columns.items()},
    "objects": lambda columns: {name: np.array(values, dtype=object) for name, values in columns.items()},
    "rows": lambda columns: list(zip(*columns.values(), strict=True)),
    "pandas": pd.DataFrame,
    "pandas categories": lambda columns: pd.DataFrame(columns).astype("category"),
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("winner", "loser", "names"),
    [
        ([1.0, 2.5], [2.5, 3.0], ["1", "2.5", "3"]),
        ([True, True], [False, False], ["true", "false"]),
        ([1, 2], [2, 3], ["1", "2", "3"]),
        (["1", "2"], [2, 3], ["1", "2", "3"]),
    ],
    ids=["floats", "truths", "integers", "mixed"],
)
def test_an_item_has_one_name_in_every_form(form, winner, loser, names):
    data = FORMS[form]({"winner": winner, "loser": loser})
    model = PDRank(gamma=0.01).fit(data)
    assert sorted(model.result_.comparisons.items) == sorted(names)
    for other in FORMS.values():
        assert (model.predict(other({"winner": winner, "loser": loser})) == 1).all()
    assert pdrank.evaluate(model.result_, dict.fromkeys({*winner, *map(type(winner[0]), loser)}, 1.0)).items == len(
        names
    )


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_a_gap_in_one_column_does_not_rename_the_items_of_another(library):
    votes = library({"winner": [1, 2, 1], "loser": [2, 3, 3], "annotator": [1.0, None, 2.0]})
    model = PDRank(gamma=0.01).fit(votes)
    assert (model.predict_proba(votes)[:, 1] > 0.5).all()
    assert model.score(votes) == 1


# Columns of X.

TABLES = {"dict": dict, "pandas": pd.DataFrame, "polars": pl.DataFrame, "lazy": pl.LazyFrame, "pyarrow": pa.table}
WINNER, LOSER = ["A", "B", "A", "C"], ["B", "C", "C", "D"]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "columns",
    [
        {"loser": LOSER, "winner": WINNER},
        {"annotator": ["x", "y", "x", "y"], "winner": WINNER, "loser": LOSER},
        {"date": [1, 2, 3, 4], "Better": WINNER, "worse": LOSER, "weight": [1, 2, 1, 1]},
        {"winner": ["left"] * 4, "right": LOSER, "left": WINNER},
        {"a": WINNER, "b": LOSER},
    ],
    ids=lambda columns: ",".join(columns),
)
def test_predictions_find_columns_as_fit_does(table, columns):
    X = TABLES[table](columns)
    model = PDRank(gamma=0.01).fit(X)
    assert model.items_.tolist() == ["A", "B", "C", "D"]
    assert (model.predict(X) == 1).all() and (model.decision_function(X) > 0).all()
    assert (model.predict_proba(X)[:, 1] > 0.5).all()
    assert model.score(X) == model.score(X, [1] * 4) == 1


@pytest.mark.parametrize("table", TABLES)
def test_with_y_too(table):
    X = TABLES[table]({"judge": ["x", "x", "y", "y"], "right": LOSER, "left": WINNER})
    model = PDRank(gamma=0.01).fit(X, [1] * 4)
    assert model.items_.tolist() == ["A", "B", "C", "D"]
    assert np.asarray(model.result_.annotators["annotator"]).tolist() == ["x", "y"]
    by_place = PDRank(gamma=0.01).fit(TABLES[table]({"a": WINNER, "b": LOSER, "who": ["x", "x", "y", "y"]}), [1] * 4)
    assert np.asarray(by_place.result_.annotators["annotator"]).tolist() == ["x", "y"]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["annotator", "a", "b"], "not clear which columns of X are the two items: annotator, a, b"),
        (["winner", "b"], "not clear which columns"),
        (["a", "b", "c", "d"], "not clear which columns"),
        (["left", "right", "who"], "not clear whether column who of X says who answered"),
        (["left", "right", "weight"], "sample_weight"),
    ],
    ids=str,
)
def test_columns_that_are_not_clear(names, words):
    with pytest.raises(ValueError, match=words):
        PDRank().fit(pd.DataFrame([["A", "B", "C", "D"][: len(names)]], columns=names), [1])
