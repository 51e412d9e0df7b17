"""What one host runs for which settings."""

import socket

import pytest
from occam.core.errors import BadConfig
from occam.runtime import fleet
from occam.runtime.settings import SERVICES, load_settings


@pytest.fixture
def fleet_of(tmp_path):
    """The fleet for these settings."""

    def fleet_of(**settings):
        named = {f"OCCAM_{key}": str(value) for key, value in settings.items()}
        return fleet.fleet_of(load_settings({"OCCAM_HOME": str(tmp_path), **named}))[0]

    return fleet_of


def names(found):
    return [program.name for program in found.services]


def test_one_process_of_each_service_and_a_broker_of_its_own(fleet_of, tmp_path):
    found = fleet_of()
    assert names(found) == list(SERVICES)
    assert found.broker is not None
    assert found.url == f"unix://{tmp_path}/broker/broker.sock"


def test_workers_multiply_a_service(fleet_of):
    found = fleet_of(WORKERS_GRAPH_EXECUTOR=2)
    assert [name for name in names(found) if "graph" in name] == [
        "graph-executor-1",
        "graph-executor-2",
    ]
    assert len({program.log for program in found.services}) == len(SERVICES) + 1


def test_a_configured_broker_is_not_started_but_told_to_every_service(fleet_of):
    found = fleet_of(REDIS_URL="redis://there:1/0")
    assert found.broker is None
    urls = {program.environ["OCCAM_REDIS_URL"] for program in found.services}
    assert urls == {found.url} == {"redis://there:1/0"}


def test_a_password_is_on_no_command_line(fleet_of):
    found = fleet_of(REDIS_URL="redis://me:hunter2@there:1/0")
    assert not any("hunter2" in word for program in found.services for word in program.argv)


def test_the_brokers_durability_is_the_configured_one(fleet_of):
    argv = fleet_of(DURABILITY="always").broker.argv
    assert argv[argv.index("--appendfsync") + 1] == "always"


@pytest.mark.parametrize("named", ["Local", "provider/model"])
def test_an_embedding_model_that_cannot_be_made_ends_the_start(fleet_of, named):
    with pytest.raises(BadConfig, match=f"OCCAM_EMBEDDING: {named!r}"):
        fleet_of(EMBEDDING=named)


@pytest.mark.parametrize("variable", ["LLM_MODEL", "LLM_READER", "RERANKER_MODEL"])
def test_a_model_that_cannot_be_made_is_named_with_its_variable(fleet_of, variable):
    with pytest.raises(BadConfig, match=f"OCCAM_{variable}: scripted/no.json"):
        fleet_of(**{variable: "scripted/no.json"})


def test_a_taken_port_is_named_with_its_setting(fleet_of):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BadConfig, match=f"port {port} .*OCCAM_PORT"):
            fleet_of(PORT=port)


def test_nothing_starts_with_an_unknown_pack_or_a_bad_key(fleet_of, tmp_path):
    with pytest.raises(BadConfig, match="unknown pack 'nope'; known packs: "):
        fleet_of(PACK="nope")
    (tmp_path / "key").write_text("no key")
    with pytest.raises(BadConfig, match="key: neither a PEM key"):
        fleet_of(SIGNING_KEY=tmp_path / "key")


def test_nothing_starts_with_a_model_that_cannot_be_made(fleet_of, tmp_path):
    with pytest.raises(BadConfig, match=f"no such file {tmp_path}/script.json"):
        fleet_of(LLM_READER=f"scripted/{tmp_path}/script.json")


def test_nothing_starts_with_a_decider_whose_model_is_not_named(fleet_of):
    with pytest.raises(BadConfig, match="OCCAM_DECIDER_MODEL"):
        fleet_of(DECIDER="llm")


def test_a_service_that_is_not_installed_is_named(fleet_of, monkeypatch):
    monkeypatch.setattr(fleet, "SERVICES", (*SERVICES, "oracle"))
    monkeypatch.setattr("occam.runtime.settings.Workers.of", lambda workers, service: 1)
    with pytest.raises(BadConfig, match="occam-oracle is not installed"):
        fleet_of()
