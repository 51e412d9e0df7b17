"""Names that a question asks of an edition whose documents do not have them.

A name is what pages call a thing, and the page of another edition may call it otherwise: that none
is called so does not prove that it was not held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from occam.core.lexicon import Term
from occam.core.reading.conditions import Check, Condition
from occam.core.reading.joints import Joints
from occam.core.reading.meaning import Meaning
from occam.core.vocabulary import Vocabulary

MOST_NEAREST = 3
ONE = ("value", "target", "edition")


class Elsewhere(Exception):
    """A name that is known of other editions only: what it may be another name of."""

    def __init__(self, condition: Condition, expected: str, nearest: tuple[str, ...]) -> None:
        super().__init__(condition.slot)
        self.condition, self.expected, self.nearest = condition, expected, nearest


class Namesakes:
    """What may be meant by a name besides the documents that have it."""

    def __init__(self, joints: Joints, vocabulary: Vocabulary) -> None:
        self._joints, self._vocabulary = joints, vocabulary

    def refuse_elsewhere(self, meaning: Meaning) -> None:
        """Raises `Elsewhere` for a name that stands for a part only of what is asked, or for
        nothing of it although something there may go by that name."""
        timed, _ = self._joints.timed
        if meaning.root != self._joints.root or not timed:
            return
        one = meaning.wanted.kind in ONE
        sides = [side.conditions for side in meaning.sides] or [()]
        for side in sides:
            said = (*meaning.conditions, *side)
            editions = self._editions(said, timed)
            beside = self._beside(said, timed)
            for condition, term in self._named(said):
                if term.attr == "id":
                    self._partly(condition, term, editions, one=one)
                elif not one:
                    self._nowhere(condition, term, editions, beside)

    def _editions(self, said: Sequence[Condition], timed: str) -> list[Term]:
        """The editions that are asked for, one by one; none where the question names none."""
        found: set[str] | None = None
        for condition in said:
            body = condition.body
            if condition.absent or not isinstance(body, Check):
                continue
            if (body.type, body.attr, body.op) == (timed, "id", "in"):
                ids = set(map(str, body.values))
                found = ids if found is None else found & ids
        return [Term(timed, "id", (each,)) for each in sorted(found or ())]

    def _beside(self, said: Sequence[Condition], timed: str) -> list[Term]:
        """What else is said that documents are named by, wherever it takes place."""
        found: list[Term] = []
        for condition in said:
            body = condition.body
            if condition.absent or not isinstance(body, Check) or body.attr != "id":
                continue
            term = Term(body.type, "id", tuple(map(str, body.values)))
            if body.type not in (self._joints.root, timed) and self._vocabulary.about([term]):
                found.append(term)
        return found

    def _named(self, said: Sequence[Condition]) -> Iterator[tuple[Condition, Term]]:
        for condition in said:
            for each in condition.each or (condition,):
                term = each.body.term if isinstance(each.body, Check) else None
                if term is None or condition.absent:
                    continue
                if term.slot in self._joints.names or (term.attr == "id" and term.wider):
                    yield each, term

    def _partly(
        self, condition: Condition, term: Term, editions: Sequence[Term], *, one: bool
    ) -> None:
        """Words that only some pages of a thing have: nobody knows of its other editions."""
        known, wider = set(map(str, term.values)), set(map(str, term.wider))
        there = [self._vocabulary.about([edition]) for edition in editions]
        missed = [wider & each for each in there if wider & each and not known & each]
        found = any(known & each for each in there)
        if (one and missed and not found) or (not one and (missed or not editions)):
            others = sorted({each for some in missed for each in some} or wider - known)
            raise Elsewhere(condition, self._expected(term, editions), self._labels(term, others))

    def _nowhere(
        self,
        condition: Condition,
        term: Term,
        editions: Sequence[Term],
        beside: Sequence[Term],
    ) -> None:
        """A name that no page of what is asked has, where one has a name like it."""
        if not editions and not beside:
            return
        scopes = [[edition, *beside] for edition in editions] or [beside]
        there = [self._vocabulary.about(scope) for scope in scopes]
        said = msgspec.structs.replace(term, values=term.wider or term.values)
        known = self._vocabulary.ids(said)
        if not all(map(known.isdisjoint, there)):
            return
        if others := self._vocabulary.alike(term, {each for some in there for each in some}):
            raise Elsewhere(condition, self._expected(term, editions), self._labels(term, others))

    def _expected(self, term: Term, editions: Sequence[Term]) -> str:
        if not editions:
            return f"{term.type} of every edition"
        names = [self._vocabulary.label(each.type, str(each.values[0])) for each in editions]
        return f"{term.type} of {' or '.join(names[:MOST_NEAREST])}"

    def _labels(self, term: Term, ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._vocabulary.label(term.type, each) for each in ids[:MOST_NEAREST])
