"""What is in a home is its owner's alone, unless the owner opened it."""

import os
import stat

import pytest
from occam.runtime.folders import make_private
from occam.runtime.logfiles import open_log
from occam.runtime.running import Lock
from occam.runtime.versions import loading


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_missing_is_made_for_its_owner_and_the_rest_keeps_its_mode(tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o755)
    make_private(tmp_path / "open" / "home" / "logs")
    make_private(tmp_path / "open")
    assert mode(tmp_path / "open") == 0o755
    assert mode(tmp_path / "open" / "home") == mode(tmp_path / "open" / "home" / "logs") == 0o700


def log(home):
    os.close(open_log(home / "logs" / "x.log"))


def lock(home):
    held = Lock(home / "run")
    held.take()
    held.release()


def load(home):
    with loading(home, "olympics"):
        pass


@pytest.mark.parametrize("first", [log, lock, load])
def test_whoever_makes_the_home_makes_it_private(tmp_path, first):
    first(tmp_path / "home")
    made = [tmp_path / "home", *(path for path in (tmp_path / "home").rglob("*") if path.is_dir())]
    assert len(made) > 1
    assert {mode(path) for path in made} == {0o700}
