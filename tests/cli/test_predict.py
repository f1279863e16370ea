"""pdrank predict: how likely each item of a pair is to win."""

import json

import pytest
from conftest import refused, rows, run

VOTES = "winner,loser,weight\nA,B,30\nB,A,10\nB,C,9\nC,B,6\nX,Y,5\nY,X,5\n"


@pytest.fixture
def files(write):
    return write("votes.csv", VOTES), write("pairs.csv", "left,right\nA,B\nB,A\nA,X\n")


def test_columns_and_probabilities(files):
    votes, pairs = files
    ran = run("predict", votes, "--pairs", pairs, "--method", "bradley-terry")
    assert ran.status == 0 and ran.out.splitlines()[0] == "left,right,probability,low,high,guess,tie"
    ab, ba, ax = rows(ran.out)
    assert (ab["left"], ab["right"]) == ("A", "B")
    assert float(ab["probability"]) == pytest.approx(0.75) == pytest.approx(1 - float(ba["probability"]))
    assert float(ab["low"]) < 0.75 < float(ab["high"])
    assert (ax["probability"], ax["low"], ax["high"]) == ("0.5", "", "")
    told = " ".join(ran.err.split())
    assert "bradley-terry's own model" in told and "its probability is a guess" in told


def test_a_higher_level_is_a_wider_range(files):
    widths = []
    for level in (0.5, 0.99):
        ran = run("predict", files[0], "--pairs", files[1], "--method", "bradley-terry", "--level", level)
        first = rows(ran.out)[0]
        widths.append(float(first["high"]) - float(first["low"]))
    assert widths[0] < widths[1]


def test_formats_agree(files, tmp_path):
    command = ["predict", *files[:1], "--pairs", files[1], "--method", "pdrank", "--bootstrap", 20]
    text = run(*command).out
    got = json.loads(run(*command, "--format", "json").out)
    assert got["law"]["kind"] == "one slope" and got["law"]["flip"] == 0
    assert [pair["probability"] for pair in got["pairs"]] == [float(row["probability"]) for row in rows(text)]
    assert [pair["guess"] for pair in got["pairs"]] == [False, False, True]
    ran = run(*command, "--output", tmp_path / "p.csv")
    assert (ran.status, ran.out, (tmp_path / "p.csv").read_text()) == (0, "", text)
    assert "one slope" in " ".join(run(*command, "--format", "table").out.split())
    assert run(*command, "--format", "markdown").out.startswith("| left | right | probability | low | high |\n")
    assert run(*command, "--quiet").err == ""


def test_two_bare_columns_and_any_number_of_threads(files, write):
    bare = write("bare.csv", "A,B\nB,A\nA,X\n")
    expected = run("predict", files[0], "--pairs", files[1], "--method", "hodgerank").out
    for threads in (1, 3):
        command = ["predict", files[0], "--pairs", bare, "--method", "hodgerank", "--threads", threads]
        assert run(*command).out == expected


def test_mistakes(files, write):
    unknown = write("unknown.csv", "left,right\nA,B\nA,nobody\n")
    line = refused(run("predict", files[0], "--pairs", unknown), 3)
    assert line.endswith(
        "unknown.csv:3: there is no item 'nobody' in the data; leave this pair out, or add answers about the item"
    )
    assert refused(run("predict", files[0]), 2).startswith("--pairs is missing, but it must name a file of pairs")
    line = refused(run("predict", files[0], "--pairs", files[1], "--method", "borda", "--gamma", 1), 2)
    assert line == "--gamma is 1, but method borda does not use it; pdrank, bradley-terry, crowd-bt do"
