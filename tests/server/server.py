"""Starts and stops `pdrank serve`, and asks it things, for the programs and tests in this folder."""

import http.client
import json
import os
import signal
import subprocess
import time
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
BIN = os.environ.get("PDRANK_BIN", str(REPO / "build/release/bin/pdrank"))
SECRET = "a-secret-for-the-tests-alone"


class Server:
    """A server on a store. As a context it is ended at the end."""

    def __init__(self, store, port: int = 0, options: tuple = ()):
        self.process = subprocess.Popen(
            [BIN, "serve", "--store", str(store), "--port", str(port), *map(str, options)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PDRANK_ADMIN_SECRET": SECRET},
        )
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"pdrank serve ended with status {self.process.wait()}")
        self.port = int(line.split("/#")[0].rpartition(":")[2])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self, how: int = signal.SIGTERM) -> int:
        """The exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.stdout.close()
        return self.process.wait(120)

    def ask(self, method: str, path: str, body=None, token: str = SECRET):
        """The JSON that comes back."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=180)
        try:
            connection.request(method, path, None if body is None else json.dumps(body),
                               {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})  # fmt: skip
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {text}")
        return json.loads(text) if "json" in (answer.getheader("Content-Type") or "") else text

    def make_project(self, items: int, voters: int) -> tuple[int, list[str]]:
        """The project's id and its voters' tokens."""
        project = self.ask("POST", "/api/projects", {"name": "Load", "question": "Which?"})["id"]
        self.ask("POST", f"/api/projects/{project}/items", {"items": [{"name": f"item {k}"} for k in range(items)]})
        made = self.ask("POST", f"/api/projects/{project}/voters", {"count": voters})
        return project, [voter["token"] for voter in made]


def wait_until(holds, seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)
