"""A pack loads whole or not at all, and says where it is wrong."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from occam.core.errors import BadConfig
from occam.packs import find_pack, known_packs, load_pack, pack_roots

SAMPLE = Path(__file__).parent / "beacons"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "beacons"))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) >= 1, f"{old!r} is not in {path}"
    path.write_text(text.replace(old, new, 1))


def line_of(path: Path, text: str) -> int:
    return path.read_text()[: path.read_text().index(text)].count("\n") + 1


def test_the_bundled_packs_load() -> None:
    names = known_packs(pack_roots({}))
    assert "olympics" in names
    for name in names:
        assert find_pack(name).name == name


def test_a_pack_knows_its_parts(pack: Path) -> None:
    found = load_pack(pack)
    assert (found.name, found.version, found.manifest.language) == ("beacons", "1.0.0", "en")
    assert found.schema.edges["IN_COUNTY"].target == "County"
    assert found.tables["counties.tsv"].row("the isles") == found.tables["counties.tsv"].row("VES")
    assert found.rules is None
    assert found.golden is None
    assert len(list(found.documents())) == 20


def test_an_unknown_pack_is_answered_with_the_known_ones(pack: Path) -> None:
    with pytest.raises(BadConfig, match="unknown pack 'ships'; known packs: beacons"):
        find_pack("ships", [pack.parent])


def test_the_folders_of_the_environment_come_first(pack: Path, tmp_path: Path) -> None:
    roots = pack_roots({"OCCAM_PACKS": f"{tmp_path}/none:{pack.parent}"})
    assert known_packs(roots)["beacons"] == pack
    assert "olympics" in known_packs(roots)


def test_the_digest_follows_what_shapes_a_graph_and_nothing_else(pack: Path) -> None:
    before = load_pack(pack).digest
    edit(pack / "pack.toml", "Beacons of", "Lights of")
    (pack / "documents" / "more.jsonl").write_text("")
    assert load_pack(pack).digest == before
    edit(pack / "tables" / "counties.tsv", "214.5", "214.6")
    assert load_pack(pack).digest != before


@pytest.mark.parametrize(
    ("file", "old", "new", "at", "reason"),
    [
        ("pack.toml", 'name = "b', 'nane = "b', "nane", "unknown field `nane`"),
        ("pack.toml", 'name = "beacons"', 'name = "lights"', "name", "the folder"),
        ("pack.toml", 'version = "1.0.0"', "version = 1", "version", "Expected `str`, got `int`"),
        ("pack.toml", 'name = "beacons"', 'name = "beacons', "", "not TOML"),
        ("schema.toml", '"number", role', '"numbr", role', "height", "numbr"),
        ("schema.toml", "documentary", "documental", "documental", "unknown field `documental`"),
        ("schema.toml", 'target = "County"', 'target = "Count"', "target", "no vertex type"),
        ("schema.toml", "[edges.IN_COUNTY]", "[edge.IN_COUNTY]", "edge", "only"),
        ("schema.toml", "built = {", "label = {", "label", "has this already"),
        ("mapping.toml", 'attr = "built"', 'attr = "bilt"', "attr", "no attribute 'bilt'"),
        ("mapping.toml", 'edge = "MADE_OF"', 'edge = "MADE"', "edge", "no edge 'MADE'"),
        ("mapping.toml", '"counties.tsv" }', '"county.tsv" }', "lookup", "no table"),
        ("mapping.toml", 'from = ["Built"]', 'form = ["Built"]', "form", "unknown field `form`"),
        ("mapping.toml", 'key = "{field.station}"', 'key = "{station}"', "key", "no variable"),
        ("mapping.toml", "'\\(acting\\)'", "'(acting'", "drop", "regular expression"),
        ("mapping.toml", "steps = [", "stairs = [", "stairs", "has this unit"),
        ("schema.toml", 'unit = "steps", unknown = true', 'unit = "steps"', "attr", "may lack"),
    ],
)  # fmt: skip
def test_a_mistake_names_file_line_and_key(
    pack: Path, file: str, old: str, new: str, at: str, reason: str
) -> None:
    edit(pack / file, old, new)
    with pytest.raises(BadConfig) as caught:
        load_pack(pack)
    message = str(caught.value)
    assert reason in message
    assert at in message
    path, line, _ = message.split(":", 2)
    assert Path(path).is_file()
    if at and path.endswith(file):
        assert at in Path(path).read_text().splitlines()[int(line) - 1]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("388", "about 388"), "counties.tsv:3: coast: 'about 388'"),
        (lambda text: text.replace("West", ""), "counties.tsv:3: region: '' is no text"),
        (lambda text: text.replace("\tWest", ""), "counties.tsv:3: 4 cells where 5 are named"),
        (lambda text: text.replace("SUD", "VES"), "counties.tsv:4: id: 'VES' stands twice"),
        (lambda text: text.replace("region", "area"), "column 'area' is no attribute"),
        (lambda text: text.replace("id\t", "code\t"), "counties.tsv:1"),
        (lambda text: text.splitlines()[0], "the table has no rows"),
    ],
)
def test_a_table_is_checked_cell_by_cell(
    pack: Path, change: Callable[[str], str], reason: str
) -> None:
    path = pack / "tables" / "counties.tsv"
    path.write_text(change(path.read_text()))
    with pytest.raises(BadConfig) as caught:
        load_pack(pack)
    assert reason in str(caught.value)


def test_quotes_in_a_table_are_plain_characters(pack: Path) -> None:
    path = pack / "tables" / "counties.tsv"
    path.write_text(path.read_text().replace("Norsund", '"Norsund'))
    table = load_pack(pack).tables["counties.tsv"]
    assert len(table.rows) == 3
    assert table.rows["NOR"].cells["label"] == '"Norsund'


def test_a_line_is_found_inside_arrays_of_tables_and_after_long_values(pack: Path) -> None:
    mapping = pack / "mapping.toml"
    edit(mapping, 'requires = ["Station"]', 'requires = [\n  "Station", # ]\n  "]",\n]')
    edit(mapping, 'attr = "steps"', 'attr = "stops"')
    with pytest.raises(BadConfig) as caught:
        load_pack(pack)
    line = line_of(mapping, 'attr = "stops"')
    assert f"mapping.toml:{line}: " in str(caught.value)
    assert "records[0].attributes[3].attr" in str(caught.value)


def test_a_missing_file_is_named(pack: Path) -> None:
    (pack / "schema.toml").unlink()
    with pytest.raises(BadConfig, match=r"schema\.toml: cannot be read"):
        load_pack(pack)


def test_an_unreadable_document_of_the_sample_is_named(pack: Path) -> None:
    with (pack / "documents" / "pages.jsonl").open("a") as file:
        file.write('{"doc_id": "X"}\n')
    with pytest.raises(BadConfig, match=r"pages\.jsonl:21: not a document"):
        list(load_pack(pack).documents())
