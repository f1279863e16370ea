"""pdrank compare: every method on the same data, as a table, CSV, JSON and Markdown."""

import json
import math

import pytest
from conftest import refused, rows, run

COLUMNS = (
    "method,status,seconds,agreement,accuracy,log_loss,p_value,calibration_error,unpredicted,tau,spearman,top_k,reason"
)
METHODS = [entry["name"] for entry in json.loads(run("methods", "--format", "json").out)]


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("simulated")
    votes, truth = folder / "votes.csv", folder / "truth.csv"
    run("simulate", "--items", 15, "--trials", 5, "--annotators", "honest:5,spammer:1", "--output", votes, "--truth", truth)
    return votes, truth


def test_table(simulated):
    votes, truth = simulated
    ran = run("compare", votes, "--truth", truth, "--folds", 3)
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    for method in METHODS:
        assert f"\n{method} " in ran.out
    assert "Closest to the truth come" in ran.out.replace("\n", " ")
    assert "nan" not in ran.out


def test_csv_and_json_agree(simulated, tmp_path):
    votes, truth = simulated
    arguments = ["compare", votes, "--truth", truth, "--folds", 3, "--top", 5]
    text = run(*arguments, "--format", "csv").out
    assert text.splitlines()[0] == COLUMNS
    got = json.loads(run(*arguments, "--format", "json").out)
    assert [line["method"] for line in got["methods"]] == [row["method"] for row in rows(text)]
    for line, row in zip(got["methods"], rows(text), strict=True):
        for key in ("log_loss", "accuracy", "tau", "spearman", "top_k", "agreement"):
            assert line[key] == float(row[key])
    assert got["folds"] == 3 and got["held_out"] == 525 and got["truth_items"] == 15 and got["top"] == 5
    assert len(got["agreement"]) == len(METHODS) and got["agreement"][0][0] == pytest.approx(1)


def test_tau_is_that_of_evaluate(simulated, tmp_path):
    votes, truth = simulated
    run("rank", votes, "--method", "borda", "--output", tmp_path / "r.csv", "--quiet")
    evaluated = json.loads(run("evaluate", tmp_path / "r.csv", truth, "--format", "json").out)
    got = json.loads(run("compare", votes, "--truth", truth, "--methods", "borda", "--folds", 0, "--format", "json").out)
    (line,) = got["methods"]
    assert line["tau"] == pytest.approx(evaluated["kendall_tau_b"], abs=1e-12)
    assert line["spearman"] == pytest.approx(evaluated["spearman"], abs=1e-12)
    assert 10 * line["top_k"] == pytest.approx(evaluated["top_k_overlap"], abs=1e-12)


def test_methods_with_options_of_their_own(simulated):
    votes, _ = simulated
    methods = "pdrank,pdrank:gamma=auto,pdrank:gamma=10,hodgerank:transform=log-odds"
    got = json.loads(run("compare", votes, "--methods", methods, "--folds", 2, "--format", "json").out)
    losses = {line["method"]: line["log_loss"] for line in got["methods"]}
    assert set(losses) == set(methods.split(","))
    assert losses["pdrank"] == losses["pdrank:gamma=auto"] != losses["pdrank:gamma=10"]


def test_without_folds_or_truth_there_is_agreement(simulated):
    votes, _ = simulated
    out = run("compare", votes, "--folds", 0).out
    assert "log loss" not in out and "tau between" in out


def test_markdown_and_files(simulated, tmp_path):
    votes, _ = simulated
    page = tmp_path / "compare.md"
    ran = run("compare", votes, "--methods", "pdrank,borda", "--folds", 2, "--output", page, "--quiet")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert page.read_text().splitlines()[0] == "| method | seconds | agreement | accuracy | log loss | p |"
    assert run("compare", votes, "--folds", 0, "--output", tmp_path / "c.json", "--quiet").status == 0
    assert json.loads((tmp_path / "c.json").read_text())["schema_version"] == 1


def test_methods_that_do_not_apply_are_listed(write):
    path = write("chain.csv", "winner,loser\nA,B\nB,C\nA,C\nC,D\nB,C\nA,B\n")
    ran = run("compare", path, "--folds", 2)
    flat = " ".join(ran.out.split())
    assert "Not applied: i-lsr, rank-centrality, asr: every item must be reachable" in flat
    assert "Not applied: crowd-bt: it must be known who gave each answer" in flat
    line = refused(run("compare", path, "--methods", "asr"), 1)
    assert line.startswith("asr: every item must be reachable")


def test_the_same_bytes_but_for_the_time(simulated):
    votes, _ = simulated

    def figures(*extra):
        got = json.loads(run("compare", votes, "--folds", 3, "--format", "json", *extra).out)
        for line in got["methods"]:
            line.pop("seconds"), line.pop("message")
        return got

    assert figures() == figures("--threads", 1) == figures("--threads", 3)
    assert figures() != figures("--seed", 2)


def test_ties_and_components(write):
    text = "winner,loser,tie\n" + "A,B,0\nB,A,1\nB,C,0\nC,A,0\n" * 6 + "x,y,0\n"
    path = write("ties.csv", text)
    dropped = json.loads(run("compare", path, "--folds", 2, "--ties", "drop", "--format", "json").out)
    kept = json.loads(run("compare", path, "--folds", 2, "--format", "json").out)
    assert (dropped["held_out"], kept["held_out"]) == (19, 25)
    largest = json.loads(run("compare", path, "--folds", 2, "--component", "largest", "--format", "json").out)
    assert (kept["items"], largest["held_out"]) == (3, 24)
    assert all(math.isfinite(line["log_loss"]) for line in kept["methods"] if not line["reason"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--methods", "eloo"], "method is 'eloo', but must be one of auto, posterior, pdrank"),
        (["--methods", "borda:gamma=1"], "gamma is 1, but method borda does not use it"),
        (["--methods", "borda:bootstrap=5"], "--methods is 'bootstrap=5', but a comparison of methods makes no resamples"),
        (["--bootstrap", "5"], "The following argument was not expected: --bootstrap"),
        (["--folds", "1"], "--folds is 1, but must be 0 or between 2 and 1000"),
        (["--folds", "900"], "--folds is 900, but there are only 525 rows to hold out"),
        (["--top", "0"], "--top is 0, but must be at least 1"),
    ],
)
def test_mistakes(arguments, message, simulated):
    assert refused(run("compare", simulated[0], *arguments), 2).startswith(message)


def test_a_truth_of_other_items(simulated, write):
    path = write("truth.csv", "item,score\nnobody,1\nno-one,2\n")
    line = refused(run("compare", simulated[0], "--truth", path), 3)
    assert line.endswith("has 0 of the items of the data, but at least 2 are needed")
