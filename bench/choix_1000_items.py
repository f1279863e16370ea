"""1,000 items, 5,000 comparisons (the paper's large-data setting) against choix, the fastest of its Bradley-Terry fits.

Where the data have unbeaten items, the likelihood has no maximum, and a prior is needed; only choix's opt_pairwise has
the same one as pdrank's bradley-terry (gamma = alpha). All of choix's fits can be compared on the largest strongly
connected part, without a prior. A fit is right if it is pdrank's to 1e-3 of the largest score; the fastest right one
counts, at choix's own tolerances. What is compared first:
- bradley-terry with those fits;
- pdrank fits another model. One round of it is a convex problem: SciPy's minimiser, given the same problem, must find
  the same scores. And its ranking must be no further from the truth than choix's.
Data are in memory on both sides, from lists of pairs (choix) or arrays (pdrank-speed) to scores.
"""

from collections.abc import Callable

import choix
import numpy as np
import scipy.optimize
import scipy.special

from common import Bench, WrongAnswer, best_seconds, largest_difference, seconds_of
from data import Votes, read_votes, tau_with_truth
from program import Ranked, best_run, fit, rank, simulate

GAMMA = 1e-3
RIGHT = 1e-3
TIMES_FASTER = 400


def first_round_by_scipy(votes: Votes) -> np.ndarray:
    winner, loser = votes.winner, votes.loser

    def objective(x: np.ndarray) -> tuple[float, np.ndarray]:
        t = 1 - (x[winner] - x[loser])
        force = scipy.special.expit(t)
        pull = np.bincount(loser, force, votes.items) - np.bincount(winner, force, votes.items)
        return np.logaddexp(0, t).sum() + GAMMA * x @ x, 2 * GAMMA * x + pull

    options = {"maxiter": 100_000, "maxfun": 100_000, "ftol": 1e-15, "gtol": 1e-10, "maxcor": 50}
    return scipy.optimize.minimize(objective, np.zeros(votes.items), jac=True, method="L-BFGS-B", options=options).x


def with_prior(votes: Votes) -> dict[str, Callable[[], np.ndarray]]:
    items, pairs = votes.items, votes.pairs()
    return {f"opt_pairwise {name}": lambda name=name: choix.opt_pairwise(items, pairs, alpha=GAMMA, method=name)
            for name in ("Newton-CG", "BFGS")}  # fmt: skip


def by_likelihood(votes: Votes) -> dict[str, Callable[[], np.ndarray]]:
    items, pairs = votes.items, votes.pairs()
    return {
        "opt_pairwise Newton-CG": lambda: choix.opt_pairwise(items, pairs),
        "opt_pairwise BFGS": lambda: choix.opt_pairwise(items, pairs, method="BFGS"),
        "lsr_pairwise": lambda: choix.lsr_pairwise(items, pairs),
        "ilsr_pairwise": lambda: choix.ilsr_pairwise(items, pairs),
        "mm_pairwise": lambda: choix.mm_pairwise(items, pairs),
    }


def fastest_right(
    bench: Bench, fits: dict[str, Callable], ours: np.ndarray, kind: str
) -> tuple[str, float, np.ndarray]:
    """Name, seconds and scores. Each fit runs once; the fastest right one again."""
    right = {}
    for name, run in fits.items():
        found = []
        seconds = seconds_of(lambda: found.append(run()))
        difference = largest_difference(ours, found[0])
        bench.keep(**{f"{name}, {kind}": {"seconds": seconds, "difference": difference}})
        if difference <= RIGHT:
            right[name] = seconds, found[0]
    if not right:
        raise WrongAnswer(f"no fit of choix ({kind}) agrees with bradley-terry")
    name = min(right, key=lambda fit: right[fit][0])
    bench.check(f"{kind}: bradley-terry and choix {name}, largest difference, relative",
                largest_difference(ours, right[name][1]), at_most=RIGHT)  # fmt: skip
    return name, min(right[name][0], best_seconds(fits[name], 2)), right[name][1]


def run(bench: Bench) -> None:
    data = simulate(bench, 1000, 5000)
    votes = read_votes(data.votes)
    arrays = votes.winner, votes.loser, votes.items

    one_round = rank(bench, data.votes, "--method", "pdrank", "--gamma", str(GAMMA), "--max-rounds", "1",
                     "--inner-tolerance", "1e-9").by_name(votes.names)  # fmt: skip
    bench.check("one round of pdrank and SciPy's minimiser, largest difference, relative",
                largest_difference(one_round, first_round_by_scipy(votes)), at_most=1e-4)  # fmt: skip

    bradley_terry = fit(bench, *arrays, "--method", "bradley-terry", "--set", f"gamma={GAMMA}")
    pdrank = fit(bench, *arrays, "--method", "pdrank", "--set", "gamma=0.01")
    default = fit(bench, *arrays, "--method", "pdrank")
    name, seconds, scores = fastest_right(bench, with_prior(votes), bradley_terry.scores, "prior")

    def tau(of: np.ndarray) -> float:
        return tau_with_truth(Ranked(votes.names, of, {}), data.truth)

    tau_choix = tau(scores)
    for kind, fitted in (("gamma 0.01", pdrank), ("gamma auto", default)):
        bench.check(f"Kendall tau with the truth, pdrank ({kind}) less choix's", tau(fitted.scores) - tau_choix,
                    at_least=0)  # fmt: skip

    part = read_votes(simulate(bench, 1000, 5000, "--graph", "strong").votes)
    likelihood = fit(bench, part.winner, part.loser, part.items, "--method", "bradley-terry", "--set", "gamma=0")
    part_name, part_seconds, _ = fastest_right(bench, by_likelihood(part), likelihood.scores, "likelihood")

    whole = best_run(bench, data.votes, 5, "--method", "pdrank")
    bench.keep(bradley_terry=bradley_terry.report, pdrank=pdrank.report, pdrank_auto=default.report,
               likelihood=likelihood.report, whole_program_seconds=whole.seconds, choix_seconds=seconds,
               choix_likelihood_seconds=part_seconds)  # fmt: skip
    bench.hold(f"choix {name} / bradley-terry, prior", seconds / bradley_terry.seconds, at_least=TIMES_FASTER)
    bench.hold(f"choix {part_name} / bradley-terry, likelihood, {part.items} items",
               part_seconds / likelihood.seconds, at_least=TIMES_FASTER)  # fmt: skip
    bench.hold(f"choix {name} / pdrank with gamma 0.01", seconds / pdrank.seconds, at_least=TIMES_FASTER)
    bench.show(f"choix {name} / pdrank that chooses gamma", seconds / default.seconds)
    bench.show(f"choix {name} / the whole program `pdrank rank --method pdrank`", seconds / whole.seconds)
