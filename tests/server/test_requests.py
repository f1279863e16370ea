"""Requests that are broken, endless, slow or ambiguous."""

import contextlib
import http.client
import json
import random
import re
import select
import socket
import threading
import time
import zlib
from pathlib import Path

import pytest
from client import SECRET, Server, wait_until


def send(port: int, *parts: bytes, answers: int = 1) -> bytes:
    """What comes back for these bytes on one connection, up to so many answers."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
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
    "on a line of its own": b"POST /api/projects" + KEPT + b"Content-Length:\r\n 9\r\n\r\n",
    "on two lines": b"POST /api/projects" + KEPT + b"Content-Length: 9\r\n\t\r\n\r\n",
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


def test_a_form_is_refused_before_it_is_read_whatever_it_is(client):
    token = f"Authorization: Bearer {SECRET}\r\n".encode()
    for form in (FORM, FORM + b"; boundary=", FORM + b"; boundary=x", FORM + b"; boundary=" + b"x" * 500):
        for who, status in ((b"", 401), (token, 415)):
            head = b"POST /api/projects" + KEPT + who + form + b"\r\n" + length(INNER) + b"\r\n"
            received = send(client.port, head + INNER, answers=2)
            assert statuses(received) == [status] and b"\r\nConnection: close\r\n" in received, (form, received)


def most_memory(server) -> int:
    """In KiB, since its start."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])


def test_ranges_are_ignored(server, client, project):
    _, _, tokens = project
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
    vote = {"key": "with-a-range", "ticket": client.pair(tokens[0])["ticket"], "answer": "left"}
    first = client.ask("POST", "/api/votes", vote, tokens[0], headers={"Range": "bytes=99999-"})
    again = client.ask("POST", "/api/votes", vote, tokens[0])
    assert first.status in (200, 201) and first.json and again.status == 200, (first, again)
    refused = client.ask("GET", "/api/nothing", headers={"Range": "bytes=0-1,3-4"})
    assert refused.status == 404 and refused.error


def test_a_broken_range_is_refused_before_anything_is_done(client, project):
    _, _, tokens = project
    ticket = client.pair(tokens[0])["ticket"]
    vote = json.dumps({"key": "broken-range", "ticket": ticket, "answer": "left"}).encode()
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


def test_two_hosts_are_refused(client):
    received = send(client.port, b"GET /api/health" + KEPT + b"Host: 127.0.0.1\r\n\r\n" + INNER, answers=2)
    assert statuses(received) == [400]


def test_other_methods_are_told_which_there_are(client):
    assert client.raw("PUT", "/api/health").headers["allow"] == "GET, HEAD"
    assert client.raw("PUT", "/api/projects").headers["allow"] == "GET, HEAD, POST"


def test_a_head_has_limits(client):
    """As a whole: many lines, each of which is short; and bytes that never end."""
    line = b"X-Y: " + b"a" * 1000 + b"\r\n"
    assert statuses(send(client.port, b"GET /api/health" + HEAD + line * 50 + b"\r\n")) == [200]
    assert statuses(send(client.port, b"GET /api/health" + HEAD + line * 70 + b"\r\n")) == [400]


def test_who_sends_a_byte_now_and_then_is_hung_up_on(client):
    """Each comes soon enough behind the one before, but the request takes too long."""
    connections = [socket.create_connection(("127.0.0.1", client.port), timeout=60) for _ in range(2)]
    token = f"Authorization: Bearer {SECRET}\r\n".encode()
    body = b"POST /api/projects" + KEPT + token + b"Content-Length: 1000\r\n\r\n"
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
        assert statuses(received) in ([400], [413])
        connection.close()


def test_what_is_refused_early_does_not_become_the_next_request(client):
    """The body of a request without a token is not read, and nothing in it is taken for a request."""
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=60)
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


def test_slow_connections_hold_up_nobody(client):
    connections = [socket.create_connection(("127.0.0.1", client.port), timeout=60) for _ in range(500)]
    for connection in connections:
        connection.sendall(b"GET /api/health HTTP/1.1\r\n")
    begin = time.monotonic()
    assert client.raw("GET", "/api/health").status == 200
    assert time.monotonic() - begin < 3
    for connection in connections:
        connection.close()


def test_who_waits_to_be_asked_for_the_body_is_asked_if_it_will_be_taken(client):
    body = json.dumps({"name": "asked for"}).encode()
    head = b"POST /api/projects" + KEPT + length(body) + b"Expect: 100-continue\r\n"
    received = send(client.port, head + f"Authorization: Bearer {SECRET}\r\n\r\n".encode(), body, answers=2)
    assert statuses(received) == [100, 201]
    loud = head.replace(b"100-continue", b"100-Continue") + f"Authorization: Bearer {SECRET}\r\n\r\n".encode()
    assert statuses(send(client.port, loud, body, answers=2)) == [100, 201]
    assert statuses(send(client.port, head + b"\r\n", answers=2)) == [401]
    bare = b"GET /api/health" + KEPT + b"Expect: 100-continue\r\n\r\n"
    assert statuses(send(client.port, bare * 2, answers=2)) == [200, 200], "there is none to be asked for"


def flood(port: int, request: bytes) -> socket.socket:
    """A connection that sends requests until nothing more is taken, and reads no answer."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    connection.settimeout(1)
    try:
        while True:
            connection.sendall(request * 100)
    except TimeoutError:
        return connection


def is_hung_up_on(connection: socket.socket) -> bool:
    poll = select.poll()
    poll.register(connection, 0)
    return bool(poll.poll(0))


def test_who_reads_nothing_is_hung_up_on(client):
    body = json.dumps({"key": "k"}).encode()
    asked = b"POST /api/projects" + KEPT + length(body) + b"Expect: 100-continue\r\n"
    asked += f"Authorization: Bearer {SECRET}\r\n\r\n".encode() + body
    for request in (asked, b"GET /api/health" + KEPT + b"Expect: 100-continue\r\n\r\n"):
        connection = flood(client.port, request)
        wait_until(lambda connection=connection: is_hung_up_on(connection), 60)
        connection.close()


def test_who_asks_on_and_on_does_not_keep_a_server_from_its_end(tmp_path):
    server = Server(tmp_path / "votes.db")
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=180)
    answered = threading.Event()

    def ask() -> None:
        with contextlib.suppress(OSError):  # it has hung up
            while True:
                connection.sendall(INNER * 1000)

    def read() -> None:
        with contextlib.suppress(OSError):
            while connection.recv(1 << 20):
                answered.set()

    threads = [threading.Thread(target=work, daemon=True) for work in (ask, read)]
    for thread in threads:
        thread.start()
    assert answered.wait(60)
    assert server.end() == 0
    for thread in threads:
        thread.join(60)
    connection.close()


def test_a_length_above_all_limits_is_refused_as_too_large(client):
    token = f"Authorization: Bearer {SECRET}\r\n".encode()
    for who, number, status in ((b"", 2**31, 413), (token, 2**31, 413), (token, 2 << 20, 413), (b"", 2 << 20, 401)):
        head = b"POST /api/projects" + KEPT + who + f"Content-Length: {number}\r\n\r\n".encode()
        received = send(client.port, head, answers=2)
        assert statuses(received) == [status] and b"\r\nConnection: close\r\n" in received, (number, received)


def test_a_connection_of_the_older_http_ends_with_the_answer(client):
    head = b"GET /api/health HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n"
    received = send(client.port, head, answers=2)
    assert statuses(received) == [200] and b"\r\nConnection: close\r\n" in received


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
