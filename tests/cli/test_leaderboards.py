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


def test_predictions_are_the_same_on_any_scale(tmp_path):
    items = [place["item"] for place in result(VOTES)["ranking"]]
    (tmp_path / "pairs.csv").write_text(f"left,right\n{items[0]},{items[7]}\n")
    plain = run("predict", VOTES, "--pairs", tmp_path / "pairs.csv").out
    assert run("predict", VOTES, "--pairs", tmp_path / "pairs.csv", "--scale", "elo").out == plain


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
    assert run("diff", old, new, "--output", tmp_path / "board.md", "--quiet").status == 0
    assert (tmp_path / "board.md").read_text().startswith("| rank | moved | item |")


def test_files_that_are_no_results(tmp_path):
    (tmp_path / "no.json").write_text('{"ranking": 3}')
    for wrong in (VOTES, tmp_path / "no.json"):
        ran = run("diff", wrong, wrong)
        assert ran.status == 3
        assert "is no result of a ranking" in ran.err
    assert run("diff", tmp_path / "none.json", VOTES).status == 3
