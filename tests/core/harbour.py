"""A small world for tests of tier 0: voyages of ships between ports, by year."""

from pathlib import Path

from occam.core.dataset import Name
from occam.core.lexicon import Lexicon
from occam.core.parse import Parser, Rules
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.vocabulary import Vocabulary
from occam.core.words import Words
from occam.packs.languages import language_of
from occam.packs.tomlfile import parse_toml
from occam.packs.wordlore import read_lexicon

SCHEMA = Schema(
    vertices={
        "Voyage": VertexType(
            labels=("voyage", "voyages"),
            documentary=True,
            attributes={
                "class": Attribute(kind="text", vocabulary=True),
                "crew": Attribute(kind="text", vocabulary=True, unknown=True),
                "sailed": Attribute(kind="period", unknown=True),
                "passengers": Attribute(
                    kind="integer", role="measure", unknown=True, labels=("passengers", "guests")
                ),
                "cabins": Attribute(kind="integer", role="measure", labels=("cabins",)),
            },
        ),
        "Ship": VertexType(labels=("ship", "ships")),
        "Port": VertexType(
            labels=("port",), attributes={"town": Attribute(kind="text", vocabulary=True)}
        ),
        "Year": VertexType(
            labels=("year",), attributes={"number": Attribute(kind="integer", vocabulary=True)}
        ),
    },
    edges={
        "BY": EdgeType(source="Voyage", target="Ship", single=True),
        "TO": EdgeType(source="Voyage", target="Port", unknown=True),
        "IN": EdgeType(source="Voyage", target="Year", single=True),
        "WON_BY": EdgeType(source="Voyage", target="Ship"),
        "LOST_BY": EdgeType(source="Voyage", target="Ship"),
        "BEFORE": EdgeType(source="Voyage", target="Voyage", ordering=True, unknown=True),
    },
)

NAMES = (
    Name(type="Ship", id="Sea Wolf", label="Sea Wolf", aliases=("the Wolf",)),
    Name(type="Ship", id="Étoile", label="Étoile"),
    Name(type="Ship", id="Borkum", label="Borkum"),
    Name(type="Port", id="Borkum", label="Borkum", values={"town": "Emden"}),
    Name(type="Port", id="North Quay", label="North Quay", values={"town": "Emden"}),
    Name(type="Port", id="North QuaySouth Quay", label="North QuaySouth Quay"),
    Name(type="Port", id="Grand Harbour Pier", label="Grand Harbour Pier"),
    Name(type="Year", id="1908", label="1908", values={"number": "1908"}),
    Name(type="Year", id="2008", label="2008", values={"number": "2008"}),
    Name(type="Year", id="2012", label="2012", values={"number": "2012"}),
    Name(
        type="Voyage",
        id="v1",
        label="Sea Wolf in 2008 – Men's 100 miles",
        aliases=("Sea Wolf in 2008 – Men's century dash",),
        values={"class": "Men's 100 miles", "crew": "men"},
    ),
    Name(
        type="Voyage",
        id="v2",
        label="Étoile in 2012 – Women's 100 miles",
        values={"class": "Women's 100 miles", "crew": "women"},
    ),
    Name(
        type="Voyage",
        id="v3",
        label="Étoile in 2012 – 100 miles relay",
        values={"class": "100 miles relay"},
    ),
    Name(
        type="Voyage",
        id="v4",
        label="Étoile in 2012 – +80 tons",
        values={"class": "+80 tons"},
    ),
)

LEXICON = """
year_of = "Year.number"
heads = ["Port"]
yields = { Ship = ["Port"] }

[spelling]
articles = ["the", "a"]
words = { mens = "men", womens = "women", miles = "mile" }

[[droppable]]
attribute = "Voyage.class"
words = ["men's", "women's"]

[aliases.Ship]
"Sea Wolf" = ["lupus maris"]
"""

HEAD = """
focus = "Voyage"
glue = [
    "of", "in", "at", "on", "was", "were", "did", "with", "to", "by", "sailed", "there", "had",
    "for",
]
joining = ["and"]
generic = ["voyages"]
nameless = ["not", "without"]
dated = ["to"]

[classes.honour.won]
words = ["won"]
edge = "WON_BY"

[classes.honour.lost]
words = ["lost"]
edge = "LOST_BY"

[classes.honour.any]
words = ["finished"]
edge = ["WON_BY", "LOST_BY"]

[classes.comparator.gt]
words = ["more than"]

[classes.comparator.lt]
words = ["fewer than"]

[fragments.year]
type = "Year"
one = true
match = ["{Year.number}"]
"""

PHRASES = """
[[phrase]]
tag = "ship"
match = ["{Ship}"]
plan = ["BY> = {Ship}"]

[[phrase]]
tag = "port"
match = ["{Port}"]
plan = ["TO> = {Port}"]

[[phrase]]
tag = "not port"
match = ["not to {Port}"]
plan = ["no TO> = {Port}"]

[[phrase]]
tag = "year"
repeat = true
match = ["<year>"]
plan = ["IN> = {year}"]

[[phrase]]
tag = "class"
match = ["{Voyage.class}"]
plan = ["class in {class}"]
generic = true

[[phrase]]
tag = "crew"
match = ["{Voyage.crew}"]
plan = ["crew in {crew}"]

[[phrase]]
tag = "day"
match = ["{period}"]
plan = ["sailed on {period}"]
fallback = ["sailed covers {period}"]

[[phrase]]
tag = "threshold"
repeat = true
match = ["[carried] {comparator} {number} {measure}"]
plan = ["{measure} {comparator} {number}"]

[[phrase]]
tag = "edition"
match = ["voyage before <year>"]
plan = ["IN> = {year}", "BEFORE>:earlier"]
target = "earlier"

[[phrase]]
tag = "how many"
match = ["how many"]

[[phrase]]
tag = "ask"
match = ["how many {measure}"]

[[phrase]]
tag = "which ship"
match = ["which ship"]

[[phrase]]
tag = "honour"
match = ["{honour}"]

[[phrase]]
tag = "voyages"
match = ["voyages"]

[[phrase]]
tag = "voyage"
match = ["voyage"]

[[phrase]]
tag = "courtesy"
ignored = "courtesy"
match = ["please"]

[[shape]]
name = "number of voyages"
needs = ["how many", "voyages"]
answer = "count"

[[shape]]
name = "measure"
needs = ["ask"]
optional = ["voyage"]
qualified = 1
answer = "values {measure}"

[[shape]]
name = "ship of honour"
needs = ["which ship", "honour"]
optional = ["voyage"]
qualified = 1
plan = ["{honour.edge}>:ship"]
answer = "values ship.label"

[[hole]]
expects = "Ship"
before = ["voyages"]

[[hole]]
expects = "Year"
year = true
after = ["in"]
"""

RULES = HEAD + PHRASES
ENGLISH = language_of("en")


def rules_of(folder: Path, text: str = RULES) -> Rules:
    """The rules in this text, as a pack would load them."""
    path = folder / "rules.toml"
    path.write_text(text)
    return Rules.load(parse_toml(path), SCHEMA, lexicon_of(folder), ENGLISH)


def lexicon_of(folder: Path, text: str = LEXICON) -> Lexicon:
    """The word lore in this text, as a pack would load it."""
    path = folder / "lexicon.toml"
    path.write_text(text)
    return read_lexicon(path, SCHEMA)


def vocabulary_of(folder: Path) -> Vocabulary:
    """The names of the small world under a pack's word lore."""
    lexicon = lexicon_of(folder)
    return Vocabulary(NAMES, SCHEMA, lexicon, Words(lexicon.spelling, ENGLISH))


def parser_of(folder: Path, text: str = RULES) -> Parser:
    """A parser over the small world."""
    return Parser(SCHEMA, rules_of(folder, text), vocabulary_of(folder))
