"""How far a run is: told to functions, shown on terminals."""

import io
import sys

import pandas as pd
import pytest
from conftest import VOTES, random_answers

import pdrank
from pdrank import _progress

LONG = {"method": "bradley-terry", "bootstrap": 1000, "threads": 1}


@pytest.fixture(scope="module")
def answers():
    winner, loser = random_answers(1, 100, 3000)
    return {"winners": winner, "losers": loser}


def test_a_function_hears_of_it(answers):
    calls = []
    pdrank.rank(**answers, **LONG, progress=lambda *call: calls.append(call))
    assert calls
    for stage, done, total, change in calls:
        assert (stage, total) == ("bootstrapping", 1000) or stage != "bootstrapping"
        assert isinstance(stage, str) and isinstance(done, int) and isinstance(total, int) and isinstance(change, float)
    done = [call[1] for call in calls if call[0] == "bootstrapping"]
    assert done == sorted(done) and done[-1] <= 1000


def test_what_the_function_raises_comes_out(answers):
    class Enough(Exception):
        pass

    def stop(*call):
        raise Enough(call[0])

    with pytest.raises(Enough, match="bootstrapping"):
        pdrank.rank(**answers, **LONG, progress=stop)
    assert pdrank.rank(**answers, method="borda").converged  # and the next run is not disturbed


def test_compare_and_estimators_tell_too(answers):
    calls = []
    few = {role: values[:1000] for role, values in answers.items()}
    pdrank.compare(**few, methods="posterior", folds=2, progress=lambda *call: calls.append(call))
    assert "comparing" in {call[0] for call in calls}
    calls.clear()
    rows = list(zip(*few.values(), strict=True))
    pdrank.Posterior(progress=lambda *call: calls.append(call)).fit(rows)
    assert calls


def test_a_bar_of_tqdm(answers, capsys):
    pdrank.rank(**answers, **LONG, progress=True)
    shown = capsys.readouterr()
    assert "bootstrapping" in shown.err and "/1000" in shown.err
    assert shown.out == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_on_the_terminal_without_tqdm(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with _progress.observing(True) as observer:
        observer("ranking", 3, 200, 0.0123)
        observer("reading", 5_000_000, 10_000_000, 0.0)
    shown = sys.stderr.getvalue()
    assert "round 3, weights changed by 0.012" in shown and "reading 5 MB, 50 %" in shown
    assert shown.endswith("\r\033[K")  # the line is gone at the end


def test_nothing_where_nobody_looks(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with _progress.observing(True) as observer:
        assert observer is None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (("choosing", 3, 27, 0.0), "choosing gamma: try 3 of 27"),
        (("fitting", 12, 0, 0.031), "round 12, scores moved by 0.031 deviations"),
        (("bootstrapping", 3, 200, 0.0), "resample 3 of 200"),
        (("comparing", 3, 110, 0.0), "run 3 of 110"),
        (("anything", 3, 7, 0.0), "anything 3 of 7"),
        (("reading", 2_000_000, 0, 0.0), "reading 2 MB"),
    ],
)
def test_the_words_of_the_command_line(call, words):
    assert _progress.describe(*call) == words


def test_rows_of_tables_are_no_bytes(monkeypatch, capsys):
    assert _progress.describe("reading", 2_000_000, 4_000_000, 0.0, counts_rows=True) == "reading 2,000,000 rows, 50 %"
    units = []
    real = _progress.observing
    monkeypatch.setattr("pdrank._input.observing", lambda *told, **how: units.append(how) or real(*told, **how))
    pdrank.rank({"winner": ["A"], "loser": ["B"]}, method="borda")
    pdrank.rank(pd.DataFrame({"winner": ["A"], "loser": ["B"]}), method="borda")
    pdrank.rank(VOTES, method="borda")
    assert units == [{"counts_rows": True}, {"counts_rows": True}, {}]
    for counts_rows, unit in ((True, " rows/s"), (False, "B/s")):
        with _progress.observing(True, counts_rows) as observer:
            observer("reading", 5_000, 10_000, 0.0)
        assert unit in capsys.readouterr().err
