"""The sample pack on a TigerGraph server: installed, loaded, equal to the embedded engine, probed.

The same steps run on the emulator first, so that this file is known to be right where neither a
container engine nor a server of one's own is to be had. A server of one's own is named by
OCCAM_TIGERGRAPH_URL; what is made there is a graph of its own, dropped at the end.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from occam.graph.tigergraph.catalog import rendered
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.probe import probe
from occam.graph.tigergraph.wire import Wire
from occam.packs import find_pack
from occam.runtime.settings import load_settings
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import running_in_thread

from tests.containers.engine import need_engine

ROOT = Path(__file__).parents[2]
PORT = 14240
GRAPH = "occam_suite"
GADMIN = "/home/tigergraph/tigergraph/app/cmd/gadmin"
BOOT_S, COMPILE_S = 900, 3 * 3600
"""A server boots in minutes, and compiles a query in one or two."""
PLANS = {"emulator": 5, "configured": 100, "container": 100}

pytestmark = [pytest.mark.integration, pytest.mark.timeout(COMPILE_S + BOOT_S)]


class Server(NamedTuple):
    """A server to test, and what a user would set to reach it."""

    environ: dict[str, str]
    plans: int


@contextmanager
def emulator() -> Iterator[str]:
    """The address of an emulator."""
    with running_in_thread(Options()) as started:
        yield started.url


@contextmanager
def configured() -> Iterator[str]:
    """The address of a server of the user's own."""
    url = os.environ.get("OCCAM_TIGERGRAPH_URL")
    if not url:
        pytest.skip("OCCAM_TIGERGRAPH_URL names no server to test")
    yield url


@contextmanager
def container() -> Iterator[str]:
    """The address of a server in a container, stopped as it must be: engine first."""
    need_engine()
    from docker.types import Ulimit
    from testcontainers.core.container import DockerContainer, ExecConfig

    server = DockerContainer(image()).with_exposed_ports(PORT)
    server.with_kwargs(
        ulimits=[Ulimit(name="nofile", soft=1_000_000, hard=1_000_000)],
        init=True,
        tty=True,
        platform="linux/amd64",
    )
    with server:
        server.exec(ExecConfig([GADMIN, "start", "all"], user="tigergraph"))
        try:
            yield f"http://{server.get_container_host_ip()}:{server.get_exposed_port(PORT)}"
        finally:
            server.exec(ExecConfig([GADMIN, "stop", "all", "-y"], user="tigergraph"))


def image() -> str:
    """The image that compose starts."""
    compose = (ROOT / "docker-compose.yml").read_text("utf-8")
    found = re.search(r"image: (tigergraph/community:)\$\{TIGERGRAPH_VERSION:-([\d.]+)\}", compose)
    assert found
    return "".join(found.groups())


@pytest.fixture(scope="module", params=["emulator", "configured", "container"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Each server in turn; the graph that the tests made is dropped."""
    start = {"emulator": emulator, "configured": configured, "container": container}
    with start[request.param]() as url:
        environ = {
            **os.environ,
            "OCCAM_HOME": str(tmp_path_factory.mktemp("home")),
            "OCCAM_TIGERGRAPH_URL": url,
            "OCCAM_TIGERGRAPH_GRAPH": GRAPH,
            "OCCAM_TIGERGRAPH_WAKE_S": str(BOOT_S),
        }
        yield Server(environ, PLANS[request.param])
        asyncio.run(drop(environ))


async def drop(environ: dict[str, str]) -> None:
    """What these tests made is no longer on the server."""
    settings = load_settings(environ).tigergraph
    layout = Layout(find_pack("olympics").schema, "olympics", GRAPH)
    async with Wire(settings, GRAPH) as wire:
        if GRAPH in await wire.graphs():
            await wire.gsql(f"USE GLOBAL\n{rendered('admin_drop_graph.gsql', layout)}")
            assert GRAPH not in await wire.graphs()


def occam(server: Server, *words: str) -> Any:
    """What a command says as JSON; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "occam.cli", "tigergraph", *words, "--json"],
        env=server.environ,
        capture_output=True,
        text=True,
        timeout=COMPILE_S,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return lines if words[0] == "verify" else lines[-1]


@pytest.fixture(scope="module")
def loaded(server: Server) -> Server:
    """A server that holds the sample pack."""
    done = occam(server, "init")
    assert "occam_pool" in done["installed"]
    assert not occam(server, "load")["written"]["already"]
    return server


def test_the_server_says_that_it_can_answer(loaded: Server) -> None:
    assert occam(loaded, "status")["answers"] is True


def test_a_second_run_changes_nothing(loaded: Server) -> None:
    again = occam(loaded, "init")
    assert (again["created"], again["installed"]) == ([], [])
    assert occam(loaded, "load")["written"]["already"]


def test_golden_questions_and_generated_plans_are_equal_on_both_engines(loaded: Server) -> None:
    tried = occam(loaded, "verify", "--plans", str(loaded.plans))
    assert len(tried) > loaded.plans + 50
    assert not [each for each in tried if each["differing"]]


async def test_what_the_queries_rest_on_is_as_assumed(server: Server) -> None:
    told: list[str] = []
    outcomes = await probe(load_settings(server.environ).tigergraph, told.append)
    assert len(outcomes) > 15
    assert not [each for each in outcomes if each.verdict == "differs"]
