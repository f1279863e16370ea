"""`pdrank serve` as a program: what its clients can do by the API, and that all of it is there after a restart."""

import csv
import gzip
import http.client
import io
import itertools
import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time

import pytest
from client import PNG, SECRET, Client, Server, make_project, wait_until
from server import BIN, REPO


@pytest.fixture
def store(tmp_path):
    return tmp_path / "votes.db"


@pytest.fixture
def client(store):
    with Server(store) as server:
        yield Client(server.port)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def fill(client: Client, ids: dict[str, int], tokens: list[str], votes: int, seed: int) -> list[tuple]:
    """Answers of voters in turn, most by the alphabet: what was acknowledged."""
    chance, names, given = random.Random(seed), {number: name for name, number in ids.items()}, []
    for n in range(votes):
        voter = n % len(tokens)
        pair = client.pair(tokens[voter])
        left, right = names[pair["left"]["id"]], names[pair["right"]["id"]]
        right_answer, wrong_answer = ("left", "right") if left < right else ("right", "left")
        answer = chance.choices([right_answer, wrong_answer, "tie", "skip"], [8, 1, 1, 1])[0]
        client.vote(tokens[voter], f"k{seed}-{n}", pair, answer)
        given.append((f"Voter {voter + 1}", left, right, answer, f"k{seed}-{n}", ""))
        time.sleep(0.005)
    return given


def voted(client: Client, project: int) -> list[tuple]:
    return [(row["voter"], row["left"], row["right"], row["answer"], row["key"], row["undoes"])
            for row in rows(client.export(project, "votes"))]  # fmt: skip


def test_a_story_from_first_to_last(store):
    with Server(store) as server:
        client = Client(server.port)
        project, ids, tokens = make_project(client, list("ABCDEF"), 3)
        first = client.pair(tokens[0])
        given = fill(client, ids, tokens, 36, 1)
        undone = client.post("/api/votes", {"key": "undo-1", "answer": "undo"}, tokens[0])
        last = max(n for n, vote in enumerate(given) if vote[0] == "Voter 1")
        assert (undone["pair"]["left"]["id"], undone["pair"]["right"]["id"]) == tuple(ids[n] for n in given[last][1:3])
        given.append(("Voter 1", "", "", "undo", "undo-1", given[last][4]))
        assert voted(client, project) == given
        before = client.settled_ranking(project)
        exported = client.export(project, "ranking"), client.export(project, "comparisons")
        voters = client.get(f"/api/projects/{project}/voters")
        assert server.end() == 0

    with Server(store) as server:
        client = Client(server.port)
        assert voted(client, project) == given
        assert client.settled_ranking(project) == before
        assert (client.export(project, "ranking"), client.export(project, "comparisons")) == exported
        assert client.get(f"/api/projects/{project}/voters") == voters
        ballot = client.get("/api/ballot", tokens[0])
        assert ballot["votes"] == next(voter["votes"] for voter in voters if voter["token"] == tokens[0])
        _, _, _, answer, key, _ = next(vote for vote in given if vote[0] == "Voter 1")
        client.vote(tokens[0], key, first, answer)
        assert voted(client, project) == given, "a vote that is sent again is there once"


def test_the_ranking_is_what_the_program_says_of_the_export(client, tmp_path):
    project, ids, tokens = make_project(client, list("ABCDEFGH"), 3)
    fill(client, ids, tokens, 80, 2)
    for what in ("nothing", "a voter", "an item"):
        if what == "a voter":
            client.patch(
                f"/api/projects/{project}/voters/{client.get(f'/api/projects/{project}/voters')[1]['id']}",
                {"excluded": True},
            )
        if what == "an item":
            client.patch(f"/api/projects/{project}/items/{ids['C']}", {"disabled": True})
        client.settled_ranking(project)
        for format in ("csv", "tsv", "jsonl"):
            path = tmp_path / f"comparisons.{format}"
            path.write_text(client.export(project, "comparisons", format))
            subprocess.run(
                [BIN, "rank", path, "--quiet", "--output", tmp_path / "ranking.csv"], check=True, capture_output=True
            )
            assert (tmp_path / "ranking.csv").read_text() == client.export(project, "ranking"), (
                f"without {what}, {format}"
            )
        as_json = json.loads(client.export(project, "ranking", "json"))
        assert [row["item"] for row in as_json] == [row["item"] for row in rows(client.export(project, "ranking"))]
    assert "C" not in client.export(project, "comparisons").replace("Voter", "")


def test_a_store_of_an_older_version_goes_on(store):
    shutil.copy(REPO / "tests/unit/storage/version_1.db", store)
    with Server(store) as server:
        client = Client(server.port)
        answers = [row["answer"] for row in rows(client.export(1, "votes"))]
        assert answers == ["left", "right", "tie", "skip", "undo", "left"]
        voter = next(one for one in client.get("/api/projects/1/voters") if client.pair(one["token"]))
        vote = {"key": "new", "ticket": client.pair(voter["token"])["ticket"], "answer": "tie", "duration_ms": 70}
        assert client.post("/api/votes", vote, voter["token"])["votes"] == voter["votes"] + 1
        assert [row["duration_ms"] for row in rows(client.export(1, "comparisons"))] == ["", "", "", "70"]


FILES = {
    "winner and loser": (b"winner,loser,annotator\nA,B,Ann\nB,C,Bob\n", "csv", ["A B left Ann", "B C left Bob"]),
    "chosen, rejected": (b"chosen,rejected\nA,B\n", "csv", ["A B left import"]),
    "two bare columns": (b"A,B\nC,B\n", "csv", ["A B left import", "C B left import"]),
    "left, right, winner": (b"left,right,winner\nA,B,right\n", "csv", ["A B right import"]),
    "arena": (b'{"model_a": "A", "model_b": "B", "winner": "model_b", "judge": "J"}\n', "jsonl", ["A B right J"]),
    "a label": (b"worker,left,right,label\nW,A,B,B\n", "csv", ["A B right W"]),
    "outcomes": (b"player1,player2,outcome\nA,B,W2\nA,B,1\n", "csv", ["A B right import", "A B left import"]),
    "a ranking": (b"order,user\nA>B>C,U\n", "csv", ["A B left U", "A C left U", "B C left U"]),
    "tabs": (b"winner\tloser\nA, or\tB\n", "tsv", ["A, or B left import"]),
    "semicolons, quotes, CRLF, a mark": (b'\xef\xbb\xbfwinner;loser\r\n"A;1";B\r\n', "csv", ["A;1 B left import"]),
    "gzip": (gzip.compress(b"winner,loser\nA,B\n"), "csv", ["A B left import"]),
}  # fmt: skip


#: files that say who stood on which side; of the others sides are dealt evenly, so that they say nothing
SIDED = ("left, right, winner", "arena", "a label", "outcomes")


@pytest.mark.parametrize("name", FILES)
def test_every_format_can_be_imported(client, name):
    body, format, expected = FILES[name]
    project = client.post("/api/projects", {"name": name})["id"]
    answer = client.ask("POST", f"/api/projects/{project}/import", body, format=format)
    assert answer.status == 200, answer
    assert answer.json["votes"] == len(expected) and answer.json["skipped"] == 0
    columns = ("left", "right", "winner", "annotator")
    got = rows(client.export(project, "comparisons"))
    for row in got:
        if name not in SIDED and row["winner"] == "right":
            row["left"], row["right"], row["winner"] = row["right"], row["left"], "left"
    assert [" ".join(row[column] for column in columns) for row in got] == expected


def test_sides_that_nobody_knows_say_nothing(client):
    project = client.post("/api/projects", {"name": "sides"})["id"]
    body = "winner,loser\n" + "A,B\nB,A\n" * 200
    assert client.ask("POST", f"/api/projects/{project}/import", body.encode(), format="csv").status == 200
    left = sum(row["winner"] == "left" for row in rows(client.export(project, "comparisons")))
    assert 150 < left < 250


@pytest.mark.skipif(not shutil.which("zstd"), reason="needs the program zstd")
def test_zstd_can_be_imported(client):
    body = subprocess.run(["zstd", "-c"], input=b"winner,loser\nA,B\n", capture_output=True, check=True).stdout
    project = client.post("/api/projects", {"name": "z"})["id"]
    assert client.ask("POST", f"/api/projects/{project}/import", body).json["votes"] == 1


def test_a_bad_file_changes_nothing(client):
    project = client.post("/api/projects", {"name": "bad"})["id"]
    answer = client.ask("POST", f"/api/projects/{project}/import", b"winner,loser\nA,B\nC,C\n")
    assert (answer.status, answer.error) == (400, "line 3: winner and loser are the same item 'C'")
    assert client.get(f"/api/projects/{project}")["items"] == 0
    answer = client.ask("POST", f"/api/projects/{project}/import", b"winner,loser\nA,B\nC,C\n", skip_bad_rows="true")
    assert (answer.json["votes"], answer.json["skipped"]) == (1, 1)


def test_images_from_upload_to_ballot(client):
    project, _, tokens = make_project(client, ["text"], 1)
    file = client.ask("POST", f"/api/projects/{project}/files", PNG, headers={"Content-Type": "image/png"})
    assert file.status == 201
    client.post(
        f"/api/projects/{project}/items",
        {"items": [{"name": "picture", "kind": "image", "content": file.json["content"]}]},
    )
    pair = client.get("/api/ballot", tokens[0])["pair"]
    picture = pair["left"] if pair["left"]["kind"] == "image" else pair["right"]
    served = client.raw("GET", picture["content"])
    assert (served.status, served.body, served.headers["content-type"]) == (200, PNG, "image/png")
    assert "immutable" in served.headers["cache-control"]


def test_the_report_is_a_page_of_its_own(client):
    project, ids, tokens = make_project(client, list("ABCD"), 2)
    assert client.ask("GET", f"/api/projects/{project}/report").status == 409
    fill(client, ids, tokens, 12, 3)
    client.settled_ranking(project)
    report = client.ask("GET", f"/api/projects/{project}/report")
    assert report.status == 200 and report.headers["content-type"].startswith("text/html")
    assert report.body.lstrip().lower().startswith(b"<!doctype html")
    assert "unsafe-inline" not in report.headers["content-security-policy"].split("script-src")[1].split(";")[0]


def test_many_voters_at_once_lose_nothing(client):
    project, _, tokens = make_project(client, [f"i{k}" for k in range(50)], 20)
    taken: list[tuple[str, str]] = []

    def answer_all(token: str) -> None:
        chance, ballot = random.Random(token), client.get("/api/ballot", token)
        for n in range(20):
            pair = ballot["pair"]
            answer = chance.choice(["left", "right", "tie"])
            ballot = client.vote(token, f"k{n}", pair, answer)
            taken.append((token, f"k{n}"))

    threads = [threading.Thread(target=answer_all, args=(token,)) for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stored = rows(client.export(project, "votes"))
    assert len(taken) == len(stored) == len({(row["voter"], row["key"]) for row in stored}) == 400
    assert len({(row["voter"], *sorted((row["left"], row["right"]))) for row in stored}) == 400, (
        "nobody was asked twice"
    )
    assert client.settled_ranking(project)["votes"] == 400


def test_a_file_is_for_one_server_at_a_time(store):
    with Server(store) as one:
        second = started("--store", store, "--port", 0)
        assert second.returncode == 3 and "another server is using this store" in second.stderr, second
        assert one.end() == 0
    with Server(store) as again:
        assert again.end() == 0


def test_a_vote_that_was_stored_is_acknowledged_again_whatever_has_happened_since(client):
    project, _, tokens = make_project(client, list("ABC"), 2)
    vote = {"key": "k", "ticket": client.pair(tokens[0])["ticket"], "answer": "left"}
    undo = {"key": "u", "answer": "undo", "undoes": "k"}
    for body in (vote, undo, {**vote, "key": "k2"}, {"key": "u2", "answer": "undo", "undoes": "k2"}):
        assert client.ask("POST", "/api/votes", body, tokens[0]).status == 200
    assert client.ask("POST", "/api/votes", undo, tokens[0]).status == 200, "another undo has come since"
    client.patch(f"/api/projects/{project}", {"closed": True})
    assert client.ask("POST", "/api/votes", vote, tokens[0]).status == 200
    assert client.ask("POST", "/api/votes", {**vote, "answer": "right"}, tokens[0]).status == 409
    assert client.ask("POST", "/api/votes", {**vote, "key": "new"}, tokens[0]).status == 409
    voter = client.get(f"/api/projects/{project}/voters")[0]["id"]
    client.patch(f"/api/projects/{project}/voters/{voter}", {"excluded": True})
    assert client.ask("POST", "/api/votes", vote, tokens[0]).status == 200
    assert client.ask("POST", "/api/votes", {**vote, "key": "new"}, tokens[0]).status == 403
    assert len(voted(client, project)) == 4


def test_no_vote_comes_after_the_close_was_acknowledged(client):
    project, _, tokens = make_project(client, [f"i{k}" for k in range(60)], 8)
    stop = threading.Event()

    def vote_on(number: int) -> None:
        own = Client(client.port)
        pair = own.pair(tokens[number])
        for n in itertools.count():
            body = {"key": f"k{n}", "ticket": pair["ticket"], "answer": "left"}
            answer = own.ask("POST", "/api/votes", body, tokens[number])
            if stop.is_set() or answer.status == 409:
                return
            if answer.status == 200:
                pair = answer.json["pair"] or pair

    voters = [threading.Thread(target=vote_on, args=(number,)) for number in range(len(tokens))]
    for voter in voters:
        voter.start()
    wait_until(lambda: client.get(f"/api/projects/{project}")["votes"] > 20)
    client.patch(f"/api/projects/{project}", {"closed": True})
    at_close = len(voted(client, project))
    stop.set()
    for voter in voters:
        voter.join()
    assert at_close > 0 and len(voted(client, project)) == at_close


def test_votes_come_in_while_a_large_file_is_imported(client):
    """Of the same project and of others, as the numbers of the votes show."""
    project, _, tokens = make_project(client, [f"i{k}" for k in range(40)], 1)
    other, _, others = make_project(client, [f"i{k}" for k in range(40)], 1)
    lines = [f"i{n % 39},i{n % 39 + 1},Ann" for n in range(60_000)]
    body = "\n".join(["winner,loser,annotator", *lines, ""]).encode()
    answers, path = [], f"/api/projects/{project}/import"
    importing = threading.Thread(target=lambda: answers.append(client.ask("POST", path, body, format="csv")))
    importing.start()
    wait_until(lambda: client.get(f"/api/projects/{project}")["votes"] > 0)
    assert client.ask("DELETE", f"{path}s/{client.get(f'{path}s')[0]['id']}").status == 409
    assert client.ask("POST", path, body, format="csv").status == 409, "it is there already"
    client.vote(tokens[0], "between", client.pair(tokens[0]), "left")
    client.vote(others[0], "elsewhere", client.pair(others[0]), "left")
    importing.join()
    assert answers[0].status == 200 and answers[0].json["votes"] == 60_000
    assert 0 < [row["key"] for row in rows(client.export(project, "votes"))].index("between") < 60_000
    assert client.get(f"/api/projects/{project}")["votes"] == 60_001
    client.delete(f"/api/projects/{project}/imports/{answers[0].json['import']}")
    assert [row["key"] for row in rows(client.export(project, "votes"))] == ["between"]
    assert client.settled_ranking(project)["votes"] == 1
    client.delete(f"/api/projects/{project}")
    assert [one["id"] for one in client.get("/api/projects")] == [other]


def test_an_import_that_is_refused_leaves_nothing(client):
    project = client.post("/api/projects", {"name": "P", "question": ""})["id"]
    rows = "left,right,winner,annotator\nx,y,left," + 600 * "n" + "\n"
    answer = client.ask("POST", f"/api/projects/{project}/import", rows.encode(), format="csv")
    assert answer.status == 400, answer
    assert client.get(f"/api/projects/{project}/items") == []


def test_a_voter_who_is_too_fast_is_told_so(client):
    project, _, tokens = make_project(client, [f"i{k}" for k in range(20)], 1)
    pair, statuses = client.pair(tokens[0]), []
    for n in range(120):
        body = {"key": f"k{n}", "ticket": pair["ticket"], "answer": "left"}
        answer = client.ask("POST", "/api/votes", body, tokens[0])
        statuses.append(answer.status)
        pair = answer.json["pair"] if answer.status == 200 else pair
    assert set(statuses) <= {200, 429} and statuses.count(200) >= 50
    assert len(voted(client, project)) == statuses.count(200)


def test_the_description_is_served(client):
    api = client.raw("GET", "/api/openapi.json").json
    assert api["openapi"] == "3.1.0" and "/api/votes" in api["paths"]
    assert client.raw("GET", "/api/health").json["status"] == "ok"
    page = client.raw("GET", "/")
    assert page.status == 200 and b"<script" in page.body
    assert client.raw("HEAD", "/").body == b""


BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}


def test_the_page_comes_compressed_and_once(client):
    for path in ("/", "/app.js", "/app.css"):
        plain = client.raw("GET", path)
        packed = client.raw("GET", path, headers={"Accept-Encoding": "gzip"})
        small = client.raw("GET", path, headers=BROWSER)
        assert "content-encoding" not in plain.headers and plain.headers["vary"] == "Accept-Encoding"
        assert packed.headers["content-encoding"] == "gzip" and gzip.decompress(packed.body) == plain.body
        assert small.headers["content-encoding"] == "br" and len(small.body) < len(packed.body) < len(plain.body)
        tags = {answer.headers["etag"] for answer in (plain, packed, small)}
        assert len(tags) == 3
        again = client.raw("GET", path, headers=BROWSER | {"If-None-Match": small.headers["etag"]})
        assert (again.status, again.body) == (304, b"") and again.headers["etag"] == small.headers["etag"]
        assert client.raw("GET", path, headers={"If-None-Match": small.headers["etag"]}).status == 200
    health = client.raw("GET", "/api/health", headers=BROWSER)
    assert health.json["status"] == "ok" and "content-encoding" not in health.headers


def test_it_ends_on_request_also_with_idle_connections(store):
    for how in (signal.SIGTERM, signal.SIGINT):
        with Server(store) as server:
            client = Client(server.port)
            idle = http.client.HTTPConnection("127.0.0.1", server.port)
            idle.request("GET", "/api/health")
            idle.getresponse().read()
            assert server.end(how) == 0
            idle.close()
            with pytest.raises(OSError):
                client.raw("GET", "/api/health")


def started(*arguments, **environment) -> subprocess.CompletedProcess:
    return subprocess.run([BIN, "serve", *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})  # fmt: skip


def test_what_it_cannot_start_with(store, tmp_path, client):
    junk = tmp_path / "junk.db"
    junk.write_bytes(b"this is no database" * 100)
    for arguments, status in (
        (("--store", junk, "--port", 0), 3),
        (("--store", tmp_path / "no" / "folder" / "x.db", "--port", 0), 3),
        (("--store", tmp_path / "other.db", "--port", client.port), 2),
        (("--store", store, "--port", 70000), 2),
        (("--store", store, "--port", 0, "extra"), 2),
    ):
        ended = started(*arguments)
        assert ended.returncode == status and ended.stdout == "", ended
        assert ended.stderr.startswith("pdrank: ") and ended.stderr.count("\n") == 1, ended.stderr
    ended = started("--store", store, "--port", 0, PDRANK_ADMIN_SECRET="short")
    assert ended.returncode == 2 and "16" in ended.stderr


def test_a_backup_is_a_store(store, tmp_path):
    copy = tmp_path / "copy.db"
    with Server(store) as server:
        client = Client(server.port)
        project, ids, tokens = make_project(client, list("ABCD"), 2)
        fill(client, ids, tokens, 6, 4)
        before = client.export(project, "votes")
        made = started("--store", store, "--backup", copy)
        assert (made.returncode, made.stdout, made.stderr) == (0, "", ""), made
        fill(client, ids, tokens, 2, 5)
    assert copy.stat().st_mode & 0o077 == 0, "it has the voters' links in it"
    with Server(copy) as server:
        client = Client(server.port)
        assert client.export(project, "votes") == before
        client.vote(tokens[0], "on", client.pair(tokens[0]), "left")
    for wrong in ((store, copy), (tmp_path / "none.db", tmp_path / "new.db"), (store, tmp_path / "no" / "x.db")):
        ended = started("--store", wrong[0], "--backup", wrong[1])
        assert ended.returncode == 3 and ended.stderr.startswith("pdrank: "), ended
    assert not (tmp_path / "none.db").exists()


def test_a_backup_fills_an_empty_store(store, tmp_path):
    copy, other, third = tmp_path / "copy.db", tmp_path / "other.db", tmp_path / "third.db"
    with Server(store) as server:
        client = Client(server.port)
        project, ids, tokens = make_project(client, list("ABCD"), 2)
        file = client.ask("POST", f"/api/projects/{project}/files", PNG).json
        fill(client, ids, tokens, 4, 4)
        client.post(f"/api/projects/{project}/items", {"items": [{"name": "E", "kind": "image", "content": file["content"]}]})
        expected = [client.export(project, what) for what in ("votes", "voters")]
        downloaded = client.ask("GET", "/api/backup")
    assert downloaded.status == 200 and downloaded.headers["content-length"] == str(len(downloaded.body))
    assert re.search(r'filename="pdrank-[0-9-]+\.db"', downloaded.headers["content-disposition"])
    copy.write_bytes(downloaded.body)
    made = started("--store", other, "--restore", copy)
    assert (made.returncode, made.stdout, made.stderr) == (0, "", ""), made
    assert other.stat().st_mode & 0o077 == 0
    for again, told in ((other, "already"), (tmp_path / "no" / "x.db", "folder")):
        refused = started("--store", again, "--restore", copy)
        assert refused.returncode == 3 and told in refused.stderr, refused
    assert started("--store", third, "--restore", tmp_path / "none.db").returncode == 3
    assert not third.exists()
    with Server(other) as server:
        client = Client(server.port)
        assert started("--store", other, "--restore", copy).returncode == 3, "another server has it"
        assert [client.export(project, what) for what in ("votes", "voters")] == expected
        assert client.raw("GET", file["url"]).body == PNG
        client.vote(tokens[0], "on", client.pair(tokens[0]), "left")
    with Server(third) as server:
        client = Client(server.port)
        assert client.ask("POST", "/api/restore", downloaded.body).json == {"projects": 1}
        assert [client.export(project, what) for what in ("votes", "voters")] == expected
        client.vote(tokens[0], "on", client.pair(tokens[0]), "left")
        assert client.ask("POST", "/api/restore", downloaded.body).status == 409


def test_metrics_and_a_log_without_secrets(store, tmp_path):
    log = tmp_path / "requests.log"
    log.write_text("a line that was there\n")
    with Server(store, options=("--log", log)) as server:
        client = Client(server.port)
        project, _, tokens = make_project(client, list("AB"), 1)
        file = client.ask("POST", f"/api/projects/{project}/files", PNG).json
        client.raw("GET", file["url"])
        client.vote(tokens[0], "a", client.pair(tokens[0]), "left")
        client.ask("GET", "/api/ballot", token="wrong", search="hidden")
        metrics = client.ask("GET", "/api/metrics")
        for _ in range(200):
            client.raw("GET", "/api/health")
    assert metrics.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = metrics.body.decode().splitlines()
    assert 'pdrank_requests_total{method="POST",route="/api/votes",status="200"} 1' in lines
    assert 'pdrank_requests_total{method="GET",route="/api/ballot",status="401"} 1' in lines
    assert f'pdrank_votes{{project="{project}"}} 1' in lines
    sample = r'\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [0-9.e+-]+'
    assert [line for line in lines if not re.fullmatch(rf"# (HELP|TYPE) .*|{sample}", line)] == []
    text = log.read_text()
    assert text.startswith("a line that was there\n") and " POST /api/votes 200 " in text
    for secret in (SECRET, tokens[0], file["url"].rpartition("/")[2], "hidden", "127.0.0.1"):
        assert secret not in text
    counted = [int(count.replace(",", "")) for count in re.findall(r"Z ([0-9,]+) more, ", text)]
    assert text.count(" ms\n") - len(counted) + sum(counted) >= 200, "each is written down or counted"
    assert started("--store", tmp_path / "x.db", "--log", tmp_path / "no" / "log").returncode == 2


def test_the_secret_is_new_at_each_start(store):
    lines = set()
    for _ in range(2):
        environment = {name: value for name, value in os.environ.items() if name != "PDRANK_ADMIN_SECRET"}
        process = subprocess.Popen(
            [BIN, "serve", "--store", store, "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment
        )
        line = process.stdout.readline()
        secret = line.split("#admin=")[1].strip()
        assert len(secret) == 43
        lines.add(secret)
        client = Client(int(line.split("/#")[0].rpartition(":")[2]))
        assert client.ask("GET", "/api/projects", token=secret).status == 200
        assert client.ask("GET", "/api/projects", token=SECRET).status == 401
        process.terminate()
        rest, _ = process.communicate(timeout=120)
        assert process.returncode == 0 and rest == ""
    assert len(lines) == 2
