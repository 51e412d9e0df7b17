"""`occam tigergraph` and `occam gsql` against the emulator, as a person would use them."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from occam.cli.exits import Exit
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running_in_thread

PACKS = Path(__file__).parents[1] / "packs"
Occam = Callable[..., Any]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    with running_in_thread(Options()) as emulator:
        reached(monkeypatch, emulator)
        yield emulator


def reached(monkeypatch: pytest.MonkeyPatch, emulator: Running) -> None:
    """The settings lead to this emulator, and the pack is a small one."""
    monkeypatch.setenv("OCCAM_PACKS", str(PACKS))
    monkeypatch.setenv("OCCAM_PACK", "beacons")
    monkeypatch.setenv("OCCAM_TIGERGRAPH_URL", emulator.url)
    monkeypatch.setenv("OCCAM_TIGERGRAPH_WAKE_S", "0")


def one_line(text: str) -> str:
    assert text.count("\n") == 1, text
    assert "Traceback" not in text
    return text


def test_a_dry_run_prints_every_text_and_needs_no_server(occam: Occam, home: Path) -> None:
    ran = occam("tigergraph", "init", "--pack", "lighthouses", "--dry-run")
    assert (ran.code, ran.err) == (Exit.OK, "")
    for made in ("CREATE GRAPH occam_lighthouses", "ADD VECTOR ATTRIBUTE", "QUERY occam_pool"):
        assert made in ran.out


def test_a_server_that_is_not_there_is_named(
    occam: Occam, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OCCAM_TIGERGRAPH_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("OCCAM_TIGERGRAPH_WAKE_S", "0")
    ran = occam("tigergraph", "status")
    assert ran.code == Exit.DOWN
    assert one_line(ran.err).startswith("occam: http://127.0.0.1:1: ")


def test_init_status_and_init_again(occam: Occam, server: Running) -> None:
    before = occam("tigergraph", "status")
    assert (before.code, "occam tigergraph init" in before.out) == (Exit.NO, True)
    first = occam("tigergraph", "init", "--json")
    assert first.code == Exit.OK, first.err
    assert "occam_pool" in json.loads(first.out)["installed"]
    again = json.loads(occam("tigergraph", "init", "--json").out)
    assert (again["created"], again["installed"]) == ([], [])
    after = occam("tigergraph", "status")
    assert after.code == Exit.NO
    assert "nothing is loaded" in after.out
    assert "occam tigergraph load" in after.out


def test_a_wrong_password_names_the_setting_and_is_not_repeated(
    occam: Occam, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_in_thread(Options(auth=True)) as emulator:
        reached(monkeypatch, emulator)
        monkeypatch.setenv("OCCAM_TIGERGRAPH_PASSWORD", "hunter2")
        ran = occam("tigergraph", "init")
    assert ran.code == Exit.USAGE
    assert "tigergraph.password" in one_line(ran.err)
    assert "hunter2" not in ran.err + ran.out


def test_a_missing_client_is_said_with_the_way_to_get_it(
    occam: Occam, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyTigerGraph", None)
    ran = occam("tigergraph", "status")
    assert ran.code == Exit.USAGE
    assert "pip install 'occam[tigergraph]'" in one_line(ran.err)


@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_files_need_a_folder(occam: Occam, home: Path, verb: str) -> None:
    ran = occam("tigergraph", verb)
    assert ran.code == Exit.USAGE
    assert one_line(ran.err).startswith("occam: no folder: name ")


@pytest.mark.parametrize(("verb", "word"), [("backup", "create"), ("restore", "restore")])
def test_gadmin_s_command_is_printed_where_nobody_said_how_to_run_it(
    occam: Occam, home: Path, verb: str, word: str
) -> None:
    ran = occam("tigergraph", verb, "--physical", "monday")
    assert (ran.code, ran.out) == (Exit.OK, f"gadmin backup {word} monday\n")
    assert "tigergraph.gadmin" in ran.err


def test_gadmin_is_run_where_the_setting_says_how(
    occam: Occam, home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OCCAM_TIGERGRAPH_GADMIN", f"touch {tmp_path}/ran")
    monkeypatch.chdir(tmp_path)
    assert occam("tigergraph", "backup", "--physical", "monday").code == Exit.OK
    assert {path.name for path in tmp_path.iterdir()} >= {"ran", "backup", "create", "monday"}
    monkeypatch.setenv("OCCAM_TIGERGRAPH_GADMIN", "false")
    ran = occam("tigergraph", "backup", "--physical", "monday")
    assert (ran.code, one_line(ran.err)) == (Exit.NO, "occam: gadmin ended with 1\n")
    monkeypatch.setenv("OCCAM_TIGERGRAPH_GADMIN", "no-such-program")
    assert "tigergraph.gadmin" in one_line(occam("tigergraph", "backup", "--physical", "x").err)


def test_a_tag_is_no_option_of_gadmin(occam: Occam, home: Path) -> None:
    ran = occam("tigergraph", "backup", "--physical=--force")
    assert ran.code == Exit.USAGE
    assert "--force" in one_line(ran.err)


PLAN = {
    "type": "query",
    "root": {"type": "Lighthouse", "where": [{"attr": "height", "op": "gt", "values": [30]}]},
    "answer": {"type": "count"},
}


def test_a_plan_s_shape_has_one_name_for_all_values(
    occam: Occam, home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OCCAM_PACKS", str(PACKS))
    names: set[str] = set()
    for height in (30, 40):
        root = {**PLAN["root"], "where": [{"attr": "height", "op": "gt", "values": [height]}]}  # type: ignore[dict-item]
        file = tmp_path / f"{height}.json"
        file.write_text(json.dumps({**PLAN, "root": root}))
        ran = occam("gsql", "plan", "--pack", "beacons", "--plan", file, "--json")
        assert ran.code == Exit.OK, ran.err
        said = json.loads(ran.out)
        names.add(said["name"])
        assert str(height) not in said["text"]
    (name,) = names
    assert f"QUERY {name} (" in said["text"]


def test_a_plan_of_another_pack_is_refused_with_the_reason(
    occam: Occam, home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OCCAM_PACKS", str(PACKS))
    file = tmp_path / "plan.json"
    file.write_text(json.dumps({**PLAN, "root": {"type": "Athlete"}}))
    ran = occam("gsql", "plan", "--pack", "beacons", "--plan", file)
    assert ran.code == Exit.USAGE
    assert "Athlete" in one_line(ran.err)
    file.write_text("{}")
    assert str(file) in one_line(occam("gsql", "plan", "--plan", file).err)
    assert "either a question or --plan" in one_line(occam("gsql", "plan").err)


def test_a_shape_is_installed_once(occam: Occam, server: Running, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(PLAN))
    ran = occam("gsql", "install", "--plan", file)
    assert ran.code == Exit.USAGE
    assert "occam tigergraph init" in one_line(ran.err)
    assert occam("tigergraph", "init").code == Exit.OK
    first = json.loads(occam("gsql", "install", "--plan", file, "--json").out)
    assert len(first["installed"]) == 1
    again = json.loads(occam("gsql", "install", "--plan", file, "--json").out)
    assert (again["installed"], again["unchanged"]) == ([], 1)


def test_ctrl_c_while_queries_compile_says_how_to_go_on(on_home: Occam, tmp_path: Path) -> None:
    with running_in_thread(Options(install_seconds=60.0)) as emulator:
        settings = {"PACKS": PACKS, "PACK": "beacons", "TIGERGRAPH_URL": emulator.url}
        at = on_home(tmp_path / "home", **settings)
        running = at.start("tigergraph", "init")
        deadline = time.monotonic() + 60
        while not emulator.machine.installs and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=30)
        assert running.returncode == Exit.INTERRUPTED
        assert "the same command goes on" in err
        assert "Traceback" not in err


def json_line(text: str) -> str:
    """The one line of JSON among lines of progress."""
    (line,) = (line for line in text.splitlines() if line.startswith("{"))
    return line


@pytest.mark.timeout(300)
def test_the_second_bundled_pack_from_a_load_to_a_backup_and_back(
    on_home: Occam, tmp_path: Path
) -> None:
    with running_in_thread(Options()) as emulator:
        settings = {"PACK": "lighthouses", "TIGERGRAPH_URL": emulator.url, "EMBEDDING": "local"}
        run = on_home(tmp_path / "home", **settings)
        planned = json.loads(json_line(run("tigergraph", "load", "--dry-run", "--json")))
        run("tigergraph", "init")
        loaded = json.loads(json_line(run("tigergraph", "load", "--json")))
        assert (loaded["written"]["rows"], loaded["vectors"]) == (planned, True)
        assert "nothing to do" in run("tigergraph", "load")
        status = json.loads(run("tigergraph", "status", "--json"))
        assert status["answers"]
        assert status["counts"]["Fact"] == planned["Fact"]
        assert " equal, 0 differ, " in run("tigergraph", "verify", "--plans", "20")
        run("tigergraph", "backup", tmp_path / "kept")
        run("tigergraph", "init", "--recreate")
        run("tigergraph", "restore", tmp_path / "kept")
        assert json.loads(run("tigergraph", "status", "--json"))["counts"] == status["counts"]
        assert " equal, 0 differ, " in run("tigergraph", "verify", "--plans", "5", "--seed", "7")
        assert "is on the server (" in run("tigergraph", "load", "--bulk", "--force")
        (graph,) = emulator.machine.graphs.values()
        tower = graph.engine.vertices("Tower")[0]
        graph.engine.delete_vertices("Tower", [tower["v_id"]])
        assert ": differs (" in run("tigergraph", "verify", "--plans", "20", code=Exit.NO)
