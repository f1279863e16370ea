"""crowd-kit's pairwise models beside bradley-terry and crowd-bt: 200 items, 5,000 comparisons, 16 honest annotators and
4 spammers.

- BradleyTerry is the same model. As it stands its tolerance ends it after two iterations, wherever it is (it compares
  an array with itself), so it is switched off, and the iterations are doubled until the scores agree.
- NoisyBradleyTerry is not crowd-bt's model (a bias for each annotator, another prior), and its gradient is not that of
  its own likelihood, so where it ends is no optimum. There are no scores to agree on; crowd-bt must be no further from
  the truth, and times are shown.
"""

import numpy as np
import pandas
import polars
from crowdkit.aggregation import BradleyTerry, NoisyBradleyTerry

from common import Bench, WrongAnswer, largest_difference, seconds_of
from data import read_votes, tau_with_truth
from program import Ranked, Simulated, best_solve, fit, simulate

AGREED = 1e-3
MOST_ITERATIONS = 10_240


def as_frame(data: Simulated) -> pandas.DataFrame:
    rows = polars.read_csv(data.votes)
    swap = np.arange(len(rows)) % 2 == 1
    winner, loser = rows["winner"].to_numpy(), rows["loser"].to_numpy()
    return pandas.DataFrame({"worker": rows["annotator"].to_numpy(), "left": np.where(swap, loser, winner),
                             "right": np.where(swap, winner, loser), "label": winner})  # fmt: skip


def enough_iterations(frame: pandas.DataFrame, names: list[str], ours: np.ndarray) -> tuple[int, float, float]:
    """How many, the seconds they take, and the difference that is left."""
    iterations = 10
    while iterations <= MOST_ITERATIONS:
        model = BradleyTerry(n_iter=iterations, tol=0)
        seconds = seconds_of(lambda: model.fit(frame))
        difference = largest_difference(ours, np.log(model.scores_[names].to_numpy()))
        if difference <= AGREED:
            return iterations, seconds, difference
        iterations *= 2
    raise WrongAnswer(f"BradleyTerry does not agree with bradley-terry after {MOST_ITERATIONS} iterations")


def run(bench: Bench) -> None:
    data = simulate(bench, 200, 5000, "--graph", "strong", "--noise", "bt:5", "--annotators", "honest:16,spammer:4")
    votes, frame = read_votes(data.votes), as_frame(data)
    ours = fit(bench, votes.winner, votes.loser, votes.items, "--method", "bradley-terry", "--set", "gamma=0")
    iterations, seconds, difference = enough_iterations(frame, votes.names, ours.scores)
    bench.check("scores of bradley-terry and BradleyTerry, largest difference, relative", difference, at_most=AGREED)

    noisy = NoisyBradleyTerry()
    noisy_seconds = seconds_of(lambda: noisy.fit(frame))
    crowd_bt = best_solve(bench, data.votes, 3, "--method", "crowd-bt")
    noisy_scores = Ranked(votes.names, noisy.scores_[votes.names].to_numpy(), {})
    gain = tau_with_truth(crowd_bt, data.truth) - tau_with_truth(noisy_scores, data.truth)
    bench.check("Kendall tau with the truth, crowd-bt less NoisyBradleyTerry", gain, at_least=-0.01)

    bench.keep(bradley_terry=ours.report, crowd_kit_bradley_terry_seconds=seconds, iterations=iterations,
               crowd_bt_seconds=crowd_bt.seconds, noisy_bradley_terry_seconds=noisy_seconds)  # fmt: skip
    bench.show(f"crowd-kit BradleyTerry ({iterations} iterations) / bradley-terry", seconds / ours.seconds)
    bench.show("crowd-kit NoisyBradleyTerry / crowd-bt", noisy_seconds / crowd_bt.seconds)
