"""choix 0.4.1: the spectral methods and Bradley-Terry.

choix knows neither ties nor weights, only lists of (winner, loser). A tie being half a win each way, the lists are made
of `scale` times the wins, which is whole. That changes no maximum of likelihood and no share of wins; a prior must be
scaled with the data.
"""

import choix
import numpy as np
import pytest
from votes import CLOSE, Votes, call, scores


def scaled(votes: Votes) -> tuple[int, list[tuple[int, int]], int]:
    """What choix takes: number of items, (winner, loser) `scale` times as often as in the votes; and the scale."""
    scale = 2 if any(row.tie for row in votes.rows) else 1
    wins = votes.wins * scale
    assert np.all(wins == wins.round())
    pairs = [(int(i), int(j)) for i, j in np.argwhere(wins) for _ in range(int(wins[i, j]))]
    return len(votes.items), pairs, scale


def test_i_lsr(votes):
    items, pairs, _ = scaled(votes)
    assert scores(votes, "i-lsr") == pytest.approx(choix.ilsr_pairwise(items, pairs, tol=1e-11), abs=CLOSE)


@pytest.mark.parametrize("method", ["rank-centrality", "asr"])
def test_rank_centrality(votes, method):
    """choix has no accelerated spectral ranking, but its scores are those of rank centrality: see asr.cpp."""
    items, pairs, _ = scaled(votes)
    assert scores(votes, method) == pytest.approx(choix.rank_centrality(items, pairs), abs=CLOSE)


@pytest.mark.parametrize("gamma", [0, 0.5])
def test_bradley_terry(votes, gamma):
    """choix's alpha is pdrank's gamma. Its optimiser ends where the last digit of the likelihood does, which may be six
    digits of the scores; one more Newton step, by choix's derivatives, gives the rest."""
    items, pairs, scale = scaled(votes)
    peer = choix.opt_pairwise(items, pairs, alpha=scale * gamma, tol=1e-10)
    likelihood = choix.opt.PairwiseFcts(pairs, penalty=scale * gamma)
    peer -= np.linalg.pinv(likelihood.hessian(peer)) @ likelihood.gradient(peer)
    assert scores(votes, "bradley-terry", "--gamma", gamma) == pytest.approx(peer - peer.mean(), abs=CLOSE)


def test_bradley_terry_by_minorisation(votes):
    """The maximum of likelihood by another road. (choix's alpha is here a Dirichlet prior, which pdrank has not.)"""
    items, pairs, _ = scaled(votes)
    peer = choix.mm_pairwise(items, pairs, tol=1e-10)
    assert scores(votes, "bradley-terry") == pytest.approx(peer, abs=CLOSE)


def test_whole_rankings():
    """choix has the maximum of the likelihood of Plackett and Luce. The posterior thinks mistakes possible, which
    stretches the scores by some per cent and leaves their scale open; but for that they are the same, and no surer than
    the information of the rankings allows. Rankings read as pairs would be."""
    items, rankings = 8, 3000
    random = np.random.default_rng(1)
    order = np.argsort(-(random.normal(size=items) + random.gumbel(size=(rankings, items))), axis=1)
    peer = choix.ilsr_rankings(items, order.tolist(), tol=1e-11)
    lines = [">".join(f"item {k}" for k in row) for row in order]
    result = call("rank", "-", stdin="\n".join(["ranking", *lines, ""]))
    place = {place["item"]: place for place in result["ranking"]}
    ours = [place[f"item {k}"] for k in range(items)]
    deviation = np.array([one["score_high"] - one["score_low"] for one in ours]) / (2 * 1.6449)
    score, peer = np.array([one["score"] for one in ours]), peer - peer.mean()
    stretch = score @ peer / (peer @ peer)
    assert 1 <= stretch < 1.1
    assert np.abs(score - peer).max() < 1.5 * deviation.max()
    assert score / stretch == pytest.approx(peer, abs=0.02)
    # The information that a ranking gives, by choix's likelihood: at least its errors are the posterior's.
    stages = [(row[k], row[k:]) for row in order.tolist() for k in range(items - 1)]
    chance = np.exp(peer)
    information = np.zeros((items, items))
    for _, among in stages:
        share = chance[among] / chance[among].sum()
        information[np.ix_(among, among)] += np.diag(share) - np.outer(share, share)
    assert np.all(deviation > 0.95 * np.sqrt(np.diag(np.linalg.pinv(information, rcond=1e-9, hermitian=True))))
