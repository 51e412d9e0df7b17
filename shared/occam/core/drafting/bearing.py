"""Whether the question bears out all that a plan says: no condition, no deed, no comparison and no
kind of answer that it has no words for."""

from __future__ import annotations

from collections.abc import Iterator

from occam.core.drafting.backing import Backing
from occam.core.drafting.said import COUNTED, Tested, Walked
from occam.core.plan import Compare, Exists, Holds, Plan
from occam.core.reading.items import Deed, Grade, Named, Prop, Thing
from occam.core.spelling import spell

_EXTREMES = ("degree", "size", "often", "latest")
_SIDES = {
    "difference": (("more", "difference"),),
    "gt": (("more", "gt"), ("compare", "gt"), ("degree", "most")),
    "ge": (("compare", "ge"),),
    "lt": (("more", "lt"), ("compare", "lt"), ("degree", "least")),
    "le": (("compare", "le"),),
    "eq": (("same", "same"),),
}


class Bearing:
    """What of one plan the question does not say. `mapped` are identifiers that the model names as
    what an unknown word stands for."""

    def __init__(self, plan: Plan, backing: Backing, mapped: frozenset[str]) -> None:
        self._plan, self._backing, self._mapped = plan, backing, mapped
        self._asked, self._said = backing.asked, backing.said
        self._schema, self._lexicon = backing.schema, backing.lexicon

    def strange(self) -> Iterator[tuple[str, str]]:
        """Each part that is not borne out: where in the plan, and why."""
        for test in self._said.tests:
            path = f"{test.type}.{test.predicate.attr}"
            if self._backing.is_made_up(test):
                values = ", ".join(map(spell, test.predicate.values)) or "unknown"
                yield path, f"“{values}” is not what the question says there"
            elif test.predicate.op == "ne" and not test.denied:
                yield path, "it is denied twice"
            elif not self._is_near(test):
                yield path, "the question says it of another deed"
        yield from self._twice()
        for hop in self._said.hops:
            if reason := self._hop(hop):
                yield hop.edge, reason
        if (self._said.unites) and (reason := self._united()):
            yield "any", reason
        yield from self._turns()
        yield from self._numbers()
        yield from self._told()

    def _twice(self) -> Iterator[tuple[str, str]]:
        """One name is not two different things."""
        for at in range(len(self._backing.line)):
            types = {test.type for test in self._backing.tests_at(at)}
            beside = {n.beside.type for n in self._backing.line[at].all(Named) if n.beside}
            if len(types - beside) > 1:
                yield " and ".join(sorted(types)), "one name can not be both"

    def _is_near(self, test: Tested) -> bool:
        """Where several deeds are told, whose each was stands beside it."""
        relations = {each.relations for each in self._asked.deeds}
        deeds = [edge for edge in test.edges if self.has_rivals(edge)]
        if len(relations) < 2 or not deeds:
            return True
        return any(
            deeds[-1] in self._edges(self._asked.nearest(place))
            for place in self._backing.places(test)
        )

    def _hop(self, hop: Walked) -> str:
        edge = self._schema.edges[hop.edge]
        if not hop.leads and not hop.denied:
            return "nothing is said of what it leads to"
        if edge.ordering:
            return ""
        if not self.has_rivals(hop.edge) or hop.edge in self._mapped:
            return ""
        places = [
            each.place for each in self._asked.deeds if hop.edge in self._edges(each.relations)
        ]
        if not places:
            return "the question tells no such deed"
        if hop.denied and not self._backing.is_denied(places):
            return "the question does not deny it"
        if not hop.denied and all(map(self._is_denied, places)):
            return "the question denies it"
        return self._whole(hop)

    def _whole(self, hop: Walked) -> str:
        """A deed that may have been done in several ways is all of them, one or the other."""
        relations = [each.relations for each in self._asked.deeds]
        target = self._schema.edges[hop.edge].target
        whole = {
            frozenset(
                edge
                for edge in self._lexicon.relations[name].edges
                if self._schema.edges[edge].target == target
            )
            for names in relations
            for name in names
            if hop.edge in self._lexicon.relations[name].edges
        }
        fitting = [edges for edges in whole if edges <= self._said.edges]
        if not fitting:
            return "the question tells of more than this deed"
        if all(len(edges) > 1 for edges in fitting) and not (hop.choice or hop.denied):
            return "the question wants one of these deeds, not all of them"
        return ""

    def _is_denied(self, place: int) -> bool:
        """True for a deed that is denied, or whose verb is."""
        if place in self._asked.denied:
            return True
        meant = self._asked.relations(place)
        before = [each for each in self._asked.deeds if each.place < place]
        last = before[-1] if before else None
        return last is not None and last.place in self._asked.denied and last.relations == meant

    def has_rivals(self, edge: str) -> bool:
        """True for an edge beside which others join the same types: a deed says which is meant."""
        held = self._schema.edges[edge]
        return not held.ordering and any(
            name != edge and (other.source, other.target) == (held.source, held.target)
            for name, other in self._schema.edges.items()
        )

    def _edges(self, relations: frozenset[str]) -> set[str]:
        return {edge for name in relations for edge in self._lexicon.relations[name].edges}

    def _united(self) -> str:
        """Alternatives are said by "or", by a deed that may be several, or by a list of things of
        which each match can have one only."""
        if self._asked.has("join", "both"):
            return "the question wants both"
        either = [test for test in self._said.tests if test.choice]
        either += [
            test
            for test in self._said.tests
            if test.predicate.op == "in" and len(self._backing.places(test)) > 1
        ]
        slots = {(test.type, test.predicate.attr) for test in either}
        if len(slots) > 1:
            return "the alternatives are of different kinds"
        if self._asked.has("join", "or", "either"):
            return ""
        listed = self._asked.has("join", "and")
        single = all(self._schema.edges[edge].single for test in either for edge in test.edges)
        deeds = {hop.edge for hop in self._said.hops if hop.choice}
        several = any(deeds <= self._edges(each.relations) for each in self._asked.deeds)
        if (deeds and several) or not either or (listed and single):
            return ""
        return "the question does not leave a choice"

    def _turns(self) -> Iterator[tuple[str, str]]:
        asked, turns = self._asked, self._said.turns
        for turn, other in (("most", "gt"), ("least", "lt")):
            graded = any(
                grade.greatest == (turn == "most")
                for span in self._backing.line
                for grade in span.all(Grade)
            )
            said = graded or any(asked.has(group, turn) for group in _EXTREMES)
            said = said or (asked.has("than", "any") and asked.has("more", other))
            if turn in turns and not said:
                yield "ask", f"the question does not want the {turn}"
        for turn in ("sum", "avg"):
            if turn in turns and not asked.has("fold", turn):
                yield "ask", f"the question does not want the {turn}"
        if "each" in turns and not (asked.has("per") or asked.has("every")):
            yield "ask", "the question does not want a number for each"
        if "joins" in turns and not (asked.has("same") or asked.has("join", "both", "also")):
            yield "same", "the question does not say that they are the same"
        if "steps" in turns:
            yield from self._steps()
        if isinstance(self._plan, Compare):
            yield from self._sides(self._plan)

    def _steps(self) -> Iterator[tuple[str, str]]:
        """Which way an order is walked follows from the words, and where the plan stands at the
        end of it."""
        asked = self._asked
        earlier = asked.has("edition", "previous") or asked.has("time", "before")
        earlier = earlier or asked.has("shift", "earlier")
        later = asked.has("edition", "next") or asked.has("time", "after")
        later = later or asked.has("shift", "later")
        ways = {hop.direction for hop in self._said.hops if self._schema.edges[hop.edge].ordering}
        if not (earlier or later):
            yield "steps", "the question speaks of no other edition"
        elif earlier and later:
            return
        elif len(ways) != 1:
            yield "steps", "the question goes one way"
        elif (way := self._way()) and way != ("earlier" if earlier else "later"):
            yield "steps", "the question goes the other way"

    def _way(self) -> str:
        """Whether what is asked for is the earlier or the later end of the order; empty where the
        plan does not tell which end is known."""
        steps = [hop for hop in self._said.hops if self._schema.edges[hop.edge].ordering]
        orders = {hop.edge for hop in steps}
        beyond = [test for test in self._said.tests if orders & set(test.edges)]
        here = [
            test
            for test in self._said.tests
            if not orders & set(test.edges)
            and any((test.type, test.predicate.attr) == (o.type, o.predicate.attr) for o in beyond)
        ]
        if here:
            return ""
        known_is_beyond = bool(beyond)
        out = steps[0].direction == "out"
        return "later" if out == known_is_beyond else "earlier"

    def _sides(self, plan: Compare) -> Iterator[tuple[str, str]]:
        graded = any(grade.compares for span in self._backing.line for grade in span.all(Grade))
        if not graded and not any(self._asked.has(*each) for each in _SIDES[plan.op]):
            yield "versus", f"the question does not ask for {plan.op}"
        left, right = (self._own(side) for side in (0, 1))
        if not left or not right or min(left) > min(right):
            yield "sides", "the sides are not those of the question, in its order"

    def _own(self, side: int) -> set[int]:
        """Places that back this side and not the other."""
        held: list[set[int]] = [set(), set()]
        for test in self._said.tests:
            if test.side < 2:
                held[test.side] |= set(self._backing.places(test))
        return held[side] - held[1 - side]

    def _numbers(self) -> Iterator[tuple[str, str]]:
        """How many are wanted, and how many a group must have, stand in the question."""
        places = range(len(self._backing.line))
        for number in self._said.numbers:
            own = number.op not in ("k", "steps") and number.attr != COUNTED
            alone = number.op in ("k", "steps") and number.value in (0, 1)
            alone = alone or (number.op, number.value) == ("ge", 1)
            if own or alone:
                continue
            if not any(self._backing.counts(at, number) for at in places):
                yield "ask", f"the question does not say {number.value:g} there"

    def _told(self) -> Iterator[tuple[str, str]]:
        at, member = self._asked.wanting
        for answer, told in zip(self._said.answers, self._said.told, strict=True):
            if told.by and not self._is_by(told.by):
                yield "ask.by", f"the question does not compare by {told.by}"
            fits = {
                "who": self._is_person,
                "where": self._is_place,
                "when": self._is_time,
            }.get(member)
            if member == "why":
                yield "ask", "no plan gives reasons"
            elif member in ("polar", "exists"):
                polar = isinstance(answer, Exists | Holds) or self._compares()
                if not polar:
                    yield "ask", "the question wants a yes or a no"
            elif isinstance(answer, Exists | Holds):
                yield "ask", "the question does not want a yes or a no"
            elif fits:
                if not fits(told.type, told.attr):
                    yield "ask", f"{told.type}.{told.attr} does not answer “{member}”"
            elif not self._is_noun(at, member, told.type, told.attr):
                yield "ask", f"the question does not ask for {told.type}.{told.attr}"

    def _compares(self) -> bool:
        return isinstance(self._plan, Compare) and self._plan.op != "difference"

    def _is_person(self, type_name: str, attr: str) -> bool:
        noun = self._lexicon.nouns.get(type_name)
        return attr == "label" and noun is not None and noun.person

    def _is_place(self, type_name: str, attr: str) -> bool:
        noun = self._lexicon.nouns.get(type_name)
        is_place = attr == "label" and noun is not None and noun.place
        return is_place or self._is_property(type_name, attr)

    def _is_time(self, type_name: str, attr: str) -> bool:
        attribute = self._schema.attribute(type_name, attr)
        dated = attribute is not None and attribute.kind == "period"
        return dated or f"{type_name}.{attr}" == self._lexicon.year_of

    def _is_property(self, type_name: str, attr: str) -> bool:
        return any(
            (prop.type, prop.attr) == (type_name, attr)
            for span in self._backing.line
            for prop in span.all(Prop)
        )

    def _is_by(self, attr: str) -> bool:
        """A superlative is of the noun behind it, where that is a number of something."""
        line = self._backing.line
        for at, span in enumerate(line):
            if not any(span.sense(group) for group in _EXTREMES):
                continue
            nouns = [each for noun in self._asked.nouns(at) for each in noun.all(Prop)]
            if nouns:
                return any(prop.attr == attr for prop in nouns)
        latest = self._asked.has("latest")
        attribute = [v.attributes.get(attr) for v in self._schema.vertices.values()]
        dated = any(each and each.kind == "period" for each in attribute)
        year = self._lexicon.year_of.endswith(f".{attr}")
        named = self._backing.names_attribute(attr) or attr in self._mapped
        return named or (latest and (dated or year))

    def _is_noun(self, place: int, member: str, type_name: str, attr: str) -> bool:
        """True where the noun behind the question word is what the plan tells."""
        if member == "difference" and attr == COUNTED:
            return True
        counting = member in ("count", "often")
        if attr == "label" and not counting and self._is_people(place, type_name):
            return True
        nouns = list(self._asked.nouns(place))
        for span in nouns:
            if span.sense("fold") or span.sense("amount"):
                counting = True
        if counting and attr == "label":
            return False
        if attr == COUNTED and not counting:
            return False
        if member == "often":
            return attr == COUNTED
        if not nouns:
            return attr == "label" and place < 0 and self._backing.names_type(type_name)
        last = nouns[-1]
        types = {thing.type for thing in last.all(Thing)}
        deeds = [deed for deed in last.all(Deed) if deed.form in ("object", "role")]
        edges = [
            self._schema.edges[edge]
            for deed in deeds
            for edge in self._lexicon.relations[deed.relation].edges
        ]
        ends = {edge.target for edge in edges}
        if deeds and deeds[0].form == "object":
            ends |= {edge.source for edge in edges}
        if attr == COUNTED:
            return type_name in types or bool(deeds)
        if attr == "label":
            return type_name in types | ends or type_name in self._mapped_ends()
        props = {prop.attr for prop in last.all(Prop)}
        return attr in props or attr in self._mapped

    def _is_people(self, place: int, type_name: str) -> bool:
        """True where a value stands for those who have it: "which women"."""
        slots = {each.slot for each in self._lexicon.peoples if each.type == type_name}
        behind = self._backing.line[place + 1 : place + 2]
        return any(named.term.slot in slots for span in behind for named in span.all(Named))

    def _mapped_ends(self) -> set[str]:
        return {self._schema.edges[e].target for e in self._mapped if e in self._schema.edges}
