"""A broker that is full or away: said by name or waited for, and nothing accepted is lost."""

import json
import resource
import signal
import sys
import time

import pytest
from occam.bus.broker import start_broker
from occam.cli.exits import Exit

pytestmark = pytest.mark.integration

ROOM = 150_000
QUESTIONS = 1_500


def without_room():
    """The broker may write so many bytes to a file, and then gets an error like a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, resource.RLIM_INFINITY))


@pytest.fixture
def start(tmp_path):
    """Starts a broker on the same data as before; stops the last one at the end."""
    started = []

    def start(**options):
        started.append(start_broker(tmp_path / "broker", **options))
        return started[-1]

    yield start
    for broker in started:
        broker.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are Linux only")
def test_a_full_disk_is_named_and_the_rest_is_taken_when_there_is_room(start, tmp_path, on_home):
    broker = start(before_exec=without_room)
    occam = on_home(tmp_path / "home", REDIS_URL=broker.url)
    file = tmp_path / "q.txt"
    file.write_text(
        "".join(f"How many events had more than {n} teams?\n" for n in range(QUESTIONS))
    )
    said = occam("submit", file, "--patience", "2", code=Exit.DOWN)
    assert "MISCONF" in said
    assert "run the same command again" in said
    resource.prlimit(broker.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    outcome = json.loads(occam("submit", file, "--json"))
    assert outcome["accepted"] + outcome["repeated"] == QUESTIONS
    assert outcome["refused"] == []
    again = json.loads(occam("submit", file, "--json"))
    assert (again["accepted"], again["repeated"]) == (0, QUESTIONS)


def test_a_broker_that_is_gone_for_ten_seconds_is_waited_for(start, tmp_path, on_home):
    broker = start()
    occam = on_home(tmp_path / "home", REDIS_URL=broker.url)
    assert json.loads(occam("submit", "-", "--batch", "b", "--json", given="One?"))["accepted"] == 1
    broker.stop()
    (tmp_path / "more.txt").write_text("One?\nTwo?")
    waiting = occam.start("submit", tmp_path / "more.txt", "--batch", "b", "--json")
    time.sleep(10)
    assert waiting.poll() is None
    start()
    out, err = waiting.communicate(timeout=30)
    found = json.loads(out)
    assert (found["accepted"], found["repeated"]) == (1, 1)
    assert err.count("waiting") == 1
