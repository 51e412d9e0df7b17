"""A language is a file: read strictly, shipped or brought by a pack."""

import shutil
from pathlib import Path

import pytest
from occam.core.calendar import Calendar
from occam.core.errors import BadConfig
from occam.packs import load_pack
from occam.packs.languages import known_languages, language_of

BEACONS = Path(__file__).parent / "beacons"
GERMAN = """
name = "Deutsch"
articles = ["der", "die", "das", "dem", "den"]
months = [
    ["Januar"], ["Februar"], ["März"], ["April"], ["Mai"], ["Juni"],
    ["Juli"], ["August"], ["September"], ["Oktober"], ["November"], ["Dezember"],
]

[numbers]
zwei = 2

[multipliers]
hundert = 100

[senses.time]
to = ["bis"]
from = ["vom"]

[senses.join]
and = ["und"]
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = Path(shutil.copytree(BEACONS, tmp_path / "beacons"))
    (folder / "languages").mkdir()
    (folder / "languages" / "de.toml").write_text(GERMAN)
    return folder


def test_every_shipped_language_is_sound() -> None:
    known = known_languages()
    assert "en" in known
    for code in known:
        assert language_of(code).name


def test_a_pack_may_bring_a_language_or_its_own_version_of_one(pack: Path) -> None:
    assert language_of("de", pack).months[2] == ("März",)
    (pack / "languages" / "en.toml").write_text('name = "Plain English"')
    assert language_of("en", pack).name == "Plain English"
    assert language_of("en").name == "English"


def test_an_unknown_language_is_answered_with_the_known_ones(pack: Path) -> None:
    with pytest.raises(BadConfig, match=r"unknown language 'xx'; known languages: de, en"):
        language_of("xx", pack)
    with pytest.raises(BadConfig, match="unknown language"):
        language_of("../beacons/pack", pack)


def test_a_pack_speaks_the_language_that_it_names(pack: Path) -> None:
    assert load_pack(pack).language.name == "English"
    manifest = (pack / "pack.toml").read_text()
    (pack / "pack.toml").write_text(manifest.replace('language = "en"', 'language = "de"'))
    found = load_pack(pack)
    assert found.language.name == "Deutsch"
    assert found.words.key("der zwei Hundert") == ("200",)
    assert Calendar(found.language).find("vom 3. bis 6. Mai 2012")[0].period.end == "2012-05-06"
    (pack / "pack.toml").write_text(manifest.replace('language = "en"', 'language = "xx"'))
    with pytest.raises(BadConfig, match=r"pack\.toml:\d+: language: unknown language 'xx'"):
        load_pack(pack)


@pytest.mark.parametrize(
    ("good", "bad", "reason"),
    [
        ('name = "Deutsch"', 'nane = "Deutsch"', "nane: "),
        ("[senses.time]", "[senses.tame]", "senses.tame: no such sense"),
        ('to = ["bis"]', 'too = ["bis"]', "senses.time.too: no such sense"),
        ('from = ["vom"]', 'from = ["Bis"]', "senses.time.from: 'Bis' means 'to' already"),
        ('to = ["bis"]', 'to = [" "]', "senses.time.to: a word is empty"),
        ('["Januar"], ', "", "months: must be the names of twelve months"),
        ('["Januar"], ', "[], ", "months: must be the names of twelve months"),
        ('["Mai"]', '["April"]', "months.5: 'April' means '4' already"),
        ("zwei = 2", '"zwei drei" = 2', "numbers.zwei drei: must be a single word"),
        ("zwei = 2", "zwei = -2", "numbers.zwei: must be 0 or more"),
        ("hundert = 100", "hundert = 1", "multipliers.hundert: must be 2 or more"),
        ("zwei = 2", 'zwei = "2"', "numbers"),
        ("[numbers]", "[sentences]\nhilf = []\n[numbers]", "sentences.hilf: no such kind"),
        ("[numbers]", '[sentences]\nhelp = ["(was"]\n[numbers]', "brackets do not match"),
    ],
)
def test_a_mistake_names_file_line_and_key(pack: Path, good: str, bad: str, reason: str) -> None:
    assert good in GERMAN
    (pack / "languages" / "de.toml").write_text(GERMAN.replace(good, bad, 1))
    with pytest.raises(BadConfig, match=r"languages/de\.toml:\d+: ") as raised:
        language_of("de", pack)
    assert reason in str(raised.value)
