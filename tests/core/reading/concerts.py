"""A small world for tests of the schema parser: concerts of a festival, by year."""

from occam.core.dataset import Name
from occam.core.lexicon import Lexicon, Noun, Property, Relation
from occam.core.parse import Understood
from occam.core.plan import Answer, Hop, Node, Plan, Predicate, Query, digest
from occam.core.reading import SchemaParser
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.vocabulary import Vocabulary
from occam.core.words import Words
from occam.packs.languages import language_of

SCHEMA = Schema(
    vertices={
        "Concert": VertexType(
            labels=("concert", "concerts"),
            documentary=True,
            attributes={
                "form": Attribute(kind="text", vocabulary=True, unknown=True, labels=("form",)),
                "held": Attribute(kind="period", unknown=True, labels=("date",)),
                "guests": Attribute(
                    kind="integer", role="measure", unknown=True, labels=("guests",)
                ),
                "players": Attribute(
                    kind="integer", role="measure", unknown=True, labels=("players",)
                ),
            },
        ),
        "Festival": VertexType(
            labels=("festival",),
            attributes={"year": Attribute(kind="integer", vocabulary=True, labels=("year",))},
        ),
        "Hall": VertexType(labels=("hall", "halls")),
        "Town": VertexType(labels=("town", "towns")),
        "Artist": VertexType(labels=("artist", "artists")),
    },
    edges={
        "AT_FESTIVAL": EdgeType(source="Concert", target="Festival", single=True),
        "IN_HALL": EdgeType(source="Concert", target="Hall", single=True, unknown=True),
        "IN_TOWN": EdgeType(source="Hall", target="Town", single=True),
        "CONDUCTED_BY": EdgeType(source="Concert", target="Artist", unknown=True),
        "CLOSED_BY": EdgeType(source="Concert", target="Artist", unknown=True),
        "PRIZE_FOR": EdgeType(source="Concert", target="Artist", unknown=True),
        "ENCORE_BY": EdgeType(source="Concert", target="Artist", unknown=True),
        "AGAIN": EdgeType(source="Concert", target="Concert", ordering=True, unknown=True),
        "NEXT_YEAR": EdgeType(source="Festival", target="Festival", ordering=True),
    },
)

NAMES = (
    *(
        Name(type="Festival", id=f"f{year}", label=f"Festival {year}", values={"year": str(year)})
        for year in (1996, 1998, 2000, 2002, 2004)
    ),
    Name(type="Hall", id="glass", label="Glass Pavilion"),
    Name(type="Hall", id="mill", label="Old Mill"),
    Name(type="Hall", id="wharf", label="King's Wharf"),
    Name(type="Town", id="aldby", label="Aldby"),
    Name(type="Town", id="morra", label="Morra"),
    Name(type="Artist", id="tuvo", label="Mira Tuvo"),
    Name(type="Artist", id="lang", label="Peter Langhorn"),
    Name(type="Artist", id="osk", label="Oskar Bream"),
    Name(type="Concert", id="c1", label="Concert 1", values={"form": "quartet"}),
    Name(type="Concert", id="c2", label="Concert 2", values={"form": "symphony"}),
    Name(type="Concert", id="c3", label="Concert 3", values={"form": "oratorio"}),
)

LEXICON = Lexicon(
    year_of="Festival.year",
    glue=("held", "took place", "take place", "given", "played", "drew", "draw"),
    nouns={
        "Concert": Noun(
            one=("concert", "performance", "finale"),
            many=("concerts", "performances", "finales"),
            ends=("finale", "finales"),
        ),
        "Festival": Noun(one=("festival",), many=("festivals",)),
        "Hall": Noun(one=("hall",), many=("halls",), place=True),
        "Town": Noun(one=("town",), many=("towns",)),
        "Artist": Noun(one=("artist",), many=("artists",), person=True),
    },
    properties={
        "Concert.guests": Property(
            nouns=("guests", "visitors"),
            cues=("attended", "came"),
            most=("best attended",),
            least=("emptiest",),
            more=("fuller",),
        ),
        "Concert.players": Property(nouns=("players", "musicians")),
        "Concert.held": Property(nouns=("date",)),
    },
    relations={
        "lead": Relation(
            edges=("CONDUCTED_BY",), verbs=("conducted", "conduct"), roles=("conductor",)
        ),
        "close": Relation(edges=("CLOSED_BY",), verbs=("ended", "end"), ends=True),
        "prize": Relation(edges=("PRIZE_FOR",), objects=("prize", "prizes"), light=("won", "win")),
        "encore": Relation(
            edges=("ENCORE_BY",), objects=("encore", "encores"), light=("won", "win", "gave")
        ),
    },
)

WORDS = Words(LEXICON.spelling, language_of("en"))
VOCABULARY = Vocabulary(NAMES, SCHEMA, LEXICON, WORDS)
PARSER = SchemaParser(SCHEMA, LEXICON, language_of("en"), WORDS, VOCABULARY)


def planned(question: str) -> Plan:
    """The plan of a question that has to be understood."""
    read = PARSER.parse(question)
    assert isinstance(read, Understood), (question, read)
    return read.plan


def concerts(answer: Answer, *parts: Predicate | Hop) -> Query:
    """A query over concerts with these conditions."""
    where = tuple(part for part in parts if isinstance(part, Predicate))
    hops = tuple(part for part in parts if isinstance(part, Hop))
    return Query(root=Node(type="Concert", where=where, hops=hops), answer=answer)


def is_(attr: str, *values: str | int, op: str = "eq") -> Predicate:
    return Predicate(attr=attr, op=op, values=values)  # pyright: ignore[reportArgumentType]


def to(edge: str, *parts: Predicate | Hop, name: str = "", absent: bool = False) -> Hop:
    """A hop over an edge to what the parts describe."""
    where = tuple(part for part in parts if isinstance(part, Predicate))
    hops = tuple(part for part in parts if isinstance(part, Hop))
    node = Node(type=SCHEMA.edges[edge].target, name=name, where=where, hops=hops)
    return Hop(edge=edge, direction="out", node=node, absent=absent)


def in_year(year: int) -> Hop:
    return to("AT_FESTIVAL", is_("id", f"f{year}"))


def in_years(op: str, *years: int) -> Hop:
    return to("AT_FESTIVAL", is_("year", *years, op=op))


def in_town(town: str) -> Hop:
    return to("IN_HALL", to("IN_TOWN", is_("id", town)))


def means(question: str, plan: Plan) -> bool:
    """True where the question has that plan, whatever its spelling."""
    found = planned(question)
    assert digest(found) == digest(plan), (question, found)
    return True


def gap(question: str) -> object:
    """What a question that is not understood lacks."""
    read = PARSER.parse(question)
    assert not isinstance(read, Understood), (question, read.plan)
    return read
