"""lexicon.toml is read strictly: every name in it is one of the schema."""

import shutil
from pathlib import Path

import pytest
from occam.core.errors import BadConfig
from occam.core.gaps import NoRoute
from occam.core.lexicon import Lexicon
from occam.core.parse import Parser, Rules
from occam.core.vocabulary import Vocabulary
from occam.packs import load_pack

BEACONS = Path(__file__).parent / "beacons"
LEXICON = """
heads = ["County"]
year_of = "Lighthouse.height"
yields = { Lighthouse = ["County", "County.region"] }

[[droppable]]
attribute = "County.region"
words = ["the"]

[aliases."County.region"]
West = ["the west"]

[nouns.County]
one = ["shire"]
place = true

[properties."Lighthouse.height"]
most = ["tallest"]

[relations.lying]
edges = ["IN_COUNTY"]
verbs = ["lies in"]
behind = "lying"

[senses.ask]
who = ["whoever"]

[[doers]]
words = ["keeper"]
slot = "County"
value = "West"
type = "Lighthouse"

[[peoples]]
slot = "County.region"
type = "Lighthouse"
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = Path(shutil.copytree(BEACONS, tmp_path / "beacons"))
    (folder / "lexicon.toml").write_text(LEXICON)
    return folder


def test_a_pack_holds_its_word_lore(pack: Path) -> None:
    lexicon = load_pack(pack).lexicon
    assert lexicon.nouns["County"].place
    assert lexicon.aliases["County.region"] == {"West": ("the west",)}


def test_a_pack_without_word_lore_has_none() -> None:
    assert load_pack(BEACONS).lexicon == Lexicon()


@pytest.mark.parametrize(
    ("good", "bad", "reason"),
    [
        ('heads = ["County"]', 'heads = ["Country"]', "heads: no vertex type 'Country'"),
        ('"Lighthouse.height"', '"Lighthouse.hight"', "year_of: Lighthouse has no attribute"),
        ('["County", "C', '["Shire", "C', "yields.Lighthouse: no vertex type 'Shire'"),
        ("yields = { Lighthouse", "yields = { Tower", "yields.Tower: no vertex type 'Tower'"),
        ('attribute = "County.r', 'attribute = "County.p', "droppable[0].attribute: County has"),
        ('[aliases."County.r', '[aliases."County.p', "aliases.County.pegion: County has no"),
        ("[nouns.County]", "[nouns.Shire]", "nouns.Shire: no vertex type 'Shire'"),
        ("place = true", "plaice = true", "nouns.County.plaice: "),
        ("place = true", 'ends = ["last"]', "nouns.County.ends: 'last' is no noun of County"),
        (
            '[properties."Lighthouse.h',
            '[properties."Lighthouse.w',
            "properties.Lighthouse.weight: Lighthouse has",
        ),
        ('most = ["t', 'moist = ["t', "properties.Lighthouse.height.moist: "),
        ('edges = ["IN_COUNTY"]', 'edges = ["IN"]', "relations.lying.edges: no edge 'IN'"),
        ('edges = ["IN_COUNTY"]', "edges = []", "relations.lying.edges: names no edge"),
        ('behind = "lying"', 'behind = "lies"', "relations.lying.behind: no relation 'lies'"),
        ('type = "Lighthouse"', 'type = "Tower"', "doers[0].type: no vertex type 'Tower'"),
        ("[[doers]]", '[[doers]]\nbeside = ["Shire"]', "doers[0].beside: no vertex type 'Shire'"),
        ('slot = "County.region"', 'slot = "County.part"', "peoples[0].slot: County has no"),
        ("[senses.ask]", "[senses.asks]", "senses.asks: no such sense"),
        ('who = ["whoever"]', 'whom = ["whoever"]', "senses.ask.whom: no such sense"),
    ],
)
def test_a_mistake_names_file_line_and_key(pack: Path, good: str, bad: str, reason: str) -> None:
    assert good in LEXICON
    (pack / "lexicon.toml").write_text(LEXICON.replace(good, bad, 1))
    with pytest.raises(BadConfig, match=r"lexicon\.toml:\d+: ") as raised:
        load_pack(pack)
    message = str(raised.value)
    assert reason in message
    line = int(message.split(":")[1])
    key = reason.partition(": ")[0].split(".")[-1]
    assert key in (pack / "lexicon.toml").read_text().splitlines()[line - 1]


@pytest.mark.parametrize("rules", [None, "", "# nothing yet\n"])
def test_a_pack_without_rules_takes_questions_and_knows_no_route(
    pack: Path, rules: str | None
) -> None:
    if rules is not None:
        (pack / "rules.toml").write_text(rules)
    found = load_pack(pack)
    loaded = Rules.load(found.rules, found.schema, found.lexicon, found.language)
    vocabulary = Vocabulary((), found.schema, found.lexicon, found.words)
    parsed = Parser(found.schema, loaded, vocabulary).parse("How many beacons are there?")
    assert parsed == NoRoute(phrase="How many beacons are there?")


def test_rules_about_no_type_of_the_schema_are_refused(pack: Path) -> None:
    (pack / "rules.toml").write_text('focus = "Tower"\n')
    found = load_pack(pack)
    with pytest.raises(BadConfig, match=r"rules\.toml:1: focus: no vertex type 'Tower'"):
        Rules.load(found.rules, found.schema)
