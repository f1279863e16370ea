"""Tries what an attacker would try."""

import json
import os
import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest
from client import PNG, SECRET, Client, make_project, wait_until
from server import BIN, REPO

MARKUP = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'`"
SQL = [
    "'; DROP TABLE votes; --",
    "' OR '1'='1",
    '" OR ""="',
    "1); DELETE FROM items; --",
    "\\'; SELECT 1 --",
    "%27%20OR%201=1",
    "x' UNION SELECT secret FROM voters --",
]


def operations(client):
    """Method, path with ids filled in, and who may, of all that is described."""
    for path, methods in client.raw("GET", "/api/openapi.json").json["paths"].items():
        for method, operation in methods.items():
            access = next(iter(operation["security"][0])) if operation["security"] else "anyone"
            yield method.upper(), re.sub(r"\{\w+\}", "1", path), access


def test_nothing_without_the_right_token(client, project):
    _, _, tokens = project
    wrong = [
        "",
        "x",
        SECRET[:-1],
        SECRET + "x",
        SECRET.upper(),
        tokens[0][:-1] + ("A" if tokens[0][-1] != "A" else "B"),
        "v1.1.",
        "j1.x",
        "v1.99999.x",
    ]
    tried = 0
    for method, path, access in operations(client):
        if access == "anyone":
            continue
        body = b"{}" if method in ("POST", "PATCH") else None
        assert client.ask(method, path, body, token=None).status == 401, path
        for token in wrong:
            answer = client.ask(method, path, body, token=token)
            assert answer.status == 401 and answer.error, (path, token)
        if access == "admin":
            assert client.ask(method, path, body, token=tokens[0]).status == 401, path
        else:
            assert client.ask(method, path, body, token=SECRET).status == 401, path
        tried += 1
    assert tried >= 18


def test_one_link_cannot_make_the_worst_item_the_first(client):
    """Votes for pairs that were not asked, for those of others, again and again, and turned round."""
    project, ids, tokens = make_project(client, list("ABCDEF"), 4)
    names = {number: name for name, number in ids.items()}
    honest, forger, other = tokens[:3], tokens[3], tokens[0]
    stolen = client.pair(other)["ticket"]
    for token in honest:
        for n in range(15):
            pair = client.pair(token)
            is_left = names[pair["left"]["id"]] < names[pair["right"]["id"]]
            client.vote(token, f"k{n}", pair, "left" if is_left else "right")
    own = client.pair(forger)
    client.vote(forger, "own", own, "tie")
    before = client.settled_ranking(project)
    left, right, question, signature = own["ticket"].split(".")
    tickets = [own["ticket"], stolen, f"{right}.{left}.{question}.{signature}", f"{left}.{right}.1.{signature}"]
    tickets += [f"{ids['F']}.{ids[name]}.{question}.{signature}" for name in "ABCDE"]
    for n in range(600):
        body = {"key": f"forged{n}", "ticket": tickets[n % len(tickets)], "answer": "left"}
        assert client.ask("POST", "/api/votes", body, forger).status in (409, 429)
    assert client.settled_ranking(project) == before
    assert [place["item"] for place in before["items"]][-1] == "F"


def test_a_token_counts_in_the_header_alone(client, project):
    _, _, tokens = project
    for path in (
        f"/api/ballot?token={tokens[0]}",
        f"/api/ballot?Authorization=Bearer+{tokens[0]}",
        f"/api/ballot?access_token={tokens[0]}",
    ):
        assert client.raw("GET", path).status == 401
    for headers in (
        {"Cookie": f"token={tokens[0]}; Authorization=Bearer {tokens[0]}"},
        {"X-Authorization": f"Bearer {tokens[0]}"},
        {"Authorization": f"Basic {tokens[0]}"},
    ):
        assert client.raw("GET", "/api/ballot", headers=headers).status == 401


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/files/../../../etc/passwd",
        "/files/1/1/../../../../etc/passwd",
        "/files/1/..%2f..%2fvotes.db/x",
        "/files/1/%2e%2e/votes.db",
        "/files/1/1/..\\..\\votes.db",
        "//etc/passwd",
        "/files/1/1/%00",
        "/files//etc/passwd/x",
        "/votes.db",
        "/.git/config",
        "/app.js/../../etc/passwd",
        "/index.html%00.png",
        "/files/1/-1/" + "0" * 64,
        "/files/1/1'/" + "0" * 64,
    ],
)
def test_no_path_leads_out(client, path):
    answer = client.raw("GET", path)
    assert answer.status == 404 and b"root:" not in answer.body and b"SQLite" not in answer.body


def test_sql_in_every_text_is_just_text(client):
    for n, text in enumerate(SQL):
        project = client.post("/api/projects", {"name": text, "question": text})
        item = client.post(
            f"/api/projects/{project['id']}/items", {"items": [{"name": text, "content": text}, {"name": f"other {n}"}]}
        )
        voter = client.post(f"/api/projects/{project['id']}/voters", {"names": [text]})[0]
        assert (project["name"], project["question"], item[0]["name"], item[0]["content"], voter["name"]) == (text,) * 5
        client.vote(voter["token"], "k", client.pair(voter["token"]), "left")
        vote = json.loads(client.export(project["id"], "votes", "json"))[0]
        assert {vote["left"], vote["right"]} == {text, f"other {n}"}
        assert client.ask("GET", f"/api/projects/{project['id']}/ranking", search=text).status == 200
        forged = {"key": "t", "ticket": text, "answer": "tie"}
        assert client.ask("POST", "/api/votes", forged, voter["token"]).status == 409
        for field in ("key", "undoes"):
            body = {"key": "k2", "answer": "undo", "undoes": "k"} | {field: text}
            assert client.ask("POST", "/api/votes", body, voter["token"]).status in (400, 409)
        for path in (f"/api/projects/{text}", f"/api/projects/1/items/{text}"):
            quoted = path.replace(" ", "%20").replace('"', "%22").replace("\\", "%5C").replace(";", "%3B")
            assert client.ask("GET", quoted).status in (404, 405)
    imported = client.post("/api/projects", {"name": "import"})["id"]
    body = "".join(json.dumps({"winner": text, "loser": "B", "annotator": text}) + "\n" for text in SQL).encode()
    assert client.ask("POST", f"/api/projects/{imported}/import", body, format="jsonl").json["votes"] == len(SQL)
    assert {row["name"] for row in client.get(f"/api/projects/{imported}/voters")} == set(SQL)


def test_markup_comes_back_as_data(client):
    made = client.post("/api/projects", {"name": MARKUP, "question": MARKUP, "open_link": True})
    project = made["id"]
    client.post(
        f"/api/projects/{project}/items",
        {"items": [{"name": MARKUP, "kind": "markdown", "content": MARKUP}, {"name": "B"}]},
    )
    voter = client.post(f"/api/projects/{project}/voters", {"names": [MARKUP]})[0]
    ballot = client.ask("GET", "/api/ballot", token=voter["token"])
    assert ballot.json["project"]["question"] == MARKUP
    client.vote(voter["token"], "k", ballot.json["pair"], "left")
    client.settled_ranking(project)
    for path in (
        "/api/projects",
        f"/api/projects/{project}/items",
        f"/api/projects/{project}/voters",
        f"/api/projects/{project}/ranking",
        f"/api/projects/{project}/export?what=votes",
        f"/api/projects/{project}/export?what=ranking&format=json",
    ):
        answer = client.ask("GET", path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not answer.headers["content-type"].startswith("text/html"), path
    for path in ("/api/projects/" + "%3Cscript%3Ealert(1)%3C/script%3E", "/%3Cscript%3E"):
        answer = client.ask("GET", path)
        assert (
            answer.status == 404
            and b"<script" not in answer.body
            and answer.headers["content-type"] == "application/json"
        )
    report = client.ask("GET", f"/api/projects/{project}/report")
    assert b"<script>alert(1)" not in report.body and b"<img src=x" not in report.body
    refused = client.ask("POST", f"/api/projects/{project}/items", {"items": [{"name": "C", MARKUP: 1}]})
    assert refused.status == 400 and refused.headers["content-type"] == "application/json"


def test_the_page_allows_no_inline_scripts(client):
    page = client.raw("GET", "/")
    policy = dict(part.strip().partition(" ")[::2] for part in page.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert "unsafe" not in policy["script-src"] and policy["script-src"].startswith("'self'")
    assert (policy["frame-ancestors"], policy["base-uri"], policy["form-action"], policy["object-src"]) == (
        "'none'",
    ) * 4
    assert page.headers["referrer-policy"] == "no-referrer"
    for script in re.findall(rb"<script([^>]*)>(.*?)</script>", page.body, re.DOTALL):
        assert b"src=" in script[0] and not script[1].strip(), "an inline script would not run"
    assert not re.search(rb"\son\w+=", page.body)


@pytest.mark.parametrize(
    "content",
    [
        "javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        " https://x",
        'https://x/" onerror="alert(1)',
        "file:///etc/passwd",
        "file:1",
        "//evil.example/x.png",
    ],
)
def test_images_come_from_http_alone(client, project, content):
    answer = client.ask(
        "POST", f"/api/projects/{project[0]}/items", {"items": [{"name": "image", "kind": "image", "content": content}]}
    )
    assert answer.status == 400, answer


def test_another_site_cannot_act_for_the_admin(client, project):
    """Without cookies a browser adds nothing of its own to a request that another site's page makes."""
    evil = {"Origin": "https://evil.example", "Referer": "https://evil.example/"}
    for type_ in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        for path, body in (
            ("/api/projects", b'{"name": "x"}'),
            ("/api/votes", b'{"key":"k","ticket":"1.2.x","answer":"left"}'),
            ("/api/join", b""),
        ):
            answer = client.raw("POST", path, body, evil | {"Content-Type": type_})
            assert answer.status == 401, (path, type_)
            assert not [name for name in answer.headers if name.startswith("access-control")]
            assert "set-cookie" not in answer.headers
    preflight = client.raw(
        "OPTIONS",
        "/api/projects",
        None,
        evil | {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"},
    )
    assert preflight.status == 405 and not [name for name in preflight.headers if name.startswith("access-control")]
    read = client.ask("GET", "/api/projects", headers=evil)
    assert not [name for name in read.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "127.0.0.1@evil.example",
        "x",
    ],
)
def test_another_name_for_this_server_is_refused(client, host):
    for path in ("/", "/api/health", "/api/projects"):
        answer = client.ask("GET", path, headers={"Host": host})
        assert answer.status == 403, (host, path)
    assert client.ask("POST", "/api/projects", {"name": "x"}, headers={"Host": host}).status == 403


def test_it_is_known_as_localhost(client):
    for host in ("127.0.0.1", f"127.0.0.1:{client.port}", "localhost", f"localhost:{client.port}", "[::1]", "[::1]:1"):
        assert client.raw("GET", "/api/health", headers={"Host": host}).status == 200


FAKES = {
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "html": b"<!doctype html><script>alert(1)</script>",
    "html behind blanks": b"   \n" + PNG,
    "pdf": b"%PDF-1.7",
    "wave": b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(16),
    "almost png": b"\x89PNG\n\x1a\n" + bytes(64),
    "nothing": b"",
    "xml": b"<?xml version='1.0'?><svg/>",
    "bmp": b"BM" + bytes(64),
}  # fmt: skip


@pytest.mark.parametrize("name", FAKES)
def test_only_images_can_be_uploaded_whatever_they_are_called(client, project, name):
    for type_ in ("image/png", "image/svg+xml", "text/html"):
        answer = client.ask("POST", f"/api/projects/{project[0]}/files", FAKES[name], headers={"Content-Type": type_})
        assert answer.status == 415, answer


def test_a_mislabelled_image_is_served_as_what_it_is(client, project):
    body = PNG + b"<script>alert(1)</script>"
    file = client.ask("POST", f"/api/projects/{project[0]}/files", body, headers={"Content-Type": "text/html"}).json
    served = client.raw("GET", file["url"])
    assert served.headers["content-type"] == "image/png" and served.headers["x-content-type-options"] == "nosniff"
    assert served.body == PNG, "without the script"
    assert served.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert client.raw("GET", file["url"][:-1] + ("0" if file["url"][-1] != "0" else "1")).status == 404


def test_bodies_have_limits(client, project):
    number, _, tokens = project
    assert client.ask("POST", f"/api/projects/{number}/files", PNG + bytes(5 << 20)).status == 413
    assert client.ask("POST", "/api/votes", b" " * 5000, tokens[0]).status == 413
    assert client.ask("POST", "/api/projects", b" " * (2 << 20)).status == 413
    assert client.ask("POST", f"/api/projects/{number}/items", b" " * (17 << 20)).status == 413
    assert client.ask("POST", "/api/projects", {"name": "x" * 501}).status == 400
    deep = b'{"name": ' + b"[" * 100_000
    assert client.ask("POST", "/api/projects", deep).status == 400
    answer = client.ask(
        "POST", "/api/projects", {"name": "form"}, headers={"Content-Type": "multipart/form-data; boundary=x"}
    )
    assert answer.status == 415
    assert client.raw("GET", "/api/health").status == 200


def test_beyond_this_machine_only_by_flag(tmp_path):
    for host in ("0.0.0.0", "::", "192.0.2.1", "example.com", "127.example.org", "127.0.0.1.example.org", "127."):
        ended = subprocess.run(
            [BIN, "serve", "--store", tmp_path / "x.db", "--host", host, "--port", "0"],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert ended.returncode == 2 and "--allow-remote" in ended.stderr and ended.stdout == "", ended
    assert not (tmp_path / "x.db").exists(), "nothing was begun"
    process = subprocess.Popen(
        [BIN, "serve", "--store", tmp_path / "x.db", "--host", "0.0.0.0", "--allow-remote", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    link = process.stdout.readline()
    assert "0.0.0.0" not in link and f"//{socket.gethostname()}:" in link, "a link that others can follow"
    port = int(link.split("/#")[0].rpartition(":")[2])
    assert Client(port).raw("GET", "/api/health", headers={"Host": "any.example"}).status == 200
    process.terminate()
    assert process.wait(120) == 0


def test_the_link_and_the_name_behind_another_server(tmp_path):
    begin = [BIN, "serve", "--store", tmp_path / "x.db", "--port"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    behind = ["--url", "https://vote.example.org", "--proxy-header", "X-Forwarded-For"]
    process = subprocess.Popen(
        [*begin, str(port), *behind],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PDRANK_ADMIN_SECRET": SECRET},
    )
    try:
        assert process.stdout.readline() == f"https://vote.example.org/#admin={SECRET}\n"
        client = Client(port)
        for host, status in (("vote.example.org", 200), ("127.0.0.1", 200), ("evil.example", 403)):
            assert client.raw("GET", "/api/health", headers={"Host": host}).status == status
        link = client.post("/api/projects", {"name": "P", "open_link": True})["join_token"]
        one = {"X-Forwarded-For": "192.0.2.1"}
        crowd = [client.ask("POST", "/api/join", token=link, headers=one) for _ in range(60)]
        refused = [answer for answer in crowd if answer.status == 429]
        assert refused and refused[0].headers["retry-after"] == "2"
        other = {"X-Forwarded-For": "192.0.2.1, 192.0.2.2"}
        wait_until(lambda: client.ask("POST", "/api/join", token=link, headers=other).status == 201)
        warnings = client.get("/api/projects/1")["warnings"]
        assert len(warnings) == 1 and "from one address" in warnings[0]
    finally:
        process.terminate()
        assert process.wait(120) == 0
    for url in ("vote.example.org", "https://", "https://x/path", "https://x y", "ftp://x"):
        ended = subprocess.run([*begin, "0", "--url", url], capture_output=True, text=True, timeout=120)
        assert ended.returncode == 2 and "https://vote.example.org" in ended.stderr and ended.stdout == "", ended


@pytest.mark.parametrize(
    "secret", ["", "x" * 15, "x" * 201, *("x" * 16 + wrong for wrong in (" ", "#", "%20", "é", "\n", "+"))]
)
def test_a_secret_that_the_page_would_not_take_is_refused(tmp_path, secret):
    ended = subprocess.run(
        [BIN, "serve", "--store", tmp_path / "x.db", "--port", "0"],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PDRANK_ADMIN_SECRET": secret},
    )
    assert ended.returncode == 2 and "16 to 200" in ended.stderr and ended.stdout == "", ended
    assert ended.stderr.count("\n") == 1 and not (tmp_path / "x.db").exists()


def test_by_default_nobody_else_can_connect(server):
    addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {
        "127.0.0.1",
        "127.0.1.1",
    }
    for address in addresses:
        with pytest.raises(OSError):
            socket.create_connection((address, server.port), timeout=2)
    listening = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines() if line.split()[3] == "0A"]
    assert [fields[1].split(":")[0] for fields in listening if fields[1].endswith(f":{server.port:04X}")] == [
        "0100007F"
    ]


def test_no_thread_can_gain_rights(server):
    for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
        assert re.search(r"^NoNewPrivs:\s+1$", (thread / "status").read_text(), re.MULTILINE)


def test_secrets_are_in_no_output_but_the_link(tmp_path):
    environment = {**os.environ, "PDRANK_ADMIN_SECRET": SECRET}
    process = subprocess.Popen(
        [BIN, "serve", "--store", tmp_path / "x.db", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    line = process.stdout.readline()
    client = Client(int(line.split("/#")[0].rpartition(":")[2]))
    _, _, tokens = make_project(client, list("AB"), 1)
    answers = [
        client.vote(tokens[0], "k", client.pair(tokens[0]), "left"),
        client.ask("GET", "/api/nothing").error,
        client.ask("GET", "/api/projects", token="wrong").error,
        client.ask("POST", "/api/votes", b"{", tokens[0]).error,
    ]
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=120)
    assert (out, err) == ("", "")
    for text in map(str, answers):
        assert SECRET not in text and tokens[0] not in text


def test_voters_do_not_see_each_other(client, project):
    _, _, tokens = project
    ballot = client.ask("GET", "/api/ballot", token=tokens[0]).body.decode()
    for secret in (tokens[0], tokens[1], tokens[1].split(".")[2], SECRET, "Voter 2"):
        assert secret not in ballot
    fields = {"project", "voter", "votes", "pair", "ahead", "undoable", "undo_key", "undo_limit", "instructions", "consent",
              "accepted", "goal", "quota", "completion"}  # fmt: skip
    assert set(json.loads(ballot)) == fields


def test_secrets_are_compared_by_one_function():
    """In constant time, by the cryptographic library."""
    sources = {path.name: path.read_text() for path in (REPO / "src/pdrank/server").glob("*.cpp")}
    assert [name for name, text in sources.items() if "CRYPTO_memcmp" in text] == ["tokens.cpp"]
    calls = {
        name: len(re.findall(r"\bsame_secret\(", text)) for name, text in sources.items() if "same_secret(" in text
    }
    assert calls == {"tokens.cpp": 1, "application.cpp": 4, "files.cpp": 1, "tickets.cpp": 1}
