"""The locks pin everything by hash and name no address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "infra/docker/services.lock", "infra/tiny/requirements.lock")


def pins(lock: str) -> dict[str, str]:
    """Each pinned package and its block."""
    blocks = re.split(r"^(?=[a-z0-9])", (ROOT / lock).read_text("utf-8"), flags=re.MULTILINE)
    return {block.split(" ", 1)[0]: block for block in blocks if block.strip()}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address(lock: str) -> None:
    assert not re.search(r"://|--index|--find-links", (ROOT / lock).read_text("utf-8"))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_by_hash(lock: str) -> None:
    assert len(pins(lock)) > 20
    for pin, block in pins(lock).items():
        assert re.fullmatch(r"[a-z0-9.-]+==[^ ]+", pin), pin
        assert "--hash=sha256:" in block, pin


def test_an_image_installs_what_was_tested() -> None:
    assert set(pins("infra/docker/services.lock")) <= set(pins("requirements.lock"))


def test_the_tiny_model_s_server_is_no_part_of_set_up() -> None:
    assert "llama-cpp-python" not in (ROOT / "requirements.lock").read_text("utf-8")


def test_an_image_holds_no_development_tool() -> None:
    names = {pin.split("==")[0] for pin in pins("infra/docker/services.lock")}
    assert not names & {"pytest", "ruff", "pyright", "locust", "hypothesis", "uv", "testcontainers"}


def test_the_resolver_s_own_lock_stays_out_of_the_repository() -> None:
    assert "uv.lock" in (ROOT / ".gitignore").read_text("utf-8").split()
