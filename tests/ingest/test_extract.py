"""What pages say becomes vertices, edges and facts, and what they do not say becomes a cause."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from occam.core.dataset import Dataset, Vertex
from occam.core.errors import BadConfig
from occam.ingest.load import extract
from occam.packs import Pack, find_pack, load_pack
from occam.packs.pack import Document

from tests.ingest.pages import box, event


@pytest.fixture(scope="module")
def pack() -> Pack:
    return find_pack("olympics")


class Read:
    """A dataset, looked at by id."""

    def __init__(self, pack: Pack, pages: Iterable[Document]) -> None:
        self.dataset: Dataset = extract(pack, pages)
        self.vertices = {(vertex.type, vertex.id): vertex for vertex in self.dataset.vertices}

    def event(self, id: str = "E1") -> Vertex:
        return self.vertices["Event", id]

    def cell(self, attr: str, id: str = "E1") -> object:
        cell = self.event(id).cells[attr]
        return cell.value if cell.status == "known" else cell.cause

    def targets(self, edge: str, source: str = "E1") -> list[str]:
        found = [each for each in self.dataset.edges if (each.type, each.source) == (edge, source)]
        return [each.target for each in found]

    def ledger(self, document: str = "E1") -> dict[str, str]:
        lines = [line for line in self.dataset.unreadable if line.document == document]
        return {line.field: line.cause for line in lines}


def test_a_page_becomes_an_event_with_its_neighbours(pack: Pack) -> None:
    read = Read(pack, [event()])
    assert read.event().label == "Judo at the 2012 Summer Olympics – Women's 60 kg"
    assert read.event().documents == ("E1",)
    assert [read.cell(attr) for attr in ("name", "gender", "competitors", "nations")] == [
        "Women's 60 kg", "women", 24, 12,
    ]  # fmt: skip
    assert read.targets("AT_GAMES") == ["2012 Summer"]
    assert read.targets("IN_SPORT") == ["Judo"]
    assert read.targets("AT_VENUE") == ["North Hall"]
    assert read.targets("WON_GOLD") == ["Ana Berg"]
    assert read.targets("GOLD_FOR") == ["HUN"]
    assert read.targets("REPRESENTS", "Ana Berg") == ["HUN"]


def test_reference_tables_are_there_without_any_page_that_names_them(pack: Pack) -> None:
    read = Read(pack, [event()])
    games = read.vertices["Games", "2020 Summer"]
    assert (games.cells["city"].value, games.cells["held_year"].value) == ("Tokyo", 2021)
    assert "Tokyo 2020" in games.aliases
    assert games.documents == ("table:games.tsv",)
    assert read.targets("PREV_GAMES", "1948 Summer") == ["1936 Summer"]
    assert read.targets("PREV_GAMES", "1896 Summer") == []
    assert read.vertices["NOC", "URS"].label == "Soviet Union"


def test_every_fact_names_its_document_its_place_and_its_rule(pack: Pack) -> None:
    page = event(text=f"Prose first.\n\n{box(gold='Ana BergBo Lund')}\n")
    facts = {(fact.attr, fact.target): fact for fact in Read(pack, [page]).dataset.facts}
    gold = facts["WON_GOLD", "Bo Lund"]
    assert (gold.document, page.text[gold.start : gold.end], gold.rule) == (
        "E1",
        "Bo Lund",
        "roster",
    )
    held = facts["held", ""]
    assert (page.text[held.start : held.end], held.rule) == ("3 August 2012", "period")
    assert facts["AT_GAMES", "2012 Summer"].rule == "title"
    missing = facts["result", ""]
    assert missing.cell is not None
    assert (missing.cell.cause, missing.rule) == ("not_stated", "silence")


def test_a_count_in_another_unit_is_not_a_count_of_competitors(pack: Pack) -> None:
    read = Read(pack, [event(competitors="23 teams")])
    assert (read.cell("competitors"), read.cell("teams")) == ("unit:teams", 23)
    assert read.ledger()["competitors"] == "unit:teams"
    both = Read(pack, [event(competitors="40 (10 teams)")])
    assert (both.cell("competitors"), both.cell("teams")) == (40, 10)
    own = Read(pack, [event(competitors="40 (10 teams)", teams="11")])
    assert (own.cell("teams"), own.ledger()["teams"]) == (11, "differs: 11 is used")


def test_the_title_wins_over_the_games_field_and_the_ledger_says_so(pack: Pack) -> None:
    read = Read(pack, [event(games="2008 Summer")])
    assert read.targets("AT_GAMES") == ["2012 Summer"]
    assert read.ledger()["games"] == "differs: '2012 Summer' is used"


@pytest.mark.parametrize(
    "title",
    [
        "Judo at the 2012 Summer Olympics - Women's 60 kg",
        "Judo at the 2012 Summer Olympics — Women’s 60 kg",
        "Judo at the  2012 Summer Olympics –  Women's 60 kg ",
        "Judo at the 2012 Summer Olympics â€“ Women's 60 kg",
    ],
)
def test_a_title_may_come_in_other_spellings(pack: Pack, title: str) -> None:
    read = Read(pack, [event(title=title)])
    assert read.targets("IN_SPORT") == ["Judo"]
    assert str(read.cell("name")).replace("’", "'") == "Women's 60 kg"
    assert read.cell("gender") == "women"


@pytest.mark.parametrize(
    ("title", "text", "status", "cause"),
    [
        ("Judo at the 2012 Summer Olympics", box(), "refused", "title names no single record"),
        ("Judo in London", box(), "refused", "title not understood"),
        ("Judo at the 2012 Summer Olympics", "Prose.", "no_record", "no record found"),
        ("London", "", "no_record", "no record found"),
    ],
)
def test_every_page_has_a_line_in_the_ledger(
    pack: Pack, title: str, text: str, status: str, cause: str
) -> None:
    page = Document(doc_id="E2", title=title, text=text)
    states = {each.state.document: each.state for each in extract(pack, [event(), page]).pages}
    assert (states["E2"].status, states["E2"].cause) == (status, cause)
    assert states["E1"].status == "parsed"
    assert states["table:noc.tsv"].status == "table"


def test_a_page_that_lacks_what_may_not_be_unknown_is_refused(pack: Pack) -> None:
    title = "Judo at the 2013 Summer Olympics – Women's 60 kg"
    read = Read(pack, [event(), event("E2", title=title)])
    assert ("Event", "E2") not in read.vertices
    (page,) = [page for page in read.dataset.pages if page.state.document == "E2"]
    assert (page.state.status, page.state.cause) == (
        "refused",
        "AT_GAMES: not_in_table:2013 Summer",
    )


def test_the_year_of_a_date_is_the_one_in_which_the_games_were_held(pack: Pack) -> None:
    title = "Judo at the 2020 Summer Olympics – Women's 60 kg"
    read = Read(pack, [event(title=title, date="26 July")])
    assert getattr(read.cell("held"), "start", "") == "2021-07-26"


@pytest.mark.parametrize(
    ("name", "field", "gender"),
    [
        ("Women's 60 kg", "60 kg", "women"),
        ("Men's team", "team", "men"),
        ("Ladies' singles", "singles", "women"),
        ("Mixed doubles", "doubles", "mixed"),
        ("60 kg", "Men’s 60 kg", "men"),
        ("60 kg", "60 kg", "not_stated"),
    ],
)
def test_gender_comes_from_the_name_else_from_the_field(
    pack: Pack, name: str, field: str, gender: str
) -> None:
    title = f"Judo at the 2012 Summer Olympics – {name}"
    assert Read(pack, [event(title=title, event=field)]).cell("gender") == gender


def test_a_missing_medal_is_an_unknown_edge_and_a_shared_one_has_two_targets(pack: Pack) -> None:
    shared = {"bronze2": "Dan Ek", "bronzeNOC2": "FRA", "silver": None, "silverNOC": None}
    read = Read(pack, [event(**shared)])
    assert read.targets("WON_BRONZE") == ["Cia Moen", "Dan Ek"]
    assert read.targets("BRONZE_FOR") == ["FRA", "GER"]
    assert read.targets("REPRESENTS", "Dan Ek") == ["FRA"]
    unknown = read.event().unknown_edges
    assert (unknown["WON_SILVER"], unknown["SILVER_FOR"]) == ("not_stated", "not_stated")


def test_an_old_code_is_another_name_of_its_country(pack: Pack) -> None:
    assert Read(pack, [event(goldNOC="ROM")]).targets("GOLD_FOR") == ["ROU"]
    unknown = Read(pack, [event(goldNOC="QQQ")]).event().unknown_edges
    assert unknown["GOLD_FOR"] == "not_in_table:QQQ"


def test_a_venue_of_several_places_is_one_that_answers_to_the_known_ones(pack: Pack) -> None:
    pages = [
        event("E1", venue="North Hill and South Hill"),
        event("E2", title="Judo at the 2012 Summer Olympics – Men's 60 kg", venue="North Hill"),
    ]
    read = Read(pack, pages)
    assert read.targets("AT_VENUE") == ["North Hill and South Hill"]
    assert "North Hill" in read.vertices["Venue", "North Hill and South Hill"].aliases
    assert ("Venue", "South Hill") not in read.vertices


def test_the_edition_before_is_the_one_the_page_states(pack: Pack) -> None:
    def at(year: int, name: str, **changes: str | None) -> Document:
        title = f"Judo at the {year} Summer Olympics – {name}"
        return event(f"E{year}", title=title, **changes)

    pages = [at(2004, "Women's 60 kg"), at(2008, "Women’s 60 kg"), at(2012, "Women's 60 kg")]
    silent = Read(pack, pages)
    assert silent.targets("PREV_EDITION", "E2012") == ["E2008"]
    assert silent.event("E2004").unknown_edges["PREV_EDITION"] == "not_stated"
    rules = {fact.rule for fact in silent.dataset.facts if fact.attr == "PREV_EDITION"}
    assert rules == {"edition:table"}
    stated = Read(pack, [*pages[:2], at(2012, "Women's 60 kg", prev="2004 Athens")])
    assert stated.targets("PREV_EDITION", "E2012") == ["E2004"]
    gone = Read(pack, [*pages[:2], at(2012, "Women's 60 kg", prev="1996")])
    assert gone.event("E2012").unknown_edges["PREV_EDITION"] == "not_in_corpus"


def test_the_same_fact_from_two_documents_has_both_as_sources(pack: Pack) -> None:
    other = event("E2", title="Judo at the 2012 Summer Olympics – Women's 70 kg")
    read = Read(pack, [event(), other])
    (edge,) = [
        each for each in read.dataset.edges if each.type == "REPRESENTS" and each.target == "HUN"
    ]
    assert edge.documents == ("E1", "E2")
    assert read.vertices["Athlete", "Ana Berg"].documents == ("E1", "E2")


def test_the_order_of_the_pages_changes_nothing(pack: Pack) -> None:
    pages = [event(f"E{n}", venue=f"Hall {n}") for n in range(8)]
    assert extract(pack, pages) == extract(pack, list(reversed(pages)))


def test_the_version_follows_the_pages(pack: Pack) -> None:
    first = extract(pack, [event()]).version
    assert extract(pack, [event()]).version == first
    assert extract(pack, [event(nations="13")]).version != first
    assert extract(pack, [event(), event("E2", text="more")]).version != first


def test_a_transform_that_does_not_exist_is_named_with_the_known_ones(
    pack: Pack, tmp_path: Path
) -> None:
    copy = tmp_path / "olympics"
    shutil.copytree(pack.directory, copy, ignore=shutil.ignore_patterns("documents", "golden"))
    mapping = copy / "mapping.toml"
    mapping.write_text(mapping.read_text().replace('as = "period"', 'as = "moment"'))
    with pytest.raises(BadConfig, match=r"mapping\.toml:\d+: .*as: no transform 'moment'; known: "):
        extract(load_pack(copy), [event()])
