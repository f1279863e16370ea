"""1,000 items, 5,000 comparisons against PD-Rank as it was published (published.py): a whole run of its loop, with a
call of SciPy's root finder brentq for each comparison in each iteration.

First, on 30 items and on 1,000, it and pdrank with the paper's settings and solver must take the same number of
iterations and give the same scores.
"""

from common import Bench, largest_difference, seconds_of
from data import read_votes
from program import fit, rank, simulate
from published import Edges, published_rank

TIMES_FASTER = 4000
TIMES_FASTER_ITSELF = 1000  # the published loop, step by step, in C++


def seconds_of_loop(bench: Bench, items: int, comparisons: int) -> float:
    """Checks what it finds."""
    data = simulate(bench, items, comparisons)
    votes = read_votes(data.votes)
    edges, found = Edges(votes.winner, votes.loser, votes.items), []
    seconds = seconds_of(lambda: found.append(published_rank(edges)))
    ours = rank(bench, data.votes, "--method", "pdrank", "--preset", "paper", "--solver", "pdhg")
    what = f"{items:,} items, loop and pdrank --preset paper"
    bench.check(f"{what}: iterations, difference", abs(found[0].iterations - ours.convergence["iterations"]), at_most=0)
    bench.check(f"{what}: scores, largest difference, relative",
                largest_difference(ours.by_name(votes.names), found[0].scores), at_most=1e-6)  # fmt: skip
    bench.keep(**{what: {"seconds": seconds, "iterations": found[0].iterations, "rounds": found[0].rounds}})
    return seconds


def run(bench: Bench) -> None:
    seconds_of_loop(bench, 30, 435)
    loop = seconds_of_loop(bench, 1000, 5000)
    votes = read_votes(simulate(bench, 1000, 5000).votes)
    arrays = votes.winner, votes.loser, votes.items
    same_gamma = fit(bench, *arrays, "--method", "pdrank", "--set", "gamma=1e-4")
    paper = fit(bench, *arrays, "--method", "pdrank", "--set", "preset=paper")
    bench.keep(pdrank=same_gamma.report, pdrank_paper=paper.report)
    bench.hold("published loop / pdrank, the same gamma (1e-4)", loop / same_gamma.seconds, at_least=TIMES_FASTER)
    bench.hold("published loop / pdrank --preset paper", loop / paper.seconds, at_least=TIMES_FASTER_ITSELF)
