"""One weighted logistic subproblem, as a round of PD-Rank has it, against CVXPY: 1,000 items, 5,000 comparisons with
the weights that PD-Rank gives them after its first round.

    minimise over x with 1'x = 0:   sum_n w_n softplus(1 - a_n'x) + gamma |x|^2

CVXPY's time is one solve() of a new problem, by the fastest of its solvers that finds the answer at its own tolerances;
another line has the solver alone, without CVXPY's translation. pdrank's is its own count of the solve.
"""

import cvxpy
import numpy as np
import polars
import scipy.sparse

from common import Bench, WrongAnswer, largest_difference, seconds_of
from data import Votes, read_votes
from program import best_solve, rank, simulate

GAMMA = 1e-3
EPSILON = 1e-2
SOLVERS = ("CLARABEL", "ECOS", "SCS", "MOSEK")
ONE_ROUND = ("--method", "pdrank", "--gamma", str(GAMMA), "--max-rounds", "1", "--inner-tolerance", "1e-9")


def make_problem(votes: Votes, weight: np.ndarray) -> tuple[cvxpy.Variable, cvxpy.Problem]:
    rows = np.arange(len(weight))
    sign = np.repeat([1.0, -1.0], len(weight))
    columns = np.concatenate([votes.winner, votes.loser])
    matrix = scipy.sparse.csr_matrix((sign, (np.tile(rows, 2), columns)), (len(weight), votes.items))
    x = cvxpy.Variable(votes.items)
    cost = weight @ cvxpy.logistic(1 - matrix @ x) + GAMMA * cvxpy.sum_squares(x)
    return x, cvxpy.Problem(cvxpy.Minimize(cost), [cvxpy.sum(x) == 0])


def fastest_right(bench: Bench, votes: Votes, weight: np.ndarray, ours: np.ndarray) -> tuple[str, float, float]:
    """Solver, seconds of solve(), seconds of the solver alone."""
    right = []
    for solver in (name for name in SOLVERS if name in cvxpy.installed_solvers()):
        x, problem = make_problem(votes, weight)
        seconds = seconds_of(lambda: problem.solve(solver=solver))
        difference = largest_difference(ours, x.value) if problem.status == cvxpy.OPTIMAL else np.inf
        alone = problem.solver_stats.solve_time
        bench.keep(**{solver: {"seconds": seconds, "solver_seconds": alone, "difference": difference}})
        if difference <= 1e-3:
            right.append((seconds, solver, alone, difference))
    if not right:
        raise WrongAnswer("no solver of CVXPY finds the answer")
    seconds, solver, alone, difference = min(right)
    bench.check(f"scores of pdrank and CVXPY ({solver}), largest difference, relative", difference, at_most=1e-3)
    return solver, seconds, alone


def run(bench: Bench) -> None:
    data = simulate(bench, 1000, 5000)
    votes = read_votes(data.votes)
    score = rank(bench, data.votes, *ONE_ROUND).by_name(votes.names)
    weight = 1 / (np.logaddexp(0, 1 - (score[votes.winner] - score[votes.loser])) + EPSILON)
    names, weighted = polars.Series(votes.names), bench.folder / "weighted.csv"
    polars.DataFrame({"winner": names.gather(votes.winner), "loser": names.gather(votes.loser),
                      "weight": weight}).write_csv(weighted)  # fmt: skip
    ours = best_solve(bench, weighted, 7, *ONE_ROUND)
    solver, seconds, alone = fastest_right(bench, votes, weight, ours.by_name(votes.names))
    bench.keep(pdrank_seconds=ours.seconds)
    bench.hold(f"CVXPY ({solver}) / pdrank, one subproblem", seconds / ours.seconds, at_least=100)
    bench.show(f"{solver} alone / pdrank, one subproblem", alone / ours.seconds)
