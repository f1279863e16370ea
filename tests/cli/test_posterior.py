"""The posterior as a person and a program see it, and what `--method auto` makes of data."""

import csv
import json
import re
from pathlib import Path

import pytest
from conftest import run


@pytest.fixture(scope="module")
def crowd(tmp_path_factory) -> Path:
    """20 items, 900 answers by eight annotators of whom one tosses a coin and one answers against the truth."""
    path = tmp_path_factory.mktemp("crowd") / "votes.csv"
    spec = ("--items", 20, "--comparisons", 900, "--annotators", "honest:6,spammer:1,adversary:1", "--seed", 3)
    assert run("simulate", *spec, "--quiet", "--output", path).status == 0
    return path


def result(*arguments) -> dict:
    ran = run("rank", *arguments, "--format", "json")
    assert ran.status == 0, ran
    return json.loads(ran.out)


def rows(path: Path) -> list[dict]:
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_the_result(crowd):
    got = result(crowd)
    assert got["method"] == "posterior" and got["chosen_because"].startswith("chosen because the data are small enough")
    assert got["convergence"]["status"] == "converged"
    figures = got["figures"]
    assert figures["r_hat"] <= 1.05 and figures["effective_draws"] >= 100 and figures["sweeps"] >= 300
    assert 0 <= figures["noise_low"] <= figures["noise"] <= figures["noise_high"] <= 1
    assert 0 < figures["scale_low"] <= figures["scale"] <= figures["scale_high"]
    places = got["ranking"]
    assert [place["rank"] for place in places] == list(range(1, 21))
    scores = [place["score"] for place in places]
    assert scores == sorted(scores, reverse=True) and 0 <= min(scores) and max(scores) <= 1
    assert sum(scores) == pytest.approx(10), "each pair has one winner, so the mean share is one half"
    assert all(1 <= place["rank_low"] <= place["rank_high"] <= 20 for place in places)
    tiers = [place["tier"] for place in places]
    assert tiers[0] == 1 and all(b - a in (0, 1) for a, b in zip(tiers, tiers[1:]))
    assert all(0 < place["above_next"] < 1 for place in places[:-1]) and places[-1]["above_next"] is None
    assert any("look random, right half the time" in note for note in got["notes"])


def test_the_table(crowd):
    out = run("rank", crowd).out
    assert re.search(r"^rank +range +tier +item +score +comparisons +wins +losses$", out, re.MULTILINE)
    assert re.search(r"^row +winner +loser +annotator +right$", out, re.MULTILINE)
    assert "Method posterior, chosen because" in out and "chains agree after" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_level_of_its_own(crowd):
    def width(level):
        return sum(p["rank_high"] - p["rank_low"] for p in result(crowd, "--level", level)["ranking"])

    assert width(0.5) < width(0.9) < width(0.999)
    assert run("rank", crowd, "--level", 1).status == 2


def test_files(crowd, tmp_path):
    confidence, annotators = tmp_path / "confidence.csv", tmp_path / "annotators.csv"
    assert run("rank", crowd, "--quiet", "--confidence", confidence, "--annotators", annotators).status == 0
    for row in rows(confidence):
        assert row["weight"] == "" and 0 < float(row["probability_correct"]) < 1
    cards = rows(annotators)
    assert sorted(card["flag"] for card in cards) == [""] * 6 + ["adversary", "random"]
    for card in cards:
        assert float(card["reliability_low"]) <= float(card["reliability"]) <= float(card["reliability_high"])


def test_the_same_bytes_on_any_threads_and_in_any_order_of_rows(crowd, tmp_path):
    once = run("rank", crowd, "--format", "csv", "--threads", 1).out
    assert run("rank", crowd, "--format", "csv", "--threads", 3).out == once
    header, *lines = crowd.read_text().splitlines()
    turned = tmp_path / "turned.csv"
    turned.write_text("\n".join([header, *reversed(lines)]) + "\n")
    assert run("rank", turned, "--format", "csv").out == once
    assert run("rank", crowd, "--format", "csv", "--seed", 2).out != once


def test_too_few_sweeps_are_said(crowd):
    ran = run("rank", crowd, "--max-sweeps", 100)
    assert ran.status == 1 and "do not agree well enough after 100 sweeps" in ran.err and "raise --max-sweeps" in ran.err


def test_options_of_pdrank_choose_pdrank(crowd):
    for option in (("--gamma", 0.01), ("--preset", "paper"), ("--solver", "pdhg"), ("--bootstrap", 20)):
        got = result(crowd, *option)
        assert got["method"] == "pdrank" and got["chosen_because"] == "chosen because of the options given", option
    ran = run("rank", crowd, "--elo-k", 20)
    assert ran.status == 2 and "--elo-k" in ran.err


def test_large_data_get_pdrank_and_resamples(tmp_path):
    path = tmp_path / "votes.csv"
    assert run("simulate", "--items", 3000, "--comparisons", 70_000, "--quiet", "--output", path).status == 0
    got = result(path)
    assert got["method"] == "pdrank" and "with 40 resamples" in got["chosen_because"]
    assert got["options"]["bootstrap"] == 40 and got["ranking"][0]["rank_low"] is not None
    assert result(path, "--method", "pdrank")["chosen_because"] == ""


def test_where_noise_cannot_be_told_pdrank_ranks_without_ranges(write):
    got = result(write("chain.csv", "".join(f"i{k:02},i{k + 1:02}\n" * 3 for k in range(29))))
    assert got["method"] == "pdrank" and got["chosen_because"].startswith("without ranges, chosen because the answers are")
    assert got["ranking"][0]["item"] == "i00" and got["ranking"][0]["rank_low"] is None


def test_two_who_contradict_each_other_leave_it_open(write):
    """Which of them is the adversary, nobody can tell; chains that start on one side must not believe it."""
    path = write("mirror.csv", "winner,loser,judge\n" + "A,B,x\nB,A,y\n" * 8)
    for seed in range(1, 4):
        for place in result(path, "--seed", seed)["ranking"]:
            assert 0.35 < place["score"] < 0.65 and (place["rank_low"], place["rank_high"]) == (1, 2)


def test_few_answers_are_judged_together(write):
    path = write("votes.csv", "winner,loser,judge\n" + "".join(f"A,B,j{k}\nB,C,j{k}\nA,C,j{k}\n" for k in range(40)))
    cards = result(path)["annotators"]
    assert len(cards) == 40 and len({card["reliability"] for card in cards}) == 1 and cards[0]["reliability"] > 0.8


@pytest.mark.parametrize(
    "text", ["A,B\n", "winner,loser,tie\nA,B,1\n", "A,B\nC,D\n", "winner,loser,weight\nA,B,1e9\nB,C,1e-9\n"]
)
def test_very_little_data(text, write):
    got = result(write("votes.csv", text))
    assert got["method"] == "posterior" and got["convergence"]["status"] == "converged"
