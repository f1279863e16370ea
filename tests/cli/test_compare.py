"""pdrank compare: every method on the same data, as a table, CSV, JSON and Markdown."""

import json
import math
import random
import subprocess
from collections import Counter

import pytest
from conftest import BIN, check_clean, interrupt, refused, rows, run

COLUMNS = (
    "method,status,seconds,agreement,accuracy,log_loss,p_value,calibration_error,unpredicted,tau,spearman,top_k,reason,law,"
    "message,fold_log_loss,contradicted"
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
    assert "closest to the truth" in ran.out.replace("\n", " ")
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
    assert page.read_text().splitlines()[0] == "| method | seconds | agreement | contradicted | accuracy | log loss | p | law |"
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
        (["--methods", "borda:gamma=1"], "gamma is 1, but method borda does not use it; pdrank, bradley-terry, crowd-bt do"),
        (["--methods", "borda:bootstrap=5"], "--methods is 'bootstrap=5', but a comparison of methods makes no resamples"),
        (["--bootstrap", "5"], "there is no option --bootstrap"),
        (["--folds", "1"], "--folds is 1, but must be 0 or between 2 and 1000"),
        (["--folds", "900"], "--folds is 900, but there are only 525 answers to hold out"),
        (["--folds", "0", "--forward"], "--forward is set, but with no folds nothing is predicted"),
        (["--top", "0"], "--top is 0, but must be at least 1"),
    ],
)
def test_mistakes(arguments, message, simulated):
    assert refused(run("compare", simulated[0], *arguments), 2).startswith(message)


def test_a_truth_of_other_items(simulated, write):
    path = write("truth.csv", "item,score\nnobody,1\nno-one,2\n")
    line = refused(run("compare", simulated[0], "--truth", path), 3)
    assert line.endswith("has 0 of the items of the data, but at least 2 are needed")


def figures_of(path, *arguments) -> dict:
    got = json.loads(run("compare", path, "--folds", 5, "--format", "json", *arguments).out)
    return {
        "held_out": got["held_out"],
        **{line["method"]: (line["log_loss"], line["fold_log_loss"], line["accuracy"], line["law"]) for line in got["methods"]},
    }


def test_rows_and_counts_give_the_same_figures(simulated, write):
    answers = [(row["winner"], row["loser"]) for row in rows(simulated[0])]
    random.Random(1).shuffle(answers)
    counted = [f"{winner},{loser},{count}" for (winner, loser), count in Counter(answers).items()]
    one_by_one = write("rows.csv", "\n".join(["winner,loser", *map(",".join, answers)]))
    counts = write("counts.csv", "\n".join(["winner,loser,weight", *counted]))
    straight = write("straight.csv", "\n".join(["winner,loser", *map(",".join, sorted(answers))]))
    methods = ["--methods", "bradley-terry,pdrank,borda,hodgerank,svm,multistage"]
    assert figures_of(one_by_one, *methods) == figures_of(counts, *methods) == figures_of(straight, *methods)
    assert "525 answers by weight" in run("compare", counts, *methods, "--folds", 2).out


def test_real_rows_and_counts_give_the_same_figures(data_folder, write):
    answers = [(row["winner"], row["loser"], row["tie"]) for row in rows(data_folder / "mtbench/human.csv")]
    counted = [",".join(answer) + f",{count}" for answer, count in Counter(answers).items()]
    one_by_one = write("rows.csv", "\n".join(["winner,loser,tie", *map(",".join, answers)]))
    counts = write("counts.csv", "\n".join(["winner,loser,tie,weight", *counted]))
    methods = ["--methods", "bradley-terry,pdrank,hodgerank,borda"]
    assert figures_of(one_by_one, *methods) == figures_of(counts, *methods)


def test_forward_and_adaptive_pairs(write):
    """Swiss rounds: winners meet winners."""
    chance = random.Random(2)
    strength = {f"p{k:02}": chance.gauss(0, 1.5) for k in range(40)}
    points, lines = dict.fromkeys(strength, 0), ["winner,loser"]
    for _ in range(10):
        order = sorted(strength, key=lambda name: (points[name], chance.random()))
        for a, b in zip(order[::2], order[1::2], strict=True):
            winner, loser = (a, b) if chance.random() < 1 / (1 + math.exp(strength[b] - strength[a])) else (b, a)
            points[winner] += 1
            lines.append(f"{winner},{loser}")
    path = write("swiss.csv", "\n".join(lines))
    methods = ["--methods", "bradley-terry,borda"]
    ran = run("compare", path, *methods)
    assert "much closer in rank than chance" in " ".join(ran.out.split())
    got = json.loads(run("compare", path, *methods, "--format", "json").out)
    assert got["adaptive"] and got["pair_distance"] < 0.8 and not got["forward"]
    forward = json.loads(run("compare", path, *methods, "--forward", "--folds", 4, "--format", "json").out)
    assert (forward["forward"], forward["folds"], forward["held_out"]) == (True, 4, 160)
    assert not any("closer in rank" in note for note in forward["notes"])
    assert "4 blocks of rows" in run("compare", path, *methods, "--forward", "--folds", 4).out


def test_pairs_at_random_are_not_adaptive(simulated):
    assert not json.loads(run("compare", simulated[0], "--methods", "borda", "--format", "json").out)["adaptive"]


def test_ctrl_c_keeps_what_is_done(tmp_path):
    votes, into = tmp_path / "votes.csv", tmp_path / "compare.json"
    run("simulate", "--items", 1000, "--comparisons", 20_000, "--output", votes)
    methods = "borda,pdrank:gamma=0.01,pdrank:gamma=0.02,pdrank:gamma=0.03,pdrank:gamma=0.04"
    command = [BIN, "compare", votes, "--methods", methods, "--folds", 100, "--quiet", "--output", into]
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    interrupt(process, after_seconds=3)
    _, err = process.communicate(timeout=60)
    check_clean(err)
    assert process.returncode == 1, err
    assert err.startswith("pdrank: stopped before pdrank:gamma="), err
    got = json.loads(into.read_text())
    assert [line["method"] for line in got["methods"]][-1:] == ["borda"]
    assert got["unfinished"][-1] == "pdrank:gamma=0.04"
    assert any(note.startswith("Stopped on request: ") for note in got["notes"])
