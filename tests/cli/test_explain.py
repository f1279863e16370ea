"""pdrank explain: why an item stands where it does, or above another one."""

import json
import re

import pytest
from conftest import REPO, documented_columns, refused, rows, run

VOTES = REPO / "examples/votes.csv"


def explained(*arguments):
    ran = run("explain", VOTES, *arguments, "--format", "json")
    assert ran.status == 0, ran
    return json.loads(ran.out)


@pytest.fixture(scope="module")
def ranking():
    return json.loads(run("rank", VOTES, "--format", "json").out)["ranking"]


def test_it_is_the_place_of_the_ranking(ranking):
    for place in ranking[:3]:
        found = explained(place["item"])
        shared = set(found["item"]) & set(place)
        assert {"rank", "rank_low", "score", "score_low", "first", "wins", "losses", "ties", "flags"} <= shared
        assert {name: found["item"][name] for name in shared} == {name: place[name] for name in shared}
        assert found["item"]["answers"] == place["comparisons"] and found["item"]["of"] == len(ranking)
        assert found["other"] is None and found["lead"] is None
        against = [row for row in found["rows"] if row["pull"] * row["without"] > 0]
        assert ["the other way" in note for note in found["notes"]] == [True] * bool(against)
        assert sum(one["answers"] for one in found["opponents"]) == pytest.approx(place["comparisons"])


def test_it_fits_the_screen(ranking):
    for arguments in ([ranking[1]["item"]], [ranking[1]["item"], ranking[4]["item"]]):
        for width in (40, 80, 200):
            ran = run("explain", VOTES, *arguments, COLUMNS=str(width))
            assert ran.status == 0 and ran.err == ""
            lines = ran.out.splitlines()
            assert max(map(len, lines)) <= width, ran.out
            assert len(lines) <= (10 if width >= 80 else 20), ran.out
            assert "without it" in ran.out and f"{ranking[1]['item']} " in ran.out


def test_it_takes_ten_lines_for_every_item(ranking):
    items = [place["item"] for place in ranking]
    for words in ([item] for item in items), ([items[0], item] for item in items[1:]):
        for asked in words:
            ran = run("explain", VOTES, *asked)
            assert ran.status == 0 and len(ran.out.splitlines()) <= 10, ran.out
    shown = run("explain", VOTES, items[0], "--rows", 12).out
    assert len(re.findall(r"^ *\d+  item-", shown, re.M)) == 12, "what was asked for is shown"


def test_two_items(ranking):
    upper, lower = ranking[0]["item"], ranking[5]["item"]
    found, turned = explained(upper, lower), explained(lower, upper)
    assert found["lead"] == pytest.approx(ranking[0]["score"] - ranking[5]["score"]) == pytest.approx(-turned["lead"])
    assert found["above"] == pytest.approx(1 - turned["above"]) and found["above"] > 0.5
    assert f"stands above {lower}" in found["meaning"][0] and f"stands below {upper}" in turned["meaning"][0]


def test_formats_agree(ranking, tmp_path):
    item = ranking[2]["item"]
    found, text = explained(item, "--rows", 7), run("explain", VOTES, item, "--rows", 7, "--format", "csv").out
    assert text.splitlines()[0] == documented_columns("ExplainedRow") and len(found["rows"]) == 7
    assert [float(row["without"]) for row in rows(text)] == [row["without"] for row in found["rows"]]
    votes = rows(VOTES.read_text())
    for row in found["rows"]:
        assert {row["winner"], row["loser"]} == {votes[row["row"] - 1]["winner"], votes[row["row"] - 1]["loser"]}
    run("explain", VOTES, item, "--rows", 7, "--output", tmp_path / "rows.csv", "--quiet")
    assert (tmp_path / "rows.csv").read_text() == text
    markdown = run("explain", VOTES, item, "--format", "markdown").out
    assert "| row | winner | loser | annotator | change without it |\n" in markdown


@pytest.mark.parametrize("method", ["posterior", "bradley-terry", "pdrank", "borda", "elo"])
def test_methods(method, ranking):
    found = explained(ranking[0]["item"], "--method", method)
    assert found["method"] == method and len(found["rows"]) == 3
    lawless = method in ("pdrank", "borda", "elo")
    assert any("has no law of answers" in note for note in found["notes"]) == lawless
    known = method == "posterior"
    assert (found["neighbours"][0]["probability"] is not None) == known
    assert any("does not say how likely" in sentence for sentence in found["meaning"]) != known


def test_names_are_matched(write):
    votes = "Claude,GPT-4\nGPT-4,Bard\nBard,Claude\nClaude,Bard\nGPT-4o,Bard\n"
    path = write("votes.csv", "winner,loser\n" + votes * 2)
    for name in ("Claude", "claude", "CLA"):
        assert json.loads(run("explain", path, name, "--format", "json").out)["item"]["item"] == "Claude"
    assert "did you mean Claude?" in refused(run("explain", path, "Cladue"), 2)
    assert "it may be 'GPT-4' and 'GPT-4o'" in refused(run("explain", path, "gpt"), 2)
    assert "the two are the same item" in refused(run("explain", path, "claude", "CLAUDE"), 2)
    refused(run("explain", path), 2)
    refused(run("explain", path, "claude", "--rows", 0), 2)


def test_annotators_scale_and_parts(write):
    agree = [f"{pair[0]},{pair[1]},{judge}" for judge in ("Ann", "Bob") for pair in ("AB", "BC", "AC")]
    lines = [*agree, "B,A,Eve", "C,B,Eve", "C,A,Eve"]
    path = write("votes.csv", "winner,loser,annotator\n" + "\n".join(lines * 5) + "\nX,Y,Ann\n")
    found = json.loads(run("explain", path, "A", "--method", "bradley-terry", "--format", "json").out)
    assert [one["annotator"] for one in found["annotators"]][-1] == "Eve" and found["annotators"][-1]["pull"] < 0
    assert " pulls it up most" in found["meaning"][-1] and ", Eve (-" in found["meaning"][-1]
    points = json.loads(run("explain", path, "A", "--method=bradley-terry", "--scale=elo", "--format=json").out)
    assert points["rows"][0]["without"] == pytest.approx(found["rows"][0]["without"] * 400 / 2.302585, rel=1e-3)
    assert "no chain of answers connects it with 'A'" in refused(run("explain", path, "A", "X"), 2)


def test_several_files_are_read_as_one(tmp_path):
    lines = VOTES.read_text().splitlines(keepends=True)
    (tmp_path / "a.csv").write_text("".join(lines[:301]))
    (tmp_path / "b.csv").write_text(lines[0] + "".join(lines[301:]))
    whole = run("explain", VOTES, "item-18", "item-03").out
    assert run("explain", "a.csv", "b.csv", "item-18", "item-03", cwd=tmp_path).out == whole
    message = refused(run("explain", "a.csv", "c.csv", "item-18", "item-03", cwd=tmp_path), 2)
    assert message.endswith("'c.csv', but there is no such file, and only two items can be named")
