"""Why an item stands where it does."""

import json

import pytest
from conftest import VOTES

import pdrank


@pytest.fixture(scope="module")
def result():
    return pdrank.rank(VOTES)


def test_explanations_are_those_of_the_command_line(result, cli):
    best, second = list(result.scores)[:2]
    assert result.explain(best).summary == json.loads(cli("explain", VOTES, best, "--format", "json"))
    both = json.loads(cli("explain", VOTES, best, second, "--rows", 3, "--format", "json"))
    assert result.explain(best, second, rows=3).summary == both
    assert json.loads(result.explain(best, second, rows=3).to_json()) == both


def test_explanations_as_tables(result):
    best = next(iter(result.scores))
    found = result.explain(best)
    assert list(found.rows["row"]) == [line["row"] for line in found.summary["rows"]]
    assert list(found.opponents["item"]) == [line["item"] for line in found.summary["opponents"]]
    assert list(found.annotators["annotator"]) == [line["annotator"] for line in found.summary["annotators"]]
    assert best in repr(found) and "change without it" in repr(found) and "<table" in found._repr_html_()


def test_items_may_be_numbers_and_mistakes_are_told(result):
    numbers = pdrank.rank(winners=[1, 2, 1, 3], losers=[2, 3, 3, 1])
    assert numbers.explain(1, 2).summary["other"]["item"] == "2"
    with pytest.raises(ValueError, match="there is no such item"):
        result.explain("nobody at all")
    with pytest.raises(ValueError, match="rows"):
        result.explain(next(iter(result.scores)), rows=0)


def test_names_are_merged_on_demand():
    votes = [("GPT-4", "Bard"), ("gpt-4", "Claude"), ("Claude", "Bard"), ("Bard", "gpt-4")]
    apart, merged = pdrank.rank(votes), pdrank.rank(votes, merge_names=True)
    assert set(apart.scores) == {"GPT-4", "gpt-4", "Bard", "Claude"}
    assert set(merged.scores) == {"gpt-4", "Bard", "Claude"}
    assert any("merge_names takes them for one" in note for note in apart.notes)
