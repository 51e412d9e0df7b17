"""The operators, worked out by hand: what the server counts, ranks, folds and walks itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from occam.core.dataset import Edge, Vertex
from occam.core.errors import BadInput, Permanent, Transient
from occam.core.plan import Predicate
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.values import Cell
from occam.graph.tigergraph.flat import Anchor, Flat
from occam.graph.tigergraph.layout import RELEASE
from occam.graph.tigergraph.operators import Operators
from occam.graph.tigergraph.results import Folded, Member, Ranked
from tigergraph_emulator.server.running import Running

from tests.graph.races import SCHEMA, UNKNOWN, dataset, days
from tests.strategies.graphs import assembled
from tests.tigergraph.served import OPERATED, Served, operators, served

EVERYONE = Flat(type="Race")
HUB = 20_000
PLAIN = Schema(
    vertices={
        "Meet": VertexType(labels=("meet",)),
        "Runner": VertexType(labels=("runner",)),
        "Race": VertexType(
            labels=("race",), attributes={"size": Attribute(kind="integer", unknown=True)}
        ),
    },
    edges={
        "AT": EdgeType(source="Race", target="Meet"),
        "WON": EdgeType(source="Race", target="Runner"),
        "BEFORE": EdgeType(source="Race", target="Race", ordering=True),
    },
)
"""As little as a hub needs."""
hand = pytest.mark.asyncio(loop_scope="module")


def flat_where(attr: str, op: str, *values: object) -> Flat:
    predicate = Predicate(attr=attr, op=op, values=values)  # type: ignore[arg-type]
    return Flat(type="Race", where=(predicate,))


def ids(members: tuple[Member, ...], sure: bool = True) -> list[str]:
    return [one.id for one in members if one.sure == sure]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def races(emulator: Running) -> AsyncIterator[Served]:
    async with served(emulator, SCHEMA, dataset(), "operated", OPERATED) as found:
        yield found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hub(emulator: Running) -> AsyncIterator[Served]:
    """A meet with 20,000 races, all of one size but one that is not known, and one runner;
    three come before one another in a ring."""
    sizes = [Cell(7)] * (HUB - 1) + [UNKNOWN]
    races = [
        Vertex(type="Race", id=f"r{n:05}", label=f"Race {n}", cells={"size": size})
        for n, size in enumerate(sizes)
    ]
    others = [Vertex(type="Meet", id="m", label="M"), Vertex(type="Runner", id="ann", label="Ann")]
    edges = [Edge(type="AT", source=race.id, target="m") for race in races]
    edges += [Edge(type="WON", source=race.id, target="ann") for race in races[:3]]
    ring = zip(races[:3], (*races[1:3], races[0]), strict=True)
    edges += [Edge(type="BEFORE", source=one.id, target=next_.id) for one, next_ in ring]
    drawn = assembled("hub", [*races, *others], edges, PLAIN)
    async with served(emulator, PLAIN, drawn, "hub", OPERATED) as found:
        yield found


@hand
async def test_members_are_sure_or_perhaps_and_show_their_value(races: Served) -> None:
    """Race 5 is of no known kind; of race 2 no day is known; none was held of race 5."""
    found = await operators(races).members(flat_where("kind", "eq", "flat"), "day")
    assert (found.sure, found.unsure) == (3, 1)
    assert ids(found.members) == ["r1", "r2", "r3"]
    assert ids(found.members, sure=False) == ["r5"]
    assert [one.status for one in found.members] == [
        *("known", "unknown", "known", "not_applicable")
    ]
    assert found.members[0].value == days(("01", "03"))
    assert found.members[0].documents == ("page-r1",)


@hand
async def test_a_neighbour_that_may_be_there_makes_a_member_unsure(races: Served) -> None:
    """Nobody says who won race 4, so that it may have been Ann."""
    won = Flat(type="Race", anchors=(Anchor("WON", "out", ("ann",)),))
    found = await operators(races).members(won)
    assert ids(found.members) == ["r1", "r3"]
    assert ids(found.members, sure=False) == ["r4"]


@hand
async def test_a_source_that_may_lead_anywhere_makes_everyone_unsure(races: Served) -> None:
    """Race 4 does not say what it came before; race 3 came before race 1."""
    four = Flat(type="Race", anchors=(Anchor("BEFORE", "in", ("r4",)),))
    found = await operators(races).count(four)
    assert (found.sure, found.unsure) == (0, 5)
    three = Flat(type="Race", anchors=(Anchor("BEFORE", "in", ("r3",)),))
    found = await operators(races).count(three)
    assert [(piece.id, piece.sure) for piece in found.evidence] == [("r1", True)]


@hand
async def test_one_source_that_may_lead_anywhere_excuses_no_other(races: Served) -> None:
    """Whatever race 4 came before, race 3 came before race 1 alone."""
    both = (Anchor("BEFORE", "in", ("r4",)), Anchor("BEFORE", "in", ("r3",)))
    found = await operators(races).members(Flat(type="Race", anchors=both))
    assert (ids(found.members), ids(found.members, sure=False)) == ([], ["r1"])


@hand
async def test_a_count_names_its_documents(races: Served) -> None:
    found = await operators(races).count(flat_where("size", "ge", 11))
    assert (found.sure, found.unsure) == (2, 1)
    documents = {piece.id: piece.documents for piece in found.evidence}
    assert documents == {"r2": ("page-r2",), "r3": ("page-r3",), "r4": ("page-r4",)}


@hand
async def test_an_extreme_has_all_ties_and_tells_who_could_change_it(races: Served) -> None:
    """Races 3 and 4 have 12 entrants; how many race 2 had nobody knows."""
    found = await operators(races).extreme(EVERYONE, "size")
    assert [(one.id, one.value) for one in found.winners] == [("r3", 12), ("r4", 12)]
    assert (found.known, ids(found.doubts)) == (3, ["r2"])
    assert found.could_change


@hand
async def test_the_least_of_negative_numbers_is_the_least(races: Served) -> None:
    found = await operators(races).extreme(EVERYONE, "length", greatest=False)
    assert [(one.id, one.value) for one in found.winners] == [("r5", -0.5)]
    assert not found.could_change


@hand
async def test_periods_are_ranked_by_their_first_day(races: Served) -> None:
    first = await operators(races).extreme(EVERYONE, "day", greatest=False)
    last = await operators(races).extreme(EVERYONE, "day")
    assert (ids(first.winners), ids(last.winners)) == (["r1"], ["r4"])


@hand
async def test_the_first_two_are_three_when_the_second_ties(races: Served) -> None:
    """Lengths are 3, 1.5, 1.5 and -0.5."""
    found = await operators(races).top_k(EVERYONE, "length", 2)
    assert [one.id for one in found.winners] == ["r2", "r1", "r3"]
    least = await operators(races).top_k(EVERYONE, "length", 2, descending=False)
    assert [one.id for one in least.winners] == ["r5", "r1", "r3"]


@hand
async def test_more_places_than_members_leaves_room_for_the_unsure(races: Served) -> None:
    """Race 5, of no known kind, may be flat: with two places short it would enter."""
    flat_ones = flat_where("kind", "eq", "flat")
    found = await operators(races).top_k(flat_ones, "length", 5)
    assert ([one.id for one in found.winners], ids(found.doubts, sure=False)) == (
        ["r2", "r1", "r3"],
        ["r5"],
    )


@hand
async def test_nothing_has_no_extreme_and_no_average(races: Served) -> None:
    """Accumulators that took nothing hold the ends of their types, and must not be shown."""
    none = flat_where("kind", "eq", "steeple")
    extreme = await operators(races).extreme(none, "size")
    assert extreme == Ranked(sure=0, unsure=1, known=0, winners=(), doubts=())
    fold = await operators(races).fold(none, "length")
    assert fold == Folded(known=0, loose=1)
    assert (fold.least, fold.greatest, fold.average) == (None, None, None)


@hand
async def test_a_fold_tells_what_it_is_made_of(races: Served) -> None:
    """Sizes are 10, 12 and 12; race 2's is not known, race 5 has none."""
    found = await operators(races).fold(EVERYONE, "size")
    assert found == Folded(known=3, blank=1, total=34, least=10, greatest=12)
    assert found.average == pytest.approx(34 / 3)


@hand
async def test_groups_count_who_surely_and_who_perhaps_belongs(races: Served) -> None:
    """Ann won races 1 and 3, Bob 2 and 5, Cat 5; race 4's winner was left blank."""
    found = await operators(races).group(EVERYONE, Anchor("WON", "out"), "size")
    assert [(head.id, head.sure, head.held) for head in found.heads] == [
        ("ann", 2, 2),
        ("bob", 2, 2),
        ("cat", 1, 1),
    ]
    assert found.unplaced == 1
    assert found.heads[0].folded == Folded(known=2, total=22, least=10, greatest=12)
    assert found.heads[2].folded == Folded(known=0)


@hand
async def test_a_walk_counts_links_and_vertices_at_every_step(races: Served) -> None:
    path = [Anchor("AT", "in"), Anchor("WON", "out")]
    found = await operators(races).walk("Meet", ["m2", "nowhere"], path)
    assert found.started == 1
    races_held, winners = found.steps
    assert (races_held.links, races_held.reached, races_held.ajar) == (3, 3, 0)
    assert (winners.links, winners.reached, winners.ajar) == (3, 3, 1)
    assert [stop.id for stop in winners.preview] == ["ann", "bob", "cat"]
    assert not winners.truncated


@hand
async def test_a_chain_goes_as_far_as_it_is_told(races: Served) -> None:
    back = await operators(races).chain("Race", ["r3"], "BEFORE", "out")
    assert [(stop.place, stop.id) for stop in back.stops] == [(0, "r3"), (1, "r1")]
    ahead = await operators(races).chain("Race", ["r1"], "BEFORE", "in", steps=1)
    assert ([stop.id for stop in ahead.stops], ahead.afloat) == (["r1", "r3"], 1)
    unsaid = await operators(races).chain("Race", ["r4"], "BEFORE", "out")
    assert [(stop.id, stop.ajar) for stop in unsaid.stops] == [("r4", True)]


@hand
async def test_a_neighbourhood_names_every_relation_also_the_empty_ones(races: Served) -> None:
    found = await operators(races).neighbourhood("Race", ["r1", "r9"])
    assert found.found == ("r1",)
    seen = {(r.edge, r.direction): ([s.id for s in r.preview], r.ajar) for r in found.relations}
    assert seen == {
        ("AT", "out"): (["m1"], 0),
        ("ON", "out"): (["t1"], 0),
        ("WON", "out"): (["ann"], 0),
        ("BEFORE", "out"): ([], 0),
        ("BEFORE", "in"): (["r3"], 1),
        ("PACED", "in"): (["dan"], 0),
    }


@hand
@pytest.mark.parametrize("page", [1, 2, 5000])
async def test_pages_make_up_the_same_whole(races: Served, page: int) -> None:
    paged, whole = operators(races, page), operators(races)
    assert await paged.members(EVERYONE, "size") == await whole.members(EVERYONE, "size")
    assert await paged.count(EVERYONE) == await whole.count(EVERYONE)
    assert await paged.extreme(EVERYONE, "size") == await whole.extreme(EVERYONE, "size")
    by = Anchor("ON", "out")
    assert await paged.group(EVERYONE, by) == await whole.group(EVERYONE, by)
    chain = ("Race", ["r3", "r4"], "BEFORE", "out")
    assert await paged.chain(*chain) == await whole.chain(*chain)  # type: ignore[arg-type]


@hand
async def test_a_hub_is_counted_exactly_shown_in_part_and_all_its_ties_named(hub: Served) -> None:
    path = [Anchor("AT", "in"), Anchor("WON", "out")]
    found = await operators(hub).walk("Meet", ["m"], path, preview=3)
    first, second = found.steps
    assert (first.links, first.reached, len(first.preview)) == (HUB, HUB, 3)
    assert [stop.label for stop in first.preview] == ["Race 0", "Race 1", "Race 10"]
    assert first.truncated and not second.truncated
    assert (second.links, second.reached) == (3, 1)
    around = await operators(hub).neighbourhood("Meet", ["m"], preview=2)
    (relation,) = around.relations
    assert (relation.links, relation.truncated, len(relation.preview)) == (HUB, True, 2)

    tied = await operators(hub).extreme(EVERYONE, "size")
    assert len({one.id for one in tied.winners}) == tied.known == HUB - 1
    assert ids(tied.doubts) == [f"r{HUB - 1:05}"]


@hand
async def test_a_chain_that_bites_its_tail_ends(hub: Served) -> None:
    found = await operators(hub).chain("Race", ["r00001"], "BEFORE", "out")
    assert [(stop.place, stop.id) for stop in found.stops] == [
        (0, "r00001"),
        (1, "r00002"),
        (2, "r00000"),
    ]


@hand
async def test_an_operator_refuses_what_the_schema_does_not_have(races: Served) -> None:
    asked = operators(races)
    with pytest.raises(BadInput, match="no vertex type 'Boat'"):
        await asked.count(Flat(type="Boat"))
    with pytest.raises(BadInput, match="no attribute 'depth'"):
        await asked.fold(EVERYONE, "depth")
    with pytest.raises(BadInput, match="no edge 'SANK'"):
        await asked.walk("Race", ["r1"], [Anchor("SANK", "out")])
    with pytest.raises(BadInput, match="'AT' \\(in\\) starts at 'Meet', not at 'Race'"):
        await asked.group(EVERYONE, Anchor("AT", "in"))
    with pytest.raises(BadInput, match="'kind' is text, not integer or number"):
        await asked.fold(EVERYONE, "kind")
    with pytest.raises(BadInput, match="'PACED' does not order"):
        await asked.chain("Runner", ["ann"], "PACED", "out")
    with pytest.raises(BadInput, match="cannot decide this exactly"):
        await asked.count(flat_where("kind", "contains", "fl"))


@hand
async def test_another_version_or_a_load_in_progress_is_no_answer(races: Served) -> None:
    stranger = Operators(races.wire, races.layout, "another")
    with pytest.raises(Permanent, match="asked was another"):
        await stranger.fold(EVERYONE, "size")
    with pytest.raises(Permanent, match="asked was another"):
        await stranger.members(EVERYONE)
    (held,) = await races.wire.vertices(RELEASE)
    before = held["attributes"]["counter"]
    try:
        await _count_to(races, before + 1)
        with pytest.raises(Transient, match="being loaded"):
            await operators(races).walk("Race", ["r1"], [])
    finally:
        await _count_to(races, before)


async def _count_to(found: Served, counter: int) -> None:
    row = {"counter": {"value": counter}}
    await found.wire.upsert({"vertices": {RELEASE: {"current": row}}})
