"""Pictures: what is drawn, and that it can be read."""

import matplotlib

matplotlib.use("Agg")

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pytest
from conftest import VOTES, random_answers

import pdrank
from pdrank import plot


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def result():
    return pdrank.rank(VOTES)


@pytest.fixture(scope="module")
def crowded():
    """120 items with long names, some of them in other scripts, by 80 annotators."""
    winner, loser = random_answers(1, 120, 4000)
    names = [f"{k} a rather long name of an item, which nobody would print — Überprüfung, $5" for k in range(120)]
    rows = [
        (names[w], names[lo], f"annotator with a long name {n % 80}")
        for n, (w, lo) in enumerate(zip(winner, loser, strict=True))
    ]
    return pdrank.rank(rows, method="pdrank", bootstrap=20)


def labels(ax) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def assert_readable(ax) -> None:
    """No two labels of the rows overlap, and all of them are inside of the figure."""
    ax.figure.canvas.draw()
    boxes = [label.get_window_extent() for label in ax.get_yticklabels()]
    boxes.sort(key=lambda box: box.y0)
    for lower, upper in itertools.pairwise(boxes):
        assert lower.y1 <= upper.y0 + 1.5
    assert min(box.x0 for box in boxes) >= -1
    assert ax.title.get_window_extent().y0 > ax.bbox.y1 - 1


def test_ranking(result):
    ax = plot.ranking(result)
    assert labels(ax) == list(result.ranking["item"])
    assert ax.get_title("left") == "20 items (posterior)"
    points = ax.lines[-1]
    np.testing.assert_array_equal(points.get_xdata(), result.ranking["rank"])
    ranges = ax.collections[0].get_segments()
    assert ranges[2][0][0] < result.ranking["rank_low"][2] and ranges[2][1][0] > result.ranking["rank_high"][2]
    bottom, top = ax.get_ylim()
    assert bottom > top  # the best is on top
    assert_readable(ax)


def test_ranking_by_scores():
    with_errors = plot.ranking(pdrank.rank(VOTES, method="bradley-terry"))
    assert with_errors.get_xlabel() == "score, with its 90 % interval"
    assert plot.ranking(pdrank.rank(VOTES, method="borda")).get_xlabel() == "score"


def test_ranking_of_many_items_with_long_names(crowded):
    ax = plot.ranking(crowded, top=100)
    assert len(labels(ax)) == 100 and max(map(len, labels(ax))) <= 32
    assert ax.get_title("left").startswith("First 100 of 120 items")
    assert_readable(ax)
    _, (left, right) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
    assert plot.ranking(crowded, top=100, ax=left) is left
    plot.annotators(crowded, ax=right)
    assert 5 < len(labels(left)) < 100  # as many as there is room for
    assert_readable(left)
    assert_readable(right)


def test_parts():
    result = pdrank.rank([("A", "B"), ("B", "C"), ("X", "Y")], method="bradley-terry")
    assert labels(plot.ranking(result, component=2)) == ["X", "Y"]
    assert "part 2 of 2" in plot.ranking(result, component=2).get_title("left")
    for draw in (plot.ranking, plot.win_matrix):
        with pytest.raises(ValueError, match="component is 3, but there are 2"):
            draw(result, component=3)


def test_confidence(result):
    ax = plot.confidence(result)
    counts = [sum(patch.get_height() for patch in bars) for bars in ax.containers]
    assert counts == [486, 114]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "as the ranking has it (486)",
        "against the ranking (114)",
    ]
    with pytest.raises(ValueError, match="borda gives no confidence"):
        plot.confidence(pdrank.rank(VOTES, method="borda"))


def test_win_matrix(result):
    ax = plot.win_matrix(result)
    share = ax.images[0].get_array()
    assert share.shape == (20, 20)
    order = {item: k for k, item in enumerate(result.ranking["item"])}
    wins = np.zeros((20, 20))
    for winner, loser in zip(result.confidence["winner"], result.confidence["loser"], strict=True):
        wins[order[winner], order[loser]] += 1
    compared = wins + wins.T > 0
    np.testing.assert_array_equal(~np.ma.getmaskarray(share), compared)
    np.testing.assert_allclose(share[compared], (wins[compared] / (wins + wins.T)[compared]))
    assert labels(ax) == list(result.ranking["item"])
    assert_readable(ax)


def test_win_matrix_of_many_items(crowded):
    ax = plot.win_matrix(crowded)
    assert ax.images[0].get_array().shape == (60, 60)
    assert ax.get_title("left") == "120 items in 60 groups by rank; grey: never compared"
    share = np.ma.filled(ax.images[0].get_array(), np.nan)
    assert np.nanmean(share[np.triu_indices(60, 10)]) > 0.8
    assert_readable(ax)


def test_ties_and_weights_in_the_matrix():
    rows = {"winner": ["A", "A", "B"], "loser": ["B", "B", "A"], "weight": [2, 1, 1], "tie": [0, 1, 0]}
    share = plot.win_matrix(pdrank.rank(rows, method="bradley-terry")).images[0].get_array()
    assert share[0, 1] == pytest.approx(2.5 / 4)


def test_names_are_not_formulas():
    result = pdrank.rank([(r"$\frac{", "$x$", r"$\sqrt"), ("$x$", "$", "$")], method="bradley-terry")
    for draw in (plot.ranking, plot.win_matrix, plot.annotators):
        draw(result).figure.canvas.draw()
    assert labels(plot.ranking(result)) == [r"$\frac{", "$x$", "$"]


def test_annotators(result):
    ax = plot.annotators(result)
    assert labels(ax)[0] == "annotator-12  (37)"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "not flagged (9)",
        "random (2)",
        "adversary (1)",
    ]
    assert_readable(ax)
    numbered = pdrank.rank({"winner": [1, 2, 1], "loser": [2, 3, 3], "annotator": [7, 7, 8]}, method="borda")
    assert sorted(labels(plot.annotators(numbered))) == ["7  (2)", "8  (1)"]
    with pytest.raises(ValueError, match="no annotators"):
        plot.annotators(pdrank.rank([("A", "B")], method="borda"))


def test_convergence():
    result = pdrank.rank(VOTES, method="pdrank", gamma=0.01)
    above, below = plot.convergence(result)
    assert len(above.lines[0].get_xdata()) == result.convergence["rounds"]
    assert above.lines[0].get_ydata()[-1] == result.convergence["objective"]
    assert below.get_yscale() == "log" and below.get_xlabel() == "round"
    _, axes = plt.subplots(1, 2)
    assert plot.convergence(result, axes=axes) == tuple(axes)
    with pytest.raises(ValueError, match="borda has no rounds"):
        plot.convergence(pdrank.rank(VOTES, method="borda"))


def test_scores_on_the_scale():
    elo = pdrank.rank(VOTES, scale="elo")
    ax = plot.scores(elo)
    assert labels(ax) == list(elo.ranking["item"])
    np.testing.assert_array_equal(ax.lines[-1].get_xdata(), elo.ranking["score"])
    segments = np.array(ax.collections[0].get_segments())
    np.testing.assert_allclose(segments[:, 0, 0], elo.ranking["score_low"])
    assert_readable(ax)
    assert plot.scores(pdrank.rank(VOTES, method="borda")).get_xlabel() == "score"
    with pytest.raises(ValueError, match="component is 9"):
        plot.scores(elo, component=9)


def test_reliability(result):
    ax = plot.reliability(result)
    assert ax.lines[1].get_ydata()[0] == result.reliability["ssr"]
    assert list(ax.lines[0].get_xdata()) == [point["answers"] for point in result.reliability["curve"]]
    with pytest.raises(ValueError, match="no reliability"):
        plot.reliability(pdrank.rank(VOTES, method="borda"))


def test_fit(result):
    ax = plot.fit(result, of="items")
    points = next(line for line in ax.lines if line.get_marker() == "o")
    np.testing.assert_array_equal(points.get_xdata(), result.ranking["infit"])
    assert len(ax.texts) == 5
    assert plot.fit(result).get_title("left").endswith("annotators")
    with pytest.raises(ValueError, match="must be annotators or items"):
        plot.fit(result, of="rows")
    with pytest.raises(ValueError, match="no fit of items"):
        plot.fit(pdrank.rank(VOTES, method="borda"), of="items")


def test_calibration_of_answers_that_follow_the_model():
    votes = pdrank.simulate(items=12, comparisons=20000, noise="bt:4", seed=2).comparisons
    ax = plot.calibration(pdrank.rank(votes, method="bradley-terry"))
    line = ax.lines[1] if len(ax.lines) > 1 else ax.containers[0].lines[0]
    np.testing.assert_allclose(line.get_ydata(), line.get_xdata(), atol=0.04)


def test_curves():
    days = [f"2024-{1 + n // 28:02}-{1 + n % 28:02}" for n in range(200)]
    votes = {"winner": ["A", "B"] * 100, "loser": ["B", "C"] * 100, "time": days}
    found = pdrank.rank(votes, drift=0.5, columns="time=time")
    ax = plot.curves(found, items=["A", "C"])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["A", "C"]
    assert len(ax.lines) == 2
    with pytest.raises(ValueError, match="drift"):
        plot.curves(pdrank.rank(VOTES))
    with pytest.raises(ValueError, match="no item 'Z'"):
        plot.curves(found, items=["Z"])
