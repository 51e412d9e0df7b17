"""A service that asks no model never holds a model's key: in its environment or its settings."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from occam.runtime import serving
from occam.runtime.fleet import supervisor_of
from occam.runtime.keys import NEEDS, environment_of, kept_for
from occam.runtime.running import Running
from occam.runtime.settings import SERVICES, Settings, load_settings

CANARY = "sk-canary-0123456789"
KEYS = {
    "OCCAM_LLM_KEY": {"classifier", "disambiguator", "document-reader"},
    "OCCAM_DECIDER_KEY": {"classifier", "disambiguator"},
    "OCCAM_QDRANT_KEY": {"document-reader"},
    "OCCAM_RERANKER_KEY": {"document-reader"},
    "OCCAM_TIGERGRAPH_TOKEN": set(SERVICES),
    "OCCAM_TIGERGRAPH_PASSWORD": set(SERVICES),
    "OPENAI_API_KEY": {"classifier", "disambiguator", "document-reader"},
    "ANTHROPIC_API_KEY": {"classifier", "disambiguator", "document-reader"},
    "HF_TOKEN": {"classifier", "disambiguator", "document-reader"},
    "AWS_ACCESS_KEY_ID": {"classifier", "disambiguator", "document-reader"},
    "AWS_PROFILE": {"classifier", "disambiguator", "document-reader"},
    "AZURE_API_BASE": {"classifier", "disambiguator", "document-reader"},
    "GOOGLE_APPLICATION_CREDENTIALS": {"classifier", "disambiguator", "document-reader"},
    "vendor_api_key": {"classifier", "disambiguator", "document-reader"},
}
PLAIN = {"PATH": "/bin", "HOME": "/home/me", "LANG": "C", "OCCAM_HOME": "/h", "MONKEY": "x",
         "OCCAM_SIGNING_KEY": "/k", "OCCAM_LLM_MODEL": "m", "SSL_CERT_FILE": "/c"}  # fmt: skip


def test_every_service_says_what_it_needs() -> None:
    assert set(NEEDS) == set(SERVICES)
    assert not NEEDS["graph-executor"]
    assert not NEEDS["certifier"]


@pytest.mark.parametrize("service", [*SERVICES, "broker"])
@pytest.mark.parametrize("name", KEYS)
def test_a_key_goes_only_where_it_is_needed(service: str, name: str) -> None:
    given = PLAIN | {name: CANARY}
    seen = environment_of(service, given)
    assert (name in seen) == (service in KEYS[name])
    assert PLAIN.items() <= seen.items()


@pytest.mark.parametrize("service", [*SERVICES, "broker"])
def test_keys_of_the_file_are_dropped_too(tmp_path: Path, service: str) -> None:
    (tmp_path / "occam.toml").write_text(
        f'decider_key = "{CANARY}"\n[llm]\nkey = "{CANARY}"\nmodel = "m"\n'
        f'[qdrant]\nkey = "{CANARY}"\n[reranker]\nkey = "{CANARY}"\n'
    )
    settings = kept_for(service, load_settings({"OCCAM_HOME": str(tmp_path)}))
    held = {
        "OCCAM_LLM_KEY": settings.llm.key,
        "OCCAM_DECIDER_KEY": settings.decider_key,
        "OCCAM_QDRANT_KEY": settings.qdrant.key,
        "OCCAM_RERANKER_KEY": settings.reranker.key,
    }
    for name, value in held.items():
        assert value == (CANARY if service in KEYS[name] else "")
    assert settings.llm.model == "m"


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_composed_without_the_keys_of_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, service: str
) -> None:
    package = __import__(f"occam_{service.replace('-', '_')}.app", fromlist=["main"])
    seen: list[Settings] = []

    def composed(_: object, settings: Settings) -> None:
        seen.append(settings)
        raise SystemExit

    monkeypatch.setattr(package, "build", composed)
    for name in ("LLM_KEY", "DECIDER_KEY", "QDRANT_KEY", "RERANKER_KEY"):
        monkeypatch.setenv(f"OCCAM_{name}", CANARY)
    monkeypatch.setenv("OCCAM_HOME", str(tmp_path))
    monkeypatch.setattr(serving.lifeline, "hold", lambda: None)
    with pytest.raises(SystemExit):
        package.main()
    (settings,) = seen
    assert bool(settings.llm.key) == (service in KEYS["OCCAM_LLM_KEY"])
    assert bool(settings.decider_key) == (service in KEYS["OCCAM_DECIDER_KEY"])
    assert bool(settings.qdrant.key) == (service in KEYS["OCCAM_QDRANT_KEY"])
    assert bool(settings.reranker.key) == (service in KEYS["OCCAM_RERANKER_KEY"])


def held_by(pid: int) -> set[str]:
    """The variables of a process that have the canary in them."""
    lines = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return {line.partition(b"=")[0].decode() for line in lines if CANARY.encode() in line}


@pytest.mark.integration
async def test_the_processes_of_one_host_hold_no_key_that_they_do_not_need(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in KEYS:
        monkeypatch.setenv(name, CANARY)
    settings = load_settings({"OCCAM_HOME": str(tmp_path)})
    stop, ready = asyncio.Event(), asyncio.Event()
    states: list[Running] = []

    def up(running: Running) -> None:
        states.append(running)
        ready.set()

    task = asyncio.create_task(supervisor_of(settings).run(stop, up))
    try:
        await asyncio.wait_for(ready.wait(), 90)
        for process in states[0].processes:
            assert process.pid
            assert held_by(process.pid) == {
                name for name, needed in KEYS.items() if process.service in needed
            }
    finally:
        stop.set()
        await task
    assert len(states[0].processes) == len(SERVICES) + 1


def test_containers_get_keys_the_same_way() -> None:
    compose = (Path(__file__).parents[2] / "docker-compose.yml").read_text("utf-8")
    base = compose[compose.index("x-service:") : compose.index("x-asks-models:")]
    assert not re.search(r"_KEY|_TOKEN", base)
    for service in SERVICES:
        block = re.search(rf"^  {service}:\n((?:    .*\n|\n)*)", compose, re.MULTILINE)
        assert block
        assert ("*asks-models" in block[1]) == (service in KEYS["OCCAM_LLM_KEY"])
        assert ("OCCAM_QDRANT_KEY" in block[1]) == (service in KEYS["OCCAM_QDRANT_KEY"])
