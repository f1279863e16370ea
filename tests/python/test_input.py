"""Whatever the comparisons come in, the result is the same, and comes back in the same library."""

import os
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import VOTES, random_answers

import pdrank

OPTIONS = {"method": "pdrank", "gamma": 0.01}


@pytest.fixture(scope="module")
def from_file():
    return pdrank.rank(VOTES, **OPTIONS)


def all_text(result) -> list[str]:
    return [result.to_csv(), result.to_csv(table="confidence"), result.to_csv(table="annotators")]


FORMS = {
    "pandas objects": lambda votes: pd.DataFrame(votes, dtype=object),
    "pandas strings": lambda votes: pd.DataFrame(votes, dtype="string"),
    "pandas default": lambda votes: pd.DataFrame(votes),
    "pandas categories": lambda votes: pd.DataFrame(votes).astype("category"),
    "pandas on pyarrow": lambda votes: pd.DataFrame(votes).astype(pd.ArrowDtype(pa.string())),
    "pandas with an index": lambda votes: pd.DataFrame(votes).sample(frac=1, random_state=1).sort_index(),
    "polars": pl.DataFrame,
    "polars lazy": pl.LazyFrame,
    "polars categories": lambda votes: pl.DataFrame(votes).cast(pl.Categorical),
    "pyarrow": pa.table,
    "pyarrow dictionaries": lambda votes: pa.table(
        {name: pa.array(v).dictionary_encode() for name, v in votes.items()}
    ),
    "pyarrow large strings": lambda votes: pa.table(
        {name: pa.array(v, pa.large_string()) for name, v in votes.items()}
    ),
    "pyarrow batches": lambda votes: pa.Table.from_batches(pa.table(votes).to_batches(max_chunksize=7)),
    "pyarrow reader": lambda votes: pa.table(votes).to_reader(max_chunksize=100),
    "dict of lists": lambda votes: votes,
    "dict of arrays": lambda votes: {name: np.array(values) for name, values in votes.items()},
    "dict of series": lambda votes: {name: pd.Series(values) for name, values in votes.items()},
    "tuples": lambda votes: list(zip(*votes.values(), strict=True)),
    "lists": lambda votes: [list(row) for row in zip(*votes.values(), strict=True)],
    "generator": lambda votes: (row for row in zip(*votes.values(), strict=True)),
    "array of strings": lambda votes: np.array(list(votes.values())).T,
    "array of objects": lambda votes: np.array(list(votes.values()), dtype=object).T,
    "path": lambda votes: VOTES,
    "path as text": lambda votes: str(VOTES),
    "list of paths": lambda votes: [VOTES],
    "Comparisons": lambda votes: pdrank.read_comparisons(VOTES),
}
LIBRARY = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.Table, "dict": dict}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_result_in_its_own_library(form, votes, from_file):
    result = pdrank.rank(FORMS[form](votes), **OPTIONS)
    assert all_text(result) == all_text(from_file)
    library = LIBRARY.get(form.split()[0], pd.DataFrame)
    for table in (result.ranking, result.confidence, result.annotators):
        assert isinstance(table, library)


def test_columns_by_role(votes, from_file):
    roles = {"winners": votes["winner"], "losers": votes["loser"], "annotators": votes["annotator"]}
    for wrap in (list, tuple, np.array, pd.Series, pl.Series, pa.array):
        result = pdrank.rank(**{role: wrap(values) for role, values in roles.items()}, **OPTIONS)
        assert all_text(result) == all_text(from_file)
    assert isinstance(pdrank.rank(**{role: pl.Series(v) for role, v in roles.items()}, **OPTIONS).ranking, pl.DataFrame)


def values_of(table, name) -> list:
    column = table[name]
    return column.to_pylist() if hasattr(column, "to_pylist") else list(column)


@pytest.mark.parametrize("library", LIBRARY)
def test_tables_hold_the_same_in_every_library(library, votes, from_file):
    make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table, "dict": dict}[library]
    result = pdrank.rank(make(votes), **OPTIONS)
    for name in ("ranking", "confidence", "annotators"):
        expected, found = getattr(from_file, name), getattr(result, name)
        for column in expected.columns:
            ours, theirs = values_of(found, column), values_of(expected, column)
            assert [None if pd.isna(v) else v for v in ours] == [None if pd.isna(v) else v for v in theirs], column


def test_several_files_are_read_as_one(tmp_path, votes):
    rows = [",".join(row) for row in zip(*votes.values(), strict=True)]
    parts = [tmp_path / "a.csv", tmp_path / "b.csv"]
    for part, some in zip(parts, (rows[:100], rows[100:]), strict=True):
        part.write_text("winner,loser,annotator\n" + "\n".join(some) + "\n")
    assert all_text(pdrank.rank(parts, **OPTIONS)) == all_text(pdrank.rank(VOTES, **OPTIONS))
    assert len(pdrank.read_comparisons(*parts)) == 600


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "uint32", "uint64"])
def test_arrays_of_whole_numbers_come_back_as_such(dtype):
    winner, loser = random_answers(1, 20, 300)
    expected = pdrank.rank(winners=winner, losers=loser, **OPTIONS)
    result = pdrank.rank(winners=winner.astype(dtype), losers=loser.astype(dtype), **OPTIONS)
    assert all_text(result)[:2] == all_text(expected)[:2]
    assert result.ranking["item"].dtype == np.int64
    assert all(type(item) is int for item in result.scores)
    assert sorted(result.scores) == list(range(20))
    assert result.confidence["winner"].tolist() == winner.tolist()


NUMBER_FORMS = {
    "lists": lambda w, lo: {"winners": w.tolist(), "losers": lo.tolist()},
    "strided": lambda w, lo: {"data": np.stack([w, lo], axis=1)},
    "tuples": lambda w, lo: {"data": list(zip(w.tolist(), lo.tolist(), strict=True))},
    "pandas": lambda w, lo: {"data": pd.DataFrame({"winner": w, "loser": lo})},
    "pandas without names": lambda w, lo: {"data": pd.DataFrame(np.stack([w, lo], axis=1))},
    "pandas nullable": lambda w, lo: {"data": pd.DataFrame({"winner": w, "loser": lo}).astype("Int64")},
    "polars": lambda w, lo: {"data": pl.DataFrame({"winner": w, "loser": lo})},
    "pyarrow": lambda w, lo: {"data": pa.table({"winner": w, "loser": lo})},
    "dict": lambda w, lo: {"data": {"winner": w, "loser": lo}},
    "verdicts": lambda w, lo: {"data": pd.DataFrame({"left": lo, "right": w, "winner": "right"})},
}


@pytest.mark.parametrize("form", NUMBER_FORMS)
def test_whole_numbers_in_any_form(form):
    winner, loser = random_answers(2, 20, 300)
    expected = pdrank.rank(winners=winner, losers=loser, **OPTIONS)
    result = pdrank.rank(**NUMBER_FORMS[form](winner, loser), **OPTIONS)
    assert all(type(item) is int for item in result.scores)
    assert list(result.scores) == list(expected.scores)
    np.testing.assert_allclose(list(result.scores.values()), list(expected.scores.values()), rtol=1e-9, atol=1e-9)
    assert values_of(result.confidence, "winner") == winner.tolist()


def test_numbers_that_are_texts_stay_texts():
    winner, loser = (values.astype(str) for values in random_answers(2, 20, 300))
    for data in (
        pd.DataFrame({"winner": winner, "loser": loser, "annotator": 1, "weight": 2}),
        np.stack([winner, loser], 1),
    ):
        assert all(isinstance(item, str) for item in pdrank.rank(data, **OPTIONS).scores)


def test_negative_and_large_numbers_are_names_too():
    for names in ([-5, 3, 12], [2**40, 2**41, 7]):
        winner, loser = [names[0], names[1], names[0]], [names[1], names[2], names[2]]
        assert list(pdrank.rank(winners=winner, losers=loser, **OPTIONS).scores) == names


def test_numbers_of_annotators_come_back_as_such():
    winner, loser = random_answers(3, 6, 60)
    annotator = np.arange(60) % 3 + 7
    for data in (
        {"winner": winner, "loser": loser, "annotator": annotator},
        np.stack([winner, loser, annotator], axis=1),
    ):
        assert sorted(values_of(pdrank.rank(data, **OPTIONS).annotators, "annotator")) == [7, 8, 9]
    frame = pd.DataFrame({"winner": winner, "loser": loser, "judge": annotator})
    assert sorted(pdrank.rank(frame, **OPTIONS).annotators["annotator"]) == [7, 8, 9]


def test_weights_and_ties(cli, tmp_path):
    table = pd.DataFrame(
        {
            "winner": ["A", "B", "C", "A", "B"],
            "loser": ["B", "C", "A", "C", "A"],
            "weight": [2.5, 1, 3, 1, 0.5],
            "tie": [False, True, False, False, False],
        }
    )
    table.to_csv(tmp_path / "votes.csv", index=False)
    expected = cli("rank", tmp_path / "votes.csv", "--method", "bradley-terry", "--format", "csv")
    for form in (pd.DataFrame, pl.DataFrame, pa.Table.from_pandas, lambda t: t.to_dict("list")):
        assert pdrank.rank(form(table), method="bradley-terry").to_csv() == expected
    columns = {"winners": table["winner"], "losers": table["loser"], "weights": table["weight"], "tied": table["tie"]}
    assert pdrank.rank(**columns, method="bradley-terry").to_csv() == expected
    numbers = table.replace({"A": 0, "B": 1, "C": 2}).astype({"winner": int, "loser": int})
    columns |= {"winners": numbers["winner"], "losers": numbers["loser"]}
    by_number = pdrank.rank(**columns, method="bradley-terry")
    named = {"ABC"[item]: score for item, score in by_number.scores.items()}
    assert named == pytest.approx(pdrank.rank(table, method="bradley-terry").scores)


@pytest.mark.parametrize(
    "tied", [[True, False, False], [1, 0, 0], ["1", "0", "0"], ["yes", "no", "no"], [True, None, None]]
)
@pytest.mark.parametrize("weights", [None, [1, 2, 3], [1.0, 2.0, 3.0], ["1", "2", "3"]])
def test_ties_and_weights_are_what_they_say(tied, weights):
    named = pdrank.rank(
        winners=["0", "1", "0"], losers=["1", "2", "2"], tied=tied, weights=weights, method="bradley-terry"
    )
    numbered = pdrank.rank(winners=[0, 1, 0], losers=[1, 2, 2], tied=tied, weights=weights, method="bradley-terry")
    assert named.comparisons.tie.tolist() == numbered.comparisons.tie.tolist() == [1, 0, 0]
    assert numbered.scores == pytest.approx({int(item): score for item, score in named.scores.items()})


def test_rows_without_an_annotator():
    rows = {"winner": ["A", "B", "A"], "loser": ["B", "C", "C"], "annotator": ["x", None, float("nan")]}
    for form in (dict, pd.DataFrame):
        result = pdrank.rank(form(rows), **OPTIONS)
        assert values_of(result.annotators, "annotator") == ["x"]
        assert [value if isinstance(value, str) else None for value in values_of(result.confidence, "annotator")] == [
            "x",
            None,
            None,
        ]
    by_number = pdrank.rank(winners=[0, 1, 0], losers=[1, 2, 2], annotators=["x", None, "y"], **OPTIONS)
    assert list(by_number.annotators["annotator"]) == ["x", "y"]


def test_columns_by_other_names(votes, from_file):
    other = {"better one": votes["winner"], "worse one": votes["loser"], "who": votes["annotator"]}
    roles = {"winner": "better one", "loser": "worse one", "annotator": "who"}
    spec = ",".join(f"{role}={name}" for role, name in roles.items())
    for table in (pd.DataFrame(other), pl.DataFrame(other), pa.table(other), other):
        for columns in (roles, spec):
            assert all_text(pdrank.rank(table, columns=columns, **OPTIONS)) == all_text(from_file)


def test_columns_of_mixed_types():
    mixed = {"winner": ["A", 1, "A", 2.5], "loser": [1, "B", 2.5, "B"], "annotator": [1, "x", None, True]}
    for form in (dict, pd.DataFrame, lambda rows: list(zip(*rows.values(), strict=True))):
        assert list(pdrank.rank(form(mixed), method="borda").scores) == ["A", "1", "2.5", "B"]


def test_whole_rankings_and_battles():
    ranked = pdrank.rank({"order": ["A>B>C", "A>C>B"]}, method="borda")
    assert list(ranked.scores) == ["A", "B", "C"]
    battles = {
        "model_a": ["x", "y", "x"],
        "model_b": ["y", "z", "z"],
        "winner": ["model_a", "tie (bothbad)", "model_a"],
    }
    for form in (dict, pd.DataFrame, pl.DataFrame):
        assert list(pdrank.rank(form(battles), method="borda").scores)[0] == "x"


# What is refused, and in which words.


def refused(error, **arguments) -> str:
    with pytest.raises(error) as caught:
        pdrank.rank(**arguments)
    return str(caught.value)


def test_bad_rows_are_named_as_the_command_line_names_them(cli, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("winner,loser\nA,B\nC,C\n")
    printed = cli("rank", path, status=3).removeprefix("pdrank: ").rstrip("\n")
    assert refused(pdrank.InputError, data=path) == printed
    with pytest.raises(pdrank.InputError) as caught:
        pdrank.rank(path)
    assert (caught.value.path, caught.value.line) == (str(path), 3)
    assert caught.value.reason == "winner and loser are the same item 'C'"
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "form", [dict, pd.DataFrame, pl.DataFrame, pa.table, lambda t: list(zip(*t.values(), strict=True))]
)
def test_bad_rows_of_tables(form):
    told = refused(pdrank.InputError, data=form({"winner": ["A", "C"], "loser": ["B", "C"]}))
    assert "winner and loser are the same item 'C'" in told and "2" in told, told
    kept = pdrank.rank(form({"winner": ["A", "C"], "loser": ["B", "C"]}), skip_bad_rows=True, **OPTIONS)
    assert list(kept.scores) == ["A", "B"]
    assert sum(kept.comparisons.skipped.values()) == 1


def test_bad_numbers():
    expected = refused(pdrank.InputError, winners=["1", "2"], losers=["2", "2"])
    assert refused(pdrank.InputError, winners=[1, 2], losers=[2, 2]) == expected
    kept = pdrank.rank(winners=[1, 2], losers=[2, 2], skip_bad_rows=True, **OPTIONS)
    assert list(kept.scores) == [1, 2]
    assert "weight" in refused(ValueError, winners=[1, 2], losers=[2, 1], weights=[1, -3])


def test_ties_that_are_refused():
    for rows in ({"winner": [1, 2], "loser": [2, 1]}, {"winner": ["1", "2"], "loser": ["2", "1"]}):
        assert "tie" in refused(ValueError, data={**rows, "tie": [0, 1]}, ties="error")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({}, TypeError, "no comparisons"),
        ({"winners": ["A"]}, TypeError, "winners and losers"),
        ({"data": [("A", "B")], "winners": ["A"], "losers": ["B"]}, TypeError, "not both"),
        ({"data": 7}, TypeError, "not int"),
        ({"data": [("A", "B", "C", "D")]}, ValueError, "row 1 has 4 values"),
        ({"data": [("A", "B"), ("A", "B", "x")]}, ValueError, "row 2 has 3 values"),
        ({"data": np.zeros((3, 5))}, ValueError, "3 x 5"),
        ({"winners": ["A", "B"], "losers": ["B"]}, ValueError, "winner has 2 rows, loser has 1 rows"),
        ({"winners": "AB", "losers": "BA"}, TypeError, "a list or an array"),
        ({"data": {"winner": ["A"]}}, ValueError, "winner"),
        ({"data": {"x": ["A"], "y": ["B"], "z": ["C"]}}, pdrank.InputError, "x"),
        ({"data": []}, ValueError, "no "),
        ({"data": "nowhere.csv"}, pdrank.InputError, "nowhere.csv"),
        ({"data": VOTES, "method": "best"}, ValueError, "best"),
        ({"data": VOTES, "epsilon": -1}, ValueError, "epsilon is -1, but must be between 1e-12 and 1000"),
        ({"data": VOTES, "gamma": "automatic"}, ValueError, "gamma is 'automatic', but must be a number or auto"),
        ({"data": VOTES, "ties": "often"}, ValueError, "ties is 'often', but must be one of auto, half, drop, error"),
        ({"data": VOTES, "columns": "winner=9"}, ValueError, "columns"),
        ({"data": VOTES, "progress": 3}, TypeError, "progress is 3"),
        ({"data": [("A", "B")], "method": "i-lsr"}, pdrank.NotApplicable, "component"),
        ({"data": VOTES, "max-rounds": 3}, TypeError, "max-rounds"),
        ({"data": VOTES, "gama": 3}, TypeError, "gama"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_mistakes_are_told(arguments, error, words):
    told = refused(error, **arguments)
    assert words in told and "\n" not in told, told


def test_comparisons_have_been_read_already():
    votes = pdrank.read_comparisons(VOTES)
    for arguments in ({"columns": "winner=a,loser=b"}, {"skip_bad_rows": True}):
        assert "read already" in refused(TypeError, data=votes, **arguments)


def test_the_words_of_the_command_line(cli):
    for flag, option, value in (("--epsilon", "epsilon", -1), ("--max-rounds", "max_rounds", 0)):
        printed = cli("rank", VOTES, flag, value, status=2).removeprefix("pdrank: ").rstrip("\n")
        assert refused(ValueError, data=VOTES, **{option: value}) == printed.replace(flag, option)


def test_paths_of_all_kinds(tmp_path, from_file):
    copy = tmp_path / "vötes 1.csv"
    copy.write_bytes(VOTES.read_bytes())
    here = Path.cwd()
    os.chdir(tmp_path)
    try:
        assert all_text(pdrank.rank(copy.name, **OPTIONS)) == all_text(from_file)
    finally:
        os.chdir(here)


def test_an_array_of_floats_is_no_list_of_pairs():
    with pytest.raises(ValueError, match="by name or by whole number, but the data are an array of floats"):
        pdrank.rank(np.eye(2))


def test_methods_may_be_spelled_like_python_names():
    rows = [("A", "B"), ("B", "C"), ("C", "A")]
    assert pdrank.rank(rows, method="bradley_terry").method == "bradley-terry"


def test_numbers_of_every_width_and_byte_order():
    for dtype in ("u4", ">u4", "i8", ">i8", "u8"):
        large = np.array([3, 2**31, 2**31 + 5], dtype=dtype)
        result = pdrank.rank(winners=large, losers=np.roll(large, 1), method="borda")
        assert sorted(result.scores) == [3, 2**31, 2**31 + 5]
    for dtype in (">i4", ">u2"):
        small = np.array([1, 2, 3], dtype=dtype)
        assert sorted(pdrank.rank(winners=small, losers=np.roll(small, 1), method="borda").scores) == [1, 2, 3]


def test_one_column_is_no_data():
    for column in (pd.Series([("A", "B")]), pl.Series(["A", "B"]), pd.Index(["A", "B"])):
        assert "one column" in refused(TypeError, data=column)


def test_masked_values_are_refused():
    masked = np.ma.array([1, 2, 3], mask=[False, True, False])
    assert "winner has masked values" in refused(ValueError, winners=masked, losers=[2, 3, 1])
    rows = np.ma.array([[1, 2], [2, 3]], mask=[[False, False], [False, True]])
    assert "masked" in refused(ValueError, data=rows)
    assert pdrank.rank(np.ma.array([[1, 2], [2, 3]]), method="borda").scores == {1: 1.0, 2: 1.0, 3: 0.0}
    for arguments in ({"y": np.ma.array([1, 0], mask=[False, True])}, {"y": [1, 1], "sample_weight": masked[:2]}):
        with pytest.raises(ValueError, match="masked"):
            pdrank.PDRank().fit([("A", "B"), ("B", "C")], **arguments)


def test_options_may_be_numbers_of_numpy():
    given = {"gamma": np.float32(0.5), "seed": np.int64(3), "max_rounds": np.uint8(9), "threads": np.int16(1)}
    result = pdrank.rank([("A", "B"), ("B", "C")], method=np.str_("pdrank"), **given)
    assert (result.options["gamma"], result.seed, result.options["max_rounds"]) == (0.5, 3, 9)


def test_paths_may_be_bytes_and_must_be_utf8(from_file):
    assert all_text(pdrank.rank(os.fsencode(VOTES), **OPTIONS)) == all_text(from_file)
    assert pdrank.read_comparisons(os.fsencode(VOTES)).items == from_file.comparisons.items
    for path in (b"/v\xf6tes.csv", os.fsdecode(b"/v\xf6tes.csv")):
        assert "not UTF-8" in refused(ValueError, data=path)
        with pytest.raises(ValueError, match="not UTF-8"):
            pdrank.evaluate(path, {"A": 1})


NEGATIVE = {
    "simulate items": lambda: pdrank.simulate(items=-1),
    "simulate comparisons": lambda: pdrank.simulate(comparisons=-1),
    "simulate seed": lambda: pdrank.simulate(seed=-1),
    "simulate too many": lambda: pdrank.simulate(items=2**40),
    "evaluate top": lambda: pdrank.evaluate({"A": 1, "B": 2}, {"A": 1, "B": 2}, top=-1),
    "compare top": lambda: pdrank.compare(VOTES, methods="borda", top=-1),
    "compare threads": lambda: pdrank.compare(VOTES, methods="borda", threads=-1),
    "compare seed": lambda: pdrank.compare(VOTES, methods="borda", seed=-1),
    "compare folds": lambda: pdrank.compare(VOTES, methods="borda", folds=-1),
    "rank threads": lambda: pdrank.rank("nowhere.csv", threads=-1),
    "read threads": lambda: pdrank.read_comparisons(VOTES, threads=2**40),
}


@pytest.mark.parametrize("call", NEGATIVE)
def test_counts_out_of_range_are_told_in_one_line(call):
    with pytest.raises(ValueError, match=rf"^({'|'.join(call.split())}|items) is -?\d+, but [^\n]*$"):
        NEGATIVE[call]()


def test_a_list_of_dicts_is_a_table():
    rows = [{"winner": "A", "loser": "B"}, {"loser": "C", "winner": "B", "annotator": "x"}]
    assert list(pdrank.rank(rows, method="borda").scores) == ["A", "B", "C"]


def test_rows_of_text_are_no_pairs():
    with pytest.raises(TypeError, match="row 1 is no pair, but data must be a path, a table"):
        pdrank.rank(iter(["AB", "CD"]))


def test_where_and_context(tmp_path):
    table = pd.DataFrame(
        {
            "winner": ["A", "B", "A", "C"],
            "loser": ["B", "C", "C", "A"],
            "lang": ["en", "fr", "en", "en"],
            "n": [1, 2, 3, 4],
        }
    )
    path = tmp_path / "votes.csv"
    table.to_csv(path, index=False)
    for data in (table, path, table.to_dict("list")):
        result = pdrank.rank(data, where=["lang=en", "n<4"], method="borda")
        assert result.data["rows_used"] == 2
        assert "2 of 4 rows were left out by where lang=en and n<4." in result.notes
    with pytest.raises(pdrank.InputError, match="no column 'tongue'; the columns are 'winner', 'loser', 'lang', 'n'"):
        pdrank.rank(table, where="tongue=en")
    kept = pdrank.read_comparisons(path, context=["lang", "n"], where="n>1")
    for votes in (kept, pickle.loads(pickle.dumps(kept)), kept.extend(kept).remove(kept)):
        values, ids = votes.context["lang"]
        assert [values[k] for k in ids] == ["fr", "en", "en"]
        assert list(votes.context) == ["lang", "n"]
    with pytest.raises(TypeError, match="have been read already"):
        pdrank.rank(kept, where="n=1")


def test_soft_and_graded_answers():
    votes = {"left": ["A", "A", "B"], "right": ["B", "C", "C"], "outcome": [0.75, 0.25, 1]}
    result = pdrank.rank(pd.DataFrame(votes), method="win-rate")
    wins = dict(zip(result.ranking["item"], result.ranking["wins"], strict=True))
    assert wins == {"A": 1.0, "B": 1.25, "C": 0.75}
    assert list(result.ranking["wins"] + result.ranking["losses"]) == [2.0, 2.0, 2.0]


def test_a_table_of_wins():
    wins = pd.DataFrame([[0, 3, 1], [1, 0, 2], [0, 1, 0]], index=list("ABC"), columns=list("ABC"))
    result = pdrank.rank(wins, method="win-rate")
    assert dict(zip(result.ranking["item"], result.ranking["wins"], strict=True)) == {"A": 4.0, "B": 3.0, "C": 1.0}


def test_rows_whose_third_value_is_the_winner():
    with pytest.raises(ValueError, match="columns left, right and winner"):
        pdrank.rank([("A", "B", "A"), ("B", "C", "C")])
