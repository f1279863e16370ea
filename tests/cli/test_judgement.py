"""The figures of comparative judgement: reliability, fit, agreement, grades; ranges that hold together; clusters."""

import csv
import math
import random

import pytest
from conftest import DATA, refused, result, run

SESSIONS = DATA / "comparative-judgement"
SIRT = ("--method", "bradley-terry", "--adjustment", 0.3)


def judged(path, judges: int = 30, answers: int = 40, items: int = 10, taste: float = 0.0, seed: int = 1):
    """Items a-0, a-1, .. from the best on, and judges who have tastes of their own by so much."""
    chance = random.Random(seed)
    with open(path, "w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["winner", "loser", "judge"])
        for judge in range(judges):
            score = [-0.4 * k + chance.gauss(0, taste) for k in range(items)]
            for _ in range(answers):
                i, j = chance.sample(range(items), 2)
                if chance.random() > 1 / (1 + math.exp(score[j] - score[i])):
                    i, j = j, i
                lines.writerow([f"a-{i}", f"a-{j}", f"judge-{judge}"])
    return path


def sirt(name: str) -> list[dict[str, str]]:
    with open(SESSIONS / f"sirt-{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.skipif(not SESSIONS.is_dir(), reason=f"real data not found at {DATA} (set PDRANK_DATA)")
def test_figures_are_those_of_sirt():
    """Outfit, which a single answer can carry to 1,000, is held against its size."""
    items: dict[str, list[dict[str, str]]] = {}
    for line in sirt("items"):
        items.setdefault(line["session"], []).append(line)
    sessions = sirt("sessions")
    assert len(sessions) == 16
    for session in sessions:
        name = session["session"]
        path = next(path for path in (SESSIONS / f"{name}.csv", SESSIONS / f"{name}.csv.gz") if path.exists())
        got = result(path, *SIRT)
        assert got["reliability"]["ssr"] == pytest.approx(float(session["ssr"]), abs=0.005), name
        assert got["reliability"]["separation"] == pytest.approx(float(session["separation"]), abs=0.01), name
        places = {place["item"]: place for place in got["ranking"]}
        largest = max(abs(float(line["theta"])) for line in items[name])
        for line in items[name]:
            place = places[line["item"]]
            assert place["score"] == pytest.approx(float(line["theta"]), abs=0.01 * largest), (name, line)
            assert place["standard_error"] == pytest.approx(float(line["standard_error"]), rel=0.01), (name, line)
            assert place["infit"] == pytest.approx(float(line["infit"]), abs=0.02), (name, line)
            assert place["outfit"] == pytest.approx(float(line["outfit"]), abs=0.02, rel=0.02), (name, line)


@pytest.mark.skipif(not SESSIONS.is_dir(), reason=f"real data not found at {DATA} (set PDRANK_DATA)")
def test_halves_of_the_judges_correlate_as_published():
    """Medians over 100 random splits here and some there; their deviation is about 0.01."""
    for session in sirt("sessions"):
        if session["session"] in ("Clark2018_Study1", "Daal2017_sample3", "Jones2013a_peer1", "Vatavu2020"):
            got = result(SESSIONS / f"{session['session']}.csv", *SIRT, "--split-half", 100)["reliability"]
            assert got["split_half"] == pytest.approx(float(session["median_split_half"]), abs=0.03)
            assert got["split_half_low"] < got["split_half"] < got["split_half_high"]


def test_the_screen_says_what_the_figures_mean(tmp_path):
    votes = judged(tmp_path / "votes.csv")
    said = " ".join(run("rank", votes, "--split-half", 20).out.split())
    got = result(votes, "--split-half", 20)
    assert "No annotator answers as if at random, or against the ranking." in said
    reliability, agreement = got["reliability"], got["agreement"]
    assert f"Reliability (SSR) {reliability['ssr']:.2f}:" in said and 0.5 < reliability["ssr"] < 1
    assert f"a correlation of {reliability['split_half']:.2f} (" in said
    assert f"Krippendorff's alpha {agreement['alpha']:.2f} ({agreement['alpha_low']:.2f} to" in said
    assert all(sentence in said for sentence in reliability["meaning"] + agreement["meaning"])
    assert reliability["curve"][4] == {"answers": 1200, "ssr": reliability["ssr"]}
    assert {"infit", "outfit"} <= got["ranking"][0].keys() & got["annotators"][0].keys()


def test_nobody_is_bothered_without_judges(tmp_path, write):
    votes = judged(tmp_path / "votes.csv")
    alone = write("alone.csv", "winner,loser\n" + "".join(
        ",".join(line.split(",")[:2]) + "\n" for line in votes.read_text().splitlines()[1:]))
    assert "Reliability" not in run("rank", alone).out
    got = result(alone)
    assert got["reliability"]["ssr"] > 0 and "agreement" not in got
    assert "the data name no annotators" in refused(run("rank", alone, "--split-half", 10), 2)
    assert "the data name no annotators" in refused(
        run("rank", alone, "--method", "borda", "--bootstrap", 10, "--cluster", "annotator"), 2)


def test_a_judge_who_answers_the_other_way_round_does_not_fit(tmp_path):
    votes = judged(tmp_path / "votes.csv")
    lines = votes.read_text().splitlines()
    for n, line in enumerate(lines):
        winner, loser, judge = line.split(",")
        if judge == "judge-3":
            lines[n] = f"{loser},{winner},{judge}"
    votes.write_text("\n".join(lines) + "\n")
    got = result(votes, "--method", "bradley-terry")
    infit = {one["annotator"]: one["infit"] for one in got["annotators"]}
    assert max(infit, key=infit.get) == "judge-3" and infit["judge-3"] > 1.3
    agreement = {one["annotator"]: one["agreement"] for one in got["annotators"]}
    assert min(agreement, key=agreement.get) == "judge-3" and agreement["judge-3"] < 0
    flag = {one["annotator"]: one["flag"] for one in got["annotators"]}
    assert flag["judge-3"] == "adversary"
    assert not any("judge-3" in sentence for sentence in got["reliability"]["meaning"])  # the flag has told it


def test_a_judge_with_a_taste_of_their_own_has_a_sentence(tmp_path):
    """Judge 3 is right about most pairs, so there is no flag, but has the best two below the last three."""
    votes = judged(tmp_path / "votes.csv", answers=200)
    lines = votes.read_text().splitlines()
    for n, line in enumerate(lines):
        winner, loser, judge = line.split(",")
        if judge == "judge-3" and winner in ("a-0", "a-1") and loser in ("a-7", "a-8", "a-9"):
            lines[n] = f"{loser},{winner},{judge}"
    votes.write_text("\n".join(lines) + "\n")
    got = result(votes, "--method", "bradley-terry")
    assert {one["annotator"]: one["flag"] for one in got["annotators"]}["judge-3"] == ""
    assert any("judge-3 (infit" in sentence for sentence in got["reliability"]["meaning"])


@pytest.mark.parametrize("method", [("--method", "posterior"), SIRT], ids=["posterior", "sirt"])
def test_the_same_on_any_number_of_threads(method, tmp_path):
    votes = judged(tmp_path / "votes.csv", judges=8)
    more = ("--split-half", 6, "--boundaries", "A=20%,B=0,C")
    given = [result(votes, *method, *more, "--threads", threads) for threads in (1, 2, 3)]
    assert given[0] == given[1] == given[2]


def test_agreement_does_not_depend_on_the_order_of_rows(tmp_path):
    """To the last digit: thirds and sevenths are summed in the order of names."""
    votes = judged(tmp_path / "votes.csv", judges=9, answers=60, items=7)
    head, *rows = votes.read_text().splitlines()
    rows = [f"{row},{1 + 0.1 * (n % 7)}" for n, row in enumerate(rows)]
    given = []
    for seed in range(4):
        random.Random(seed).shuffle(rows)
        votes.write_text("\n".join([f"{head},weight", *rows]) + "\n")
        got = result(votes, "--method", "borda")
        given.append((got["agreement"], {one["annotator"]: one["agreement"] for one in got["annotators"]}))
    assert given[0] == given[1] == given[2] == given[3]


def test_grades(tmp_path):
    votes = judged(tmp_path / "votes.csv")
    got = result(votes, "--boundaries", "A=20%,B=@a-4,C")["ranking"]
    places = {place["item"]: place for place in got}
    assert [place["grade"] for place in got[:2]] == ["A", "A"] and places["a-4"]["grade"] == "B"
    assert all(0 < place["grade_probability"] <= 1 for place in got)
    assert places["a-9"]["grade"] == "C" and places["a-9"]["grade_probability"] > 0.9
    assert "A (" in run("rank", votes, "--boundaries", "A=20%,B").out
    for boundaries, cure in {
        "A=1,B=2,C": "below the boundary of A",
        "A=1,B=0": "the last grade must have no boundary",
        "A=x,B": "GRADE=1.5",
        "A=120%,B": "below 100%",
        "A=@nobody,B": "no such item",
        "A=1,A": "named twice",
    }.items():
        assert cure in refused(run("rank", votes, "--boundaries", boundaries), 2)


def test_a_grade_that_ends_above_a_better_one(tmp_path):
    votes = judged(tmp_path / "votes.csv")
    places = {place["item"]: place["rank"] for place in result(votes)["ranking"]}
    assert places["a-1"] < places["a-6"]
    said = " ".join(run("rank", votes, "--boundaries", "A=@a-6,B=@a-1,C").out.split())
    assert (
        f"No item has the grade B: it ends with a-1 (rank {places['a-1']}), which is above a-6 (rank {places['a-6']}), "
        "the last item of A. Put B before A, or name an item below a-6 for B." in said
    )
    assert "No item has" not in run("rank", votes, "--boundaries", "B=@a-1,A=@a-6,C").out


def test_simultaneous_ranges_are_wider(tmp_path):
    votes = judged(tmp_path / "votes.csv", judges=5)
    single, together = (result(votes, *more)["ranking"] for more in ((), ("--simultaneous",)))
    for one, other in zip(single, together, strict=True):
        assert other["rank_low"] <= one["rank_low"] and other["rank_high"] >= one["rank_high"]
    assert sum(place["rank_high"] - place["rank_low"] for place in together) > sum(
        place["rank_high"] - place["rank_low"] for place in single
    )
    assert "gives no rank ranges without --bootstrap" in refused(
        run("rank", votes, "--method", "borda", "--simultaneous"), 2
    )
    assert result(votes, "--method", "borda", "--simultaneous", "--bootstrap", 100)["options"]["simultaneous"]


def test_whole_judges_are_drawn(tmp_path):
    """Judges with tastes of their own scatter more than their answers would."""
    votes = judged(tmp_path / "votes.csv", judges=40, taste=1.5)
    arguments = (votes, "--method", "bradley-terry", "--bootstrap", 100)
    plain, cluster = result(*arguments), result(*arguments, "--cluster", "annotator")
    assert cluster["options"]["cluster"] == "annotator" and plain["options"]["cluster"] is None
    errors = [{place["item"]: place["standard_error"] for place in got["ranking"]} for got in (plain, cluster)]
    assert sum(errors[1].values()) > 1.1 * sum(errors[0].values())
    scores = [{place["item"]: place["score"] for place in got["ranking"]} for got in (plain, cluster)]
    assert scores[0] == scores[1]
    assert result(votes, "--method", "borda", "--bootstrap", 20, "--cluster", "annotator")["options"]["cluster"] == "annotator"
    few = judged(tmp_path / "few.csv", judges=5)
    assert any("draws 5 clusters" in note for note in result(
        few, "--method", "borda", "--bootstrap", 20, "--cluster", "annotator")["notes"])


def test_errors_of_scores_by_annotator_whatever_its_column_is_called(tmp_path):
    votes = judged(tmp_path / "votes.csv", taste=1.5)
    got = [result(votes, "--method", "bradley-terry", "--cluster", cluster)["ranking"] for cluster in ("annotator", "judge")]
    assert got[0] == got[1]


def test_what_the_adjustment_cannot_do(write):
    path = write("group.csv", "winner,loser\nA,B\nA,C\nA,D\n" + "D,E\nE,D\n" * 10)
    assert "--gamma 0.01 holds them together" in refused(run("rank", path, *SIRT), 1)
    assert result(path, *SIRT, "--gamma", 0.01)["reliability"]["ssr"] is not None
    assert "add --method bradley-terry" in refused(run("rank", path, "--adjustment", 0.3), 2)
    assert "has no --adjustment" in refused(run("rank", path, *SIRT, "--ties", "davidson"), 1)
