"""docs/adding-a-pack.md is a pack: it loads, and its pages become what it says."""

import re
from pathlib import Path

import pytest
from occam.core.conclude import Conclusion, conclude
from occam.core.dataset import Dataset
from occam.core.gaps import UnmappedPhrase
from occam.core.parse import Parser, Rules, Understood
from occam.core.plan import Plan, leaves
from occam.core.reading import SchemaParser
from occam.core.vocabulary import Vocabulary
from occam.graph.memory import MemoryGraph
from occam.ingest.load import extract
from occam.ingest.transforms import TRANSFORMS
from occam.packs import Pack, load_pack, mapping
from occam.runtime.versions import names_in

GUIDE = (Path(__file__).parents[2] / "docs" / "adding-a-pack.md").read_text()
WITHOUT_RULES = re.findall(
    r"^\| (.+\?) \| (.+) \|$",
    GUIDE.partition("### Without rules")[2].partition("###")[0],
    re.MULTILINE,
)
FENCE = re.compile(r"^```\w+ title=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = tmp_path_factory.mktemp("packs") / "ferries"
    for name, content in FENCE.findall(GUIDE):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return load_pack(folder)


@pytest.fixture(scope="module")
def ferries(pack: Pack) -> Dataset:
    return extract(pack, pack.documents())


def test_its_pages_become_the_graph_it_describes(ferries: Dataset) -> None:
    edges = {(edge.type, edge.source, edge.target) for edge in ferries.edges}
    assert edges == {
        ("CALLS_AT", "F1", "NOR"), ("CALLS_AT", "F1", "VES"), ("CALLS_AT", "F2", "NOR"),
        ("SAILED_BY", "F1", "Ada Lunde"), ("SAILED_BY", "F2", "Ada Lunde"),
        ("SAILED_BY", "F2", "Tor Vik"), ("SAILED_BY", "F2", "Bo Ek"),
        ("LIVES_IN", "Ada Lunde", "VES"), ("LIVES_IN", "Ada Lunde", "NOR"),
        ("LIVES_IN", "Tor Vik", "NOR"), ("LIVES_IN", "Bo Ek", "VES"),
        ("REPLACED", "F2", "F1"), ("REPLACED", "F3", "F2"),
    }  # fmt: skip
    cells = {
        vertex.id: {attr: cell.value for attr, cell in vertex.cells.items()}
        for vertex in ferries.vertices
        if vertex.type == "Ferry"
    }
    assert [cells[id]["length"] for id in ("F1", "F2", "F3")] == [31.0, 48.5, None]
    assert [cells[id]["cars"] for id in ("F1", "F2", "F3")] == [16, 40, None]
    assert [cells[id]["electric"] for id in ("F1", "F2", "F3")] == [False, False, True]


def test_what_it_does_not_guess_is_in_the_ledger(ferries: Dataset) -> None:
    ledger = {(line.document, line.field): line.cause for line in ferries.unreadable}
    assert ledger["F3", "length"] == "unit:ft"
    assert ledger["F3", "cars"] == "words_before_number"
    assert ledger["F3", "CALLS_AT"] == "not_in_table:Atlantis"
    assert ledger["F2", "Built"] == "differs: '1988' is used"
    assert {page.state.document: page.state.status for page in ferries.pages} == {
        "F1": "parsed", "F2": "parsed", "F3": "parsed", "F4": "no_record",
        "table:harbours.tsv": "table",
    }  # fmt: skip


@pytest.fixture(scope="module")
def vocabulary(pack: Pack, ferries: Dataset) -> Vocabulary:
    return Vocabulary(names_in(pack.schema, ferries), pack.schema, pack.lexicon, pack.words)


async def concluded(plan: Plan, pack: Pack, graph: MemoryGraph) -> Conclusion:
    rows = [await graph.rows(query) for query in leaves(plan)]
    return conclude(plan, tuple(rows), pack.schema)


async def test_its_rules_answer_what_it_says_they_answer(
    pack: Pack, ferries: Dataset, vocabulary: Vocabulary
) -> None:
    rules = Rules.load(pack.rules, pack.schema, pack.lexicon, pack.language)
    parser, graph = Parser(pack.schema, rules, vocabulary), MemoryGraph(pack.schema, ferries)

    async def answer(question: str) -> Conclusion:
        understood = parser.parse(question)
        assert isinstance(understood, Understood), understood
        return await concluded(understood.plan, pack, graph)

    harbour = await answer("How many ferries call at Norsund?")
    assert (harbour.value, harbour.interval) == (2, (2, 3))
    assert (await answer("Who sailed the Havsula?")).answer == ("Ada Lunde",)


def test_it_shows_questions_for_a_pack_without_rules() -> None:
    assert len(WITHOUT_RULES) >= 8


@pytest.mark.parametrize(("question", "said"), WITHOUT_RULES)
async def test_its_words_alone_answer_what_it_says_they_answer(
    pack: Pack, ferries: Dataset, vocabulary: Vocabulary, question: str, said: str
) -> None:
    parser = SchemaParser(pack.schema, pack.lexicon, pack.language, pack.words, vocabulary)
    parsed = parser.parse(question)
    if said.startswith("refused: "):
        assert isinstance(parsed, UnmappedPhrase)
        assert parsed.phrase == said.removeprefix("refused: ")
        return
    assert isinstance(parsed, Understood), parsed
    found = await concluded(parsed.plan, pack, MemoryGraph(pack.schema, ferries))
    shown = ", ".join(found.answer)
    if found.interval and "between" in said:
        shown += f" (between {found.interval[0]:g} and {found.interval[1]:g})"
    assert shown == said


def test_every_transform_is_explained() -> None:
    section = GUIDE.partition("### Transforms")[2].partition("###")[0]
    assert set(re.findall(r"`(\w+)`(?=[,` |a-z]*\|)", section)) >= set(TRANSFORMS)


def test_every_key_of_the_mapping_is_explained() -> None:
    kinds = (mapping.Read, mapping.Record, mapping.Ordering, mapping.Target, mapping.Lookup)
    keys = {key for kind in kinds for key in kind.__struct_encode_fields__}
    assert not {key for key in keys if f"`{key}`" not in GUIDE and f"{key} = " not in GUIDE}
