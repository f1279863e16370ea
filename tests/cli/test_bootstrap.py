"""pdrank rank --bootstrap: the method again on resamples of the rows."""

import json
import re
import subprocess

import pytest
from conftest import BIN, check_clean, interrupt, result, run


@pytest.fixture(scope="module")
def votes(tmp_path_factory):
    path = tmp_path_factory.mktemp("simulated") / "votes.csv"
    made = run("simulate", "--items", 20, "--comparisons", 500, "--noise", "bt:2", "--quiet", "--output", path)
    assert made.status == 0
    return path


@pytest.mark.parametrize("method", ["pdrank", "bradley-terry", "elo"])
def test_the_same_on_any_number_of_threads_and_the_scores_as_without(method, votes):
    given = [result(votes, "--method", method, "--bootstrap", 50, "--threads", threads) for threads in (1, 2, 3)]
    plain = result(votes, "--method", method)
    assert given[0] == given[1] == given[2]
    assert (given[0]["options"]["bootstrap"], plain["options"]["bootstrap"]) == (50, 0)
    scores = [{place["item"]: place["score"] for place in got["ranking"]} for got in (given[0], plain)]
    assert scores[0] == scores[1]


def test_says_what_it_could_not_do(write):
    path = write("circle.csv", "winner,loser\nA,B\nB,C\nC,A\n")
    notes = " ".join(result(path, "--method", "rank-centrality", "--bootstrap", 100)["notes"])
    assert re.search(r"In \d+ of 100 resamples rank-centrality has no result .*so there is no bootstrap", notes)
    notes = " ".join(result(path, "--method", "bradley-terry", "--bootstrap", 100)["notes"])
    assert re.search(r"In \d+ of 100 resamples bradley-terry has no result with its settings for all of the data", notes)


def test_a_ranking_is_drawn_as_a_whole(write):
    path = write("rankings.csv", "ranking\n" + "A>B>C\n" * 5 + "C>B>A\n" * 5)
    assert result(path, "--method", "borda", "--bootstrap", 20)["notes"] == []


def test_ctrl_c_writes_what_there_is(votes, tmp_path):
    into = tmp_path / "result.json"
    command = [BIN, "rank", votes, "--method", "pdrank", "--bootstrap", 100_000, "--max-rounds", 200, "--quiet", "--output", into]
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    interrupt(process, after_seconds=1)
    out, err = process.communicate(timeout=120)
    check_clean(err)
    assert (process.returncode, out) == (1, "") and re.search(r"stopped after \d+ of 100000 resamples\n$", err), err
    got = json.loads(into.read_text())
    assert got["convergence"]["status"] == "stopped" and len(got["ranking"]) == 20


def ranges(path, *arguments) -> list:
    return [(place["item"], place["rank_low"], place["rank_high"]) for place in result(path, *arguments)["ranking"]]


@pytest.mark.parametrize("method", ["pdrank", "bradley-terry", "crowd-bt", "borda"])
def test_a_weight_is_a_number_of_answers(method, write):
    path = write("votes.csv", "winner,loser,annotator,weight\nA,B,x,1000000\nB,A,y,1\n")
    assert ranges(path, "--method", method, "--bootstrap", 200) == [("A", 1, 1), ("B", 2, 2)]
