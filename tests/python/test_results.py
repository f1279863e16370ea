"""What a person sees of a result: at the prompt, in a notebook, in a pickle."""

import copy
import html.parser
import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
from conftest import TRUTH, VOTES

import pdrank


@pytest.fixture(scope="module")
def result():
    return pdrank.rank(VOTES)


def test_at_the_prompt(result):
    lines = repr(result).splitlines()
    assert lines[0] == "Ranking by posterior: 20 items, 600 comparisons, 12 annotators"
    assert lines[1].split() == ["rank", "range", "tier", "item", "score", "comparisons", "wins", "losses"]
    first = lines[2].split()
    assert first[:4] == ["1", "1", "1", "item-07"] and first[5:] == ["63", "52", "11"] and float(first[4]) > 0
    assert lines[12] == "The first 10 of 20 items; .ranking has all."
    assert lines[13].startswith("Method posterior: fitted in ")
    assert max(map(len, lines)) <= 100
    assert len({line.index("item-") for line in lines[2:12]}) == 1


def test_at_the_prompt_nothing_is_hidden():
    told = repr(pdrank.rank([("A", "B"), ("C", "D")], method="pdrank", max_rounds=1, round_tolerance=0))
    assert "NOT CONVERGED" in told
    assert "component" in told and "few" in told
    assert "* " in told


def test_long_names_can_be_told_apart():
    names = [f"the same long beginning of all of these names, and then {k}" for k in range(3)]
    shown = repr(pdrank.rank([(names[0], names[1]), (names[1], names[2])], method="borda"))
    assert "then 0" in shown and "then 1" in shown and "the same long beginning" in shown


def test_long_names_and_large_scores_keep_the_table_narrow():
    shown = repr(pdrank.rank([("A" * 500, "B"), ("B", "C " * 200)], method="elo"))
    assert max(map(len, shown.splitlines())) <= 120


class Cells(html.parser.HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def test_in_a_notebook(result):
    texts = Cells(result._repr_html_()).texts
    assert "Ranking by posterior: 20 items, 600 comparisons, 12 annotators" in texts
    assert {"rank", "range", "item-07", "item-09"} <= set(texts)
    hostile = Cells(pdrank.rank([("<script>alert(1)</script>", "A&B")], method="borda")._repr_html_())
    assert "<script>alert(1)</script>" in hostile.texts and "A&B" in hostile.texts
    compared = pdrank.compare(VOTES, truth=TRUTH, methods="elo,borda", folds=2)
    assert {"method", "elo", "borda", "log_loss"} <= set(Cells(compared._repr_html_()).texts)
    assert "Kendall tau" in Cells(pdrank.evaluate(result, TRUTH)._repr_html_()).texts


def test_parts_of_the_result(result):
    assert result.method == "posterior" and result.chosen_because == ""
    assert result.converged is True and "fitted in" in result.message
    assert result.seed == 1 and result.options["level"] == 0.9
    assert result.data["rows"] == 600 and result.graph["components"] == 1
    assert result.convergence["status"] == "converged"
    assert 0 < result.figures["noise"] < 0.2
    assert result.notes and all(isinstance(note, str) for note in result.notes)
    assert list(result.scores)[0] == "item-07" and result.scores["item-07"] > 0
    assert "| item-07 |" in result.to_markdown() or "item-07" in result.to_markdown()
    with pytest.raises(ValueError, match="ranking, confidence, annotators"):
        result.to_csv(table="scores")


def test_what_is_given_back_may_be_changed(result):
    result.options["level"] = 0.1
    result.figures.clear()
    assert result.options["level"] == 0.9 and result.figures


def test_types_of_columns(result):
    assert result.ranking.dtypes[["rank", "rank_low", "tier", "component"]].eq("int64").all()
    assert result.ranking.dtypes[["score", "wins", "above_next"]].eq("float64").all()
    without = pdrank.rank(VOTES, method="borda").ranking
    assert without["rank_low"].isna().all() and without["rank_low"].dtype == "Int64"
    assert isinstance(result.confidence["winner"].dtype, pd.CategoricalDtype)
    assert (result.confidence["row"] == np.arange(1, 601)).all()


def test_flags_and_parts():
    ranking = pdrank.rank([("A", "B"), ("B", "C"), ("X", "Y")], method="bradley-terry").ranking
    assert ranking["component"].tolist() == [1, 1, 1, 2, 2]
    assert "unbeaten" in ranking["flags"][0] and "winless" in ranking["flags"][2]


@pytest.mark.parametrize("method", ["auto", "pdrank"])
def test_pickles_and_copies(method):
    result = pdrank.rank(VOTES, method=method)
    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)):
        assert repr(other) == repr(result)
        assert other.to_json() == result.to_json()
        for table in ("ranking", "confidence", "annotators"):
            assert other.to_csv(table=table) == result.to_csv(table=table)
            assert getattr(other, table).equals(getattr(result, table))
        assert pdrank.rank(other.comparisons, method="borda").scores == pdrank.rank(VOTES, method="borda").scores
        assert other.figures == result.figures and other.options == result.options


def test_comparisons_pickle():
    votes = pdrank.read_comparisons(VOTES)
    again = pickle.loads(pickle.dumps(votes))
    assert pdrank.rank(again, method="pdrank").to_csv(table="confidence") == pdrank.rank(votes, method="pdrank").to_csv(
        table="confidence"
    )


def test_trace_of_the_rounds():
    result = pdrank.rank(VOTES, method="pdrank", gamma=0.01)
    assert [step["round"] for step in result.trace] == list(range(1, result.convergence["rounds"] + 1))
    assert set(result.trace[0]) >= {"objective", "weight_change", "score_change", "kkt_residual", "iterations"}
    assert result.trace[-1]["objective"] == result.convergence["objective"]
    objectives = [step["objective"] for step in result.trace[1:]]  # the first round's weights are a start, no tangent
    assert all(after <= before + 1e-9 * abs(before) for before, after in itertools.pairwise(objectives))
    assert pdrank.rank(VOTES, method="borda").trace == []


def test_compared_methods():
    compared = pdrank.compare(VOTES, truth=TRUTH, methods=["elo", "borda", "i-lsr"], folds=3)
    assert repr(compared).splitlines()[0].split()[:2] == ["method", "seconds"]
    assert compared.reading in " ".join(line.strip() for line in repr(compared).splitlines())
    assert compared.folds == 3 and compared.held_out == 600 and compared.seed == 1
    table = compared.agreement
    square = table.drop(columns="method").to_numpy()
    np.testing.assert_array_equal(square, square.T)
    np.testing.assert_array_equal(np.diag(square), 1)
    none = pdrank.compare([("A", "B"), ("B", "C"), ("A", "C")], methods="borda,i-lsr", folds=0)
    reasons = dict(zip(none.table["method"], none.table["reason"], strict=True))
    assert reasons["borda"] == "" and "reachable" in reasons["i-lsr"]
    assert "i-lsr" in repr(none)


def test_compare_refuses():
    for arguments, words in (
        ({"methods": "best"}, "best"),
        ({"truth": {"no": 1.0, "such": 2.0}}, "at least 2"),
        ({"folds": 1}, "folds"),
        ({"top": 0}, "top"),
    ):
        with pytest.raises(ValueError, match=words):
            pdrank.compare(VOTES, **arguments)


def test_evaluate_refuses():
    for ranking, words in (
        ({"A": 1.0}, "at least 2"),
        ({"A": 1.0, "B": float("nan")}, "not a number"),
        (pd.DataFrame({"item": ["A", "A"], "score": [1, 2]}), "'A'"),
        (pd.DataFrame({"name": ["A", "B"], "score": [1, 2]}), "item and score"),
    ):
        with pytest.raises(ValueError, match=words):
            pdrank.evaluate(ranking, {"A": 1.0, "B": 2.0})
    with pytest.raises(TypeError, match="not int"):
        pdrank.evaluate(3, {"A": 1.0, "B": 2.0})
    with pytest.raises(ValueError, match="top"):
        pdrank.evaluate({"A": 1, "B": 2}, {"A": 1, "B": 2}, top=0)


def test_simulate_tells_and_refuses():
    made = pdrank.simulate(items=10, trials=2, seed=3)
    assert repr(made).startswith("Simulation: 90 comparisons, ")
    assert made.annotators is None and made.wrong.sum() > 0
    score = dict(zip(made.truth["item"], made.truth["score"], strict=True))
    winner, loser = (made.comparisons[side].map(score).astype(float) for side in ("winner", "loser"))
    np.testing.assert_array_equal(made.wrong, winner < loser)
    with pytest.raises(TypeError, match="not both"):
        pdrank.simulate(comparisons=5, trials=1)
    for arguments, words in (({"noise": "loud"}, "noise"), ({"items": 1}, "items"), ({"frames": "excel"}, "frames")):
        with pytest.raises(ValueError, match=words):
            pdrank.simulate(**arguments)


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "dict"])
def test_simulate_in_every_library(library):
    made = pdrank.simulate(items=8, trials=3, annotators="honest:3", frames=library)
    result = pdrank.rank(made.comparisons, method="pdrank")
    assert type(result.ranking) is type(made.truth)
    assert pdrank.evaluate(result.ranking, made.truth).items == 8


def test_simulate_takes_parts_of_trials_but_whole_counts():
    assert len(pdrank.simulate(items=10, trials=0.5).wrong) == len(
        pdrank.simulate(items=10, trials=np.float32(0.5)).wrong
    )
    assert len(pdrank.simulate(items=np.int64(10), trials=0.5).wrong) in (22, 23)
    for arguments in ({"items": 2.5}, {"comparisons": 2.5}, {"seed": 1.5}, {"trials": "2"}, {"items": True}):
        with pytest.raises(TypeError, match=f"^{next(iter(arguments))} is .*, but must be a [a-z ]*number$"):
            pdrank.simulate(**arguments)


def test_compared_methods_pickle():
    compared = pdrank.compare(VOTES, truth=TRUTH, methods=["elo", "borda"], folds=2)
    for other in (pickle.loads(pickle.dumps(compared)), copy.deepcopy(compared)):
        assert repr(other) == repr(compared) and other.table.equals(compared.table)
        for text in ("to_json", "to_csv", "to_markdown"):
            assert getattr(other, text)() == getattr(compared, text)()
        assert pickle.dumps(other)


def test_predictions():
    votes = {"winner": ["A", "B", "B", "C", "X"], "loser": ["B", "A", "C", "B", "Y"], "weight": [30, 10, 9, 6, 1]}
    result = pdrank.rank(votes, method="bradley-terry", level=0.8)
    predicted = result.predict([("A", "B"), ("B", "A"), ("A", "X")])
    assert list(predicted) == ["left", "right", "probability", "low", "high", "guess"]
    assert predicted["probability"][2] == 0.5 and np.isnan(predicted["low"][2])
    assert list(predicted["guess"]) == [False, False, True]
    assert predicted["probability"][0] == pytest.approx(1 - predicted["probability"][1])
    assert predicted["low"][0] < predicted["probability"][0] < predicted["high"][0]
    law = {"kind": "own", "flip": 0.0, "slope": 1.0}
    assert result.law == {**law, "order": 0.0, "ties": "half", "tie_size": 0.0}
    with pytest.raises(ValueError, match=r"there is no item 'nobody' in the data \(row 2 of pairs\)"):
        result.predict([("A", "B"), ("A", "nobody")])


def test_predictions_of_numbers_of_resamples_and_of_pickles():
    result = pdrank.rank([(1, 2)] * 8 + [(2, 1)] * 3 + [(2, 3)] * 5, method="borda", bootstrap=20)
    predicted = result.predict({"left": [1, 3], "right": [2, 1]})
    assert list(predicted["left"]) == [1, 3]
    assert result.law["kind"] == "one slope" and (predicted["low"] <= predicted["probability"]).all()
    again = pickle.loads(pickle.dumps(result)).predict({"left": [1, 3], "right": [2, 1]})
    assert all(list(again[name]) == list(predicted[name]) for name in predicted)
