"""The order that contradicts the fewest answers: --method kemeny, the certificate of every ranking, --certify."""

import csv
import itertools
import json
import random

import pytest
from conftest import run

METHODS = [entry["name"] for entry in json.loads(run("methods", "--format", "json").out)]
CIRCLE = "winner,loser\nA,B\nA,B\nB,C\nB,C\nC,A\n"


@pytest.fixture(scope="module")
def noisy(tmp_path_factory):
    """The paper's setting: 30 items, 435 answers, of which a tenth is wrong."""
    path = tmp_path_factory.mktemp("noisy") / "votes.csv"
    run("simulate", "--items", 30, "--comparisons", 435, "--noise", "toggle:0.1", "--output", path, "--quiet")
    return path


def ranked(path, *arguments):
    ran = run("rank", path, *arguments, "--format", "json")
    assert ran.err == ""
    return json.loads(ran.out)


def contradicted(path, result):
    """Counted again, from the file and the ranking."""
    rank = {place["item"]: place["rank"] for place in result["ranking"]}
    with path.open() as file:
        pairs = [(rank[row["winner"]], rank[row["loser"]]) for row in csv.DictReader(file)]
    return sum(1 if winner > loser else 0.5 if winner == loser else 0 for winner, loser in pairs)


def test_the_best_order_of_few_items_is_found(tmp_path):
    draw = random.Random(1)
    for _ in range(5):
        answers = [draw.sample("ABCDEF", 2) for _ in range(40)]
        path = tmp_path / "few.csv"
        path.write_text("winner,loser\n" + "".join(f"{a},{b}\n" for a, b in answers))
        fewest = min(
            sum(order.index(a) > order.index(b) for a, b in answers)
            for order in map("".join, itertools.permutations("ABCDEF"))
        )
        certificate = ranked(path, "--method", "kemeny")["certificate"]
        counts = {"answers": 40, "contradicted": fewest, "undecided": 0, "at_least": fewest, "best_found": fewest}
        assert certificate == counts


def test_a_circle_in_words(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text(CIRCLE)
    ran = run("rank", path, "--method", "kemeny")
    assert ran.status == 0
    assert "The ranking contradicts 1 of 5 answers, and no order contradicts fewer." in ran.out
    assert "Method kemeny: no order contradicts fewer answers." in ran.out


def test_ties_contradict_nothing(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("left,right,winner\nA,B,left\nB,C,left\nC,A,left\nA,C,left\nA,B,tie\nC,B,tie\n")
    certificate = ranked(path, "--method", "kemeny")["certificate"]
    assert certificate == {"answers": 4, "contradicted": 1, "undecided": 0, "at_least": 1, "best_found": 1}


def test_answers_about_items_that_share_a_place(tmp_path):
    """Borda has the circle A, B, C on one place: of its three answers half are contradicted, and that is said."""
    path = tmp_path / "votes.csv"
    path.write_text("left,right,winner\nA,B,left\nB,C,left\nC,A,left\nA,D,left\nB,D,left\nC,D,left\nA,B,tie\nB,C,tie\nC,A,tie\n")
    certificate = ranked(path, "--method", "borda")["certificate"]
    assert certificate == {"answers": 6, "contradicted": 1.5, "undecided": 3, "at_least": 1, "best_found": None}
    said = " ".join(run("rank", path, "--method", "borda").out.split())
    assert "contradicts 1.5 of 6 answers, with half of the 3 about items that share a place; no order" in said
    assert "share a place" not in run("rank", path, "--method", "kemeny").out


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_a_certificate(noisy, method, tmp_path):
    path = noisy
    if method == "crowd-bt":
        path = tmp_path / "votes.csv"
        head, *rows = noisy.read_text().splitlines()
        path.write_text("\n".join([head + ",annotator", *(f"{row},judge-{k % 3}" for k, row in enumerate(rows))]) + "\n")
    best = ranked(path, "--method", "kemeny")["certificate"]
    assert best["contradicted"] == best["at_least"]
    result = ranked(path, "--method", method, "--component", "strong" if method in ("i-lsr", "asr") else "all")
    certificate = result["certificate"]
    assert certificate["answers"] == result["data"]["answers"]
    assert 0 < certificate["at_least"] <= best["contradicted"] <= certificate["contradicted"] < 435
    if result["graph"]["items"] == 30:
        assert certificate["contradicted"] == contradicted(path, result)


def test_certify_finds_the_fewest(noisy):
    best = ranked(noisy, "--method", "kemeny")["certificate"]["contradicted"]
    plain, deep = ranked(noisy)["certificate"], ranked(noisy, "--certify")["certificate"]
    assert plain["best_found"] is None
    assert plain["at_least"] <= deep["at_least"] == deep["best_found"] == best
    assert plain["contradicted"] == deep["contradicted"] >= best
    said = " ".join(run("rank", noisy, "--certify").out.split())
    assert f"; the best order found contradicts {best} (--method kemeny shows it), and no order fewer." in said


def test_the_report_says_what_is_unavoidable(noisy, tmp_path):
    run("rank", noisy, "--report", tmp_path / "report.html", "--quiet")
    assert "Every order goes against at least" in (tmp_path / "report.html").read_text()


def test_compare_has_a_column(noisy):
    got = json.loads(run("compare", noisy, "--methods", "kemeny,pdrank,borda", "--folds", 0, "--format", "json").out)
    by_method = {line["method"]: line["contradicted"] for line in got["methods"]}
    assert got["at_least"] == by_method["kemeny"] <= min(by_method.values())
    assert by_method["borda"] > by_method["kemeny"]
    said = " ".join(run("compare", noisy, "--methods", "kemeny,borda", "--folds", 0).out.split())
    assert f"(no order contradicts fewer than {got['at_least']})" in said


def test_the_same_on_any_number_of_threads(noisy):
    one = ranked(noisy, "--method", "kemeny", "--threads", 1)
    two = ranked(noisy, "--method", "kemeny", "--threads", 2)
    for result in (one, two):
        del result["convergence"]["seconds"]
    assert one == two


def test_a_budget_of_rounds_keeps_the_best_so_far(tmp_path):
    path = tmp_path / "votes.csv"
    run("simulate", "--items", 300, "--comparisons", 1500, "--noise", "toggle:0.3", "--output", path, "--quiet")
    ran = run("rank", path, "--method", "kemeny", "--max-rounds", 1, "--format", "json")
    result = json.loads(ran.out)
    assert ran.status == 1 and result["convergence"]["status"] == "round_limit"
    assert "raise max_rounds to go on" in result["convergence"]["message"]
    assert 0 < result["certificate"]["at_least"] < result["certificate"]["contradicted"] == contradicted(path, result)


def test_the_same_with_tiny_weights(tmp_path):
    """Weights of 1e-9, the least there are, say the same as weights of 1."""
    plain = tmp_path / "plain.csv"
    run("simulate", "--items", 40, "--comparisons", 600, "--noise", "toggle:0.3", "--output", plain, "--quiet")
    rows = [line.split(",")[:2] for line in plain.read_text().splitlines()[1:]]
    got = []
    for weight in ("1", "1e-9"):
        path = tmp_path / "votes.csv"
        path.write_text("winner,loser,weight\n" + "".join(f"{a},{b},{weight}\n" for a, b in rows))
        got.append(ranked(path, "--method", "kemeny")["certificate"])
    assert got[1]["contradicted"] == pytest.approx(1e-9 * got[0]["contradicted"], rel=1e-9)
    assert got[1]["at_least"] == pytest.approx(got[1]["contradicted"], rel=1e-6)


@pytest.fixture(scope="module")
def hard(tmp_path_factory):
    """So many wrong answers that a proof takes more than a round."""
    path = tmp_path_factory.mktemp("hard") / "votes.csv"
    run("simulate", "--items", 100, "--comparisons", 600, "--noise", "toggle:0.3", "--output", path, "--quiet")
    return path


@pytest.mark.parametrize("method", ["posterior", "borda"])
def test_the_budget_of_certify(hard, method):
    budget = ("--max-rounds", 1, "--max-iterations", 5000)
    short = ranked(hard, "--method", method, "--certify", *budget)
    long = ranked(hard, "--method", method, "--certify")
    assert short["options"]["max_rounds"] == 1 and short["options"]["max_iterations"] == 5000
    assert long["options"]["max_rounds"] == 200 and long["options"]["max_iterations"] == 30_000
    assert short["certificate"]["at_least"] < long["certificate"]["at_least"]


def test_a_budget_without_a_proof_is_refused(hard):
    assert "add --method pdrank" in run("rank", hard, "--max-rounds", 1).err
    assert "method borda does not use it" in run("rank", hard, "--method", "borda", "--max-iterations", 9).err


def test_the_help_has_the_usual_budget_of_a_proof():
    said = " ".join(run("rank", "--help").out.split())
    assert "kemeny and --certify, in a proof, where 30000 are usual" in said


def test_the_order_of_rows_decides_nothing(tmp_path):
    """Few answers, so that many orders are as good."""
    path = tmp_path / "votes.csv"
    run("simulate", "--items", 200, "--comparisons", 500, "--noise", "toggle:0.2", "--output", path, "--quiet")
    head, *rows = path.read_text().splitlines()
    got = []
    for seed in range(3):
        random.Random(seed).shuffle(rows)
        path.write_text("\n".join([head, *rows]) + "\n")
        got.append({place["item"]: place["rank"] for place in ranked(path, "--method", "kemeny")["ranking"]})
    assert got[0] == got[1] == got[2]
