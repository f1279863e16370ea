"""One job on two hosts. They are network namespaces with a name and an address each, joined by a cable; the second is
reached by a script in the place of ssh. Needs root; all of it is gone afterwards."""

import json
import os
import shlex
import shutil
import subprocess
import uuid
from contextlib import contextmanager

import pytest
from data import TABLES, text
from launch import command, environment, run_alone
from same import differences

NETWORK, ADDRESSES = "10.99.7.0/24", ("10.99.7.1", "10.99.7.2")
LEAST_BYTES = 100_000  # each way: more than mpiexec itself needs to start and end a job


def call(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=60).stdout


def on_host(host: str, *words) -> list[str]:
    """A command as that host would run it: its own network and its own name."""
    named = ["unshare", "--uts", "sh", "-c", f'hostname {host} && exec "$@"', "sh"]
    return ["ip", "netns", "exec", host, *named, *map(str, words)]


@contextmanager
def two_hosts():
    hosts = [f"pdrank-{uuid.uuid4().hex[:6]}-{k}" for k in (1, 2)]
    try:
        for host in hosts:
            call("ip", "netns", "add", host)
        call("ip", "link", "add", "cable-1", "netns", hosts[0], "type", "veth", "peer", "name", "cable-2", "netns", hosts[1])
        for k, host in enumerate(hosts):
            call("ip", "-n", host, "address", "add", f"{ADDRESSES[k]}/24", "dev", f"cable-{k + 1}")
            for link in ("lo", f"cable-{k + 1}"):
                call("ip", "-n", host, "link", "set", link, "up")
        call(*on_host(hosts[1], "true"))
        yield hosts
    finally:
        for host in hosts:
            subprocess.run(["ip", "netns", "delete", host], capture_output=True, timeout=60)


@pytest.fixture
def hosts():
    if os.geteuid() != 0:
        pytest.skip("only root can make network namespaces")
    if missing := [tool for tool in ("ip", "unshare") if shutil.which(tool) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    with two_hosts() as made:
        yield made


@pytest.fixture(scope="module", autouse=True)
def namespaces_work():
    """Where root may not make them, as in most containers, there is nothing to test."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        return
    try:
        with two_hosts():
            pass
    except subprocess.CalledProcessError as error:
        pytest.skip(f"network namespaces cannot be made here: {error.stderr.strip()}")


@pytest.fixture
def agent(hosts, tmp_path):
    """In the place of ssh: agent HOST WORDS.. runs the words, as a shell reads them, on the second host."""
    path = tmp_path / "agent"
    host = on_host(hosts[1], "sh", "-c", '"$*"', "sh", '"$@"')
    quoted = [word if word.startswith('"') else shlex.quote(word) for word in host]
    path.write_text(f"#!/bin/sh\nshift\nexec {' '.join(quoted)}\n")
    path.chmod(0o755)
    return path


def crossed(host: str, link: str) -> tuple[int, int]:
    """Bytes that a host has sent and received by its end of the cable."""
    (shown,) = json.loads(call("ip", "-n", host, "-s", "-j", "link", "show", link))
    return shown["stats64"]["tx"]["bytes"], shown["stats64"]["rx"]["bytes"]


def between(agent) -> list[str]:
    """Of mpiexec: two processes a host, which talk by TCP over the cable and by nothing else."""
    settings = {
        "plm_rsh_agent": agent,
        "btl": "tcp,self",
        "btl_tcp_if_include": NETWORK,
        "oob_tcp_if_include": NETWORK,
        "mpi_yield_when_idle": 1,
    }
    places = ",".join(f"{address}:2" for address in ADDRESSES)
    return ["--host", places, *(str(word) for pair in settings.items() for word in ("--mca", *pair))]


@pytest.mark.parametrize("method", ["pdrank", "posterior"])
def test_two_hosts_rank_together(method, hosts, agent, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_bytes(text(TABLES["disconnected"]))
    names = subprocess.run(
        on_host(hosts[0], *command(4, options=between(agent))[:-1], "hostname"),
        capture_output=True, text=True, timeout=240, env=environment(),
    )  # fmt: skip
    assert sorted(names.stdout.split()) == sorted(2 * hosts), names.stderr

    arguments = ["rank", path, "--method", method, "--format", "json"]
    before = crossed(hosts[0], "cable-1")
    ranked = subprocess.run(
        on_host(hosts[0], *command(4, *arguments, "--whole-below", "0", options=between(agent))),
        capture_output=True, text=True, timeout=240, env=environment(),
    )  # fmt: skip
    assert (ranked.returncode, ranked.stderr) == (0, "")
    found = differences(json.loads(run_alone(*arguments).out), json.loads(ranked.stdout))
    assert not found, "\n".join(found)
    after = crossed(hosts[0], "cable-1")
    assert min(after[0] - before[0], after[1] - before[1]) > LEAST_BYTES, (before, after)
