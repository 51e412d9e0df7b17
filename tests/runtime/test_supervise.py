"""The supervisor over tiny real processes: restart, orphans, one per home, clean ends."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import psutil
import pytest
from occam.runtime.processes import Pace, Program
from occam.runtime.running import AlreadyUp, NotStarted, NotUp, read_running, wait_until_down
from occam.runtime.settings import Settings
from occam.runtime.supervise import Fleet, Patience, Supervisor

QUICK = Patience(look=0.05, start=10, unwell=0.3, stop=2)
SOON = Pace(first=0.05, most=0.2)
SLEEPS = "import time; print('hello', flush=True); time.sleep(600)"


class Healthy:
    """Every process that lives is ready, but for those in `sick`, unless another word is given."""

    def __init__(self, word=""):
        self.word = word
        self.sick = {}

    async def broker(self):
        return ""

    async def services(self, pids):
        return {pid: self.sick.get(pid, self.word) for pid in pids}

    async def close(self):
        self.closed = True


def program(tmp_path, name, code=SLEEPS):
    return Program(
        name=name,
        service=name,
        argv=(sys.executable, "-c", code),
        log=tmp_path / "logs" / f"{name}.log",
    )


def supervisor(tmp_path, *programs, health=None, broker=None, patience=QUICK):
    fleet = Fleet(url="redis://127.0.0.1:1", broker=broker, services=programs)
    return Supervisor(
        Settings(home=tmp_path),
        lambda: (fleet, health or Healthy()),
        patience=patience,
        pace=SOON,
    )


class Up:
    """A supervisor running in the background of a test."""

    def __init__(self, supervised):
        self.stop = asyncio.Event()
        self.ready = asyncio.Event()
        self._supervised = supervised

    async def __aenter__(self):
        self.task = asyncio.create_task(self._supervised.run(self.stop, lambda _: self.ready.set()))
        await asyncio.wait_for(self.ready.wait(), 10)
        return self

    async def __aexit__(self, *_):
        self.stop.set()
        await asyncio.wait_for(self.task, 10)


async def until(condition, seconds=10):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        await asyncio.sleep(0.02)


def states(tmp_path):
    return {process.name: process for process in read_running(tmp_path / "run").processes}


async def test_a_process_that_dies_is_started_again(tmp_path):
    async with Up(supervisor(tmp_path, program(tmp_path, "one"))):
        first = states(tmp_path)["one"].pid
        os.kill(first, signal.SIGKILL)
        await until(lambda: states(tmp_path)["one"].restarts == 1)
        await until(lambda: states(tmp_path)["one"].state == "ready")
        assert states(tmp_path)["one"].pid != first


async def test_a_process_whose_consumer_stopped_is_not_ready_and_is_replaced(tmp_path):
    health = Healthy()
    async with Up(supervisor(tmp_path, program(tmp_path, "one"), health=health)):
        first = states(tmp_path)["one"].pid
        health.sick[first] = "no heartbeat for 9 s"
        await until(lambda: states(tmp_path)["one"].state == "failing")
        assert states(tmp_path)["one"].reason == "no heartbeat for 9 s"
        assert not read_running(tmp_path / "run").ready
        await until(lambda: states(tmp_path)["one"].pid not in (first, None))
        await until(lambda: read_running(tmp_path / "run").ready)


async def test_a_clean_stop_ends_every_process_and_clears_the_state(tmp_path):
    programs = [program(tmp_path, name) for name in ("one", "two")]
    async with Up(supervisor(tmp_path, *programs, broker=program(tmp_path, "broker"))):
        pids = [process.pid for process in states(tmp_path).values()]
        assert len(pids) == 3
    assert not any(psutil.pid_exists(pid) for pid in pids)
    with pytest.raises(NotUp):
        read_running(tmp_path / "run")


async def test_services_end_before_the_broker(tmp_path):
    ends = tmp_path / "ends"
    code = textwrap.dedent(f"""
        import signal, sys, time
        def end(*_):
            open({str(ends)!r}, "a").write(sys.argv[1] + " ")
            sys.exit()
        signal.signal(signal.SIGTERM, end)
        print("armed", flush=True)
        time.sleep(600)
    """)

    def noting(name):
        argv = (sys.executable, "-c", code, name)
        return Program(name=name, service=name, argv=argv, log=tmp_path / f"{name}.log")

    async with Up(supervisor(tmp_path, noting("service"), broker=noting("broker"))):
        for name in ("service", "broker"):
            await until(lambda name=name: "armed" in (tmp_path / f"{name}.log").read_text())
    assert ends.read_text() == "service broker "


async def test_a_process_that_ignores_the_request_is_killed(tmp_path):
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); print(1, flush=True)"
    code = f"{stubborn}; time.sleep(600)"
    patience = Patience(look=0.05, start=10, stop=0.2)
    supervised = supervisor(tmp_path, program(tmp_path, "one", code), patience=patience)
    async with Up(supervised):
        pid = states(tmp_path)["one"].pid
        await until(lambda: (tmp_path / "logs" / "one.log").read_text())
    assert not psutil.pid_exists(pid)


async def test_a_second_one_on_the_same_home_is_refused(tmp_path):
    async with Up(supervisor(tmp_path, program(tmp_path, "one"))):
        second = Supervisor(Settings(home=tmp_path), lambda: pytest.fail("it touched the home"))
        with pytest.raises(AlreadyUp, match=f"already up here .pid {os.getpid()}"):
            await second.run(asyncio.Event(), lambda _: None)
        assert read_running(tmp_path / "run").ready


async def test_a_process_that_cannot_live_fails_the_start_with_the_end_of_its_log(tmp_path):
    broken = program(tmp_path, "one", "raise SystemExit('no such pack: olympcis')")
    with pytest.raises(NotStarted, match=r"(?s)one: exited with 1; .*no such pack: olympcis"):
        await supervisor(tmp_path, broken, health=Healthy("no heartbeat yet")).run(
            asyncio.Event(), lambda _: None
        )
    assert wait_until_down(tmp_path / "run", 1)


async def test_a_missing_program_fails_the_start_by_name(tmp_path):
    missing = Program(name="one", service="one", argv=("/nowhere/x",), log=tmp_path / "one.log")
    with pytest.raises(NotStarted, match=r"one: cannot be started.*nowhere"):
        await supervisor(tmp_path, missing).run(asyncio.Event(), lambda _: None)


async def test_a_log_is_kept_within_its_bound(tmp_path):
    chatty = program(tmp_path, "one", "import time\nwhile 1: print('x'*999); time.sleep(.0005)")
    supervised = supervisor(tmp_path, chatty)
    supervised._settings = Settings(home=tmp_path, log_bytes=4096)
    async with Up(supervised):
        older = tmp_path / "logs" / "one.log.1"
        await until(older.exists)
        assert "xxx" in older.read_text()


FOREVER = """
import asyncio, sys
from pathlib import Path
from occam.runtime.settings import Settings
sys.path.insert(0, sys.argv[1])
from test_supervise import program, supervisor
home = Path(sys.argv[2])
supervised = supervisor(home, program(home, "one"), broker=program(home, "broker"))
asyncio.run(supervised.run(asyncio.Event(), lambda running: print("ready", flush=True)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's death signal is Linux only")
async def test_a_killed_supervisor_leaves_no_orphan_and_frees_the_home(tmp_path):
    argv = [sys.executable, "-c", FOREVER, str(Path(__file__).parent), str(tmp_path)]
    process = await asyncio.create_subprocess_exec(*argv, stdout=subprocess.PIPE)
    assert await process.stdout.readline() == b"ready\n"
    pids = [state.pid for state in states(tmp_path).values()]
    assert all(psutil.pid_exists(pid) for pid in pids)
    process.kill()
    await process.wait()
    await until(lambda: not any(alive(pid) for pid in pids))
    async with Up(supervisor(tmp_path, program(tmp_path, "one"))):
        assert read_running(tmp_path / "run").pid == os.getpid()


def alive(pid):
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
