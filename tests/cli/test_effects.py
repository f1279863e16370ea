"""What answers depend on beside the scores: sides, ties, grades, time, segments."""

import csv
import json
import math
import random
from pathlib import Path

import pytest
from conftest import refused, run

SCORES = [2.0, 1.4, 0.9, 0.5, 0.0, -0.4, -0.8, -1.2, -1.6, -2.0]


def result(*arguments) -> dict:
    ran = run("rank", *arguments, "--format", "json")
    assert ran.status == 0, ran
    return json.loads(ran.out)


def noise(chance: random.Random) -> float:
    u = chance.random()
    return math.log(u / (1 - u))


def write(path: Path, columns: str, lines: list[list]) -> Path:
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([columns.split(","), *lines])
    return path


def sided(path: Path, order: float, cut: float, answers: int = 2000, seed: int = 1) -> Path:
    """Ten items; what is on the left is `order` ahead, and margins within +-cut are ties."""
    chance = random.Random(seed)
    lines = []
    for _ in range(answers):
        i, j = chance.sample(range(len(SCORES)), 2)
        margin = SCORES[i] - SCORES[j] + order + noise(chance)
        lines.append([f"i{i}", f"i{j}", "tie" if abs(margin) < cut else "left" if margin > 0 else "right"])
    return write(path, "left,right,winner", lines)


def test_an_order_effect_is_found_and_used(tmp_path):
    got = result(sided(tmp_path / "votes.csv", order=0.5, cut=0))
    order = got["effects"]["order"]
    assert order["low"] < order["estimate"] < order["high"] and order["used"] and order["evidence"] > 3
    assert order["estimate"] == pytest.approx(0.5, abs=0.2)
    assert any("stands first is chosen" in note for note in got["notes"])
    assert "ties" not in got["effects"] and "boards" not in got


def test_predictions_know_who_stands_first(tmp_path):
    votes = sided(tmp_path / "votes.csv", order=0.5, cut=0.4)
    pairs = write(tmp_path / "pairs.csv", "left,right", [["i4", "i5"], ["i5", "i4"]])
    neutral, first = (
        json.loads(run("predict", votes, "--pairs", pairs, "--format", "json", *more).out)
        for more in ((), ("--left-first",))
    )
    one, other = (pair["probability"] for pair in neutral["pairs"])
    assert one + other == pytest.approx(1) and any(
        "--left-first" in note or "left_first" in note for note in neutral["notes"]
    )
    assert all(b["probability"] > a["probability"] + 0.05 for a, b in zip(neutral["pairs"], first["pairs"]))
    assert "right wins" in run("predict", votes, "--pairs", pairs, "--format", "table").out
    assert "board by board" in refused(run("predict", votes, "--pairs", pairs, "--by", "left"), 2)


def test_half_ties_count_beside_an_order_effect(tmp_path):
    votes = sided(tmp_path / "votes.csv", order=0.8, cut=1.0, answers=800)
    half, none = (result(votes, "--order-effect", "common", "--ties", rule) for rule in ("half", "drop"))
    spread = [max(place["score"] for place in got["ranking"]) for got in (half, none)]
    assert spread[0] < 0.9 * spread[1], "ties say that items are close"


def test_no_order_effect_is_not_used(tmp_path):
    votes = sided(tmp_path / "votes.csv", order=0, cut=0)
    order = result(votes)["effects"]["order"]
    assert not order["used"] and order["evidence"] < 0 and order["low"] < 0 < order["high"]
    assert result(votes, "--order-effect", "common")["effects"]["order"]["used"]
    assert "effects" not in result(votes, "--order-effect", "none")


def test_sides_of_files_of_winners_and_losers(tmp_path):
    votes = sided(tmp_path / "votes.csv", order=0.5, cut=0)
    lines = []
    with open(votes, newline="") as file:
        for row in csv.DictReader(file):
            left = row["winner"] == "left"
            lines.append([row["left"], row["right"], 1] if left else [row["right"], row["left"], 0])
    named = write(tmp_path / "named.csv", "winner,loser,winner_shown_left", lines)
    assert result(named)["effects"] == result(votes)["effects"]


@pytest.mark.parametrize("law", ["rao-kupper", "davidson"])
def test_ties_have_a_law(tmp_path, law):
    votes = sided(tmp_path / "votes.csv", order=0, cut=0.6, seed=2)
    ties = result(votes, "--ties", law)["effects"]["ties"]
    assert ties["low"] < ties["estimate"] < ties["high"]
    equal = math.tanh(ties["estimate"] / 2) if law == "rao-kupper" else ties["estimate"] / (2 + ties["estimate"])
    assert equal == pytest.approx(math.tanh(0.3), abs=0.05)
    pairs = write(tmp_path / "pairs.csv", "left,right", [["i4", "i5"], ["i0", "i9"]])
    ran = run("predict", votes, "--pairs", pairs, "--ties", law, "--format", "json")
    close, far = json.loads(ran.out)["pairs"]
    assert 0.2 < close["tie"] < 0.35 and far["tie"] < 0.15


def test_ties_by_default(tmp_path):
    votes = sided(tmp_path / "votes.csv", order=0, cut=0.6)
    assert result(votes)["options"]["ties"] == "rao-kupper"
    assert result(votes, "--method", "bradley-terry")["options"]["ties"] == "half"
    assert "no law of ties" in refused(run("rank", votes, "--method", "borda", "--ties", "davidson"), 2)


def test_strong_and_weak_wins(tmp_path):
    chance = random.Random(3)
    lines = []
    for _ in range(2500):
        i, j = chance.sample(range(len(SCORES)), 2)
        margin = SCORES[i] - SCORES[j] + noise(chance)
        sign = (
            ">>" if margin > 1.5 else ">" if margin > 0.4 else "=" if margin > -0.4 else "<" if margin > -1.5 else "<<"
        )
        lines.append([f"i{i}", f"i{j}", f"A{sign}B" if ">" in sign or "=" in sign else f"B{sign.replace('<', '>')}A"])
    got = result(write(tmp_path / "votes.csv", "model_a,model_b,winner", lines))
    assert got["effects"]["ties"]["estimate"] == pytest.approx(0.4, abs=0.1)
    graded = {place["item"]: place["score"] for place in got["ranking"]}
    centre = sum(SCORES) / len(SCORES)
    assert all(graded[f"i{k}"] == pytest.approx(score - centre, abs=0.5) for k, score in enumerate(SCORES))


def test_annotators_who_lean(tmp_path):
    chance = random.Random(4)
    lines = []
    for voter in range(12):
        lean = 2.0 if voter < 3 else 0.0
        for _ in range(200):
            i, j = chance.sample(range(len(SCORES)), 2)
            margin = SCORES[i] - SCORES[j] + lean + noise(chance)
            lines.append([f"i{i}", f"i{j}", "left" if margin > 0 else "right", f"v{voter:02}"])
    votes = write(tmp_path / "votes.csv", "left,right,winner,annotator", lines)
    got = result(votes)
    assert got["effects"]["order_by_annotator"]["evidence"] > 3
    for report in got["annotators"]:
        truth = 2.0 if report["annotator"] < "v03" else 0.0
        assert report["order_effect_low"] < report["order_effect"] < report["order_effect_high"]
        assert report["order_effect"] == pytest.approx(truth, abs=0.7)
        assert report["flag"] == "", "leaning is no noise"
    assert "order_by_annotator" not in result(votes, "--order-effect", "common")["effects"]


@pytest.fixture(scope="module")
def season(tmp_path_factory) -> Path:
    """Six items in ten years: `riser` is the worst at first and the best at last."""
    chance = random.Random(5)
    lines = []
    for day in range(0, 3650, 3):
        names = chance.sample(["riser", "a", "b", "c", "d", "e"], 2)
        score = [4 * day / 3650 - 2 if name == "riser" else "edcba".index(name) / 2 - 1 for name in names]
        won = score[0] - score[1] + noise(chance) > 0
        date = f"{2010 + day // 365}-{day % 365 // 31 + 1:02}-{day % 28 + 1:02}"
        lines.append([*(names if won else names[::-1]), date])
    return write(tmp_path_factory.mktemp("season") / "games.csv", "winner,loser,date", lines)


def test_scores_that_drift(season):
    whole, now = result(season), result(season, "--time", "date", "--drift", "auto")
    assert now["ranking"][0]["item"] == "riser" and whole["ranking"][0]["item"] != "riser"
    assert now["effects"]["drift"]["estimate"] > 0.05
    given = result(season, "--time", "date", "--drift", 0.3)["effects"]["drift"]
    assert given["estimate"] == pytest.approx(0.3)
    assert given["low"] is None and "0.3 in log-odds in a year, as asked" in given["meaning"]
    assert "no times" in refused(run("rank", season, "--drift", "auto"), 2)


def test_no_drift_where_there_is_none(tmp_path):
    chance = random.Random(7)
    for unit, name in ((1, "steps"), (86400, "days")):
        lines = []
        for k in range(2000):
            i, j = chance.sample(range(len(SCORES)), 2)
            won = SCORES[i] - SCORES[j] + noise(chance) > 0
            lines.append([f"i{i}", f"i{j}", "left" if won else "right", 1.6e9 * (unit > 1) + k * unit])
        votes = write(tmp_path / f"{name}.csv", "left,right,winner,when", lines)
        still, moving = result(votes), result(votes, "--time", "when", "--drift", "auto")
        span = 2000 * unit / (365.25 * 86400) if unit > 1 else 2000
        assert moving["effects"]["drift"]["estimate"] * math.sqrt(span) < 0.5
        top = [got["ranking"][0]["score"] for got in (still, moving)]
        assert top[1] == pytest.approx(top[0], abs=0.4)


def test_segments_that_do_not_differ(tmp_path):
    chance = random.Random(8)
    lines = []
    for _ in range(1500):
        i, j = chance.sample(range(len(SCORES)), 2)
        won = SCORES[i] - SCORES[j] + noise(chance) > 0
        lines.append([f"i{i}", f"i{j}", "left" if won else "right", chance.choice("xyz"), "same"])
    votes = write(tmp_path / "votes.csv", "left,right,winner,group,one", lines)
    got = result(votes, "--by", "group")
    assert got["effects"]["segments"]["estimate"] < 0.25
    assert sum(line["differs"] != "" for line in got["boards"]) <= 2
    assert "one value" in refused(run("rank", votes, "--by", "one"), 2)


@pytest.mark.parametrize("method", ["posterior", "bradley-terry", "pdrank"])
def test_old_answers_count_less(season, method):
    now = result(season, "--time", "date", "--half-life", 365, "--method", method)
    assert now["ranking"][0]["item"] == "riser"
    assert now["data"]["answers"] < 400
    assert "no times" in refused(run("rank", season, "--half-life", 365, "--method", method), 2)


@pytest.fixture(scope="module")
def languages(tmp_path_factory) -> Path:
    """Ten items and six languages; in one of them the order is turned round."""
    chance = random.Random(6)
    lines = []
    for language in ("de", "en", "es", "fr", "it", "xx"):
        sign = -1 if language == "xx" else 1
        for _ in range(400):
            i, j = chance.sample(range(len(SCORES)), 2)
            won = sign * (SCORES[i] - SCORES[j]) + noise(chance) > 0
            lines.append([f"i{i}", f"i{j}", "left" if won else "right", language])
    return write(tmp_path_factory.mktemp("languages") / "votes.csv", "left,right,winner,language", lines)


def test_boards_by_segment(languages, tmp_path):
    boards = tmp_path / "boards.csv"
    got = result(languages, "--by", "language", "--boards", boards)
    with open(boards, newline="") as file:
        lines = list(csv.DictReader(file))
    assert [(line["value"], line["item"]) for line in lines] == [
        (line["value"], line["item"]) for line in got["boards"]
    ]
    assert len(lines) == 60 and [int(line["rank"]) for line in lines] == [*range(1, 11)] * 6
    first = {line["value"]: line["item"] for line in lines if line["rank"] == "1"}
    assert first["en"] in ("i0", "i1") and first["xx"] in ("i8", "i9")
    turned = {line["item"]: line["differs"] for line in lines if line["value"] == "xx"}
    assert turned["i0"] == "lower" and turned["i9"] == "higher"
    assert sum(line["differs"] != "" for line in lines if line["value"] != "xx") <= 15
    table = run("rank", languages, "--by", "language").out
    assert "than overall" in table and max(map(len, table.splitlines())) <= 80


def test_what_does_not_go_together(languages, tmp_path):
    assert "language" in refused(run("rank", languages, "--by", "tongue"), 3), "it says which columns there are"
    assert "--by" in refused(run("rank", languages, "--boards", tmp_path / "boards.csv"), 2)
    assert "does not use it" in refused(run("rank", languages, "--by", "language", "--method", "borda"), 2)


def lengthy(path: Path, header: str, line, answers: int = 1500, seed: int = 3) -> Path:
    """Ten items; an item gains 0.5 for every 100 that it is longer, and the worst one is much longer than the others.
    line(i, j, i won, length of i, length of j) is what the file says."""
    chance = random.Random(seed)
    lines = []
    for _ in range(answers):
        i, j = chance.sample(range(len(SCORES)), 2)
        length = {k: round(chance.gauss(900 if k == 9 else 200, 80)) for k in (i, j)}
        won = SCORES[i] - SCORES[j] + (length[i] - length[j]) / 200 + noise(chance) > 0
        lines.append(line(f"i{i}", f"i{j}", won, length[i], length[j]))
    return write(path, header, lines)


LAYOUTS = {
    "two columns": ("model_a,model_b,winner,length_a,length_b", lambda i, j, won, a, b: [i, j, "AB"[not won], a, b]),
    "in front": ("left,right,winner,left_length,right_length", lambda i, j, won, a, b: [i, j, i if won else j, a, b]),
    "one column": ("left,right,winner,length", lambda i, j, won, a, b: [i, j, i if won else j, a - b]),
    "numbered": ("player1,player2,outcome,length1,length2", lambda i, j, won, a, b: [i, j, int(won), a, b]),
    "of winners": (
        "winner,loser,winner_length,loser_length",
        lambda i, j, won, a, b: [i, j, a, b] if won else [j, i, b, a],
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_controlled_for_is_found_in_every_layout(tmp_path, layout):
    found = result(lengthy(tmp_path / "votes.csv", *LAYOUTS[layout]), "--control", "length")
    length = found["effects"]["length"]
    assert length["low"] / length["unit"] < 1 / 200 < length["high"] / length["unit"]
    assert length["used"] and length["evidence"] > 10
    last = next(place for place in found["ranking"] if place["item"] == "i9")
    assert last["rank"] >= 9 and last["rank_without"] <= 5, "its length alone had lifted it"


def test_keys_of_json_lines_are_controlled_for(tmp_path):
    table = lengthy(tmp_path / "votes.csv", *LAYOUTS["two columns"])
    lines = tmp_path / "votes.jsonl"
    with open(table, newline="") as file:
        lines.write_text("".join(json.dumps(row) + "\n" for row in csv.DictReader(file)))
    assert result(lines, "--control", "length")["effects"] == result(table, "--control", "length")["effects"]


def test_the_order_of_rows_makes_no_difference_to_effects(tmp_path):
    header, line = LAYOUTS["two columns"]
    table = lengthy(tmp_path / "votes.csv", header + ",prompt", lambda *a: [*line(*a), f"p{a[3] % 7}"], answers=300)
    first, *rows = table.read_text().splitlines()
    random.Random(1).shuffle(rows)
    shuffled = tmp_path / "shuffled.csv"
    shuffled.write_text("\n".join([first, *rows, ""]))
    options = ["--control", "length", "--cluster", "prompt"]
    one, other = result(table, *options), result(shuffled, *options)
    assert one["ranking"] == other["ranking"] and one["effects"] == other["effects"]


def test_clusters_of_answers_widen_the_interval(tmp_path):
    """Every answer five times over says no more than once."""
    header, line = LAYOUTS["two columns"]
    table = lengthy(tmp_path / "votes.csv", header, line, answers=400)
    first, *rows = table.read_text().splitlines()
    copies = tmp_path / "copies.csv"
    copies.write_text("\n".join([first + ",prompt", *(f"{row},p{n}" for n, row in enumerate(rows) for _ in range(5))]))

    def width(path, *options):
        length = result(path, "--control", "length", *options)["effects"]["length"]
        return (length["high"] - length["low"]) / length["unit"]

    for method in ("posterior", "bradley-terry"):
        plain, once = width(copies, "--method", method), width(table, "--method", method)
        robust = width(copies, "--method", method, "--cluster", "prompt")
        assert plain < 0.55 * once
        assert 0.85 * once < robust < 1.2 * once


def test_missing_values_count_as_no_difference(tmp_path):
    header, line = LAYOUTS["two columns"]
    chance = random.Random(5)
    table = lengthy(
        tmp_path / "votes.csv", header, lambda *a: line(*a[:3], *(("", a[4]) if chance.random() < 0.2 else a[3:]))
    )
    length = result(table, "--control", "length")["effects"]["length"]
    assert "It is not known for" in length["meaning"]
    assert 0 < length["low"] and length["estimate"] / length["unit"] < 1.3 / 200


def test_controls_that_cannot_be(tmp_path):
    votes = write(tmp_path / "votes.csv", "winner,loser,level,kind", [["a", "b", 0, "x"], ["b", "a", 0, "x"]])
    assert "no column 'width'; the columns are" in refused(run("rank", votes, "--control", "width"), 3)
    assert "never differ in it" in refused(run("rank", votes, "--control", "level"), 2)
    assert "it must be a number" in refused(run("rank", votes, "--control", "kind"), 2)
    assert "method elo does not use it" in refused(run("rank", votes, "--control", "level", "--method", "elo"), 2)
    assert "the data do not say" in refused(run("rank", votes, "--order-effect", "common"), 2)
    rankings = write(tmp_path / "rankings.csv", "ranking", [["a>b>c"]])
    assert "do not compare two items" in refused(run("rank", rankings, "--control", "width"), 3)


def test_sides_that_a_method_leaves_alone_are_named(tmp_path):
    votes = sided(tmp_path / "votes.csv", order=0.5, cut=0, answers=300)
    for method, cure in (("bradley-terry", "order_effect common"), ("pdrank", "method posterior")):
        notes = result(votes, "--method", method)["notes"]
        assert any("The data say which item stood first" in note and cure in note for note in notes)
    assert not any("say which item stood first" in note for note in result(votes)["notes"])


def drifting(path: Path) -> Path:
    """Two games a week for four years; `riser` goes from the last place to the first."""
    chance = random.Random(11)
    level = {f"i{k}": 1.5 - k / 2 for k in range(6)}
    lines = []
    for game in range(600):
        one, other = chance.sample([*level, "riser"], 2)
        score = {**level, "riser": game / 150 - 2}
        won = score[one] - score[other] + noise(chance) > 0
        year, day = divmod(game * 365 // 150, 365)
        lines.append([*((one, other) if won else (other, one)), f"{2020 + year}-{day // 31 + 1:02}-{day % 28 + 1:02}"])
    return write(path, "winner,loser,date", lines)


def test_curves_and_forecasts(tmp_path):
    games, curves = drifting(tmp_path / "games.csv"), tmp_path / "curves.csv"
    now = result(games, "--time", "date", "--drift", "auto", "--curves", curves)
    with open(curves, newline="") as file:
        lines = list(csv.DictReader(file))
    riser = [line for line in lines if line["item"] == "riser"]
    assert [line["time"] for line in riser] == sorted(line["time"] for line in riser)
    assert float(riser[0]["score"]) < -0.5 < 0.5 < float(riser[-1]["score"])
    assert all(float(line["score_low"]) < float(line["score"]) < float(line["score_high"]) for line in lines)
    place = next(place for place in now["ranking"] if place["item"] == "riser")
    assert float(riser[-1]["score"]) == pytest.approx(place["score"], abs=1e-3), "a curve ends where the ranking is"
    later = result(games, "--time", "date", "--drift", "auto", "--ahead", 3)
    assert "3 years after" in later["effects"]["drift"]["meaning"]
    errors = [{place["item"]: place["standard_error"] for place in found["ranking"]} for found in (now, later)]
    drift = now["effects"]["drift"]["estimate"]
    for item, error in errors[0].items():
        assert errors[1][item] ** 2 == pytest.approx(error**2 + 3 * drift**2 * 6 / 7, rel=0.15)
    assert "there are none without --drift" in refused(run("rank", games, "--curves", curves), 2)
    assert "without --drift" in refused(run("rank", games, "--time", "date", "--ahead", 3), 2)


def test_answers_are_judged_by_the_scores_of_their_time(tmp_path):
    games, confidence = drifting(tmp_path / "games.csv"), tmp_path / "confidence.csv"
    result(games, "--time", "date", "--drift", "auto", "--confidence", confidence)
    with open(confidence, newline="") as file:
        lines = list(csv.DictReader(file))
    early = [float(line["probability_correct"]) for line in lines[:150] if line["loser"] == "riser"]
    late = [float(line["probability_correct"]) for line in lines[-150:] if line["winner"] == "riser"]
    assert len(early) > 20 and sum(early) / len(early) > 0.85
    assert len(late) > 20 and sum(late) / len(late) > 0.85


def test_a_composite_is_the_weighted_mean_of_boards(tmp_path):
    chance = random.Random(2)
    lines = []
    for _ in range(3000):
        i, j = chance.sample(range(5), 2)
        criterion = chance.choice(["quality", "speed"])
        sign = 1 if criterion == "quality" else -1
        lines.append([f"i{i}", f"i{j}", "left" if sign * (j - i) / 2 + noise(chance) > 0 else "right", criterion])
    votes = write(tmp_path / "votes.csv", "left,right,winner,criterion", lines)
    by = ["--by", "criterion"]
    assert [p["item"] for p in result(votes, *by, "--composite", "quality=3,speed=1")["ranking"]] == [
        f"i{k}" for k in range(5)
    ]
    assert result(votes, *by, "--composite", "speed=3,quality=1")["ranking"][0]["item"] == "i4"
    even = result(votes, *by, "--composite", "speed=1,quality=1")["ranking"]
    assert all(abs(place["score"]) < 0.15 for place in even)
    assert "there are no boards without --by" in refused(run("rank", votes, "--composite", "quality=1"), 2)
    for wrong in ("quality", "quality=x", "quality=-1", "price=1"):
        assert "--composite" in refused(run("rank", votes, *by, "--composite", wrong), 2)


def test_pairs_asked_both_ways(tmp_path):
    votes = write(
        tmp_path / "votes.csv",
        "left,right,winner",
        [["b", "a", "left"], ["b", "a", "left"], ["a", "b", "left"], ["a", "b", "tie"], ["a", "c", "left"]],
    )
    table = tmp_path / "pairs.csv"
    result(votes, "--both-ways", table)
    assert table.read_text() == ("item,other,item_first,item_first_won,other_first,other_first_won\na,b,2,1.5,2,2\n")


def test_answers_that_call_both_bad_are_counted(tmp_path):
    votes = write(
        tmp_path / "votes.csv",
        "model_a,model_b,winner",
        [["a", "b", "model_a"], ["a", "b", "tie (bothbad)"], ["b", "a", "tie"], ["a", "b", "model_b"]],
    )
    for place in result(votes)["ranking"]:
        assert (place["ties"], place["both_bad"]) == (2, 1)


def priced(path: Path, answers: int) -> Path:
    """Every item always has the same price."""
    chance = random.Random(4)
    lines = []
    for _ in range(answers):
        i, j = chance.sample(range(len(SCORES)), 2)
        won = SCORES[i] - SCORES[j] + noise(chance) > 0
        lines.append([f"i{i}", f"i{j}", "left" if won else "right", i * i % 7, j * j % 7])
    return write(path, "left,right,winner,price_left,price_right", lines)


def test_what_items_always_have_the_same_of_cannot_be_told_from_their_scores(tmp_path):
    votes = priced(tmp_path / "votes.csv", 4000)
    ran = run("rank", votes, "--control", "price", "--method", "bradley-terry")
    assert "the effect of price cannot be told from the scores" in refused(ran, 1)
    price = result(votes, "--control", "price")["effects"]["price"]
    assert price["low"] < 0 < price["high"] and price["evidence"] < 1


def test_scores_are_as_uncertain_as_the_effects_they_are_mixed_up_with(tmp_path):
    """An item that is nearly always longer: bradley-terry has the error of its score from the whole curvature."""
    votes = lengthy(tmp_path / "votes.csv", *LAYOUTS["two columns"])
    errors = [
        {
            place["item"]: place["standard_error"]
            for place in result(votes, "--control", "length", "--method", m)["ranking"]
        }
        for m in ("posterior", "bradley-terry")
    ]
    assert errors[1]["i9"] > 2 * errors[1]["i5"]
    assert errors[0]["i9"] == pytest.approx(errors[1]["i9"], rel=0.25)


def test_an_effect_without_end_has_no_maximum(tmp_path):
    votes = write(
        tmp_path / "votes.csv", "left,right,winner", [[a, b, "left"] for a in "abc" for b in "abc" if a != b] * 3
    )
    ran = run("rank", votes, "--method", "bradley-terry", "--order-effect", "common")
    assert "the order effect grows without end" in refused(ran, 1)


def test_an_answer_for_what_stands_first_agrees_where_that_is_known(tmp_path):
    chance = random.Random(3)  # nearly all answers are for the left item: beside the scores alone they are a coin's
    pairs = [(k % 3, *chance.sample(range(6), 2), 2 + noise(chance)) for k in range(900)]
    lines = [[f"i{i}", f"i{j}", "left" if (j - i) / 20 + lead > 0 else "right", f"a{k}"] for k, i, j, lead in pairs]
    votes = write(tmp_path / "votes.csv", "left,right,winner,annotator", lines)
    for rule, least, most in ("common", 0.8, 0.95), ("none", 0.4, 0.65):
        got = result(votes, "--method", "bradley-terry", "--order-effect", rule)["annotators"]
        assert len(got) == 3 and all(least < one["reliability"] < most for one in got), (rule, got)


def test_one_of_two_columns_is_not_what_is_controlled_for(tmp_path):
    votes = lengthy(tmp_path / "votes.csv", *LAYOUTS["in front"], answers=50)
    message = refused(run("rank", votes, "--control", "left_length"), 3)
    assert "'length' means it and 'right_length' together" in message
    assert "named twice" in refused(run("rank", votes, "--control", "length,length"), 2)
    other = write(tmp_path / "other.csv", "winner,loser,order", [["a", "b", 1], ["b", "a", 2]])
    assert "another kind" in refused(run("rank", other, "--control", "order"), 2)
