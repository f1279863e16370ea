"""Asks a running `pdrank serve` and keeps all of the answer, for tests that look at refusals too."""

import http.client
import json
from dataclasses import dataclass
from urllib.parse import urlencode

from server import SECRET, Server, wait_until

#: a picture of nothing, as far as the server looks
PNG = b"\x89PNG\r\n\x1a\n" + b"".join(
    len(content).to_bytes(4, "big") + type_ + content + bytes(4)
    for type_, content in ((b"IHDR", bytes(13)), (b"IDAT", bytes(30)), (b"IEND", b""))
)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]  # names in lower case
    body: bytes

    @property
    def json(self):
        assert self.headers["content-type"] == "application/json", self
        return json.loads(self.body)

    @property
    def error(self) -> str:
        assert self.status >= 400 and set(self.json) == {"error"}, self
        return self.json["error"]


class Client:
    def __init__(self, port: int):
        self.port = port

    def raw(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=180)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def ask(self, method: str, path: str, body=None, token: str | None = SECRET, headers=None, **query) -> Answer:
        """`body`: bytes as they are, anything else as JSON."""
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {token}"} if token is not None else {}
        return self.raw(method, path + ("?" + urlencode(query) if query else ""), body, sent | (headers or {}))

    def get(self, path: str, token: str = SECRET, **query):
        answer = self.ask("GET", path, token=token, **query)
        assert answer.status == 200, answer
        return answer.json

    def post(self, path: str, body, token: str = SECRET):
        answer = self.ask("POST", path, body, token)
        assert answer.status in (200, 201), answer
        return answer.json

    def patch(self, path: str, body):
        answer = self.ask("PATCH", path, body)
        assert answer.status == 200, answer
        return answer.json

    def delete(self, path: str):
        answer = self.ask("DELETE", path)
        assert answer.status == 200, answer
        return answer.json

    def export(self, project: int, what: str, format: str = "csv") -> str:
        answer = self.ask("GET", f"/api/projects/{project}/export", what=what, format=format)
        assert answer.status == 200, answer
        return answer.body.decode()

    def pair(self, token: str):
        """What the voter is asked next."""
        return self.get("/api/ballot", token)["pair"]

    def vote(self, token: str, key: str, pair: dict, answer: str):
        """`pair`: as a ballot of this voter has it."""
        return self.post("/api/votes", {"key": key, "ticket": pair["ticket"], "answer": answer}, token)

    def settled_ranking(self, project: int):
        """The ranking, when it is the thorough one of all votes."""
        seen = []

        def is_settled() -> bool:
            seen.append(self.get(f"/api/projects/{project}/ranking"))
            return seen[-1]["thorough"] and not seen[-1]["stale"]

        wait_until(is_settled)
        return seen[-1]


def make_project(client: Client, items: list[str], voters: int) -> tuple[int, dict[str, int], list[str]]:
    """Its id, the items' ids by name, the voters' tokens."""
    project = client.post("/api/projects", {"name": "P", "question": "Which?"})["id"]
    made = client.post(f"/api/projects/{project}/items", {"items": [{"name": name} for name in items]})
    tokens = [voter["token"] for voter in client.post(f"/api/projects/{project}/voters", {"count": voters})]
    return project, {item["name"]: item["id"] for item in made}, tokens


__all__ = ["PNG", "SECRET", "Answer", "Client", "Server", "make_project", "wait_until"]
