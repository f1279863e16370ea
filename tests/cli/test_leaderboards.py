"""Scales, what would change a ranking, and what has changed."""

import csv
import json
import math

import pytest
from conftest import DATA, REPO, refused, result, run

VOTES = REPO / "examples/votes.csv"


def ranking(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_every_format_has_the_scale(tmp_path):
    plain = result(VOTES)["ranking"]
    elo = result(VOTES, "--scale", "elo")
    assert elo["options"]["scale"] == "elo"
    assert any("400 points more are odds of 10 to 1" in note for note in elo["notes"])
    unit = 400 / math.log(10)
    for before, after in zip(plain, elo["ranking"], strict=True):
        assert after["item"] == before["item"]
        for field in ("score", "score_low", "score_high"):
            assert after[field] == pytest.approx(1000 + unit * before[field])
        assert after["standard_error"] == pytest.approx(unit * before["standard_error"])
    assert run("rank", VOTES, "--scale", "elo", "--output", tmp_path / "r.csv", "--quiet").status == 0
    first = ranking(tmp_path / "r.csv")[0]
    assert float(first["score"]) == pytest.approx(elo["ranking"][0]["score"], abs=1e-6)
    text = run("rank", VOTES, "--scale", "elo", COLUMNS="120").out
    assert f"{float(first['score_low']):.0f} to {float(first['score_high']):.0f}" in text
    markdown = run("rank", VOTES, "--scale", "elo", "--format", "markdown").out
    assert f"{float(first['score_low']):.5g} to {float(first['score_high']):.5g}" in markdown
    assert sum(place["score"] for place in result(VOTES, "--scale", "share")["ranking"]) == pytest.approx(1)


def test_an_anchor_and_its_errors():
    name = result(VOTES)["ranking"][4]["item"]
    held = result(VOTES, "--scale", "elo", "--anchor", f"{name}=1114")["ranking"][4]
    assert (held["score"], held["score_low"], held["score_high"]) == pytest.approx((1114, 1114, 1114), abs=1e-3)
    assert "no such item" in refused(run("rank", VOTES, "--anchor", "nobody"), 2)
    assert "method borda does not use it" in refused(run("rank", VOTES, "--scale", "elo", "--method", "borda"), 2)
    assert "posterior" in refused(run("rank", VOTES, "--scale", "elo", "--method", "borda"), 2)


def test_predictions_do_not_take_a_scale(tmp_path):
    (tmp_path / "pairs.csv").write_text("left,right\nitem-01,item-02\n")
    for option in (("--scale", "elo"), ("--anchor", "item-01"), ("--fragility", "first")):
        ran = run("predict", VOTES, "--pairs", tmp_path / "pairs.csv", *option)
        assert "predictions do not depend on it" in refused(ran, 2)


def test_grades_and_shares_stay_within_what_they_can_be(tmp_path):
    """An item that never lost, with few answers: nothing is known but its order."""
    (tmp_path / "few.csv").write_text("winner,loser\na,b\nb,c\nc,b\na,c\nc,d\nd,b\n")
    for method in ("posterior", "bradley-terry"):
        for place in result(tmp_path / "few.csv", "--scale", "share", "--method", method)["ranking"]:
            assert 0 <= place["score_low"] <= place["score"] <= place["score_high"] <= 1
            assert place["standard_error"] < 0.5
        held = result(tmp_path / "few.csv", "--scale", "elo", "--anchor", "b", "--method", method, "--boundaries", "A=900,B")
        anchor = next(place for place in held["ranking"] if place["item"] == "b")
        assert anchor["score_low"] == anchor["score_high"] == pytest.approx(1000)
        assert anchor["grade"] == "A" and anchor["grade_probability"] > 0.99


def test_without_the_rows_it_names_another_item_is_first(tmp_path):
    found = result(VOTES, "--fragility", "first")["fragility"]
    rows = {entry["row"] for entry in found["removed"]}
    assert found["answers"] == len(rows) > 0
    lines = VOTES.read_text().splitlines()
    (tmp_path / "rest.csv").write_text("\n".join(line for n, line in enumerate(lines) if n not in rows) + "\n")
    assert result(tmp_path / "rest.csv")["ranking"][0]["item"] == found["after"] != found["before"]
    assert found["meaning"] in " ".join(run("rank", VOTES, "--fragility", "first").out.split())
    assert "two items" in refused(run("rank", VOTES, "--fragility", "last"), 2)


@pytest.mark.skipif(not DATA.is_dir(), reason=f"real data not found at {DATA} (set PDRANK_DATA)")
def test_named_items_and_the_best(tmp_path):
    votes = sorted((DATA / "mtbench").glob("*.csv*"))[0]
    places = result(votes)["ranking"]
    pair = f"{places[0]['item']},{places[1]['item']}"
    found = result(votes, "--fragility", pair)["fragility"]
    assert (found["before"], found["after"]) == (places[0]["item"], places[1]["item"])
    assert result(votes, "--fragility", "2")["fragility"]["question"] == "2"


def test_what_has_changed(tmp_path):
    lines = VOTES.read_text().splitlines()
    (tmp_path / "half.csv").write_text("\n".join(lines[:300]) + "\n")
    for source, name in ((tmp_path / "half.csv", "old.json"), (VOTES, "new.json")):
        assert run("rank", source, "--quiet", "--output", tmp_path / name).status == 0
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    found = json.loads(run("diff", old, new, "--format", "json").out)
    assert [item["rank"] for item in found["items"]] == sorted(item["rank"] for item in found["items"])
    assert found["up"] + found["down"] == sum(item["change"] in ("up", "down") for item in found["items"])
    same = json.loads(run("diff", new, new, "--format", "json").out)
    assert {item["change"] for item in same["items"]} == {"noise"}
    assert {item["moved"] for item in same["items"]} == {0}
    assert "more than noise" in run("diff", old, new).out
    other = run("rank", VOTES, "--quiet", "--method", "bradley-terry", "--output", tmp_path / "bt.json")
    assert other.status == 0
    assert "of two kinds" in run("diff", old, tmp_path / "bt.json", COLUMNS="200").out


def test_an_anchor_has_not_changed_and_shares_are_compared_by_ranks(tmp_path):
    (tmp_path / "half.csv").write_text("\n".join(VOTES.read_text().splitlines()[:300]) + "\n")
    for options in (("--scale", "elo", "--anchor", "item-02"), ("--scale", "share")):
        for source, name in ((tmp_path / "half.csv", "old.json"), (VOTES, "new.json")):
            assert run("rank", source, "--quiet", *options, "--output", tmp_path / name).status == 0
        found = json.loads(run("diff", tmp_path / "old.json", tmp_path / "new.json", "--format", "json").out)
        assert found["up"] + found["down"] == 0
        anchor = next(item for item in found["items"] if item["item"] == "item-02")
        assert anchor["p_value"] is None
        assert anchor["score_change"] == (None if options[1] == "share" else 0)


def test_what_has_changed_in_markdown(tmp_path):
    for name in ("old.json", "new.json"):
        assert run("rank", VOTES, "--quiet", "--output", tmp_path / name).status == 0
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    assert run("diff", old, new, "--output", tmp_path / "board.md", "--quiet").status == 0
    assert (tmp_path / "board.md").read_text().startswith("| rank | moved | item |")


def test_files_that_are_no_results(tmp_path):
    (tmp_path / "no.json").write_text('{"ranking": 3}')
    for wrong in (VOTES, tmp_path / "no.json"):
        ran = run("diff", wrong, wrong)
        assert ran.status == 3
        assert "is no result of a ranking" in ran.err
    assert run("diff", tmp_path / "none.json", VOTES).status == 3
