"""pdrank rank: what the data cannot tell, and counts and names in the words that say so."""

import json
import re

import pytest
from conftest import refused, rows, run

CHAIN = "winner,loser\nA,B\nB,C\nC,D\nA,C\nB,D\nA,D\n"
CYCLE = "winner,loser\n" + "A,B\n" * 5 + "B,C\n" * 5 + "C,A\n"  # C over A stands against the ranking
HUB = "winner,loser\n" + "A,B\nB,C\nC,A\n" * 6  # compared often, and none of them unbeaten


def result(*arguments) -> dict:
    ran = run("rank", *arguments, "--format", "json")
    assert ran.status == 0, ran
    return json.loads(ran.out)


def noted(out: str) -> dict[str, str]:
    """Item -> its words in the last column of the table."""
    title = next(line for line in out.splitlines() if line.startswith("rank"))
    at = title.index("note")
    table = out[out.index(title) :].split("\n\n")[0].splitlines()[1:]
    names = 1 if title.split()[1] == "item" else 3  # after rank, and perhaps range and tier
    return {line.split()[names]: line[at:] for line in table if re.match(r" *\d+  ", line)}


def test_flags_in_the_table_and_the_json(write):
    path = write("votes.csv", HUB + "top,A\nA,low\nA,low\n" + "x,y\ny,x\n" * 3 + "x,B\n")
    out = run("rank", path).out
    assert noted(out) == {"top": "unbeaten, few", "low": "winless, few", "x": "bridge", "y": "bridge",
                          "A": "", "B": "", "C": ""}  # fmt: skip
    assert "\nfew: fewer than 5 comparisons; bridge: only one pair links it to the rest\n" in out
    got = result(path)
    flags = {place["item"]: place["flags"] for place in got["ranking"]}
    assert flags == {"top": ["unbeaten", "bridge", "few"], "low": ["winless", "bridge", "few"], "x": ["bridge"],
                     "y": ["bridge"], "A": [], "B": [], "C": []}  # fmt: skip
    assert got["options"]["few"] == 5 and got["graph"]["bridges"] == 4
    assert got["graph"]["bridge_pairs"][0] == {"item": "x", "other": "B", "hanging": 2, "comparisons": 1}
    assert [note.split(":")[0] for note in got["notes"]][:4] == [
        "1 of 7 items never lost (top)", "1 of 7 items never won (low)",
        "One pair with fewer than 5 comparisons is all that links several items to the rest (x - B",
        "2 of 7 items have fewer than 5 comparisons (top and low), too few to say much about their places."]  # fmt: skip


def test_few_is_an_option_of_all_methods(write):
    path = write("votes.csv", HUB + "x,y\ny,x\nx,B\n")
    for method in ("pdrank", "borda", "elo"):
        out = run("rank", path, "--method", method, "--few", 0).out
        assert "  note\n" not in out and not re.search(r"\bfew\b", out)
        assert noted(run("rank", path, "--method", method, "--few", 3).out)["y"] == "few"
    assert refused(run("rank", path, "--few", "-1"), 2) == "--few is -1, but must be between 0 and 1000000000"


def test_no_note_where_nothing_is_flagged(write):
    path = write("votes.csv", HUB)
    assert "note" not in run("rank", path).out and result(path)["ranking"][0]["flags"] == []
    beaten = write("beaten.csv", HUB + "A,low\n")
    assert "note" not in run("rank", beaten, "--top", 3).out.split("\n\n")[1], "low is not shown"


@pytest.mark.parametrize("width", [100, 80, 60])
def test_columns_leave_before_flags_do(width, write):
    text = HUB + "a rather long name of an item that nobody compared with anything else,A\n"
    path = write("votes.csv", text.replace("\n", ",0\n").replace("loser,0", "loser,tie") + "A,C,1\nx,y,0\n")
    out = run("rank", path, "--method", "bradley-terry", COLUMNS=str(width)).out
    assert max(map(len, out.splitlines())) <= width, out
    title = next(line.split() for line in out.splitlines() if line.startswith("rank"))
    assert title[:3] == ["rank", "item", "score"] and title[-2:] == ["part", "note"]
    assert ("comparisons" in title) == (width > 60)
    assert ("ties" in title) == (width == 100)
    assert "  unbeaten, few\n" in out, "words are not cut"


def test_numbers_of_one(write):
    path = write("votes.csv", "winner,loser,judge\n" + "A,B,x\nA,B,z\n" * 30 + "A,B,y\nB,A,y\n" * 10 + "B,C,x\nC,D,x\nD,B,x\n")
    out = run("rank", path, "--method", "pdrank").out
    assert "1 of 3 annotators answers as if at random" in out
    once = run("rank", write("once.csv", CYCLE)).out
    assert "The ranking contradicts 1 of 11 answers" in once
    both = run("rank", write("both.csv", "winner,loser\nA,B\nA,B\nB,A\n")).out
    assert "1 of 1 pair compared (100 %), more than once, with answers both ways\n" in both
    left_out = run("rank", write("left.csv", CYCLE + "A,Z\n"), "--component", "strong").out
    assert "* --component strong left out 1 of 4 items and 1 comparison.\n" in left_out


def test_options_are_flags_on_the_screen_and_names_in_files(write, tmp_path):
    path = write("left.csv", CYCLE + "A,Z\n")
    options = ("--method", "pdrank", "--max-rounds", 1, "--component", "strong")
    ran, page = run("rank", path, *options, "--report", tmp_path / "report.html"), tmp_path / "report.html"
    assert "* --component strong left out 1 of 4 items and 1 comparison.\n" in ran.out
    assert ran.err == "pdrank: not converged: not settled after 1 rounds; raise --max-rounds or --round-tolerance\n"
    got = json.loads(run("rank", path, *options, "--format", "json").out)
    assert got["notes"][0] == "component strong left out 1 of 4 items and 1 comparison."
    assert got["convergence"]["message"] == "not settled after 1 rounds; raise max_rounds or round_tolerance"
    assert "raise max_rounds or round_tolerance" in page.read_text()
    refusal = "asr: every item must be reachable from every other along wins, but the data fall into 2 parts in which that holds (largest: 3 of 4 items); "
    assert refused(run("rank", path, "--method", "asr"), 1) == refusal + "--component strong ranks the largest"
    for form in ("csv", "json", "markdown"):
        compared = run("compare", path, "--folds", 0, "--methods", "asr,borda", "--format", form).out
        assert "; component strong ranks the largest" in compared and "--component" not in compared


def test_large_counts_are_written_in_full(write):
    out = run("rank", write("votes.csv", "winner,loser,weight\nA,B,1234567\nB,A,2.5\nB,C,0.25\nC,B,1\n"), "--method", "borda").out
    assert re.search(r"^ *1  A +\S+ +1,234,569.5 +1,234,567 +2.5$", out, re.MULTILINE), out
    assert re.search(r" 1.25 +1 +0.25  few$", out, re.MULTILINE), out


def test_columns_that_are_not_used_are_named(write):
    path = write("votes.csv", "source,winner,loser,comment\n1,A,B,x\n2,B,A,y\n")
    assert "* Columns not used: source and comment.\n" in run("rank", path).out
    assert "Columns not used: source and comment." in result(path)["notes"]
    assert "* Columns not used: source and comment.\n" in run("rank", path, "--format", "csv").err
    assert "not used" not in run("rank", write("plain.csv", CHAIN)).out


def test_the_order_of_the_rows_is_told_where_it_matters(write):
    path = write("votes.csv", "date,winner,loser\n" + "2024-05-02,A,B\n2024-05-01,B,A\n" * 6)
    hint = "The answers are taken in the order of the rows; in another order they would say something else."
    column = "Column not used: date. If date says when answers were given, --columns time=date reads it."
    elo, forward = ("rank", path, "--method", "elo"), ("compare", path, "--forward", "--methods", "elo,borda", "--folds", 2)
    for command in (elo, forward):
        assert hint in " ".join(run(*command).out.split())
        assert hint not in " ".join(run(*command, "--columns", "time=date").out.split())
    assert column in " ".join(run("rank", path).out.split()) and hint not in " ".join(run("rank", path).out.split())
    assert run("rank", write("plain.csv", CHAIN), "--method", "elo", "--format", "json").out.count(hint) == 1


def test_names_that_differ_in_nothing_that_counts_are_told_and_merged(write):
    path = write("votes.csv", "winner,loser\nGPT-4,Bard\ngpt-4,Claude\nClaude,Bard\nBard,gpt-4\nCafe\u0301,Bard\nBard,Caf\u00e9\n")
    told = " ".join(run("rank", path).out.split())
    assert "'gpt-4' and 'GPT-4' (case); 'Cafe\u0301' and 'Caf\u00e9' (Unicode form)" in told and "--merge-names takes them" in told
    merged = json.loads(run("rank", path, "--merge-names", "--format", "json").out)
    assert sorted(place["item"] for place in merged["ranking"]) == ["Bard", "Cafe\u0301", "Claude", "gpt-4"]
    assert not any("spelled" in note for note in merged["notes"])


def test_names_like_missing_values_and_files_given_twice_are_told(write):
    path = write("votes.csv", "winner,loser\nAnna,N/A\nAnna,Berta\nBerta,Carla\n")
    told = " ".join(run("rank", path, path).out.split())
    assert "'N/A' is counted as an item, in 2 comparisons." in told and "is given twice, and its answers count twice." in told


def test_a_file_of_annotators_without_any_is_said_to_be_empty(write, tmp_path):
    cards, path = tmp_path / "annotators.csv", write("votes.csv", CHAIN)
    ran = run("rank", path, "--annotators", cards)
    assert ran.err == "pdrank: the data name no annotators: --annotators wrote a header and nothing else\n"
    assert run("rank", path, "--quiet", "--annotators", cards).err == ""
    assert run("rank", write("named.csv", "winner,loser,judge\nA,B,x\n"), "--annotators", cards).err == ""


@pytest.mark.parametrize("method", ["posterior", "bradley-terry"])
def test_a_ranking_against_all_others_accuses_nobody(method, write, tmp_path):
    """Its 45 pairs are no 45 answers."""
    order = [f"i{k}" for k in range(10)]
    lines = ["annotator,order"] + [f"j{k},{'>'.join(order)}" for k in range(9)] + [f"z,{'>'.join(reversed(order))}"]
    cards = tmp_path / "annotators.csv"
    run("rank", write("judges.csv", "\n".join(lines) + "\n"), "--method", method, "--annotators", cards, "--quiet")
    assert [card["flag"] for card in rows(cards)] == [""] * 10
