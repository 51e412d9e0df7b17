"""What a question says of a whole, or of two things, and a pattern would say of one of them.

A draft is flat: equal paths lead to the same vertex. So two golds become one event, what is denied
of a deed becomes a denial of one of its ends, and "all of them" becomes "one of them". Such a plan
is well-typed, every word of it stands in the question, and it answers something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from occam.core.drafting.backing import Backing
from occam.core.drafting.said import Tested
from occam.core.plan import Exists, Holds, Node, Plan, Predicate, leaves, nodes_of
from occam.core.reading.items import Span, Thing
from occam.core.spelling import spell

_SAME = ("eq", "in")


class Apart:
    """One plan beside what a question holds apart."""

    def __init__(self, plan: Plan, backing: Backing) -> None:
        self._plan, self._backing = plan, backing
        self._line: Sequence[Span] = backing.line
        self._asked, self._said = backing.asked, backing.said

    def unsaid(self) -> Iterator[int]:
        """Places of words that no draft can say: both, and all where not all of what is asked for
        is wanted ("which countries won every event", "were all golds won by France")."""
        for at, span in enumerate(self._line):
            if span.sense("join", "both") or (span.sense("every", "all") and not self._listed(at)):
                yield at

    def strange(self) -> Iterator[tuple[str, str]]:
        """Each part of the plan that makes one of two: where it is, and why."""
        for query in leaves(self._plan):
            for node in nodes_of(query.root):
                yield from _contradicted(node)
                if node is not query.root:
                    yield from _excepted(node)
        yield from self._undenied()
        yield from self._crossed()

    def _listed(self, at: int) -> bool:
        """True where all are led to that the plan lists or counts."""
        if "each" in self._said.turns:
            return True
        if any(isinstance(answer, Exists | Holds) for answer in self._said.answers):
            return False
        told = {each.type for each in self._said.told}
        things = [thing.type for span in self._line[at + 1 :] for thing in span.all(Thing)]
        return not things or things[0] in told

    def _undenied(self) -> Iterator[tuple[str, str]]:
        """A deed that is denied ("won no gold") is denied with all that is said of it."""
        known = self._backing.lexicon.relations
        meant = [
            (
                each.place in self._asked.denied,
                {e for name in each.relations for e in known[name].edges},
            )
            for each in self._asked.deeds
        ]
        affirmed = frozenset[str]().union(*(edges for denied, edges in meant if not denied))
        for edges in (edges & self._said.edges for denied, edges in meant if denied):
            if not edges:
                continue
            name = ", ".join(sorted(edges))
            if not any(hop.denied and hop.edge in edges for hop in self._said.hops):
                yield name, "the question denies it, and the plan denies only what it leads to"
            elif any(self._is_beside(test, edges - affirmed) for test in self._said.tests):
                yield name, "what is said of a deed that is denied is denied with it"

    def _is_beside(self, test: Tested, edges: frozenset[str] | set[str]) -> bool:
        return not test.denied and not edges.isdisjoint(test.edges)

    def _crossed(self) -> Iterator[tuple[str, str]]:
        """ "Judo in 2012 and shooting in 2016" is not judo or shooting in 2012 or 2016."""
        several = [
            (test, places)
            for test in self._said.tests
            if test.predicate.op in _SAME and len(places := self._backing.places(test)) > 1
        ]
        for (one, left), (other, right) in combinations(several, 2):
            order = [at in left for at in sorted({*left, *right})]
            turns = sum(a != b for a, b in pairwise(order))
            if set(left).isdisjoint(right) and turns > 2:
                yield (
                    f"{one.type} and {other.type}",
                    "the question pairs them, and the plan does not",
                )


def _contradicted(node: Node) -> Iterator[tuple[str, str]]:
    """One vertex cannot be two things."""
    same = [each for each in node.where if each.op in _SAME]
    for one, other in combinations(same, 2):
        if one.attr == other.attr and set(one.values).isdisjoint(other.values):
            yield f"{node.type}.{one.attr}", f"one cannot be both {_told(one)} and {_told(other)}"


def _excepted(node: Node) -> Iterator[tuple[str, str]]:
    """Below what is looked for, "in 2012 but not in 2016" is said of two of them."""
    walked = {(hop.edge, hop.direction) for hop in node.hops if not hop.absent}
    for hop in node.hops:
        if hop.absent and (hop.edge, hop.direction) in walked:
            yield hop.edge, "the same one is asked to have it and not to have it"


def _told(predicate: Predicate) -> str:
    return " or ".join(map(spell, predicate.values))
