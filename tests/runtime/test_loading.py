"""A load from end to end, on the second pack: fast, and no Olympic idea can hide in it."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from occam.core.errors import BadInput
from occam.packs import Pack, load_pack
from occam.packs.pack import Document
from occam.runtime.loading import Change, kept_dataset, load
from occam.runtime.loadreport import LoadReport
from occam.runtime.versions import current, names_of, version_directory, versions

SOURCE = Path(__file__).parents[1] / "packs" / "beacons"


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return load_pack(Path(shutil.copytree(SOURCE, tmp_path / "beacons")))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def written(path: Path, *pages: Document) -> Path:
    lines = (
        json.dumps({"doc_id": page.doc_id, "title": page.title, "text": page.text})
        for page in pages
    )
    path.write_text("\n".join(lines))
    return path


def light(id: str, **fields: str) -> Document:
    text = "\n".join([f"Station: {id}", *(f"{key}: {value}" for key, value in fields.items())])
    return Document(doc_id=id, title=f"{id} Light", text=text)


def lights(home: Path, report: LoadReport) -> set[str]:
    directory = version_directory(home, report.manifest.pack, report.version)
    return {name.id for name in names_of(directory) if name.type == "Lighthouse"}


def test_the_bundled_documents_load_when_nothing_is_named(home: Path, pack: Pack) -> None:
    report = load(home, pack)
    assert report.manifest.pages == {"no_record": 1, "parsed": 19, "table": 1}
    assert report.manifest.vertices["Lighthouse"] == 19
    assert current(home, pack.name) == report.version
    assert report.unknown["Lighthouse.KEPT_BY not_stated"] == 1
    assert {line.cause for line in report.differences} >= {"unit:ft", "not_in_table:Atlantis"}


def test_the_summary_can_be_read_by_a_person(home: Path, pack: Pack) -> None:
    lines = list(load(home, pack).lines())
    assert lines[0].startswith(f"beacons@{current(home, pack.name)} is current (")
    assert "  pages     19 parsed · 1 no_record · 1 table" in lines
    assert "  noted     L04 height '80 ft': unit:ft" in lines


def test_the_same_input_again_changes_nothing(home: Path, pack: Pack) -> None:
    first = load(home, pack)
    before = (version_directory(home, pack.name, first.version) / "version.json").stat()
    again = load(home, pack)
    after = (version_directory(home, pack.name, first.version) / "version.json").stat()
    assert (again.already, again.version) == (True, first.version)
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)
    assert "already loaded" in next(again.lines())


def test_going_back_to_a_kept_version_only_points_to_it(
    home: Path, pack: Pack, tmp_path: Path
) -> None:
    one, two = light("A", Height="3 m"), light("A", Height="4 m")
    first = load(home, pack, Change(corpus=(written(tmp_path / "1.jsonl", one),)))
    second = load(home, pack, Change(corpus=(written(tmp_path / "2.jsonl", two),)))
    assert (second.previous, second.version) == (first.version, current(home, pack.name))
    back = load(home, pack, Change(corpus=(tmp_path / "1.jsonl",)))
    assert (back.already, current(home, pack.name)) == (True, first.version)
    assert "is current again" in next(back.lines())


def test_documents_are_added_changed_and_removed_one_by_one(
    home: Path, pack: Pack, tmp_path: Path
) -> None:
    load(home, pack, Change(corpus=(written(tmp_path / "1.jsonl", light("A"), light("B")),)))
    added = written(tmp_path / "2.jsonl", light("B", Height="7 m"), light("C"))
    report = load(home, pack, Change(add=(added,), remove=("A",)))
    assert lights(home, report) == {"B", "C"}
    whole = written(tmp_path / "3.jsonl", light("C"), light("B", Height="7 m"))
    assert load(home, pack, Change(corpus=(whole,))).already


def test_only_new_pages_are_read_when_some_are_added(
    home: Path, pack: Pack, tmp_path: Path
) -> None:
    load(home, pack, Change(corpus=(written(tmp_path / "1.jsonl", light("A"), light("B")),)))
    report = load(home, pack, Change(add=(written(tmp_path / "2.jsonl", light("C")),)))
    assert report.reused == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (Change(remove=("Z", "Y")), "not in the current version: Y, Z"),
        (Change(remove=("A",)), "no document would be left"),
        (Change(corpus=(Path("x"),), remove=("A",)), "neither add nor remove"),
        (Change(corpus=(Path("no-such-file"),)), "no-such-file: cannot be read"),
    ],
)
def test_a_change_that_makes_no_sense_changes_nothing(
    home: Path, pack: Pack, tmp_path: Path, change: Change, reason: str
) -> None:
    first = load(home, pack, Change(corpus=(written(tmp_path / "1.jsonl", light("A")),)))
    with pytest.raises(BadInput, match=reason):
        load(home, pack, change)
    assert current(home, pack.name) == first.version
    assert versions(home, pack.name) == (first.version,)


def test_adding_to_nothing_is_refused(home: Path, pack: Pack, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no current version"):
        load(home, pack, Change(add=(written(tmp_path / "1.jsonl", light("A")),)))


def test_a_corpus_of_another_field_is_refused(home: Path, pack: Pack, tmp_path: Path) -> None:
    page = Document(doc_id="X", title="A ship", text="Tonnage: 12")
    with pytest.raises(BadInput, match=r"none of the 1 documents holds a record .*'X': no record"):
        load(home, pack, Change(corpus=(written(tmp_path / "1.jsonl", page),)))
    assert current(home, pack.name) is None


def test_a_killed_load_goes_on_where_it_stopped(home: Path, pack: Pack, tmp_path: Path) -> None:
    pages = [light(f"L{n:04}", Height=f"{n} m") for n in range(600)]
    corpus = written(tmp_path / "corpus.jsonl", *pages)
    code = (
        "import sys, time; from pathlib import Path\n"
        "from occam.packs import load_pack; from occam.runtime.loading import *\n"
        "def slowly(done, total): print(done, flush=True); time.sleep(60 if done >= 300 else 0)\n"
        "home, pack, corpus = map(Path, sys.argv[1:])\n"
        "load(home, load_pack(pack), Change(corpus=(corpus,)), slowly)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(home), str(pack.directory), str(corpus)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while process.stdout.readline().strip() != "300":
        assert process.poll() is None
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert current(home, pack.name) is None
    report = load(home, pack, Change(corpus=(corpus,)))
    assert report.reused == 300
    assert len(lights(home, report)) == 600


def test_a_repeated_document_is_noted_and_changes_nothing(
    home: Path, pack: Pack, tmp_path: Path
) -> None:
    once = load(home, pack, Change(corpus=(written(tmp_path / "1.jsonl", light("A")),)))
    twice = written(tmp_path / "2.jsonl", light("A"), light("A"))
    again = load(home, pack, Change(corpus=(twice,)))
    assert (again.already, again.version, again.repeated) == (True, once.version, ("A",))


def test_the_records_of_the_current_version_can_be_made_again(
    home: Path, pack: Pack, tmp_path: Path
) -> None:
    one, two = light("A", Height="3 m"), light("B", Height="4 m")
    load(home, pack, Change(corpus=(written(tmp_path / "one.jsonl", one),)))
    report = load(home, pack, Change(add=(written(tmp_path / "two.jsonl", two),)))
    dataset = kept_dataset(home, pack)
    assert dataset.version == report.version
    assert len(dataset.facts) == report.manifest.facts
    assert {v.id for v in dataset.vertices if v.type == "Lighthouse"} == lights(home, report)


def test_records_are_not_made_again_with_another_pack(home: Path, pack: Pack) -> None:
    load(home, pack)
    with pytest.raises(BadInput, match="changed since"):
        kept_dataset(home, msgspec.structs.replace(pack, digest="another"))


def test_records_of_nothing_are_refused_with_the_command_that_loads(home: Path, pack: Pack) -> None:
    with pytest.raises(BadInput, match="`occam load`"):
        kept_dataset(home, pack)
