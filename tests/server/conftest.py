"""A server for all tests of a file, and a project on it."""

import pytest
from client import Client, Server, make_project


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
