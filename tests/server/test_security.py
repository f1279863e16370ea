"""Tries what an attacker would try."""

import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import zlib
from pathlib import Path

import pytest
from client import SECRET, Client, Server, make_project
from server import BIN, REPO

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)
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


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("store") / "votes.db") as running:
        yield running


@pytest.fixture(scope="module")
def client(server):
    return Client(server.port)


@pytest.fixture(scope="module")
def project(client):
    return make_project(client, list("ABCD"), 2)


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
        body = b"{}" if method != "GET" else None
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
        client.vote(voter["token"], "k", item[0]["id"], item[1]["id"], "left")
        assert json.loads(client.export(project["id"], "votes", "json"))[0]["left"] == text
        assert client.ask("GET", f"/api/projects/{project['id']}/ranking", search=text).status == 200
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
    pair = ballot.json["pair"]
    client.vote(voter["token"], "k", pair["left"]["id"], pair["right"]["id"], "left")
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
            ("/api/votes", b'{"key":"k","left":1,"right":2,"answer":"left"}'),
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


def send(port: int, *parts: bytes, answers: int = 1) -> bytes:
    """What comes back for these bytes on one connection, up to so many answers."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=15) as connection:
        try:
            for part in parts:
                connection.sendall(part)
            while len(statuses(received)) < answers:
                chunk = connection.recv(65536)
                if not chunk:
                    break
                received += chunk
        except OSError:
            pass  # it has hung up
    return received


HEAD = b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"


def statuses(received: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", received)]


def test_requests_have_limits(client):
    port = client.port
    assert statuses(send(port, b"GET /" + b"a" * 9000 + HEAD + b"\r\n")) == [414]
    assert statuses(send(port, b"GET /api/health" + HEAD + b"X: " + b"a" * 9000 + b"\r\n\r\n")) == [400]
    assert statuses(send(port, b"nonsense\r\n\r\n")) == [400]
    assert statuses(send(port, b"\x00\x01\x02\r\n\r\n")) == [400]
    assert client.raw("GET", "/api/health").status == 200, "and it still answers"


def test_a_body_without_length_is_held_to_the_same_limit(client):
    """Chunked, which has no length to look at before."""
    token = f"Authorization: Bearer {SECRET}\r\n".encode()
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    received = send(
        client.port,
        b"POST /api/projects" + HEAD + token + b"Transfer-Encoding: chunked\r\n\r\n",
        chunk * 40,
        b"0\r\n\r\n",
    )
    assert statuses(received) == [413]
    small = json.dumps({"name": "chunked"}).encode()
    received = send(
        client.port,
        b"POST /api/projects" + HEAD + token + b"Transfer-Encoding: chunked\r\n\r\n",
        f"{len(small):x}\r\n".encode() + small + b"\r\n0\r\n\r\n",
    )
    assert statuses(received) == [201]


def test_a_packed_body_is_refused_before_it_is_read(client, project):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = packer.compress(b" " * (64 << 20)) + packer.flush()
    for path in ("/api/projects", f"/api/projects/{project[0]}/import"):
        for encoding in ("gzip", "deflate", "br", "identity", "x"):
            answer = client.ask("POST", path, bomb, headers={"Content-Encoding": encoding})
            assert answer.status == 415 and answer.error and answer.headers["connection"] == "close", encoding


INNER = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
KEPT = b" HTTP/1.1\r\nHost: 127.0.0.1\r\n"
FORM = b"Content-Type: multipart/form-data"


def length(of: bytes) -> bytes:
    return f"Content-Length: {len(of)}\r\n".encode()


UNCLEAR = {
    **{
        f"a body of {method}": f"{method} /api/health".encode() + KEPT + length(INNER) + b"\r\n"
        for method in ("GET", "PUT", "DELETE", "OPTIONS")
    },
    "chunks of GET": b"GET /api/health" + KEPT + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "no number": b"POST /api/projects" + KEPT + b"Content-Length: x\r\n\r\n",
    "a sign": b"POST /api/projects" + KEPT + b"Content-Length: +0\r\n\r\n",
    "less than nothing": b"POST /api/projects" + KEPT + b"Content-Length: -1\r\n\r\n",
    "not all digits": b"POST /api/projects" + KEPT + b"Content-Length: 0x10\r\n\r\n",
    "two numbers": b"POST /api/projects" + KEPT + b"Content-Length: 0, 9\r\n\r\n",
    "too large": b"POST /api/projects" + KEPT + b"Content-Length: 99999999999999999999\r\n\r\n",
    "two lengths": b"POST /api/projects" + KEPT + b"Content-Length: 0\r\nContent-Length: 9\r\n\r\n",
    "length and chunks": b"POST /api/projects" + KEPT + b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n",
    "other chunks": b"POST /api/projects" + KEPT + b"Transfer-Encoding: gzip, chunked\r\n\r\n",
    "a blank in a name": b"POST /api/projects" + KEPT + b"Content-Length : 9\r\n\r\n",
    "half a line's end": b"POST /api/projects" + KEPT + b"Content-Length: 9\n\r\n",
}  # fmt: skip


@pytest.mark.parametrize("name", UNCLEAR)
def test_a_request_whose_end_is_unclear_is_the_last_of_its_connection(client, name):
    received = send(client.port, UNCLEAR[name] + INNER, answers=2)
    assert statuses(received) == [400] and b"\r\nConnection: close\r\n" in received, received
    assert b"Keep-Alive" not in received


def test_so_is_one_with_a_body_to_be_ignored_or_in_broken_chunks(client):
    received = send(client.port, b"HEAD /api/health" + KEPT + length(INNER) + b"\r\n" + INNER, answers=2)
    assert statuses(received) == [400]
    chunks = b"POST /api/projects" + KEPT + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx"
    for rest in (b"\r\n0\r\n\r\n", b"junk\r\n", b"\r\n-\r\n"):
        received = send(client.port, chunks + rest + INNER, answers=2)
        assert statuses(received) == [401] and b"\r\nConnection: close\r\n" in received, rest
    assert client.raw("DELETE", "/api/health", b"").status == 405, "no bytes are no body"


def test_a_form_is_read_to_its_end_whatever_it_is(client):
    token = f"Authorization: Bearer {SECRET}\r\n".encode()
    for form in (FORM, FORM + b"; boundary=", FORM + b"; boundary=x", FORM + b"; boundary=" + b"x" * 500):
        for who, status in ((b"", 401), (token, 415)):
            head = b"POST /api/projects" + KEPT + who + form + b"\r\n" + length(INNER) + b"\r\n"
            received = send(client.port, head + INNER + b"GET /api/health" + HEAD + b"\r\n", answers=3)
            assert statuses(received) == [status, 200], (form, received)
            assert received.endswith(client.raw("GET", "/api/health").body), "the answer is that to another request"


def most_memory(server) -> int:
    """In KiB, since its start."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])


def test_ranges_are_ignored(server, client, project):
    _, ids, tokens = project
    whole = client.raw("GET", "/app.js")
    before = most_memory(server)
    for ranges in ("bytes=0-9", "bytes=5-", "bytes=-5", "bytes=99999999-", "bytes=" + ",".join(["0-"] * 1900)):
        for method in ("GET", "HEAD"):
            answer = client.raw(method, "/app.js", headers={"Range": ranges})
            assert answer.status == 200 and answer.headers["accept-ranges"] == "none"
            assert "content-range" not in answer.headers
            assert answer.headers["content-type"] == whole.headers["content-type"]
            assert answer.body == (whole.body if method == "GET" else b"")
    assert most_memory(server) - before < 50 * 1024
    vote = {"key": "with-a-range", "left": ids["A"], "right": ids["B"], "answer": "left"}
    first = client.ask("POST", "/api/votes", vote, tokens[0], headers={"Range": "bytes=99999-"})
    again = client.ask("POST", "/api/votes", vote, tokens[0])
    assert first.status in (200, 201) and first.json and again.status == 200, (first, again)
    refused = client.ask("GET", "/api/nothing", headers={"Range": "bytes=0-1,3-4"})
    assert refused.status == 404 and refused.error


def test_a_broken_range_is_refused_before_anything_is_done(client, project):
    _, ids, tokens = project
    vote = json.dumps({"key": "broken-range", "left": ids["C"], "right": ids["D"], "answer": "left"}).encode()
    before = len(json.loads(client.export(project[0], "votes", "json")))
    for ranges in ("x", "bytes=5-3", "bytes=0-1,5-3", "bytes=" + "0-," * 2600):
        answer = client.ask("POST", "/api/votes", vote, tokens[0], headers={"Range": ranges})
        assert answer.status == 416 and answer.error and answer.headers["connection"] == "close"
    assert len(json.loads(client.export(project[0], "votes", "json"))) == before
    received = send(client.port, b"POST /" + KEPT + b"Range: x\r\n" + length(INNER) + b"\r\n" + INNER, answers=2)
    assert statuses(received) == [416]


def test_requests_may_follow_each_other_at_once(client):
    """What is refused for its body is not refused for what comes behind it."""
    received = send(client.port, (b"GET /api/health" + KEPT + b"\r\n") * 50, answers=50)
    assert statuses(received) == [200] * 50 and b"Connection: close" not in received


def test_a_head_has_limits(client):
    """As a whole: many lines, each of which is short; and bytes that never end."""
    line = b"X-Y: " + b"a" * 1000 + b"\r\n"
    assert statuses(send(client.port, b"GET /api/health" + HEAD + line * 50 + b"\r\n")) == [200]
    assert statuses(send(client.port, b"GET /api/health" + HEAD + line * 70 + b"\r\n")) == [400]


def test_who_sends_a_byte_now_and_then_is_hung_up_on(client):
    """Each comes soon enough behind the one before, but the request takes too long."""
    connections = [socket.create_connection(("127.0.0.1", client.port), timeout=15) for _ in range(2)]
    body = b"POST /api/projects" + KEPT + b"Content-Length: 1000\r\n\r\n"
    for connection, start in zip(connections, (b"GET /api/health" + KEPT + b"X-Y: ", body), strict=True):
        connection.sendall(start)
        connection.settimeout(0.25)
    for connection in connections:
        received = None
        for _ in range(100):  # 25 seconds at most
            try:
                received = connection.recv(65536)
                break
            except TimeoutError:
                for other in connections:
                    try:
                        other.sendall(b"a")
                    except OSError:
                        pass  # it has hung up on that one
        assert received is not None, "it is still waited for"
        assert statuses(received) in ([400], [401])
        connection.close()


def test_what_is_refused_early_does_not_become_the_next_request(client):
    """The body of a request without a token is read to its end, so that nothing in it is taken for a request."""
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=15)
    for body, type_, status in (
        (INNER, "text/plain", 401),
        (b"--x\r\n\r\n" + INNER, "multipart/form-data; boundary=x", 401),
    ):
        connection.request("POST", "/api/projects", body, {"Content-Type": type_})
        answer = connection.getresponse()
        assert (answer.status, "error" in json.loads(answer.read())) == (status, True)
        connection.request("GET", "/api/health")
        answer = connection.getresponse()
        assert json.loads(answer.read())["status"] == "ok", "the answer is that to another request"
    connection.close()


def test_a_post_without_a_body_is_answered_at_once(client):
    """It has none: nothing is waited for, and the answer is not that a body is missing."""
    assert statuses(send(client.port, b"POST /api/join" + HEAD + b"\r\n")) == [401]


def test_broken_requests_leave_the_server_alone(client):
    chance = random.Random(5)
    whole = b"POST /api/votes" + HEAD + b"Authorization: Bearer x\r\nContent-Length: 20\r\n\r\n" + b"x" * 20
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        send(client.port, bytes(broken[: chance.randrange(1, len(broken) + 1)]), answers=0)
    assert client.raw("GET", "/api/health").status == 200


def test_beyond_this_machine_only_by_flag(tmp_path):
    for host in ("0.0.0.0", "::", "192.0.2.1", "example.com", "127.example.org", "127.0.0.1.example.org", "127."):
        ended = subprocess.run(
            [BIN, "serve", "--store", tmp_path / "x.db", "--host", host, "--port", "0"],
            capture_output=True,
            text=True,
            timeout=20,
        )
        assert ended.returncode == 2 and "--allow-remote" in ended.stderr and ended.stdout == "", ended
    assert not (tmp_path / "x.db").exists(), "nothing was begun"
    process = subprocess.Popen(
        [BIN, "serve", "--store", tmp_path / "x.db", "--host", "0.0.0.0", "--allow-remote", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    port = int(process.stdout.readline().split("/#")[0].rpartition(":")[2])
    assert Client(port).raw("GET", "/api/health", headers={"Host": "any.example"}).status == 200
    process.terminate()
    assert process.wait(20) == 0


@pytest.mark.parametrize(
    "secret", ["", "x" * 15, "x" * 201, *("x" * 16 + wrong for wrong in (" ", "#", "%20", "é", "\n", "+"))]
)
def test_a_secret_that_the_page_would_not_take_is_refused(tmp_path, secret):
    ended = subprocess.run(
        [BIN, "serve", "--store", tmp_path / "x.db", "--port", "0"],
        capture_output=True,
        text=True,
        timeout=20,
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
    _, ids, tokens = make_project(client, list("AB"), 1)
    answers = [
        client.vote(tokens[0], "k", ids["A"], ids["B"], "left"),
        client.ask("GET", "/api/nothing").error,
        client.ask("GET", "/api/projects", token="wrong").error,
        client.ask("POST", "/api/votes", b"{", tokens[0]).error,
    ]
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert (out, err) == ("", "")
    for text in map(str, answers):
        assert SECRET not in text and tokens[0] not in text


def test_voters_do_not_see_each_other(client, project):
    _, _, tokens = project
    ballot = client.ask("GET", "/api/ballot", token=tokens[0]).body.decode()
    for secret in (tokens[0], tokens[1], tokens[1].split(".")[2], SECRET, "Voter 2"):
        assert secret not in ballot
    assert set(json.loads(ballot)) == {"project", "voter", "votes", "pair", "ahead", "undoable", "undo_key"}


def test_secrets_are_compared_by_one_function():
    """In constant time, by the cryptographic library."""
    sources = {path.name: path.read_text() for path in (REPO / "src/pdrank/server").glob("*.cpp")}
    assert [name for name, text in sources.items() if "CRYPTO_memcmp" in text] == ["tokens.cpp"]
    calls = {
        name: len(re.findall(r"\bsame_secret\(", text)) for name, text in sources.items() if "same_secret(" in text
    }
    assert calls == {"tokens.cpp": 1, "application.cpp": 3, "files.cpp": 1}
