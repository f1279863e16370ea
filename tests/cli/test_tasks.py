"""Ten tasks of ten kinds of users, with files as they have them: each is done by the first command that they would type."""

import io
import json
import math
import random
import zipfile

import pytest
from conftest import order, refused, rows, run

MODELS = ["claude-3-opus", "gpt-4o", "gemini-1.5-pro", "llama-3-70b", "qwen-2"]


def answers(count: int, items: list[str], spread: float = 1.0, seed: int = 1):
    """Left, right and who won, 1, 0 or 0.5: earlier items are better."""
    dice = random.Random(seed)
    for _ in range(count):
        left, right = dice.sample(range(len(items)), 2)
        better = dice.random() < 1 / (1 + math.exp(spread * (left - right)))
        yield items[left], items[right], 0.5 if dice.random() < 0.15 else float(better)


def battles() -> str:
    words = {1: "model_a", 0: "model_b", 0.5: "tie (bothbad)"}
    lines = ["question_id,model_a,model_b,winner,judge,turn,language,tstamp"]
    for k, (a, b, won) in enumerate(answers(300, MODELS)):
        lines.append(f"{k},{a},{b},{words[won]},user {k % 40},1,{'German' if k % 3 else 'English'},{1688000000 + 300.5 * k}")
    return "\n".join(lines) + "\n"


def test_battles_of_language_models(write):
    path = write("battles.csv", battles())
    shown = run("rank", path, "--scale", "elo", "--by", "language", "--ties", "davidson")
    assert shown.status == 0 and shown.out.startswith("claude-3-opus") and "\nEnglish " in shown.out
    assert "Two equal items are called equal" in shown.out
    assert "--columns time=tstamp reads it." in " ".join(shown.out.split())


def test_comparative_judgement(write):
    scripts = [f"Script {k:02}" for k in range(12)]
    lines = ["Judge,Candidate Chosen,Candidate Not Chosen,Time Taken (s),Created at"]
    for k, (a, b, won) in enumerate(answers(240, scripts, 0.5)):
        better, worse = (a, b) if won else (b, a)
        lines.append(f"judge {k % 5},{better},{worse},{k % 50},2024-03-{1 + k % 28:02} 10:00:00")
    path = write("export.csv", "\n".join(lines) + "\n")
    shown = run("rank", path, "--boundaries", "A=20%,B=50%,C")
    assert shown.status == 0 and "Reliability (SSR)" in shown.out and "grade" in shown.out
    (hint,) = [part.split(" reads it")[0] for part in " ".join(shown.out.split()).split("--columns ")[1:]]
    assert hint == "'time=Created at'", "as a shell takes it"
    assert run("rank", path, "--columns", hint.strip("'")).status == 0


def test_football(write):
    teams = ["Arsenal", "Chelsea", "Leeds", "Everton"]
    lines = ["Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR"]
    for k, (home, away, won) in enumerate(answers(120, teams)):
        goals = {1: (2, 0, "H"), 0: (0, 1, "A"), 0.5: (1, 1, "D")}[won]
        lines.append(f"E0,{1 + k % 28:02}/0{1 + k // 28}/2023,15:00,{home},{away},{goals[0]},{goals[1]},{goals[2]}")
    text = "\n".join(lines) + "\n"
    path = write("E0.csv", text)
    assert order(rows(run("rank", path, "--format", "csv").out)) == teams
    game = run("predict", path, "arsenal", "leeds", "--left-first")
    assert game.status == 0 and game.out.splitlines()[0].split() == "left right left wins tie right wins ties shared low high".split()
    assert "month" in refused(run("rank", path, "--time", "Date"), 3)
    dotted = run("rank", "--time", "Date", "--drift", "auto", "--quiet", "--format", "csv", stdin=text.replace("/", ".").encode())
    assert order(rows(dotted.out))[0] == "Arsenal"


def test_ballots(write):
    text = "Timestamp,Voter,1st choice,2nd choice,3rd choice\n" + "".join(
        f"2024-01-01 10:{k:02},voter {k},{'Pizza,Sushi,Curry' if k % 4 else 'Sushi,Pizza,'}\n" for k in range(20)
    )
    ran = run("rank", write("ballots.csv", text), "--format", "csv")
    assert order(rows(ran.out)) == ["Pizza", "Sushi", "Curry"]


@pytest.mark.parametrize("numbers", [False, True])
def test_best_and_worst(numbers, write):
    things, lines = ["price", "quality", "brand", "colour"], ["respondent,item_1,item_2,item_3,best,worst"]
    for k in range(24):
        shown = things[k % 4 :] + things[: k % 4]
        shown = shown[:3]
        ranked = sorted(shown, key=things.index)
        best, worst = ranked[0], ranked[-1]
        lines.append(",".join([f"r{k // 4}", *shown, *(map(str, (shown.index(best) + 1, shown.index(worst) + 1)) if numbers else (best, worst))]))
    ran = run("rank", write("bws.csv", "\n".join(lines) + "\n"), "--format", "csv")
    assert order(rows(ran.out)) == things


def test_preference_tuning(write):
    lines = []
    for k, (a, b, won) in enumerate(answers(150, MODELS)):
        chosen, rejected = (a, b) if won else (b, a)
        chats = {"chosen": [{"role": "assistant", "content": f"x{k}"}], "rejected": [{"role": "assistant", "content": f"y{k}"}]}
        lines.append(json.dumps({"prompt": k, **chats, "chosen_model": chosen, "rejected_model": rejected}))
    ran = run("rank", write("prefs.jsonl", "\n".join(lines) + "\n"), "--format", "csv")
    assert order(rows(ran.out))[0] == MODELS[0]


def test_a_table_of_wins(write):
    table = write("wins.csv", ",A,B,C\nA,0,15,16\nB,2,0,15\nC,1,1,0\n")
    assert order(rows(run("rank", table, "--format", "csv").out)) == ["A", "B", "C"]


def test_a_spreadsheet(write, tmp_path):
    """The bare program names the line that converts it; tests/python/test_files.py runs such lines."""
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    write("votes.xlsx", book.getvalue())
    message = refused(run("rank", "votes.xlsx", cwd=tmp_path / "input"), 3)
    assert "read_excel('votes.xlsx').to_csv('votes.xlsx.csv', index=False)" in message


def test_crowd_workers(write):
    pictures = [f"img{k}.jpg" for k in range(8)]
    lines = ["HITId,WorkerId,Input.image_left,Input.image_right,Answer.choice,WorkTimeInSeconds"]
    for k, (a, b, won) in enumerate(answers(480, pictures)):
        worker = k % 8
        left = won >= 0.5 if worker < 7 else won < 0.5
        lines.append(f"{k},W{worker},{a},{b},{'left' if left else 'right'},{k % 45}")
    path = write("mturk.csv", "\n".join(lines) + "\n")
    shown = run("rank", path)
    assert "1 of 8 annotators answers as if at random, or against the ranking" in shown.out and "adversary" in shown.out
    without = run("rank", path, "--where", "WorkerId!=W7")
    assert "No annotator answers as if at random" in without.out


def test_a_hackathon(write, tmp_path):
    projects = write("projects.txt", "Smart Fridge\nBike Finder\nTax Bot\nPlant Pal\n")
    assert "--items" in refused(run("rank", projects), 3)
    asked = run("next", "--items", projects, "--count", 6, "--quiet", "--output", tmp_path / "next.csv")
    assert asked.status == 0
    lines = (tmp_path / "next.csv").read_text().splitlines()
    filled = [line.replace(",,", ",left,", 1) if k < 5 else line for k, line in enumerate(lines[1:])]
    (tmp_path / "next.csv").write_text("\n".join([lines[0], *filled]) + "\n")
    assert "--skip-bad-rows leaves out rows without one" in refused(run("rank", tmp_path / "next.csv"), 3)
    assert run("rank", tmp_path / "next.csv", "--skip-bad-rows").status == 0
    again = run("next", tmp_path / "next.csv", "--items", projects, "--skip-bad-rows", "--count", 2, "--format", "csv")
    assert len(rows(again.out)) == 2
