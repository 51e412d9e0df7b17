"""Settings: where they come from, how strict they are, and that nothing secret is shown."""

import base64
import json
from pathlib import Path

import pytest
from occam.bus.settings import masked
from occam.core.errors import BadConfig
from occam.runtime.descriptions import DESCRIPTIONS
from occam.runtime.settings import Settings, leaves, load_settings
from occam.runtime.settings_table import settings_table

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


@pytest.fixture
def load(tmp_path):
    """Loads with a home that holds the given file."""

    def load(text="", **variables):
        (tmp_path / "occam.toml").write_text(text)
        named = {f"OCCAM_{name}": value for name, value in variables.items()}
        return load_settings({"OCCAM_HOME": str(tmp_path), "PATH": "/bin", **named})

    return load


def test_nothing_given_is_the_defaults(load, tmp_path):
    assert load() == Settings(home=tmp_path)


def test_the_default_home_is_the_users_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert load_settings({}).home.name == "occam"


def test_a_variable_wins_over_the_file_and_the_file_over_the_default(load):
    settings = load("pack = 'filed'\nport = 7\n[bus]\nshards = 2\n", PACK="spoken")
    assert (settings.pack, settings.port, settings.bus.shards) == ("spoken", 7, 2)


def test_variables_are_read_in_their_types(load):
    settings = load(
        BUS_SHARDS="4", BUS_CONFIRM_DISK="true", PACKS="/a:/b", READY_TIMEOUT="2.5",
        WORKERS_GRAPH_EXECUTOR="3",
    )  # fmt: skip
    assert settings.bus.shards == 4
    assert settings.bus.confirm_disk is True
    assert settings.packs == (Path("/a"), Path("/b"))
    assert settings.ready_timeout == 2.5
    assert settings.workers.of("graph-executor") == 3


def test_the_bus_gets_the_brokers_address(load):
    assert load(REDIS_URL="redis://there:1").bus.url == "redis://there:1"


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"BUS_SHRADS": "1"}, "OCCAM_BUS_SHRADS: .*did you mean OCCAM_BUS_SHARDS?"),
        ({"HOEM": "/x"}, "OCCAM_HOEM: .*did you mean OCCAM_HOME?"),
        ({"XQZWV": "1"}, "OCCAM_XQZWV: there is no such setting$"),
        ({"BUS_SHARDS": "0"}, "OCCAM_BUS_SHARDS: expected int >= 1, not '0'"),
        ({"BUS_SHARDS": "many"}, "OCCAM_BUS_SHARDS: expected int, not 'many'"),
        ({"DURABILITY": "usually"}, "OCCAM_DURABILITY: expected one of everysec, always, no, not"),
        ({"PORT": "70000"}, "OCCAM_PORT: expected int <= 65535, not '70000'"),
        ({"REDIS_URL": "localhost"}, "OCCAM_REDIS_URL: expected redis://"),
        ({"HOME": ""}, "OCCAM_HOME: empty"),
        ({"SIGNING_KEY": ""}, "OCCAM_SIGNING_KEY: expected a path"),
    ],
)
def test_a_wrong_variable_is_named(load, variables, message):
    with pytest.raises(BadConfig, match=message):
        load(**variables)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pakc = 'x'", "occam.toml: there is no setting 'pakc'; did you mean pack?"),
        ("[bus]\nshrads = 2", "'bus.shrads'; did you mean bus.shards?"),
        ("[buss]\nshards = 2", "'buss.shards'; did you mean bus.shards?"),
        ("port = '7'", "occam.toml: port: expected int . null, not '7'"),
        ("home = '/x'", "there is no setting 'home'"),
        ("port = ", "occam.toml: Invalid value .at end of document"),
    ],
)
def test_a_wrong_line_of_the_file_is_named(load, text, message):
    with pytest.raises(BadConfig, match=message):
        load(text)


def test_a_password_is_never_shown(load):
    settings = load(REDIS_URL="redis://me:hunter2@there:1/0", OTLP_ENDPOINT="http://x/?k=hunter2")
    shown = f"{settings!r} {settings.shown()} {settings.bus!r}"
    assert "hunter2" not in shown
    assert "redis://***@there:1/0" in shown


def test_a_password_in_a_bad_value_is_not_repeated(load):
    with pytest.raises(BadConfig) as caught:
        load(REDIS_URL="rediss:hunter2@there")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("endpoint", ["nonsense", "ftp://x", "http://", "http:// x"])
def test_an_endpoint_for_traces_is_an_http_address(load, endpoint):
    with pytest.raises(BadConfig, match="OCCAM_OTLP_ENDPOINT: expected an http:// or https:// add"):
        load(OTLP_ENDPOINT=endpoint)
    assert load(OTLP_ENDPOINT="https://there:4318/v1").otlp_endpoint


KEY = base64.b64encode(b"k" * 32).decode()


@pytest.mark.parametrize(
    "key", ["-----BEGIN PRIVATE KEY-----", " -----BEGIN X", "MC4CAQAw\nBQYDK2", KEY, f"{KEY}\n"]
)
def test_a_key_in_the_place_of_its_file_is_refused_and_not_repeated(load, key):
    complaint = r"^\S+: signing_key must be a file, not the key itself$"
    with pytest.raises(BadConfig, match=complaint) as caught:
        load(SIGNING_KEY=key)
    assert key.strip() not in str(caught.value)
    with pytest.raises(BadConfig, match="must be a file, not the key itself"):
        load(f"signing_key = {json.dumps(key)}")
    assert load(SIGNING_KEY="/there/key.pem").signing_key == Path("/there/key.pem")


def test_a_plain_address_stays_as_it_is():
    for address in ("redis://127.0.0.1:6379/0", "unix:///var/run/broker.sock"):
        assert masked(address) == address


def test_every_setting_is_described_once():
    assert set(DESCRIPTIONS) == {leaf.key for leaf in leaves()}


def test_the_documented_table_is_the_code_s():
    assert settings_table() in PAGE.read_text()


def test_what_opens_the_graph_server_is_never_shown(load):
    settings = load(
        TIGERGRAPH_PASSWORD="hunter2", TIGERGRAPH_SECRET="hunter3", TIGERGRAPH_TOKEN="h4"
    )
    shown = f"{settings!r} {settings.shown()} {settings.tigergraph!r}"
    assert not any(word in shown for word in ("hunter2", "hunter3", "h4"))
    assert settings.shown()["tigergraph.password"] == "***"
    assert settings.tigergraph.secret == "hunter3"


def test_the_graph_server_s_address_holds_no_credentials(load):
    with pytest.raises(BadConfig, match=r"OCCAM_TIGERGRAPH_URL: expected an http") as caught:
        load(TIGERGRAPH_URL="http://me:hunter2@there:14240")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "address", "port"),
    [
        ("http://there", "http://there", "14240"),
        ("https://there/", "https://there", "443"),
        ("https://there:8443", "https://there", "8443"),
    ],
)
def test_one_port_serves_for_everything(load, url, address, port):
    found = load(f"[tigergraph]\nurl = '{url}'\n").tigergraph
    assert (found.address, found.port) == (address, port)
