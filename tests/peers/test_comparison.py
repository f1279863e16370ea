"""What docs/COMPARISON.md says of other libraries, at the versions that are installed for the tests."""

import inspect
import io
import json
import subprocess
import warnings

import numpy as np
import pytest
from votes import PROGRAM

TWO_PARTS = [("A", "B"), ("B", "A"), ("X", "Y"), ("Y", "X"), ("X", "Y")]
UNBEATEN = [("A", "B"), ("B", "C"), ("A", "C")]


def numbered(rows: list[tuple[str, str]]) -> tuple[int, list[tuple[int, int]]]:
    names = sorted({name for row in rows for name in row})
    return len(names), [(names.index(winner), names.index(loser)) for winner, loser in rows]


def as_csv(rows: list[tuple[str, ...]], names: str) -> str:
    return "".join(f"{line}\n" for line in [names, *map(",".join, rows)])


def pdrank(text: str, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, "rank", "-", *words], input=text, capture_output=True, text=True)


def test_pdrank_says_that_the_data_fall_into_parts():
    assert "2 parts" in pdrank(as_csv(TWO_PARTS, "winner,loser")).stdout


def test_pdrank_says_who_is_unbeaten():
    ranking = json.loads(pdrank(as_csv(UNBEATEN, "winner,loser"), "--format", "json").stdout)["ranking"]
    assert [place["item"] for place in ranking] == ["A", "B", "C"]
    assert "unbeaten" in ranking[0]["flags"]


@pytest.mark.parametrize("rows", [TWO_PARTS, UNBEATEN], ids=["two parts", "unbeaten"])
def test_choix_refuses_what_has_no_maximum(rows):
    choix = pytest.importorskip("choix")
    items, pairs = numbered(rows)
    with pytest.raises(ValueError, match="stationary distribution"):
        choix.ilsr_pairwise(items, pairs)
    assert len(choix.ilsr_pairwise(items, pairs, alpha=0.01)) == items


def test_choix_raises_when_the_iterations_are_used_up():
    choix = pytest.importorskip("choix")
    items, pairs = numbered([*UNBEATEN, ("C", "A"), ("C", "A")])
    with pytest.raises(RuntimeError, match="converge"):
        choix.ilsr_pairwise(items, pairs, max_iter=1)


def test_choix_has_no_ties_and_no_weights():
    choix = pytest.importorskip("choix")
    for fit in (choix.ilsr_pairwise, choix.opt_pairwise, choix.ep_pairwise):
        assert not {"weights", "ties", "draws"} & set(inspect.signature(fit).parameters)


def evalica_scores(rows: list[tuple[str, str]], **options: int) -> tuple[dict[str, float], int]:
    """Scores and iterations; a warning is an error."""
    evalica = pytest.importorskip("evalica")
    winners, losers = zip(*rows, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = evalica.bradley_terry(winners, losers, [evalica.Winner.X] * len(rows), **options)
    return result.scores.to_dict(), result.iterations


def test_evalica_puts_parts_on_one_scale():
    scores, _ = evalica_scores(TWO_PARTS)
    assert set(scores) == {"A", "B", "X", "Y"}
    assert np.isfinite(list(scores.values())).all()


def test_evalica_gives_equal_scores_to_a_chain_of_wins():
    scores, _ = evalica_scores(UNBEATEN)
    assert len(set(scores.values())) == 1


def test_evalica_stops_at_its_limit_without_a_warning():
    rows = [*UNBEATEN, ("C", "B"), ("B", "A"), ("C", "A"), ("A", "B")]
    stopped, iterations = evalica_scores(rows, limit=2)
    settled, _ = evalica_scores(rows, limit=10_000)
    assert iterations == 2
    assert stopped != pytest.approx(settled, rel=1e-3)


def test_evalica_leaves_out_rows_with_an_unknown_winner():
    pytest.importorskip("evalica")
    from evalica.__main__ import read_csv

    text = as_csv([("A", "B", "left"), ("B", "A", "left"), ("A", "B", "maybe")], "left,right,winner")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read_csv(io.StringIO(text))[0]) == 2
    refused = pdrank(text)
    assert refused.returncode == 3
    assert ":4:" in refused.stderr


def test_crowd_kit_stops_after_two_iterations():
    crowdkit = pytest.importorskip("crowdkit.aggregation")
    pandas = pytest.importorskip("pandas")
    rows = [*UNBEATEN, ("C", "B"), ("B", "A"), ("C", "A"), ("A", "B")]
    frame = pandas.DataFrame([("w", *row, row[0]) for row in rows], columns=["worker", "left", "right", "label"])

    def scores(iterations: int, **options: float) -> list[float]:
        return crowdkit.BradleyTerry(n_iter=iterations, **options).fit(frame).scores_.tolist()

    assert scores(1000) == scores(2)
    assert scores(1000) != pytest.approx(scores(1000, tol=0), rel=1e-3)
