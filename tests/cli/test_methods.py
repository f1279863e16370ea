"""The methods beside PD-Rank, as a user meets them: what they print, what they refuse, and what they say then."""

import json

import pytest
from conftest import RANKING_COLUMNS, order, refused, rows, run

METHODS = [entry["name"] for entry in json.loads(run("methods", "--format", "json").out)]
NEED_STRONG = ["i-lsr", "rank-centrality", "asr"]
CONTRACT = "pdrank bradley-terry i-lsr rank-centrality asr hodgerank borda win-rate svm multistage crowd-bt elo"

PAIRS = ["A,B", "B,C", "A,C", "C,D", "B,D", "A,D"] * 10 + ["B,A", "C,B", "D,C"]
STRONG = "winner,loser,annotator\n" + "".join(f"{pair},{'xyz'[n * 7 % 10 % 3]}\n" for n, pair in enumerate(PAIRS))
CHAIN = "winner,loser,annotator\nA,B,x\nB,C,y\nC,B,x\n"


def test_all_methods_of_the_paper_are_there():
    assert set(METHODS) >= set(CONTRACT.split())


@pytest.mark.parametrize("method", METHODS)
def test_ranks_and_writes(method, write, tmp_path):
    output = tmp_path / "ranking.csv"
    ran = run("rank", write("votes.csv", STRONG), "--method", method, "--output", output)
    assert (ran.status, ran.err) == (0, ""), ran
    assert output.read_text().splitlines()[0] == RANKING_COLUMNS
    assert order(rows(output)) == ["A", "B", "C", "D"]
    assert f"Method {method}:" in ran.out and "nan" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize("method", METHODS)
def test_json_says_which_options_were_used(method, write):
    got = json.loads(run("rank", write("votes.csv", STRONG), "--method", method, "--format", "json").out)
    listed = next(entry for entry in json.loads(run("methods", "--format", "json").out) if entry["name"] == method)
    assert got["method"] == method and got["convergence"]["status"] == "converged"
    common = {"method", "half_life", "preset", "ties", "component", "few", "bootstrap", "split_half", "boundaries"}
    common |= {"simultaneous", "certify", "fragility", "level", "seed"}
    assert set(got["options"]) | {"bootstrap"} == {*common, *listed["options"]}, "bootstrap unless it gives draws itself"


@pytest.mark.parametrize("method", NEED_STRONG)
def test_a_graph_that_is_not_strong_is_refused_with_the_reason(method, write, tmp_path):
    path, output = write("chain.csv", CHAIN), tmp_path / "ranking.csv"
    line = refused(run("rank", path, "--method", method, "--output", output), 1)
    assert line.startswith(f"{method}: every item must be reachable from every other along wins")
    assert "largest: 2 of 3 items" in line and "--component strong" in line
    assert not output.exists()
    got = json.loads(run("rank", path, "--method", method, "--component", "strong", "--format", "json").out)
    assert sorted(place["item"] for place in got["ranking"]) == ["B", "C"]


def test_annotators_are_needed_by_some(write):
    line = refused(run("rank", write("votes.csv", "winner,loser\nA,B\nB,A\n"), "--method", "crowd-bt"), 1)
    assert line == "crowd-bt: it must be known who gave each answer, but the data name no annotators"


def test_bradley_terry_says_which_prior_it_took(write):
    got = json.loads(run("rank", write("chain.csv", CHAIN), "--method", "bradley-terry", "--format", "json").out)
    assert got["options"]["gamma"] == 0.01 and any("a weak prior" in note for note in got["notes"])
    assert all(place["standard_error"] > 0 for place in got["ranking"])
    strong = json.loads(run("rank", write("votes.csv", STRONG), "--method", "bradley-terry", "--format", "json").out)
    assert strong["options"]["gamma"] == 0 and strong["convergence"]["message"].startswith("maximum likelihood")
    same = run("rank", write("chain.csv", CHAIN), "--method", "bradley-terry", "--gamma", "auto", "--format", "json")
    assert json.loads(same.out)["options"]["gamma"] == 0.01, "auto leaves it to the method"
    line = refused(run("rank", write("chain.csv", CHAIN), "--method", "bradley-terry", "--gamma", "0"), 1)
    assert "no maximum" in line and "--component strong" in line


def ranked(*arguments) -> dict:
    return json.loads(run("rank", *arguments, "--format", "json").out)


def test_pdrank_chooses_gamma_unless_it_is_given(tmp_path, write):
    path = tmp_path / "votes.csv"
    assert run("simulate", "--items", 3000, "--comparisons", 15_000, "--quiet", "--output", path).status == 0
    got = ranked(path, "--method", "pdrank")
    assert got["options"]["gamma"] == "auto"
    assert got["figures"]["gamma"] == 0.01 and got["figures"]["rounds_chosen"] == got["convergence"]["rounds"]
    assert 0 < got["figures"]["held_out_log_loss"] < 0.6931
    assert got["convergence"]["message"].endswith("rounds, chosen by held-out comparisons")
    assert ranked(path, "--method", "pdrank", "--gamma", "auto")["ranking"] == got["ranking"]
    assert ranked(path, "--preset", "paper", "--gamma", "auto")["figures"] == got["figures"]
    fixed = ranked(path, "--method", "pdrank", "--gamma", 0.01)
    assert fixed["options"]["gamma"] == 0.01 and "gamma" not in fixed["figures"]
    assert "rounds_chosen" not in ranked(write("votes.csv", STRONG), "--method", "pdrank")["figures"], "nothing to choose by"


def test_standard_errors_are_shown(write):
    out = run("rank", write("votes.csv", STRONG), "--method", "bradley-terry").out
    assert "score  std err  comparisons" in out


def test_options_of_other_methods_are_refused(write):
    path = write("votes.csv", STRONG)
    assert refused(run("rank", path, "--method", "borda", "--gamma", "1"), 2) == (
        "--gamma is 1, but method borda does not use it; pdrank, bradley-terry, crowd-bt do"
    )
    assert "has no such preset" in refused(run("rank", path, "--method", "elo", "--preset", "paper"), 2)
    assert refused(run("rank", path, "--method", "borda", "--gamma", "auto"), 2) == (
        "--gamma is auto, but method borda does not use it; pdrank, bradley-terry, crowd-bt do"
    )
    assert refused(run("rank", path, "--method", "pdrank", "--gamma", "0"), 2) == (
        "--gamma is 0, but method pdrank needs at least 1e-12"
    )
    assert refused(run("rank", path, "--gamma", "1"), 2) == (
        "--gamma is 1, but the default method, posterior, has no such option; add --method pdrank"
    )


def test_confidence_of_a_method_that_gives_none_is_refused(write, tmp_path):
    path = write("votes.csv", STRONG)
    line = refused(run("rank", path, "--method", "borda", "--confidence", tmp_path / "c.csv"), 2)
    assert "method borda gives none without --bootstrap" in line


def test_answers_against_the_ranking_are_counted_for_every_method(write):
    out = run("rank", write("votes.csv", STRONG), "--method", "borda").out
    assert "The ranking contradicts 3 of 63 answers" in out and "least credible" not in out


def test_elo_follows_the_rows(write):
    path = write("votes.csv", "winner,loser\nA,B\n")
    got = rows(run("rank", path, "--method", "elo", "--format", "csv").out)
    assert [float(place["score"]) for place in got] == [1016, 984]
    got = rows(run("rank", path, "--method", "elo", "--elo-k", "10", "--format", "csv").out)
    assert [float(place["score"]) for place in got] == [1005, 995]


def test_crowd_bt_reports_what_it_learned(tmp_path):
    votes, truth, cards = tmp_path / "v.csv", tmp_path / "t.csv", tmp_path / "a.csv"
    spec = ["--items", 20, "--trials", 40, "--annotators", "honest:9,spammer:2,adversary:1", "--seed", 3]
    run("simulate", *spec, "--output", votes, "--truth", truth)
    assert run("rank", votes, "--method", "crowd-bt", "--annotators", cards).status == 0
    by_name = {row["annotator"]: row for row in rows(cards)}
    assert by_name["annotator-12"]["flag"] == "adversary" and float(by_name["annotator-12"]["reliability"]) < 0.2
    for spammer in ("annotator-10", "annotator-11"):  # about 630 coin tosses each: 0.12 is six standard deviations
        assert abs(float(by_name[spammer]["reliability"]) - 0.5) < 0.12
    assert all(float(by_name[f"annotator-{k:02}"]["reliability"]) > 0.9 for k in range(1, 10))
