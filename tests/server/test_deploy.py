"""The files of deploy/ and the image: their commands are started as they are, but for where they keep things."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest
from client import SECRET, Client
from postgres import cluster
from server import BIN, REPO

DEPLOY = REPO / "deploy"


def list_after(file: str, word: str) -> list[str]:
    """The JSON list behind a word of the file."""
    found = re.search(rf"^\s*{word}:? (\[.*\])$", (REPO / file).read_text(), flags=re.MULTILINE)
    return json.loads(found[1])


def unit_command() -> list[str]:
    return shlex.split(re.search(r"^ExecStart=(.*)$", (DEPLOY / "pdrank.service").read_text(), flags=re.MULTILINE)[1])


def started(words: list[str], store: str) -> tuple[str, str]:
    """The link and the log of a server that is started by these words, asked for its health, and ended."""
    words = [*words, "--port", "0"]
    words[words.index("--store") + 1] = store
    words = ["http://127.0.0.1:8080" if word.startswith("${PDRANK_URL") else word for word in words]
    environment = {**os.environ, "PDRANK_ADMIN_SECRET": SECRET}
    process = subprocess.Popen([BIN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        link = process.stdout.readline()
        port = listening_port(process.pid)
        answer = Client(port).raw("GET", "/api/ready", headers={"Host": link.split("/")[2]})
        assert answer.status == 200, answer
    finally:
        process.terminate()
        _, log = process.communicate(timeout=60)
    assert process.returncode == 0
    return link, log


def listening_port(pid: int) -> int:
    found = subprocess.run(["ss", "-Htlnp"], capture_output=True, text=True, check=True).stdout
    line = next(line for line in found.splitlines() if f"pid={pid}," in line)
    return int(line.split()[3].rpartition(":")[2])


needs_linux = pytest.mark.skipif(sys.platform != "linux" or not shutil.which("ss"), reason="ss is not installed")


@needs_linux
@pytest.mark.parametrize(
    "words", [unit_command()[1:], list_after("Dockerfile", "CMD")], ids=["pdrank.service", "Dockerfile"]
)
def test_the_command_serves_and_logs(words, tmp_path):
    link, log = started(words, str(tmp_path / "votes.db"))
    assert link.endswith(f"/#admin={SECRET}\n")
    assert re.fullmatch(r"\S+Z GET /api/ready 200 \d+\.\d ms\n", log), log


@needs_linux
def test_the_command_of_compose_serves_from_postgresql():
    words = list_after("deploy/compose.yaml", "command")
    assert words[words.index("--store") + 1].startswith("postgres://")
    with cluster() as address:
        if address is None:
            pytest.skip("PostgreSQL is not installed")
        link, log = started(words, address)
        assert link == f"http://127.0.0.1:8080/#admin={SECRET}\n" and "GET /api/ready 200" in log


def test_systemd_takes_the_unit(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed")
    unit = tmp_path / "pdrank.service"
    unit.write_text((DEPLOY / "pdrank.service").read_text().replace("/usr/bin/pdrank", BIN))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    about_it = [line for line in (done.stdout + done.stderr).splitlines() if "pdrank.service" in line]
    assert done.returncode == 0 and about_it == [], about_it


def test_there_is_one_image():
    command = ["git", "ls-files", "*Dockerfile*", "*Containerfile*"]
    found = subprocess.run(command, cwd=REPO, capture_output=True, text=True).stdout.split()
    assert found in (["Dockerfile"], [])  # of an archive nothing is listed
    text = (REPO / "Dockerfile").read_text()
    assert "RUN make deb" in text and re.search(r"^deb:", (REPO / "Makefile").read_text(), flags=re.MULTILINE)
    assert "VOLUME /data" in text and "/data/votes.db" in list_after("Dockerfile", "CMD")
    compose = (DEPLOY / "compose.yaml").read_text()
    assert "context: .." in compose and "dockerfile:" not in compose, "the one at the top is built"
