"""A service is a door: the same few files each, one image, one line in compose."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from occam.runtime.settings import SERVICES, leaves

ROOT = Path(__file__).parents[2]
COMPOSE = (ROOT / "docker-compose.yml").read_text("utf-8")
COLLECTOR = (ROOT / "infra/otel/collector.yaml").read_text("utf-8")


def package_of(service: str) -> Path:
    return ROOT / "services" / service / f"occam_{service.replace('-', '_')}"


def services_in_compose() -> set[str]:
    block = re.search(r"^services:\n(.*?)^\S", COMPOSE, re.MULTILINE | re.DOTALL)
    assert block
    return set(re.findall(r"^  ([a-z-]+):", block[1], re.MULTILINE))


def test_the_folders_are_the_services() -> None:
    folders = {path.parent.name for path in (ROOT / "services").glob("*/pyproject.toml")}
    assert folders == set(SERVICES)


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_a_door(service: str) -> None:
    files = {path.name for path in package_of(service).glob("*.py")}
    assert files == {"__init__.py", "app.py", "handlers.py"}
    lines = sum(path.read_text("utf-8").count("\n") for path in package_of(service).glob("*.py"))
    assert lines <= 150


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_can_be_started_by_name(service: str) -> None:
    project = tomllib.loads((ROOT / "services" / service / "pyproject.toml").read_text("utf-8"))
    assert f"occam-{service}" in project["project"]["scripts"]


def test_compose_runs_every_service_and_what_they_need() -> None:
    others = {"broker", "collector", "jaeger", "qdrant", "sample"}
    others |= {"tigergraph", "tigergraph-init"}
    assert services_in_compose() == set(SERVICES) | others


@pytest.mark.parametrize("service", SERVICES)
def test_compose_builds_a_service_from_the_one_file(service: str) -> None:
    assert f"args: {{SERVICE: {service}}}" in COMPOSE
    assert COMPOSE.count("dockerfile: ") == COMPOSE.count("infra/docker/service.Dockerfile") == 1


def test_what_compose_mounts_exists() -> None:
    mounted = re.findall(r"- (\./[^:]+):", COMPOSE)
    assert mounted
    assert all((ROOT / path).is_file() for path in mounted)


def test_compose_sets_only_settings_that_exist() -> None:
    known = {leaf.variable for leaf in leaves()}
    named = set(re.findall(r"OCCAM_[A-Z_]+", COMPOSE))
    named |= set(
        re.findall(r"OCCAM_[A-Z_]+", (ROOT / "infra/docker/service.Dockerfile").read_text())
    )
    assert named
    assert named <= known


def test_the_graph_server_stops_before_its_container() -> None:
    block = re.search(r"^  tigergraph:\n(.*?)^  \S", COMPOSE, re.MULTILINE | re.DOTALL)
    assert block
    assert re.search(r"pre_stop:.*?gadmin, stop, all, -y\]", block[1], re.DOTALL)
    assert "stop_grace_period: 3m" in block[1]
    assert "- tigergraph:/home/tigergraph" in block[1]


def test_what_only_the_graph_server_needs_waits_for_its_profile() -> None:
    assert COMPOSE.count("profiles: [tigergraph]") == 2
    assert "OCCAM_GRAPH_STORE: ${GRAPH_STORE:-embedded}" in COMPOSE


def test_the_services_export_where_the_collector_listens() -> None:
    port = re.search(r"OCCAM_OTLP_ENDPOINT: http://collector:(\d+)", COMPOSE)
    assert port
    assert f"endpoint: 0.0.0.0:{port[1]}" in COLLECTOR


def test_the_broker_keeps_what_it_acknowledged() -> None:
    conf = (ROOT / "infra/redis/valkey.conf").read_text("utf-8").split("\n")
    assert {"appendonly yes", "maxmemory-policy noeviction"} <= set(conf)
