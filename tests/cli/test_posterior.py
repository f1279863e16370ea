"""The posterior as a person and a program see it, and what `--method auto` makes of data."""

import csv
import json
import re
from pathlib import Path

import pytest
from conftest import refused, run


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
    assert got["method"] == "posterior" and got["chosen_because"] == ""
    assert got["convergence"]["status"] == "converged"
    figures = got["figures"]
    assert 0 <= figures["noise_low"] <= figures["noise"] <= figures["noise_high"] <= 0.5
    assert 0 < figures["spread_low"] <= figures["spread"] <= figures["spread_high"]
    assert figures["draws"] == 2000 and figures["shape_parts"] >= 1
    places = got["ranking"]
    assert [place["rank"] for place in places] == list(range(1, 21))
    assert sum(place["score"] for place in places) == pytest.approx(0, abs=1e-4), "log-odds, centred"
    assert all(place["score_low"] < place["score"] < place["score_high"] for place in places)
    assert all(1 <= place["rank_low"] <= place["rank_high"] <= 20 for place in places)
    assert sum(place["first"] for place in places) == pytest.approx(1, abs=0.01)
    tiers = [place["tier"] for place in places]
    assert tiers[0] == 1 and all(b - a in (0, 1) for a, b in zip(tiers, tiers[1:]))
    assert all(0 < place["above_next"] < 1 for place in places[:-1]) and places[-1]["above_next"] is None
    assert any("plain mistake" in note for note in got["notes"])


def test_the_table(crowd):
    out = run("rank", crowd).out
    assert re.search(r"^rank +range +tier +item +score( +std err)? +comparisons( +wins +losses)?$", out, re.MULTILINE)
    assert re.search(r"^row +winner +loser +annotator +right$", out, re.MULTILINE)
    assert "Method posterior" in out and re.search(r"fitted in\s+\d+\s+rounds", out)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("items", "noise", "truth"),
    [(12, "toggle:0.1", 10), (45, "toggle:0.2", 20), (12, "bt:4", 0), (990, "bt:6", 0), (4, "bt:0.2", None), (2, "bt:2", None)],
)
def test_thousands_of_answers_are_enough_to_speak_of_noise(items, noise, truth, tmp_path):
    """Of 3,960 answers, whatever they are about, the summary says how many are mistakes, in a range that is no guess.
    Where many items tell mistakes from close calls, the range is at most 4 points from the truth."""
    spec = ("--items", items, "--comparisons", 3960, "--noise", noise, "--seed", 3)
    assert run("simulate", *spec, "--quiet", "--output", tmp_path / "votes.csv").status == 0
    line = run("rank", tmp_path / "votes.csv").out.splitlines()[2]
    assert "few" not in line and line.endswith(("plain mistakes.", "plain mistake."))
    found = re.search(r"\((\d+)-(\d+) %\)", line)
    low, high = map(int, found.groups()) if found else (0, 2)
    assert high - low <= 25
    assert truth is None or low - 4 <= truth <= high + 4 and high - low <= 8, line


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


@pytest.mark.parametrize(
    "option, method",
    [(("--gamma", 0.01), "pdrank"), (("--solver", "pdhg"), "pdrank"), (("--elo-k", 20), "elo"),
     (("--transform", "probit"), "hodgerank")],
)  # fmt: skip
def test_options_of_other_methods_are_refused_with_what_to_type(crowd, option, method):
    said = refused(run("rank", crowd, *option), 2)
    assert said.startswith(option[0]) and said.endswith(
        f"but the default method, posterior, has no such option; add --method {method}"
    )
    assert run("rank", crowd, "--method", method, *option).status == 0


def test_the_preset_of_the_paper_is_pdrank(crowd):
    assert result(crowd, "--preset", "paper")["method"] == "pdrank"
    assert run("rank", crowd, "--max-sweeps", 100).status == 2, "there are no chains any more"


def test_larger_data_get_the_same_method(tmp_path):
    path = tmp_path / "votes.csv"
    assert run("simulate", "--items", 500, "--comparisons", 3000, "--quiet", "--output", path).status == 0
    got = result(path)
    assert got["method"] == "posterior" and got["convergence"]["status"] == "converged"
    assert all(place["rank_low"] <= place["rank"] <= place["rank_high"] for place in got["ranking"])


def test_a_chain_is_no_exception(write):
    """An order that the pairs follow one by one is so unlikely that the answers are taken for noise: that is said."""
    got = result(write("chain.csv", "".join(f"i{k:02},i{k + 1:02}\n" * 5 for k in range(29))))
    assert got["method"] == "posterior" and got["ranking"][0]["rank_low"] == 1
    right = [place["item"] for place in got["ranking"]] == [f"i{k:02}" for k in range(30)]
    assert right or any("yet the ranking goes against" in note for note in got["notes"])


def test_equal_items_share_a_rank(write):
    got = result(write("ties.csv", "winner,loser,tie\nA,B,1\nB,C,1\nA,C,1\n"))
    assert [(p["item"], p["rank"], p["rank_low"], p["rank_high"]) for p in got["ranking"]] == [
        (item, 1, 1, 3) for item in "ABC"
    ]


def test_a_million_answers_against_one(write):
    counted = result(write("counted.csv", "winner,loser,weight\nA,B,1000000\nB,A,1\n"))["ranking"]
    assert [(p["item"], p["rank_low"], p["rank_high"]) for p in counted] == [("A", 1, 1), ("B", 2, 2)]
    assert counted[0]["above_next"] > 0.99


def test_a_weight_is_a_number_of_answers(write):
    counted = result(write("counted.csv", "winner,loser,weight\nA,B,3\nB,A,1\nB,C,2\n"))["ranking"]
    rows = result(write("rows.csv", "winner,loser\n" + "A,B\n" * 3 + "B,A\n" + "B,C\n" * 2))["ranking"]
    assert counted == rows


def test_whole_rankings_are_rankings(write):
    got = result(write("rankings.csv", "ranking\nA>B>C>D\nA>C>B>D\nB>A>C>D\n"))
    assert any("its pairs weigh less than as many separate answers" in note for note in got["notes"]), got["notes"]
    assert got["ranking"][0]["item"] == "A" and got["ranking"][-1]["item"] == "D"


def test_two_who_contradict_each_other_leave_it_open(write):
    """Which of them is the adversary, nobody can tell."""
    path = write("mirror.csv", "winner,loser,judge\n" + "A,B,x\nB,A,y\n" * 8)
    for seed in range(1, 4):
        got = result(path, "--seed", seed)
        assert [card["flag"] for card in got["annotators"]] == ["", ""]
        for place in got["ranking"]:
            assert abs(place["score"]) < 0.1 and (place["rank_low"], place["rank_high"]) == (1, 2)


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
