"""evalica 0.4.2: Bradley-Terry, Elo and counting."""

import evalica
import numpy as np
import pytest
from evalica import Winner
from votes import CLOSE, Row, Votes, column, rank, scores


def by_evalica(method, rows: list[Row], votes: Votes, **options):
    """The result of an evalica method, and its scores in the order of `votes.items`."""
    result = method(
        [row.winner for row in rows],
        [row.loser for row in rows],
        [Winner.Draw if row.tie else Winner.X for row in rows],
        weights=[float(row.weight) for row in rows],
        **options,
    )
    return result, result.scores[votes.items].to_numpy()


def test_bradley_terry(votes):
    """evalica gives strengths, pdrank their logarithms with mean zero."""
    result, strength = by_evalica(evalica.bradley_terry, votes.rows, votes, tolerance=1e-11, limit=10_000)
    assert result.iterations < result.limit, "evalica stops there without a word"
    peer = np.log(strength) - np.log(strength).mean()
    assert scores(votes, "bradley-terry") == pytest.approx(peer, abs=CLOSE)


@pytest.mark.parametrize("k", [4, 32])
def test_elo(votes, k):
    """In pdrank a row of weight w is w answers in a row. evalica multiplies the outcome by w but not what was expected
    of it, so the two differ; it is given such rows w times instead."""
    rows = [Row(row.winner, row.loser, row.tie) for row in votes.rows for _ in range(row.weight)]
    _, peer = by_evalica(evalica.elo, rows, votes, k=k, initial=1000)
    assert scores(votes, "elo", "--elo-k", k) == pytest.approx(peer, abs=CLOSE)


def test_counting(votes):
    """evalica's counts are pdrank's columns; divided by the comparisons of an item they are the win rate."""
    _, peer = by_evalica(evalica.counting, votes.rows, votes)
    result = rank(votes, "win-rate")
    wins, ties, comparisons = (column(votes, result, name) for name in ("wins", "ties", "comparisons"))
    assert wins + ties / 2 == pytest.approx(peer, abs=CLOSE)
    assert column(votes, result) == pytest.approx(peer / comparisons, abs=CLOSE)


def test_borda(votes):
    """Borda's count sums what evalica averages: an item's share of wins against each opponent that it met."""
    _, peer = by_evalica(evalica.average_win_rate, votes.rows, votes)
    opponents = (votes.counts > 0).sum(axis=1)
    assert scores(votes, "borda") == pytest.approx(opponents * peer, abs=CLOSE)


def test_where_definitions_meet(votes):
    """pdrank's win rate averages over answers, evalica's over opponents; evalica counts answers, Borda opponents. Each
    two are the same, but for a factor, where all pairs were compared equally often, and differ elsewhere."""
    _, average = by_evalica(evalica.average_win_rate, votes.rows, votes)
    _, count = by_evalica(evalica.counting, votes.rows, votes)
    repeats = votes.counts[np.triu_indices(len(votes.items), 1)]
    rates = np.abs(scores(votes, "win-rate") - average).max()
    counts = np.abs(scores(votes, "borda") - count / repeats.mean()).max()
    if np.all(repeats == repeats[0]):
        assert rates < CLOSE and counts < CLOSE
    else:
        assert rates > 1e-3 and counts > 1e-3
