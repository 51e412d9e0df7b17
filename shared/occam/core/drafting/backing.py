"""Which words of a question back a value, a number or a date of a plan, to the letter.

A name backs all that it means and nothing less: of three Games in London none is meant by London
alone. Two names back what both of them mean, or what they mean together where they are listed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from occam.core.drafting.asked import Asked, is_denial
from occam.core.drafting.said import COUNTED, Number, Said, Tested
from occam.core.lexicon import Lexicon, Term
from occam.core.periods import parse_period
from occam.core.reading.explaining import Heard
from occam.core.reading.items import Amount, Beside, Dated, Decade, Deed, Named, Prop, Span, Thing
from occam.core.reading.walking import loose
from occam.core.schema import Schema
from occam.core.values import Period
from occam.core.vocabulary import Vocabulary

_SAME = ("eq", "in", "ne")
_DAYS = {
    "on": "eq", "within": "eq", "covers": "eq", "before": "lt", "after": "gt",
}  # fmt: skip


class Backing:
    """One question and what a plan says, held against each other value by value."""

    def __init__(
        self, heard: Heard, said: Said, schema: Schema, lexicon: Lexicon, vocabulary: Vocabulary
    ) -> None:
        self.line: Sequence[Span] = heard.line
        self.asked, self.said, self.schema = Asked(heard.line, lexicon), said, schema
        self.lexicon = lexicon
        self._vocabulary = vocabulary
        self._texts = [token.text for token in heard.tokens]
        self._backed = {at: tuple(self._places(test)) for at, test in enumerate(said.tests)}
        self._backed |= {at: tuple(self._joined(at, test)) for at, test in enumerate(said.tests)}

    def places(self, test: Tested) -> tuple[int, ...]:
        """The places of the question that back a test; none where it is made up."""
        return self._backed[self.said.tests.index(test)]

    def tests_at(self, place: int) -> Iterator[Tested]:
        """The tests that a place backs."""
        for at, test in enumerate(self.said.tests):
            if place in self._backed[at]:
                yield test

    def is_made_up(self, test: Tested) -> bool:
        """True for a test that the question does not bear out."""
        predicate = test.predicate
        if predicate.op == "is_unknown":
            return not (self.asked.has("unknown") and self.names_attribute(predicate.attr))
        if all(isinstance(value, bool) for value in predicate.values):
            return not self.names_attribute(predicate.attr)
        return not self.places(test)

    def names_attribute(self, attr: str) -> bool:
        """True where a word of the question names that attribute."""
        return any(
            getattr(reading, "attr", "") == attr and not isinstance(reading, Named)
            for span in self.line
            for reading in span.readings
        )

    def names_type(self, type_name: str) -> bool:
        """True where a word of the question stands for that type."""
        return any(thing.type == type_name for span in self.line for thing in span.all(Thing))

    def counts(self, place: int, number: Number) -> bool:
        """True where the question says this number at that place: compared so, and of that."""
        span = self.line[place]
        said = {each.value for each in span.all(Amount)}
        for decade in span.all(Decade):
            said |= {float(decade.first), decade.first + 9.0}
        if number.value not in said:
            return False
        if number.op == "k":
            return True
        if number.op == "steps":
            return not self.asked.ops(place).isdisjoint(("lt", "gt")) or self._is_edition(place)
        ops = self.asked.ops(place)
        if span.get(Decade):
            ops |= {"between", "ge", "le"}
        if "between" in ops:
            ops |= {"ge", "le"}
        op = "eq" if number.op in ("in", "ne") else number.op
        return op in ops and number.attr in (self._measured(place) or {number.attr})

    def _is_edition(self, place: int) -> bool:
        return any(self.line[at].sense("edition") for at in range(place + 1, len(self.line)))

    def _measured(self, place: int) -> set[str]:
        """What a number is of: the noun behind it, else the one before it."""
        behind = range(place + 1, len(self.line))
        before = range(place - 1, -1, -1)
        for places in (behind, before):
            for at in places:
                span = self.line[at]
                attrs = {each.attr for each in span.all(Prop)}
                if span.get(Thing) or any(deed.form == "object" for deed in span.all(Deed)):
                    attrs.add(COUNTED)
                if attrs:
                    return attrs
                if not (loose(span) or span.sense("trailing") or span.sense("compare")):
                    break
        return set()

    def _places(self, test: Tested) -> Iterator[int]:
        predicate = test.predicate
        places = range(len(self.line))
        if any(isinstance(value, Period) for value in predicate.values):
            fitting = [at for at in places if self._dates(at, test)]
        elif all(isinstance(value, int | float) for value in predicate.values):
            fitting = self._numbered(test) or list(self._named(test))
        else:
            fitting = list(self._named(test)) or list(self._spelled(test))
        yield from (
            at for at in fitting if self._is_denied_alike(at, test.edges, denied=test.denied)
        )

    def _joined(self, at: int, test: Tested) -> Iterator[int]:
        """The places of a test, and of wider names for the same that mean nothing else here: "in
        London" beside "in 2012"."""
        own = self._backed[at]
        yield from own
        wanted = frozenset(map(str, test.predicate.values))
        for place in range(len(self.line)) if own and test.predicate.op in _SAME else ():
            others = {other.type for other in self.tests_at(place)} - {test.type}
            wider = any(meant >= wanted for meant in self._meant(place, test))
            if place not in own and wider and not others:
                yield place

    def _is_denied_alike(self, place: int, edges: tuple[str, ...], *, denied: bool) -> bool:
        if denied:
            return any(at < place for at in self.asked.denials) or self._is_undone(edges)
        return place not in self.asked.denied

    def _is_undone(self, edges: tuple[str, ...]) -> bool:
        """True where the deed over which something is reached is denied."""
        relations = [
            self.lexicon.relations[name]
            for each in self.asked.deeds
            if each.place in self.asked.denied
            for name in each.relations
        ]
        return any(edge in relation.edges for edge in edges for relation in relations)

    def _numbered(self, test: Tested) -> list[int]:
        """Places of all the numbers that a test holds; none where one is missing."""
        found: list[int] = []
        for value in test.predicate.values:
            number = Number(value=float(str(value)), op=test.predicate.op, attr=test.predicate.attr)
            at = [
                place
                for place in range(len(self.line))
                if not self.line[place].get(Named) and self.counts(place, number)
            ]
            if not at:
                return []
            found += at
        attribute = self.schema.attribute(test.type, test.predicate.attr)
        measured = attribute is None or attribute.role == "measure"
        return found if not measured or self.names_attribute(test.predicate.attr) else []

    def _named(self, test: Tested) -> list[int]:
        """Places of the names that mean just what the test holds."""
        wanted = frozenset(map(str, test.predicate.values))
        within: dict[int, frozenset[str]] = {}
        around: dict[int, frozenset[str]] = {}
        for at in range(len(self.line)):
            for meant in self._meant(at, test):
                if meant <= wanted:
                    within[at] = within.get(at, frozenset()) | meant
                if meant >= wanted and (at not in around or meant < around[at]):
                    around[at] = meant
        if within and frozenset[str]().union(*within.values()) == wanted:
            return [*within]
        if around and _common(around.values()) == wanted:
            return [*around]
        return []

    def _meant(self, place: int, test: Tested) -> Iterator[frozenset[str]]:
        """All that names at a place mean, as values of the attribute that is tested."""
        predicate, span = test.predicate, self.line[place]
        terms = [each for named in span.all(Named) for each in (named.term, named.beside) if each]
        for term in terms:
            if term.type != test.type or not self._is_compared_so(place, predicate.op):
                continue
            if predicate.attr == term.attr:
                yield frozenset(map(str, term.values))
            elif predicate.attr == "id":
                yield self._vocabulary.ids(term)
        for beside in span.all(Beside):
            type_name, _, attr = beside.slot.partition(".")
            if type_name != test.type:
                continue
            if attr and attr == predicate.attr:
                yield frozenset({beside.name})
            elif predicate.attr == "id":
                yield frozenset(self._vocabulary.called_so(beside.name, type_name))

    def _is_compared_so(self, place: int, op: str) -> bool:
        """A name is what it is, but for one that the question compares ("since 2008")."""
        ops = self.asked.ops(place)
        if "between" in ops:
            ops |= {"ge", "le"}
        if op in ("eq", "ne", "in"):
            return "eq" in ops or "steps" in self.said.turns
        return op in ops

    def _spelled(self, test: Tested) -> Iterator[int]:
        """Places of words that nobody knows, where they are the value to the letter."""
        for value in test.predicate.values:
            words = self._vocabulary.words.key(str(value))
            for start in range(len(self._texts) - len(words) + 1 if words else 0):
                end = start + len(words)
                inside = [at for at, span in enumerate(self.line) if start <= span.start < end]
                unknown = not any(self.line[at].readings for at in inside)
                if unknown and tuple(self._texts[start:end]) == tuple(words):
                    yield from inside

    def _dates(self, place: int, test: Tested) -> bool:
        """True where the very days are written there, with their year somewhere in the question."""
        (period,) = test.predicate.values
        assert isinstance(period, Period)
        year = period.start[:4]
        if _DAYS[test.predicate.op] not in self.asked.ops(place):
            return False
        for dated in self.line[place].all(Dated):
            written = dated.period
            if written is None and year in self._texts:
                written = parse_period(dated.text, int(year))
            if written is not None and written.days == period.days:
                return True
        return False

    def meaning(self, term: Term, place: int) -> Tested | None:
        """The test that a name at a place became."""
        return next((test for test in self.tests_at(place) if test.type == term.type), None)

    def is_denied(self, places: Sequence[int]) -> bool:
        """True where a denial stands before one of the places."""
        denials = [at for at, span in enumerate(self.line) if is_denial(span)]
        return any(at < place for at in denials for place in places)


def _common(meant: Collection[frozenset[str]]) -> frozenset[str]:
    """What all of them have."""
    every = frozenset[str]().union(*meant)
    return frozenset(each for each in every if all(each in held for held in meant))
