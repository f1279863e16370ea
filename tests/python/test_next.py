"""next_pairs: the pairs of the command line, in the tables of the caller; what is never asked; bad input; Ctrl-C."""

import io
import json
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import VOTES, random_answers
from test_interrupt import PREPARE, WAIT, interrupt

import pdrank

COLUMNS = ["left", "right", "annotator", "probability_left", "value", "reason"]
SMALL = {"winner": ["A", "B", "A", "C", "B", "A"], "loser": ["B", "C", "C", "D", "D", "D"]}


def asked(result: pdrank.NextResult) -> list[frozenset]:
    pairs = json.loads(result.to_json())["pairs"]
    return [frozenset((pair["left"], pair["right"])) for pair in pairs]


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return pd.read_csv(VOTES)


# The same as the command line.

RUNS = [
    ({}, []),
    ({"count": 25, "strategy": "random", "seed": 5}, ["--count", 25, "--strategy", "random", "--seed", 5]),
    ({"annotator": "annotator-12", "level": 0.8}, ["--annotator", "annotator-12", "--level", 0.8]),
    ({"annotator": "Zoe"}, ["--annotator", "Zoe"]),
    ({"outlook": False, "threads": 1}, ["--no-outlook", "--threads", 1]),
    ({"forbid": VOTES}, ["--forbid", VOTES]),
]


@pytest.mark.parametrize(("options", "flags"), RUNS, ids=lambda value: " ".join(map(str, value)) or "default")
def test_the_same_as_the_command_line(options, flags, cli):
    printed = {format: cli("next", VOTES, *flags, "--format", format) for format in ("json", "csv", "markdown")}
    for form in (str, pd.read_csv):
        result = pdrank.next_pairs(form(VOTES), **options)
        assert {"json": result.to_json(), "csv": result.to_csv(), "markdown": result.to_markdown()} == printed, form


def test_items_as_the_command_line_has_them(cli, tmp_path):
    items, empty = tmp_path / "items.txt", tmp_path / "empty.csv"
    items.write_text("A\nB\nC\nD\n")
    empty.write_text("winner,loser\n")
    printed = cli("next", "--items", items, "--no-outlook", "--format", "json")
    nothing = pd.DataFrame({"winner": [], "loser": []})
    for given in (
        items,
        str(items),
        list("ABCD"),
        np.array(list("ABCD")),
        pd.Series(list("ABCD")),
        pl.Series(list("ABCD")),
    ):
        assert pdrank.next_pairs(items=given, outlook=False).to_json() == printed
    for data in (nothing, nothing.astype(str), pl.DataFrame(nothing), SMALL | {"winner": [], "loser": []}, empty):
        assert pdrank.next_pairs(data, items=list("ABCD"), outlook=False).to_json() == printed
    assert pdrank.next_pairs(winners=[], losers=[], items=items, outlook=False).to_json() == printed


def test_strategies(cli):
    assert pdrank.strategies() == json.loads(cli("next", "--strategies", "--format", "json"))


# What comes back.


def test_pairs_hold_what_the_file_holds(table):
    result = pdrank.next_pairs(table, 5, outlook=False)
    written = pd.read_csv(io.StringIO(result.to_csv()))
    assert list(result.pairs.columns) == COLUMNS
    assert list(written.columns) == [*COLUMNS[:2], "winner", *COLUMNS[2:]]  # where the answers go
    assert result.pairs["annotator"].isna().all() and written["annotator"].isna().all()
    for name in COLUMNS:
        if name != "annotator":
            assert result.pairs[name].tolist() == written[name].tolist()


def test_tables_are_of_the_callers_library(table):
    for data, library in (
        (table, "pandas"),
        (pl.DataFrame(table), "polars"),
        (pa.Table.from_pandas(table), "pyarrow"),
        (table.to_dict("list"), "dict"),
    ):
        pairs = pdrank.next_pairs(data, 3, outlook=False).pairs
        assert type(pairs).__module__.partition(".")[0] == (library if library != "dict" else "builtins")
        assert list(np.asarray(pairs["left"])) == list(pdrank.next_pairs(VOTES, 3, outlook=False).pairs["left"])
        assert len(pairs["annotator"]) == 3


def test_whole_numbers_stay_whole_numbers():
    winners, losers = random_answers(1, 8, 60)
    result = pdrank.next_pairs(winners=winners, losers=losers, forbid=[(0, 1), (7, 6)])
    assert result.pairs["left"].dtype == np.int64 and result.pairs["right"].dtype == np.int64
    assert not {frozenset(("0", "1")), frozenset(("6", "7"))} & set(asked(result))
    assert result.outlook.leader in range(8)
    assert pdrank.next_pairs(items=range(5), count=3, outlook=False).pairs["left"].dtype == np.int64
    assert isinstance(pdrank.next_pairs(items=["1", "x"], outlook=False).pairs["left"][0], str)


def test_who_should_answer(table):
    pairs = pdrank.next_pairs(table, 4, annotator="Zoe", outlook=False).pairs
    assert set(pairs["annotator"].dropna()) <= {"Zoe"}


def test_outlook(table):
    outlook = pdrank.next_pairs(table, level=0.95).outlook
    assert isinstance(outlook, pdrank.Outlook)
    assert outlook.level == 0.95 and 0 <= outlook.settled_pairs <= 1
    assert 0 < outlook.expected_tau <= 1 and outlook.leader in set(table["winner"]) and outlook.top_tier >= 1
    assert pdrank.next_pairs(table, outlook=False).outlook is None
    assert pdrank.next_pairs(table, outlook=False).reading == ""


def test_text_and_html(table):
    result = pdrank.next_pairs(table, 12)
    text, page = repr(result), result._repr_html_()
    assert text.splitlines()[0] == "Next pairs by posterior: 20 items, 600 comparisons"
    assert text.splitlines()[1].split() == ["left", "right", "probability_left", "value", "reason"]
    assert "The first 10 of 12 pairs; .pairs has all." in text and ".pairs has all" not in page
    assert max(map(len, text.splitlines())) <= 88
    for sentence in result.reading.split(". "):
        assert sentence in " ".join(text.split())
    assert page.count("<tr>") == 13
    hostile = pdrank.next_pairs(items=["<b>x</b>", "y"], outlook=False)._repr_html_()
    assert "<b>x" not in hostile and "&lt;b&gt;x" in hostile


def test_pickle(table):
    result = pdrank.next_pairs(table, 3)
    kept = pickle.loads(pickle.dumps(result))
    assert repr(kept) == repr(result) and kept.to_csv() == result.to_csv() and kept.outlook == result.outlook
    assert kept.pairs.equals(result.pairs) and kept.notes == result.notes


def test_a_round_of_questions(table):
    """What comes out, with winners, goes in."""
    answered = pdrank.next_pairs(table, 4, outlook=False).pairs.assign(winner=["left", "right", "tie", "left"])
    both = pdrank.read_comparisons(VOTES).extend(
        pdrank.rank(answered, method="borda").comparisons,
    )
    assert len(both) == 604
    assert json.loads(pdrank.next_pairs(both, outlook=False).to_json())["comparisons"] == 604


# What is never asked.


@pytest.mark.parametrize(
    "forbid",
    [
        [("A", "B"), ("D", "C")],
        [["B", "A"], ["C", "D"]],
        {("A", "B"), ("C", "D"), ("B", "A")},
        np.array([["A", "B"], ["C", "D"]]),
        {"left": ["A", "C"], "right": ["B", "D"]},
        pd.DataFrame({"x": ["A", "C"], "y": ["B", "D"]}),
        pl.DataFrame({"Winner": ["A", "C"], "other": ["-", "-"], "Loser": ["B", "D"]}),
        pa.table({"model_a": ["A", "C"], "model_b": ["B", "D"], "winner": ["tie", "tie"]}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_forbidden(forbid):
    every = set(asked(pdrank.next_pairs(SMALL, outlook=False)))
    left = pdrank.next_pairs(SMALL, forbid=forbid, outlook=False)
    assert len(every) == 6 and set(asked(left)) == every - {frozenset("AB"), frozenset("CD")}


def test_pairs_that_were_asked_can_be_forbidden(table):
    first = pdrank.next_pairs(table, 5, outlook=False)
    second = pdrank.next_pairs(table, 5, forbid=first.pairs, outlook=False)
    assert not set(asked(first)) & set(asked(second))


def test_everything_forbidden():
    every = [(one, other) for one in "ABCD" for other in "ABCD" if one < other]
    pairs = pdrank.next_pairs(pd.DataFrame(SMALL), forbid=every, outlook=False).pairs
    assert len(pairs) == 0 and list(pairs.columns) == COLUMNS
    assert repr(pdrank.next_pairs(SMALL, forbid=every, outlook=False))


# Bad input.


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"strategy": "nonsense"}, ValueError, "strategy is nonsense, but it must be one of posterior"),
        ({"count": 0}, ValueError, "count is 0, but must be at least 1"),
        ({"count": 2.5}, TypeError, "count is 2.5, but must be a whole number"),
        ({"level": 1.5}, ValueError, "level is 1.5, but must be between 0.5 and 0.999"),
        ({"seed": -1}, ValueError, "seed is -1, but must be at least 0"),
        ({"threads": -1}, ValueError, "threads is -1, but must be at least 0"),
        ({"forbid": [("A", "nobody")]}, ValueError, "nobody"),
        ({"forbid": [("A", "A")]}, ValueError, "A"),
        ({"forbid": [("A",)]}, ValueError, "row 1 has 1 values"),
        ({"forbid": {"a": [], "b": [], "c": []}}, ValueError, "forbid must have two columns of items"),
        ({"items": [""]}, ValueError, "an item must have a name"),
        ({"items": np.array([["A"]])}, ValueError, "items has 2 dimensions, but must be a list"),
        ({"nonsense": 1}, TypeError, "nonsense"),
    ],
    ids=str,
)
def test_mistakes(options, error, message):
    with pytest.raises(error, match=message):
        pdrank.next_pairs(SMALL, **options)


def test_nothing_to_start_from():
    with pytest.raises(TypeError, match="no comparisons: give data, or winners and losers"):
        pdrank.next_pairs()
    with pytest.raises(pdrank.InputError, match="it has no rows"):
        pdrank.next_pairs({"winner": [], "loser": []})
    with pytest.raises(ValueError):
        pdrank.next_pairs(items=["A"])


def test_files_say_where(tmp_path):
    forbid = tmp_path / "forbid.csv"
    forbid.write_text("left,right\nA,B\nA,nobody\n")
    with pytest.raises(pdrank.InputError, match=r"forbid\.csv:3: there is no item 'nobody'") as caught:
        pdrank.next_pairs(SMALL, forbid=forbid)
    assert caught.value.line == 3
    with pytest.raises(pdrank.InputError, match="missing"):
        pdrank.next_pairs(SMALL, items=tmp_path / "missing.txt")


def test_skipped_rows_are_said():
    data = {"winner": ["A", "A"], "loser": ["B", "A"]}
    notes = pdrank.next_pairs(data, skip_bad_rows=True).notes
    assert any(note.startswith("1 row was skipped: ") for note in notes)


# Long runs.


def test_ctrl_c_ends_it():
    task = "run = lambda: [_core.next_pairs(answers(2000, 60000)) for _ in range(1000)]"
    assert interrupt(f"{PREPARE}\n{task}\n{WAIT}") == "interrupted\nTrue\n"


def test_what_a_callback_raises_ends_it():
    def watch(stage: str, done: int, total: int, change: float) -> None:
        raise LookupError("enough")

    winners, losers = random_answers(1, 200, 5000)
    with pytest.raises(LookupError, match="enough"):
        pdrank.next_pairs(winners=winners, losers=losers, progress=watch)
