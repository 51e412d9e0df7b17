"""The compiled vocabulary of a version: written with it, and believed only where it still fits."""

import logging
import shutil
from pathlib import Path

import msgspec
import pytest
from occam.core.errors import Permanent
from occam.core.lexicon import Term
from occam.core.vocabulary import Vocabulary
from occam.packs import Pack, load_pack
from occam.runtime.loading import load
from occam.runtime.versions import names_of, version_directory
from occam.runtime.vocabulary import VOCABULARY, vocabulary_of

SOURCE = Path(__file__).parents[1] / "packs" / "beacons"


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return load_pack(Path(shutil.copytree(SOURCE, tmp_path / "beacons")))


@pytest.fixture
def version(tmp_path: Path, pack: Pack) -> Path:
    report = load(tmp_path / "home", pack)
    return version_directory(tmp_path / "home", pack.name, report.version)


def compiled_anew(caplog: pytest.LogCaptureFixture, version: Path, pack: Pack) -> bool:
    caplog.clear()
    with caplog.at_level(logging.INFO, "occam.runtime"):
        vocabulary_of(version, pack)
    return "compiled anew" in caplog.text


def test_what_a_load_wrote_says_the_same_as_the_names(version: Path, pack: Pack) -> None:
    stored = vocabulary_of(version, pack)
    names = names_of(version)
    fresh = Vocabulary(names, pack.schema, pack.lexicon, pack.words)
    for name in names:
        tokens = fresh.words.tokens(f"which is the {name.label} over there")
        assert stored.scan(tokens) == fresh.scan(tokens)
        typed = fresh.words.key(f"{name.label}e")
        assert stored.proposals(typed) == fresh.proposals(typed)
        term = Term(name.type, "id", (name.id,))
        assert stored.ids(term) == fresh.ids(term) == {name.id}
        assert stored.label(name.type, name.id) == name.label
        assert stored.together([term]) == fresh.together([term])


def test_a_load_compiles_the_names_once(
    caplog: pytest.LogCaptureFixture, version: Path, pack: Pack
) -> None:
    assert not compiled_anew(caplog, version, pack)


def test_other_words_of_a_pack_are_heard_without_a_load(
    caplog: pytest.LogCaptureFixture, version: Path, pack: Pack
) -> None:
    lexicon = msgspec.structs.replace(pack.lexicon, common=("light",))
    assert compiled_anew(caplog, version, msgspec.structs.replace(pack, lexicon=lexicon))


def test_a_version_without_compiled_names_is_read_all_the_same(
    caplog: pytest.LogCaptureFixture, version: Path, pack: Pack
) -> None:
    (version / VOCABULARY).unlink()
    assert compiled_anew(caplog, version, pack)


def test_a_damaged_file_is_not_believed(version: Path, pack: Pack) -> None:
    path = version / VOCABULARY
    path.write_bytes(path.read_bytes()[:-16])
    with pytest.raises(Permanent):
        vocabulary_of(version, pack)
