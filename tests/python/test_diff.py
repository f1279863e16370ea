"""What has changed between two results; the report page; what would change a ranking."""

import json

import pytest
from conftest import VOTES

import pdrank


@pytest.fixture(scope="module")
def results():
    rows = pdrank.read_comparisons(VOTES)
    names, order = list(rows.items), range(300)
    first = [(names[rows.winner[n]], names[rows.loser[n]]) for n in order]
    return pdrank.rank(first), pdrank.rank(VOTES)


def test_diff_is_that_of_the_command_line(results, tmp_path, cli):
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(results[0].to_json())
    new.write_text(results[1].to_json())
    printed = json.loads(cli("diff", old, new, "--format", "json"))
    assert pdrank.diff(*results).summary == printed
    assert pdrank.diff(old, str(new)).summary == printed
    assert json.loads(pdrank.diff(old, new).to_json()) == printed


def test_diff_as_a_table(results):
    found = pdrank.diff(*results, level=0.8)
    items = found.items
    assert list(items["item"]) == [line["item"] for line in found.summary["items"]]
    assert set(items["change"]) <= {"up", "down", "noise", "new", "gone"}
    assert found.summary["items"][0]["item"] in repr(found)
    assert "<table" in found._repr_html_()
    with pytest.raises(ValueError, match="level"):
        pdrank.diff(*results, level=2)
    with pytest.raises(TypeError, match="RankResult or a path"):
        pdrank.diff(3, results[1])


def test_report(results, tmp_path):
    results[1].report(tmp_path / "page.html", title="Votes & <more>")
    page = (tmp_path / "page.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "<more>" not in page


def test_fragility():
    result = pdrank.rank(VOTES, fragility=["first"])
    assert result.fragility["before"] == next(iter(result.scores))
    assert result.fragility["answers"] == len(result.removed_rows["row"])
    assert pdrank.rank(VOTES).fragility == {}
