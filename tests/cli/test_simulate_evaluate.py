"""pdrank simulate and pdrank evaluate, alone and in a row with pdrank rank."""

import json
from collections import Counter

import pytest
from conftest import order, refused, rows, run


def simulate(*arguments) -> str:
    ran = run("simulate", *arguments, "--quiet")
    assert (ran.status, ran.err) == (0, ""), ran
    return ran.out


def evaluate(ranking, truth, *more) -> dict:
    ran = run("evaluate", ranking, truth, "--format", "json", *more)
    assert (ran.status, ran.err) == (0, ""), ran
    return json.loads(ran.out)


# simulate


def test_same_seed_same_bytes():
    arguments = ("--items", 50, "--comparisons", 500)
    assert simulate(*arguments, "--seed", 4) == simulate(*arguments, "--seed", 4)
    assert simulate(*arguments, "--seed", 4) != simulate(*arguments, "--seed", 5)
    assert simulate(*arguments) == simulate(*arguments, "--seed", 1)


def test_truth_has_a_seed_too(tmp_path):
    names = [tmp_path / name for name in ("a.csv", "b.csv", "c.csv")]
    for name, seed in zip(names, (1, 1, 2)):
        simulate("--truth", name, "--seed", seed)
    assert names[0].read_bytes() == names[1].read_bytes() != names[2].read_bytes()


@pytest.mark.parametrize("items, comparisons", [(2, 1), (30, 435), (1000, 1), (7, 10_000)])
def test_counts(items, comparisons):
    data = rows(simulate("--items", items, "--comparisons", comparisons))
    assert len(data) == comparisons
    assert len({row[side] for row in data for side in ("winner", "loser")}) <= items
    assert all(row["winner"] != row["loser"] for row in data)


@pytest.mark.parametrize("trials, comparisons", [(1, 190), (0.5, 95), (3, 570), (0.013, 2)])  # 20 items: 190 pairs
def test_trials(trials, comparisons):
    assert len(rows(simulate("--items", 20, "--trials", trials))) == comparisons


def test_defaults():
    assert simulate() == simulate("--items", 30, "--trials", 1, "--noise", "toggle:0.1", "--graph", "any",
                                  "--shape", "uniform")  # fmt: skip


def meetings(text: str) -> Counter:
    return Counter(frozenset((row["winner"], row["loser"])) for row in rows(text))


def appearances(text: str) -> Counter:
    return Counter(row[side] for row in rows(text) for side in ("winner", "loser"))


SHAPES = ["uniform", "regular", "star", "power-law", "power-law:3", "tournament"]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("items, comparisons", [(2, 5), (31, 100), (7, 1000)])
def test_every_shape(shape, items, comparisons):
    text = simulate("--items", items, "--comparisons", comparisons, "--shape", shape)
    assert meetings(text).total() == comparisons
    assert all(len(pair) == 2 for pair in meetings(text))
    assert len(appearances(text)) <= items
    assert text == simulate("--items", items, "--comparisons", comparisons, "--shape", shape)


def test_regular():
    counts = appearances(simulate("--items", 40, "--comparisons", 205, "--shape", "regular"))  # 410 = 40 * 10 + 10
    assert Counter(counts.values()) == {10: 30, 11: 10}


def test_star():
    (_, most), *others = appearances(simulate("--items", 40, "--comparisons", 205, "--shape", "star")).most_common()
    assert most == 205
    assert Counter(count for _, count in others) == {5: 29, 6: 10}  # 205 = 39 * 5 + 10


def test_power_law():
    arguments = ("--items", 100, "--comparisons", 5000, "--shape")
    assert simulate(*arguments, "power-law") == simulate(*arguments, "power-law:1")
    # Most popular first: 1 / (1 + 1/2 + .. + 1/100) = 0.193 of all first items, and more with the second ones.
    most = {shape: appearances(simulate(*arguments, shape)).most_common(1)[0][1] for shape in SHAPES}
    assert most["uniform"] < 150 < 5000 * 0.19 < most["power-law"] < most["power-law:3"]


@pytest.mark.parametrize("trials", [1, 2, 5])
def test_tournament(trials):
    counts = meetings(simulate("--items", 12, "--trials", trials, "--shape", "tournament"))
    assert len(counts) == 66 and set(counts.values()) == {trials}


def test_shape_and_graph_are_two_things():
    arguments = ("--items", 60, "--comparisons", 90, "--shape", "regular")
    whole, kept = (run("rank", "-", "--format", "json", stdin=simulate(*arguments, "--graph", graph).encode())
                   for graph in ("any", "connected"))  # fmt: skip
    assert json.loads(whole.out)["graph"]["items"] == 60
    assert json.loads(kept.out)["graph"]["components"] == 1


def test_connected_graph():
    whole = json.loads(run("rank", "-", "--format", "json", stdin=simulate("--items", 60, "--comparisons", 90).encode()).out)
    assert whole["graph"]["components"] > 1, "choose sparser data for this test"
    kept = simulate("--items", 60, "--comparisons", 90, "--graph", "connected")
    graph = json.loads(run("rank", "-", "--format", "json", stdin=kept.encode()).out)["graph"]
    assert graph["components"] == 1 and 48 <= graph["items"] <= 60


def test_strong_graph():
    kept = simulate("--items", 40, "--comparisons", 400, "--noise", "bt:2", "--graph", "strong")
    graph = json.loads(run("rank", "-", "--format", "json", stdin=kept.encode()).out)["graph"]
    assert graph["strong_components"] == 1 and 32 <= graph["items"] <= 40


@pytest.mark.parametrize("level, low, high", [(0, 0, 0), (0.25, 0.22, 0.28), (1, 1, 1)])
def test_noise_is_as_asked(level, low, high, tmp_path):
    truth = tmp_path / "truth.csv"
    data = rows(simulate("--items", 40, "--comparisons", 5000, "--noise", f"toggle:{level}", "--truth", truth))
    score = {row["item"]: float(row["score"]) for row in rows(truth)}
    wrong = sum(score[row["winner"]] < score[row["loser"]] for row in data) / len(data)
    assert low <= wrong <= high


def test_truth_file(tmp_path):
    truth = tmp_path / "truth.csv"
    data = rows(simulate("--items", 12, "--trials", 4, "--truth", truth))
    assert truth.read_text().startswith("item,score\n")
    assert sorted(float(row["score"]) for row in rows(truth)) == list(range(1, 13)), "toggle: a permutation of 1..m"
    assert {row["item"] for row in rows(truth)} == {row[side] for row in data for side in ("winner", "loser")}
    simulate("--items", 12, "--trials", 4, "--noise", "bt:5", "--truth", truth)
    assert all(0 <= float(row["score"]) <= 5 for row in rows(truth))


def test_annotators(tmp_path):
    votes, truth, cards = tmp_path / "votes.csv", tmp_path / "truth.csv", tmp_path / "cards.csv"
    who = "honest:6,spammer:1,adversary:1"
    simulate("--items", 20, "--comparisons", 4000, "--annotators", who, "--output", votes, "--truth", truth)
    assert votes.read_text().startswith("winner,loser,annotator\n")
    answers = Counter(row["annotator"] for row in rows(votes))
    assert len(answers) == 8 and min(answers.values()) > 350
    assert run("rank", votes, "--quiet", "--annotators", cards).status == 0
    flags = Counter(row["flag"] for row in rows(cards))
    assert flags == {"": 6, "random": 1, "adversary": 1}


def test_position_bias(tmp_path):
    votes = tmp_path / "votes.csv"
    who = ("--items", 20, "--comparisons", 4000, "--annotators", "honest:3,position:1", "--seed", 2)
    ran = run("simulate", *who, "--output", votes)
    assert votes.read_text().startswith("winner,loser,annotator,first\n")
    data = rows(votes)
    assert all(row["first"] in (row["winner"], row["loser"]) for row in data)
    won = Counter(row["annotator"] for row in data if row["first"] == row["winner"])
    answers = Counter(row["annotator"] for row in data)
    # One half for the honest, 0.5 + 0.5 / 2 for the biased: about 1,000 answers each, so 0.1 is 6 standard deviations.
    share = {annotator: won[annotator] / answers[annotator] for annotator in sorted(answers)}
    assert list(share.values()) == pytest.approx([0.5, 0.5, 0.5, 0.75], abs=0.1)
    assert f"the item shown first (column first) won {won.total():,} of them\n" in ran.err


def test_rank_knows_the_column_first(write):
    text = simulate("--items", 8, "--trials", 5, "--annotators", "position:3")
    without = "".join(line.rpartition(",")[0] + "\n" for line in text.splitlines())
    assert without.startswith("winner,loser,annotator\n")
    borda = ("--method", "borda", "--format", "csv")
    ran, expected = (run("rank", write("votes.csv", data), *borda) for data in (text, without))
    assert (ran.status, ran.out, expected.err) == (0, expected.out, ""), "sides do not matter to borda"
    assert "The data say which item stood first, but borda does not use it" in " ".join(ran.err.split())


@pytest.mark.parametrize("who", ["honest:3", "0.2:3", "0.2/0:3", "12"])
def test_no_column_first_without_position_bias(who):
    assert simulate("--annotators", who).startswith("winner,loser,annotator\n")


def test_summary_names_the_shape(tmp_path):
    for shape, said in [("star", "shape star, "), ("power-law", "shape power-law:1, "), ("uniform", "")]:
        ran = run("simulate", "--noise", "toggle:0", "--shape", shape, "--output", tmp_path / "votes.csv")
        first, *_ = ran.err.splitlines()
        assert first.endswith(f" items, 0 of them wrong; {said}seed 1")


def test_summary_on_stderr(tmp_path):
    ran = run("simulate", "--items", 1000, "--comparisons", 1200, "--output", tmp_path / "votes.csv")
    assert (ran.status, ran.out) == (0, "")
    first, second = ran.err.splitlines()
    assert first.startswith("1,200 comparisons of ") and first.endswith("; seed 1")
    assert second.endswith(" of 1,000 items are not in the data (never drawn)")


def test_output_that_cannot_be(tmp_path):
    assert refused(run("simulate", "--output", tmp_path), 3) == f"{tmp_path}: Is a directory"
    votes, nowhere = tmp_path / "votes.csv", tmp_path / "no/truth.csv"
    assert refused(run("simulate", "--output", votes, "--truth", nowhere), 3) == f"{nowhere}: No such file or directory"
    assert list(tmp_path.iterdir()) == []


# simulate | rank | evaluate


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_pipeline(seed, tmp_path):
    truth, ranking = tmp_path / "truth.csv", tmp_path / "ranking.csv"
    votes = simulate("--items", 30, "--comparisons", 435, "--noise", "toggle:0.1", "--seed", seed, "--truth", truth)
    assert run("rank", "-", "--quiet", "--output", ranking, stdin=votes.encode()).status == 0
    got = evaluate(ranking, truth)
    assert got["items"] == 30 and got["kendall_tau_a"] > 0.8 and got["spearman"] > 0.9
    assert got["kendall_tau_a"] == pytest.approx(got["kendall_tau_b"])
    assert got["top_k"] == 10 and got["top_k_overlap"] >= 7


def test_without_noise_the_order_is_found(tmp_path):
    truth = tmp_path / "truth.csv"
    votes = simulate("--items", 15, "--trials", 20, "--noise", "toggle:0", "--truth", truth)
    ranked = rows(run("rank", "-", "--format", "csv", stdin=votes.encode()).out)
    assert order(ranked) == [row["item"] for row in sorted(rows(truth), key=lambda row: -float(row["score"]))]


# evaluate, against values worked out by hand: five items, truth E > D > C > B > A.

TRUTH = "item,score\nA,1\nB,2\nC,3\nD,4\nE,5\n"
# ranking E, C, D, A, B: of 10 pairs, CD and AB are the wrong way round: tau = (8 - 2) / 10.
# Ranks differ by 0, 1, 1, 1, 1: rho = 1 - 6 * 4 / (5 * 24) = 0.8. Top 2: E, C against E, D: 1 of 2.
SWAPPED = "item,score\nE,9\nC,8\nD,7\nA,6\nB,5\n"
# E level with D, rest right: 9 right, 1 tied: tau_a = 0.9, tau_b = 9 / sqrt(10 * 9).
LEVEL = "item,score\nA,1\nB,2\nC,3\nD,4\nE,4\n"


def test_values_by_hand(write):
    truth = write("truth.csv", TRUTH)
    got = evaluate(write("ranking.csv", SWAPPED), truth, "--top", 2)
    assert list(got) == ("items only_in_ranking only_in_truth kendall_tau_a kendall_tau_b kendall_gamma spearman "
                         "top_k top_k_overlap").split()  # fmt: skip
    assert got == pytest.approx(
        {"items": 5, "only_in_ranking": 0, "only_in_truth": 0, "kendall_tau_a": 0.6, "kendall_tau_b": 0.6,
         "kendall_gamma": 0.6, "spearman": 0.8, "top_k": 2, "top_k_overlap": 1})  # fmt: skip
    got = evaluate(write("level.csv", LEVEL), truth)
    assert (got["kendall_tau_a"], got["kendall_tau_b"]) == pytest.approx((0.9, 9 / 90**0.5))
    assert got["kendall_gamma"] == 1, "tied pairs do not count"
    assert got["top_k"] == 5, "no more than there are"


def test_ends_of_the_scale(write):
    truth = write("truth.csv", TRUTH)
    backwards = write("ranking.csv", "item,rank\nA,1\nB,2\nC,3\nD,4\nE,5\n")  # rank 1 is best
    assert evaluate(truth, truth)["kendall_tau_a"] == 1
    assert evaluate(backwards, truth)["kendall_tau_a"] == -1
    assert evaluate(backwards, truth)["spearman"] == pytest.approx(-1)


def test_table(write):
    ran = run("evaluate", write("ranking.csv", SWAPPED), write("truth.csv", TRUTH), "--top", 2)
    assert ran.status == 0
    assert [line.split() for line in ran.out.splitlines()] == [
        ["items", "in", "both", "files", "5"],
        ["Kendall", "tau", "0.6000"],
        ["Kendall", "tau-b", "0.6000", "(corrected", "for", "ties)"],
        ["Kendall", "gamma", "0.6000", "(without", "tied", "pairs;", "the", "paper's", "tau)"],
        ["Spearman", "rho", "0.8000"],
        ["top", "2", "1", "of", "2", "found"],
    ]


def test_items_on_one_side_only(write):
    ranking = write("ranking.csv", SWAPPED + "F,4\nG,3\n")
    truth = write("truth.csv", TRUTH + "H,6\n")
    got = evaluate(ranking, truth)
    assert (got["items"], got["only_in_ranking"], got["only_in_truth"]) == (5, 2, 1)
    assert got["kendall_tau_a"] == pytest.approx(0.6)
    out = run("evaluate", ranking, truth).out
    assert "only in the ranking  2\n" in out and "only in the truth    1\n" in out


def test_truth_without_a_header_and_as_json_lines(write):
    ranking = write("ranking.csv", SWAPPED)
    expected = evaluate(ranking, write("truth.csv", TRUTH))
    assert evaluate(ranking, write("bare.csv", TRUTH.removeprefix("item,score\n"))) == expected
    lines = "".join(f'{{"item":"{item}","score":{n}}}\n' for n, item in enumerate("ABCDE"))
    assert evaluate(ranking, write("truth.jsonl", lines)) == expected


def test_constant_truth_is_not_a_number_but_valid_json(write):
    got = evaluate(write("ranking.csv", SWAPPED), write("truth.csv", "item,score\nA,1\nB,1\nC,1\n"))
    assert got["kendall_tau_a"] == 0 and got["kendall_tau_b"] in (None, 0) and got["spearman"] in (None, 0)


BAD_TRUTHS = {
    "empty": ("", " the file is empty"),
    "header only": ("item,score\n", " no data rows after the header"),
    "wrong columns": ("winner,loser\nA,B\n", "1: no columns named item and score, or item and rank"),
    "bad score": ("item,score\nA,1\nB,high\n", "3: score 'high' is not a number"),
    "NaN": ("item,score\nA,nan\nB,1\n", "2: score 'nan' is not a number"),
    "item twice": ("item,score\nA,1\nB,2\nA,3\n", "4: item 'A' is already on line 2"),
    "empty item": ("item,score\n,1\n", "2: empty item name"),
    "fields": ("item,score\nA,1,2\n", "2: wrong number of fields: 3, but the first line has 2"),
    "NUL": ("item,score\nA\0,1\n", "2: NUL byte in column 2"),
}


@pytest.mark.parametrize("name", BAD_TRUTHS)
@pytest.mark.parametrize("side", ["ranking", "truth"])
def test_bad_scores(name, side, write):
    content, expected = BAD_TRUTHS[name]
    bad, good = write("bad.csv", content), write("good.csv", TRUTH)
    ran = run("evaluate", *((bad, good) if side == "ranking" else (good, bad)))
    assert refused(ran, 3) == f"{bad}:{expected}"


def test_missing_truth(write):
    assert refused(run("evaluate", write("good.csv", TRUTH), "no.csv"), 3) == "no.csv: No such file or directory"


def test_nothing_in_common(write):
    ranking, truth = write("ranking.csv", "item,score\nX,1\nA,2\n"), write("truth.csv", TRUTH)
    message = refused(run("evaluate", ranking, truth), 3)
    assert message == f"{ranking}: has 1 of the items of {truth}, but at least 2 are needed"


def test_json_is_read_and_stdin_too(write):
    truth = write("truth.csv", TRUTH)
    assert evaluate(truth, truth) == json.loads(run("evaluate", "-", truth, "--format", "json", stdin=TRUTH.encode()).out)
