"""`occam dead` on a real broker, with letters that no question stands behind."""

import json

import pytest
from occam.bus.broker import start_broker
from occam.cli.exits import Exit
from redis import Redis

pytestmark = pytest.mark.integration


@pytest.fixture
def broker(tmp_path):
    """A broker with three dead letters."""
    started = start_broker(tmp_path / "broker")
    with Redis.from_url(started.url) as client:
        for number in range(1, 4):
            client.xadd("{occam:0}:dead", {"d": "{", "reason": "odd"}, id=f"{number}-0")
    yield started
    started.stop()


def test_dropping_says_how_many_and_names_what_is_not_there(broker, tmp_path, on_home):
    occam = on_home(tmp_path / "home", REDIS_URL=broker.url)
    said = occam("dead", "drop", "0:1-0", "0:9-9", code=Exit.NO)
    assert "1 dead letter dropped" in said
    assert "0:9-9: there is no such dead letter" in said
    assert json.loads(occam("dead", "drop", "--all", "--json")) == {"dropped": 2}
    assert occam("dead", "list", "--json") == ""


def test_dropping_needs_a_letter_or_all(broker, tmp_path, on_home):
    occam = on_home(tmp_path / "home", REDIS_URL=broker.url)
    assert "name dead letters to drop" in occam("dead", "drop", code=Exit.USAGE)
    assert len(occam("dead", "list", "--json").splitlines()) == 3
